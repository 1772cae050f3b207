/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_start.h - two phases (Lakhotia, Tillmann, Harman and de Halleux, FloPSy, 2010,
 * section 3.1): a solver's model of the conditions, in which each operation that computes
 * a number, and each call, may have any result; then a search that corrects the variables
 * on which floating point depends. The integers stay the solver's.
 */
#ifndef PROVER_CONDITION_START_H
#define PROVER_CONDITION_START_H

#include "prover/search/condition_search.h"
#include "prover/solver/solver.h"

/* The first phase: writes the model's values to the input; other bytes keep theirs.
 * Returns the solver's answer; unless SAT, the input is unchanged and `why` (128 bytes)
 * says why. UNSAT is one solver's word and no verdict. */
enum answer condition_start(const struct solver *solver, unsigned seconds,
			    const struct expr_store *store, const expr *conditions,
			    size_t count, unsigned char *input, size_t size,
			    char why[128]);

/* Both: condition_search() with options.floats_only from the model. UNABLE if there is
 * none because the solver failed or gave up, NONE if it says that there is none; `why`
 * says which. */
enum search_answer condition_search_in_phases(struct condition_search *search,
					      const struct solver *solver,
					      unsigned seconds, const expr *conditions,
					      size_t count, const unsigned char *start,
					      size_t size, unsigned char *found);

#endif
