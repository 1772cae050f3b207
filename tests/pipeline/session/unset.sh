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

# ---- the stack is filled where something may read it unset, and only there: each run of these functions
# fails that finds it filled below its frame

if [ ! "$sanitized" ]; then # ASan moves variables elsewhere
filled='#include <stdlib.h>
static void stop_if_filled(void)
{
	const unsigned long frame = (unsigned long)__builtin_frame_address(0);
	if (*(volatile const unsigned long *)((frame - 300) & -8ul) == 0x7ff87ff87ff87ff8)
		abort();
}'
fills() { # wanted name [FILE], its source on stdin
	{ echo "$filled" && cat; } > "$2".body
	target "$2" "$2" --no-driver ${3:+"$3"} < "$2".body
	search "$2" -runs=200
	check_equal "filled_$2" "$1" $?
}
fills 0 registers <<'E2'
int registers(double x, double y)
{
	double least;
	stop_if_filled();
	if (x < y)
		least = x;
	else
		least = y;
	return least > 3;
}
E2
fills 0 members <<'E2'
#include <math.h>
struct result { double value, error; };
static int root(double x, struct result *r)
{
	if (x < 0) {
		r->value = r->error = 0;
		return 1;
	}
	r->value = sqrt(x);
	r->error = strtod("1e-16", NULL);
	return 0;
}
int members(double x)
{
	struct result r, copy;
	stop_if_filled();
	if (root(x, &r))
		return 0;
	copy = r;
	return copy.value > 3;
}
E2
fills 77 one_way <<'E2'
int one_way(double x, double y)
{
	double least;
	stop_if_filled();
	if (x < y)
		least = x;
	return least > 3;
}
E2
fills 77 elements <<'E2'
int elements(int n, int k)
{
	double x[4];
	stop_if_filled();
	for (int i = 0; i < n && i < 4; i++)
		x[i] = i;
	return x[k & 3] > 2;
}
E2
fills 77 half <<'E2'
struct pair { double a, b; };
static void set(struct pair *p, int n) { p->a = 1; if (n > 3) p->b = 2; }
int half(int n)
{
	struct pair p;
	stop_if_filled();
	set(&p, n);
	return p.b > 1;
}
E2
fills 77 indirect <<'E2'
static int next(int n) { return n + 1; }
int (*volatile indirect_call)(int) = next;
int indirect(int n)
{
	stop_if_filled();
	return indirect_call(n) > 3;
}
E2
echo 'int elsewhere(int n) { int x[4]; x[n & 1] = 3; return x[n & 3]; }' > elsewhere.c
"$CC" -c elsewhere.c
fills 77 uninstrumented "$PWD/elsewhere.o" <<'E2'
int elsewhere(int n);
int uninstrumented(int n)
{
	stop_if_filled();
	return elsewhere(n) > 3;
}
E2
fi
