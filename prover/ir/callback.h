/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * callback.h - which calls may come to a function of the program without being walked:
 * by its name from a callee, by its address from a library or a signal.
 */
#ifndef PROVER_CALLBACK_H
#define PROVER_CALLBACK_H

#include "prover/ir/gimple.h"

/* What a sanitizer's check reports to: it writes nothing, and keeps no address. */
bool callback_is_check(const struct statement *call);

/* Whether the call of what the program does not define may come to a function of the
 * program. */
bool callback_may(const struct program *program, const struct statement *call);

/* Whether those who know functions by their addresses alone may come to that one. */
bool callback_comes(const struct program *program, const struct function *function);

/* Whether a run of `from` may come to `to`, which it is or calls, or by pointer. */
bool callback_reaches(const struct program *program, const struct function *from,
		      const struct function *to);

/* Whether a run of the function may call it again. */
bool callback_again(const struct program *program, const struct function *function);

#endif
