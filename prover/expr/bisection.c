/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bisection.c - whether conditions can hold together: a box, an interval for each
 * variable, in which one of them is false is dropped; others are halved, one variable
 * after the other, of those that the open conditions depend on. A variable of which one
 * half was dropped is the next one, too.
 *
 * F. Benhamou, L. Granvilliers, Continuous and Interval Constraints, Handbook of
 * Constraint Programming, 2006.
 */
#include "prover/expr/bisection.h"

#include <stdlib.h>

#include "prover/expr/interval.h"
#include "prover/expr/node.h"
#include "prover/expr/order.h"
#include "prover/expr/points.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

enum {
	VARIABLES_MOST = POINT_VARIABLES, /* that are halved */
	NODES_MOST = 100000, /* of the store, up to the conditions */
	EFFORT = 4000000, /* expressions that are computed, and again for cases */
	EFFORT_COMPARED = 40000, /* where solvers need not compute either */
	EFFORT_POINTS = 1000000, /* for points */
	EFFORT_BRIEF = 60000, /* of INTERVAL_BRIEF */
	DEPTH_CASES = 24,
	ORDER_FIRST = 20000, /* goals of a question about an order: the whole box */
	ORDER_LATER = 300, /* in parts of it */
	LENGTHS_MOST = 64, /* values of a variable that is halved before others */
	SWEEPS = 10, /* of the whole box; a part is halved instead */
	BOXES_MOST = 512, /* that wait: each variable is halved some 64 times */
};

struct box {
	uint64_t low[VARIABLES_MOST], high[VARIABLES_MOST];
	uint32_t next; /* the variable to be halved, if it matters */
};

struct bisection {
	struct interval_sweep sweep;
	expr *list; /* the cone of the conditions, operands first */
	size_t count;
	unsigned char *marks; /* by expression */
	expr variables[VARIABLES_MOST];
	unsigned formats[VARIABLES_MOST]; /* as which sort it is read; 0: an integer */
	uint32_t variable_count;
	bool computes, compares, rounds; /* some number */
	bool has_address; /* of which more is known than an interval says */
	struct box *boxes;
	size_t box_count;
	bool others_first; /* variables that are no inputs are halved before those */
	struct box met; /* where all conditions hold */
	struct number_order *order; /* of numbers, by the conditions */
	uint64_t effort; /* that is left */
};

enum { MARK_CONE = 1, MARK_REQUIRED = 2, MARK_MATTERS = 4 };

/* ---- the cone */

static void require(struct bisection *b, expr e)
{
	const struct expr_node *n = expr_at(b->sweep.store, e);

	if (b->marks[e] & MARK_REQUIRED)
		return;
	b->marks[e] |= MARK_CONE | MARK_REQUIRED;
	if (n->op == EXPR_AND) {
		require(b, n->a);
		require(b, n->b);
	} else {
		order_require(b->order, b->sweep.store, e, true);
	}
}

static void mark_operands(struct bisection *b, expr e, unsigned mark)
{
	expr operands[EXPR_OPERANDS];

	for (unsigned i = expr_operands(b->sweep.store, e, operands); i-- > 0;)
		b->marks[operands[i]] |= mark;
}

static uint32_t variable_number(const struct bisection *b, expr e)
{
	uint32_t i = 0;

	while (i < b->variable_count && b->variables[i] != e)
		i++;
	return i;
}

static void add_to_cone(struct bisection *b, expr e)
{
	const struct expr_node *n = expr_at(b->sweep.store, e);

	b->list[b->count++] = e;
	b->computes |= interval_is_arithmetic(n);
	b->rounds |= n->op > EXPR_BITS;
	b->compares |= n->op >= EXPR_FLT && n->op <= EXPR_FEQ;
	b->has_address |= n->has_address;
	if (n->op == EXPR_VAR) {
		if (n->sort <= 64 && b->variable_count < VARIABLES_MOST)
			b->variables[b->variable_count++] = e;
		return;
	}
	const uint32_t i = variable_number(b, n->a);
	if (n->op == EXPR_TOFP && node_is_float(n->sort) && i < b->variable_count) {
		b->formats[i] = n->sort;
		b->sweep.numbers[n->a] = e;
	}
}

