/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order.c - a goal x <= y is reduced backward to goals about operands, by rules that hold
 * for rounded results because rounding keeps the order: if x <= y before it, then after it.
 * So an operation that grows (a sum by its second operand, a root below 1) cannot come
 * below an operand by rounding. Where two operations are compared, both round in one mode.
 *
 * A goal claims nothing of NaN: if x or y is one, it holds. A rule's operands are no NaN
 * if its result is none; a chain x <= z <= y needs z to be a number.
 */
#include "prover/expr/order.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "prover/expr/node.h"

enum { DEPTH_MOST = 200, ORDER_INTEGERS = 20 /* goals of a question */ };

/* A goal, and where it is asked. */
struct order_goal {
	const struct interval_sweep *sweep;
	struct number_order *order;
	expr x, y;
	bool is_strict;
};

static bool holds(const struct order_goal *g, expr x, expr y, bool is_strict);

static const struct expr_node *node_of(const struct order_goal *g, expr e)
{
	return expr_at(g->sweep->store, e);
}

static const struct value_interval *value_of(const struct order_goal *g, expr e)
{
	return &g->sweep->values[e];
}

/* ---- facts */

/* The next fact or choice: those between the base and the others are out of use. */
static size_t after(size_t i, size_t base, size_t from)
{
	return i + 1 == base ? from : i + 1;
}

static size_t first_of(size_t base, size_t from)
{
	return base ? 0 : from;
}

static void add_fact(struct number_order *o, const struct expr_store *s, expr low,
		     expr high, bool is_strict, bool is_number, bool is_nan)
{
	const bool is_choice =
	    expr_at(s, low)->op == EXPR_ITE || expr_at(s, high)->op == EXPR_ITE;

	if (o->count < ORDER_FACTS)
		o->facts[o->count++] =
		    (struct order_fact){low, high, is_strict, is_number, is_nan,
					is_choice, low, high, low, high, false, 0};
}

static bool is_less(const struct expr_node *n)
{
	return n->op == EXPR_SLT || n->op == EXPR_FLT;
}

static void add_facts(struct number_order *o, const struct expr_store *s, expr e,
		      bool truth)
{
	const struct expr_node *n = expr_at(s, e);

	switch (n->op) {
	case EXPR_NOT:
		add_facts(o, s, n->a, !truth);
		break;
	case EXPR_AND:
	case EXPR_OR:
		if (truth == (n->op == EXPR_AND)) {
			add_facts(o, s, n->a, truth);
			add_facts(o, s, n->b, truth);
		}
		break;
	case EXPR_SLT:
	case EXPR_SLE:
	case EXPR_FLT:
	case EXPR_FLE:
		add_fact(o, s, truth ? n->a : n->b, truth ? n->b : n->a,
			 is_less(n) == truth, truth || n->op < EXPR_FLT, false);
		break;
	case EXPR_EQ:
	case EXPR_FEQ:
		if (truth && expr_sort(s, n->a) != SORT_BOOL) {
			add_fact(o, s, n->a, n->b, false, true, false);
			add_fact(o, s, n->b, n->a, false, true, false);
		}
		break;
	case EXPR_FNAN:
		add_fact(o, s, n->a, n->a, false, !truth, truth);
		break;
	default:
		break;
	}
}

/* All that is in use is the base. */
static void set_base(struct number_order *o)
{
	o->base = o->from = o->count;
	o->base_choices = o->choices_from = o->choice_count;
	memcpy(o->base_chosen, o->chosen, sizeof o->base_chosen);
}

void order_require(struct number_order *order, const struct expr_store *store,
		   expr condition, bool truth)
{
	add_facts(order, store, condition, truth);
	set_base(order);
}

void order_begin(struct number_order *order)
{
	memset(order->memo, 0, sizeof order->memo);
	for (size_t i = 0; i < order->count; i++)
		order->facts[i].settled_in = order->facts[i].is_base_known = 0;
	order->context = order->context_count = 0;
}

static bool is_number(const struct order_goal *g, expr e)
{
	if (!value_of(g, e)->may_be_nan || expr_sort(g->sweep->store, e) < SORT_FLOAT)
		return true;
	const struct number_order *o = g->order;
	for (size_t i = first_of(o->base, o->from); i < o->count;
	     i = after(i, o->base, o->from)) {
		const struct order_fact *f = &o->facts[i];
		if (f->is_number && (f->low == e || f->high == e))
			return true;
	}
	return false;
}

