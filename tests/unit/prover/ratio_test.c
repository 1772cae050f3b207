/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ratio_test.c - weighted means, parts by the whole and sides by the hypotenuse, of numbers of all
 * sizes in all rounding modes: the value that the machine computes is not excluded in a box around
 * its operands, and what is beyond the bounds is. Sums of the squares of a sine and a cosine are as
 * near to 1 as intervals take them to be.
 */
#include <fenv.h>
#include <math.h>

#include "prover/expr/bisection.h"
#include "prover/expr/node.h"
#include "tests/unit/me_check.h"

enum { NUMBERS = 4, POINTS = 3000, ANGLES = 200000 };

enum kind { KIND_MEAN, KIND_DIFFERENCE, KIND_SHARE, KIND_PART, KIND_SIDE, KIND_COUNT };

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static uint64_t state = 88172645463325252u;
static unsigned wrong[KIND_COUNT], known[KIND_COUNT];

static uint64_t draw(uint64_t count)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state * 0x2545f4914f6cdd1du >> 20) % count;
}

/* A number that is not negative, of any size or of that about 1. */
static double size_of(unsigned sort)
{
	const int most = sort == SORT_F32 ? 149 : 1074;
	const double x = ldexp(1 + (double)draw((uint64_t)1 << 40) * 0x1p-40,
			       draw(3) ? (int)draw(8) - 4 : (int)draw((uint64_t)most * 3 / 2) - most);
	const double small[] = {0, 1, 3};

	if (!draw(8))
		return ldexp(small[draw(3)], draw(2) ? -most : 0);
	return sort == SORT_F32 ? (double)(float)x : x;
}

/* ---- on the machine */

#define VALUE_OF(name, type, root)                                                       \
	static double name(enum kind kind, const double *x)                              \
	{                                                                                \
		volatile type u = (type)x[0], v = (type)x[1], a = (type)x[2],            \
			      b = (type)x[3], n, d, o;                                   \
		switch (kind) {                                                          \
		case KIND_MEAN:                                                          \
		case KIND_DIFFERENCE:                                                    \
			n = u * a, o = b * v, d = u + v;                                 \
			n = kind == KIND_MEAN ? n + o : n - o;                           \
			break;                                                           \
		case KIND_SHARE:                                                         \
			n = v, d = u + v;                                                \
			break;                                                           \
		case KIND_PART:                                                          \
			n = 100 * u, d = v;                                              \
			break;                                                           \
		default:                                                                 \
			n = a * a, d = b * b, d = n + d, n = a, d = root(d);             \
		}                                                                        \
		n = n / d;                                                               \
		return n;                                                                \
	}

VALUE_OF(value_of_double, double, sqrt)
VALUE_OF(value_of_float, float, sqrtf)

/* ---- as expressions */

static expr two(struct expr_store *s, enum expr_op op, expr a, expr b)
{
	return expr_binary(s, op, a, b);
}

static expr ratio(struct expr_store *s, unsigned sort, enum kind kind, const expr *x)
{
	const expr sum = two(s, EXPR_FADD, x[0], x[1]);

	switch (kind) {
	case KIND_MEAN:
	case KIND_DIFFERENCE:
		return two(s, EXPR_FDIV,
			   two(s, kind == KIND_MEAN ? EXPR_FADD : EXPR_FSUB,
			       two(s, EXPR_FMUL, x[0], x[2]), two(s, EXPR_FMUL, x[3], x[1])),
			   sum);
	case KIND_SHARE:
		return two(s, EXPR_FDIV, x[1], sum);
	case KIND_PART:
		return two(s, EXPR_FDIV,
			   two(s, EXPR_FMUL, expr_number(s, sort, node_bits(sort, 100)), x[0]),
			   x[1]);
	default:
		return two(s, EXPR_FDIV, x[2],
			   expr_unary(s, EXPR_FSQRT,
				      two(s, EXPR_FADD, two(s, EXPR_FMUL, x[2], x[2]),
					  two(s, EXPR_FMUL, x[3], x[3]))));
	}
}

/* What the quotient is at most. */
static double bound_of(enum kind kind, const double *high)
{
	switch (kind) {
	case KIND_MEAN:
		return fmax(high[2], high[3]);
	case KIND_DIFFERENCE:
		return fmax(high[2], 0);
	case KIND_PART:
		return 100;
	default:
		return 1;
	}
}

