# SPDX-License-Identifier: GPL-3.0-or-later
# ME_ASSUME: an input that breaks it is rejected, searches come to it by its distance, its
# conditions are no goals, and proofs say that they assume it. Notes of values: x:finite,
# n:1..len(x).
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- proofs: what only rejected inputs take, and what others do

taken ranges '' 'ranges(5, 7, 0) == 3 && ranges(3, 9, 4) == 11' <<'E2'
#include <me/target.h>
#include <stdlib.h>
static int side(int n)
{
	if (n == 99) /* never true */
		return 1;
	return n == 9 ? 11 : 3; /* both */
}
int ranges(int a, int n, unsigned char m)
{
	if (m > 200) /* taken */
		a++;
	ME_ASSUME(a == 5 || (n > 8 && n < 20));
	ME_ASSUME(m < 250);
	if (n > 30) /* taken */
		if (a != 5) /* never true */
			abort();
	if (m == 249) /* taken */
		a--;
	if (m == 251) /* never true */
		abort();
	if (m == 8 || m == 9) /* taken */
		if ((m & 12) == 12) /* never true */
			a++;
	if (n == 99) /* taken */
		return 0;
	for (int i = 0; i < 3; i++)
		ME_ASSUME(n + i != 40);
	if (n == 39) /* never true */
		return 0;
	return side(n);
}
E2
check_line ranges_named 'm == 251\) .*infeasible \(.*if ME_ASSUME holds in lines 13 to 28\)' ranges/log
check_line ranges_without '== 12\) .*infeasible \([^;]*\)$' ranges/log
check_no_line ranges_goals 'ME_ASSUME\(' ranges/log
search ranges > /dev/null
check_no_line ranges_faults 'SIGABRT' ranges/log

# ---- the search

target narrow 'narrow,x:finite' <<'E2'
#include <me/target.h>
#include <math.h>
static int is_near(double a, double b) { return fabs(a - b) < 1e-6; }
int narrow(double x, double y, const double *z)
{
	ME_ASSUME(x > 1234.5 && is_near(x, 4711.25));
	ME_ASSUME(y == x * 3);
	if (isfinite(x) && z[0] == y)
		return 1;
	return !isfinite(x);
}
E2
search narrow -runs=100000
check_line narrow_met 'stop: .*; 3 of 4 goals covered' narrow/log
check_no_line narrow_fails 'crash-|ERROR' narrow/log
printf '%0100d' 0 > narrow/rejected
"$me" show narrow/fuzz_target narrow/rejected > narrow/shown 2>&1
check_line narrow_shown 'narrow\(.*\) is rejected$' narrow/shown
check_equal narrow_trace 0 "$(narrow/fuzz_target --trace narrow/rejected 2> /dev/null | met_goals | grep -c .)"
mkdir narrow/other && cp narrow/rejected narrow/other/
(cd narrow && "$me" cover ./fuzz_target other) > narrow/cover 2>&1
check_line narrow_cover '^narrow .* 0/' narrow/cover

# ---- C++, where an object is left behind; Fortran

mkdir -p object && cat > object/object.cc <<'E2'
#include <me/target.h>
struct guard { int *n; ~guard() { ++*n; } };
int object(int n, int m)
{
	int left = 0;
	guard g{&left};

	ME_ASSUME(n > 10 || (m > 3 && !(m > 70)));
	if (n == 5)
		if (m == 71) /* never true */
			return 2;
	if (n == 5) /* taken */
		return 1;
	return left;
}
E2
cplusplus object
fortran root <<'E2'
integer function root(n, x)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  if (.not. (n > 3 .and. n < 9)) call me_reject()
  root = 0
  if (n == 2) root = 1 ! never true
  if (n == 8 .and. x > 2) root = 2 ! taken
end function
E2
check_line root_named 'n == 2.*if ME_ASSUME holds in line 4\)' root/log

# ---- notes of values

taken noted ',x:finite,p:finite,a:4,n:2..len(a)' 'noted(1e308, (struct p){0}, (int[2]){0, 9}, 2) == 3' <<'E2'
struct p { int k; float y; };
int noted(double x, struct p p, const int *a, int n)
{
	if (x - x != 0 || p.y - p.y != 0) /* never true */
		return 1;
	if (n < 2 || n > 4) /* never true */
		return 2;
	if (x * 10 > 1e308 && a[n - 1] == 9) /* taken */
		return 3;
	return 0;
}
E2