/* ---- choices */

/* Of the choices behind `from`, the last of which is that one. */
static void narrow_by(const struct number_order *o, size_t last, size_t from, expr e,
		      bool *may_be_true, bool *may_be_false)
{
	for (size_t k = last; k > from; k = o->choices[k - 1].before)
		if (o->choices[k - 1].condition == e)
			*(o->choices[k - 1].truth ? may_be_false : may_be_true) = false;
}

static void narrow_truth(const struct number_order *o, expr e, bool *may_be_true,
			 bool *may_be_false)
{
	const unsigned hash = e % ORDER_CHOSEN;

	narrow_by(o, o->chosen[hash], o->choices_from, e, may_be_true, may_be_false);
	narrow_by(o, o->base_chosen[hash], 0, e, may_be_true, may_be_false);
}

/* The side of a choice that is known, at its end. */
static expr settled(const struct order_goal *g, expr e)
{
	const struct expr_node *n;

	while ((n = node_of(g, e))->op == EXPR_ITE) {
		const struct value_interval *i = value_of(g, n->a);
		bool may_be_true = i->may_be_true, may_be_false = i->may_be_false;
		narrow_truth(g->order, n->a, &may_be_true, &may_be_false);
		if (may_be_true == may_be_false)
			break;
		e = may_be_true ? n->b : n->c;
	}
	return e;
}

/* Whether the condition cannot have this truth, by what is assumed already. */
static bool is_excluded(const struct order_goal *g, expr condition, bool truth)
{
	const struct expr_node *n = node_of(g, condition);

	if (n->op == EXPR_NOT)
		return is_excluded(g, n->a, !truth);
	if (!is_less(n) && n->op != EXPR_FLE && n->op != EXPR_SLE)
		return false;
	return truth ? holds(g, n->b, n->a, !is_less(n))
		     : is_number(g, n->a) && is_number(g, n->b) &&
			   holds(g, n->a, n->b, is_less(n));
}

static bool add_choice(struct number_order *o, const struct expr_store *s,
		       expr condition, bool truth)
{
	if (o->choice_count == ORDER_FACTS)
		return false;
	unsigned short *last = &o->chosen[condition % ORDER_CHOSEN];
	o->choices[o->choice_count++] = (struct order_choice){condition, truth, *last};
	*last = (unsigned short)o->choice_count;
	add_facts(o, s, condition, truth);
	return true;
}

static void drop_choices(struct number_order *o, size_t count)
{
	while (o->choice_count > count) {
		const struct order_choice *c = &o->choices[--o->choice_count];
		o->chosen[c->condition % ORDER_CHOSEN] = c->before;
	}
}

/* Whether x <= y where the condition has that truth. */
static bool holds_if(const struct order_goal *g, expr condition, bool truth, expr x,
		     expr y)
{
	struct number_order *o = g->order;
	const size_t count = o->count;
	const uint32_t context = o->context;

	if (is_excluded(g, condition, truth))
		return true;
	if (!add_choice(o, g->sweep->store, condition, truth))
		return false;
	o->context = ++o->context_count;
	const bool result = holds(g, x, y, g->is_strict);
	o->context = context;
	o->count = count;
	drop_choices(o, o->choice_count - 1);
	return result;
}

static bool by_choice(const struct order_goal *g)
{
	const struct expr_node *x = node_of(g, g->x), *y = node_of(g, g->y);
	const bool splits_x = x->op == EXPR_ITE, splits_y = y->op == EXPR_ITE;

	if (!splits_x && !splits_y)
		return false;
	const expr c = splits_x ? x->a : y->a;
	const bool both = splits_x && splits_y && x->a == y->a;
	return holds_if(g, c, true, splits_x ? x->b : g->x,
			!splits_x || both ? y->b : g->y) &&
	       holds_if(g, c, false, splits_x ? x->c : g->x,
			!splits_x || both ? y->c : g->y);
}

/* ---- chains of facts */