static void make_cone(struct bisection *b, expr last)
{
	for (expr e = last; e > 0; e--)
		if (b->marks[e] & MARK_CONE)
			mark_operands(b, e, MARK_CONE);
	for (expr e = 1; e <= last; e++)
		if (b->marks[e] & MARK_CONE)
			add_to_cone(b, e);
}

/* ---- one box */

static void set_variable(struct bisection *b, const struct box *box, expr e)
{
	const unsigned sort = expr_sort(b->sweep.store, e);
	const uint32_t i = variable_number(b, e);
	struct value_interval *to = &b->sweep.values[e];

	*to = interval_of_all(sort);
	if (i == b->variable_count)
		return;
	*to = sort == SORT_BOOL ? interval_of_truth(box->low[i] == 0, box->high[i] == 1)
				: interval_of_bits(sort, box->low[i], box->high[i]);
}

/* What else is known of a value, and what it was before. Of `!(x <= 1)` with x <= 1 only NaN is left,
 * and then x is none: it may have no value. */
static void narrow_value(struct bisection *b, expr e,
			 const struct value_interval *before)
{
	struct value_interval *to = &b->sweep.values[e];

	*to = interval_meet(expr_sort(b->sweep.store, e), to, before);
	order_narrow(&b->sweep, e, to);
	order_narrow_truth(b->sweep.order, e, to);
	if (b->marks[e] & MARK_REQUIRED)
		to->may_be_false = false;
}

/* Of the box alone, or of what the conditions and an earlier sweep leave of it: then it is
 * never SOMETIMES. */
static enum interval_answer compute_box(struct bisection *b, const struct box *box,
					struct number_order *order)
{
	bool holds = !order;
	size_t k = 0;

	b->sweep.order = order;
	for (; k < b->count && b->effort && !stop_asked(); k++, b->effort--) {
		const expr e = b->list[k];
		const struct value_interval *i = &b->sweep.values[e], before = *i;
		if (expr_at(b->sweep.store, e)->op == EXPR_VAR)
			set_variable(b, box, e);
		else
			interval_compute(&b->sweep, e);
		if (order)
			narrow_value(b, e, &before);
		const bool is_required = b->marks[e] & MARK_REQUIRED;
		if (interval_is_empty(i) || (is_required && !i->may_be_true))
			return INTERVAL_NEVER;
		holds &= !(is_required && i->may_be_false);
	}
	return holds && k == b->count && b->effort && !b->has_address
		   ? INTERVAL_SOMETIMES
		   : INTERVAL_OPEN;
}

static bool is_decided(const struct bisection *b, expr e)
{
	const struct value_interval *i = &b->sweep.values[e];
	const unsigned sort = expr_sort(b->sweep.store, e);

	if (sort == SORT_BOOL)
		return i->may_be_false != i->may_be_true;
	if (sort <= 64)
		return i->low == i->high;
	return i->from == i->to && !i->may_be_nan;
}

/* Comparisons of numbers that are decided are facts. */
static void add_decided(struct bisection *b)
{
	for (size_t k = 0; k < b->count; k++) {
		const expr e = b->list[k];
		const uint8_t op = expr_at(b->sweep.store, e)->op;
		if (op >= EXPR_FLT && op <= EXPR_FNAN && is_decided(b, e) &&
		    !(b->marks[e] & MARK_REQUIRED))
			order_require(b->order, b->sweep.store, e,
				      b->sweep.values[e].may_be_true);
	}
}

/* From results back to operands; whether that has narrowed something. */
static bool narrow_back(struct bisection *b)
{
	b->sweep.narrowed = false;
	for (size_t k = b->count; k-- > 0 && b->effort && !stop_asked(); b->effort--)
		interval_narrow(&b->sweep, b->list[k]);
	return b->sweep.narrowed;
}

/* A box with the conditions, forward and back; questions about an order have that budget. */
static enum interval_answer compute_with_order(struct bisection *b,
					       const struct box *box, unsigned budget,
					       unsigned sweeps)
{
	const struct order_mark mark = order_marked(b->order);
	enum interval_answer answer = INTERVAL_OPEN;

	/* Facts are about expressions that come later, too. */
	for (size_t k = 0; k < b->count; k++)
		b->sweep.values[b->list[k]] =
		    interval_of_all(expr_sort(b->sweep.store, b->list[k]));
	for (unsigned i = 0; i < sweeps && answer == INTERVAL_OPEN; i++) {
		if (i && !narrow_back(b))
			break;
		order_return(b->order, mark);
		if (i)
			add_decided(b);
		b->order->budget = budget;
		b->order->spent = 0;
		order_begin(b->order);
		answer = compute_box(b, box, b->order);
		b->effort -= b->order->spent < b->effort ? b->order->spent : b->effort;
	}
	order_return(b->order, mark);
	return answer;
}

