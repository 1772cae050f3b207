# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin does not break what it compiles: unusual C at every -O level and under other
# instrumentation compiles, links and computes what it computes without the plugin; and it
# can be searched.
. "$ME_ROOT/tests/check.sh"

cp "$ME_ROOT/tests/shapes/odd.c" odd.c
cat > hooks.c <<'E2'
#include "me/abi.h"
const uint32_t ME_ABI_NAME = ME_ABI;
void __me_compare(struct me_site *s, uint64_t a, uint64_t b) { (void)s, (void)a, (void)b; }
void __me_compare_f80(struct me_site *s, long double a, long double b) { (void)s, (void)a, (void)b; }
void __me_compare_128(struct me_site *s, unsigned __int128 a, unsigned __int128 b) { (void)s, (void)a, (void)b; }
void __me_switch(struct me_site *s, uint64_t v) { (void)s, (void)v; }
void __me_texts(struct me_site *s, const void *a, uint64_t n, const void *b, uint64_t m, int64_t r) { (void)s, (void)a, (void)n, (void)b, (void)m, (void)r; }
void __me_number(struct me_site *s, const char *t, uint64_t n, uint32_t b) { (void)s, (void)t, (void)n, (void)b; }
void __me_format(struct me_site *s, const char *t, const char *f) { (void)s, (void)t, (void)f; }
E2
"$CC" -O2 -I"$ME_ROOT/include" -c hooks.c -o hooks.o