static void settle_fact(const struct order_goal *g, struct order_fact *f)
{
	if (!f->is_choice || f->settled_in == g->order->context + 1)
		return;
	f->settled_low = settled(g, f->is_base_known ? f->base_low : f->low);
	f->settled_high = settled(g, f->is_base_known ? f->base_high : f->high);
	if (!g->order->context) {
		f->base_low = f->settled_low;
		f->base_high = f->settled_high;
		f->is_base_known = true;
	}
	f->settled_in = g->order->context + 1;
}

static bool by_facts(const struct order_goal *g)
{
	struct number_order *o = g->order;

	for (size_t i = first_of(o->base, o->from); i < o->count;
	     i = after(i, o->base, o->from)) {
		settle_fact(g, &o->facts[i]);
		const expr low = o->facts[i].settled_low,
			   high = o->facts[i].settled_high;
		if (low == high || (low != g->x && high != g->y))
			continue;
		const struct order_fact f = o->facts[i];
		const bool rest = g->is_strict && !f.is_strict;
		if (low == g->x && high == g->y && !rest)
			return true;
		if (low == g->x && high != g->y &&
		    (f.is_number || is_number(g, high)) && holds(g, high, g->y, rest))
			return true;
		if (high == g->y && low != g->x && (f.is_number || is_number(g, low)) &&
		    holds(g, g->x, low, rest))
			return true;
	}
	return false;
}

/* ---- what operations do to the order */

static bool is_within(const struct order_goal *g, expr e, double from, double to)
{
	return value_of(g, e)->from >= from && value_of(g, e)->to <= to;
}

static bool is_constant(const struct order_goal *g, expr e, double number)
{
	double value;

	return node_is_number(g->sweep->store, e, &value) && value == number;
}

/* Whether it is e / 2, and which e is. */
static bool is_half(const struct order_goal *g, expr half, expr *e)
{
	const struct expr_node *n = node_of(g, half);

	if ((n->op == EXPR_FMUL && is_constant(g, n->b, 0.5)) ||
	    (n->op == EXPR_FDIV && is_constant(g, n->b, 2)))
		*e = n->a;
	else if (n->op == EXPR_FMUL && is_constant(g, n->a, 0.5))
		*e = n->b;
	else
		return false;
	*e = settled(g, *e);
	return true;
}

/* Whether twice the number is one of its format. */
static bool is_doubled_exactly(const struct order_goal *g, expr e)
{
	const double limit =
	    expr_sort(g->sweep->store, e) == SORT_F32 ? FLT_MAX / 2 : DBL_MAX / 2;

	return is_within(g, e, -limit, limit);
}

/* The mean of u and v is between all that is on one side of both: u + v >= 2 x, which is
 * a number of the format, and so is what it is halved to. */
static bool mean_holds(const struct order_goal *g, expr mean, expr bound, bool is_lower)
{
	expr sum;

	if (g->is_strict || !is_half(g, mean, &sum) ||
	    node_of(g, sum)->op != EXPR_FADD || !is_doubled_exactly(g, bound))
		return false;
	const struct expr_node *n = node_of(g, sum);
	return is_lower ? holds(g, bound, n->a, false) && holds(g, bound, n->b, false)
			: holds(g, n->a, bound, false) && holds(g, n->b, bound, false);
}

/* Whether it is a + (b - a) / 2, where a <= b: then it is at most b. A difference that
 * does not overflow is exact or rounded by less than itself: its half is at most the whole. */
static bool step_is_below(const struct order_goal *g, const struct expr_node *sum,
			  expr bound)
{
	for (int k = 0; k < 2; k++) {
		const expr a = settled(g, k ? sum->b : sum->a);
		const expr half = settled(g, k ? sum->a : sum->b);
		expr e;
		if (!is_half(g, half, &e) || node_of(g, e)->op != EXPR_FSUB ||
		    settled(g, node_of(g, e)->b) != a)
			continue;
		const expr b = settled(g, node_of(g, e)->a);
		if (value_of(g, e)->to < INFINITY && holds(g, a, b, false) &&
		    holds(g, b, bound, false))
			return true;
	}
	return false;
}

/* An operand of an operation that is on one side of its result. */
static bool operand_holds(const struct order_goal *g, expr operand, bool is_lower)
{
	return is_lower ? holds(g, g->x, operand, g->is_strict)
			: holds(g, operand, g->y, g->is_strict);
}

