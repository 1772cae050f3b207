/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/search/condition_method.h"

enum {
	SAMPLES = 25, /* of a random step, until one is inside L */
	RADIUS = 12, /* 2^-12 .. 2^11 */
	OVERSHOOTS = 250, /* hundredths */
	NUDGES = 4, /* representable numbers beside a scalar that follows */
	TABU_LEAST = 3,
	TABU_ALL_LEAST = 5,
};

/* ---- reading a point */

static bool is_violated(const struct condition_walk *w, size_t conjunct)
{
	const struct condition_problem *p = w->problem;
	const struct conjunct *c = &p->conjuncts[conjunct];

	return !condition_is(&p->program, c->e, c->holds);
}

/* Whether the conjuncts of L hold where the problem was evaluated last. */
static bool is_in_polytope(const struct condition_walk *w)
{
	for (size_t i = 0; i < w->problem->count; i++)
		if (w->in_polytope[i] && is_violated(w, i))
			return false;
	return true;
}

/* The error of N there. */
static double error_of(const struct condition_walk *w)
{
	double error = 0;

	for (size_t i = 0; i < w->problem->count; i++)
		if (!w->in_polytope[i])
			error += condition_problem_error(w->problem, i);
	return error;
}

/* The point was evaluated last: it is alpha. */
static void walk_take(struct condition_walk *w, const coord *x)
{
	memmove(w->at, x, w->problem->n * sizeof *x);
	w->error = error_of(w);
	for (size_t i = 0; i < w->problem->count; i++) {
		w->errors[i] = condition_problem_error(w->problem, i);
		w->differences[i] = condition_problem_difference(w->problem, i);
	}
}

static bool evaluate_neighbour(struct condition_walk *w, const coord *x)
{
	double error;

	return condition_problem_read(w->problem, x, &error);
}

/* Evaluates the point, after the scalars that follow from equalities were moved by some
 * representable numbers if that brings it into L. */
static bool evaluate_inside(struct condition_walk *w, coord *x, size_t moved)
{
	static const int nudges[NUDGES] = {1, -1, 2, -2};

	if (!evaluate_neighbour(w, x) || is_in_polytope(w))
		return !condition_problem_over(w->problem);
	for (size_t i = 0; i < w->equalities.count; i++) {
		const size_t k = w->equalities.pivots[i];
		const coord before = x[k];
		for (int j = 0; k != moved && j < NUDGES; j++) {
			x[k] = axis_add(&w->problem->axes[k], before, nudges[j]);
			if (!evaluate_neighbour(w, x) || is_in_polytope(w))
				return !condition_problem_over(w->problem);
		}
		x[k] = before;
	}
	return false;
}

/* ---- the start */

static void set_parameters(struct condition_walk *w)
{
	const struct walk_options *o = &w->problem->options->walk;
	size_t n = 0;

	for (size_t k = 0; k < w->problem->n; k++)
		n += w->moves[k];
	const size_t half = (n + 1) / 2;
	w->neighbours = o->neighbours ? o->neighbours : WALK_NEIGHBOURS;
	w->steps_most = (o->steps ? o->steps : WALK_STEPS) * w->nonlinear;
	w->tenure = o->tabu == TABU_NONE ? 0
		    : o->tabu == TABU_ALL
			? (unsigned)(n > TABU_ALL_LEAST ? n : TABU_ALL_LEAST)
		    : half > TABU_LEAST ? (unsigned)half
					: TABU_LEAST;
}

/* L is what is linear and holds at alpha, a point of the polytope; N is the rest. */
static void walk_divide(struct condition_walk *w)
{
	const struct condition_problem *p = w->problem;

	for (size_t i = 0; i < w->linear.count; i++) {
		const size_t conjunct = w->linear.rows[i].conjunct;
		w->in_polytope[conjunct] =
		    w->point == POINT_FOUND && !is_violated(w, conjunct);
	}
	for (size_t i = 0; i < p->count; i++) {
		w->nonlinear += !w->in_polytope[i];
		for (size_t k = 0; k < p->n && !w->in_polytope[i]; k++)
			w->moves[k] = w->moves[k] || condition_touches(p, i, k);
	}
}

/* All linear conjuncts are L for the time of the repair. */
static void repair_start(struct condition_walk *w)
{
	for (size_t i = 0; i < w->linear.count; i++)
		w->in_polytope[w->linear.rows[i].conjunct] =
		    w->linear.rows[i].relation == LINEAR_EQUAL;
	equalities_init(&w->equalities, &w->linear, w->in_polytope);
	if (!evaluate_inside(w, w->at, w->problem->n))
		evaluate_neighbour(w, w->at);
	equalities_done(&w->equalities);
}

/* The problem's start; what is not finite is the number nearest to 0. */
static void walk_start(struct condition_walk *w)
{
	const struct condition_problem *p = w->problem;

	for (size_t k = 0; k < p->n; k++) {
		const struct axis *axis = &p->axes[k];
		const bool is_finite =
		    isfinite(axis_to_double(axis->kind, p->start[k]));
		w->at[k] = is_finite ? p->start[k] : axis_from_double(axis, 0);
	}
}

