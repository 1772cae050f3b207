/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fault_search.c - inputs that may fail. */
#include "harness/search/fault_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/arguments.h"
#include "harness/input/simple_vector.h"
#include "harness/pristine/forked.h"
#include "harness/program/own_process.h"
#include "harness/search/typed.h"
#include "mcmc/scatter.h"
#include "value/type.h"

/*
 * ---- whether a call made NaN or infinity of finite numbers, and did not say so: its
 * result is a float, or 0, as functions return that have succeeded, or it has none.
 */

enum finite_kind { FINITE_ALL, FINITE_NAN, FINITE_INFINITE };

/* By its bits: the program may change what comparisons of floats do. */
static enum finite_kind kind_of(long double value)
{
	return __builtin_isnan(value)	? FINITE_NAN
	       : __builtin_isinf(value) ? FINITE_INFINITE
					: FINITE_ALL;
}

static int is_judged(enum me_type type)
{
	return type == ME_F32 || type == ME_F64 || type == ME_F80;
}

int fault_search_is_finite(const struct subject *s, struct input in)
{
	return s->type != SUBJECT_TYPED || layout_is_finite(typed_layout(s), in.data);
}

/* Whole numbers that are returned say whether it has succeeded. */
static int is_success(const struct layout *l)
{
	const enum me_type type = (enum me_type)l->entry->result;

	if (type == ME_VOID || type_is_float(type))
		return 1;
	for (size_t i = 0; i < type_memory_size(type); i++)
		if (l->result[i])
			return 0;
	return 1;
}

static enum finite_kind judge_result(const struct layout *l)
{
	const enum me_type type = (enum me_type)l->entry->floats;

	for (size_t i = 0; i < l->entry->float_count; i++) {
		const enum finite_kind kind = kind_of(type_number(
		    type,
		    type_load_memory(type, l->result + i * type_memory_size(type))));
		if (kind)
			return kind;
	}
	return FINITE_ALL;
}

static enum finite_kind judge_pointed(const struct layout *l, const coord *x,
				      const char **what)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!is_judged(l->types[i]) || !arguments_overwritten(l, x, i))
			continue;
		const struct layout_parameter *p = layout_owner(l, x, i);
		const enum finite_kind kind = kind_of(type_number(
		    l->types[i],
		    type_load_memory(l->types[i], arguments_pointed(l, p, i))));
		*what = p->record->name;
		if (kind)
			return kind;
	}
	return FINITE_ALL;
}

/* After a call with x, which has returned. `what`: "the result", or the name of the parameter
 * that leads to the first such number. */
static enum finite_kind finite_judge(const struct layout *l, const coord *x,
				     const char **what)
{
	if (!is_success(l) || !layout_is_finite(l, x))
		return FINITE_ALL;
	const enum finite_kind kind = judge_result(l);
	*what = "the result";
	return kind ? kind : judge_pointed(l, x, what);
}

/* Whether the entry can return such numbers at all. */
static int finite_may_fail(const struct layout *l)
{
	enum { COORDINATES_MOST = 256 };
	int has = l->entry->float_count > 0;

	for (size_t i = 0; i < l->n; i++)
		has |= is_judged(l->types[i]);
	return has && l->n <= COORDINATES_MOST;
}

/* How far from 1 the numbers of x are, in powers of two: the larger the stranger. */
static double finite_extent(const struct layout *l, const coord *x)
{
	double most = 0;

	for (size_t i = 0; i < l->n; i++) {
		const long double value =
		    is_judged(l->types[i]) && layout_owner(l, x, i)
			? type_number(l->types[i], x[i])
			: 0;
		const double extent =
		    value != 0 ? fabs((double)log2l(fabsl(value))) : 0;
		most = extent > most ? extent : most;
	}
	return most;
}

/* ---- the share */

enum {
	SHARE_RUNS = 1 << 15,
	SHARE_COST = 1 << 24, /* hooks, and passes of loops */
	LOST_COST = 1 << 19, /* what a lost run counts as */
	FORK_COST = 1 << 13, /* what a run in a process of its own counts as */
	SHARE_DESCENTS = 1 << 14, /* evaluations, to goals that are faults */
	FORKED_DESCENT = 1 << 3, /* what one in a process of its own counts as */
	FRESH_TURN = 4, /* one of so many inputs is no variation */
	SIZES_TURN = 8, /* one of so many has related sizes */
	SCALE_TURN = 8, /* one of so many variations scales all numbers */
	SIMPLER_RUNS = 2000, /* to find simpler arguments of what is not finite */
	CALL_TEXT = 1000,
	CHANGES_MOST = 3,
};

