/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fault_search.c - inputs that may fail. */
#include "harness/search/fault_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/arguments.h"
#include "harness/input/exception.h"
#include "harness/input/simple_vector.h"
#include "harness/pristine/checkpoint.h"
#include "harness/pristine/forked.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"
#include "harness/search/typed.h"
#include "mcmc/scatter.h"
#include "system/clock.h"
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

/* What is seen of the numbers that a call returns or writes. */
struct finite_results {
	enum finite_kind kind; /* of the first one that is not finite */
	const char
	    *what; /* "the result", or the name of the parameter that leads to it */
	long double most; /* the greatest magnitude of those that are finite */
};

static void judge_number(struct finite_results *r, long double value, const char *what)
{
	const enum finite_kind kind = kind_of(value);

	if (!kind && fabsl(value) > r->most)
		r->most = fabsl(value);
	if (!kind || r->kind)
		return;
	r->kind = kind;
	r->what = what;
}

static void judge_returned(struct finite_results *r, const struct layout *l)
{
	const enum me_type type = (enum me_type)l->entry->floats;

	for (size_t i = 0; i < l->entry->float_count; i++)
		judge_number(
		    r,
		    type_number(
			type,
			type_load_memory(type, l->result + i * type_memory_size(type))),
		    "the result");
}

static void judge_pointed(struct finite_results *r, const struct layout *l,
			  const coord *x)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!is_judged(l->types[i]) || !arguments_overwritten(l, x, i))
			continue;
		const struct layout_parameter *p = layout_owner(l, x, i);
		judge_number(r,
			     type_number(l->types[i],
					 type_load_memory(l->types[i],
							  arguments_pointed(l, p, i))),
			     p->record->name);
	}
}

/* After a call with x, which has returned: what an exception leaves is no result. */
static struct finite_results finite_judge(const struct layout *l, const coord *x)
{
	struct finite_results r = {FINITE_ALL, NULL, 0};

	if (exception_has_left() || !is_success(l) || !layout_is_finite(l, x))
		return r;
	judge_returned(&r, l);
	judge_pointed(&r, l, x);
	return r;
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
	GREATEST_TURN = 4, /* one of so many varies the one with the greatest result */
	SCALE_TURN = 8, /* one of so many variations scales all numbers */
	REPEAT_TURN = 4, /* one of so many of a text repeats a part of it */
	SIMPLER_RUNS = 2000, /* to find simpler arguments of what is not finite */
	WALLED_FIRST = 1 << 9, /* evaluations before runs with walled blocks */
	WALLED_GROWTH = 4, /* times as many before the next ones */
	WALLED_RUNS = 1 << 8,
	WALLED_MS = 150, /* by the clock, for all of them */
	WALLED_POOL_MS = 1000, /* for inputs that cover something */
	WALLED_FORKS = 32, /* at most, each but the last for a run that fails */
	CALL_TEXT = 1000,
	LINE_TEXT = CALL_TEXT + 200,
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
static coord *not_finite[FINITE_INFINITE + 1]; /* null: this process has found none */

/* Shared by the processes of a session, each of which may be lost. Null: no session. */
static struct {
	double extent[FINITE_INFINITE + 1];
	char line[FINITE_INFINITE + 1][LINE_TEXT]; /* empty: there is none */
	int is_told;
	/* Of walled runs: how many inputs of the pool have had one, and draws. */
	size_t walled_pool;
	int walled_draws;
	double pool_end, draws_end; /* clock_now() */
} * told;

void fault_search_begin(void)
{
	told = shared_memory(sizeof *told);
}

/* What is told of x from now on. */
static void note_not_finite(const struct search *s, const coord *x,
			    struct finite_results r)
{
	static const char *const names[] = {
	    [FINITE_NAN] = "nan", [FINITE_INFINITE] = "inf"};
	const struct layout *l = typed_layout(s->subject);
	char call[CALL_TEXT];

