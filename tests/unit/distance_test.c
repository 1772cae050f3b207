/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch distances, as properties over pairs of special and random values of each type:
 * the way to an outcome is 0 exactly when the machine's own comparison has that outcome
 * (C1 and C2), its sign is that of the difference, nearer operands are not farther, and
 * nothing of it is seen in the floating-point environment.
 */
#include "harness/distance.h"

#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"

enum { VALUES_MAX = 160, RANDOM_VALUES = 60 };

/* An operand; of F80 `wide` alone counts. */
struct value {
	uint64_t bits;
	long double wide;
};

struct value_list {
	enum me_type type;
	const char *name;
	size_t count;
	struct value list[VALUES_MAX];
};

static const char *const op_names[ME_OP_COUNT] = {
    "lt",   "le",   "eq",   "ne",   "ge",   "gt",   "unordered", "ordered",
    "unlt", "unle", "ungt", "unge", "uneq", "ltgt", "signbit",	 "switch"};

static char why[256];

__attribute__((format(printf, 1, 2))) static void say_why(const char *format, ...)
{
	va_list arguments;

	if (*why) /* the first one is told */
		return;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
}

static void report(const struct value_list *l, const char *property)
{
	char name[80];

	snprintf(name, sizeof name, "distance_%s_%s", property, l->name);
	check(!*why, name, why);
	*why = 0;
}

/* ---- values */

static void add(struct value_list *l, uint64_t bits)
{
	if (l->count < VALUES_MAX)
		l->list[l->count++] = (struct value){bits, 0};
}

static void add_wide(struct value_list *l, unsigned top, uint64_t mantissa)
{
	struct value v = {0, 0};
	const uint16_t short_top = (uint16_t)top;

	memcpy(&v.wide, &mantissa, 8);
	memcpy((char *)&v.wide + 8, &short_top, 2);
	if (l->count < VALUES_MAX)
		l->list[l->count++] = v;
}

/* The bits as a hook gets them: sign- or zero-extended from `width`. */
static uint64_t extend(uint64_t bits, unsigned width, bool is_signed)
{
	const unsigned unused = 64 - width;

	if (is_signed)
		return (uint64_t)((int64_t)(bits << unused) >> unused);
	return bits << unused >> unused;
}

static void add_integers(struct value_list *l, unsigned width, bool is_signed)
{
	static const uint64_t special[] = {0, 1, 2, 3, 10, 0x7f, 0x80, 0xff};
	const uint64_t top = (uint64_t)1 << (width - 1);

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add(l, extend(special[i], width, is_signed));
		add(l, extend(-special[i], width, is_signed));
		add(l, extend(top + special[i], width, is_signed));
		add(l, extend(top - special[i], width, is_signed));
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add(l, extend(random_word() >> random_word() % 64, width, is_signed));
}

/* Zeros, subnormals, 1, bounds, infinities, quiet and signalling NaNs, of both signs.
 */
static void add_floats(struct value_list *l, unsigned width, unsigned fraction)
{
	const uint64_t sign = (uint64_t)1 << (width - 1);
	const uint64_t infinity = (sign - 1) >> fraction << fraction;
	const uint64_t least = (uint64_t)1 << fraction,
		       one = infinity / 2 >> fraction << fraction;
	const uint64_t special[] = {0,
				    1,
				    2,
				    least - 1,
				    least,
				    least + 1,
				    one - 1,
				    one,
				    one + 1,
				    one + least,
				    infinity - 1,
				    infinity,
				    infinity + 1,
				    infinity + 2,
				    sign - 1,
				    infinity | least / 2};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add(l, special[i]);
		add(l, special[i] | sign);
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add(l, random_word() & (sign | (sign - 1)));
}

