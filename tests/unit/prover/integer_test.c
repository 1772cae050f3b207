/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * integer_test.c - random conditions on three integers of four bits and what is computed
 * from them: sums that wrap around, products, quotients, remainders, choices, conversions to wider
 * ones, to numbers and back. One that never holds does so at none of all points.
 */
#include "prover/expr/bisection.h"
#include "tests/expr_evaluate.h"
#include "tests/unit/me_check.h"

enum { WIDTH = 4, VARIABLES = 3, NODES = 60, CONDITIONS = 1000 };

static uint64_t state = 88172645463325252u;

static uint64_t draw(uint64_t count)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state * 0x2545f4914f6cdd1du >> 20) % count;
}

struct pool {
	struct expr_store store;
	expr list[NODES]; /* of WIDTH bits */
	unsigned count;
};

static expr pick(struct pool *p)
{
	return draw(4) ? p->list[draw(p->count)]
		       : expr_const(&p->store, WIDTH, draw(1 << WIDTH));
}

static expr convert(struct pool *p, enum expr_op op, unsigned sort, expr e)
{
	return expr_convert(&p->store, op, sort, e);
}

static expr wider(struct pool *p, expr e)
{
	return convert(p, draw(2) ? EXPR_SEXT : EXPR_ZEXT, 2 * WIDTH, e);
}

static expr two(struct pool *p, enum expr_op op, expr a, expr b)
{
	return expr_binary(&p->store, op, a, b);
}

static expr number(struct pool *p, expr e)
{
	return convert(p, draw(3) ? EXPR_FROM_SIGNED : EXPR_FROM_UNSIGNED, SORT_F32, e);
}

static expr comparison(struct pool *p)
{
	static const enum expr_op ops[] = {EXPR_SLT, EXPR_SLE, EXPR_EQ,
					   EXPR_ULT, EXPR_ULE, EXPR_SLE},
				  numbers[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
	expr a = pick(p), b = pick(p), c;
	const unsigned way = (unsigned)draw(5);

	if (way == 0) { /* without wrapping around */
		a = wider(p, a);
		b = wider(p, b);
		b = draw(2) ? b : two(p, EXPR_ADD, b, wider(p, pick(p)));
	} else if (way == 1) {
		a = number(p, a);
		b = number(p, b);
		a = draw(2) ? a : two(p, EXPR_FDIV, a, b);
	}
	c = two(p, way == 1 ? numbers[draw(3)] : ops[draw(6)], a, b);
	return draw(3) ? c : expr_not(&p->store, c);
}

static expr integer(struct pool *p, unsigned way)
{
	static const enum expr_op ops[] = {EXPR_ADD,  EXPR_ADD,	 EXPR_SUB,  EXPR_SUB,
					   EXPR_MUL,  EXPR_SDIV, EXPR_SREM, EXPR_UDIV,
					   EXPR_UREM, EXPR_SHL},
				  divisions[] = {EXPR_SDIV, EXPR_UDIV};
	const expr a = pick(p), b = pick(p);

	switch (way) {
	case 0:
	case 1:
		return expr_ite(&p->store, comparison(p), a, b);
	case 2: /* a remainder, or one that another operand or operation spoils */
		return two(
		    p, EXPR_SUB, draw(2) ? a : pick(p),
		    two(p, draw(4) ? EXPR_MUL : ops[draw(10)],
			two(p, draw(4) ? divisions[draw(2)] : ops[draw(10)], a, b),
			draw(2) ? b : pick(p)));
	case 3:
		return expr_extract(&p->store,
				    two(p, EXPR_MUL, wider(p, a), wider(p, b)),
				    (unsigned)draw(2) * 2, WIDTH);
	case 4:
		return convert(p, EXPR_TO_SIGNED, WIDTH,
			       two(p, draw(2) ? EXPR_FADD : EXPR_FDIV, number(p, a),
				   number(p, b)));
	case 5:
		return expr_unary(&p->store, draw(2) ? EXPR_NEG : EXPR_BITNOT, a);
	default:
		return two(p, ops[draw(10)], a, b);
	}
}

static expr make_condition(struct pool *p)
{
	p->count = 0;
	expr_init(&p->store);
	p->store.plain = draw(2);
	expr all = expr_bool(&p->store, true);
	for (unsigned i = 0; i < VARIABLES; i++)
		p->list[p->count++] =
		    expr_var(&p->store, WIDTH, VARIABLE_INPUT, i, "x");
	for (unsigned i = 0; i < 2 + draw(3); i++)
		all = expr_and(&p->store, all, comparison(p));
	for (unsigned i = 2 + (unsigned)draw(6); i-- > 0; p->count++)
		p->list[p->count] = integer(p, (unsigned)draw(i ? 8 : 3));
	p->list[0] = p->list[p->count - 1];
	all = expr_and(&p->store, all, comparison(p));
	return expr_and(&p->store, all,
			two(p, draw(2) ? EXPR_SLE : EXPR_ULE,
			    expr_const(&p->store, WIDTH, draw(1 << WIDTH)),
			    p->list[0]));
}

int main(void)
{
	unsigned nevers = 0, wrong = 0, models = 0, models_wrong = 0;

	for (unsigned i = 0; i < CONDITIONS; i++) {
		struct pool p;
		uint64_t model[VARIABLES] = {0};
		const expr c = make_condition(&p);
		const enum interval_answer answer =
		    interval_decide(&p.store, &c, 1, INTERVAL_ANY, model);
		nevers += answer == INTERVAL_NEVER;
		models += answer == INTERVAL_SOMETIMES;
		for (unsigned k = 0;
		     answer == INTERVAL_NEVER && k < 1 << VARIABLES * WIDTH; k++) {
			const uint64_t point[] = {k % 16, k / 16 % 16, k / 256};
			wrong += expr_evaluate(&p.store, c, point) != 0;
		}
		if (answer == INTERVAL_SOMETIMES)
			models_wrong += !expr_evaluate(&p.store, c, model);
		expr_done(&p.store);
	}
	printf("# %u never, %u models\n", nevers, models);
	check(nevers > 300 && wrong == 0, "integers_never", "a condition holds");
	check(models > 100 && models_wrong == 0, "integers_models",
	      "a model does not meet it");
	return me_check_failures != 0;
}