static unsigned long long cost_so_far(const struct search *s)
{
	/* A run that was lost before is not made. */
	const struct losses *l = &s->limits.losses;

	return trace_cost() + trace.all_steps + LOST_COST * (l->lost - l->again) +
	       (forked_is_on() ? FORK_COST * s->evaluations : 0);
}

static int share_is_spent(const struct search *s)
{
	return s->faults.runs >= SHARE_RUNS || s->faults.cost >= SHARE_COST;
}

/* ---- results that are not finite */

/* Of all calls that made NaN of finite numbers, or infinity, the most ordinary one. */
static struct not_finite {
	coord *x; /* null: there is none */
	double extent;
	const char *what;
} not_finite[FINITE_INFINITE + 1];

static int judges(const struct search *s)
{
	return (s->options->faults & FAULTS_NONFINITE) != 0 &&
	       finite_may_fail(typed_layout(s->subject));
}

/* The last run was that of x. */
static void judge_run(const struct search *s, const coord *x)
{
	const struct layout *l = typed_layout(s->subject);
	const char *what;
	const enum finite_kind kind =
	    trace.record.end == RUN_RETURNED ? finite_judge(l, x, &what) : FINITE_ALL;
	struct not_finite *n = &not_finite[kind];

	if (!kind)
		return;
	const double extent = finite_extent(l, x);
	if (n->x && extent >= n->extent)
		return;
	n->x = n->x ? n->x : calloc(l->n + 1, sizeof *n->x);
	if (!n->x)
		return;
	memcpy(n->x, x, l->n * sizeof *x);
	n->extent = extent;
	n->what = what;
}

struct simpler {
	struct search *s;
	enum finite_kind kind;
	unsigned long long end; /* of the evaluations */
};

static int is_as_bad(void *context, const coord *x)
{
	const struct simpler *k = context;
	const char *what;

	if (search_interrupted(k->s) || k->s->evaluations >= k->end)
		return -1;
	search_run(k->s, x);
	return trace.record.end == RUN_RETURNED &&
	       finite_judge(typed_layout(k->s->subject), x, &what) == k->kind;
}

static void simplify_not_finite(struct search *s)
{
	for (int kind = FINITE_NAN; kind <= FINITE_INFINITE; kind++) {
		struct simpler k = {s, (enum finite_kind)kind,
				    s->evaluations + SIMPLER_RUNS};
		if (not_finite[kind].x)
			simple_vector_find(typed_layout(s->subject), not_finite[kind].x,
					   is_as_bad, &k);
	}
}

void fault_search_tell(const struct search *s)
{
	static const char *const names[] = {
	    [FINITE_NAN] = "nan", [FINITE_INFINITE] = "inf"};
	static char call[CALL_TEXT];

	for (int kind = FINITE_NAN; kind <= FINITE_INFINITE; kind++) {
		const struct not_finite *n = &not_finite[kind];
		if (!n->x)
			continue;
		const struct layout *l = typed_layout(s->subject);
		s->subject->kind->describe(s->subject,
					   (struct input){n->x, l->n * sizeof *n->x},
					   call, sizeof call);
		fprintf(stderr, "INFO: me: finite arguments make %s %s%s: %s\n",
			n->what, names[kind],
			l->entry->result && !l->entry->float_count
			    ? ", and 0 is returned"
			    : "",
			call);
	}
}

/* ---- inputs */

/* An input that covers a goal; before there is one, what is held. */
static struct input draw_base(struct search *s)
{
	if (!s->pool.count)
		return s->subject->kind->held(s->subject);
	return s->pool.inputs[gsl_rng_uniform_int(s->rng, s->pool.count)];
}

