/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signed_search.c - signed search over ordered integers: the default method.
 *
 * A variable neighbourhood descent (Mladenovic and Hansen, 1997) over the moves of
 * line.c. The neighbourhoods stand in the table below, the cheap ones first:
 *
 *	leap         the displacement of the last round again (Hooke and Jeeves, 1961)
 *	chase        secants and bisection of each coordinate
 *	special      -x, 2x, x/2, x+-1, round(x), 0, 1, low bits cleared or set
 *	sweep        x +- 2^k ulps, then x +- 2^k
 *	around       x_i and x_j by the same, to where their difference wraps around
 *	copy         x_i = x_j
 *	restore      chase x_i; each reading after a chase of x_j, which restores what
 *	             held: along the curve of an equality that is met
 *	pair         x_i +- 2^k and x_j +- 2^k, then the same in ulps, which is about
 *	             x_i * c and x_j * c or / c
 *	edges        both x_i and x_j to an edge of their axes or of their binade
 *	restore twice  as restore, x_k chased after each step of x_j
 *	wander       random steps of x_i of each scale, x_j restored
 *
 * An improvement leads back to the first one; when none of them improves, the point is
 * a local minimum. The pairs matter when the objective is a sum of distances, or when a
 * step of x_i alone no longer reaches the goal's site: x_j then restores it. Pairs are
 * tried among live coordinates only: those whose sweep has changed the reading.
 */
#include "mcmc/minimiser.h"

#include <math.h>
#include <string.h>

#include "mcmc/line.h"
#include "mcmc/special.h"

/* One step returns after this many evaluations and the end of the move at hand. */
#define STEP_EVALS 64
#define RESTORE_EVALS 500
#define ROUNDS_MAX 20
/* Pairs of edges are tried among so many coordinates at the most. */
#define EDGES_MAX_N 8
/* Pairs of integers around the ring are tried among so many at the most. */
#define RING_MAX_N 24
/* How often wandering along a line goes back to larger steps after an improvement. */
#define RETRIES_MAX 8

struct signed_search {
	struct descent d;
	struct cursor at; /* equals d.best between moves */
	struct cursor restorer[2];
	const struct axis *axes;
	size_t n;
	gsl_rng *rng;
	coord *round_start; /* n coordinates: the point that began this round */
	coord *leap_start; /* and the one before */
	bool *live; /* n flags */
	unsigned rounds;
	/* The move at hand: neighbourhood, line (number and coordinates), move. */
	unsigned hood;
	size_t line_number, i, j, k;
	unsigned index, retries;
	size_t line_start, hood_start; /* d.improvements then */
	double pass_value; /* the value before this pass over the lines */
	struct search_line line;
};

/* The lines of a neighbourhood. */
enum hood_span {
	SPAN_ONCE,
	SPAN_EACH,
	SPAN_FLOATS, /* live ones */
	SPAN_PAIR, /* i < j, both live */
	SPAN_FLOAT_PAIR, /* and one a float at least */
	SPAN_ORDERED_PAIR, /* i != j, both live */
	SPAN_ANY_PAIR, /* i < j, live or not */
	SPAN_RING_PAIR, /* i < j, both live, integers of one whole type */
	SPAN_TRIPLE, /* three different live ones */
};

/* What follows when the neighbourhood has lowered the value. */
enum follow {
	FOLLOW_NEXT = 0, /* the next one all the same */
	FOLLOW_REPEAT = 1, /* itself while it halves the value */
	FOLLOW_ROUND = 2, /* a new round once all its lines were searched */
	FOLLOW_ROUND_NOW = 4, /* a new round once this line was searched */
};

struct hood {
	enum hood_span span;
	unsigned follow; /* enum follow, or-ed */
	unsigned (*moves)(const struct signed_search *s); /* of the line at hand */
	void (*move)(struct signed_search *s, unsigned index);
};

/* ---- the neighbourhoods */

static bool is_float_axis(const struct signed_search *s, size_t i)
{
	return s->axes[i].kind != AXIS_INTEGER;
}

static bool is_ring(const struct signed_search *s, size_t i, size_t j)
{
	const struct axis *a = &s->axes[i], *b = &s->axes[j];

	return ring_is_whole(a) && b->kind == a->kind && b->low == a->low &&
	       b->high == a->high;
}

static unsigned one_move(const struct signed_search *s)
{
	(void)s;
	return 1;
}

static unsigned leap_moves(const struct signed_search *s)
{
	(void)s;
	return 2;
}

