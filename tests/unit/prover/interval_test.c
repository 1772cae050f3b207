/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval_test.c - random expressions of all operations: whatever values variables take
 * within their intervals, in each rounding mode each expression is in its own, and in what
 * its own value leaves of it as an operand; conditions that never hold do so nowhere, and a model meets the condition that it is of.
 */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/bisection.h"
#include "prover/expr/interval.h"
#include "prover/expr/node.h"
#include "tests/expr_evaluate.h"
#include "tests/unit/me_check.h"

/* Whether these bits of the sort are in it; of a wider sort, always. */
static bool interval_has(const struct value_interval *i, unsigned sort, uint64_t bits)
{
	if (sort == SORT_BOOL)
		return bits ? i->may_be_true : i->may_be_false;
	if (sort == SORT_F32 || sort == SORT_F64) {
		const double x = node_number(sort, bits);
		return isnan(x) ? i->may_be_nan : i->from <= x && x <= i->to;
	}
	return !interval_is_bits(sort) || (i->low <= bits && bits <= i->high &&
					   i->least <= node_signed(sort, bits) &&
					   node_signed(sort, bits) <= i->most);
}

enum { VARIABLES = 6, OPERATIONS = 40, STORES = 800, BOXES = 3, POINTS = 5 };

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static const unsigned widths[VARIABLES] = {8, 32, 32, 64, 64, 64};
static uint64_t state = 88172645463325252u;
static unsigned outside, never_wrong, model_wrong, nevers, models, narrow, narrowed,
    calls;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

/* ---- expressions */

struct pool {
	struct expr_store store;
	expr list[VARIABLES + 6 * OPERATIONS];
	unsigned count;
};

static void pool_add(struct pool *p, expr e)
{
	if (e != EXPR_NONE)
		p->list[p->count++] = e;
}

static expr pick(const struct pool *p, unsigned sort)
{
	for (unsigned tries = 0; tries < 400; tries++) {
		const expr e = p->list[draw() % p->count];
		if (expr_sort(&p->store, e) == sort)
			return e;
	}
	return EXPR_NONE;
}

static expr constant(struct pool *p, unsigned width)
{
	static const uint64_t some[] = {0,
					1,
					2,
					3,
					7,
					0x3ff0000000000000u,
					0x40400000u,
					0x7ff0000000000000u,
					0x8000000000000000u,
					0x7f800000u,
					0xbff8000000000000u,
					0xffffffffu};
	const uint64_t value =
	    draw() % 3 ? some[draw() % (sizeof some / sizeof *some)] : draw();

	return expr_const(&p->store, width,
			  width < 64 ? value & (((uint64_t)1 << width) - 1) : value);
}

static expr make(struct pool *p, enum expr_op op, unsigned sort, expr a, expr b, expr c,
		 uint64_t value)
{
	return a == EXPR_NONE ? EXPR_NONE
			      : expr_make(&p->store, op, sort, a, b, c, value);
}

static expr two(struct pool *p, enum expr_op op, unsigned sort)
{
	const expr a = pick(p, sort), b = draw() % 6 ? pick(p, sort) : a;

	return a == EXPR_NONE || b == EXPR_NONE ? EXPR_NONE
						: expr_binary(&p->store, op, a, b);
}

static expr one(struct pool *p, enum expr_op op, unsigned sort)
{
	const expr a = pick(p, sort);

	return a == EXPR_NONE ? EXPR_NONE : expr_unary(&p->store, op, a);
}

static void add_words(struct pool *p, unsigned width)
{
	static const enum expr_op twos[] = {
	    EXPR_ADD,  EXPR_SUB,    EXPR_MUL,	EXPR_UDIV,   EXPR_UREM, EXPR_SDIV,
	    EXPR_SREM, EXPR_BITAND, EXPR_BITOR, EXPR_BITXOR, EXPR_SHL,	EXPR_LSHR,
	    EXPR_ASHR, EXPR_ULT,    EXPR_ULE,	EXPR_SLT,    EXPR_SLE,	EXPR_EQ};
	const unsigned other = width == 8 ? 32 : width == 32 ? 64 : 8;

	pool_add(p, two(p, twos[draw() % 18], width));
	pool_add(p, constant(p, width));
	pool_add(p, one(p, draw() % 2 ? EXPR_BITNOT : EXPR_NEG, width));
	if (other > width)
		pool_add(p, make(p, draw() % 2 ? EXPR_ZEXT : EXPR_SEXT, other,
				 pick(p, width), EXPR_NONE, EXPR_NONE, 0));
	else
		pool_add(p, make(p, EXPR_EXTRACT, 8, pick(p, width), EXPR_NONE,
				 EXPR_NONE, draw() % 57));
	if (width == 32)
		pool_add(p, two(p, EXPR_CONCAT, 32));
}

