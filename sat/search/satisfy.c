/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * satisfy.c - from start to start, with another metric and more patience each time:
 * relaxation, then a walk of repairs, then a minimiser.
 */
#include "sat/search/satisfy.h"

#include <math.h>
#include <stdlib.h>

#include "mcmc/minimiser.h"
#include "system/allocation.h"

/*
 * Relaxation: projections onto one violated constraint after another, along its
 * gradient (Kaczmarz 1937 for equations; Agmon, Motzkin and Schoenberg 1954 for
 * inequalities). On linear constraints it converges to a solution in real numbers if
 * there is one; elsewhere each step is Newton's.
 */
enum relaxation_scale {
	RELAXATION_EVEN, /* all inputs move alike */
	RELAXATION_RELATIVE, /* in proportion to their magnitude */
};

static bool is_real(const struct trial *t, size_t input)
{
	return t->e.nodes[t->e.inputs[input]].sort.kind >= SORT_WORD;
}

static double input_weight(const struct trial *t, size_t input,
			   enum relaxation_scale scale)
{
	double x;

	if (scale == RELAXATION_EVEN)
		return 1;
	x = node_number(&t->e, t->e.inputs[input]);
	return isfinite(x) && x != 0 ? x * x : 1;
}

/* How much the gap is to change. */
static double gap_change(const struct trial *t, const struct violation *v)
{
	const struct node *n = &t->e.nodes[v->atom];
	const double gap = violation_gap(&t->e, v);
	/* An inequality is passed by up to as much as it was missed by. */
	const double beyond = 1 + gsl_rng_uniform(t->rng);

	if (!isfinite(gap))
		return 0;
	if (n->operation == OP_EQUAL || n->operation == OP_FP_EQ)
		return v->wanted ? -gap : gsl_rng_uniform(t->rng) - 0.5;
	/* At equality any small step does. */
	return gap != 0 ? -gap * beyond
			: (v->wanted ? -1 : 1) * gsl_rng_uniform(t->rng) * 1e-3;
}

static void move_input(struct trial *t, size_t input, double by)
{
	const uint32_t node = t->e.inputs[input];
	const struct sort sort = t->e.nodes[node].sort;
	const double to = node_number(&t->e, node) + by;

	if (by == 0 || !isfinite(to))
		return;
	if (sort.kind == SORT_FLOAT)
		t->e.values[node] = float_of_double(sort, to);
	else if (to > -1 && to < ldexp(1, sort.width < 127 ? sort.width : 127))
		t->e.values[node] = (word)nearbyint(fabs(to)) & word_mask(sort.width);
	t->e.values[node] = trial_clamp(t, input, t->e.values[node]);
}

/* Moves the point by one step for one constraint; the caller runs it. Returns false,
 * and changes nothing, when the constraint has no gradient. */
static bool relaxation_step(struct trial *t, uint32_t constraint,
			    enum relaxation_scale scale)
{
	struct violation v;
	double norm = 0, by;

	if (!violation_find(&t->e, constraint, true, &v) ||
	    !violation_is_comparison(&t->e, &v))
		return false;
	violation_slopes(&t->e, &v, t->slopes);
	for (size_t i = 0; i < t->e.input_count; i++)
		if (t->e.inputs[i] < v.atom && is_real(t, i)) {
			const double slope = t->slopes[t->e.inputs[i]];

			norm += slope * slope * input_weight(t, i, scale);
		}
	by = gap_change(t, &v) / norm;
	if (!isfinite(by) || by == 0)
		return false;
	for (size_t i = 0; i < t->e.input_count; i++)
		if (t->e.inputs[i] < v.atom && is_real(t, i))
			move_input(t, i,
				   by * t->slopes[t->e.inputs[i]] *
				       input_weight(t, i, scale));
	return true;
}

/* Makes at most `steps` steps from the point. */
static void relaxation_run(struct trial *t, enum relaxation_scale scale, unsigned steps)
{
	while (steps-- > 0 && !trial_is_over(t)) {
		if (!relaxation_step(t, trial_violated(t), scale))
			repair_constraint(&t->repair, trial_violated(t), true);
		trial_run(t);
	}
}

/*
 * A walk by repairs of one violated constraint at a time (as WalkSAT: Selman, Kautz and
 * Cohen, 1994): a step that does not raise the cost is taken, another one now and then.
 */
