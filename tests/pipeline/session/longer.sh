# SPDX-License-Identifier: GPL-3.0-or-later
# Arrays become longer where a constant in a branch that is not taken asks for that.
. "$ME_ROOT/tests/check.sh"

cat > packed.c <<'E2'
#include <stddef.h>
/* Pairs of a count and a byte; no count is above 150. */
size_t packed(const unsigned char *in, size_t n, unsigned char *out, size_t room)
{
	size_t used = 0, run;

	for (size_t i = 0; i < n; i += run) {
		run = 1;
		while (i + run < n && run != 150 && in[i + run] == in[i])
			run++;
		if (used + 2 > room)
			return 0;
		out[used++] = (unsigned char)run;
		out[used++] = in[i];
	}
	return used;
}
/* The loop goes on behind the end. */
int peaks(const double *x, int n)
{
	int found = 0, rising = 0;

	for (int i = 0; i <= n; i++) {
		if (i < n && x[i] > 0) {
			rising++;
			continue;
		}
		if (rising > found)
			found = rising;
		rising = 0;
	}
	return found > 14 ? -1 : found;
}
/* What no length of x lets happen stays proven. */
int never(const double *x, int n)
{
	int high = 0;

	for (int i = 0; i < n; i++)
		if (x[i] > 1 && high < 20)
			high++;
	if (high > 20)
		return -1;
	return high == 20;
}
E2
"$me" test --time=18 packed.c > packed.log 2>&1
check_line longer_packed '^packed +10 +10 +0 +0 +0$' packed.log
check_line longer_packed_notes "^   'packed,in:~152,n:~len\(in\),out:8,room:len\(out\)'" packed.log
check_line longer_peaks '^peaks +10 +10 +0 +0 +0$' packed.log
check_line longer_never '^never +8 +7 +1 +0 +0$' packed.log
check_line longer_never_proven 'if \(high > 20\).* is true: proven' packed.log
"$me" test --time=6 packed.c packed > told.log 2>&1
check_line longer_told '^   in: 152 elements, for 150 at line 9$' told.log
check "longer_no_rest" test ! -e packed.c.me/packed/.shorter

cat > containers.cc <<'E2'
#include <string>
#include <vector>
/* How often a value goes on; 3: very long. */
int lasting(const std::vector<int> &v)
{
	int same = 0, most = 0;

	for (std::size_t i = 1; i < v.size(); i++) {
		same = v[i] == v[i - 1] ? same + 1 : 0;
		most = same > most ? same : most;
	}
	return most > 30 ? 3 : most > 5;
}
E2
"$me" test --time=10 containers.cc lasting > containers.log 2>&1
check_line longer_container '^lasting: 8 branches: 8 covered, 0 proven infeasible, 0 open; 0 faults$' containers.log

with_fortran longer_shape || exit 0
cat > shape.f90 <<'E2'
integer function lasting(x, limit)
  implicit none
  real(8), intent(in) :: x(:), limit
  integer :: i, now
  lasting = 0
  now = 0
  do i = 1, size(x)
    now = merge(now + 1, 0, x(i) > limit)
    lasting = max(lasting, now)
  end do
  if (lasting > 17) lasting = -1
end function
subroutine runs(x, n, count)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: x(n)
  integer, intent(out) :: count
  integer :: i, now
  count = 0
  now = 0
  do i = 2, n
    now = now + 1
    if (x(i) /= x(i - 1)) now = 0
    if (now >= 20) count = count + 1
  end do
end subroutine
E2
"$me" test --time=16 shape.f90 > shape.log 2>&1
check_line longer_shape '^lasting +[0-9]+ +[0-9]+ +0 +0 +0$' shape.log
check_line longer_declared '^runs +6 +6 +0 +0 +0$' shape.log
