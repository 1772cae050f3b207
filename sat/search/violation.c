/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/evaluator.h"

#include <math.h>
#include <string.h>

/* ---- which atom */

static double far(const struct evaluator *e, uint32_t node, bool wanted)
{
	return e->distances[node][wanted];
}

/* The child of a junction to go on with. */
static uint32_t choose_part(const struct evaluator *e, const struct node *n,
			    bool wanted)
{
	const uint32_t a = n->operands[0], b = n->operands[1];
	const bool all = (n->operation == OP_AND) == wanted;
	const double da = far(e, a, wanted), db = far(e, b, wanted);

	if (all)
		return da >= db ? a : b;
	return da <= db ? a : b;
}

/* The branch of an ite, or its condition, whichever is cheaper to change. */
static uint32_t choose_ite(const struct evaluator *e, const struct node *n,
			   bool *wanted)
{
	const uint32_t c = n->operands[0];
	const bool now = node_is(e, c, true);
	const uint32_t active = n->operands[now ? 1 : 2];
	const uint32_t other = n->operands[now ? 2 : 1];

	if (far(e, active, *wanted) <= far(e, c, !now) + far(e, other, *wanted))
		return active;
	*wanted = !now;
	return c;
}

/* Where two Bool terms are to be equal or not, the one that is cheaper to turn. */
static uint32_t choose_same(const struct evaluator *e, const struct node *n,
			    bool *wanted)
{
	const uint32_t a = n->operands[0], b = n->operands[1];
	const bool turn_a = !node_is(e, a, true), turn_b = !node_is(e, b, true);
	const bool takes_a = e->nodes[b].operation == OP_CONSTANT ||
			     (e->nodes[a].operation != OP_CONSTANT &&
			      far(e, a, turn_a) <= far(e, b, turn_b));

	*wanted = takes_a ? turn_a : turn_b;
	return takes_a ? a : b;
}

bool violation_find(const struct evaluator *e, uint32_t node, bool wanted,
		    struct violation *violation)
{
	for (;;) {
		const struct node *n = &e->nodes[node];

		switch (n->operation) {
		case OP_CONSTANT:
			return false;
		case OP_NOT:
			wanted = !wanted;
			node = n->operands[0];
			continue;
		case OP_AND:
		case OP_OR:
			node = choose_part(e, n, wanted);
			continue;
		case OP_ITE:
			node = choose_ite(e, n, &wanted);
			continue;
		case OP_EQUAL:
			if (e->nodes[n->operands[0]].sort.kind == SORT_BOOL) {
				node = choose_same(e, n, &wanted);
				continue;
			}
			break;
		default:
			break;
		}
		*violation = (struct violation){node, wanted};
		return true;
	}
}

/* ---- its sides */

bool violation_is_comparison(const struct evaluator *e, const struct violation *v)
{
	const struct node *n = &e->nodes[v->atom];

	return n->count == 2 && e->nodes[n->operands[0]].sort.kind >= SORT_WORD;
}

static bool is_signed_comparison(const struct node *n)
{
	return n->operation == OP_BV_SLT || n->operation == OP_BV_SLE;
}

static signed_word place(const struct evaluator *e, uint32_t node, bool with_sign)
{
	const struct sort sort = e->nodes[node].sort;
	const word value = e->values[node];

	if (sort.kind == SORT_FLOAT)
		return float_order(sort, value) / 2;
	return with_sign ? word_signed(value, sort.width) / 2
			 : (signed_word)(value >> 1);
}

double violation_sign(const struct evaluator *e, const struct violation *v)
{
	const struct node *n = &e->nodes[v->atom];

	if (!violation_is_comparison(e, v))
		return 0;
	return 2.0 * (double)(place(e, n->operands[0], is_signed_comparison(n)) -
			      place(e, n->operands[1], is_signed_comparison(n)));
}

static double gap_number(const struct evaluator *e, uint32_t node, bool with_sign)
{
	const struct sort sort = e->nodes[node].sort;

	return with_sign ? (double)word_signed(e->values[node], sort.width)
			 : node_number(e, node);
}

double violation_gap(const struct evaluator *e, const struct violation *v)
{
	const struct node *n = &e->nodes[v->atom];

	return gap_number(e, n->operands[0], is_signed_comparison(n)) -
	       gap_number(e, n->operands[1], is_signed_comparison(n));
}

/* ---- derivatives */

/* The derivatives of a node by its operands. */
static void derive(const struct evaluator *e, const struct node *n,
		   double by[TERM_OPERANDS])
{
	const uint32_t *x = n->operands;
	double a, b;

	memset(by, 0, TERM_OPERANDS * sizeof(*by));
	switch (n->operation) {
	case OP_FP_ADD:
		by[1] = by[2] = 1;
		break;
	case OP_FP_SUB:
		by[1] = 1;
		by[2] = -1;
		break;
	case OP_FP_MUL:
		by[1] = node_number(e, x[2]);
		by[2] = node_number(e, x[1]);
		break;
	case OP_FP_DIV:
		a = node_number(e, x[1]);
		b = node_number(e, x[2]);
		by[1] = 1 / b;
		by[2] = -a / (b * b);
		break;
	case OP_FP_FMA:
		by[1] = node_number(e, x[2]);
		by[2] = node_number(e, x[1]);
		by[3] = 1;
		break;
	case OP_FP_SQRT:
		by[1] = 0.5 / sqrt(node_number(e, x[1]));
		break;
	case OP_FP_NEG:
		by[0] = -1;
		break;
	case OP_FP_ABS:
		by[0] = node_number(e, x[0]) < 0 ? -1 : 1;
		break;
	case OP_FP_MIN:
	case OP_FP_MAX:
		a = node_number(e, x[0]);
		b = node_number(e, x[1]);
		by[(a < b) == (n->operation == OP_FP_MIN) ? 0 : 1] = 1;
		break;
	case OP_ITE:
		by[node_is(e, x[0], true) ? 1 : 2] = 1;
		break;
	case OP_FP_ROUND:
	case OP_FP_OF_FP:
	case OP_FP_OF_SIGNED:
	case OP_FP_OF_UNSIGNED:
	case OP_FP_TO_SIGNED:
	case OP_FP_TO_UNSIGNED:
		by[1] = 1;
		break;
	case OP_FP_REM:
	case OP_BV_ZERO_EXTEND:
	case OP_BV_SIGN_EXTEND:
		by[0] = 1;
		break;
	case OP_BV_ADD:
		by[0] = by[1] = 1;
		break;
	case OP_BV_SUB:
		by[0] = 1;
		by[1] = -1;
		break;
	case OP_BV_MUL:
		by[0] = node_number(e, x[1]);
		by[1] = node_number(e, x[0]);
		break;
	default:
		break;
	}
}

void violation_slopes(const struct evaluator *e, const struct violation *v,
		      double *slopes)
{
	const struct node *atom = &e->nodes[v->atom];

	memset(slopes, 0, (v->atom + 1) * sizeof(*slopes));
	slopes[atom->operands[0]] += 1;
	slopes[atom->operands[1]] -= 1;
	for (uint32_t i = v->atom; i-- > 0;) {
		const struct node *n = &e->nodes[i];
		double by[TERM_OPERANDS];

		if (slopes[i] == 0 || n->count == 0)
			continue;
		derive(e, n, by);
		for (unsigned k = 0; k < n->count; k++)
			if (by[k] != 0 && isfinite(by[k]) && isfinite(slopes[i]))
				slopes[n->operands[k]] += slopes[i] * by[k];
	}
}
