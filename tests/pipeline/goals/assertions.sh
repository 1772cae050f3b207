# SPDX-License-Identifier: GPL-3.0-or-later
# kinds=assert: assert(), __builtin_unreachable() and ERROR STOP are goals, which a run meets
# that ends there.
. "$ME_ROOT/tests/check.sh"

target asserts asserts -fplugin-arg-me-kinds=assert << 'E2'
#include <assert.h>
static int helper(int n)
{
	assert(n != 70001);
	return n & 7;
}
int asserts(int a, double x)
{
	int r = helper(a);
	assert(x != 3.25);
	switch (r) {
	case 0: case 1: case 2: case 3: case 4: case 5: case 6: return r;
	case 7: return x > 2;
	default: __builtin_unreachable();
	}
}
E2
search asserts --kinds=assert
check_line asserts_met 'stop: .*; 2 of 3 goals covered' asserts/log
check_equal asserts_exit 77 "$(status_of asserts/again asserts/fuzz_target asserts/crash-*)"
(cd asserts && mkdir -p failing && cp crash-* failing && "$me" show --kinds=assert ./fuzz_target failing) > asserts/show 2>&1
check_line show_names_helper '^    asserts.c:4: helper: assert.fail0$' asserts/show
check_line show_names_second '^    asserts.c:10: asserts: assert.fail0$' asserts/show
(cd asserts && mkdir -p empty && "$me" resolve --kinds=assert ./fuzz_target empty) > asserts/resolve 2>&1
check_line unreachable_proven '^asserts.c:14:.*`default: __builtin_unreachable\(\);` is never reached: infeasible' asserts/resolve
check_line asserts_resolved '^3 of 3 goals resolved: 2 covered, 1 infeasible' asserts/resolve

# What comes to __builtin_unreachable() ends there.
target reached reached -fplugin-arg-me-kinds=assert << 'E2'
int calls;
int reached(int a)
{
	if (a == 123456)
		__builtin_unreachable();
	calls++;
	return a;
}
E2
search reached --kinds=assert
check_line unreachable_met 'stop: .*; 1 of 1 goals covered' reached/log
check_line unreachable_ends_the_run 'INFO: me: reached\(123456\): SIG(ILL|TRAP)' reached/log

# Off unless it is asked for.
target plain asserts < asserts/asserts.c
check_equal off_by_default 0 "$(plain/fuzz_target --goals | grep -c '"type":"assert"')"

mkdir fortran
cat > fortran/f.f90 << 'E2'
integer function f(i)
  integer :: i
  f = 1
  if (i == 4711) error stop 'no'
  if (i == 4712) error stop 3
end function
E2
(cd fortran && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=f -fplugin-arg-me-kinds=assert f.f90 -o fuzz_target) > fortran/build.log 2>&1
search fortran --kinds=assert
check_line fortran_met 'stop: .*; 2 of 2 goals covered' fortran/log
