/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trial.h - what the methods of the search share: the program, the point that is tried,
 * the lowest one so far, and the end of the budget.
 *
 * The point is the inputs' values in e. Methods change it, call trial_run(), and end
 * when trial_is_over().
 */
#ifndef SAT_TRIAL_H
#define SAT_TRIAL_H

#include <gsl/gsl_rng.h>

#include "mcmc/axis.h"
#include "sat/number/sort.h"
#include "sat/search/propagation.h"

/* The coordinate of an input on its axis, as in mcmc/axis.h: that of a float is its
 * place in the order of values. A value of more than 96 bits is cut to the upper 96. */
coord coordinate_of(struct sort sort, word value);
/* The value at a coordinate; bits that the coordinate does not have stay as they are in
 * `value`. */
word coordinate_value(struct sort sort, coord c, word value);

/* Asked every few runs whether the search is to give up. */
struct satisfy_stop {
	bool (*ask)(void *context); /* or null */
	void *context;
};

struct trial {
	struct evaluator e;
	struct repair repair;
	gsl_rng *rng; /* the caller's */
	struct axis *axes; /* of each input: the box that simple constraints leave */
	word *best; /* inputs of the lowest point since trial_begin() */
	double cost, best_cost; /* of the point now, and of best */
	uint64_t end; /* of e.runs: methods return then */
	uint64_t limit; /* of e.runs: the search ends */
	const struct satisfy_stop *stop;
	bool is_solved; /* the point and best satisfy all constraints */
	bool is_stopped; /* stop() said so */
	/* A copy of the point with all that was computed, trial_keep(). */
	struct kept {
		word *values;
		bool *open;
		double (*distances)[2];
		double cost;
	} kept;
	double *slopes; /* scratch: one a node */
};

/* At most so many runs. */
void trial_init(struct trial *t, const struct system *system, gsl_rng *rng,
		uint64_t limit, const struct satisfy_stop *stop);
void trial_done(struct trial *t);

/* Begins a new descent from the point: `best` is forgotten, and `runs` more are
 * allowed. */
void trial_begin(struct trial *t, uint64_t runs);
/* Computes the point. Returns its cost. */
double trial_run(struct trial *t);
void trial_to_best(struct trial *t); /* the point is best again; it is computed */
void trial_keep(struct trial *t);
void trial_restore(struct trial *t); /* to the point that was kept */

static inline bool trial_is_over(const struct trial *t)
{
	return t->is_solved || t->is_stopped || t->e.runs >= t->end ||
	       t->e.runs >= t->limit;
}

/* One of the constraints that do not hold, at random; there must be one. */
uint32_t trial_violated(struct trial *t);

/* The value in the input's box that is nearest to `value`; NaN is returned as it is. */
word trial_clamp(const struct trial *t, size_t input, word value);

/* Where descents start. */
/* Sets the point. The first few starts are the same number in all inputs (0, 1, the
 * middle of the box); later ones are at random, near to constants of the formula, to
 * special numbers, or anywhere in the box. */
void start_point(struct trial *t, uint64_t start);

#endif
