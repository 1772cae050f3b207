/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order_test.c - random conditions on the order of few numbers and of what is computed from
 * them: means, steps, choices, whole parts, sums of both formats, integers. One that never holds
 * does so at no point of a grid of hard values, whichever way its operations round.
 */
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "prover/expr/bisection.h"
#include "prover/expr/node.h"
#include "tests/unit/me_check.h"

enum { NUMBERS = 3, NODES = 60, CONDITIONS = 4000 };

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static uint64_t state = 88172645463325252u;
static unsigned nevers[3], wrong[3], sharp, sharp_wrong, doubled, doubled_wrong;
static unsigned roots[2], roots_wrong;

static uint64_t draw(uint64_t count)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state * 0x2545f4914f6cdd1du >> 20) % count;
}

static const double values[] = {
    0,	      -0.0,	   1,		-1,	      2,     -2,	3,
    0.5,      -0.5,	   0.1,		0.3,	      7,     -7.5,	1.5,
    1e16,     -1e16,	   0x1p-1074,	-0x1p-1074,   1e308, -1e308,	1e38,
    3e38,     1e-45,	   INFINITY,	-INFINITY,    NAN,   DBL_MAX,	0.1f,
    16777217, 1 - 0x1p-53, 1 + 0x1p-52, 1 - 0x1p-24f, 0.25,  0x1p-1022, 0x1p31};

enum { VALUES = sizeof values / sizeof *values };

static double a_value(void)
{
	return draw(4)	 ? values[draw(VALUES)]
	       : draw(3) ? ldexp((double)draw(1 << 20) - (1 << 19), (int)draw(40) - 30)
			 : (double)draw(100) / 8 - 6;
}

/* ---- expressions */

struct pool {
	struct expr_store store;
	unsigned sort;
	expr list[NODES];
	unsigned count;
};

static void pool_add(struct pool *p, expr e)
{
	if (p->count < NODES)
		p->list[p->count++] = e;
}

static expr pick(const struct pool *p)
{
	return p->list[draw(2) ? draw(p->count) : p->count - 1 - draw(p->count) / 3];
}

static expr number(struct pool *p, unsigned sort, double value)
{
	return expr_number(&p->store, sort, node_bits(sort, value));
}

static expr two(struct pool *p, enum expr_op op, expr a, expr b)
{
	return expr_binary(&p->store, op, a, b);
}

/* Whether an integer stays what it is as a number. */
static expr kept(struct pool *p, expr e)
{
	const unsigned width = draw(2) ? 32 : 64;
	const expr i = expr_convert(&p->store, EXPR_TO_SIGNED, width, e);
	const expr x = expr_convert(&p->store, EXPR_FROM_SIGNED, p->sort, i);

	return two(p, EXPR_EQ, i, expr_convert(&p->store, EXPR_TO_SIGNED, width, x));
}

static expr comparison(struct pool *p)
{
	static const enum expr_op ops[] = {EXPR_FLT, EXPR_FLE, EXPR_FLT, EXPR_FLE,
					   EXPR_FEQ};
	const expr c =
	    draw(12) ? two(p, ops[draw(5)], pick(p), pick(p)) : kept(p, pick(p));

	return draw(3) ? c : expr_not(&p->store, c);
}

static expr half(struct pool *p, expr e)
{
	return draw(2) ? two(p, EXPR_FMUL, e, number(p, p->sort, 0.5))
		       : two(p, EXPR_FDIV, e, number(p, p->sort, 2));
}

static expr resized(struct pool *p, expr e, unsigned sort)
{
	return expr_convert(&p->store, EXPR_FRESIZE, sort, e);
}

static expr other_sum(struct pool *p, enum expr_op op, expr a, expr b)
{
	const unsigned other = p->sort == SORT_F32 ? SORT_F64 : SORT_F32;

	return resized(p, two(p, op, resized(p, a, other), resized(p, b, other)),
		       p->sort);
}

static expr whole(struct pool *p, expr e)
{
	static const enum expr_op ops[] = {EXPR_FFLOOR, EXPR_FCEIL, EXPR_FTRUNC,
					   EXPR_FROUND, EXPR_FRINT};
	const unsigned way = (unsigned)draw(6);

	if (way < 5)
		return expr_unary(&p->store, ops[way], e);
	return expr_convert(
	    &p->store, EXPR_FROM_SIGNED, p->sort,
	    expr_convert(&p->store, EXPR_TO_SIGNED, draw(2) ? 32 : 64, e));
}