/* x + y, x * y and x / y beside x. `is_lower`: whether x is to be below the result. */
static bool is_beside(const struct order_goal *g, enum expr_op op, expr x, expr y,
		      bool is_lower)
{
	const double all = INFINITY;
	const bool grows = is_lower == (value_of(g, x)->from >= 0);
	const bool has_sign = value_of(g, x)->from >= 0 || value_of(g, x)->to <= 0;

	switch (op) {
	case EXPR_FADD:
		return is_lower ? is_within(g, y, 0, all) : is_within(g, y, -all, 0);
	case EXPR_FSUB:
		return is_lower ? is_within(g, y, -all, 0) : is_within(g, y, 0, all);
	case EXPR_FMUL:
		return has_sign &&
		       (grows ? is_within(g, y, 1, all) : is_within(g, y, 0, 1));
	default: /* EXPR_FDIV */
		return has_sign && (grows ? is_within(g, y, DBL_TRUE_MIN, 1)
					  : is_within(g, y, 1, all));
	}
}

/* The result is on one side of an operand: is_lower: of what is above x. */
static bool by_operand(const struct order_goal *g, expr result, bool is_lower)
{
	const struct expr_node *n = node_of(g, result);
	const struct value_interval *a = value_of(g, n->a);

	switch (n->op) {
	case EXPR_FADD:
	case EXPR_FMUL:
		if (is_beside(g, n->op, n->b, n->a, is_lower) &&
		    operand_holds(g, n->b, is_lower))
			return true;
		/* fallthrough */
	case EXPR_FSUB:
	case EXPR_FDIV:
		return is_beside(g, n->op, n->a, n->b, is_lower) &&
		       operand_holds(g, n->a, is_lower);
	case EXPR_FSQRT:
		return (is_lower ? is_within(g, n->a, 0, 1) : a->from >= 1) &&
		       operand_holds(g, n->a, is_lower);
	case EXPR_FFLOOR:
		return !is_lower && operand_holds(g, n->a, is_lower);
	case EXPR_FCEIL:
		return is_lower && operand_holds(g, n->a, is_lower);
	case EXPR_FTRUNC:
		return (is_lower ? a->to <= 0 : a->from >= 0) &&
		       operand_holds(g, n->a, is_lower);
	case EXPR_FABS:
		return (is_lower || a->from >= 0) && operand_holds(g, n->a, is_lower);
	default:
		return false;
	}
}

static bool by_reduction(const struct order_goal *g)
{
	struct order_reductions r;

	order_reduce(g->sweep, g->x, g->y, g->is_strict, &r);
	for (unsigned i = 0; i < r.count; i++) {
		const struct order_reduction *o = &r.list[i];
		if (holds(g, o->low[0], o->high[0], g->is_strict) &&
		    (o->count == 1 || holds(g, o->low[1], o->high[1], g->is_strict)))
			return true;
	}
	return false;
}

static bool by_operation(const struct order_goal *g)
{
	if (by_reduction(g))
		return true;
	if (by_operand(g, g->x, false) || by_operand(g, g->y, true) ||
	    mean_holds(g, g->x, g->y, false) || mean_holds(g, g->y, g->x, true))
		return true;
	const struct expr_node *x = node_of(g, g->x);
	return !g->is_strict && x->op == EXPR_FADD && step_is_below(g, x, g->y);
}

/* ---- one goal */