static enum interval_answer judge_box(struct bisection *b, const struct box *box,
				      unsigned budget, unsigned sweeps)
{
	const enum interval_answer answer = compute_box(b, box, NULL);

	return answer != INTERVAL_OPEN ? answer
				       : compute_with_order(b, box, budget, sweeps);
}

/* Marks what the open conditions depend on, or `all`; the box was computed last. */
static void mark_matters(struct bisection *b, bool all)
{
	for (size_t k = 0; k < b->count; k++)
		b->marks[b->list[k]] &= (unsigned char)~MARK_MATTERS;
	for (size_t k = b->count; k-- > 0;) {
		const expr e = b->list[k];
		const struct expr_node *n = expr_at(b->sweep.store, e);
		if (!(b->marks[e] & (MARK_MATTERS | MARK_REQUIRED)) ||
		    (is_decided(b, e) && !(all && b->marks[e] & MARK_REQUIRED)))
			continue;
		b->marks[e] |= MARK_MATTERS;
		if (n->op == EXPR_ITE && is_decided(b, n->a))
			b->marks[b->sweep.values[n->a].may_be_true ? n->b : n->c] |=
			    MARK_MATTERS;
		else
			mark_operands(b, e, MARK_MATTERS);
	}
}

static bool is_open(const struct bisection *b, expr e)
{
	return b->sweep.values[e].may_be_true && b->sweep.values[e].may_be_false;
}

/* What of a condition is no other one's part, and open; EXPR_NONE: nothing. */
static expr open_part(const struct bisection *b, expr e)
{
	while (is_open(b, e)) {
		const struct expr_node *n = expr_at(b->sweep.store, e);
		if (n->op != EXPR_NOT && n->op != EXPR_AND && n->op != EXPR_OR)
			return e;
		e = n->op == EXPR_NOT || is_open(b, n->a) ? n->a : n->b;
	}
	return EXPR_NONE;
}

/* The first such part of a condition that chooses something, or of one of two that can make a
 * third one true. */
static expr first_choice(const struct bisection *b)
{
	expr first = EXPR_NONE;

	for (size_t k = 0; k < b->count; k++) {
		const struct expr_node *n = expr_at(b->sweep.store, b->list[k]);
		const bool chooses =
		    n->op == EXPR_ITE || (n->op == EXPR_OR && !is_open(b, b->list[k]));
		const expr part = chooses ? open_part(b, n->a) : EXPR_NONE;
		if (part != EXPR_NONE && (first == EXPR_NONE || part < first))
			first = part;
	}
	return first;
}

/* Whether no case is left of both truths of each choice: those of numbers that are swapped,
 * as when some are sorted. Ends at the first case that is left. */
static bool excludes_cases(struct bisection *b, const struct box *all, unsigned depth)
{
	if (!depth || !b->effort || stop_asked())
		return false;
	if (compute_with_order(b, all, ORDER_LATER, SWEEPS) == INTERVAL_NEVER)
		return true;
	mark_matters(b, true);
	const expr choice = first_choice(b);
	bool excluded = choice != EXPR_NONE;
	for (int truth = 0; truth < 2 && excluded; truth++) {
		const struct order_mark mark = order_marked(b->order);
		excluded = order_choose(b->order, b->sweep.store, choice, truth) &&
			   excludes_cases(b, all, depth - 1);
		order_return(b->order, mark);
	}
	return excluded;
}

static bool is_input(const struct bisection *b, uint32_t i)
{
	const struct expr_node *n = expr_at(b->sweep.store, b->variables[i]);

	return b->sweep.store->variables[n->value].kind == VARIABLE_INPUT;
}

static bool is_length(const struct bisection *b, const struct box *box, uint32_t i)
{
	return !b->formats[i] && is_input(b, i) &&
	       box->high[i] - box->low[i] < LENGTHS_MOST;
}

