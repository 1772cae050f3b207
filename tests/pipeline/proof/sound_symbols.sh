# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because a name is another one's too, or means another definition
# than the one that the unit shows. What is marked as never true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- other names for a function

taken names '' 'names(5)' <<'E2'
static int far(int n)
{
	if (n == 5) /* taken */
		return 1;
	if (n > 5 && n < 5) /* never true */
		return 2;
	return 0;
}
static int other(int) __attribute__((alias("far")));
int names(int n) { return other(n); }
E2

taken shared '' 'shared(5)' <<'E2'
static int far(int n)
{
	if (n == 5) /* taken */
		return 1;
	return 0;
}
int other(int) __attribute__((alias("far")));
int another(int) __attribute__((alias("other")));
int shared(int n)
{
	if (another(n) + far(0) == 1) /* taken */
		return 1;
	if (another(n) == 7) /* never true */
		return 2;
	return 0;
}
E2

taken referred '' 'referred(5)' <<'E2'
static int far(int n)
{
	if (n == 5) /* taken */
		return 1;
	return 0;
}
static int other(int) __attribute__((weakref("far")));
int referred(int n) { return other(n) + far(0); }
E2

taken labelled '' 'labelled(5)' <<'E2'
static int near(int n)
{
	if (n == 5) /* taken */
		return 1;
	return 0;
}
int far(int n) { return near(n); }
int other(int) __asm__("far");
int labelled(int n) { return other(n) + near(0); }
E2

cat > outside.c <<'E2'
static int far(int n) { return n == 6 ? 9 : 0; }
int other(int) __attribute__((alias("far")));
E2
more=../outside.c
taken units '' 'units(6)' <<'E2'
int other(int);
static int far(int n)
{
	if (n == 6) /* taken */
		return 1;
	return 0;
}
int units(int n)
{
	if (far(n) + other(n) == 10) /* taken */
		return 1;
	if (other(n) == 1) /* never true */
		return 2;
	return 0;
}
E2
more=

# ---- other names for a variable

taken variables '' 'variables(2)' <<'E2'
static int first;
extern int second __attribute__((alias("first")));
extern int third __attribute__((weak, alias("first")));
int fourth;
extern int fifth __attribute__((alias("fourth")));
int variables(int n)
{
	int r = 0;

	first = 1;
	second = n;
	r = first == 2; /* takes this */
	if (first == 2) /* taken */
		r = 1;
	fourth = 1;
	fifth = n;
	if (fourth == 2 && r) /* taken */
		r = 1;
	if (fourth != n) /* never true */
		r = 2;
	first = 1;
	third = n;
	if (first == 2) /* taken */
		return r;
	return 0;
}
E2

printf 'int first;\nextern int second __attribute__((alias("first")));\n' > object.c
more=../object.c
taken elsewhere '' 'elsewhere(2)' <<'E2'
extern int first, second;
int elsewhere(int n)
{
	first = 1;
	second = n;
	if (first == 2) /* taken */
		return 1;
	if (first != n) /* never true */
		return 2;
	return 0;
}
E2
more=

taken missing '' 'missing(3)' <<'E2'
static int nowhere __attribute__((weakref("lost")));
static int other __attribute__((weakref("here")));
int here;
int missing(int n)
{
	here = 1;
	other = n;
	if (here != n) /* never true */
		return 2;
	if (&nowhere == 0 && here == 3) /* taken */
		return 1;
	return 0;
}
E2

# ---- definitions that give way, to one without an export

cat > strong.c <<'E2'
int back(int n);
int limit(int n) { return n * 3; }
int hook(int n) { return back(n); }
E2
"$CC" -O0 -c strong.c -o strong.o
more=../strong.o
taken gives '' 'gives(1000001)' <<'E2'
static int inner(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
int back(int n) { return inner(n); }
__attribute__((weak)) int limit(int n) { return n & 1; }
static int none(int n) { return 0; }
int hook(int) __attribute__((weak, alias("none")));
int gives(int n)
{
	if (limit(n) == 3000003) /* taken */
		return 1;
	return hook(n) + inner(0);
}
E2
more=

# ---- bodies that are chosen when the program is loaded

taken chosen '' 'chosen(5)' <<'E2'
static int first(int n)
{
	if (n == 5) /* taken */
		return 1;
	return 0;
}
__attribute__((me_ignore)) static int (*choose(void))(int) { return first; }
int any(int) __attribute__((ifunc("choose")));
static int own(int) __attribute__((ifunc("choose")));
int chosen(int n) { return any(n) && own(n) + first(0); }
E2

taken cloned '' 'cloned(5)' <<'E2'
static int far(int n)
{
	if (n == 5) /* taken */
		return 1;
	return 0;
}
__attribute__((target_clones("avx2", "default"))) int clone(int n) { return far(n); }
int cloned(int n) { return clone(n) + far(0); }
E2

# ---- constructors of C++: one body, two names

mkdir -p made
cat > made/made.cc <<'E2'
static int ended;
namespace {
struct base {
	int n;
	base(int k) : n(k)
	{
		if (k == 5) /* taken */
			n = 0;
		if (k > 5 && k < 5) /* never true */
			n = 2;
	}
	~base()
	{
		if (n == 0) /* taken */
			ended = 1;
	}
};
struct derived : base {
	derived(int k) : base(k + 1) {}
};
}
static int far(int k)
{
	if (k == 5) /* taken */
		return 1;
	if (k > 5 && k < 5) /* never true */
		return 2;
	return 0;
}
template <class T> struct any {
	T n;
	any(T k) : n(far(k)) {}
};
extern "C" int made(int k)
{
	{
		base b(k);
		derived d(k);
	}
	any<int> a(k);
	return ended && a.n + far(0);
}
E2
cplusplus made

# ---- names that the linker's option --wrap leads elsewhere

printf 'int far(int n)\n{\n\tif (n == 7) /* taken */\n\t\treturn 6;\n\treturn n & 7;\n}\n' > far.c
printf 'int __real_far(int);\nint __wrap_far(int n) { return __real_far(n) * 10; }\n' > wrap.c
printf 'double __wrap_sqrt(double x) { return -x; }\nconst int __wrap_mode = 5;\n' > wrap_library.c
printf 'const int mode = 3;\n' > mode.c
check wrap_far "$me_cc" -g -O0 -c far.c mode.c
check wrap_plain "$CC" -O0 -c wrap.c wrap_library.c
check wrap_exported "$me_cc" -g -O0 -c wrap.c -o exported.o

# Without the plain build: an instrumented object cannot be linked to it.
wrapped() { # name option... < source
	target "$1" "$1" -w "${@:2}" || return
	"$me" prove --no-search --functions=all --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
	verdicts "$1" "$1.c"
}
for object in wrap exported; do
	wrapped far_$object ../far.o ../$object.o -Wl,--wrap=far <<E2
int far(int);
int far_$object(int n)
{
	if (far(n) == 70) /* taken */
		return 1;
	return 0;
}
E2
	check_line far_goal_$object '^far.c:3:' far_$object/log
	check_no_line far_taken_$object '^far.c:3:.*infeasible' far_$object/log
done
# One of the C library, and a variable.
wrapped wrapped_library ../wrap_library.o ../mode.o -lm -Wl,--wrap=sqrt,--wrap=mode <<'E2'
#include <math.h>
extern const int mode;
int wrapped_library(double x)
{
	if (sqrt(x) < -3) /* taken */
		return 1;
	if (mode == 5) /* taken */
		return 1;
	return 0;
}
E2