static struct order_memo *memo_of(const struct order_goal *g, expr x, expr y,
				  bool is_strict, bool *is_known)
{
	struct number_order *o = g->order;
	const struct order_memo like = {x, y, o->context, is_strict, false};
	const uint64_t hash =
	    ((uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xff51afd7ed558ccdu ^
	     (uint64_t)o->context * 0xc4ceb9fe1a85ec53u) +
	    is_strict;
	struct order_memo *m = &o->memo[(hash >> 40) % ORDER_MEMOS];

	*is_known = m->x == x && m->y == y && m->context == o->context &&
		    m->is_strict == is_strict;
	if (!*is_known)
		*m = like; /* while it is open it does not help itself */
	return m;
}

/* Without the choices that are assumed: an answer that serves others. */
static bool holds_anyway(const struct order_goal *g)
{
	struct number_order *o = g->order;
	const size_t from = o->from, choices_from = o->choices_from;
	const uint32_t context = o->context;

	o->from = o->count;
	o->choices_from = o->choice_count;
	o->context = 0;
	const bool result = holds(g, g->x, g->y, g->is_strict);
	o->from = from;
	o->choices_from = choices_from;
	o->context = context;
	return result;
}

static bool holds(const struct order_goal *above, expr x, expr y, bool is_strict)
{
	const struct order_goal g = {above->sweep, above->order, settled(above, x),
				     settled(above, y), is_strict};
	const struct value_interval *of_x = value_of(&g, g.x),
				    *of_y = value_of(&g, g.y);
	struct number_order *o = g.order;
	bool is_known, result;

	if (g.x == g.y)
		return !is_strict;
	if (node_of(&g, g.x)->sort <= 64 &&
	    (is_strict ? of_x->most < of_y->least : of_x->most <= of_y->least))
		return true;
	if (of_x->from > of_x->to || of_y->from > of_y->to ||
	    (is_strict ? of_x->to < of_y->from : of_x->to <= of_y->from))
		return true;
	if (!o->effort || o->depth == DEPTH_MOST ||
	    (is_strict ? of_x->from >= of_y->to : of_x->from > of_y->to))
		return false;
	const struct order_memo *known = memo_of(&g, g.x, g.y, is_strict, &is_known);
	if (is_known)
		return known->holds;
	o->effort--;
	o->spent++;
	o->depth++;
	result = (o->context && holds_anyway(&g)) || by_facts(&g) || by_operation(&g) ||
		 by_choice(&g);
	o->depth--;
	memo_of(&g, g.x, g.y, is_strict, &is_known)->holds = result;
	return result;
}

bool order_choose(struct number_order *order, const struct expr_store *store,
		  expr condition, bool truth)
{
	const bool done = add_choice(order, store, condition, truth);

	set_base(order);
	return done;
}

void order_return(struct number_order *order, struct order_mark mark)
{
	order->count = mark.count;
	drop_choices(order, mark.choice_count);
	set_base(order);
}

void order_narrow_truth(const struct number_order *order, expr e,
			struct value_interval *i)
{
	narrow_truth(order, e, &i->may_be_true, &i->may_be_false);
}

bool order_holds(const struct interval_sweep *sweep, expr x, expr y, bool is_strict)
{
	const struct order_goal g = {.sweep = sweep, .order = sweep->order};
	g.order->effort = expr_sort(sweep->store, x) > SORT_BITS_MAX ? g.order->budget
								     : ORDER_INTEGERS;
	return holds(&g, x, y, is_strict);
}

/* ---- intervals by facts */

static void narrow(const struct interval_sweep *sweep, const struct order_fact *f,
		   expr e, struct value_interval *i)
{
	if (f->low != e && f->high != e)
		return;
	if (f->is_number)
		i->may_be_nan = false;
	if (f->is_nan)
		interval_keep(i, INFINITY, -INFINITY);
	/* Of what comes behind it nothing is known yet but constants. */
	const expr other = f->low == e ? f->high : f->low;
	double from = sweep->values[other].from, to = sweep->values[other].to;
	if (node_is_number(sweep->store, other, &from))
		to = from;
	else if (other >= e || (!f->is_number && sweep->values[other].may_be_nan))
		return;
	if (isnan(to) || from > to)
		return;
	interval_keep(i, f->low == e ? -INFINITY : from, f->low == e ? to : INFINITY);
}

void order_narrow(const struct interval_sweep *sweep, expr e, struct value_interval *i)
{
	for (size_t k = 0;
	     k < sweep->order->base && node_is_float(expr_sort(sweep->store, e)); k++)
		narrow(sweep, &sweep->order->facts[k], e, i);
}

void order_narrow_if(const struct interval_sweep *sweep, expr condition, bool truth,
		     expr e, struct value_interval *i)
{
	struct number_order *o = sweep->order;
	const size_t count = o->count;

	add_facts(o, sweep->store, condition, truth);
	for (size_t k = count;
	     k < o->count && node_is_float(expr_sort(sweep->store, e)); k++)
		narrow(sweep, &o->facts[k], e, i);
	o->count = count;
}
