/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.h - an incremental session with one solver process: its assertions hold for
 * all later queries.
 */
#ifndef PROVER_SESSION_H
#define PROVER_SESSION_H

#include <stdio.h>

#include "prover/solver/solver.h"

struct session {
	FILE *out; /* commands are written here; session_check() sends them */
	size_t queries;
	double seconds; /* by the clock, of waiting for answers and values */
	char why[256]; /* of the last answer NONE or FAILED */
	FILE *log; /* gets a copy of all commands, and is closed at the end; or null */
	/* its own */
	const struct smt_solver *solver;
	enum solver_use use;
	struct child process;
	unsigned limit;
	char *commands;
	size_t commands_size;
	bool is_gone;
};

/* The first query starts the solver; if that fails, its answer is FAILED. `seconds`:
 * for each answer; by the clock four times as many. Call session_done() in any case. */
void session_start(struct session *s, const struct smt_solver *solver,
		   enum solver_use use, unsigned seconds);
/* Ends it; returns the seconds of CPU that the solver used. */
double session_done(struct session *s);

/* Whether all assertions can hold. After FAILED the session is unusable, and after NONE
 * unless the solver itself gave up. */
enum solver_answer session_check(struct session *s);
/* After SAT: the values of so many variables, by number; truth values are 0 and 1,
 * integers in two's complement. False, with `why`, if the solver does not print them all. */
bool session_values(struct session *s, const uint32_t *variables, uint64_t *values,
		    size_t count);

/*
 * Sessions of a solver that stay open for short queries: to start a solver takes longer
 * than to answer most of them.
 *
 * What one query asserts is taken back before the next. How much work an answer may take
 * is limited in the solver's own units, if it has some, so that it seldom depends on the
 * machine's speed whether there is one.
 */

/* Starts with all zeros. */
struct open_sessions {
	struct session list[2]; /* without and with floating point */
	bool is_open[2];
	unsigned failures;
};

/* Asks the query if it is short: no arithmetic of floating point is encoded, and its text
 * is not long. False: there is no answer, and the solver is to be asked in a process of
 * the query's own. The seconds of CPU are set in any case. */
bool open_sessions_ask(struct open_sessions *sessions, const struct smt_solver *solver,
		       const struct query *query, struct solution *solution);
void open_sessions_done(struct open_sessions *sessions);

#endif