static void add_numbers(struct pool *p, unsigned sort)
{
	static const enum expr_op twos[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV,
					    EXPR_FLT,  EXPR_FLE,  EXPR_FEQ},
				  ones[] = {EXPR_FSQRT, EXPR_FRINT,  EXPR_FFLOOR,
					    EXPR_FCEIL, EXPR_FTRUNC, EXPR_FROUND,
					    EXPR_FNEG,	EXPR_FABS,   EXPR_FNAN};
	const unsigned bits = sort - SORT_FLOAT;
	const expr x = pick(p, sort), y = pick(p, sort), z = pick(p, sort);

	pool_add(p, make(p, EXPR_TOFP, sort, pick(p, bits), EXPR_NONE, EXPR_NONE, 0));
	pool_add(p, two(p, twos[draw() % 7], sort));
	pool_add(p, one(p, ones[draw() % 9], sort));
	pool_add(p, make(p, draw() % 2 ? EXPR_FROM_SIGNED : EXPR_FROM_UNSIGNED, sort,
			 pick(p, draw() % 2 ? 32 : 64), EXPR_NONE, EXPR_NONE, 0));
	if (x == EXPR_NONE || y == EXPR_NONE || z == EXPR_NONE)
		return;
	switch (draw() % 4) {
	case 0:
		pool_add(p, make(p, EXPR_FMA, sort, x, draw() % 4 ? y : x, z, 0));
		break;
	case 1:
		pool_add(p,
			 make(p, EXPR_FRESIZE, sort == SORT_F32 ? SORT_F64 : SORT_F32,
			      x, EXPR_NONE, EXPR_NONE, 0));
		break;
	case 2:
		pool_add(p, make(p, EXPR_TO_SIGNED, draw() % 2 ? 32 : 64, x, EXPR_NONE,
				 EXPR_NONE, 0));
		break;
	default:
		pool_add(p, make(p, EXPR_BITS, bits, x, EXPR_NONE, EXPR_NONE, 0));
	}
}

static void add_truths(struct pool *p)
{
	static const unsigned sorts[] = {8, 32, 64, SORT_F32, SORT_F64, SORT_BOOL};
	static const enum expr_op twos[] = {EXPR_AND, EXPR_OR, EXPR_EQ};
	const unsigned sort = sorts[draw() % 6];
	const expr c = pick(p, SORT_BOOL), a = pick(p, sort), b = pick(p, sort);

	pool_add(p, two(p, twos[draw() % 3], SORT_BOOL));
	pool_add(p, one(p, EXPR_NOT, SORT_BOOL));
	if (c != EXPR_NONE && a != EXPR_NONE && b != EXPR_NONE)
		pool_add(p, make(p, EXPR_ITE, sort, c, a, b, 0));
}

static void make_pool(struct pool *p)
{
	p->count = 0;
	expr_init(&p->store);
	p->store.plain = true;
	for (unsigned i = 0; i < VARIABLES; i++)
		pool_add(p, expr_var(&p->store, widths[i], VARIABLE_INPUT, i, "x"));
	for (unsigned i = 0; i < OPERATIONS / 4; i++) {
		static const unsigned words[] = {8, 32, 64};
		add_words(p, words[draw() % 3]);
		add_numbers(p, draw() % 2 ? SORT_F32 : SORT_F64);
		add_truths(p);
	}
}

/* ---- boxes and their points */

static uint64_t near(unsigned width)
{
	static const double numbers[] = {0,	1,	-1,	 2.5, 1e-300,
					 1e300, 0x1p63, -0x1p31, 100, -0.0};
	const double x = numbers[draw() % 10];

	if (draw() % 3 == 0)
		return draw() >> (64 - width);
	if (draw() % 4 == 0)
		return node_bits(width == 64 ? SORT_F64 : SORT_F32, INFINITY) >>
		       (width == 8) * 24;
	return width == 8 ? draw() & 3 : node_bits(SORT_FLOAT + width, x);
}