/* Which variable is halved, a length first: it chooses much. VARIABLES_MOST: none can. */
static uint32_t choose_variable(const struct bisection *b, const struct box *box)
{
	uint32_t other = VARIABLES_MOST;

	for (uint32_t k = 0; k < 2 * b->variable_count; k++) {
		const uint32_t i = (box->next + k) % b->variable_count;
		if (box->low[i] == box->high[i] ||
		    !(b->marks[b->variables[i]] & MARK_MATTERS))
			continue;
		if (k < b->variable_count ? is_length(b, box, i)
					  : is_input(b, i) != b->others_first)
			return i;
		if (k >= b->variable_count && other == VARIABLES_MOST)
			other = i;
	}
	return other;
}

/* What of the box the conditions have left, which were computed last. */
static void narrow_box(const struct bisection *b, struct box *box)
{
	for (uint32_t i = 0; i < b->variable_count; i++)
		if (expr_sort(b->sweep.store, b->variables[i])) {
			box->low[i] = b->sweep.values[b->variables[i]].low;
			box->high[i] = b->sweep.values[b->variables[i]].high;
		}
}

/* Halves the box, which is open. */
static enum interval_answer halve(struct bisection *b, const struct box *box)
{
	compute_box(b, box, NULL);
	mark_matters(b, false);
	const uint32_t i = choose_variable(b, box);
	if (i == VARIABLES_MOST || b->box_count + 2 > BOXES_MOST)
		return INTERVAL_OPEN;
	const uint64_t half =
	    interval_half(expr_sort(b->sweep.store, b->variables[i]), b->formats[i],
			  box->low[i], box->high[i]);
	const size_t before = b->box_count;
	for (int k = 0; k < 2; k++) {
		struct box part = *box;
		*(k ? &part.low[i] : &part.high[i]) = half + (uint64_t)k;
		const enum interval_answer answer = judge_box(b, &part, ORDER_LATER, 1);
		b->met = part;
		if (answer == INTERVAL_SOMETIMES)
			return answer;
		if (answer == INTERVAL_OPEN)
			b->boxes[b->box_count++] = part;
	}
	for (size_t k = before; k < b->box_count; k++)
		b->boxes[k].next = i + (b->box_count == before + 2);
	return INTERVAL_NEVER;
}

/* ---- points */

static struct point_search points_of(const struct bisection *b)
{
	struct point_search p = {.store = b->sweep.store,
				 .list = b->list,
				 .count = b->count,
				 .marks = b->marks,
				 .required = MARK_REQUIRED,
				 .variable_count = b->variable_count,
				 .effort = EFFORT_POINTS};

	for (uint32_t i = 0; i < b->variable_count; i++) {
		const expr e = b->variables[i];
		p.variables[i] = e;
		p.formats[i] = b->formats[i];
		p.ranges[i] = b->sweep.values[p.formats[i] ? b->sweep.numbers[e] : e];
	}
	return p;
}

/* SOMETIMES or GUESS, or, where no point is found, OPEN. */
static enum interval_answer try_points(struct bisection *b, bool *is_sure)
{
	struct point_search p = points_of(b);
	struct box point = {.next = 0};

	if (!points_search(&p))
		return INTERVAL_OPEN;
	for (uint32_t i = 0; i < b->variable_count; i++)
		point.low[i] = point.high[i] = p.point[i];
	b->met = point;
	*is_sure = p.is_sure;
	return b->has_address || !p.is_sure ? INTERVAL_GUESS : INTERVAL_SOMETIMES;
}

/* ---- all */

static struct box whole_box(const struct bisection *b)
{
	struct box box = {.next = 0};

	for (uint32_t i = 0; i < b->variable_count; i++) {
		const unsigned sort = expr_sort(b->sweep.store, b->variables[i]);
		box.high[i] = sort ? UINT64_MAX >> (64 - sort) : 1;
	}
	return box;
}

static enum interval_answer halve_all(struct bisection *b, const struct box *all,
				      uint64_t effort)
{
	b->effort = effort;
	b->boxes[0] = *all;
	b->box_count = 1;
	while (b->box_count && b->effort && !stop_asked()) {
		const struct box box = b->boxes[--b->box_count];
		const enum interval_answer answer = halve(b, &box);
		if (answer != INTERVAL_NEVER)
			return answer;
	}
	return b->box_count || !b->effort || stop_asked() ? INTERVAL_OPEN
							  : INTERVAL_NEVER;
}

