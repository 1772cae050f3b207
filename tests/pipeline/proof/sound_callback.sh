# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because code without an export calls a function of the program:
# of an object that was built without the plugin, or of a shared library. What is marked as
# never true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

shared() { # name < source: the library name/libname.so, and $more to link it
	mkdir -p "$1.lib"
	cat > "$1.lib/$1.c"
	check "library_$1" "$CC" -O1 -fPIC -shared -Wl,--unresolved-symbols=ignore-all "$1.lib/$1.c" \
		-o "$1.lib/lib$1.so"
	more="-Wl,--no-as-needed $PWD/$1.lib/lib$1.so"
}

# ---- an object that calls it by name, or by an address that only its own table has

printf 'int far(int);\nint other(int n) { return far(n - 1); }\n' > calls.c
check object_calls "$CC" -O1 -c calls.c -o calls.o
for form in pie no-pie; do
	more="../calls.o -$form"
	taken named_$(echo $form | tr - _) '' "named_$(echo $form | tr - _)(208)" <<E2
int other(int);
int far(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
int named_$(echo $form | tr - _)(int n)
{
	if (n > 100)
		return other(n - 200);
	return far(0);
}
E2
done

cat > table.c <<'E2'
int far(int);
int (*const table[2])(int) = {0, far};
int other(int n) { return table[n & 1](n); }
E2
check object_table "$CC" -O0 -c table.c -o table.o
for form in pie no-pie; do
	more="../table.o -$form"
	taken tabled_$(echo $form | tr - _) '' "tabled_$(echo $form | tr - _)(207)" <<E2
int other(int);
int far(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
int tabled_$(echo $form | tr - _)(int n)
{
	if (n > 100)
		return other(n - 200);
	return far(0);
}
E2
done

# A function of the same unit that is left out of the export calls a static one, by name or
# by a table.
unexported() { # name option... < source
	target "$1" "$1" -w "${@:2}" || return
	"$me" prove --no-search --functions=all --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
	verdicts "$1" "$1.c"
}
unexported ignored <<'E2'
static int near(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
__attribute__((me_ignore)) static int middle(int n) { return near(n); }
int ignored(int n)
{
	if (n == 100) /* taken */
		return 3;
	return middle(n);
}
E2
unexported tabled_ignored <<'E2'
static int near(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
static int (*const table[2])(int) = {0, near};
__attribute__((me_ignore)) static int middle(int n) { return table[n & 1](n); }
int tabled_ignored(int n)
{
	if (n == 100) /* taken */
		return 3;
	return middle(n | 1);
}
E2
unexported left_out -fplugin-arg-me-skip=middle <<'E2'
static int near(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
static int middle(int n) { return near(n); }
int left_out(int n)
{
	if (n == 100) /* taken */
		return 3;
	return middle(n);
}
E2

# A static function of that name is another one.
printf 'int far(int n) { return n; }\n' > far.c
check object_far "$CC" -O1 -c far.c -o far.o
more='../calls.o ../far.o'
taken apart '' 'apart(8)' <<'E2'
int other(int);
static int far(int n)
{
	if (n == 7) /* never true */
		return 2;
	return 0;
}
int apart(int n)
{
	if (other(n) == 7) /* taken */
		return 1;
	return far(0);
}
E2

# ---- a shared library that does not know it

shared ignorant <<'E2'
int other(int n) { return n - 1; }
E2
taken unknown '' 'unknown(8)' <<'E2'
int other(int);
static double one[2] = {1, 2}, two[2] = {3, 4};
static struct series { double *c; int order; } series = {one, 1}, *which = &series;
int far(int n)
{
	if (n == 7) /* never true */
		return 2;
	return 0;
}
int unknown(int n)
{
	if (other(n) == 7) /* taken */
		return 1;
	if (which->order > 5 && which->c != two)
		return 3;
	return far(0);
}
E2

# ---- one that gets its address: as an argument, and in a variable

shared given <<'E2'
int apply(int (*f)(int), int n) { return f(n - 1); }
struct hook { int (*f)(int); };
int hooked(struct hook **h, int n) { return (*h)->f(n - 1); }
E2
taken argument '' 'argument(8)' <<'E2'
int apply(int (*)(int), int);
static int far(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
int argument(int n) { return far(0) + apply(far, n); }
E2

# The variable that the entry names has no function's address in it, but leads to one.
taken led '' 'led(8)' <<'E2'
struct hook { int (*f)(int); };
int hooked(struct hook **, int);
static int far(int n)
{
	if (n == 7) /* taken */
		return 1;
	return 0;
}
static struct hook hook = {far}, *start[2] = {&hook};
int led(int n) { return far(0) + hooked(start, n); }
E2

# ---- one that imports it: the linker shows the name to libraries

shared knowing <<'E2'
int far(int);
int other(int n) { return far(n - 1); }
E2
mkdir -p import
cat > import/far.c <<'E2'
int far(int n)
{
	if (n == 7)
		return 1;
	return 0;
}
E2
cat > import/import.c <<'E2'
int other(int), far(int);
int import(int n)
{
	if (n > 100)
		return other(n - 200);
	return far(0);
}
E2
(cd import && "$me_cc" -g -O0 -w -c far.c && "$me_cc" -g -O0 -w -fplugin-arg-me-entry=import \
	import.c far.o $more -o fuzz_target) > import/build.log 2>&1 ||
	not_ok build_import "$(tail -n 5 import/build.log)"
"$me" prove --no-search --timeout=3 --functions=all import/fuzz_target import/corpus > import/log 2>&1
check_line imported '^far.c:3:.*`if \(n == 7\)` is (true: covered|never true\? unknown)' import/log
check_no_line imported_not_proven '^far.c:3:.*infeasible' import/log