static void add_wides(struct value_list *l)
{
	static const uint64_t integer = (uint64_t)1 << 63;
	static const struct {
		unsigned top;
		uint64_t mantissa;
	} special[] = {
	    {0, 0},
	    {0, 1},
	    {0, 2},
	    {0, integer - 1},
	    {1, integer},
	    {1, integer | 1},
	    {0x3ffe, ~0ull},
	    {0x3fff, integer},
	    {0x3fff, integer | 1},
	    {0x4000, integer},
	    {0x7ffe, ~0ull},
	    {0x7fff, integer},
	    {0x7fff, integer | 1},
	    {0x7fff, integer | 1ull << 62},
	    {0x7fff, ~0ull},
	};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add_wide(l, special[i].top, special[i].mantissa);
		add_wide(l, special[i].top | 0x8000, special[i].mantissa);
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add_wide(l, 1 + (random_word() & 0xfffe), random_word() | integer);
}

static struct value_list lists[] = {
    {.type = ME_BOOL, .name = "bool"}, {.type = ME_I8, .name = "i8"},
    {.type = ME_I16, .name = "i16"},   {.type = ME_I32, .name = "i32"},
    {.type = ME_I64, .name = "i64"},   {.type = ME_U8, .name = "u8"},
    {.type = ME_U16, .name = "u16"},   {.type = ME_U32, .name = "u32"},
    {.type = ME_U64, .name = "u64"},   {.type = ME_PTR, .name = "ptr"},
    {.type = ME_F32, .name = "f32"},   {.type = ME_F64, .name = "f64"},
    {.type = ME_F80, .name = "f80"},
};

enum { LIST_COUNT = sizeof lists / sizeof *lists };

static bool is_float(enum me_type type)
{
	return type == ME_F32 || type == ME_F64 || type == ME_F80;
}

static bool is_signed(enum me_type type)
{
	return type >= ME_I8 && type <= ME_I64;
}

static void fill_list(struct value_list *l)
{
	if (l->type == ME_F32)
		add_floats(l, 32, 23);
	else if (l->type == ME_F64)
		add_floats(l, 64, 52);
	else if (l->type == ME_F80)
		add_wides(l);
	else if (l->type == ME_BOOL)
		add(l, 0), add(l, 1);
	else if (l->type == ME_PTR)
		add_integers(l, 64, false);
	else
		add_integers(l, 8u << ((l->type - ME_I8) & 3), is_signed(l->type));
}

static int op_count(const struct value_list *l)
{
	return is_float(l->type) ? ME_OP_COMPARISONS : ME_GT + 1;
}

/* ---- what the machine says */

static long double number(enum me_type type, const struct value *v)
{
	const uint32_t low = (uint32_t)v->bits;
	double d;
	float f;

	memcpy(&d, &v->bits, 8);
	memcpy(&f, &low, 4);
	return type == ME_F80	? v->wide
	       : type == ME_F64 ? (long double)d
				: (long double)f;
}

#define ORDERED_OUTCOME(op, a, b)                                                      \
	((op) == ME_LT	 ? (a) < (b)                                                   \
	 : (op) == ME_LE ? (a) <= (b)                                                  \
	 : (op) == ME_EQ ? (a) == (b)                                                  \
	 : (op) == ME_NE ? (a) != (b)                                                  \
	 : (op) == ME_GE ? (a) >= (b)                                                  \
			 : (a) > (b))

static bool float_outcome(enum me_op op, volatile long double a, volatile long double b)
{
	switch (op) {
	case ME_UNORDERED:
		return __builtin_isunordered(a, b);
	case ME_ORDERED:
		return !__builtin_isunordered(a, b);
	case ME_UNLT:
		return !(a >= b);
	case ME_UNLE:
		return !(a > b);
	case ME_UNGT:
		return !(a <= b);
	case ME_UNGE:
		return !(a < b);
	case ME_UNEQ:
		return !(a < b) && !(a > b);
	case ME_LTGT:
		return a < b || a > b;
	default:
		return ORDERED_OUTCOME(op, a, b);
	}
}

