# SPDX-License-Identifier: GPL-3.0-or-later
# What a function reads that it has not set is far outside of arrays and no number, on the stack and
# on the heap; and the end of a function without the value that it should return is a fault.
. "$ME_ROOT/tests/check.sh"

target peak peak <<'E2'
int peak(const double *x, int n, double level)
{
	int at;
	for (int i = 0; i < n; i++)
		if (x[i] > level) {
			level = x[i];
			at = i;
		}
	return x[at] > 7;
}
E2
search peak
check_equal peak_status 77 $?
check_line peak_read 'SIGSEGV: read of .* in peak peak.c:9' peak/log

if [ ! "$sanitized" ]; then # ASan has a filling of its own
target mean mean <<'E2'
double mean(const double *x, int n)
{
	double sum;
	if (n <= 0)
		return 0;
	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum / n;
}
E2
search mean
check_line mean_nan 'finite arguments make the result nan: mean' mean/log

target order last --no-driver <<'E2'
#include <stdlib.h>
int last(const unsigned char *x, int n)
{
	static const int value[4] = {1, 2, 3, 4};
	int *order = malloc(4 * sizeof *order), r = 0;
	if (!order)
		return -1;
	for (int i = 0; i < n && i < 4; i++)
		order[i] = x[i] & 3;
	if (n > 0)
		r = value[order[3]];
	free(order);
	return r;
}
E2
search order -runs=2000
check_equal order_status 77 $?
check_line order_place ' in last order.c:11' order/log
fi

# ---- the end without a value, but where the source says so or no return has one

target end_c c_factor <<'E2'
int c_factor(int unit)
{
	if (unit == 3)
		return 10;
	if (unit == 777)
		return 100;
}
E2
search end_c
check_equal end_c_status 77 $?
check_line end_c_said 'run-time error, .*: the function ends without a value in c_factor end_c.c:7' end_c/log
target none none <<'E2'
static int procedure(int *x) { *x = 1; }
static int way(int x)
{
	if (x == 5)
		return;
	return 3;
}
int none(int x)
{
	int y;
	procedure(&y);
	way(x);
	return x > y;
}
E2
search none
check_equal none_status 0 $?
cat > ends.cc <<'E2'
int factor(int unit)
{
	if (unit == 3)
		return 10;
}
E2
"$me" test ends.cc factor > ends.log 2>&1
check_equal ends_status 4 $?
check_line ends_said 'the (function ends without a value|end of a value-returning function)' ends.log