static void vary_base(struct search *s, const struct objective *f)
{
	unsigned changes = 1 + (unsigned)gsl_rng_uniform_int(s->rng, CHANGES_MOST);

	if (!gsl_rng_uniform_int(s->rng, SCALE_TURN)) {
		scatter_scale(f, s->rng, s->trial);
		changes--;
	}
	while (changes--)
		starts_mutate(&s->starts, NULL, s->subject, s->rng, s->trial);
}

static int draw(struct search *s)
{
	if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE, draw_base(s),
				     s->trial))
		return 0;
	const struct objective f = {s->subject->n, s->subject->axes, NULL, NULL};
	if (!gsl_rng_uniform_int(s->rng, SIZES_TURN))
		scatter_sizes(&f, s->rng, s->trial);
	else if (!gsl_rng_uniform_int(s->rng, FRESH_TURN))
		starts_vector(&s->starts, s->subject, s->rng, s->trial);
	else
		vary_base(s, &f);
	return 1;
}

static int is_over(const struct search *s, unsigned long long closed)
{
	return search_interrupted(s) || s->closed != closed ||
	       s->evaluations >= s->slice_end;
}

static enum slice_outcome draw_slice(struct search *s)
{
	const unsigned long long cost = cost_so_far(s), closed = s->closed;
	const int is_judged = judges(s);

	slice_begin(s);
	search_aim(s, PROGRAM_NONE);
	s->faults.draws = 1;
	while (!is_over(s, closed) && cost_so_far(s) - cost < SHARE_COST && draw(s)) {
		search_run(s, s->trial);
		if (is_judged)
			judge_run(s, s->trial);
		/* A run that is not made counts, too. */
		s->faults.runs++;
	}
	s->faults.draws = 0;
	s->faults.cost += cost_so_far(s) - cost;
	search_yield(s, "faults");
	return slice_end(s);
}

/* In a session that survives faults, by the search of ours, for goals of the program. Where
 * this has threads each fault ends the process, and the next one begins its share anew. */
static int are_sought(const struct search *s)
{
	return s->options->faults && s->survival && search_is_typed(s) &&
	       !s->options->fork && threads_count() == 1 &&
	       s->options->method == METHOD_AUTO && !s->goals->seeks_run;
}

/* Descents to those that draws have not met: the starts that are made for them say nothing of
 * the other goals. */
static enum slice_outcome descent_slice(struct search *s)
{
	const unsigned long long evaluations = s->evaluations;
	const unsigned starts = s->starts_without_progress;

	s->starts_without_progress = 0;
	const enum slice_outcome outcome = slice_run(s);
	if (s->descent.minimiser)
		search_end_descent(s);
	s->starts_without_progress = starts;
	s->faults.descents +=
	    (s->evaluations - evaluations + 1) * (forked_is_on() ? FORKED_DESCENT : 1);
	return outcome;
}

int fault_search_is_due(struct search *s)
{
	const int has_begun = s->faults.runs > 0;

	s->faults.waits = 0;
	if (!s->deadline || !are_sought(s) || share_is_spent(s))
		return 0;
	if (!has_begun && s->closed != s->faults.progress.closed) {
		s->faults.progress.closed = s->closed;
		s->faults.progress.evaluations = s->evaluations;
		s->faults.progress.cost = cost_so_far(s);
	}
	s->faults.waits =
	    has_begun ||
	    s->evaluations - s->faults.progress.evaluations >= SHARE_RUNS ||
	    cost_so_far(s) - s->faults.progress.cost >= SHARE_COST;
	return s->faults.waits && slice_is_between(s);
}

enum slice_outcome fault_search_turn(struct search *s, int ends)
{
	if (!are_sought(s))
		return SLICE_FINISHED;
	const int draws = !share_is_spent(s);
	const int has_goals =
	    (s->options->faults & FAULTS_RTE) && goals_seek_faults(s->goals, 1) > 0;
	const int descends = !draws && has_goals && s->faults.descents < SHARE_DESCENTS;
	enum slice_outcome outcome = SLICE_FINISHED;

	if (descends)
		outcome = descent_slice(s);
	else if (draws || !ends)
		outcome = draw_slice(s);
	goals_seek_faults(s->goals, 0);
	if (draws && share_is_spent(s) && judges(s)) {
		simplify_not_finite(s);
		search_yield(s, "faults");
	}
	return outcome == SLICE_FINISHED && (draws || descends) ? SLICE_MORE : outcome;
}