static bool outcome(enum me_type type, enum me_op op, const struct value *a,
		    const struct value *b)
{
	if (is_float(type))
		return float_outcome(op, number(type, a), number(type, b));
	if (is_signed(type))
		return ORDERED_OUTCOME(op, (int64_t)a->bits, (int64_t)b->bits);
	return ORDERED_OUTCOME(op, a->bits, b->bits);
}

static struct distance measure(enum distance_kind kind, enum me_op op,
			       enum me_type type, const struct value *a,
			       const struct value *b)
{
	struct distance d = {{111, 222}, 333};

	if (type == ME_F80)
		distance_of_f80(kind, op, a->wide, b->wide, &d);
	else
		distance_of(kind, op, type, a->bits, b->bits, &d);
	return d;
}

/* ---- C1 and C2 */

static const char *hex(enum me_type type, const struct value *v, char *out)
{
	uint64_t mantissa;
	uint16_t top;

	memcpy(&mantissa, &v->wide, 8);
	memcpy(&top, (const char *)&v->wide + 8, 2);
	if (type == ME_F80)
		sprintf(out, "0x%04x:%016" PRIx64, top, mantissa);
	else
		sprintf(out, "0x%" PRIx64, v->bits);
	return out;
}

static void tell_pair(enum me_op op, enum me_type type, const struct value *a,
		      const struct value *b, const struct distance *d, const char *what)
{
	char first[40], second[40];

	say_why("%s(%s, %s): %s: to true %" PRIu64 ", to false %" PRIu64 ", sign %+d",
		op_names[op], hex(type, a, first), hex(type, b, second), what, d->to[0],
		d->to[1], (d->sign > 0) - (d->sign < 0));
}

static void check_zero(enum distance_kind kind, enum me_op op, enum me_type type,
		       const struct value *a, const struct value *b)
{
	const bool truth = outcome(type, op, a, b);
	const struct distance d = measure(kind, op, type, a, b);

	if ((d.to[0] == 0) != truth || (d.to[1] == 0) != !truth)
		tell_pair(op, type, a, b, &d, truth ? "it is true" : "it is false");
	for (int side = 0; side < 2; side++) {
		const double value = distance_value(kind, d.to[side]);
		if (!(value >= 0) || value > DBL_MAX ||
		    (value == 0) != (d.to[side] == 0))
			tell_pair(op, type, a, b, &d, "no value of a distance");
	}
}

static void check_outcomes(const struct value_list *l, enum distance_kind kind,
			   const char *property)
{
	for (int op = 0; op < op_count(l); op++)
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k++)
				check_zero(kind, (enum me_op)op, l->type, &l->list[i],
					   &l->list[k]);
	report(l, property);
}

/* ---- the sign bit */

static void check_sign_bit(const struct value_list *l)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_BOOLEAN};
	const struct value zero = {0, 0};

	for (size_t i = 0; i < l->count; i++)
		for (int k = 0; k < 3; k++) {
			const struct value *v = &l->list[i];
			const bool truth = signbit(number(l->type, v)) != 0;
			struct distance d =
			    measure(kinds[k], ME_SIGNBIT, l->type, v, &zero);
			if ((d.to[0] == 0) != truth || (d.to[1] == 0) != !truth)
				tell_pair(ME_SIGNBIT, l->type, v, &zero, &d, "C2");
			if (kinds[k] == DISTANCE_ULP && (d.sign < 0) != truth)
				tell_pair(ME_SIGNBIT, l->type, v, &zero, &d, "sign");
		}
	report(l, "signbit");
}

/* ---- the sign of the difference */

static int wanted_sign(enum me_type type, const struct value *a, const struct value *b)
{
	return outcome(type, ME_GT, a, b) - outcome(type, ME_LT, a, b);
}

