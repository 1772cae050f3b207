/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * distance.c - branch distances on ordered integers.
 *
 * The key of an operand is its position among the values of its type; -0 and +0 have
 * the same key. With d = key(a) - key(b), the distances to true and to false are:
 *
 *	a <  b     d < 0 ? 0 : d + 1	    d < 0 ? -d : 0
 *	a <= b     d <= 0 ? 0 : d	    d <= 0 ? 1 - d : 0
 *	a == b     |d|			    d == 0 ? 1 : 0
 *	ordered    0			    least distance of an operand to NaN
 *
 * > and >= exchange the operands, != exchanges the outcomes. With a NaN an ordered
 * comparison is false, and its distance to true is that of the NaNs to numbers. UNxx
 * means xx or unordered, so its complement is right for NaN. The distance to false of
 * an ordered comparison (to true of an unordered one) is at most the distance to NaN.
 */
#include "harness/runtime/distance.h"

#include <fenv.h>
#include <float.h>
#include <string.h>

#include "mcmc/axis.h"
#include "value/type.h"

/* Every comparison goes through here: its operands stay in registers. */
#define INLINED __attribute__((always_inline)) inline

/* Above this an image grows by one for 2^COARSE: differences of 80-bit floats, below
 * 2^80, stay below 2^63. Differences of 128 bits continue from VAST with 48 bits of
 * precision. */
#define FINE ((ucoord)1 << 62)
#define COARSE 19
#define VAST_BITS 80
#define VAST ((ucoord)1 << VAST_BITS)
/* Being NaN is worse than any difference of numbers. */
#define NAN_BASE ((uint64_t)1 << 63)

static uint64_t image(ucoord magnitude)
{
	if (magnitude <= FINE)
		return (uint64_t)magnitude;
	if (magnitude < VAST)
		return (uint64_t)(FINE + ((magnitude - FINE) >> COARSE) + 1);
	unsigned bits = VAST_BITS; /* 2^bits <= magnitude */
	while (bits < 127 && magnitude >> (bits + 1))
		bits++;
	uint64_t precise = (uint64_t)(magnitude >> (bits - 48)) - ((uint64_t)1 << 48);
	return image(VAST - 1) + 1 + ((uint64_t)(bits - VAST_BITS) << 48) + precise;
}

static ucoord magnitude_of(coord c)
{
	return c < 0 ? -(ucoord)c : (ucoord)c;
}

uint64_t distance_between(coord a, coord b)
{
	return image(magnitude_of(a - b));
}

struct operand {
	coord key;
	coord past_infinity; /* > 0 exactly for NaN: steps back to infinity */
	coord to_nan; /* steps from here to the nearest NaN; 0 for NaN, -1: none */
};

static struct operand float_operand(ucoord magnitude, int negative, ucoord infinity)
{
	struct operand o;

	o.key = negative ? -(coord)magnitude : (coord)magnitude;
	o.past_infinity = magnitude > infinity ? (coord)(magnitude - infinity) : 0;
	o.to_nan = magnitude > infinity ? 0 : (coord)(infinity - magnitude) + 1;
	return o;
}

static struct operand decimal_operand(enum me_type type, ucoord bits)
{
	coord infinity = decimal_infinity(type);
	struct decimal d;
	struct operand o = {0, 0, 0};

	decimal_read(type, bits, &d);
	if (d.is_nan) {
		o.past_infinity = 1;
		return o;
	}
	o.key = decimal_key(type, &d);
	o.to_nan = infinity - (o.key < 0 ? -o.key : o.key) + 1;
	return o;
}

INLINED static struct operand read_operand(enum me_type type, uint64_t bits)
{
	struct operand o = {0, 0, -1};

	switch (type) {
	case ME_F32:
		return float_operand(bits & 0x7fffffff, bits >> 31 & 1, 0x7f800000);
	case ME_F64:
		return float_operand(bits & ~((uint64_t)1 << 63), bits >> 63 & 1,
				     (ucoord)0x7ff << 52);
	case ME_D32:
	case ME_D64:
		return decimal_operand(type, bits);
	case ME_I8:
	case ME_I16:
	case ME_I32:
	case ME_I64:
		o.key = (int64_t)bits;
		return o;
	default:
		o.key = bits;
		return o;
	}
}