enum {
	UPHILL_ONE_IN = 50,
	RELAXATION_ONE_IN = 4,
	NEIGHBOUR_ONE_IN = 6,
};

/* One input by a power of two of its numbers. */
static void neighbour(struct trial *t)
{
	const size_t i = draw_below(t->rng, (unsigned)t->e.input_count);
	const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;
	word *value = evaluator_input(&t->e, i);
	coord step = (coord)1 << draw_below(t->rng, axis_width(&t->axes[i]) + 1);

	if (sort.kind == SORT_BOOL || sort.kind == SORT_ROUNDING) {
		*value = draw_below(t->rng, sort.kind == SORT_BOOL ? 2 : ROUNDINGS);
		return;
	}
	if (draw_below(t->rng, 2))
		step = -step;
	*value = coordinate_value(
	    sort,
	    axis_add(&t->axes[i], axis_clamp(&t->axes[i], coordinate_of(sort, *value)),
		     step),
	    *value);
}

static void repair_once(struct trial *t)
{
	const uint32_t constraint = trial_violated(t);
	const unsigned kind = draw_below(t->rng, 12);

	if (kind < 12 / RELAXATION_ONE_IN &&
	    relaxation_step(t, constraint, draw_below(t->rng, 2)))
		return;
	if (kind >= 12 - 12 / NEIGHBOUR_ONE_IN ||
	    !repair_constraint(&t->repair, constraint, true))
		neighbour(t);
}

/* One change, or some in a row: an operation that has a variable in both operands, such
 * as x ^ x >> 16, is solved by repairs that follow each other. */
static void repair_some(struct trial *t)
{
	do {
		repair_once(t);
		trial_run(t);
	} while (!trial_is_over(t) && draw_below(t->rng, 3) == 0);
}

/* Walks from the point until `patience` steps in a row have not lowered the cost. */
static void walk_run(struct trial *t, unsigned patience)
{
	unsigned without_progress = 0;
	double lowest = t->cost;

	while (without_progress < patience && !trial_is_over(t)) {
		trial_keep(t);
		repair_some(t);
		without_progress++;
		if (t->cost < lowest) {
			lowest = t->cost;
			without_progress = 0;
		}
		if (t->cost > t->kept.cost && !trial_is_over(t) &&
		    draw_below(t->rng, UPHILL_ONE_IN) != 0)
			trial_restore(t);
	}
}

/* ---- the minimisers of mcmc/ on a system of constraints */

static void to_point(struct trial *t, const coord *x)
{
	for (size_t i = 0; i < t->e.input_count; i++) {
		const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;
		word *value = evaluator_input(&t->e, i);

		*value = coordinate_value(sort, x[i], *value);
	}
}

/* The first constraint that does not hold gives the sign. */
static enum objective_status eval(void *context, const coord *x, struct reading *out)
{
	struct trial *t = context;
	struct violation v;

	to_point(t, x);
	out->value = trial_run(t);
	for (size_t i = 0; i < t->e.constraint_count; i++) {
		const uint32_t constraint = t->e.constraints[i];

		if (node_is(&t->e, constraint, true))
			continue;
		if (violation_find(&t->e, constraint, true, &v)) {
			out->sign = violation_sign(&t->e, &v);
			out->site = v.atom + 1;
		}
		break;
	}
	return trial_is_over(t) ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

/* Runs the method from the point until it ends or the trial is over; the point is then
 * the lowest one that was found. Returns 0, or -1 when memory is out. */
static int minimise_run(struct trial *t, const struct minimiser *method)
{
	static const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	const struct objective objective = {t->e.input_count, t->axes, eval, t};
	coord *x = array_new(t->e.input_count, sizeof(*x));
	void *state = NULL;

	for (size_t i = 0; i < t->e.input_count; i++) {
		const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;

		x[i] = axis_clamp(&t->axes[i],
				  coordinate_of(sort, *evaluator_input(&t->e, i)));
	}
	state = method->start(&objective, &options, t->rng, x);
	while (state && !trial_is_over(t) && method->step(state) == MINIMISER_GO_ON)
		;
	if (state && !t->is_solved)
		trial_to_best(t);
	method->stop(state);
	free(x);
	return state ? 0 : -1;
}

/* ---- the values of all variables */

/* Computes all terms; variables have values. */
static void compute_all(const struct formula *f, word *all)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct term *term = &f->terms[i];
		struct sort sorts[TERM_OPERANDS];
		word values[TERM_OPERANDS];

