/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * callback.h - which calls that are not walked may come to a function of the program:
 * calls by name in a callee, calls from a library, a signal or an object that is not
 * exported (prover/executable).
 */
#ifndef PROVER_CALLBACK_H
#define PROVER_CALLBACK_H

#include "prover/ir/gimple.h"

/* Whether a sanitizer's check reports an error here, the input is rejected, or a driver tells of a
 * block: the call writes nothing of the program's and stores no address. */
bool callback_is_check(const struct statement *call);
/* Whether the input is rejected, by ME_ASSUME: no run goes on. */
bool callback_rejects(const struct statement *call);

/* Whether a call of a function that the program does not define may come to one that it
 * defines. */
bool callback_may(const struct gimple_program *program, const struct statement *call);

/* Whether a call by address, or by name from code that is not exported, may come to that
 * function. */
bool callback_comes(const struct gimple_program *program,
		    const struct function *function);

/* Whether a run of `from` may come to `to`: it is the same function, or is called by
 * name, by pointer or by a library. */
bool callback_reaches(const struct gimple_program *program, const struct function *from,
		      const struct function *to);

/* Whether a call by pointer, or of a library that calls back, may come to `to`. */
bool callback_pointer_reaches(const struct gimple_program *program,
			      const struct function *to);

#endif