static struct operand read_f80(long double v)
{
	uint64_t mantissa;
	uint16_t top;

	memcpy(&mantissa, &v, 8);
	memcpy(&top, (const char *)&v + 8, 2);
	unsigned exponent = top & 0x7fff, integer_bit = mantissa >> 63 & 1;
	uint64_t fraction = mantissa & ~((uint64_t)1 << 63);
	/* Encodings that no operation produces: a pseudo-denormal has the value of
	 * exponent 1; other numbers without the integer bit are invalid and compare
	 * like NaN. */
	if (!exponent && integer_bit)
		exponent = 1;
	else if (exponent && !integer_bit) {
		exponent = 0x7fff;
		fraction |= 1;
	}
	return float_operand((ucoord)exponent << 63 | fraction, top >> 15,
			     (ucoord)0x7fff << 63);
}

/* Half of the range of `coord`, so that differences fit. */
#define KEY_MOST ((coord)1 << 126)

static struct operand read_128(enum me_type type, ucoord bits)
{
	struct operand o = {0, 0, -1};
	ucoord sign = (ucoord)1 << 127;

	if (type == ME_F128)
		return float_operand(bits & ~sign, !!(bits & sign),
				     (ucoord)0x7fff << 112);
	if (type == ME_D128)
		return decimal_operand(type, bits);
	o.key = (coord)(type == ME_U128 ? bits ^ sign : bits);
	return o;
}

/* Moves both keys together so that they keep their order and, up to KEY_MOST, their
 * difference. */
static void near_keys(struct operand *a, struct operand *b)
{
	int less = a->key < b->key;
	ucoord d =
	    less ? (ucoord)b->key - (ucoord)a->key : (ucoord)a->key - (ucoord)b->key;

	if (d > (ucoord)KEY_MOST)
		d = (ucoord)KEY_MOST;
	a->key = less ? -(coord)d : (coord)d;
	b->key = 0;
}

static int bits_negative(uint64_t bits, int sign_bit)
{
	return bits >> sign_bit & 1;
}

/* ---- the outcomes in terms of d, both operands being numbers */

static void ordered_pair(enum me_op op, coord d, ucoord to[2])
{
	int exchanged = op == ME_GT || op == ME_GE;
	coord e = exchanged ? -d : d;

	switch (op) {
	case ME_LT:
	case ME_GT:
		to[0] = e < 0 ? 0 : (ucoord)e + 1;
		to[1] = e < 0 ? -(ucoord)e : 0;
		break;
	case ME_LE:
	case ME_GE:
		to[0] = e <= 0 ? 0 : (ucoord)e;
		to[1] = e <= 0 ? (ucoord)(1 - e) : 0;
		break;
	case ME_EQ:
		to[0] = magnitude_of(d);
		to[1] = d == 0;
		break;
	default: /* ME_NE and ME_LTGT */
		to[0] = d == 0;
		to[1] = magnitude_of(d);
		break;
	}
}

/* The ordered comparison of numbers in an operator, and its result for NaN. */
struct op_row {
	unsigned char ordered; /* enum me_op below ME_UNORDERED, or ME_OP_COUNT: none */
	unsigned char with_nan; /* its truth when unordered */
};

static const struct op_row op_rows[ME_OP_COMPARISONS] = {
    [ME_LT] = {ME_LT, 0},
    [ME_LE] = {ME_LE, 0},
    [ME_EQ] = {ME_EQ, 0},
    [ME_NE] = {ME_NE, 1},
    [ME_GE] = {ME_GE, 0},
    [ME_GT] = {ME_GT, 0},
    [ME_UNLT] = {ME_LT, 1},
    [ME_UNLE] = {ME_LE, 1},
    [ME_UNGT] = {ME_GT, 1},
    [ME_UNGE] = {ME_GE, 1},
    [ME_UNEQ] = {ME_EQ, 1},
    [ME_LTGT] = {ME_NE, 0},
    [ME_UNORDERED] = {ME_OP_COUNT, 1},
    [ME_ORDERED] = {ME_OP_COUNT, 0},
};

