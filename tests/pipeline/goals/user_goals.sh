# SPDX-License-Identifier: GPL-3.0-or-later
# ME_REACH, ME_ASSERT and ME_LABEL (me/target.h): covered by an input, proven, or unknown,
# in C, C++ and Fortran; and that they change nothing of the program.
. "$ME_ROOT/tests/check.sh"

flags="-I$ME_ROOT/include"
command -v "$first" > /dev/null || {
	skip user_goals "there is no solver"
	exit 0
}

# goals NAME SOURCE ENTRY: builds, searches, proves and measures; the logs are NAME/log,
# NAME/prove and NAME/cover.
goals() {
	compiler=$me_cc
	case $2 in
	*.cc) compiler=$ME_BUILD/me-c++ ;;
	*.f90) compiler=$ME_BUILD/me-fortran ;;
	esac
	mkdir -p "$1/corpus"
	mv "$2" "$1/"
	(cd "$1" && "$compiler" -g -O0 $flags -fplugin-arg-me-entry="$3" "$2" -lm -o fuzz_target) \
		> "$1/build.log" 2>&1 || not_ok "$1_builds" "$(tail -n 5 "$1/build.log")"
	search "$1"
	(cd "$1" && "$me" prove --timeout=5 ./fuzz_target corpus) > "$1/prove" 2>&1
	(cd "$1" && "$me" cover ./fuzz_target corpus) > "$1/cover" 2>&1
}

# ---- C
cat > c.c <<'E2'
#include "me/target.h"
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <string.h>
int f(double x, int n, int *p, unsigned char bits)
{
	int r = 0;
	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	ME_LABEL(conjunction, x == 3.25 && n > 1000);
	ME_LABEL(2, x * x + 1 == 10.0);
	ME_LABEL(division, 100 / n == 33 && 7 % n == 1);
	ME_LABEL(memory, p && p[0] == 123456);
	ME_LABEL(opposites, n > 3 && n < 3);
	ME_LABEL(choice, (bits & 1 ? x : -x) == 17.5);
	ME_ASSERT(x < 100 || n != 77);
	ME_ASSERT(fabs(x) >= 0 || x != x);
	ME_ASSERT(sqrt(x) != 12.5);
	ME_ASSERT(!(j0(x) > 1.5));
	if (fetestexcept(FE_ALL_EXCEPT) || errno)
		ME_REACH(); /* what is computed above raises nothing */
	if (n > 1000)
		ME_REACH();
	for (int i = 0; i < 3; i++) {
		r += i;
		ME_LABEL(last, i == 2 && n == -5);
		ME_LABEL(beyond, i == 4);
	}
	return r;
}
E2
goals c c.c f
for id in conjunction 2 division memory choice last; do
	check_no_line "c_covers_$id" "LABEL\\($id,.* never" c/prove