static void check_signs(const struct value_list *l)
{
	for (int op = 0; op < op_count(l); op++)
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k++) {
				const struct value *a = &l->list[i], *b = &l->list[k];
				const int want = wanted_sign(l->type, a, b);
				struct distance d = measure(
				    DISTANCE_ULP, (enum me_op)op, l->type, a, b);
				if (l->type == ME_PTR && d.sign == 0)
					continue; /* see check_pointers */
				if ((d.sign > 0) - (d.sign < 0) != want)
					tell_pair((enum me_op)op, l->type, a, b, &d,
						  "sign");
			}
	report(l, "sign");
}

/* a > b is b < a, and so on: the same distances. */
static void check_exchange(const struct value_list *l)
{
	static const unsigned char exchanged[ME_OP_COMPARISONS] = {
	    [ME_LT] = ME_GT,
	    [ME_LE] = ME_GE,
	    [ME_EQ] = ME_EQ,
	    [ME_NE] = ME_NE,
	    [ME_GE] = ME_LE,
	    [ME_GT] = ME_LT,
	    [ME_UNORDERED] = ME_UNORDERED,
	    [ME_ORDERED] = ME_ORDERED,
	    [ME_UNLT] = ME_UNGT,
	    [ME_UNLE] = ME_UNGE,
	    [ME_UNGT] = ME_UNLT,
	    [ME_UNGE] = ME_UNLE,
	    [ME_UNEQ] = ME_UNEQ,
	    [ME_LTGT] = ME_LTGT};

	for (int op = 0; op < op_count(l); op++)
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k++) {
				const struct value *a = &l->list[i], *b = &l->list[k];
				struct distance d = measure(
				    DISTANCE_ULP, (enum me_op)op, l->type, a, b);
				struct distance e =
				    measure(DISTANCE_ULP, (enum me_op)exchanged[op],
					    l->type, b, a);
				if (d.to[0] != e.to[0] || d.to[1] != e.to[1] ||
				    d.sign != -e.sign)
					tell_pair((enum me_op)op, l->type, a, b, &d,
						  "not as exchanged");
			}
	report(l, "exchange");
}

/* ---- monotony */

static bool is_nan(enum me_type type, const struct value *v)
{
	return is_float(type) && isnan(number(type, v));
}

/* For near between b and far: the distance from near is not above that from far. Of
 * floats this holds for the outcome that NaN does not have: NaN is another way out. */
static void check_nearer(enum me_op op, enum me_type type, const struct value *near,
			 const struct value *far, const struct value *b)
{
	const struct distance n = measure(DISTANCE_ULP, op, type, near, b);
	const struct distance f = measure(DISTANCE_ULP, op, type, far, b);
	const bool with_nan = op == ME_NE || (op >= ME_UNLT && op <= ME_UNEQ);

	for (int side = 0; side < 2; side++)
		if (n.to[side] > f.to[side] && f.to[side] != 0 &&
		    (!is_float(type) || side == with_nan))
			tell_pair(op, type, near, b, &n, "farther than a farther one");
}

static bool between(enum me_type type, const struct value *b, const struct value *near,
		    const struct value *far)
{
	return (outcome(type, ME_LE, b, near) && outcome(type, ME_LE, near, far)) ||
	       (outcome(type, ME_GE, b, near) && outcome(type, ME_GE, near, far));
}

static void check_monotony(const struct value_list *l)
{
	for (int op = 0; op < op_count(l); op++) {
		if (op == ME_UNORDERED || op == ME_ORDERED)
			continue;
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k++)
				for (size_t m = 0; m < l->count; m += 3) {
					const struct value *near = &l->list[i],
							   *far = &l->list[k],
							   *b = &l->list[m];
					if (!is_nan(l->type, b) &&
					    between(l->type, b, near, far))
						check_nearer((enum me_op)op, l->type,
							     near, far, b);
				}
	}
	report(l, "monotony");
}

/* ---- the floating-point environment */

static unsigned sse_control(void)
{
	unsigned csr;

	__asm__ volatile("stmxcsr %0" : "=m"(csr));
	return csr;
}

static unsigned x87_status(void)
{
	uint16_t status, control;

	__asm__ volatile("fnstsw %0" : "=m"(status));
	__asm__ volatile("fnstcw %0" : "=m"(control));
	return (unsigned)control << 16 | (status & 0x3f);
}

