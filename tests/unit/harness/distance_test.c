/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch distances, as properties over pairs of special and random values of each type:
 * the way to an outcome is 0 exactly when the machine's own comparison has that outcome
 * (C1 and C2), its sign is that of the difference, nearer operands are not farther, and
 * nothing of it is seen in the floating-point environment.
 */
#include "harness/runtime/distance.h"

#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/harness/distance_values.h"
#include "tests/unit/me_property.h"

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

static const char *const op_names[ME_OP_COUNT] = {
    "lt",   "le",   "eq",   "ne",   "ge",   "gt",   "unordered", "ordered",
    "unlt", "unle", "ungt", "unge", "uneq", "ltgt", "signbit",	 "switch"};

static void report(const struct value_list *l, const char *property)
{
	char name[80];

	snprintf(name, sizeof name, "distance_%s_%s", property, l->name);
	check_property(name);
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
						   DISTANCE_FLOPSY};
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
		measure_all(l, DISTANCE_FLOPSY);
		feraiseexcept(FE_INEXACT | FE_UNDERFLOW);
		measure_all(l, DISTANCE_ULP);
		measure_all(l, DISTANCE_REAL);
		measure_all(l, DISTANCE_FLOPSY);
	}
	fesetenv(FE_DFL_ENV);
	report(l, "environment");
}

/* ---- odd encodings, and no distance at all */

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

int main(void)
{
	for (int i = 0; i < LIST_COUNT; i++) {
		struct value_list *l = &lists[i];
		fill_list(l);
		check_outcomes(l, DISTANCE_ULP, "ulp");
		check_outcomes(l, DISTANCE_REAL, "real");
		check_outcomes(l, DISTANCE_FLOPSY, "flopsy");
		check_signs(l);
		check_exchange(l);
		check_monotony(l);
		check_environment(l);
		if (is_float(l->type))
			check_sign_bit(l);
	}
	check_odd_encodings();
	return me_check_failures != 0;
}