static void check_point(unsigned sort, enum kind kind)
{
	const int mode = modes[draw(4)];
	const enum interval_modes how = mode == FE_TONEAREST && draw(2) ? INTERVAL_NEAREST
								       : INTERVAL_ANY;
	const double wide = draw(2) ? 1.5 : 1 + 0x1p-20;
	double point[NUMBERS], high[NUMBERS];
	struct expr_store s;
	expr x[NUMBERS], conditions[2 * NUMBERS + 4];
	size_t count = 0;

	for (unsigned i = 0; i < NUMBERS; i++)
		point[i] = size_of(sort);
	if (kind == KIND_PART && point[0] > point[1])
		point[0] = point[1];
	expr_init(&s);
	for (unsigned i = 0; i < NUMBERS; i++) {
		x[i] = expr_convert(&s, EXPR_TOFP, sort,
				    expr_var(&s, sort - SORT_FLOAT, VARIABLE_INPUT, i, "x"));
		high[i] = node_number(sort, node_bits(sort, point[i] * wide));
		conditions[count++] =
		    two(&s, EXPR_FLE, expr_number(&s, sort, node_bits(sort, point[i] / wide)),
			x[i]);
		conditions[count++] =
		    two(&s, EXPR_FLE, x[i], expr_number(&s, sort, node_bits(sort, high[i])));
	}
	if (kind == KIND_PART)
		conditions[count++] = two(&s, EXPR_FLE, x[0], x[1]);
	fesetround(mode);
	const double q =
	    sort == SORT_F32 ? value_of_float(kind, point) : value_of_double(kind, point);
	fesetround(FE_TONEAREST);
	const expr quotient = ratio(&s, sort, kind, x);
	if (!isnan(q)) {
		conditions[count] =
		    two(&s, EXPR_FEQ, quotient, expr_number(&s, sort, node_bits(sort, q)));
		if (interval_decide(&s, conditions, count + 1, how | INTERVAL_BRIEF, NULL) ==
			INTERVAL_NEVER &&
		    !wrong[kind]++)
			printf("# kind %d, sort %u, mode %d: %a %a %a %a\n", kind, sort, mode,
			       point[0], point[1], point[2], point[3]);
	}
	const double beyond = bound_of(kind, high) * (1 + 0x1p-15) + 0x1p-40;
	conditions[count] =
	    two(&s, EXPR_FLT, expr_number(&s, sort, node_bits(sort, beyond)), quotient);
	known[kind] += interval_decide(&s, conditions, count + 1, how | INTERVAL_BRIEF, NULL) ==
		       INTERVAL_NEVER;
	expr_done(&s);
}

/* ---- a sine and a cosine */

static bool is_near(double x, double one, double unit)
{
	const double wrong_by = fabs(x - one);

	return !(wrong_by > 80 * unit);
}

static void check_circle(void)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < ANGLES; i++) {
		const double x = ldexp((double)draw((uint64_t)1 << 52), -(int)draw(60));
		fesetround(modes[i % 4]);
		volatile double a = sin(x), b = cos(x), sum = a * a;
		volatile float c = sinf((float)x), d = cosf((float)x), sum_float = c * c;
		b *= b, d *= d;
		sum += b, sum_float += d;
		fesetround(FE_TONEAREST);
		bad += !is_near(sum, 1, 0x1p-52) || !is_near(sum_float, 1, 0x1p-23);
	}
	check(!bad, "ratio_circle", "a sum of squares is not near 1");
}

int main(void)
{
	for (unsigned i = 0; i < POINTS; i++)
		check_point(i % 2 ? SORT_F32 : SORT_F64, (enum kind)(i / 2 % KIND_COUNT));
	for (unsigned k = 0; k < KIND_COUNT; k++) {
		printf("# kind %u: %u known\n", k, known[k]);
		check(!wrong[k], "ratio_sound", "a quotient is excluded");
		check(known[k] > POINTS / KIND_COUNT / 4, "ratio_known",
		      "few quotients are bounded");
	}
	check_circle();
	return me_check_failures != 0;
}