static void measure_all(const struct value_list *l, enum distance_kind kind)
{
	const int count = is_float(l->type) ? ME_OP_COMPARISONS + 1 : op_count(l);

	for (int op = 0; op < count; op++)
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k += 5) {
				const struct value *a = &l->list[i], *b = &l->list[k];
				const unsigned sse = sse_control(), x87 = x87_status();
				struct distance d =
				    measure(kind, (enum me_op)op, l->type, a, b);
				if (sse != sse_control() || x87 != x87_status() ||
				    errno)
					tell_pair((enum me_op)op, l->type, a, b, &d,
						  "touched the environment");
			}
}

static void check_environment(const struct value_list *l)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
				    FE_TOWARDZERO};

	errno = 0;
	for (int m = 0; m < 4; m++) {
		fesetround(modes[m]);
		feclearexcept(FE_ALL_EXCEPT);
		measure_all(l, DISTANCE_ULP);
		measure_all(l, DISTANCE_REAL);
		feraiseexcept(FE_INEXACT | FE_UNDERFLOW);
		measure_all(l, DISTANCE_ULP);
		measure_all(l, DISTANCE_REAL);
	}
	fesetenv(FE_DFL_ENV);
	report(l, "environment");
}

/* ---- single facts */

/* An encoding with the explicit bit of a normal number and the exponent of a subnormal
 * is a number of its own; without that bit a normal exponent is no number at all. */
static void check_odd_encodings(void)
{
	struct value_list odd = {.type = ME_F80, .name = "odd_f80"};

	add_wide(&odd, 0, (uint64_t)1 << 63);
	add_wide(&odd, 0, (uint64_t)3 << 62);
	add_wide(&odd, 1, 1);
	add_wide(&odd, 0x3fff, 0);
	add_wide(&odd, 0x3fff, (uint64_t)1 << 62);
	add_wide(&odd, 0x7fff, 0);
	add_wide(&odd, 0x7fff, 1);
	add_wide(&odd, 0, 0);
	add_wide(&odd, 1, (uint64_t)1 << 63);
	add_wide(&odd, 0x3fff, (uint64_t)1 << 63);
	check_outcomes(&odd, DISTANCE_ULP, "ulp");
}

static uint64_t double_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, 8);
	return bits;
}

/* The square of 1e-20 is above 0, that of 1e-200 is not: neither is met at 0. */
static void check_real_underflow(void)
{
	static const double bounds[] = {1e-20, 1e-200, 4.9e-324};
	struct distance d;

	for (int i = 0; i < 3; i++) {
		distance_of(DISTANCE_REAL, ME_GE, ME_F64, 0, double_bits(bounds[i]),
			    &d);
		if (d.to[0] == 0 || d.to[1] != 0)
			say_why("0 >= %g counts as met", bounds[i]);
		if (distance_value(DISTANCE_REAL, d.to[0]) <= 0)
			say_why("0 >= %g has the value 0", bounds[i]);
	}
	check(!*why, "distance_real_underflow", why);
	*why = 0;
}

static void check_boolean(const struct value_list *l)
{
	for (int op = 0; op < op_count(l); op++)
		for (size_t i = 0; i < l->count; i++)
			for (size_t k = 0; k < l->count; k++) {
				struct distance d =
				    measure(DISTANCE_BOOLEAN, (enum me_op)op, l->type,
					    &l->list[i], &l->list[k]);
				if (d.to[0] + d.to[1] != 1)
					tell_pair((enum me_op)op, l->type, &l->list[i],
						  &l->list[k], &d, "not 0 and 1");
			}
	report(l, "zero_or_one");
}