	s->subject->kind->describe(s->subject, (struct input){x, l->n * sizeof *x},
				   call, sizeof call);
	snprintf(told->line[r.kind], LINE_TEXT,
		 "INFO: me: finite arguments make %s %s%s: %s\n", r.what, names[r.kind],
		 l->entry->result && !l->entry->float_count ? ", and 0 is returned"
							    : "",
		 call);
	told->extent[r.kind] = finite_extent(l, x);
}

void fault_search_tell(void)
{
	for (int kind = FINITE_NAN; told && kind <= FINITE_INFINITE; kind++)
		if (!told->is_told)
			fputs(told->line[kind], stderr);
	if (told)
		told->is_told = 1;
}

static int judges(const struct search *s)
{
	return told && (s->options->faults & FAULTS_NONFINITE) != 0 &&
	       finite_may_fail(typed_layout(s->subject));
}

/* The finite call with the greatest result: the next greater one may be infinite. */
static struct {
	coord *x; /* null: there is none */
	long double most;
} greatest;

/* 0: there is no memory. */
static int keep(coord **kept, const struct layout *l, const coord *x)
{
	if (!*kept && !(*kept = calloc(l->n + 1, sizeof **kept)))
		return 0;
	memcpy(*kept, x, l->n * sizeof *x);
	return 1;
}

/* The last run was that of x. */
static void judge_run(const struct search *s, const coord *x)
{
	const struct layout *l = typed_layout(s->subject);

	if (trace.record.end != RUN_RETURNED)
		return;
	const struct finite_results r = finite_judge(l, x);
	if (!r.kind) {
		if (r.most > 0 && r.most >= greatest.most && keep(&greatest.x, l, x))
			greatest.most = r.most;
		return;
	}
	if ((!*told->line[r.kind] || finite_extent(l, x) < told->extent[r.kind]) &&
	    keep(&not_finite[r.kind], l, x))
		note_not_finite(s, x, r);
}

struct simpler {
	struct search *s;
	enum finite_kind kind;
	struct finite_results last;
	unsigned long long end; /* of the evaluations */
};

static int is_as_bad(void *context, const coord *x)
{
	struct simpler *k = context;

	if (search_interrupted(k->s) || k->s->evaluations >= k->end)
		return -1;
	search_run(k->s, x);
	if (trace.record.end != RUN_RETURNED)
		return 0;
	k->last = finite_judge(typed_layout(k->s->subject), x);
	return k->last.kind == k->kind;
}

static void simplify_not_finite(struct search *s)
{
	for (int kind = FINITE_NAN; kind <= FINITE_INFINITE; kind++) {
		struct simpler k = {.s = s,
				    .kind = (enum finite_kind)kind,
				    .end = s->evaluations + SIMPLER_RUNS};
		if (!not_finite[kind])
			continue;
		simple_vector_find(typed_layout(s->subject), not_finite[kind],
				   is_as_bad, &k);
		k.end++;
		if (is_as_bad(&k, not_finite[kind]) > 0)
			note_not_finite(s, not_finite[kind], k.last);
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
	int changes = 1 + (int)gsl_rng_uniform_int(s->rng, CHANGES_MOST);

	if (!gsl_rng_uniform_int(s->rng, SCALE_TURN)) {
		scatter_scale(f, s->rng, s->trial);
		changes--;
	}
	if (scatter_has_text(f) && !gsl_rng_uniform_int(s->rng, REPEAT_TURN)) {
		scatter_repeat(f, s->rng, s->trial);
		changes--;
	}
	for (; changes > 0; changes--)
		starts_mutate(&s->starts, NULL, s->subject, s->rng, s->trial);
}

static int draw(struct search *s)
{
	/* Until one is infinite. */
	const int grows = greatest.x && !not_finite[FINITE_INFINITE] &&
			  !gsl_rng_uniform_int(s->rng, GREATEST_TURN);
	const struct input base =
	    grows ? (struct input){greatest.x,
				   typed_layout(s->subject)->n * sizeof *greatest.x}
		  : draw_base(s);

	if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE, base, s->trial))
		return 0;
	const struct objective f = {s->subject->n, s->subject->axes, NULL, NULL};
	if (grows)
		starts_mutate(&s->starts, NULL, s->subject, s->rng, s->trial);
	else if (!gsl_rng_uniform_int(s->rng, SIZES_TURN))
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

/* ---- blocks of the heap whose ends are walls (walled.h): in a fork, which only tells of the runs
 * that fail there. */

static void run_walled(struct search *s, const struct run_request *request)
{
	if (s->subject->kind->put(s->subject, s->trial))
		search_execute(s, request);
	program_clear_counters(s->goals->program);
}

/* Inputs that have come to the pool, then draws: of a program whose runs take long, or wait, only
 * some. A run that fails may end the process: the next one goes on behind it. */
static void walled_runs(void *context)
{
	struct search *s = context;
	const struct run_request request = search_request(s);

	checkpoint_forget();
	s->survival->begin_process();
	walled_start();
	while (told->walled_pool < s->pool.count && clock_now() < told->pool_end) {
		const struct input in = s->pool.inputs[told->walled_pool++];
		if (s->subject->kind->begin(s->subject, s, PROGRAM_NONE, in, s->trial))
			run_walled(s, &request);
	}
	for (int i = 0; i < WALLED_RUNS && clock_now() < told->draws_end &&
			!search_interrupted(s) && !walled_is_spent() && draw(s);
	     i++) {
		if (i < told->walled_draws)
			continue;
		told->walled_draws++;
		run_walled(s, &request);
	}
	told->walled_draws = WALLED_RUNS;
}

static void make_walled_runs(struct search *s)
{
	const double now = clock_now();

	told->walled_pool = s->faults.walled_pool;
	told->walled_draws = 0;
	told->draws_end = now + WALLED_MS / 1e3;
	told->pool_end = now + WALLED_POOL_MS / 1e3;
	for (int i = 0; i < WALLED_FORKS && told->walled_draws < WALLED_RUNS; i++)
		forked_aside(walled_runs, s);
	s->faults.walled_pool = s->pool.count;
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
	       s->subject->n && !s->options->fork && threads_count() == 1 &&
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

void fault_search_walled(struct search *s, int is_last)
{
	const int is_due = is_last ? s->pool.count > s->faults.walled_pool
				   : s->evaluations >= s->faults.walled_next;

	if (!told || !walled_has_blocks || !are_sought(s) || !is_due)
		return;
	s->faults.walled_next = s->evaluations < WALLED_FIRST
				    ? WALLED_FIRST
				    : WALLED_GROWTH * s->evaluations;
	guard_pause(&s->guard);
	make_walled_runs(s);
}