static void draw_box(uint64_t *low, uint64_t *high)
{
	for (unsigned i = 0; i < VARIABLES; i++) {
		const uint64_t mask = UINT64_MAX >> (64 - widths[i]);
		const uint64_t size = draw() >> (draw() % 64) & mask;
		low[i] = near(widths[i]) & mask;
		high[i] = mask - low[i] < size ? mask : low[i] + size;
	}
}

static void draw_point(const uint64_t *low, const uint64_t *high, uint64_t *point)
{
	for (unsigned i = 0; i < VARIABLES; i++) {
		const uint64_t size = high[i] - low[i];
		const unsigned way = (unsigned)(draw() % 4);
		point[i] =
		    way == 0 ? low[i]
		    : way == 1
			? high[i]
			: low[i] + (size == UINT64_MAX ? draw() : draw() % (size + 1));
	}
}

static struct value_interval *sweep_box(const struct pool *p, const uint64_t *low,
					const uint64_t *high, bool nearest)
{
	const size_t count = p->store.count;
	struct interval_sweep sweep = {.store = &p->store, .nearest = nearest};

	sweep.values = calloc(count, sizeof *sweep.values);
	interval_begin(&sweep);
	for (expr e = 1; e < count; e++)
		if (expr_at(&p->store, e)->op == EXPR_VAR) {
			const uint64_t i = expr_at(&p->store, e)->value;
			sweep.values[e] = interval_of_bits(widths[i], low[i], high[i]);
		} else {
			interval_compute(&sweep, e);
		}
	interval_end(&sweep);
	return sweep.values;
}

/* Some interval that has the value. */
static struct value_interval around(unsigned sort, uint64_t bits)
{
	const uint64_t mask = node_mask(sort), size = draw() % 3 ? 0 : draw() % 300;
	struct value_interval i = interval_of_all(sort);

	if (sort == SORT_BOOL)
		return interval_of_truth(!bits, bits);
	if (interval_is_bits(sort))
		return interval_of_bits(sort, bits < size ? 0 : bits - size,
					mask - bits < size ? mask : bits + size);
	const double x = node_number(sort, bits), margin = draw() % 3 ? 0 : 2;
	if (isnan(x))
		return draw() % 2 ? i : interval_of_none(true);
	i.may_be_nan = draw() % 2;
	i.from = node_number(sort, node_bits(sort, x - margin));
	i.to = node_number(sort, node_bits(sort, x + margin));
	return i;
}

/* What values of a point leave of the operands has those of the point. */
static void narrow_around(const struct pool *p, struct value_interval *values,
			  const uint64_t *v, bool nearest)
{
	struct interval_sweep sweep = {
	    .store = &p->store, .nearest = nearest, .values = values};

	for (unsigned k = 0; k < 8; k++) {
		const expr e = p->list[draw() % p->count];
		const unsigned sort = expr_sort(&p->store, e);
		const struct value_interval i = around(sort, v[e]);
		values[e] = interval_meet(sort, &values[e], &i);
	}
	interval_begin(&sweep);
	for (expr e = (expr)p->store.count; --e > 0;)
		interval_narrow(&sweep, e);
	interval_end(&sweep);
	narrowed += sweep.narrowed;
}

static void check_point(const struct pool *p, const struct value_interval *all,
			const uint64_t *point, bool nearest)
{
	uint64_t *v = expr_evaluate_all(&p->store, point);
	struct value_interval *values = malloc(p->store.count * sizeof *values);
	const int mode = fegetround();

	memcpy(values, all, p->store.count * sizeof *values);
	fesetround(FE_TONEAREST);
	narrow_around(p, values, v, nearest);
	fesetround(mode);
	for (expr e = 1; e < p->store.count; e++) {
		if (interval_has(&values[e], expr_sort(&p->store, e), v[e]))
			continue;
		if (!outside++)
			printf("# operation %d of sort %u: %#llx\n",
			       expr_at(&p->store, e)->op, expr_sort(&p->store, e),
			       (unsigned long long)v[e]);
	}
	free(values);
	free(v);
}