static ucoord way_to_nan(const struct operand *a, const struct operand *b)
{
	if (a->to_nan < 0 || b->to_nan < 0)
		return ~(ucoord)0; /* integers have no NaN */
	return (ucoord)(a->to_nan < b->to_nan ? a->to_nan : b->to_nan);
}

static uint64_t way_to_numbers(const struct operand *a, const struct operand *b)
{
	return NAN_BASE + image((ucoord)a->past_infinity) / 4 +
	       image((ucoord)b->past_infinity) / 4 + 1;
}

INLINED static void ulp_distance(enum me_op op, const struct operand *a,
				 const struct operand *b, struct distance *out)
{
	const struct op_row *row = &op_rows[op];
	coord d = a->key - b->key;
	ucoord to[2] = {0, 0};
	int nan_side = row->with_nan ? 0 : 1; /* the outcome for NaN */

	out->sign = 0;
	if (a->past_infinity > 0 || b->past_infinity > 0) {
		out->to[nan_side] = 0;
		out->to[!nan_side] = way_to_numbers(a, b);
		return;
	}
	if (row->ordered == ME_OP_COUNT)
		to[nan_side] = ~(ucoord)0;
	else
		ordered_pair(row->ordered, d, to);
	ucoord nan = way_to_nan(a, b);
	if (to[nan_side] > nan)
		to[nan_side] = nan;
	out->to[0] = image(to[0]);
	out->to[1] = image(to[1]);
	out->sign = d;
}

static void signbit_distance(const struct operand *a, int negative,
			     struct distance *out)
{
	ucoord m = magnitude_of(a->key);

	out->to[0] = negative ? 0 : image(m + 1);
	out->to[1] = negative ? image(m + 1) : 0;
	out->sign = negative ? -(coord)m - 1 : (coord)m + 1;
}

/* The number that consists of these words, the high word first. */
static uint64_t join_words(uint64_t high, uint64_t low)
{
	return high << 32 | (low & 0xffffffff);
}

/* ---- the paper's distance (Fu and Su, Sect. 3.2; epsilon as in CoverMe) */

#define EPSILON 0x1p-52

static double squared(double a, double b)
{
	double d = (a - b) * (a - b);

	return d == d && d < DBL_MAX ? d : DBL_MAX; /* NaN and infinity: far */
}

static double real_to_true(enum me_op op, double a, double b)
{
	switch (op) {
	case ME_LT:
	case ME_UNLT:
		return a < b ? 0 : squared(a, b) + EPSILON;
	case ME_LE:
	case ME_UNLE:
		return a <= b ? 0 : squared(a, b);
	case ME_EQ:
	case ME_UNEQ:
		return squared(a, b);
	case ME_GT:
	case ME_UNGT:
		return a > b ? 0 : squared(a, b) + EPSILON;
	case ME_GE:
	case ME_UNGE:
		return a >= b ? 0 : squared(a, b);
	case ME_NE:
	case ME_LTGT:
		return a != b ? 0 : EPSILON;
	default:
		return EPSILON;
	}
}

static enum me_op opposite(enum me_op op)
{
	static const unsigned char of[ME_OP_COMPARISONS] = {
	    [ME_LT] = ME_GE,
	    [ME_LE] = ME_GT,
	    [ME_EQ] = ME_NE,
	    [ME_NE] = ME_EQ,
	    [ME_GE] = ME_LT,
	    [ME_GT] = ME_LE,
	    [ME_UNLT] = ME_GE,
	    [ME_UNLE] = ME_GT,
	    [ME_UNGT] = ME_LE,
	    [ME_UNGE] = ME_LT,
	    [ME_UNEQ] = ME_NE,
	    [ME_LTGT] = ME_EQ,
	    [ME_ORDERED] = ME_UNORDERED,
	    [ME_UNORDERED] = ME_ORDERED,
	};
	return of[op];
}

