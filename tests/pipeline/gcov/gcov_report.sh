# SPDX-License-Identifier: GPL-3.0-or-later
# `me cover`: what it prints, its options, its exit codes, and what it refuses.
. "$ME_ROOT/tests/check.sh"

"$CC" -O1 "$ME_ROOT/tests/json_lines.c" -ljansson -o json_lines

cat > f.c <<'E2'
#include "limit.h"
int f(double x)
{
	if (x == LIMIT)
		return 1;
	if (x < 1 && x > 2)
		return 2;
	switch ((int)x) {
	case 3 ... 4:
		return 3;
	case 9:
		return 4;
	}
	return 0;
}
E2
echo '#define LIMIT 42.5' > limit.h
check cover_build "$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=f f.c -o f
mkdir corpus
./f -seed=1 corpus > f.log 2>&1 < /dev/null

# ---- the table and the branches that are missing

"$me" cover ./f corpus > cover.txt 2>&1
check_line cover_table '^f +10/11 +90.9% +9/9 +100.0% +8/9 +88.9%' cover.txt
check_line cover_missing '^f.c:6:12: f: `if \(x < 1 && x > 2\)` is true: not taken$' cover.txt
check_equal cover_leaves_corpus "$(ls corpus | wc -l)" "$(ls corpus | grep -Ec '^[0-9a-f]{40}$')"
check_equal cover_leaves_gcov 1 "$(ls corpus.me/gcov/*.gcda | wc -l)"

# Several at once wait for one another.
for i in 1 2 3; do
	"$me" cover ./f corpus > at_once.$i 2> at_once.$i.err &
done
wait
for i in 1 2 3; do
	check "cover_at_once_$i" cmp cover.txt at_once.$i
done

# ---- options and exit codes

"$me" cover --json ./f corpus > cover.json 2> json.err
check_equal json_exit 0 $?
tr -d '\n' < cover.json > line.json
check json_whole ./json_lines line.json
check_line json_missing '"taken": false' cover.json
for member in $(grep -o '^ *"[a-z_]*":' cover.json | tr -d ' ":' | sort -u); do
	grep -q "\"$member\"" "$ME_ROOT/include/me/schema.h" || echo "$member"
done > members
check_equal json_members '' "$(cat members)"
check_line json_members_any '"branches":' cover.json
check_equal below_bar 3 "$(status_of bar.log "$me" cover --fail-under=90 ./f corpus)"
check_equal at_bar 0 "$(status_of bar.log "$me" cover --fail-under=88 ./f corpus)"
check_equal bar_no_number 2 "$(status_of bar.log "$me" cover --fail-under=much ./f corpus)"
check_equal usage_no_corpus 2 "$(status_of usage.log "$me" cover ./f)"
check_equal usage_unknown 2 "$(status_of usage.log "$me" cover --wat ./f corpus)"
check_equal error_no_target 1 "$(status_of error.log "$me" cover ./absent corpus)"
check_equal error_no_corpus 1 "$(status_of error.log "$me" cover ./f absent)"
check_equal error_foreign 1 "$(status_of error.log "$me" cover /bin/true corpus)"

# ---- a link that was not recorded

sanitizer=${sanitized:+-fsanitize=address,undefined}
"$CC" -g -O0 -fplugin="$ME_BUILD/me.so" -fplugin-arg-me-entry=f -c f.c -o part.o &&
	"$CC" part.o "$ME_BUILD/libme.a" -lstdc++ -lm -lrt -lpthread -ldl $sanitizer -o parts
if [ ! -x parts ]; then not_ok link_builds 'no program'; else
	check_equal link_unknown 1 "$(status_of link.log "$me" cover ./parts corpus)"
	check_line link_unknown_says 'the link was not recorded.*--link=' link.log
	check_equal link_given 0 \
		"$(status_of link.log "$me" cover --link="$CC part.o -lm" ./parts corpus)"
	check_line link_given_table '^f +10/11' link.log
fi

# ---- static functions of one header in two units are two functions