static void check_box(const struct pool *p)
{
	uint64_t low[VARIABLES], high[VARIABLES], point[VARIABLES];

	draw_box(low, high);
	for (int nearest = 0; nearest < 2; nearest++) {
		struct value_interval *values = sweep_box(p, low, high, nearest);
		for (expr e = 1; e < p->store.count; e++)
			narrow += expr_sort(&p->store, e) == SORT_F64 &&
				  expr_at(&p->store, e)->op != EXPR_TOFP &&
				  values[e].from > -INFINITY && values[e].to < INFINITY;
		for (int m = 0; m < (nearest ? 1 : 4); m++)
			for (int k = 0; k < POINTS; k++) {
				draw_point(low, high, point);
				fesetround(modes[m]);
				check_point(p, values, point, nearest);
				fesetround(FE_TONEAREST);
			}
		free(values);
	}
}

/* ---- decisions */

static void check_decision(const struct pool *p)
{
	const expr c = pick(p, SORT_BOOL);
	uint64_t low[VARIABLES], high[VARIABLES], point[VARIABLES],
	    model[VARIABLES] = {0};
	enum interval_answer answer;

	if (c == EXPR_NONE)
		return;
	answer = interval_decide(&p->store, &c, 1, INTERVAL_ANY, model);
	const bool is_never =
	    answer == INTERVAL_NEVER ||
	    interval_decide(&p->store, &c, 1, INTERVAL_ANY | INTERVAL_BRIEF, NULL) ==
		INTERVAL_NEVER;
	nevers += answer == INTERVAL_NEVER;
	models += answer == INTERVAL_SOMETIMES;
	for (int m = 0; m < 4; m++) {
		fesetround(modes[m]);
		if (answer == INTERVAL_SOMETIMES && modes[m] == FE_TONEAREST)
			model_wrong += !expr_evaluate(&p->store, c, model);
		for (int k = 0; k < POINTS && is_never; k++) {
			draw_box(low, high);
			draw_point(low, high, point);
			never_wrong += expr_evaluate(&p->store, c, point) != 0;
		}
		fesetround(FE_TONEAREST);
	}
}

static expr number(struct expr_store *s, double x)
{
	return expr_number(s, SORT_F64, node_bits(SORT_F64, x));
}

/* No number's square is the next one above 2.25 to nearest, whatever inputs are: that is seen
 * only when what is no input is halved first. */
static void check_orders(void)
{
	struct expr_store s;
	expr x[3], v;

	expr_init(&s);
	for (unsigned i = 0; i < 3; i++) {
		v = expr_var(&s, 64, i ? VARIABLE_INPUT : VARIABLE_FRESH, 8 * i, "x");
		x[i] = expr_convert(&s, EXPR_TOFP, SORT_F64, v);
	}
	const expr above = number(&s, nextafter(2.25, INFINITY));
	const expr conditions[] = {
	    expr_binary(&s, EXPR_FEQ, expr_binary(&s, EXPR_FMUL, x[0], x[0]), above),
	    expr_binary(&s, EXPR_FEQ, expr_binary(&s, EXPR_FMUL, x[1], x[2]), above)};
	check(interval_decide(&s, conditions, 2, INTERVAL_NEAREST, NULL) ==
		  INTERVAL_NEVER,
	      "interval_orders", "which variables are halved first decides");
	expr_done(&s);
}

/* A number whose exponent is small by its high word leaves 1e300 where it is. */
static void check_masks(void)
{
	struct expr_store s;

	expr_init(&s);
	const expr v = expr_var(&s, 64, VARIABLE_INPUT, 0, "x");
	const expr x = expr_convert(&s, EXPR_TOFP, SORT_F64, v);
	const expr large = number(&s, 1e300);
	const expr size = expr_binary(&s, EXPR_BITAND, expr_extract(&s, v, 32, 32),
				      expr_const(&s, 32, 0x7fffffff));
	const expr conditions[] = {
	    expr_binary(&s, EXPR_SLE, size, expr_const(&s, 32, 0x3e1fffff)),
	    expr_not(&s, expr_binary(&s, EXPR_FLT, number(&s, 1),
				     expr_binary(&s, EXPR_FADD, large, x)))};
	check(interval_decide(&s, conditions, 2, INTERVAL_ANY, NULL) == INTERVAL_NEVER,
	      "interval_masks", "what is masked has no bounds from below");
	expr_done(&s);
}

/* ---- calls of the mathematical library */