/* The image of a distance; at least 1 unless the outcome is the comparison's own, even
 * if the distance was rounded to 0. */
static uint64_t real_image(double d, int met)
{
	uint64_t bits;

	memcpy(&bits, &d, 8);
	return met ? 0 : bits ? bits : 1;
}

/* FloPSy's distance (Lakhotia, Tillmann, Harman and de Halleux, 2010, Table 1): |a -
 * b|, and K = 1 more where equal operands do not meet the comparison. The table has a -
 * b for `a < b`, which is 0 at a == b; its authors' program adds K there, to all that
 * is not below, so that the distance still falls on the way to b. */
static double flopsy_to_true(enum me_op op, double a, double b)
{
	const unsigned ordered = op_rows[op].ordered;
	const double d = __builtin_fabs(a - b), k = 1;

	if (ordered == ME_NE || ordered == ME_OP_COUNT)
		return k;
	return (d < DBL_MAX ? d : DBL_MAX) +
	       (ordered == ME_LT || ordered == ME_GT ? k : 0);
}

static int is_real(enum distance_kind kind)
{
	return kind == DISTANCE_REAL || kind == DISTANCE_FLOPSY;
}

/* The caller saves the floating-point environment. */
static void real_distance(enum distance_kind kind, enum me_op op, double a, double b,
			  struct distance *out)
{
	double (*to_true)(enum me_op, double, double) =
	    kind == DISTANCE_FLOPSY ? flopsy_to_true : real_to_true;
	const int met[2] = {out->to[0] == 0, out->to[1] == 0};

	out->to[0] = real_image(to_true(op, a, b), met[0]);
	out->to[1] = real_image(to_true(opposite(op), a, b), met[1]);
}

/* What is no finite number, as an unknown distance, stays as it is. */
static uint64_t add_doubles(uint64_t a, uint64_t b)
{
	static const uint64_t infinity = (uint64_t)0x7ff << 52;
	volatile double x, y; /* the sum is made between the calls */
	fenv_t environment;

	if (a >= infinity || b >= infinity)
		return a > b ? a : b;
	memcpy((void *)&x, &a, 8);
	memcpy((void *)&y, &b, 8);
	feholdexcept(&environment);
	x += y;
	fesetenv(&environment);
	return real_image(x < DBL_MAX ? x : DBL_MAX, 0);
}

static double decimal_as_double(enum me_type type, ucoord bits)
{
	struct decimal d;

	decimal_read(type, bits, &d);
	return decimal_to_double(&d);
}

static double as_double(enum me_type type, uint64_t bits)
{
	double d;
	float f;
	uint32_t low = (uint32_t)bits;

	switch (type) {
	case ME_F32:
		memcpy(&f, &low, 4);
		return f;
	case ME_F64:
		memcpy(&d, &bits, 8);
		return d;
	case ME_D32:
	case ME_D64:
		return decimal_as_double(type, bits);
	case ME_I8:
	case ME_I16:
	case ME_I32:
	case ME_I64:
		return (double)(int64_t)bits;
	default:
		return (double)bits;
	}
}

/* Conversions of operands may raise exceptions too. */
static void real_distance_of(enum distance_kind kind, enum me_op op, enum me_type type,
			     uint64_t a, uint64_t b, struct distance *out)
{
	fenv_t environment;

	feholdexcept(&environment);
	real_distance(kind, op, as_double(type, a), as_double(type, b), out);
	fesetenv(&environment);
}

/* ---- pointers: addresses that the system chose must not decide anything. Small
 * differences, as within an object, count; all larger ones are equal. */

#define POINTER_NEAR 65536
#define POINTER_FAR ((uint64_t)1 << 40)

static void blur_pointers(uint64_t a, uint64_t b, struct distance *out)
{
	uint64_t d = a < b ? b - a : a - b;

	if (a && b && d <= POINTER_NEAR)
		return;
	for (int side = 0; side < 2; side++)
		if (out->to[side])
			out->to[side] = POINTER_FAR;
	out->sign = 0;
}