same_result() { # name flags...
	compiled=$1
	shift
	"$CC" -w -fwrapv "$@" -DOWN_MAIN odd.c -lm -o plain > plain.log 2>&1 &&
		"$CC" -w -fwrapv "$@" -fplugin="$ME_BUILD/me.so" -DOWN_MAIN odd.c hooks.o -lm \
			-o instrumented > instrumented.log 2>&1 || {
		not_ok "compile_$compiled" "$(cat plain.log instrumented.log | grep -i -A3 error)"
		return
	}
	./plain > plain.out 2>&1 < /dev/null
	rm -f ./*.gcda
	./instrumented > instrumented.out 2>&1 < /dev/null
	check "compile_$compiled" cmp plain.out instrumented.out
}

same_result O0 -O0 -g
same_result O1 -O1
same_result O2 -O2 -g
same_result O3 -O3
same_result Os -Os
same_result Og -Og -g3
same_result lto -O2 -flto
same_result whole_program -O2 -fwhole-program
same_result checking_O0 -O0 -fchecking=2
same_result checking_O2 -O2 -fchecking=2
same_result no_pie -O1 -fno-pie -no-pie
same_result pic -O2 -fPIC
same_result exceptions -O2 -fexceptions -fnon-call-exceptions
same_result sanitizers -O1 -fsanitize=address,undefined
same_result coverage -O0 --coverage
same_result sections -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections
same_result functions -O1 -finstrument-functions
same_result openmp -O1 -fopenmp

# What was preprocessed before, as ccache, distcc and -save-temps do it.
"$CC" -E -w odd.c -o odd.i
check compile_preprocessed "$CC" -w -fplugin="$ME_BUILD/me.so" -c odd.i -o odd.o
check compile_save_temps "$CC" -w -save-temps -fplugin="$ME_BUILD/me.so" -c odd.c -o odd.o

# plugin_compiles NAME FLAG... < source: with the plugin, and with all checks of GCC.
plugin_compiles() {
	compiled=$1
	shift
	cat > "$compiled.c"
	check "compile_$compiled" "$CC" -w -fchecking "$@" -fplugin="$ME_BUILD/me.so" -c \
		"$compiled.c" -o "$compiled.o"
}

plugin_compiles signaling_nan -fsignaling-nans << 'E2'
int f(float x, double y, _Float128 q)
{
	return x < __builtin_nansf("") ? y < __builtin_nans("") : q < __builtin_nansf128("");
}
E2

plugin_compiles transaction -fgnu-tm << 'E2'
int counter;
__attribute__((transaction_safe)) int f(int n)
{
	return n > 3 ? n : 4;
}
void g(int n)
{
	__transaction_atomic
	{
		if (n > counter)
			counter = f(n);
	}
}
E2

searched() { # name flags...
	compiled=$1
	shift
	mkdir -p "s.$compiled"
	"$me_cc" -w -g "$@" -fplugin-arg-me-entry=odd odd.c -lm -o "t.$compiled" > build.log 2>&1 || {
		not_ok "search_$compiled" "$(grep -i -A3 error build.log)"
		return
	}
	code=$(status_of search.log "./t.$compiled" -seed=1 -runs=3000 "s.$compiled")
	# Its sums overflow, which a sanitizer tells.
	[ "$sanitized" ] && [ "$code" = 77 ] && code=0
	check_equal "search_$compiled" 0 "$code"
}

searched O0 -O0
searched O3_lto -O3 -flto --any-O
searched sections -O0 -ffunction-sections -fdata-sections -Wl,--gc-sections
searched asan -O0 -fsanitize=address
links_static search_static && searched static -O0 -static

# A static program has one heap, ours too: a second libc's strdup() damaged it.
if links_static search_static_heap; then
	cat > gcd.c << 'E2'
int gcd(unsigned char a, unsigned char b)
{
	unsigned x = a, y = b;
	while (y) {
		unsigned t = x % y;
		x = y;
		y = t;
	}
	if (x == 0 && (a || b))
		return 1;
	if (x && a % x)
		return 2;
	return x == 85;
}
E2
	mkdir -p gcd.corpus
	"$me_cc" -w -g -O0 -static -fplugin-arg-me-entry=gcd gcd.c -o gcd > build.log 2>&1
	check search_static_heap ./gcd -seed=1 -runs=20000 gcd.corpus
fi

# A function of several versions has no address of its own.
cat > clones.c <<'E2'
__attribute__((target_clones("avx2", "default"))) double clones(double x)
{
	if (x < 1)
		return 2;
	return x;
}
E2
check compile_target_clones "$me_cc" -g -O0 -fplugin-arg-me-entry=clones clones.c -lm -o clones

# Above -O0 a hook is called from aside; from there a debugger finds its way back.
cat > unwind.c <<'E2'
#include <unwind.h>
#include "me/abi.h"
int main(int argc, char **argv);
int seen;
static _Unwind_Reason_Code see(struct _Unwind_Context *c, void *data)
{
	(void)data;
	seen += _Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(c) - 1)) == (void *)main;
	return _URC_NO_REASON;
}
void __me_compare(struct me_site *site, uint64_t a, uint64_t b)
{
	(void)site, (void)a, (void)b;
	_Unwind_Backtrace(see, 0);
}
E2
cat > unwinds.c <<'E2'
#include <stdio.h>
extern int seen;
__attribute__((noinline)) static int framed(int n)
{
	volatile int space[50];
	space[n] = n;
	return printf("%s", "") < n ? space[n] : space[0];
}
__attribute__((noinline)) static int leaf(int n)
{
	return n > 3 ? n : 7;
}
int main(int argc, char **argv)
{
	(void)argv;
	int result = framed(argc);
	result += leaf(argc);
	printf("%d %d\n", result, seen);
}
E2
"$CC" -O2 -I"$ME_ROOT/include" -c unwind.c
"$CC" -O2 -I"$ME_ROOT/include" -D__me_compare=unused_compare -c \
	"$ME_ROOT/tests/torture/hooks.c" -o open.o
unwinds() { # name flags...
	unwound=$1
	shift
	"$CC" -w "$@" -fplugin="$ME_BUILD/me.so" unwinds.c unwind.o open.o \
		-o "unwinds.$unwound"
	check_equal "compile_unwinds_$unwound" "8 2" "$(ME_OPEN=1 "./unwinds.$unwound")"
}
unwinds O1 -O1
unwinds O2 -O2 -fomit-frame-pointer
unwinds pointer -O2 -fno-omit-frame-pointer
unwinds lto -O2 -flto
calls_aside() { # flags...
	"$CC" -w "$@" -fplugin="$ME_BUILD/me.so" -S odd.c -o - | grep -c 'call	__me_site_enter'
}
check_equal compile_aside_O0 0 "$(calls_aside -O0)"
check compile_aside_O1 test "$(calls_aside -O1)" -gt 20

# No warning is lost or gained.
cat > warns.c <<'E2'
int warns(int n)
{
	int unset;

	if (n > 3)
		unset = 1;
	if (n > 4)
		return unset;
	return 0;
}
int divides(int n) { return n < 3 ? 1 / 0 : 2; }
void free(void *);
int compares(char *p, char **q)
{
	free(p);
	return p != q[0] ? p == q[1] : 2;
}
int guarded(int n, const int *p)
{
	int value, known = 0;

	for (int i = 0; i < n; i++) {
		if (p[i] > 3) {
			value = p[i];
			known = 1;
		} else if (p[i] < -3) {
			known = 0;
		}
	}
	return known && n > 2 ? value : 0;
}
#ifndef LINKED /* LTO's link alone: it sees another path behind the hooks */
int halves(unsigned n)
{
	int half;

	if (n % 2)
		half = 1;
	else
		half = (half & 1) + 3;
	return half < 3 ? half : 0;
}
#endif
#define PLACED section("placed"), noinline
__attribute__((used, retain, PLACED)) static int kept(int n) { return n > 3; }
__attribute__((PLACED)) int lost(int n) { return kept(n) > 0; }
int setjmp(long *) __attribute__((returns_twice));
int again(long *state, int n)
{
	int clobbered = n + 1;

	if (setjmp(state))
		return clobbered;
	clobbered = n > 3 ? n * 2 : n;
	return clobbered;
}
E2
same_warnings() { # name flags...
	warned=$1
	shift
	"$CC" -Wall -Wextra "$@" warns.c -o plain.o 2> plain.warn
	echo "exit status $?" >> plain.warn
	"$CC" -Wall -Wextra "$@" -fplugin="$ME_BUILD/me.so" warns.c -o me.o 2> me.warn
	echo "exit status $?" >> me.warn
	check "compile_warnings_$warned" diff plain.warn me.warn
}
for level in 0 1 2 3 s; do
	same_warnings O$level -c -O$level
done
same_warnings lto -c -O2 -flto
same_warnings lto_link -DLINKED -O2 -flto -r -nostdlib -flinker-output=nolto-rel
same_warnings error -c -O2 -Werror
same_warnings pipe -c -O2 -pipe
same_warnings frame -c -O1 -Wstack-usage=1000
# The copy of the compiler that warns writes no file: neither that of gcov nor a dump.
rm -f warns.gcno me.gcno
"$CC" -w -O2 -dumpbase warns --coverage -fplugin="$ME_BUILD/me.so" -fdump-tree-optimized=w.dump \
	-c warns.c -o me.o
mv warns.gcno w.gcno
"$CC" -Wall -O2 -dumpbase warns --coverage -fplugin="$ME_BUILD/me.so" \
	-fdump-tree-optimized=Wall.dump -c warns.c -o me.o 2> me.warn
check compile_warnings_gcno_size test "$(wc -c < w.gcno)" = "$(wc -c < warns.gcno)"
check compile_warnings_dump cmp w.dump Wall.dump
# The common body of two constructors, a symbol of their group of sections alone.
cat > local.cc <<'E2'
struct base {
	int a;
	base() : a(0) {}
	virtual int value() { return a; }
};
struct derived : virtual base {
	int value() { return 2; }
};
int use(int n)
{
	derived d;
	return n > 3 ? d.value() : 1;
}
E2
check compile_group "g++$suffix" -Os -fsanitize=vptr -fchecking -fplugin="$ME_BUILD/me.so" -c local.cc -o local.o

# ---- a profile: of the program with hooks, or of one without them

cat > profiled.c <<'E2'
int profiled(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i;
	return sum == 45;
}
E2
echo 'int profiled(int n); int main(void) { return profiled(10) + 2; }' > profiled_main.c
# profile COMPILER FLAG...: the object compiled with a profile that this compiler made
profile() {
	rm -f ./*.gcda profiled.o
	"$1" "$2" -fprofile-generate -c profiled.c -o profiled.o &&
		"$me_cc" -fprofile-generate profiled.o profiled_main.c -o profiled
	./profiled
	[ $? = 3 ] && [ -f profiled.gcda ] &&
		"$me_cc" "$2" -fprofile-use -Wall -Werror -c profiled.c -o profiled.o
}
for level in -O0 -O1 -O2; do
	check "profile_own$level" profile "$me_cc" $level
	check "profile_plain$level" profile "$CC" $level
done
