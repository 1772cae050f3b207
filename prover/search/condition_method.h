/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_method.h - one interface for all methods that solve a path condition: a
 * method is a constant record and one line of CONDITION_METHODS.
 */
#ifndef PROVER_CONDITION_METHOD_H
#define PROVER_CONDITION_METHOD_H

#include <gsl/gsl_rng.h>

#include "prover/condition/condition_linear.h"

struct condition_method {
	const char *name; /* as in --solve= */
	const char *summary;
	/*
	 * Evaluates points until the problem is over or the method ends by itself;
	 * whether there is a solution is then in the problem. Its options and
	 * the yields of earlier searches are in problem->options. Returns the method
	 * that was at work last.
	 */
	const struct condition_method *(*solve)(struct condition_problem *problem,
						gsl_rng *rng);
};

/* All methods, ended by a null pointer. */
extern const struct condition_method *const condition_method_all[];

/* The methods: each is a record condition_method_NAME. */
#define CONDITION_METHODS(METHOD)                                                      \
	METHOD(portfolio)                                                              \
	METHOD(random)                                                                 \
	METHOD(avm)                                                                    \
	METHOD(es)                                                                     \
	METHOD(cw)                                                                     \
	METHOD(relay)

#define CONDITION_METHOD_RECORD(method)                                                \
	extern const struct condition_method condition_method_##method;
CONDITION_METHODS(CONDITION_METHOD_RECORD)

/*
 * Concolic Walk (Dinges and Agha, Solving Complex Path Conditions through Heuristic
 * Search on Induced Polytopes, 2014, section 3): tabu search for the non-linear
 * conjuncts N inside the polytope of the linear ones L.
 *
 * A step (Algorithm 1) takes the scalar with the largest summed error of conjuncts of N
 * that is not tabu, and R times (Algorithm 3)
 *
 * 	beta	a random step of it inside L (Algorithm 4): its value plus 2^j times a
 * 		normal number, j uniform in [-12, 12); scalars that follow from linear
 * 		equalities are computed again
 * 	gamma	alpha + t (beta - alpha) with t = va / (va - vb), where a conjunct of N
 * 		that is violated at alpha and depends on the scalar has the differences
 * 		va and vb; beyond that, up to 3.5 times, if it is no equality; only
 * 		inside L
 *
 * The best of these is the next point alpha if its error is below alpha's, and all
 * tenures fall by one; else the scalar is tabu for T steps. When all are tabu, each
 * takes a random step and all tenures are 0. It ends after I steps for each conjunct of
 * N. What the paper's text has lost of these numbers is the authors' program's.
 *
 * A linear conjunct that the polytope's point violates, because doubles round, counts to
 * N; all of them do where no point was found. So "no solution over the reals" is a hint
 * and no verdict.
 */

enum { WALK_STEPS = 150, WALK_NEIGHBOURS = 10 };

enum walk_status {
	WALK_MOVED, /* to a better point */
	WALK_TABU, /* no better one: the scalar is tabu */
	WALK_JUMPED, /* all were tabu */
	WALK_OVER, /* solved, or the problem's limit or that of the steps is reached */
};

struct condition_walk {
	struct condition_problem *problem;
	struct linear_part linear;
	struct equalities equalities;
	gsl_rng *rng;
	unsigned neighbours, tenure; /* R, T */
	size_t steps, steps_most;
	bool *in_polytope; /* by conjunct: it is of L */
	size_t nonlinear; /* conjuncts of N */
	enum point_answer point; /* where the polytope's point comes from */
	/* By scalar: */
	coord *at, *beta, *gamma, *best; /* at: alpha */
	bool *moves; /* it is in N */
	unsigned *tabu; /* steps */
	double *scores; /* summed errors */
	/* By conjunct, at alpha: */
	double *errors, *differences;
	double error; /* of N at alpha */
	double best_error; /* of the best neighbour of a step */
	size_t moved; /* the scalar of the last step */
};

/* Starts at a point of the polytope near the problem's start. */
void condition_walk_init(struct condition_walk *walk, struct condition_problem *problem,
			 gsl_rng *rng);
void condition_walk_done(struct condition_walk *walk);
enum walk_status condition_walk_step(struct condition_walk *walk);

#endif