static void walk_allocate(struct condition_walk *w)
{
	const size_t n = w->problem->n, count = w->problem->count;

	w->at = array_new(n + 1, sizeof *w->at);
	w->beta = array_new(n + 1, sizeof *w->beta);
	w->gamma = array_new(n + 1, sizeof *w->gamma);
	w->best = array_new(n + 1, sizeof *w->best);
	w->moves = array_new(n + 1, sizeof *w->moves);
	w->tabu = array_new(n + 1, sizeof *w->tabu);
	w->scores = array_new(n + 1, sizeof *w->scores);
	w->in_polytope = array_new(count + 1, sizeof *w->in_polytope);
	w->errors = array_new(count + 1, sizeof *w->errors);
	w->differences = array_new(count + 1, sizeof *w->differences);
}

void condition_walk_init(struct condition_walk *w, struct condition_problem *p,
			 gsl_rng *rng)
{
	memset(w, 0, sizeof *w);
	w->problem = p;
	w->rng = rng;
	walk_allocate(w);
	linear_part_init(&w->linear, p);
	walk_start(w);
	w->point = condition_point(&w->linear, w->at);
	repair_start(w);
	walk_divide(w);
	equalities_init(&w->equalities, &w->linear, w->in_polytope);
	walk_take(w, w->at);
	set_parameters(w);
}

void condition_walk_done(struct condition_walk *w)
{
	linear_part_done(&w->linear);
	equalities_done(&w->equalities);
	free(w->at);
	free(w->beta);
	free(w->gamma);
	free(w->best);
	free(w->moves);
	free(w->tabu);
	free(w->scores);
	free(w->in_polytope);
	free(w->errors);
	free(w->differences);
	memset(w, 0, sizeof *w);
}

/* ---- random steps */

/* Representable numbers that scale j stands for: one for the least, half of all for the
 * largest. */
static double representable(const struct axis *axis, double times, int j)
{
	const int bits = axis->kind == AXIS_F32 ? 30 : 62;
	const double step = ldexp(times, (j + RADIUS) * bits / (2 * RADIUS - 1));

	return fabs(step) < 1	     ? copysign(1, step)
	       : fabs(step) < 0x1p63 ? step
				     : copysign(0x1p62, step);
}

/* The scalar moved by that many times 2^j. */
static coord walk_moved(const struct condition_walk *w, size_t k, coord c, double times,
			int j)
{
	const struct axis *axis = &w->problem->axes[k];
	const double by = ldexp(times, j);

	if (w->problem->options->ordered && axis->kind != AXIS_INTEGER)
		return axis_add(axis, c, (coord)representable(axis, times, j));
	const coord to =
	    axis_from_long_double(axis, axis_to_long_double(axis->kind, c) + by);
	return to != c ? to : axis_add(axis, c, by < 0 ? -1 : 1);
}

static bool is_in_rows(const struct condition_walk *w, const coord *x)
{
	for (size_t i = 0; i < w->linear.count; i++)
		if (w->in_polytope[w->linear.rows[i].conjunct] &&
		    !linear_row_holds(&w->linear, &w->linear.rows[i], x))
			return false;
	return true;
}

/* x[n] = from with a random step of scalar k. False: none was found inside L. */
static bool walk_random_step(struct condition_walk *w, size_t k, const coord *from,
			     coord *x)
{
	const size_t n = w->problem->n;

	for (int m = 0; m < SAMPLES; m++) {
		const int j = (int)gsl_rng_uniform_int(w->rng, 2 * RADIUS) - RADIUS;
		memcpy(x, from, n * sizeof *x);
		x[k] = walk_moved(w, k, from[k], gsl_ran_gaussian(w->rng, 1), j);
		if (equalities_adjust(&w->equalities, k, x) && is_in_rows(w, x))
			return true;
	}
	return false;
}

static enum walk_status walk_jump(struct condition_walk *w)
{
	const size_t n = w->problem->n;

	for (size_t k = 0; k < n; k++) {
		w->tabu[k] = 0;
		if (w->moves[k] && walk_random_step(w, k, w->at, w->beta))
			memcpy(w->at, w->beta, n * sizeof *w->at);
	}
	if (!evaluate_neighbour(w, w->at) || condition_problem_over(w->problem))
		return WALK_OVER;
	walk_take(w, w->at);
	return WALK_JUMPED;
}

/* ---- neighbours */

/* A conjunct of N that is violated at alpha and depends on the scalar; their number:
 * none. */
static size_t pick_violated(struct condition_walk *w, size_t k)
{
	const struct condition_problem *p = w->problem;
	size_t picked = p->count, seen = 0;

	for (size_t i = 0; i < p->count; i++)
		if (!w->in_polytope[i] && w->errors[i] > 0 &&
		    condition_touches(p, i, k) &&
		    gsl_rng_uniform_int(w->rng, ++seen) == 0)
			picked = i;
	return picked;
}