/* Inputs first, and then others first, if there are both: which decide is not known. */
static enum interval_answer halve_twice(struct bisection *b, const struct box *all,
					uint64_t effort)
{
	uint32_t inputs = 0;

	for (uint32_t i = 0; i < b->variable_count; i++)
		inputs += is_input(b, i);
	if (!inputs || inputs == b->variable_count)
		return halve_all(b, all, effort);
	const enum interval_answer answer = halve_all(b, all, effort / 2);
	if (answer != INTERVAL_OPEN)
		return answer;
	b->others_first = true;
	return halve_all(b, all, effort / 2);
}

static enum interval_answer bisect(struct bisection *b)
{
	struct box all = whole_box(b);
	enum interval_answer answer = judge_box(b, &all, ORDER_FIRST, SWEEPS);

	b->met = all;
	if (answer != INTERVAL_OPEN)
		return answer;
	narrow_box(b, &all);
	if (b->sweep.is_brief)
		return halve_all(b, &all, EFFORT_BRIEF);
	bool is_sure = false;
	const enum interval_answer found = try_points(b, &is_sure);
	if (is_sure)
		return found;
	const struct box guess = b->met;
	const uint64_t effort = b->effort;
	b->effort = EFFORT;
	if (excludes_cases(b, &all, DEPTH_CASES))
		return INTERVAL_NEVER;
	answer = halve_twice(b, &all, effort);
	if (answer != INTERVAL_OPEN)
		return answer;
	b->met = guess;
	return found;
}

/* ---- a model */

/* A point of the box, moved to where numbers are small: loops that they bound are short. */
static void make_model(struct bisection *b, uint64_t *model)
{
	const struct point_search p = points_of(b);
	struct box point = b->met;

	b->sweep.calls = true;
	for (uint32_t i = 0; i < b->variable_count; i++)
		point.low[i] = point.high[i] =
		    points_rounded(b->met.low[i], b->met.high[i]);
	for (uint32_t i = 0; i < b->variable_count; i++) {
		const uint64_t found = point.low[i];
		bool holds = false;
		for (unsigned k = 0; k < POINT_SMALL && !holds; k++) {
			point.low[i] = point.high[i] = points_small(&p, i, k);
			holds = compute_box(b, &point, NULL) == INTERVAL_SOMETIMES;
		}
		if (!holds)
			point.low[i] = point.high[i] = found;
		model[expr_at(b->sweep.store, b->variables[i])->value] = point.low[i];
	}
}

enum interval_answer interval_decide(const struct expr_store *store,
				     const expr *conditions, size_t count,
				     enum interval_modes modes, uint64_t *model)
{
	const bool is_brief = modes & INTERVAL_BRIEF;
	const enum interval_modes which = modes & ~INTERVAL_BRIEF;
	struct bisection b = {.sweep = {.store = store,
					.nearest = which == INTERVAL_NEAREST,
					.each = which == INTERVAL_EACH,
					.is_brief = is_brief},
			      .effort = is_brief ? EFFORT_BRIEF : EFFORT};
	enum interval_answer answer = INTERVAL_OPEN;
	expr last = 0;

	for (size_t i = 0; i < count; i++)
		last = conditions[i] > last ? conditions[i] : last;
	if (last >= NODES_MOST)
		return INTERVAL_OPEN;
	b.marks = array_new(last + 1u, 1);
	b.list = array_new(last + 1u, sizeof *b.list);
	b.sweep.numbers = array_new(last + 1u, sizeof *b.sweep.numbers);
	b.order = array_new(1, sizeof *b.order);
	for (size_t i = 0; i < count; i++)
		require(&b, conditions[i]);
	make_cone(&b, last);
	if (!b.computes)
		b.effort = EFFORT_COMPARED;
	if (is_brief ||
	    ((b.computes || b.compares) && (b.rounds || which != INTERVAL_NEAREST))) {
		b.sweep.values = array_new(last + 1u, sizeof *b.sweep.values);
		b.boxes = array_new(BOXES_MOST, sizeof *b.boxes);
		interval_begin(&b.sweep);
		answer = bisect(&b);
		if ((answer == INTERVAL_SOMETIMES || answer == INTERVAL_GUESS) && model)
			make_model(&b, model);
		interval_end(&b.sweep);
		free(b.sweep.values);
		free(b.boxes);
	}
	free(b.marks);
	free(b.list);
	free(b.sweep.numbers);
	free(b.order);
	return answer;
}