/* x + (x - from) in the value, or in ulps. */
static coord extrapolate(const struct axis *axis, coord from, coord x, bool by_value)
{
	const long double v = axis_to_long_double(axis->kind, x);
	const long double target = 2 * v - axis_to_long_double(axis->kind, from);

	if (by_value && isfinite(target))
		return axis_from_long_double(axis, target);
	return axis_add(axis, x, x - from);
}

/* Leaps from the start of the last round over the point at hand, again while lower. */
static void leap(struct signed_search *s, unsigned index)
{
	bool lower = true;

	while (lower && !s->d.over) {
		const size_t before = s->d.improvements;
		bool moved = false;

		for (size_t i = 0; i < s->n; i++) {
			const coord old = s->at.x[i];

			s->at.x[i] =
			    extrapolate(&s->axes[i], s->leap_start[i], old, index == 0);
			moved |= s->at.x[i] != old;
		}
		if (moved)
			descent_eval(&s->d, s->at.x, &s->at.r);
		lower = s->d.improvements > before;
	}
}

static void chase(struct signed_search *s, unsigned index)
{
	(void)index;
	line_chase(&s->at, s->i);
}

static unsigned special_moves(const struct signed_search *s)
{
	(void)s;
	return SPECIALS;
}

static void special(struct signed_search *s, unsigned index)
{
	const coord old = s->at.x[s->i], c = special_of(&s->axes[s->i], old, index);
	struct reading r;

	if (c != old)
		line_probe(&s->at, s->i, c, &r);
}

static unsigned sweep_moves(const struct signed_search *s)
{
	return 2 * s->line.scales;
}

static void sweep(struct signed_search *s, unsigned index)
{
	line_try(&s->at, &s->line, s->line.top - (int)(index / 2), index & 1 ? -1 : 1);
	s->live[s->i] |= s->line.live;
}

static unsigned pair_moves(const struct signed_search *s)
{
	return 4 * s->line.scales;
}

static void sweep_pair(struct signed_search *s, unsigned index)
{
	s->line.opposite = index & 2;
	line_try(&s->at, &s->line, s->line.top - (int)(index / 4), index & 1 ? -1 : 1);
}

static void copy(struct signed_search *s, unsigned index)
{
	const struct axis *axis = &s->axes[s->i];
	const coord c = axis_clamp(axis, s->at.x[s->j]);
	struct reading r;

	(void)index;
	if (s->axes[s->j].kind == axis->kind && c != s->at.x[s->i])
		line_probe(&s->at, s->i, c, &r);
}

static unsigned edge_moves(const struct signed_search *s)
{
	(void)s;
	return SPECIAL_EDGES * SPECIAL_EDGES;
}

/* Where only a point at the edge in two coordinates differs, one at a time shows
 * nothing. */
static void edges(struct signed_search *s, unsigned index)
{
	const coord i =
	    special_edge(&s->axes[s->i], s->at.x[s->i], index % SPECIAL_EDGES);
	const coord j =
	    special_edge(&s->axes[s->j], s->at.x[s->j], index / SPECIAL_EDGES);

	s->at.x[s->i] = i;
	s->at.x[s->j] = j;
	descent_eval(&s->d, s->at.x, &s->at.r);
}

static unsigned ring_moves(const struct signed_search *s)
{
	(void)s;
	return RING_WAYS;
}

/* To where the difference of x_i and x_j has wrapped around. What depends on that alone
 * is as near there as here, and a wall on the way may be gone. */
static void around(struct signed_search *s, unsigned index)
{
	const double value = s->at.r.value;

	if (!ring_straddle(&s->axes[s->i], index, &s->at.x[s->i], &s->at.x[s->j]) ||
	    !descent_eval(&s->d, s->at.x, &s->at.r) || s->at.r.value > value)
		return;
	line_chase(&s->at, s->i);
	line_chase(&s->at, s->j);
}

/* Chases x_i along the curve on which x_j restores what held. */
static void restore(struct signed_search *s, unsigned index)
{
	(void)index;
	s->at.restorer = &s->restorer[0];
	s->at.restored = s->j;
	s->at.limit = s->d.evals + RESTORE_EVALS;
	line_chase(&s->at, s->i);
}

/* Restores with two curves: x_j on the one where x_k restores, too. */
static void restore_twice(struct signed_search *s, unsigned index)
{
	s->restorer[0].restorer = &s->restorer[1];
	s->restorer[0].restored = s->k;
	restore(s, index);
	s->restorer[0].restorer = NULL;
}

