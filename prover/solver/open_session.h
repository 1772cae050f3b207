/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * open_session.h - sessions of a solver that stay open for short queries: to start a
 * solver takes longer than to answer most of them.
 *
 * What one query asserts is taken back before the next. How much work an answer may take
 * is limited in the solver's own units, if it has some, so that it seldom depends on the
 * machine's speed whether there is one.
 */
#ifndef PROVER_OPEN_SESSION_H
#define PROVER_OPEN_SESSION_H

#include "prover/solver/session.h"

/* Starts with all zeros. */
struct open_sessions {
	struct session list[2]; /* without and with floating point */
	bool is_open[2];
	unsigned failures;
};

/* Asks the query if it is short: no arithmetic of floating point is encoded, and its text
 * is not long. False: there is no answer, and the solver is to be asked in a process of
 * the query's own. The seconds of CPU are set in any case. */
bool open_sessions_ask(struct open_sessions *sessions, const struct solver *solver,
		       const struct query *query, struct solution *solution);
void open_sessions_done(struct open_sessions *sessions);

#endif
