/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * minimiser.h - one interface for all minimisation methods (the pattern of GSL's
 * multimin: a method is a constant record; adding one takes one file and one line of
 * MINIMISERS below).
 *
 * Life: start once per descent, step until it does not return MINIMISER_GO_ON, stop.
 * A step makes a bounded number of evaluations (some hundreds at most), so that a
 * caller can spread a descent over several slices of time.
 */
#ifndef MCMC_MINIMISER_H
#define MCMC_MINIMISER_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>

#include "mcmc/objective.h"

enum minimiser_status {
	MINIMISER_GO_ON, /* call step again */
	MINIMISER_DONE, /* a local minimum, or the method's own iteration limit */
	MINIMISER_STOP, /* the objective said OBJECTIVE_STOP */
	MINIMISER_ERROR, /* out of memory */
};

/* Of basin-hopping; other methods have none. */
struct minimiser_options {
	unsigned n_iter; /* hops; the paper's 5 */
	double temperature; /* of its acceptance; the paper's 1 */
	const struct minimiser *local; /* null: the method's default */
};

struct minimiser {
	const char *name;
	const char *summary; /* one line for --help=methods */
	/* It goes on from points of its own where a descent ends, and is done only
	 * after many evaluations. */
	bool restarts;
	/* Makes the state of a descent of f from x0 (n coordinates, inside the axes,
	 * copied). Returns null when memory is out. f, opt and rng outlive the state.
	 */
	void *(*start)(const struct objective *f, const struct minimiser_options *opt,
		       gsl_rng *rng, const coord *x0);
	enum minimiser_status (*step)(void *state);
	void (*stop)(void *state); /* frees the state; null is allowed */
};

/* Of a method's state, which begins with a struct descent (mcmc/descent.h): the best point
 * so far and its reading; x0 with value DBL_MAX before the first step. Valid until the next
 * step or stop. */
const coord *descent_best(const void *state, struct reading *out);

/* All methods, ended by a null pointer. */
extern const struct minimiser *const minimiser_all[];

/* The method of that name, or null. */
const struct minimiser *minimiser_find(const char *name);

/* The methods: each is a record minimiser_NAME, in a file of its own but for its form on
 * ordered integers. */
#define MINIMISERS(METHOD)                                                             \
	METHOD(signed) /* pattern moves and bisection */                               \
	METHOD(simplex) /* GSL's Nelder-Mead, on reals */                              \
	METHOD(powell) /* Powell's directions on GSL's Brent */                        \
	METHOD(valley) /* leaps and secants into valleys */                            \
	METHOD(basin_hopping) /* over a local method */                                \
	METHOD(differential_evolution) /* of a population */                           \
	METHOD(random) /* random bits */                                               \
	METHOD(avm) /* FloPSy's alternating variable method, on values */              \
	METHOD(avm_ordered) /* avm on ordered integers */                              \
	METHOD(es) /* FloPSy's evolution strategies */                                 \
	METHOD(es_ordered) /* es on ordered integers */                                \
	METHOD(relay) /* simplex, then rounding and signed search */

#define MINIMISER_RECORD(method) extern const struct minimiser minimiser_##method;
MINIMISERS(MINIMISER_RECORD)

#endif
