/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.h - one solver process that is kept: what it has been told holds for all that
 * is asked later.
 */
#ifndef PROVER_SESSION_H
#define PROVER_SESSION_H

#include <stdio.h>

#include "prover/solver/solver.h"
#include "prover/solver/solver_process.h"

struct session {
	FILE *out; /* commands are written here; session_check() sends them */
	size_t queries;
	double seconds; /* by the clock, that answers and values were waited for */
	char why[256]; /* of the last answer NONE or FAILED */
	FILE *log; /* gets all that the solver is told, and is closed; or null */
	/* its own */
	const struct solver *solver;
	enum solver_use use;
	struct solver_process process;
	unsigned limit;
	char *commands;
	size_t commands_size;
	bool is_gone;
};

/* The solver is started when it is first asked, and what fails is told by that answer.
 * `seconds` for each answer: by the clock four times as many. session_done() always. */
void session_start(struct session *s, const struct solver *solver, enum solver_use use,
		   unsigned seconds);
/* Ends it; returns the seconds of CPU that the solver used. */
double session_done(struct session *s);

/* Whether all that it was told can hold. After NONE and FAILED it is of no more use. */
enum answer session_check(struct session *s);
/* Behind SAT: the values of `count` terms, "(get-value (...))\n" in `request`; truth
 * values are 0 and 1, integers in two's complement. False, with `why`, when it does not
 * tell them all. */
bool session_values(struct session *s, const char *request, uint64_t *values,
		    size_t count);

#endif