		if (term->operation == OP_CONSTANT)
			all[i] = term->value;
		if (term->count == 0)
			continue;
		for (unsigned k = 0; k < term->count; k++) {
			sorts[k] = f->terms[term->operands[k]].sort;
			values[k] = all[term->operands[k]];
		}
		/* An open value is one that no constraint depends on. */
		if (!term_compute(term, sorts, values, &all[i]))
			all[i] = 0;
	}
}

static void extract(const struct system *s, const struct trial *t, word *values)
{
	word *all = array_new(s->formula->count, sizeof(*all));

	for (size_t i = 0; i < t->e.input_count; i++)
		all[t->e.nodes[t->e.inputs[i]].term] = t->best[i];
	compute_all(s->formula, all);
	for (size_t i = 0; i < s->formula->count; i++) {
		const struct term *term = &s->formula->terms[i];

		if (term->operation == OP_VARIABLE)
			values[term->number] = s->definitions[term->number] == TERM_NONE
						   ? all[i]
						   : all[s->definitions[term->number]];
	}
	free(all);
}

/* ---- rounds */

enum { PATIENCE = 60 }; /* of the shortest round */

static const struct minimiser *const methods[] = {
    &minimiser_signed,
    &minimiser_valley,
    &minimiser_differential_evolution,
    &minimiser_powell,
};

enum { METHODS = sizeof(methods) / sizeof(methods[0]) };

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... for n = 1, 2, ...: short rounds mostly, and long
 * ones as often as is worth it (Luby, Sinclair and Zuckerman, 1993). */
static unsigned luby(uint64_t n)
{
	uint64_t size = 1;

	while (size < n)
		size = 2 * size + 1;
	while (size != n) {
		size /= 2;
		if (n > size)
			n -= size;
	}
	return (unsigned)((size + 1) / 2);
}

static void satisfy_round(struct trial *t, uint64_t round)
{
	const unsigned length = luby(round + 1), patience = PATIENCE * length;
	const struct minimiser *method = methods[draw_below(t->rng, METHODS)];

	t->e.metric = (enum metric)draw_below(t->rng, METRICS);
	trial_begin(t, UINT64_MAX / 2);
	start_point(t, round);
	/* Without inputs there is one point. */
	if (t->e.input_count == 0)
		t->is_stopped = !t->is_solved;
	relaxation_run(t, (enum relaxation_scale)draw_below(t->rng, 2), patience / 2);
	if (trial_is_over(t))
		return;
	trial_to_best(t);
	walk_run(t, patience);
	if (trial_is_over(t) || length == 1)
		return;
	trial_to_best(t);
	t->end = t->e.runs + 20 * patience;
	if (minimise_run(t, method) != 0)
		t->is_stopped = true;
	if (t->is_solved || t->is_stopped)
		return;
	t->end = UINT64_MAX;
	trial_to_best(t);
	walk_run(t, patience);
}

static enum satisfy_answer rounds_run(struct trial *t, const struct system *s,
				      word *values)
{
	for (uint64_t round = 0;
	     !t->is_solved && !t->is_stopped && t->e.runs < t->limit; round++) {
		satisfy_round(t, round);
	}
	if (!t->is_solved)
		return SATISFY_NOTHING;
	extract(s, t, values);
	return SATISFY_FOUND;
}

enum satisfy_answer satisfy(const struct system *system,
			    const struct satisfy_options *options, word *values,
			    uint64_t *runs)
{
	gsl_rng *rng = memory_checked(gsl_rng_alloc(gsl_rng_mt19937));
	struct trial t;

	*runs = 0;
	if (system->is_false) {
		gsl_rng_free(rng);
		return SATISFY_NOTHING;
	}
	gsl_rng_set(rng, options->seed);
	trial_init(&t, system, rng, options->runs ? options->runs : UINT64_MAX,
		   &options->stop);
	const enum satisfy_answer answer = rounds_run(&t, system, values);
	*runs = t.e.runs;
	trial_done(&t);
	gsl_rng_free(rng);
	return answer;
}