/* The least or greatest, as fmin() and fmax() choose it; or a NaN whatever its bits are. */
static expr extreme(struct pool *p, expr a, expr b)
{
	struct expr_store *s = &p->store;
	const unsigned width = p->sort - SORT_FLOAT;
	const expr quiet = expr_const(s, width, node_bits(p->sort, NAN));
	const expr bits = expr_at(s, p->list[0])->a;
	const expr nan =
	    expr_convert(s, EXPR_TOFP, p->sort, two(p, EXPR_BITOR, quiet, bits));
	const expr c = draw(2) ? two(p, EXPR_FLT, a, b) : two(p, EXPR_FLT, b, a);

	return expr_ite(
	    s, expr_unary(s, EXPR_FNAN, a),
	    expr_ite(s, expr_unary(s, EXPR_FNAN, b), draw(2) ? nan : a, b),
	    expr_ite(s, expr_unary(s, EXPR_FNAN, b), a, expr_ite(s, c, a, b)));
}

static void add_number(struct pool *p)
{
	static const enum expr_op ops[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV},
				  ones[] = {EXPR_FSQRT, EXPR_FNEG, EXPR_FABS};
	const expr a = pick(p), b = pick(p);

	switch (draw(11)) {
	case 0:
	case 1:
		pool_add(p, two(p, ops[draw(4)], a, b));
		break;
	case 2:
		pool_add(p, expr_unary(&p->store, ones[draw(3)], a));
		break;
	case 3:
		pool_add(p, half(p, two(p, EXPR_FADD, a, b)));
		break;
	case 4:
		pool_add(p, two(p, EXPR_FADD, a, half(p, two(p, EXPR_FSUB, b, a))));
		break;
	case 5: {
		const expr c = two(p, EXPR_FLT, a, b);
		pool_add(p, expr_ite(&p->store, c, a, b));
		pool_add(p, expr_ite(&p->store, c, b, a));
		break;
	}
	case 6:
		pool_add(p, expr_ite(&p->store, comparison(p), a, b));
		break;
	case 10:
		pool_add(p, extreme(p, a, b));
		break;
	case 7:
		pool_add(p, two(p, ops[draw(2)], a, whole(p, a)));
		pool_add(p, whole(p, a));
		pool_add(p, whole(p, draw(2) ? a : b));
		pool_add(p, two(p, EXPR_FSUB, p->list[p->count - 2],
				draw(2) ? a : p->list[p->count - 1]));
		break;
	case 8: {
		const enum expr_op op = ops[draw(2)];
		pool_add(p, two(p, EXPR_FSUB, two(p, op, a, b),
				draw(2) ? other_sum(p, op, a, b)
					: two(p, op, a, number(p, p->sort, 1))));
		break;
	}
	default:
		pool_add(p, two(p, ops[draw(4)], a, number(p, p->sort, a_value())));
	}
}

static void make_pool(struct pool *p)
{
	p->count = 0;
	p->sort = draw(2) ? SORT_F32 : SORT_F64;
	expr_init(&p->store);
	p->store.plain = draw(2);
	for (unsigned i = 0; i < NUMBERS; i++)
		pool_add(p, expr_convert(&p->store, EXPR_TOFP, p->sort,
					 expr_var(&p->store, p->sort - SORT_FLOAT,
						  VARIABLE_INPUT, i, "x")));
}

/* Comparisons of the inputs, then of what is computed from them. */
static expr make_condition(struct pool *p)
{
	expr all = expr_bool(&p->store, true);

	for (unsigned i = 0; i < 2 + draw(4); i++) {
		const expr a = pick(p);
		const expr b = draw(2) ? pick(p) : number(p, p->sort, a_value());
		all = expr_and(&p->store, all,
			       two(p, draw(2) ? EXPR_FLE : EXPR_FLT, draw(2) ? a : b,
				   draw(2) ? b : a));
	}
	for (unsigned i = 0; i < 1 + draw(4); i++)
		add_number(p);
	if (draw(2))
		all = expr_and(&p->store, all, comparison(p));
	return expr_and(&p->store, all,
			draw(2)
			    ? comparison(p)
			    : two(p, EXPR_FLT, pick(p), number(p, p->sort, a_value())));
}

/* ---- at a point */