enum { CALL_BOXES = 1500, CALL_POINTS = 6 };

/* An end of an interval, often where functions begin, end or turn. */
static double draw_end(void)
{
	static const double some[] = {0, 1, -1, 1.5, 3, 700, -745, INFINITY, 0x1p-1074};
	const double x = some[draw() % 9];
	const int exponent = (int)(draw() % 64) - 60;

	return draw() % 3 ? x + ldexp((double)(int64_t)draw(), exponent - 63) : x;
}

static double draw_between(const struct value_interval *x, unsigned k)
{
	const double t = (double)(draw() % 1025) / 1024;
	const double between = k == 0	? x->from
			       : k == 1 ? x->to
					: x->from * (1 - t) + x->to * t;

	return x->may_be_nan && k == 2 ? NAN : fmin(fmax(between, x->from), x->to);
}

/* Where `near` is not 0, the ends are near to each other. */
static struct value_interval draw_argument(unsigned sort, int near)
{
	struct value_interval x = interval_of_all(sort);
	const double one = draw_end(),
		     other = near ? one + ldexp(draw_end(), -40) : draw_end();

	x.from = node_number(sort, node_bits(sort, fmin(one, other)));
	x.to = node_number(sort, node_bits(sort, fmax(one, other)));
	x.may_be_nan = draw() % 2;
	return x;
}

static unsigned check_call(const struct native_function *f, int near)
{
	const unsigned sort = SORT_FLOAT + f->bits;
	const struct value_interval x[] = {draw_argument(sort, near),
					   draw_argument(sort, near)};
	struct interval_sweep sweep = {.nearest = draw() % 2};
	struct value_interval i;
	unsigned wrong = 0;

	interval_begin(&sweep);
	const bool is_known = interval_of_call(f, x, sweep.nearest, &i);
	interval_end(&sweep);
	for (unsigned k = 0; k < CALL_POINTS && is_known; k++) {
		const uint64_t bits[NATIVE_ARGUMENTS] = {
		    node_bits(sort, draw_between(&x[0], k)),
		    node_bits(sort, draw_between(&x[1], k < 2 ? draw() % 2 : k))};
		for (int m = 0; m < (sweep.nearest ? 1 : 4); m++) {
			fesetround(modes[m]);
			const uint64_t result = native_function_call(f, bits);
			fesetround(FE_TONEAREST);
			wrong += !interval_has(&i, sort, result);
		}
	}
	calls += is_known;
	return wrong;
}

static void check_calls(void)
{
	static const char *const names[] = {
	    "exp",  "exp2", "exp10", "expm1", "log",   "log2", "log10", "log1p", "sinh",
	    "cosh", "tanh", "asinh", "acosh", "atanh", "sin",  "cos",	"tan",	 "asin",
	    "acos", "atan", "cbrt",  "erf",   "erfc",  "pow",  "hypot", "atan2"};
	char name[16];

	for (unsigned k = 0; k < 2 * sizeof names / sizeof *names; k++) {
		snprintf(name, sizeof name, "%s%s", names[k / 2], &"f"[k % 2]);
		const struct native_function *f = native_function_find(name);
		unsigned wrong = 0;
		for (unsigned i = 0; i < CALL_BOXES && f; i++)
			wrong += check_call(f, 0) + check_call(f, 1);
		check(f && !wrong, name, "a result is outside of its bounds");
	}
	check(calls > 20000, "interval_of_calls", "most calls have no bounds");
}

int main(void)
{
	struct pool p;

	check_calls();
	check_orders();
	check_masks();

	for (unsigned i = 0; i < STORES; i++) {
		make_pool(&p);
		for (unsigned k = 0; k < BOXES; k++)
			check_box(&p);
		check_decision(&p);
		expr_done(&p.store);
	}
	printf("# %u never, %u models, %u narrow, %u narrowed\n", nevers, models,
	       narrow, narrowed);
	check(outside == 0, "interval_holds_all", "a value is outside");
	check(narrowed > 1000, "interval_narrowed", "operands are left as they were");
	check(narrow > 1000, "interval_narrow", "most numbers have no bounds");
	check(nevers > 10 && never_wrong == 0, "interval_never", "a condition holds");
	check(models > 20 && model_wrong == 0, "interval_models",
	      "a model does not meet it");
	return me_check_failures != 0;
}