/* A neighbour is one step away. */
static void check_steps(void)
{
	const struct value one = {double_bits(1), 0}, next = {double_bits(1) + 1, 0};
	struct distance d = measure(DISTANCE_ULP, ME_EQ, ME_F64, &one, &next);

	check(d.to[0] == 1 && d.to[1] == 0, "distance_one_ulp", "not 1");
	d = measure(DISTANCE_ULP, ME_LT, ME_F64, &one, &one);
	check(d.to[0] == 1 && d.to[1] == 0, "distance_lt_at_equality", "not 1");
}

static void check_sums(void)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_BOOLEAN};
	const uint64_t images[] = {
	    0,	       1, 2, double_bits(1e-300), double_bits(1e300), UINT64_MAX - 1,
	    UINT64_MAX};

	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 7; i++)
			for (int j = 0; j < 7; j++) {
				uint64_t a = images[i], b = images[j];
				if (kinds[k] == DISTANCE_BOOLEAN)
					a = a != 0, b = b != 0;
				uint64_t sum = distance_add(kinds[k], a, b);
				if ((sum == 0) != (a == 0 && b == 0) || sum < a ||
				    sum < b)
					say_why("kind %d: %" PRIx64 " and %" PRIx64
						" give %" PRIx64,
						kinds[k], a, b, sum);
			}
	check(!*why, "distance_sums", why);
	*why = 0;
}

/* Of three numbers of 128 bits that are far from what is wanted, each step of one
 * counts. */
static void check_wide_sums(void)
{
	const ucoord zero = 0, far = (ucoord)0x3ffe << 112; /* 0.5 */
	const ucoord nearer = far - ((ucoord)1 << 110);
	struct distance a, b;

	distance_of_128(DISTANCE_ULP, ME_EQ, ME_F128, far, zero, &a);
	distance_of_128(DISTANCE_ULP, ME_EQ, ME_F128, nearer, zero, &b);
	for (int first = 0; first < 3; first++) {
		uint64_t all = 0, less = 0;
		for (int i = 0; i < 3; i++) {
			all = distance_add(DISTANCE_ULP, all, a.to[0]);
			less = distance_add(DISTANCE_ULP, less,
					    i == first ? b.to[0] : a.to[0]);
		}
		if (less >= all)
			say_why("%d: %" PRIx64 " is not below %" PRIx64, first, less,
				all);
	}
	check(!*why, "distance_wide_sums", why);
	*why = 0;
}

static void check_cases(void)
{
	const coord ends[] = {INT64_MIN, INT64_MIN + 1,	   -1, 0, 1,
			      INT64_MAX, (coord)UINT64_MAX};

	for (int i = 0; i < 7; i++)
		for (int k = 0; k < 7; k++) {
			uint64_t d = distance_between(ends[i], ends[k]);
			if ((d == 0) != (i == k) ||
			    d != distance_between(ends[k], ends[i]))
				say_why("cases %d and %d: %" PRIu64, i, k, d);
		}
	check(!*why, "distance_between_cases", why);
	*why = 0;
}

/* Where things lie must not matter: pointers far apart, and null and any other, are all
 * as far from each other; within an object the difference counts. */
static void check_pointers(void)
{
	const uint64_t base[] = {0x10000, 0x555555554000, 0x7ffff7a00000};
	struct distance d, e;

	for (int i = 0; i < 3; i++) {
		distance_of(DISTANCE_ULP, ME_LT, ME_PTR, base[i] + 40, base[i], &d);
		distance_of(DISTANCE_ULP, ME_LT, ME_PTR, base[0] + 40, base[0], &e);
		if (d.to[0] != 41 || d.sign != 40 || e.to[0] != d.to[0])
			say_why("near at %d", i);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[i], 0, &d);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[0], 0, &e);
		if (!d.to[0] || d.to[0] != e.to[0] || d.sign || e.sign)
			say_why("null at %d", i);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[i], base[(i + 1) % 3],
			    &d);
		if (!d.to[0] || d.to[0] != e.to[0] || d.sign)
			say_why("far at %d", i);
	}
	check(!*why, "distance_pointers", why);
	*why = 0;
}

/* ---- 128 bits */