/* `mode`: of all operations; less than 0: each rounds in one of its own. */
static void evaluate_all(const struct pool *p, expr last, const uint64_t *point,
			 int mode, uint64_t *at)
{
	at[0] = 0;
	for (expr e = 1; e <= last; e++) {
		const struct expr_node *n = expr_at(&p->store, e);
		const uint64_t operands[3] = {at[n->a], at[n->b], at[n->c]};
		fesetround(mode < 0 ? modes[draw(4)] : mode);
		if (n->op == EXPR_CONST)
			at[e] = n->value;
		else if (n->op == EXPR_VAR)
			at[e] = point[n->value];
		else
			expr_compute(n, expr_sort(&p->store, n->a), operands, &at[e]);
	}
	fesetround(FE_TONEAREST);
}

static bool is_met(const struct pool *p, expr condition, const uint64_t *point,
		   int mode)
{
	static uint64_t at[4000];

	evaluate_all(p, condition, point, mode, at);
	return at[condition];
}

static void check_never(const struct pool *p, expr condition, enum interval_modes how)
{
	enum { POINTS = 300 };

	nevers[how]++;
	for (unsigned k = 0; k < POINTS; k++) {
		uint64_t point[NUMBERS];
		const double near = a_value();
		for (unsigned i = 0; i < NUMBERS; i++)
			point[i] =
			    node_bits(p->sort, draw(3) ? a_value() : near) + draw(2);
		const bool met = is_met(p, condition, point,
					how == INTERVAL_NEAREST ? FE_TONEAREST
					: how == INTERVAL_EACH	? -1
								: modes[k % 4]);
		if (met && !wrong[how]++)
			printf("# sort %u, modes %d: %a %a %a\n", p->sort, (int)how,
			       node_number(p->sort, point[0]),
			       node_number(p->sort, point[1]),
			       node_number(p->sort, point[2]));
	}
}

/* Sums, products and quotients of numbers in a small box around a point, which are compared
 * with what they are there: bounds that leave out as little as can be are seen to be wrong. */
static void check_sharp(struct pool *p, enum interval_modes how)
{
	static const enum expr_op ops[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV};
	const int mode = how == INTERVAL_NEAREST ? FE_TONEAREST : modes[draw(4)];
	uint64_t point[NUMBERS], at[400];
	expr all = expr_bool(&p->store, true), last;

	for (unsigned i = 0; i < NUMBERS; i++) {
		const double x = (double)draw(1 << 20) / (1 << 17) - 3;
		const double size = ldexp((double)draw(64), -(int)draw(40));
		point[i] = node_bits(p->sort, x);
		all = expr_and(
		    &p->store, all,
		    two(p, EXPR_FLE, number(p, p->sort, x - size), p->list[i]));
		all = expr_and(&p->store, all,
			       two(p, EXPR_FLE, p->list[i],
				   number(p, p->sort, x + size * (double)draw(3))));
	}
	for (unsigned i = 0; i < 5; i++)
		pool_add(p, two(p, ops[draw(4)], pick(p),
				draw(4) ? pick(p)
					: number(p, p->sort, (double)draw(16) / 4)));
	last = p->list[p->count - 1];
	if (expr_sort(&p->store, last) != p->sort || node_is_const(&p->store, last) ||
	    p->store.count > 400)
		return;
	evaluate_all(p, last, point, mode, at);
	const double result = node_number(p->sort, at[last]);
	all = expr_and(&p->store, all,
		       draw(2) ? two(p, EXPR_FLE, number(p, p->sort, result), last)
			       : two(p, EXPR_FLE, last, number(p, p->sort, result)));
	if (isnan(result) || !is_met(p, all, point, mode))
		return;
	sharp++;
	if (interval_decide(&p->store, &all, 1, how, NULL) == INTERVAL_NEVER &&
	    !sharp_wrong++)
		printf("# sort %u, mode %d: %a %a %a\n", p->sort, mode,
		       node_number(p->sort, point[0]), node_number(p->sort, point[1]),
		       node_number(p->sort, point[2]));
}

/* At a point at which each of two numbers is at most some multiple of the other one, of which the
 * conditions tell: what holds of their difference there is not excluded, nor, where they are
 * at most twice as large, that it is exact. The smallest numbers are among them. */
