/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_method.h - one interface for all methods that solve a path condition: a
 * method is a constant record in a file of its own and one line of CONDITION_METHODS.
 */
#ifndef PROVER_CONDITION_METHOD_H
#define PROVER_CONDITION_METHOD_H

#include <gsl/gsl_rng.h>

#include "prover/condition/condition_problem.h"

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

#endif