static bool is_equality(const struct condition_problem *p, size_t conjunct)
{
	const struct conjunct *c = &p->conjuncts[conjunct];
	const uint8_t op = expr_at(p->program.store, c->e)->op;

	return c->holds && (op == EXPR_FEQ || op == EXPR_EQ);
}

/* The part of beta - alpha by which the conjunct would become 0 if it were linear. */
static double secant(struct condition_walk *w, size_t conjunct, double at_beta)
{
	const double at_alpha = w->differences[conjunct];
	double t = at_alpha / (at_alpha - at_beta);

	if (!isfinite(t))
		t = gsl_ran_gaussian(w->rng, 1);
	if (!is_equality(w->problem, conjunct)) {
		t *= 1 + (double)gsl_rng_uniform_int(w->rng, OVERSHOOTS) / 100;
		if (t == 0)
			t = gsl_ran_gaussian(w->rng, 1);
	}
	return t;
}

static void keep_neighbour(struct condition_walk *w, const coord *x)
{
	const double error = error_of(w);

	if (!is_in_polytope(w) || error >= w->best_error)
		return;
	w->best_error = error;
	memcpy(w->best, x, w->problem->n * sizeof *x);
}

/* After beta was evaluated. */
static void bisection_step(struct condition_walk *w, size_t k, size_t conjunct)
{
	const struct condition_problem *p = w->problem;
	const double t = secant(w, conjunct, condition_problem_difference(p, conjunct));
	const long double from = axis_to_long_double(p->axes[k].kind, w->at[k]);
	const long double to = axis_to_long_double(p->axes[k].kind, w->beta[k]);

	memcpy(w->gamma, w->at, p->n * sizeof *w->gamma);
	w->gamma[k] = axis_from_long_double(&p->axes[k], from + t * (to - from));
	if (w->gamma[k] != w->at[k] && equalities_adjust(&w->equalities, k, w->gamma) &&
	    is_in_rows(w, w->gamma) && evaluate_inside(w, w->gamma, k))
		keep_neighbour(w, w->gamma);
}

static void find_best_neighbour(struct condition_walk *w, size_t k)
{
	const bool bisects = !w->problem->options->walk.no_bisection;

	w->best_error = INFINITY;
	for (unsigned r = 0; r < w->neighbours; r++) {
		if (!walk_random_step(w, k, w->at, w->beta))
			return;
		const bool inside = evaluate_inside(w, w->beta, k);
		if (condition_problem_over(w->problem))
			return;
		if (inside)
			keep_neighbour(w, w->beta);
		const size_t conjunct = pick_violated(w, k);
		if (bisects && conjunct < w->problem->count)
			bisection_step(w, k, conjunct);
		if (condition_problem_over(w->problem))
			return;
	}
}

/* ---- steps */

/* The worst scalar of N that is not tabu, or n. */
static size_t worst_scalar(struct condition_walk *w)
{
	const struct condition_problem *p = w->problem;
	size_t worst = p->n;

	memset(w->scores, 0, p->n * sizeof *w->scores);
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; k < p->n; k++)
			if (!w->in_polytope[i] && condition_touches(p, i, k))
				w->scores[k] += w->errors[i];
	for (size_t k = 0; k < p->n; k++)
		if (w->moves[k] && !w->tabu[k] &&
		    (worst == p->n || w->scores[k] > w->scores[worst]))
			worst = k;
	return worst;
}

enum walk_status condition_walk_step(struct condition_walk *w)
{
	const size_t n = w->problem->n;

	if (condition_problem_over(w->problem) || w->steps >= w->steps_most)
		return WALK_OVER;
	w->steps++;
	w->moved = worst_scalar(w);
	if (w->moved == n)
		return walk_jump(w);
	find_best_neighbour(w, w->moved);
	if (condition_problem_over(w->problem))
		return WALK_OVER;
	if (!(w->best_error < w->error)) {
		w->tabu[w->moved] = w->tenure;
		return WALK_TABU;
	}
	if (!evaluate_neighbour(w, w->best) || condition_problem_over(w->problem))
		return WALK_OVER;
	walk_take(w, w->best);
	for (size_t k = 0; k < n; k++)
		w->tabu[k] -= w->tabu[k] > 0;
	return WALK_MOVED;
}

/* ---- one Concolic Walk, as published: it may end before the budget */

static const struct condition_method *solve_by_walk(struct condition_problem *problem,
						    gsl_rng *rng)
{
	struct condition_walk walk;

	condition_walk_init(&walk, problem, rng);
	while (condition_walk_step(&walk) != WALK_OVER)
		;
	condition_walk_done(&walk);
	return &condition_method_cw;
}

const struct condition_method condition_method_cw = {
    .name = "cw",
    .summary = "Concolic Walk: tabu search in the polytope of the linear conditions",
    .solve = solve_by_walk,
};