static void check_doubled(struct pool *p, enum interval_modes how)
{
	static const enum expr_op ops[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
	const int mode = how == INTERVAL_NEAREST ? FE_TONEAREST : modes[draw(4)];
	const expr a = p->list[0], b = p->list[1];
	const double x =
	    ldexp((double)(1 + draw(1 << 20)),
		  (p->sort == SORT_F32 ? -149 : -1074) + (int)draw(draw(2) ? 3 : 100));
	const double multiple = draw(4) ? 2 : 2.25;
	uint64_t point[NUMBERS] = {node_bits(p->sort, x)};
	expr all = expr_bool(&p->store, true);

	point[1] = node_bits(p->sort, x * ldexp((double)(draw(2) ? 1024 + draw(1024)
								 : 2048 + draw(4) - 2),
						draw(2) ? -11 : -10));
	for (unsigned k = 0; k < 2; k++) {
		const expr one = k ? a : b, other = k ? b : a;
		const expr by = number(p, p->sort, multiple);
		all = expr_and(
		    &p->store, all,
		    draw(2) ? two(p, EXPR_FLE, one, two(p, EXPR_FMUL, other, by))
			    : two(p, EXPR_FLE, two(p, EXPR_FDIV, one, by), other));
	}
	const expr sum = two(p, EXPR_FADD, two(p, EXPR_FSUB, a, b), b);
	const expr claim = two(p, ops[draw(3)], draw(2) ? sum : a, draw(2) ? a : sum);
	all = expr_and(&p->store, all, draw(2) ? claim : expr_not(&p->store, claim));
	const bool never =
	    interval_decide(&p->store, &all, 1, how, NULL) == INTERVAL_NEVER;
	doubled += never;
	if (never && is_met(p, all, point, mode) && !doubled_wrong++)
		printf("# sort %u, mode %d: %a %a\n", p->sort, mode,
		       node_number(p->sort, point[0]), node_number(p->sort, point[1]));
}

/* The rule of roots of squares, of all numbers of one format with two exponents, and at the ends
 * of those for which it is used. */
static bool is_root(double x)
{
	volatile double square = x * x;

	return sqrt(square) == x;
}

static bool is_root_float(float x)
{
	volatile float square = x * x;

	return sqrtf(square) == x;
}

static void check_squares(void)
{
	enum { MANY = 1 << 20 };
	unsigned bad = 0;

	for (uint32_t i = 0; i < 1u << 24; i++)
		bad += !is_root_float(
		    ldexpf((float)(i % (1 << 23) + (1 << 23)), (int)(i >> 23) - 23));
	for (uint32_t i = 0; i < MANY; i++) {
		const double x = 1 + (double)draw((uint64_t)1 << 52) * 0x1p-52;
		bad += !is_root(ldexp(x, (int)draw(1022) - 511));
		bad += !is_root(0x1p-511 + (double)i * 0x1p-563);
		bad += !is_root(0x1p511 - (double)i * 0x1p458);
		bad += !is_root_float(0x1p-63f + (float)i * 0x1p-86f);
		bad += !is_root_float(0x1p63f - (float)i * 0x1p39f);
	}
	check(!bad, "order_squares", "a root of a square is another number");
}

/* At a point, of all sizes: what holds there of the root of a sum or difference of squares, or of a
 * quotient by it, is not excluded. Of the first number the conditions tell the size. */
static void check_roots(struct pool *p, enum interval_modes how)
{
	static const enum expr_op ops[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
	struct expr_store *s = &p->store;
	const bool is_float = p->sort == SORT_F32;
	const int mode = how == INTERVAL_NEAREST ? FE_TONEAREST : modes[draw(4)];
	const int ends[] = {0, is_float ? -63 : -511, is_float ? 63 : 511,
			    is_float ? -75 : -538, is_float ? -149 : -1074};
	const double x = ldexp(1 + (double)draw(1 << 23) * 0x1p-23,
			       ends[draw(5)] + (int)draw(8) - 4);
	const double near = x * ldexp((double)draw(64), -(int)draw(12));
	const uint64_t point[NUMBERS] = {node_bits(p->sort, draw(2) ? x : -x),
					 node_bits(p->sort, draw(2) ? near : -near)};
	const expr a = p->list[0], b = p->list[1], size = expr_unary(s, EXPR_FABS, a);
	const expr square = two(p, EXPR_FMUL, draw(2) ? a : size, a);
	const expr other = two(p, EXPR_FMUL, b, b);
	const expr sums[] = {square, two(p, EXPR_FADD, square, other),
			     two(p, EXPR_FADD, other, square),
			     two(p, EXPR_FSUB, square, other)};
	const expr root = expr_unary(s, EXPR_FSQRT, sums[draw(4)]);
	const expr sides[] = {size, a, expr_unary(s, EXPR_FNEG, a)};
	const expr side = sides[draw(3)], one = number(p, p->sort, draw(4) ? 1 : 2);
	const bool divides = draw(2);
	const expr low = divides ? two(p, EXPR_FDIV, side, root) : side;
	const expr high = divides ? one : root;
	expr all = expr_and(
	    s, two(p, EXPR_FLE, number(p, p->sort, draw(2) ? x : ldexp(x, -3)), size),
	    two(p, EXPR_FLE, size, number(p, p->sort, draw(2) ? x * 1.5 : x * 4)));
	const expr claim =
	    two(p, ops[draw(3)], draw(2) ? low : high, draw(2) ? high : low);

	all = expr_and(s, all, draw(2) ? claim : expr_not(s, claim));
	const bool never = interval_decide(s, &all, 1, how, NULL) == INTERVAL_NEVER;
	roots[how == INTERVAL_NEAREST] += never;
	if (never && is_met(p, all, point, mode) && !roots_wrong++)
		printf("# sort %u, mode %d: %a %a\n", p->sort, mode,
		       node_number(p->sort, point[0]), node_number(p->sort, point[1]));
}

/* Only to nearest: of a number and one of any size up to `most`, the first one from `least` on. */
static bool is_root_known(unsigned sort, double least, double most, unsigned which,
			  enum interval_modes how)
{
	struct pool p;

	do {
		make_pool(&p);
	} while (p.sort != sort && (expr_done(&p.store), true));
	struct expr_store *s = &p.store;
	const expr a = p.list[0], b = p.list[1], size = expr_unary(s, EXPR_FABS, a);
	const expr square = two(&p, EXPR_FMUL, a, a), other = two(&p, EXPR_FMUL, b, b);
	const expr root = expr_unary(s, EXPR_FSQRT, square);
	const expr length =
	    expr_unary(s, EXPR_FSQRT, two(&p, EXPR_FADD, other, square));
	const expr leg = expr_unary(s, EXPR_FSQRT, two(&p, EXPR_FSUB, square, other));
	const expr part = two(&p, EXPR_FDIV, size, length);
	const expr claims[] = {two(&p, EXPR_FEQ, root, size),
			       two(&p, EXPR_FLE, size, length),
			       expr_not(s, two(&p, EXPR_FLT, size, leg)),
			       two(&p, EXPR_FLE, part, number(&p, sort, 1))};
	const expr conditions[] = {
	    two(&p, EXPR_FLE, number(&p, sort, least), size),
	    two(&p, EXPR_FLE, size, number(&p, sort, most)),
	    two(&p, EXPR_FLE, expr_unary(s, EXPR_FABS, b), number(&p, sort, most)),
	    expr_not(s, claims[which])};
	const bool never =
	    interval_decide(s, conditions, 4, how, NULL) == INTERVAL_NEVER;
	expr_done(s);
	return never;
}

static void check_roots_known(void)
{
	for (unsigned i = 0; i < 8; i++) {
		const unsigned sort = i < 4 ? SORT_F32 : SORT_F64, way = i % 4;
		const double most = i < 4 ? 1e15 : 1e150, least = 1 / most;
		check(is_root_known(sort, least, most, way, INTERVAL_NEAREST),
		      "known_root", "it is not seen to be never true");
		check(!is_root_known(sort, least, most, way, INTERVAL_ANY) &&
			  !is_root_known(sort, i < 4 ? 0x1p-65 : 0x1p-513, most, way,
					 INTERVAL_NEAREST) &&
			  (way || !is_root_known(sort, least, i < 4 ? 0x1p65 : 0x1p513,
						 way, INTERVAL_NEAREST)),
		      "known_root_not", "it is true of some numbers");
	}
}

/* In any mode: `what` is what never holds of numbers a <= b from -limit to limit. */
static void check_known(struct pool *p, double limit, expr what, const char *name)
{
	struct expr_store *s = &p->store;
	const expr a = p->list[0], b = p->list[1];
	const expr conditions[] = {
	    two(p, EXPR_FLE, number(p, SORT_F64, -limit), a), two(p, EXPR_FLE, a, b),
	    two(p, EXPR_FLE, b, number(p, SORT_F64, limit)), what};

	check(interval_decide(s, conditions, 4, INTERVAL_ANY, NULL) == INTERVAL_NEVER,
	      name, "it is not seen to be never true");
}

static void check_all_known(void)
{
	struct pool p;

	do {
		make_pool(&p);
	} while (p.sort != SORT_F64 && (expr_done(&p.store), true));
	struct expr_store *s = &p.store;
	const expr a = p.list[0], b = p.list[1], one = number(&p, SORT_F64, 1);
	const expr step = two(
	    &p, EXPR_FADD, a,
	    two(&p, EXPR_FMUL, two(&p, EXPR_FSUB, b, a), number(&p, SORT_F64, 0.3)));
	const expr floor = expr_unary(s, EXPR_FFLOOR, a);
	const expr ceiling = expr_unary(s, EXPR_FCEIL, a);
	const expr whole = expr_unary(s, EXPR_FTRUNC, a);
	const expr integer = expr_convert(s, EXPR_TO_SIGNED, 64, a);
	const expr again = expr_convert(s, EXPR_FROM_SIGNED, SORT_F64, integer);

	check_known(&p, 1e100, expr_not(s, two(&p, EXPR_FLE, a, step)), "known_step");
	check_known(&p, 1e300,
		    two(&p, EXPR_FLT, ceiling, expr_unary(s, EXPR_FROUND, a)),
		    "known_ceiling");
	check_known(&p, 1e300, two(&p, EXPR_FLT, whole, floor), "known_floor");
	check_known(&p, 1e300,
		    two(&p, EXPR_FLT, one, two(&p, EXPR_FSUB, ceiling, floor)),
		    "known_between");
	check_known(&p, 1e300, two(&p, EXPR_FLE, one, two(&p, EXPR_FSUB, a, whole)),
		    "known_fraction");
	check_known(&p, 9e18, expr_not(s, two(&p, EXPR_FEQ, again, whole)),
		    "known_whole");
	expr_done(s);
}

int main(void)
{
	struct pool p;

	check_all_known();
	check_squares();
	check_roots_known();
	for (unsigned i = 0; i < CONDITIONS; i++) {
		make_pool(&p);
		check_sharp(&p, i % 2 ? INTERVAL_NEAREST : INTERVAL_ANY);
		expr_done(&p.store);
		make_pool(&p);
		check_doubled(&p, i % 2 ? INTERVAL_NEAREST : INTERVAL_ANY);
		expr_done(&p.store);
		make_pool(&p);
		check_roots(&p, i % 2 ? INTERVAL_NEAREST : INTERVAL_ANY);
		expr_done(&p.store);
	}
	check(sharp > 500 && !sharp_wrong, "order_sharp",
	      "what holds at a point is excluded");
	printf("# differences that are exact: %u\n", doubled);
	check(doubled > 500 && !doubled_wrong, "order_doubled",
	      "what holds of a difference is excluded");
	printf("# roots: %u, nearest %u\n", roots[0], roots[1]);
	check(roots[0] > 200 && roots[1] > 200 && !roots_wrong, "order_roots",
	      "what holds of a root is excluded");

	for (unsigned i = 0; i < CONDITIONS; i++) {
		make_pool(&p);
		const expr condition = make_condition(&p);
		const enum interval_modes how = (enum interval_modes)(i % 3);
		uint64_t model[NUMBERS] = {0};
		if (!node_is_const(&p.store, condition)) {
			const enum interval_answer answer =
			    interval_decide(&p.store, &condition, 1, how, model);
			if (answer == INTERVAL_NEVER)
				check_never(&p, condition, how);
			else if (answer == INTERVAL_SOMETIMES)
				wrong[how] +=
				    !is_met(&p, condition, model, FE_TONEAREST);
		}
		expr_done(&p.store);
	}
	printf("# never: %u, each mode %u, nearest %u\n", nevers[0], nevers[1],
	       nevers[2]);
	check(wrong[INTERVAL_ANY] == 0, "order_any", "a condition holds");
	check(wrong[INTERVAL_EACH] == 0, "order_each", "a condition holds");
	check(wrong[INTERVAL_NEAREST] == 0, "order_nearest", "a condition holds");
	check(nevers[0] > 100 && nevers[1] > 100 && nevers[2] > 100, "order_never",
	      "few conditions are decided");
	return me_check_failures != 0;
}