/* A random step of 2^k .. 2^(k+1) ulps. */
static coord wander_step(struct signed_search *s, int k)
{
	const coord step = (coord)1 << k;

	return step + (coord)((long double)step * gsl_rng_uniform(s->rng));
}

/* Random steps along the curve of a restored condition: one of them may hit where rounding put the root. */
static void wander(struct signed_search *s, unsigned index)
{
	const size_t before = s->d.improvements;
	const coord step = wander_step(s, s->line.top - (int)(index / 2));

	s->at.restorer = &s->restorer[0];
	s->at.restored = s->j;
	s->at.limit = s->d.evals + RESTORE_EVALS;
	line_step(&s->at, &s->line, index & 1 ? -step : step);
	if (s->d.improvements > before && s->index > 4 && s->retries++ < RETRIES_MAX)
		s->index -= 4;
}

static const struct hood hoods[] = {
    {SPAN_ONCE, FOLLOW_NEXT, leap_moves, leap},
    {SPAN_EACH, FOLLOW_REPEAT, one_move, chase},
    {SPAN_EACH, FOLLOW_ROUND, special_moves, special},
    {SPAN_EACH, FOLLOW_ROUND, sweep_moves, sweep},
    {SPAN_FLOATS, FOLLOW_ROUND, sweep_moves, sweep},
    {SPAN_RING_PAIR, FOLLOW_ROUND_NOW, ring_moves, around},
    {SPAN_ORDERED_PAIR, FOLLOW_ROUND, one_move, copy},
    {SPAN_ORDERED_PAIR, FOLLOW_REPEAT | FOLLOW_ROUND, one_move, restore},
    {SPAN_FLOAT_PAIR, FOLLOW_ROUND_NOW, pair_moves, sweep_pair},
    {SPAN_PAIR, FOLLOW_ROUND_NOW, pair_moves, sweep_pair},
    {SPAN_ANY_PAIR, FOLLOW_ROUND, edge_moves, edges},
    {SPAN_TRIPLE, FOLLOW_REPEAT | FOLLOW_ROUND, one_move, restore_twice},
    {SPAN_ORDERED_PAIR, FOLLOW_ROUND_NOW, sweep_moves, wander},
};

#define HOODS (sizeof hoods / sizeof *hoods)

/* ---- the order of the moves */

/* Back to the best point, which every move may have left. */
static void settle_at_best(struct signed_search *s)
{
	memcpy(s->at.x, s->d.best, s->n * sizeof *s->at.x);
	s->at.r = s->d.reading;
	s->at.limit = SIZE_MAX;
	s->at.restorer = NULL;
}

static size_t count_lines(const struct signed_search *s)
{
	switch (hoods[s->hood].span) {
	case SPAN_ONCE:
		return s->n > 0;
	case SPAN_EACH:
	case SPAN_FLOATS:
		return s->n;
	case SPAN_TRIPLE:
		return s->n * s->n * s->n;
	default:
		return s->n * s->n;
	}
}

/* i, j and k are the digits of the line's number. */
static void name_line(struct signed_search *s)
{
	size_t rest = s->line_number;

	s->i = rest % s->n;
	s->j = s->k = s->i;
	if (hoods[s->hood].span <= SPAN_FLOATS)
		return;
	rest /= s->n;
	s->j = rest % s->n;
	s->k = rest / s->n;
}

static bool line_fits(const struct signed_search *s)
{
	const bool live = s->live[s->i] && s->live[s->j];

	switch (hoods[s->hood].span) {
	case SPAN_FLOATS:
		return is_float_axis(s, s->i) && live;
	case SPAN_PAIR:
		return s->i < s->j && live;
	case SPAN_FLOAT_PAIR:
		return s->i < s->j && live &&
		       (is_float_axis(s, s->i) || is_float_axis(s, s->j));
	case SPAN_ANY_PAIR:
		return s->i < s->j && s->n <= EDGES_MAX_N;
	case SPAN_RING_PAIR:
		return s->i < s->j && live && s->n <= RING_MAX_N &&
		       is_ring(s, s->i, s->j);
	case SPAN_ORDERED_PAIR:
		return s->i != s->j && live;
	case SPAN_TRIPLE:
		return s->i != s->j && s->i != s->k && s->j != s->k && live &&
		       s->live[s->k];
	default:
		return true;
	}
}

