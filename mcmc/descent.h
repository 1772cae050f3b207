/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * descent.h - what every method keeps: the objective, the best point so far, and
 * whether more evaluations are allowed. All methods evaluate through descent_eval, so
 * that none of them can make an evaluation after the objective said OBJECTIVE_STOP.
 */
#ifndef MCMC_DESCENT_H
#define MCMC_DESCENT_H

#include <stdbool.h>

#include "mcmc/minimiser.h"

struct descent {
	const struct objective *f;
	coord *best; /* f->n coordinates; the start until something is lower */
	struct reading reading; /* of best; value DBL_MAX before any evaluation */
	size_t evals;
	size_t improvements; /* how often best has changed */
	bool stopped; /* the objective said OBJECTIVE_STOP */
	bool over; /* stopped, or the value is 0: nothing is left to do */
	bool failed; /* some room was not to be had */
	struct descent_room *rooms;
};

/*
 * The state of a method, `size` bytes of zeros that begin with its struct descent; null when
 * memory is out. It gets its arrays, of `count` zeros each, from descent_room, and is
 * ready when it got all: descent_ready returns it, or null, having stopped it.
 */
void *descent_start(size_t size, const struct objective *f, const coord *x0);
void *descent_room(struct descent *d, size_t count, size_t size);
void *descent_ready(void *state);
/* Frees the state and its arrays; null is allowed. */
void descent_stop(void *state);

/*
 * Whether a is lower than b: by value, then by the signed difference. The latter
 * is for values so large that they do not tell neighbours apart.
 */
bool descent_lower(const struct reading *a, const struct reading *b);

/*
 * Reads the objective at x (inside the axes) and keeps x if it is the lowest so far.
 * Returns false when the descent is over; once it is over nothing is evaluated and the
 * reading is {DBL_MAX, 0, 0}. What eval leaves unset reads 0.
 */
bool descent_eval(struct descent *d, const coord *x, struct reading *out);

/* MINIMISER_STOP or MINIMISER_DONE when over, else MINIMISER_GO_ON. */
enum minimiser_status descent_status(const struct descent *d);

/* ---- over real numbers */

/* A descent seen by methods over real numbers: a point is n doubles. An F80 is narrowed, an
 * integer rounded to nearest, a number outside its axis clamped. */
struct real {
	struct descent d;
	coord *at; /* n coordinates, scratch */
};

/* As descent_start, of a state that begins with its struct real. */
void *real_start(size_t size, const struct objective *f, const coord *x0);

/*
 * Reads the objective at the start itself, and then puts the start's numbers into x[n]:
 * all finite (GSL's simplex refuses others), what is not replaced by a number far out
 * (1e300, of a float 1e37) with its sign. Returns false when the descent is over.
 */
bool real_begin(struct real *v, double *x);

/* The value at x[n], a finite number; DBL_MAX once the descent is over. */
double real_read(struct real *v, const double *x);

/* Makes x[n] the best point if it is as low as the best. */
void real_prefer(struct real *v, const double *x);

#endif