enum { WIDE_COUNT = 40 };

static bool wide_outcome(enum me_type type, enum me_op op, ucoord a, ucoord b)
{
	_Float128 x, y;

	if (type == ME_I128)
		return ORDERED_OUTCOME(op, (coord)a, (coord)b);
	if (type == ME_U128)
		return ORDERED_OUTCOME(op, a, b);
	memcpy(&x, &a, 16);
	memcpy(&y, &b, 16);
	if (op == ME_UNORDERED)
		return x != x || y != y;
	if (op == ME_UNLT)
		return !(x >= y);
	if (op == ME_LTGT)
		return x < y || x > y;
	return ORDERED_OUTCOME(op, x, y);
}

static void check_wide_pair(enum me_type type, enum me_op op, ucoord a, ucoord b)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_BOOLEAN};
	const bool truth = wide_outcome(type, op, a, b);

	for (int k = 0; k < 3; k++) {
		struct distance d;
		distance_of_128(kinds[k], op, type, a, b, &d);
		const int sign =
		    wide_outcome(type, ME_GT, a, b) - wide_outcome(type, ME_LT, a, b);
		if ((d.to[0] == 0) != truth || (d.to[1] == 0) != !truth)
			say_why("type %d, op %d, kind %d: 0 on the wrong side", type,
				op, kinds[k]);
		if ((d.sign > 0) - (d.sign < 0) != sign)
			say_why("type %d, op %d: sign", type, op);
	}
}

/* Operands that differ in one bit alone, and random ones; the farther one is not
 * nearer. */
static void check_wide(enum me_type type, const char *name)
{
	static const enum me_op ops[] = {ME_LT, ME_LE,	      ME_EQ,   ME_NE,  ME_GE,
					 ME_GT, ME_UNORDERED, ME_UNLT, ME_LTGT};
	const size_t count = type == ME_F128 ? 9 : 6;
	ucoord list[WIDE_COUNT] = {0,
				   1,
				   ~(ucoord)0,
				   (ucoord)1 << 127,
				   ~((ucoord)1 << 127),
				   (ucoord)0x7fff << 112,
				   (ucoord)0xffff << 112};
	uint64_t last = 0;

	for (int i = 7; i < WIDE_COUNT; i++)
		list[i] = i & 1 ? (ucoord)random_word() << 64 | random_word()
				: list[i - 1] ^ (ucoord)1 << (random_word() % 128);
	for (size_t op = 0; op < count; op++)
		for (int i = 0; i < WIDE_COUNT; i++)
			for (int k = 0; k < WIDE_COUNT; k++)
				check_wide_pair(type, ops[op], list[i], list[k]);
	for (unsigned bit = 0; bit < 126; bit++) {
		struct distance d;
		distance_of_128(DISTANCE_ULP, ME_EQ, type, (ucoord)1 << bit, 0, &d);
		if (type != ME_F128 && d.to[0] <= last)
			say_why("2^%u is not farther than the half of it", bit);
		last = d.to[0];
	}
	check(!*why, name, why);
	*why = 0;
}

int main(void)
{
	for (int i = 0; i < LIST_COUNT; i++) {
		struct value_list *l = &lists[i];
		fill_list(l);
		check_outcomes(l, DISTANCE_ULP, "ulp");
		check_outcomes(l, DISTANCE_REAL, "real");
		check_outcomes(l, DISTANCE_BOOLEAN, "boolean");
		check_boolean(l);
		check_signs(l);
		check_exchange(l);
		check_monotony(l);
		check_environment(l);
		if (is_float(l->type))
			check_sign_bit(l);
	}
	check_odd_encodings();
	check_real_underflow();
	check_steps();
	check_sums();
	check_wide_sums();
	check_cases();
	check_pointers();
	check_wide(ME_I128, "distance_i128");
	check_wide(ME_U128, "distance_u128");
	check_wide(ME_F128, "distance_f128");
	return me_check_failures != 0;
}