/* ---- */

void distance_of(enum distance_kind kind, enum me_op op, enum me_type type, uint64_t a,
		 uint64_t b, struct distance *out)
{
	if (op == ME_WORDS) {
		a = join_words(a, b);
		b = 0;
		op = ME_EQ;
		type = ME_I64;
	}
	struct operand x = read_operand(type, a), y = read_operand(type, b);

	if (op == ME_SIGNBIT) {
		int sign_bit = type == ME_F32 || type == ME_D32 ? 31 : 63;
		signbit_distance(&x, bits_negative(a, sign_bit), out);
	} else {
		ulp_distance(op, &x, &y, out);
		if (is_real(kind))
			real_distance_of(kind, op, type, a, b, out);
	}
	if (type == ME_PTR)
		blur_pointers(a, b, out);
}

void distance_of_f80(enum distance_kind kind, enum me_op op, long double a,
		     long double b, struct distance *out)
{
	struct operand x = read_f80(a), y = read_f80(b);

	if (op == ME_SIGNBIT) {
		uint16_t top;
		memcpy(&top, (const char *)&a + 8, 2);
		signbit_distance(&x, top >> 15, out);
	} else {
		ulp_distance(op, &x, &y, out);
		if (is_real(kind)) {
			fenv_t environment;
			feholdexcept(&environment);
			real_distance(kind, op, (double)a, (double)b, out);
			fesetenv(&environment);
		}
	}
}

static double f128_as_double(ucoord bits)
{
	return axis_to_double(AXIS_F128, axis_from_bits(AXIS_F128, bits >> 32));
}

static double as_double_128(enum me_type type, ucoord bits)
{
	if (type == ME_F128)
		return f128_as_double(bits);
	if (type == ME_D128)
		return decimal_as_double(type, bits);
	return type == ME_I128 ? (double)(coord)bits : (double)bits;
}

void distance_of_128(enum distance_kind kind, enum me_op op, enum me_type type,
		     ucoord a, ucoord b, struct distance *out)
{
	struct operand x = read_128(type, a), y = read_128(type, b);

	if (op == ME_SIGNBIT) {
		x.key = x.key < -(KEY_MOST - 1) ? -(KEY_MOST - 1)
			: x.key > KEY_MOST - 1	? KEY_MOST - 1
						: x.key;
		signbit_distance(&x, a >> 127 & 1, out);
	} else {
		near_keys(&x, &y);
		ulp_distance(op, &x, &y, out);
		if (is_real(kind)) {
			fenv_t environment;
			feholdexcept(&environment);
			real_distance(kind, op, as_double_128(type, a),
				      as_double_128(type, b), out);
			fesetenv(&environment);
		}
	}
}

uint64_t distance_add(enum distance_kind kind, uint64_t a, uint64_t b)
{
	if (is_real(kind))
		return a && b ? add_doubles(a, b) : a | b;
	ucoord sum = (ucoord)a + b, larger = a > b ? a : b;

	/* Sums of several differences of 80 or 128 bits stay below 2^64, and in order.
	 */
	if (sum > NAN_BASE)
		sum = NAN_BASE + ((sum - NAN_BASE) >> 4);
	return (uint64_t)(sum > larger ? sum : larger);
}

/* FloPSy's distances above 2^190 grow by the logarithm, so that they stay below
 * OBJECTIVE_UNREACHED: the bits of a double are one, in steps of 2^-52. */
static double flopsy_value(double d, uint64_t bits)
{
	static const double plain = 0x1p190;
	uint64_t plain_bits;

	memcpy(&plain_bits, &plain, 8);
	return d <= plain ? d : plain * (1 + (double)(bits - plain_bits) * 0x1p-52);
}

double distance_value(enum distance_kind kind, uint64_t bits)
{
	double d;

	if (!is_real(kind))
		return (double)bits;
	memcpy(&d, &bits, 8);
	d = d == d && d < DBL_MAX ? d : DBL_MAX;
	return kind == DISTANCE_FLOPSY ? flopsy_value(d, bits) : d;
}