echo 'static inline int sg(int x) { if (x < 0) return -1; if (x == 1234567) return 2; return 1; }' > sg.h
printf '#include "sg.h"\nint two(int x) { return sg(x); }\n' > two.c
printf '#include "sg.h"\nint other(int x) { return sg(x); }\n' > other.c
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=two two.c other.c -o two
mkdir two.corpus
./two -seed=1 two.corpus > two.log 2>&1 < /dev/null
"$me" cover ./two two.corpus > two.txt 2>&1
check_line units_all '^two .* 100.0%' two.txt
check_no_line units_kept_apart 'is never|not taken' two.txt

# ---- a computed goto has no branches for gcov, the others keep their names

cat > jump.c <<'E2'
int jump(int n, int m)
{
	static void *to[] = {&&a, &&b};
	if (n < 0 || n > 1)
		return -1;
	goto *to[n];
a:
	if (m == 5)
		return 1;
b:
	if (m == 6)
		return 2;
	return m != m;
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=jump jump.c -o jump
mkdir jump.corpus
./jump -seed=1 jump.corpus > jump.log 2>&1 < /dev/null
"$me" cover ./jump jump.corpus > jump.txt 2>&1
check_line jump_table '^jump .* 8/8 100.0% +8/8 100.0%' jump.txt
check_no_line jump_no_note 'note:' jump.txt

# ---- setjmp: who comes back to it comes by no arc of the graph

cat > leap.c <<'E2'
#include <setjmp.h>
static jmp_buf back;
static void leave(int n)
{
	if (n == 7)
		longjmp(back, 2);
}
int leap(int n)
{
	if (setjmp(back))
		return n == 7;
	leave(n);
	return 0;
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=leap leap.c -o leap
mkdir leap.corpus
printf '\006\0\0\0' > leap.corpus/six
"$me" cover ./leap leap.corpus > leap.txt 2>&1
check_line leap_returned_once '^leap .* 1/2 +50.0%' leap.txt
printf '\007\0\0\0' > leap.corpus/seven
"$me" cover ./leap leap.corpus > leap.txt 2>&1
check_line leap_returned_twice '^leap .* 2/2 100.0% +2/2 100.0%' leap.txt

# ---- a run's rounding mode, flushed subnormal numbers and precision end with it

cat > modes.c <<'E2'
#include <fenv.h>
#include <xmmintrin.h>
int modes(int n)
{
	volatile double one = 1, tiny = 0x1p-1074;
	volatile long double third = 1;
	unsigned short control;

	third /= 3;
	if (one + 0x1p-60 > 1)
		return 2;
	if (tiny + tiny == 0)
		return 3;
	if (third == (double)third)
		return 4;
	fesetround(FE_UPWARD);
	_mm_setcsr(_mm_getcsr() | 0x8040);
	__asm__ volatile("fnstcw %0" : "=m"(control));
	control &= 0xfcff;
	__asm__ volatile("fldcw %0" : : "m"(control));
	return n > 5;
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=modes modes.c -lm -o modes
mkdir modes.corpus
printf '\001\0\0\0' > modes.corpus/one
printf '\011\0\0\0' > modes.corpus/nine
"$me" cover ./modes modes.corpus > modes.txt 2>&1
check_line modes_cover '^modes .* 3/6 +50.0%' modes.txt
check_equal modes_trace '"modes:0.1" "modes:1.1" "modes:2.1"' \
	"$(./modes --trace modes.corpus/* 2> /dev/null | met_goals | tr '\n' ' ' | sed 's/ $//')"

# ---- a function without branches, and 64-bit labels

echo 'int nothing(double x) { return (int)x * 2; }' > nothing.c
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=nothing nothing.c -o nothing
mkdir nothing.corpus
./nothing -seed=1 nothing.corpus > nothing.log 2>&1 < /dev/null
check_equal nothing_covered 0 "$(status_of nothing.txt "$me" cover --fail-under=100 ./nothing nothing.corpus)"
echo 'int label(unsigned long long x) { switch (x & 1) { case 0: return 2; case 5: return 3; case 0xffffffffffffffffull: return 1; } return 0; }' > label.c
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=label label.c -o label
mkdir label.corpus
./label -seed=1 -runs=2000 label.corpus > label.log 2>&1 < /dev/null
check_line label_unsigned 'takes case 18446744073709551615: not taken' \
	"$("$me" cover ./label label.corpus > label.txt 2>&1; echo label.txt)"

# ---- lines are a function's own: not those of what was inlined, nor the neighbour's

cat > taken_in.h <<'E2'
extern inline __attribute__((gnu_inline, always_inline)) int taken_in(int x)
{
	x += 1;
	x *= 2;
	return x;
}
E2
cat > own.c <<'E2'
#include "taken_in.h"
static int low(int x) { return x > 0 ? x - 1 : x; } static int high(int x) { return x + 1; }
int own(int x)
{
	if (x > 5)
		return high(x);
	return taken_in(low(x));
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=own own.c -o own
mkdir own.corpus
printf '\007\0\0\0' > own.corpus/seven
"$me" cover ./own own.corpus > own.txt 2>&1
check_line own_lines '^own +3/4 ' own.txt
check_no_line own_lines_sum 'gcov counts' own.txt
check_line own_lines_shared '^high +1/1 ' own.txt
check_line own_lines_shared_apart '^low +0/1 ' own.txt

# ---- a unit of data has no numbers; of others gcov has to print some

echo 'int limit = 3;' > data.c
echo 'extern int limit; int above(int x) { return x > limit ? 1 : 0; }' > above.c
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=above above.c data.c -o above
mkdir above.corpus
./above -seed=1 above.corpus > above.log 2>&1 < /dev/null
check cover_data "$me" cover ./above above.corpus
case $CC in
*/*) skip gcov_mute 'gcov is looked for beside the compiler first' ;;
*)
	mkdir fake
	printf '#!/bin/sh\necho what?\n' > "fake/gcov-$gcc"
	chmod +x "fake/gcov-$gcc"
	check_equal gcov_mute 1 \
		"$(PATH=$PWD/fake:$PATH status_of mute.log "$me" cover ./f corpus)"
	check_line gcov_mute_says 'gcov-[0-9]+: prints no numbers of f.c' mute.log
	;;
esac

# ---- libraries beside the target

mkdir -p beside/lib beside.corpus
echo 'int bound(void) { return 3; }' > bound.c
echo 'int bound(void); int beyond(int x) { return x > bound() ? 1 : 0; }' > beyond.c
"$CC" -fPIC -shared bound.c -o beside/lib/libbound.so
for origin in '$ORIGIN/lib' '${ORIGIN}/lib'; do
	"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=beyond beyond.c -Lbeside/lib -lbound \
		-Wl,-rpath,"$origin" -o beside/beyond
	(cd beside && ./beyond -seed=1 ../beside.corpus) > beyond.log 2>&1 < /dev/null
	check "cover_origin_$origin" "$me" cover --fail-under=100 beside/beyond beside.corpus
done

# ---- inputs whose runs do not end

cat > endless.c <<'E2'
int endless(int x, int y)
{
	volatile unsigned i = 0;

	while (x > 100)
		i++;
	while (i < 60000000 && x == 3)
		i++;
	if (y == 5)
		return 1;
	return x < y;
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=endless endless.c -o endless
mkdir endless.corpus
for i in $(seq 101 102); do printf "\\$(printf %o "$i")\0\0\0\0\0\0\0" > endless.corpus/$i; done
# The longest one that ends comes last.
printf '\003\0\0\0\005\0\0\0' > endless.corpus/z
timeout 600 "$me" cover ./endless endless.corpus > endless.txt 2>&1
check_equal endless_status 0 $?
check_line endless_rows '^3 inputs' endless.txt
check_no_line endless_long 'y == 5.* is true: not taken' endless.txt

# ---- sources that have changed

touch -d '+1 hour' limit.h
check_equal stale_header 1 "$(status_of stale.log "$me" cover ./f corpus)"
check_line stale_header_says 'limit.h: newer than' stale.log
touch -d '-1 hour' limit.h
touch -d '+1 hour' f.c
check_equal stale_source 1 "$(status_of stale.log "$me" cover ./f corpus)"
check_line stale_source_says 'f.c: newer than' stale.log

# ---- a function that a system header declares too is counted in its own file

cat > cbrt.c <<'E2'
#include <math.h>
double cbrt(double x)
{
	if (x < 0)
		return -1;
	return x > 8 ? 2 : 1;
}
E2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=cbrt cbrt.c -lm -o cbrt
mkdir cbrt.corpus
./cbrt -seed=1 cbrt.corpus > cbrt.log 2>&1 < /dev/null
"$me" cover ./cbrt cbrt.corpus > cbrt.txt 2>&1
check_line declared_by_header '^cbrt +4/4 100.0% +4/4 100.0% +4/4 100.0%' cbrt.txt
check_no_line declared_by_header_agrees 'gcov counts|gcov sees' cbrt.txt
"$me" cover --json ./cbrt cbrt.corpus > cbrt.json 2>&1
check_line declared_by_header_file '"file": "cbrt.c"' cbrt.json
check_no_line declared_by_header_only '"file": "/' cbrt.json

# The compiler turns a condition around where its second operand is the simpler one: the
# comparison that the verdict is about is told.
target turned turned,n:0..50 << 'E2'
int turned(int n)
{
	int m = n < 0 ? 7 : n + 1;
	return m > 5 ? m * 2 : m;
}
E2
mkdir -p turned/corpus
(cd turned && "$me" prove ./fuzz_target corpus) > turned/log 2>&1
check_line turned_told '`int m = n < 0 \? 7 : n \+ 1;` \(compiled as >=\) is never false: infeasible' turned/log
check_line turned_not '`return m > 5 \? m \* 2 : m;` is true: covered by' turned/log

# ---- what only inputs take that fail counts as taken, as in the session and in proofs

target failing f << 'E2'
#include <stdlib.h>
int f(int x, double y)
{
	if (x > 100)
		if (y == 7.5)
			abort();
	return y < 3;
}
E2
search failing
check_equal failing_session 77 $?
check_line failing_session_all '; ([0-9]+) of \1 goals covered' failing/log
check_equal failing_cover 0 "$(cd failing && status_of cover.log "$me" cover ./fuzz_target corpus)"
check_line failing_all '^f .* 4/4 100\.0% ' failing/cover.log
check_line failing_only '.*:5:.*: f: `if \(y == 7\.5\). is true: only by inputs that fail$' failing/cover.log
check_no_line failing_others '(:4|is false).*only by inputs' failing/cover.log
check_equal failing_first '1 distinct fault;1. abort in f' \
	"$(head -n 2 failing/cover.log | cut -d ' ' -f 1-4 | paste -s -d ';')"
check_line failing_call '^   f\([0-9]+, 7.5\)$' failing/cover.log
check_line failing_again '^   to run it again: \./fuzz_target (/.*/)?crash-' failing/cover.log
check_equal failing_code 4 "$(cd failing && status_of json "$me" cover --json --fail-on-faults ./fuzz_target corpus)"
check_equal failing_json 1 "$(grep -c '"only_failing": true' failing/json)"
check_line failing_json_faults '"type": "abort"' failing/json
check_equal failing_triage 4 "$(cd failing && status_of triage.log "$me" triage ./fuzz_target .)"
# A run that a signal ends between two branches takes none behind: neither side of what divides by
# 0, and what lies behind the division only where others come to it.
target divided f << 'E2'
static int part(int a, int b)
{
	return a / b > 3 ? 1 : 2;
}
int f(int a, int b)
{
	int r = 0;
	if (a == 7)
		r = part(a, b & 0);
	else if (b > 20 && b < 90)
		r = part(a, b - 50);
	if (b == 5)
		return r + 2;
	return r;
}
E2
search divided
check_equal divided_session 77 $?
(cd divided && "$me" cover ./fuzz_target corpus) > divided/cover.log 2>&1
check_same divided_counts "$(sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of \([0-9]*\) goals.*/\1\/\2/p' divided/log)" \
	"$(awk '/^(f|part) /{split($6, n, "/"); taken += n[1]; all += n[2]} END {print taken "/" all}' divided/cover.log)"
target never f << 'E2'
int f(int a, int b)
{
	if (a == 7 && a / (b & 0) > 3)
		return 1;
	return b == 5 ? 2 : 0;
}
E2
search never
check_equal never_session 2 "$(goals_left never/log)"
(cd never && "$me" cover ./fuzz_target corpus) > never/cover.log 2>&1
check_equal never_cover 2 "$(grep -c ' is \(true\|false\): not taken$' never/cover.log)"
check_line never_table '^f .* 4/6 ' never/cover.log
# An artifact that fails no more, here of a function that was mended, is an input like others.
sed 's/abort()/return 9/' failing/failing.c > mended.c 2> mended.log ||
	sed 's/abort()/return 9/' failing.c > mended.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=f mended.c -o mended > mended.log 2>&1
check_equal failing_mended 0 "$(cd failing && status_of mended.log "$me" cover --fail-on-faults ../mended corpus crash-*)"
check_no_line failing_mended_none 'distinct fault|inputs that fail' failing/mended.log

# ---- C++: names, what new and delete test of themselves, and where gcov counts more

mkdir -p names/corpus
cat > names/names.cc <<'E2'
struct base { virtual ~base() {} };
struct thing : base { int n; explicit thing(int k) : n(k) { if (k == 99) throw k; } };
int f(int a, int n)
{
	thing *t = new thing(a); /* given back */
	int *p = new int[(n & 7) + 1]; /* size */
	base *b = t;
	thing *none = a > 5 ? t : nullptr; /* source */
	p[0] = 1;
	if (none) /* source */
		delete none; /* null */
	else
		delete b; /* null */
	delete[] p; /* null */
	try {
		if (a == 7) /* source */
			throw 1;
	} catch (int) {
		return 1;
	}
	bool wanted = n > 4; /* source */
	if (wanted) /* source */
		delete new int(4); /* null */
	return 0;
}
E2
if "$ME_BUILD/me-c++" -w -g -O0 -fplugin-arg-me-entry=f names/names.cc -o names/fuzz_target > names/build 2>&1; then
	(cd names && ./fuzz_target -seed=1 corpus > log 2>&1)
	check_line names_closed "$closed; 10 of 10 goals covered" names/log
	(cd names && "$me" cover ./fuzz_target corpus > cover.log 2>&1)
	check_line names_function '^f\(int, int\) ' names/cover.log
	check_line names_constructor '^thing::thing\(int\) ' names/cover.log
	check_line names_sum "^gcov counts [0-9]+ branches, the search has 10 goals; [0-9]+ of gcov's are made by the compiler, [0-9]+ are ways to handlers of exceptions\$" names/cover.log
	cat > names/arrays.cc <<'E3'
#include <string>
#include <vector>
int g(int n)
{
	std::vector<int> a[3];
	std::string *p = new std::string[n & 3];
	std::vector<std::string> w = {"a", "bb"};
	std::vector<std::vector<int>> m{{1, 2}, {3}};

	a[n & 1].push_back(n);
	delete[] p;
	if (a[0].empty()) /* source */
		return w.size() + m.size();
	return 2;
}
E3
	"$ME_BUILD/me-c++" -w -g -O0 -fplugin-arg-me-entry=g names/arrays.cc -o names/arrays > names/build 2>&1
	(cd names && ./arrays -seed=1 -runs=1000 > arrays.log 2>&1)
	check_line names_arrays '2 of 2 goals covered' names/arrays.log
	check_line names_null ' f: `delete none; .*\(made by the compiler\): not taken$' names/cover.log
else
	skip names_closed 'no C++'
fi
