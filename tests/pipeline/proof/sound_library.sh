# SPDX-License-Identifier: GPL-3.0-or-later
# What the mathematical library computes or promises (prover/encode/builtin.c, prover/encode/library_contract.c):
# at the ends of these promises branches are taken that `me prove` may not call infeasible.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- errno is changed by calls, and is no variable of the program

taken error '' 'error(-1, 7654321)' <<'E2'
#include <errno.h>
#include <math.h>
static int same(int m) { return m; }
static int kept = 3;
int error(double x, int m)
{
	double y;
	int local = 5;

	errno = 0;
	y = log(x);
	if (kept != 3 || local != 5) /* never true */
		return 2;
	if (errno == EDOM && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- zeros, infinities and NaNs

taken ends '' 'ends(-1000, 7, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int ends(double x, double y, int m)
{
	const double z = exp(x);

	if (z < 0) /* never true */
		return 2;
	if (z == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken zero '' 'zero(-14, 7, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int zero(double x, double y, int m)
{
	const double z = fmod(x, y);

	if (fabs(z) > fabs(x)) /* never true */
		return 2;
	if (y == 7 && z >= 7) /* never true */
		return 3;
	if (x < 0 && z == 0 && signbit(z) && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken length '' 'length(INFINITY, NAN, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int length(double x, double y, int m)
{
	const double z = hypot(x, y);

	if (z < 0) /* never true */
		return 2;
	if (isnan(y) && !isnan(z) && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken domain '' 'domain(-1, 1.0000000000000002, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int domain(double x, double y, int m)
{
	if (x > -1 && isnan(log1p(x))) /* never true */
		return 2;
	if (y > -2 && y < 2)
		if (isnan(asin(0.5 + y / 4))) /* never true */
			return 3;
	if (x == -1 && isinf(log1p(x)) && isnan(acos(y)) && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken rest '' 'rest(7, 2, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int rest(double x, double y, int m)
{
	const double z = remainder(x, y);

	if (fabs(z) > fabs(x)) /* never true */
		return 2;
	if (y == 7 && fabs(z) > 3.5) /* never true */
		return 3;
	if (x == 7 && y == 2 && z == -1 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken angle '' 'angle(-0.0, -1, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int angle(double y, double x, int m)
{
	const double z = atan2(y, x);

	if (y > 0 && z < 0) /* never true */
		return 2;
	if (x > 0 && z > 1.7) /* never true */
		return 3;
	if (y == 0 && z < -3 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken power '' 'power(-0.0, -3, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int power(double x, double y, int m)
{
	const double z = pow(x, y);

	if (x > 0 && z < 0) /* never true */
		return 2;
	if (x >= 0 && z == -INFINITY && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# What is promised, of numbers of all sizes in four modes.
cat > promises.c <<'E2'
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long state = 88172645463325252u;
static unsigned long draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}
static double number(void)
{
	static const double special[] = {0, 1, 2, 0.5, 3, 1e300, INFINITY, NAN, 0x1p-1074, 3 * 0x1p-1074,
					 0x1p-1022, 0x1.fffffffffffffp1023};
	unsigned long bits = draw();
	double x = special[draw() % (sizeof special / sizeof *special)];
	if (draw() % 3 == 0)
		bits = (bits & ~(0x7fful << 52)) | (1013 + bits % 20) << 52;
	if (draw() % 3)
		memcpy(&x, &bits, 8);
	return draw() % 2 ? x : -x;
}
#define PROMISE(is_kept) \
	if (!(is_kept) && wrong++ < 5) \
		printf("mode %d: %a %a: %s\n", mode, x, y, #is_kept)
#define CHECK(F, TYPE) \
	do { \
		const TYPE x = (TYPE)a, y = (TYPE)b, half = (TYPE)fabs(y) * (TYPE)0.5; \
		const int nan = isnan(x) || isnan(y), none = nan || isinf(x) || y == 0; \
		const TYPE r = F(remainder)(x, y), m = F(fmod)(x, y), angle = F(atan2)(x, y), p = F(pow)(x, y); \
		PROMISE(none ? isnan(r) : fabs(r) <= half && fabs(r) <= fabs(x)); \
		PROMISE(none ? isnan(m) : fabs(m) < fabs(y) && fabs(m) <= fabs(x) && !signbit(m) == !signbit(x)); \
		PROMISE(nan ? isnan(angle) : fabs(angle) <= (y > 0 ? (TYPE)1.6 : (TYPE)3.2) && !signbit(angle) == !signbit(x)); \
		PROMISE(!(x > 0) || (isnan(y) ? !(p < 0) : p >= 0)); \
		PROMISE(nan || F(hypot)(x, y) >= 0); \
	} while (0)
#define DOUBLE(name) name
#define FLOAT(name) name##f
int main(void)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	int wrong = 0;
	for (int i = 0; i < 400000; i++) {
		const double a = number(), b = draw() % 4 ? number() : a * ldexp((double)(draw() % 64), -3);
		const int mode = modes[i % 4];
		fesetround(mode);
		CHECK(DOUBLE, double);
		CHECK(FLOAT, float);
		fesetround(FE_TONEAREST);
	}
	return wrong != 0;
}
E2
"$CC" -O1 -frounding-math -w promises.c -lm -o promises
check promises_kept ./promises

# ---- what cannot be an integer, and a mode that is set on the way

taken large '' 'large(1e300, 7654321)' <<'E2'
#include <math.h>
static int same(int m) { return m; }
int large(double x, int m)
{
	if (x < 1e9 && x > -1e9 && lround(x) > 1000000000) /* never true */
		return 2;
	if (x > 0 && lround(x) < 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

more=-frounding-math
taken upward '' 'upward(2.25, 7654321)' <<'E2'
#include <fenv.h>
#include <math.h>
static int same(int m) { return m; }
int upward(double x, int m)
{
	double y;

	if (ceil(x) < x) /* never true */
		return 2;
	fesetround(FE_UPWARD);
	y = rint(x);
	fesetround(FE_TONEAREST);
	if (x == 2.25 && y == 3 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

more=
taken signaling '' 'signaling(0x7ff4000000000000, 7654321)' <<'E2'
#include <math.h>
#include <string.h>
static int same(int m) { return m; }
int signaling(unsigned long bits, int m)
{
	double x;

	memcpy(&x, &bits, 8);
	if (bits == 0x7ff8000000000000 && fmax(x, 2) != 2) /* never true */
		return 2;
	if (isnan(fmax(x, 2)) && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- a program's own function of that name

more=-fno-builtin
taken owned '' 'owned(2.5, 7654321)' <<'E2'
static int same(int m) { return m; }
double floor(double x) { return x + 1; }
double exp(double x) { return -x; }
int owned(double x, int m)
{
	if (floor(x) > x && exp(x) < 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- builtins on the bits of an integer: models that their runs confirm, and proofs

target bits bits -w <<'E2'
int bits(unsigned x, unsigned long y)
{
	int r = 0;
	if (__builtin_bswap64(y) == 0x0102030405060708) /* found */
		r = 1;
	if (__builtin_bswap32(x) == 0x11223344) /* found */
		r = 1;
	if (__builtin_popcount(x) == 29 && x % 8 == 4) /* found */
		r = 2;
	if (__builtin_popcount(x) > 32) /* never */
		r = 2;
	if (y && __builtin_clzl(y) > 63) /* never */
		r = 3;
	if (y && __builtin_clzl(y) == 17 && __builtin_ctzl(y) == 40) /* found */
		r = 3;
	if (__builtin_parity(x) > 1) /* never */
		r = 4;
	return r;
}
E2
"$me" prove --no-search --timeout=3 bits/fuzz_target bits/corpus > bits/log 2>&1
check_line bits_count '> 32.* is never true: infeasible' bits/log
check_line bits_zeros '> 63.* is never true: infeasible' bits/log
check_line bits_parity '> 1[)].* is never true: infeasible' bits/log
check_line bits_all '^22 of 22 goals resolved: 19 covered, 3 infeasible' bits/log

# ---- exponents, fractions and neighbours of numbers

more=

taken scales '' 'scales(-12.375, 5) == 12' <<'E2'
#include <math.h>
int scales(double x, int n)
{
	double whole;
	int e, r = 0;
	const double f = frexp(x, &e);

	if (e == 77 && f < -0.875) /* taken */
		r |= 1;
	if (ilogb(x) == 3) /* taken */
		r |= 4;
	if (nextafter(x, 3.5) == 2.5) /* taken */
		r |= 16;
	if (!(fabs(x) >= 1 && fabs(x) <= 64))
		return r;
	if (n > -4 && n < 4 && fabs(ldexp(x, n)) > 512) /* never true */
		return 3;
	if (x > 2 && x < 4 && (logb(x) != 1 || ilogb(x) != 1)) /* never true */
		return 5;
	if (modf(x, &whole) == -0.375 && whole == -12) /* taken */
		r |= 8;
	return r;
}
E2

# Sixteen numbers each.
taken tabled ',i:0..15' 'tabled(4) == -1' <<'E2'
#include <math.h>
static const double v[16] = {1, -1, 0.5, 3.75, -12.375, 1e300, -1e-300, 0x1p-1022,
	0x1.fffffffffffffp1023, 3.141592653589793, 0x1.0000000000001p53, -0x1.8p52, 0.1, -255.999,
	0, -0.0};
static const double f[16] = {0.5, -0.5, 0.5, 0x1.ep-1, -0x1.8cp-1, 0x1.7e43c8800759cp-1,
	-0x1.56e1fc2f8f359p-1, 0.5, 0x1.fffffffffffffp-1, 0x1.921fb54442d18p-1,
	0x1.0000000000001p-1, -0.75, 0x1.999999999999ap-1, -0x1.ffff7ced91687p-1, 0, -0.0};
static const int e[16] = {1, 1, 0, 2, 4, 997, -996, -1021, 1024, 2, 54, 53, -3, 8, 0, 0};
static const double m[16] = {0, -0.0, 0.5, 0.75, -0.375, 0, -1e-300, 0x1p-1022, 0,
	0x1.21fb54442d18p-3, 0, -0.0, 0.1, -0x1.ff7ced91687p-1, 0, -0.0};
static const double n[16] = {0x1.0000000000001p+0, -0x1.fffffffffffffp-1, 0x1.0000000000001p-1,
	0x1.dffffffffffffp+1, -0x1.8bfffffffffffp+3, 0x1.7e43c8800759bp+996,
	-0x1.56e1fc2f8f358p-997, 0x1.0000000000001p-1022, 0x1.ffffffffffffep+1023,
	0x1.921fb54442d17p+1, 0x1p+53, -0x1.7ffffffffffffp+52, 0x1.999999999999bp-4,
	-0x1.ffff7ced91686p+7, 0x1p-1074, 0x1p-1074};
static const double g[16] = {0, 0, -1, 1, 3, 996, -997, -1022, 1023, 1, 53, 52, -4, 7, -INFINITY,
	-INFINITY};
int tabled(int i)
{
	const double x = v[i];
	double whole;
	int power;

	if ((frexp(x, &power) != f[i]) | (power != e[i]) | (logb(x) != g[i])) /* never true */
		return 1;
	if ((modf(x, &whole) != m[i]) | (whole != trunc(x)) | /* never true */
			(!signbit(modf(x, &whole)) != !signbit(x)))
		return 2;
	if ((nextafter(x, 2) != n[i]) | (ldexp(x, -3) * 8 != x)) /* never true */
		return 3;
	return i == 4 ? -1 : 0; /* taken */
}
E2

# Subnormal numbers, zeros and what is not finite, in both formats: what is true of each is proven.
taken small '' 'small(0x1p-1074, 0x1p-149f) == 1' <<'E2'
#include <math.h>
int small(double x, float y)
{
	int p = 7, q = 7;
	const double f = frexp(x, &p), g = logb(x);
	const float h = frexpf(y, &q), k = logbf(y);

	if (fabs(x) > 0 && fabs(x) < 0x1p-1022 && (!(fabs(f) >= 0.5) | !(fabs(f) < 1) | /* never true */
			(p < -1073) | (p > -1022) | (g != p - 1) | (ilogb(x) != p - 1)))
		return 2;
	if (fabsf(y) > 0 && fabsf(y) < 0x1p-126f && (!(fabsf(h) >= 0.5f) | !(fabsf(h) < 1) | /* never true */
			(q < -148) | (q > -126) | (k != q - 1) | (ilogbf(y) != q - 1)))
		return 3;
	if (x == 0 && ((p != 0) | (f != 0) | (!signbit(f) != !signbit(x)) | (g != -INFINITY))) /* never true */
		return 4;
	if (isnan(x) && (!isnan(f) | !isnan(g))) /* never true */
		return 5;
	if (isinf(x) && ((f != x) | (g != INFINITY))) /* never true */
		return 6;
	if (isnan(y) && (!isnan(h) | !isnan(k))) /* never true */
		return 7;
	return p == -1073 && q == -148 ? 1 : 0; /* taken */
}
E2

# What the formulas make of bits is what the library makes of them: subnormal numbers of each length,
# others, and the ends.
cat > parts.c <<'E2'
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t state = 88172645463325252u;
static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}
#define PARTS(NAME, TYPE, BITS, F) \
	static void NAME(uint64_t number) \
	{ \
		const BITS sign = (BITS)(draw() & 1) << (sizeof(BITS) * 8 - 1), in = (BITS)number | sign; \
		TYPE x; \
		BITS f, g; \
		int p = 0; \
		memcpy(&x, &in, sizeof x); \
		const TYPE fraction = F(frexp)(x, &p), power = F(logb)(x); \
		memcpy(&f, &fraction, sizeof f); \
		memcpy(&g, &power, sizeof g); \
		printf("\tn += " #NAME "(%#llx, %#llx, %d, %#llx);\n", (unsigned long long)in, \
				(unsigned long long)f, isfinite(x) ? p : 77, (unsigned long long)g); \
	}
#define DOUBLE(name) name
#define FLOAT(name) name##f
PARTS(of_double, double, uint64_t, DOUBLE)
PARTS(of_float, float, uint32_t, FLOAT)
static void all(void (*of)(uint64_t), int fraction, int width)
{
	const uint64_t normal = (uint64_t)1 << fraction, infinity = ((uint64_t)1 << (width - 1)) - normal;
	const uint64_t ends[] = {0, normal - 1, normal, normal + 1, infinity - 1, infinity, infinity + 1,
		infinity + normal / 2, infinity + normal - 1};
	for (uint64_t one = 1; one < normal; one *= 2) {
		of(one);
		of(one | (draw() & (one - 1)));
		of(draw() % infinity);
	}
	for (int i = 0; i < 18; i++)
		of(ends[i / 2]);
}
int main(void)
{
	all(of_double, 52, 64);
	all(of_float, 23, 32);
}
E2
"$CC" -O1 -w -fno-builtin parts.c -lm -o parts
mkdir -p parted
cat > parted/head.c <<'E2'
#include <math.h>
#include <string.h>
#define PARTS(NAME, TYPE, BITS, FREXP, LOGB) \
	static int NAME(BITS in, BITS f, int e, BITS g) \
	{ \
		TYPE x, fraction, power; \
		BITS a, b; \
		int p = 77; \
		memcpy(&x, &in, sizeof x); \
		fraction = FREXP(x, &p); \
		power = LOGB(x); \
		memcpy(&a, &fraction, sizeof a); \
		memcpy(&b, &power, sizeof b); \
		if (isnan(x)) \
			return !isnan(fraction) || !isnan(power); \
		return a != f || b != g || (e != 77 && p != e); \
	}
PARTS(of_double, double, unsigned long, frexp, logb)
PARTS(of_float, float, unsigned, frexpf, logbf)
int parted(int m)
{
	int n = 0;
E2
{
	cat parted/head.c
	./parts
	printf '\tif (n) /* never true */\n\t\treturn 2;\n\tif (m == 7654321) /* taken */\n\t\treturn 1;\n\treturn 0;\n}\n'
} > parted.part
taken parted '' 'parted(7654321)' < parted.part

# ---- functions of two arguments, in ranges of both
target plane plane <<'E2'
#include <math.h>
double plane(double x, double y)
{
	if (!(x >= 0 && x <= 3 && y >= 0 && y <= 4))
		return 0;
	if (hypot(x, y) > 5.0001) /* never */
		return 1;
	if (hypot(x, y) > 4.9999) /* found */
		return 2;
	if (atan2(y, x + 1) > 1.3259) /* never: atan(4) */
		return 3;
	if (pow(x + 1, y - 1) > 64.001) /* never */
		return 4;
	if (pow(x + 1, y - 1) < 0.2499) /* never */
		return 5;
	return 6;
}
E2
"$me" prove --timeout=3 plane/fuzz_target plane/corpus > plane/log 2>&1
check_line plane_all '^18 of 18 goals resolved: 14 covered, 4 infeasible' plane/log