done
check_line c_proves_label '`ME_LABEL\(opposites, n > 3 && n < 3\);` never meets label opposites: infeasible \(' c/prove
check_line c_proves_in_loop '`ME_LABEL\(beyond, i == 4\);` never meets label beyond: infeasible \(' c/prove
check_line c_proves_assertion 'ASSERT\(fabs\(x\) >= 0 .*` never fails: infeasible \(' c/prove
check_line c_unknown 'ASSERT\(!\(j0\(x\) > 1.5\)\);` never fails\? unknown: ' c/prove
check_no_line c_violates 'ASSERT\((x < 100|sqrt)' c/prove
check_line c_summary '^18 of 22 goals resolved' c/prove
check_line c_labels_counted '^label: 6 of 8 met' c/cover
check_line c_asserts_counted '^assert: 2 of 4 met' c/cover
check_line c_changes_no_flags '` is (never reached: infeasible|reached: not met)' c/cover
check_line c_reaches '^reach: 1 of 2 met' c/cover
check_line c_cover_branches '^f .* 8/8 .* 6/8 ' c/cover
check_equal c_ids 'f:assert.0 f:assert.1 f:assert.2 f:assert.3' \
	"$(c/fuzz_target --goals | sed -n 's/.*"goal":"\(f:assert[^"]*\)".*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
# A traced run tells the goals that the search has met.
check_equal c_traces_violation 1 \
	"$(c/fuzz_target --trace c/corpus/* 2> /dev/null | met_goals | grep -c '^"f:assert.0"$')"
# The verdict file is about goals too: the next session does not search for them.
search c -runs=100000
check_line c_verdicts_kept '3 goals are proven infeasible' c/log

# ---- the covers take predicates as goals like others
cat > k.c <<'E2'
#include "me/target.h"
int k(int a, int b, float x)
{
	ME_LABEL(conjunction, a == 77 && b > 1000);
	ME_LABEL(opposites, a > 3 && a < 3);
	ME_LABEL(number, x * 2 == 7.5f);
	ME_ASSERT(a + b != 4711);
	if (a > b && b > a)
		ME_REACH();
	return a < b;
}
E2
goals k k.c k
for algorithm in statement path prefix; do
	(cd k && "$me" prove --timeout=5 --algorithm=$algorithm ./fuzz_target $algorithm) > "k/$algorithm.log" 2>&1
	check_line "${algorithm}_proves" 'never meets label opposites: infeasible \(' "k/$algorithm.log"
	check_line "${algorithm}_proves_place" '`ME_REACH\(\);` is never reached: infeasible \(' "k/$algorithm.log"
	check_line "${algorithm}_covers" 'LABEL\(conjunction.* covered by ' "k/$algorithm.log"
	check_line "${algorithm}_covers_number" 'LABEL\(number.* covered by ' "k/$algorithm.log"
	check_line "${algorithm}_violates" 'ASSERT.* covered by ' "k/$algorithm.log"
	check_line "${algorithm}_summary" '^([0-9]+) of \1 goals resolved' "k/$algorithm.log"
done

# Any inputs give the same results with and without the goals.
cat > main.c <<'E2'
#include <stdio.h>
int f(double x, int n, int *p, unsigned char bits);
int main(void)
{
	for (int i = -50; i < 50; i++) {
		int p = i;
		printf("%d\n", f(i * 0.37, i, &p, (unsigned char)i));
	}
	return 0;
}
E2
"$CC" $flags c/c.c main.c -lm -o plain && ./plain > plain.out
"$me_cc" $flags -g -O0 c/c.c main.c -lm -o instrumented && ./instrumented > instrumented.out
check same_results cmp plain.out instrumented.out

# ---- above -O0, where the limits are those of documented entries
for level in 1 2 3; do
	(cd c && "$me_cc" -g -O$level $flags -fplugin-arg-me-any-O -fplugin-arg-me-entry=f c.c -lm -o fuzz_target) \
		> c/build.log 2>&1
	rm -rf c/corpus c/corpus.me
	search c
	check_line "c_O${level}_search" 'goals covered' c/log
	check_equal "c_O${level}_labels" 6 \
		"$(c/fuzz_target --trace c/corpus/* 2> /dev/null | met_goals | grep -c '^"f:label')"
done

# ---- C++: templates have goals of each instance
cat > t.cc <<'E2'
#include "me/target.h"
namespace n {
template <class T> static int limit(T x, T y)
{
	ME_LABEL(sum, x + y == T(42.5));
	ME_ASSERT(!(x > y) || !(y > x));
	return x > y;
}
struct P { double a; int b; };
int g(const P &p, float f)
{
	int r = limit(p.a, (double)f) + limit(f, f + 1);
	ME_LABEL(nan, __builtin_isnan(f) && p.b == 77 ? true : false);
	ME_ASSERT(p.b != 1234567);
	if (r > 1)
		ME_REACH();
	return r;
}
}
E2
goals cxx t.cc n::g
check_line cxx_summary '^([0-9]+) of \1 goals resolved' cxx/prove
check_equal cxx_proves 2 "$(grep -c 'ASSERT.* never fails: infeasible' cxx/prove)"
check_line cxx_proves_place '`ME_REACH\(\);` is never reached: infeasible' cxx/prove
check_line cxx_labels '^label: 3 of 3 met' cxx/cover
check_line cxx_violation '^assert: 1 of 3 met' cxx/cover

# ---- Fortran: calls of subroutines
if command -v "$(echo "$CC" | sed 's/gcc/gfortran/')" > /dev/null; then
cat > r.f90 <<'E2'
subroutine roots(x, y, n, r)
  implicit none
  real(8), intent(in) :: x, y
  integer, intent(in) :: n
  integer, intent(out) :: r
  logical :: ok
  r = 0
  call me_label(1, x == 3.25d0 .and. y > 1.0d3)
  if (n > 7) then
    r = 1
    call me_reach()
  end if
  ok = x * x >= 0.0d0 .or. x /= x
  call me_assert(ok)
  call me_assert(n /= 123456)
  call me_label(2, n > 5 .and. n < 5)
  call me_assert(.not. bessel_j0(x) > 1.5d0)
end subroutine
E2
goals fortran r.f90 roots
check_line fortran_proves_assertion '`call me_assert\(ok\)` never fails: infeasible' fortran/prove
check_line fortran_proves_label 'me_label\(2, .*` never meets label 2: infeasible' fortran/prove
check_line fortran_unknown 'me_assert\(.not. bessel.*` never fails\? unknown' fortran/prove
check_line fortran_summary '^7 of 8 goals resolved' fortran/prove
check_line fortran_cover '^assert: 1 of 3 met' fortran/cover
check_line fortran_cover_label '^label: 1 of 2 met' fortran/cover
cat > l.f90 <<'E2'
module kept
  logical :: flag = .false.
end module
subroutine logicals(l, v, n)
  use kept
  implicit none
  logical, intent(in) :: l
  logical, intent(in) :: v(3)
  integer, intent(in) :: n
  logical :: ok
  ok = n > 3
  flag = n == 31415
  if (n > 100) ok = .false.
  call me_assert(l)
  call me_label(1, v(2))
  call me_label(2, flag)
  call me_assert(ok)
end subroutine
E2
goals logicals l.f90 'logicals,v:3'
check_line logicals_summary '^([0-9]+) of \1 goals resolved' logicals/prove
check_line logicals_asserts '^assert: 2 of 2 met' logicals/cover
check_line logicals_labels '^label: 2 of 2 met' logicals/cover
cp fortran/r.f90 .
check fortran_without_me "$(echo "$CC" | sed 's/gcc/gfortran/')" -c r.f90 "$ME_ROOT/include/me/target.f90"
cat > id.f90 <<'E2'
subroutine f(n)
  integer, intent(in) :: n
  call me_label(n, n > 3)
end subroutine
E2
check_equal fortran_id_status 1 "$(status_of id.log "$ME_BUILD/me-fortran" -c id.f90)"
check_line fortran_id 'the id of a label is no constant' id.log
else
	skip fortran_goals "there is no gfortran"
fi

# ---- what is refused
refused() { # name pattern expression
	cat > refused.c <<E2
#include "me/target.h"
int g(int);
int f(int n, volatile int *v, int *p)
{
	int m = n;
	ME_ASSERT($3);
	return m + *p;
}
E2
	check_equal "refused_$1_status" 1 "$(status_of refused.log "$me_cc" $flags -c refused.c)"
	check_line "refused_$1" "refused.c:6:.*error: plugin me: the expression of a goal has a side effect.*$2" refused.log
}
refused increment 'changes a variable' 'm++ > 3'
refused assignment 'changes a variable' '(m = n) > 3'
refused store 'writes to memory' '(*p = n) > 3'
refused call 'does not know' 'g(n) > 3'
refused volatile 'volatile' '*v > 3'
refused in_block 'changes a variable' '({ int t = n; m = t; t > 3; })'
refused array 'writes to memory' '({ int t[2] = {n, n}; t[n & 1] > 3; })'
refused assembly 'volatile' '({ __asm__ volatile(""); n; }) > 3'
sed 's/ME_ASSERT(/ME_LABEL(one, /' refused.c > refused_label.c
check_equal refused_label_status 1 "$(status_of refused.log "$me_cc" $flags -c refused_label.c)"
check_line refused_label 'refused_label.c:6:.*error: .* a goal has a side effect' refused.log
cat > keeps.c <<'E2'
#include "me/target.h"
int f(int n)
{
	for (int i = 0; i < n; i++)
		ME_LABEL(7, ({ int t; if (i) t++; else t = 0; t > 7; }));
	return n;
}
E2
check_equal keeps_status 1 "$(status_of keeps.log "$me_cc" $flags -c keeps.c)"
check_line keeps 'the expression of a goal keeps a value of a variable that is declared in it' keeps.log
cat > twice.c <<'E2'
#include "me/target.h"
int f(int n)
{
	ME_LABEL(7, n > 3);
	ME_LABEL(7, n > 4);
	return n;
}
E2
check_equal twice_status 1 "$(status_of twice.log "$me_cc" $flags -c twice.c)"
check_line twice 'error: plugin me: label 7 is in this function already' twice.log
check_equal unknown_kind_status 1 "$(status_of kind.log "$me_cc" $flags -fplugin-arg-me-kinds=nothing -c c/c.c)"
check_line unknown_kind 'kinds=nothing.*no such kind of goals; there are branch, assert, boundary, fpe, function, rte$' kind.log
check branch_kind "$me_cc" $flags -fplugin-arg-me-kinds=branch,fpe -c c/c.c

# ---- variables of a goal's own

cat > own.c <<'E2'
#include "me/target.h"
int own(int n, double x, const int *a)
{
	int t = n;
	for (int k = 0; k < 2; k++) {
		ME_LABEL(sum, ({ int t = n * 2; t += 3; t == 1234567; }));
		ME_LABEL(all, ({ int s = 0; for (int i = 0; i < 3; i++) s += a[i] & 0xffff; s == 4711; }));
		ME_ASSERT(({ double y = x * x; int big = y > 4; big ? y < 100 : n < 7; }));
		ME_ASSERT(({ int r = n & 1; r < 2; }));
		ME_LABEL(quotient, ({ int d = n - 7; 1000 / d == 250; }));
	}
	return t;
}
E2
for level in 0 2; do
	mkdir -p own$level
	"$me_cc" -O$level -Wall -Wextra -Werror $flags -fchecking=1 -fplugin-arg-me-any-O -fplugin-arg-me-entry=own,a:3 \
		own.c -o own$level/fuzz_target > own.log 2>&1 || not_ok own_builds_$level "$(tail -n 4 own.log)"
	search own$level -runs=100000
	check_line own_covered_$level 'stop: .*; 6 of 7 goals covered' own$level/log
done
(cd own0 && "$me" prove ./fuzz_target corpus) > own0/prove 2>&1
check_line own_proven 'ASSERT\(\(\{ int r = n & 1; r < 2; \}\)\);` never fails: infeasible' own0/prove

# ---- parts of a conjunction that are tested one after the other

cat > parts.c <<'E2'
#include "me/target.h"
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	if (n < 8)
		return 0;
	ME_LABEL(magic, d[0] == 'F' && d[1] == 'u' && d[2] == 0x80 && d[3] == 0xff);
	ME_ASSERT(d[4] != 'x' || d[5] != 'y');
	return 0;
}
E2
for level in 0 2; do
	cp parts.c parts$level.c
	target parts$level '' -O$level $flags < parts.c
	search parts$level -runs=20000
	check_line parts_covered_$level '4 of 4 goals covered' parts$level/log
done

# ---- libraries, functions that are chosen, and a switch whose labels come later

cat > shared.c <<'E2'
#include "me/target.h"
int shared(int n)
{
	ME_LABEL(inside, n * 3 == 333);
	ME_ASSERT(n * 2 != 7);
	if (n > 100000)
		ME_REACH();
	return n;
}
E2
cat > bytes.c <<'E2'
#include "me/target.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int shared(int n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int n;
	if (size < sizeof n)
		return 0;
	memcpy(&n, data, sizeof n);
	ME_LABEL(outside, n == 4711);
	shared(n);
	return 0;
}
E2
mkdir library
"$me_cc" -g -O0 $flags -fPIC -shared shared.c -o library/libshared.so
"$me_cc" -g -O0 $flags bytes.c -Llibrary -lshared -Wl,-rpath,'$ORIGIN' -o library/fuzz_target
search library -runs=20000
(cd library && "$me" cover ./fuzz_target corpus) > library/cover 2>&1
check_line library_covered 'stop: .*; 7 of 8 goals covered' library/log
check_line library_labels '^label: 2 of 2 met' library/cover
check_line library_reaches '^reach: 1 of 1 met' library/cover
check_line library_asserts '^shared.c:5:[0-9]+: shared: `ME_ASSERT\(n \* 2 != 7\);` fails: not met' library/cover
for chosen in only=shared skip=LLVMFuzzer* only=shared.c skip=bytes.c; do
	"$me_cc" -g -O0 $flags "-fplugin-arg-me-$chosen" bytes.c shared.c -o chosen
	check_equal "chosen_$chosen" 'shared:0.0 shared:0.1 shared:assert.0 shared:label.inside shared:reach.0' \
		"$(./chosen --goals | sed -n 's/.*"goal":"\([^"]*\)".*/\1/p' | sort | tr '\n' ' ' | sed 's/ $//')"
done
cat > labels.c <<'E2'
#include "me/target.h"
int labels(int i)
{
	switch (i) {
		ME_REACH();
	case 1:
		return 2;
	default:
		return 3;
	}
}
E2
check switch_warns "$me_cc" -Wall -Wextra -Werror $flags -c labels.c

# ---- where control comes back, or leaves by an exception
cat > back.c <<'E2'
#include "me/target.h"
#include <setjmp.h>
static jmp_buf back;
int back_again(int n)
{
	ME_LABEL(before, n == 31415);
	if (setjmp(back))
		return 1;
	ME_REACH();
	ME_LABEL(after, n == 27182 || n == -5);
	if (n > 5)
		longjmp(back, 1);
	return 2;
}
E2
target back back_again $flags < back.c
search back
check_line back_covered 'stop: .*; 7 of 7 goals covered' back/log
cat > caught.cc <<'E2'
#include "me/target.h"
#include <cfenv>
#include <cstdio>
int caught(double x, double y, int *p)
{
	std::feclearexcept(FE_ALL_EXCEPT);
	try {
		ME_LABEL(product, x * y == 0.1);
		ME_LABEL(read, *p == 99);
	} catch (...) {
	}
	return std::fetestexcept(FE_ALL_EXCEPT);
}
int main() { std::printf("%d\n", caught(0.1, 0.1, nullptr)); return 0; }
E2
check exceptions_build "$ME_BUILD/me-c++" $flags -fnon-call-exceptions caught.cc -o caught
check_equal exceptions_run 0 "$(./caught)"

# ---- checks of sanitizers say nothing of what only a goal computes
cat > quiet.c <<'E2'
#include "me/target.h"
int quiet(int n, int k)
{
	ME_LABEL(quotient, 100 / n == 33);
	ME_LABEL(shifted, 1 << k == 4096);
	ME_LABEL(sum, n + k == 77);
	return n ^ k;
}
E2
target quiet quiet -fsanitize=undefined $flags < quiet.c
search quiet
check_line quiet_covered 'stop: .*; 3 of 3 goals covered' quiet/log
check_no_line quiet_says_nothing 'runtime error' quiet/log

# ---- kinds that are asked for
cat > called.c <<'E2'
static int on_large(int x) { return x - 1; }
static int never(int x) { return x + 1; }
int called(int x)
{
	if (x > 70000)
		x = on_large(x);
	if (x > 3 && x < 2)
		x = never(x);
	return x;
}
E2
target called called -fplugin-arg-me-kinds=function < called.c
search called
(cd called && "$me" prove ./fuzz_target corpus) > called/prove 2>&1
(cd called && "$me" cover ./fuzz_target corpus) > called/cover 2>&1
check_line function_covered '^function: 2 of 3 met' called/cover
check_line function_proven '^called.c:2:[0-9]+: never: .* is never entered: infeasible' called/prove
check_line function_summary '^([0-9]+) of \1 goals resolved' called/prove

# Functions that get no goals, and builds without ME.
cat > ignored.c <<'E2'
#include "me/target.h"
ME_IGNORE int h(int n)
{
	ME_ASSERT(n > 3 && n < 7);
	return n;
}
int main(void)
{
	ME_REACH();
	ME_LABEL(1, h(3) == 3);
	return 0;
}
E2
sed -i 's/, h(3) == 3/, 1/' ignored.c
check ignored "$me_cc" $flags -Werror ignored.c -o ignored
check ignored_runs ./ignored
check without_me "$CC" $flags -Wall -Wextra -Werror -Wno-missing-prototypes c/c.c main.c -lm -o without
