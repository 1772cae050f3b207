/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solver.h - SMT solvers as processes, each with a limit of time.
 *
 * prover/solver/ writes expressions as SMT-LIB (smt.h for machine words, integers.h for
 * unbounded integers) and gives them to solvers, one query for each process (solver.h)
 * or many (session.h). Start with this file, then smt.h.
 */
#ifndef PROVER_SOLVER_H
#define PROVER_SOLVER_H

#include "prover/solver/smt.h"
#include "system/child.h"

enum solver_answer {
	ANSWER_SAT,
	ANSWER_UNSAT,
	ANSWER_NONE, /* it gave up, or its time was up */
	ANSWER_FAILED, /* it is missing, crashed, or printed something else */
};

enum { SOLVER_LIMIT = 3, SOLVER_WORDS = 8 };

struct smt_solver {
	const char *name; /* as in --solvers= */
	const char *path; /* what to run */
};

enum solver_use {
	SOLVER_ONCE, /* for one query */
	SOLVER_ONCE_BITS, /* over bit-vectors alone, as the query says */
	SOLVER_INCREMENTAL, /* as an incremental session */
	SOLVER_INCREMENTAL_BITS, /* as a session for bit-vectors alone */
	SOLVER_SHORT, /* as one in which each answer takes little work, or is unknown */
};

struct solvers {
	struct smt_solver list[SOLVER_LIMIT];
	size_t count;
};

struct solution {
	enum solver_answer answer;
	uint64_t *values; /* SAT: of query->inputs, in their order; the caller frees */
	double seconds; /* of CPU */
	bool hung; /* FAILED: it was idle until its time was up */
	char why[256]; /* NONE, FAILED */
};

/* Finds the solvers of a list "cvc5,z3"; NULL: all known ones that are installed. An
 * element NAME=PATH runs PATH with the options of NAME. Returns 0, or -1 and says why
 * (256 bytes) if there are fewer than two: each proof needs two. */
int solvers_find(struct solvers *solvers, const char *list, char *why);
void solvers_done(struct solvers *solvers);

/* Whether it has floating point. */
bool solver_has_numbers(const struct smt_solver *solver);
/* Whether an answer of the one confirms that of the other: not where both take the circuits
 * of floating point from one library, nor where they are two builds of one solver. */
bool solver_may_confirm(const struct smt_solver *solver, const struct smt_solver *other,
			const struct query *query);
/* The command line of its process, null-terminated. */
void solver_words(const struct smt_solver *solver, enum solver_use use,
		  const char *words[SOLVER_WORDS]);

/* Asks a solver the query. It may use that many seconds of CPU, and a little more than
 * four times as many by the clock. */
void solver_ask(const struct smt_solver *solver, const struct query *query,
		unsigned seconds, struct solution *solution);

/* Reads ((v3 true) (v5 #x00ff)), in the order in which they were asked for; truth values are 0 and
 * 1, integers in two's complement. False: not all of them are there. */
bool solver_values(const char *text, uint64_t *values, size_t count);

/*
 * A solver as a child process that reads commands and prints answers. Nothing waits for
 * it longer than it may take, or beyond stop_asked(); it is killed with what it has
 * started, and never outlives us.
 */

enum { SOLVER_WALL_FACTOR = 4 }; /* by the clock: others run here too */

/* Starts words[0]. `seconds`: of CPU that it may use, 0 any; it is late after four
 * times as many by the clock and some more. Returns 0, or an errno. The caller frees
 * child->output.bytes, where both of its streams come. */
int solver_process_start(struct child *child, const char *const *words,
			 unsigned seconds);
/* It is late after that many seconds by the clock from now on. */
void solver_process_limit(struct child *child, unsigned seconds);

#endif
