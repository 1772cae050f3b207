# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because of how a machine converts, rounds, moves and passes
# floating-point numbers. What is marked as never true is infeasible all the same. Where
# `same` is called the first, rough question is no answer.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- unsigned integers by AVX-512: all ones where a number is out of range

if grep -qw avx512f /proc/cpuinfo; then
more=-mavx512f
taken avxu64 '' 'avxu64(-5., 7654321)' <<'E2'
static int same(int m) { return m; }
int avxu64(double x, int m)
{
	unsigned long u = (unsigned long)x;

	if (x == -5 && u == ~0ul && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken avxu32 '' 'avxu32(1e18, 7654321)' <<'E2'
static int same(int m) { return m; }
int avxu32(double x, int m)
{
	unsigned u = (unsigned)x;

	if (x == 1e18 && u == ~0u && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken avxf32 '' 'avxf32(1e18, 7654321)' <<'E2'
static int same(int m) { return m; }
int avxf32(float x, int m)
{
	unsigned u = (unsigned)x;

	if (x > 1e17f && u == ~0u && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

more=
taken avxattr '' 'avxattr(1e18, 7654321)' <<'E2'
static int same(int m) { return m; }
__attribute__((target("avx512f")))
int avxattr(float x, int m)
{
	unsigned u = (unsigned)x;

	if (x > 1e17f && u == ~0u && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
else
	skip avx512 'the processor has no AVX-512'
fi

# ---- floor and its like where no exception counts

more=-fno-trapping-math
taken downward '' 'downward(-1e300, 7654321)' <<'E2'
static int same(int m) { return m; }
int downward(double x, int m)
{
	long n = __builtin_lfloor(x);

	if (m > 5 && m < 5) /* never true */
		return 2;
	if (x < -1e299 && n > 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken upward '' 'upward(1e300, 7654321)' <<'E2'
static int same(int m) { return m; }
int upward(double x, int m)
{
	long n = __builtin_lceil(x);

	if (x > 1e299 && n != -0x7fffffffffffffff - 1 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
more=

# ---- signaling NaNs, which x87 makes quiet when it moves them

for more in -mfpmath=387 '-mfpmath=387 -fexcess-precision=standard'; do
rm -rf quieted quietedf quieteds
taken quieted '' 'quieted(0x7ff4000000000000, 7654321)' <<'E2'
#include <string.h>
static int same(int m) { return m; }
int quieted(unsigned long bits, int m)
{
	double x, y;
	unsigned long r;

	memcpy(&x, &bits, 8);
	y = x;
	memcpy(&r, &y, 8);
	if (bits == 0x4000000000000000 && r != bits) /* never true */
		return 2;
	if (bits == 0x7ff4000000000000 && r != bits && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken quietedf '' 'quietedf(0x7fa00000, 7654321)' <<'E2'
#include <string.h>
static int same(int m) { return m; }
static float id(float x) { return x; }
int quietedf(unsigned bits, int m)
{
	float x;
	union { float f; unsigned u; } u;

	memcpy(&x, &bits, 4);
	u.f = id(x);
	if (bits == 0x7fa00000 && u.u != bits && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken quieteds '' 'quieteds(0x7ff4000000000000, 7654321)' <<'E2'
#include <string.h>
static int same(int m) { return m; }
struct s { double x; };
int quieteds(unsigned long bits, int m)
{
	struct s a, b;
	unsigned long r;

	memcpy(&a, &bits, 8);
	b = a;
	memcpy(&r, &b, 8);
	if (bits == 0x7ff4000000000000 && r != bits && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

done
more=

taken attribute '' 'attribute(0x7ff4000000000000, 7654321)' <<'E2'
#include <string.h>
static int same(int m) { return m; }
__attribute__((target("fpmath=387"))) int attribute(unsigned long bits, int m)
{
	double x, y;
	unsigned long r;

	memcpy(&x, &bits, 8);
	y = x;
	memcpy(&r, &y, 8);
	if (bits == 0x7ff4000000000000 && r != bits && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- sums of a function with a target attribute of its own

more=-std=c11
taken attr2 '' 'attr2(1, 0x1p-60, 7654321)' <<'E2'
static int same(int m) { return m; }
__attribute__((target("fpmath=387"))) int attr2(double x, double y, int m)
{
	if (x == 1 && x + y > 1 && y < 0x1p-54 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
more=

# ---- bytes of a structure that are no part of a number

taken padded_copy '' 'padded_copy(3, 77)' <<'E2'
#include <string.h>
struct s { long double x; };
int padded_copy(long double x, int n)
{
	unsigned char bytes[16];
	struct s from, to;

	memset(&from, n, sizeof from);
	memset(&to, 5, sizeof to);
	to = from;
	memcpy(bytes, &to, 16);
	if (bytes[12] != (unsigned char)n) /* taken */
		return 1;
	return 0;
}
E2

taken padded_clear '' 'padded_clear(77)' <<'E2'
#include <string.h>
struct c { _Complex long double z; };
int padded_clear(int n)
{
	unsigned char bytes[32];
	struct c to;

	memset(&to, n, sizeof to);
	to = (struct c){};
	memcpy(bytes, &to, 32);
	if (bytes[12] != 0) /* taken */
		return 1;
	return 0;
}
E2

taken padded_pass '' 'padded_pass(77, 7654321)' <<'E2'
#include <string.h>
static int same(int m) { return m; }
struct fd { float a; double b; };
static int get(struct fd v)
{
	unsigned char bytes[16];

	memcpy(bytes, &v, sizeof v);
	return bytes[4];
}
int padded_pass(int n, int m)
{
	struct fd from;

	memset(&from, n, sizeof from);
	if (n == 77 && get(from) != 77 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- over intervals

taken ranges '' 'ranges(2, 0.25f, 7) == 21 && ranges(0.5, 1, 0) == 2' <<'E2'
#include <math.h>
int ranges(double x, float y, int n)
{
	int r = 0;

	if (x >= 0 && x <= 2) {
		double p = (0.5 * x - 2) * x + 3;
		double k = floor(4 * x);
		if (p < 0.99) /* never true */
			return 1;
		if (p < 1.01) /* taken */
			r += 1;
		if (4 * x - k > 1.001 || k > 8) /* never true */
			return 2;
		if (p / x > 3) /* taken */
			r += 2;
	}
	if (sqrtf(y) > y + 0.26f) /* never true */
		return 3;
	if (sqrtf(y) > y + 0.24f) /* taken */
		r += 4;
	if ((n & 7) * 0.25f >= 1.8f) /* never true */
		return 4;
	if ((n & 7) * 0.25f >= 1.7f) /* taken */
		r += 16;
	if (x != 0 && x / x != 1 && fabs(x) < 1e300 && x / x == x / x) /* never true */
		return 5;
	return r;
}
E2

# ---- integers, by what they have in common

taken integers '' 'integers(-2, 11, 0.999, 7) == 7' <<'E2'
int integers(int day, int n, double x, int m)
{
	int r = 0;

	if (day >= -1000 && day <= 1000) {
		int week = (day + 4) % 7, year = day - day / 400 * 400;
		if (week < 0)
			week += 7;
		if (week < 0 || week > 6) /* never true */
			return 1;
		if (year > 399 || year < -399) /* never true */
			return 2;
		if (day < 0 && year == -2) /* taken */
			r++;
	}
	if (n >= 1 && n <= 1000 && x >= 0 && x <= 1) {
		int k = (int)(x * n);
		if (k >= n)
			k = n - 1;
		if (k >= n) /* never true */
			return 3;
		if (k == n - 1 && n > 10) /* taken */
			r += 2;
		if (m > 0 && m <= n && (double)m / n > 1) /* never true */
			return 4;
		if (m > 0 && m <= n && (double)m / n > 0.6) /* taken */
			r += 4;
	}
	return r;
}
E2

# ---- by the order of numbers, and by what they have in common

taken related '' 'related(-1e308, 1.7e308, 2, 0) == 1 && related(3, 4, 0.5, 2) == 6 &&
	related(0, 2, -0x1p-1074, 9) == 48 && related(0, 2, 0.1, 9) == 8' <<'E2'
#include <math.h>
static double least(double x, double y) { return y < x ? y : x; }
static double most(double x, double y) { return y < x ? x : y; }
int related(double a, double b, double x, int n)
{
	int r = 0;

	if (a <= b && b <= 1e300) {
		double lower = 0, upper = 8, mean = (a + b) / 2, low = least(a, x);
		for (int i = 0; i < 12; i++) {
			double m = lower + (upper - lower) * 0.5;
			if (m < x)
				lower = m;
			else
				upper = m;
		}
		if (lower > upper) /* never true */
			return 11;
		if (mean > b || (a >= -1e300 && mean < a)) /* never true */
			return 2;
		if (2 * a + 1 > 2 * b + 1) /* never true */
			return 3;
		if (b - a < 0) /* never true */
			return 4;
		if (x == x && (low > b || most(low, a) < a)) /* never true */
			return 5;
		if (fmin(a, fmin(b, x)) > fmax(x, fmax(b, a))) /* never true */
			return 12;
		if (low == x && x > 0) /* taken */
			r += 2;
	} else if (a <= b && a + (b - a) / 2 > b) { /* taken */
		r += 1;
	}
	if (fabs(x) < 1e9) {
		float f = (float)x;
		int i = (int)x, k = (int)(x + 0.5);
		if (x - i >= 1 || i - x >= 1) /* never true */
			return 6;
		if (x - floor(x) > 1) /* never true */
			return 7;
		if (x - floor(x) == 1) /* taken */
			r += 16;
		if (x > 0 && k - x > 0.5000001) /* never true */
			return 8;
		if (x > 0 && k - x > 0.4999) /* taken */
			r += 4;
		if (fabs(x) <= 1 && fabs(f - x) > 1.2e-7) /* never true */
			return 9;
		if (fabs(x) <= 1 && fabs(f - x) > 1e-17) /* taken */
			r += 8;
	}
	if (a >= 1 && a <= 2 && b >= 1 && b <= 2 && b + (a - b) != a) /* never true */
		return 10;
	if (n == 9 && 1 / (x * x) == INFINITY) /* taken */
		r += 32;
	return r;
}
E2
# -0x1p-1074 - floor(-0x1p-1074) is 1: a point says so, solvers do not in time.
check_line related_all '^([0-9]+) of \1 goals resolved' related/log

# ---- by what a condition leaves of operands, case by case

taken narrowed ,w:3,n:len\(w\) 'narrowed((double[]){1e-200}, 1, 0, 1, 0.9999999f, 9) == 5 &&
	narrowed(0, 0, -1e300, 1.7e308, 3e38f, 99) == 2' <<'E2'
#include <math.h>
int narrowed(const double *w, int n, double low, double high, float x, double angle)
{
	double s = 0, squares = 0, c = cos(angle * 0.017453292519943295), t = sin(angle);
	int r = 0;

	for (int i = 0; i < n; i++) {
		if (w[i] < 0)
			return -1;
		if (w[i] == 0)
			continue;
		s += w[i];
		squares += w[i] * w[i];
	}
	if (squares != 0 && squares == squares)
		if (s == 0) /* never true */
			return -2;
	if (s != 0 && squares == 0) /* taken */
		r += 1;
	if (low < high && !isinf(high - low) && x >= low && x <= high) {
		double part = (x - low) / (high - low);
		if (isnan(part)) /* never true */
			return -3;
		if ((int)(part * 10) < 0) /* never true */
			return -4;
		if (part > 0.5 && x < high) /* taken */
			r += 4;
	}
	if (fabs(angle) <= 90) {
		if (t * t * c < 0) /* never true */
			return -5;
		if (c < 0.001 && t > 0) /* taken */
			r += 8;
	} else if (t * t * c < 0) { /* taken */
		r += 2;
	}
	return r;
}
E2

# ---- Fortran's MIN and MAX: which operand it is for NaN and for zeros is left open

if command -v "gfortran$suffix" > /dev/null; then
fortran extremes <<'E2'
integer function extremes(x, y, low, high)
	real(8) :: x, y, low, high, m, c
	extremes = 0
	m = max(x, y)
	if (m < x) extremes = 1 ! never true
	if (m /= m .and. x == x) extremes = -1 ! taken
	if (m == 0 .and. sign(1d0, m) < 0 .and. sign(1d0, x) > 0) extremes = -1 ! taken
	c = min(max(x, low), high)
	if (low <= high .and. c > high) extremes = 2 ! never true
	if (low <= high .and. c < low) extremes = 3 ! never true
	if (c /= c .and. high == high) extremes = -1 ! taken
	if (c /= x .and. x > low .and. x < high) extremes = 4 ! never true
end function
E2
cat > grid.f90 <<'E2'
	integer, external :: extremes
	integer :: i
	real(8) :: v(7), z
	z = 0
	v = [z, -z, 1d0, -1d0, z / z, 1 / z, -1 / z]
	do i = 0, 7**4 - 1
		if (extremes(v(mod(i, 7) + 1), v(mod(i / 7, 7) + 1), v(mod(i / 49, 7) + 1), &
			v(i / 343 + 1)) > 0) stop 1
	end do
end
E2
for level in 0 2; do
	"gfortran$suffix" -O$level grid.f90 extremes/extremes.f90 -o grid
	check extremes_grid_$level ./grid
done
fi

# ---- what is assumed of a bool

target kept_bool kept_bool <<'E2'
_Bool kept;
int kept_bool(int n)
{
	const int k = kept;

	if (k == 2) /* never true */
		return 1;
	return n == 3;
}
E2
"$me" prove --no-search --json kept_bool/fuzz_target kept_bool/corpus > kept_bool/log 2>&1
check_line kept_bool_assumes '"assumes":"if every bool in memory is 0 or 1"' kept_bool/log
sed 's/(int n)/(void)/; s/return n/return kept/' kept_bool/kept_bool.c > alone.c
target bool_alone kept_bool < alone.c
"$me" prove --no-search --json bool_alone/fuzz_target bool_alone/corpus > bool_alone/log 2>&1
check_line kept_bool_assumes_alone '"assumes":"if every bool in memory is 0 or 1"' bool_alone/log