static void begin_line(struct signed_search *s)
{
	const enum hood_span span = hoods[s->hood].span;
	const bool by_value = span == SPAN_FLOATS || span == SPAN_FLOAT_PAIR;

	s->index = 0;
	s->retries = 0;
	s->line_start = s->d.improvements;
	s->line =
	    line_init(&s->at, by_value ? LINE_VALUE : LINE_ORDER, s->i, s->j, false);
	if (span == SPAN_EACH)
		s->live[s->i] = false;
}

/* From line_number on to the first line that fits; false when there is none. */
static bool find_hood_line(struct signed_search *s)
{
	const size_t lines = count_lines(s);

	for (; s->line_number < lines; s->line_number++) {
		name_line(s);
		if (line_fits(s)) {
			begin_line(s);
			return true;
		}
	}
	return false;
}

static bool begin_pass(struct signed_search *s)
{
	s->line_number = 0;
	s->pass_value = s->d.reading.value;
	return find_hood_line(s);
}

/* Enters neighbourhood h, or the first after it that has a line. */
static bool enter_hood(struct signed_search *s, unsigned h)
{
	for (s->hood = h; s->hood < HOODS; s->hood++) {
		s->hood_start = s->d.improvements;
		if (begin_pass(s))
			return true;
	}
	return false;
}

static bool new_round(struct signed_search *s)
{
	const size_t size = s->n * sizeof *s->round_start;

	memcpy(s->leap_start, s->round_start, size);
	memcpy(s->round_start, s->d.best, size);
	return ++s->rounds < ROUNDS_MAX && enter_hood(s, 0);
}

static bool leave_hood(struct signed_search *s)
{
	const unsigned follow = hoods[s->hood].follow;

	if (follow & FOLLOW_REPEAT && s->d.reading.value < s->pass_value / 2)
		return begin_pass(s);
	if (follow & FOLLOW_ROUND && s->d.improvements > s->hood_start)
		return new_round(s);
	return enter_hood(s, s->hood + 1);
}

/* Makes one move, or goes on to the next line. False at a local minimum. */
static bool advance(struct signed_search *s)
{
	const struct hood *h = &hoods[s->hood];

	if (s->hood >= HOODS)
		return false;
	if (s->index < h->moves(s)) {
		h->move(s, s->index++);
		settle_at_best(s);
		return true;
	}
	if (h->follow & FOLLOW_ROUND_NOW && s->d.improvements > s->line_start)
		return new_round(s);
	s->line_number++;
	return find_hood_line(s) || leave_hood(s);
}

/* ---- the method */

static void *signed_start(const struct objective *f,
			  const struct minimiser_options *options, gsl_rng *rng,
			  const coord *x0)
{
	struct signed_search *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->axes = f->axes;
	s->n = f->n;
	s->rng = rng;
	s->at.d = &s->d;
	s->at.x = descent_room(&s->d, f->n, sizeof *s->at.x);
	for (int k = 0; k < 2; k++) {
		s->restorer[k].d = &s->d;
		s->restorer[k].x = descent_room(&s->d, f->n, sizeof *s->at.x);
	}
	s->round_start = descent_room(&s->d, f->n, sizeof *s->round_start);
	s->leap_start = descent_room(&s->d, f->n, sizeof *s->leap_start);
	s->live = descent_room(&s->d, f->n, sizeof *s->live);
	return descent_ready(s);
}

/* The first evaluation, at the start itself. False when there is nothing to search. */
static bool first_move(struct signed_search *s)
{
	struct reading r;

	settle_at_best(s);
	descent_eval(&s->d, s->at.x, &r);
	settle_at_best(s);
	if (s->n == 0)
		return false;
	memcpy(s->round_start, s->d.best, s->n * sizeof *s->round_start);
	memcpy(s->leap_start, s->d.best, s->n * sizeof *s->leap_start);
	return enter_hood(s, 0);
}

static enum minimiser_status signed_step(void *state)
{
	struct signed_search *s = state;
	const size_t limit = s->d.evals + STEP_EVALS;

	if (s->d.evals == 0 && !first_move(s) && !s->d.over)
		return MINIMISER_DONE;
	while (!s->d.over && s->d.evals < limit)
		if (!advance(s))
			return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_signed = {
    .name = "signed",
    .summary = "pattern moves and bisection over ordered integers",
    .start = signed_start,
    .step = signed_step,
    .stop = descent_stop,
};
