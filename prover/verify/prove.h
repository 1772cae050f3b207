/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prove.h - finds the verdict of a goal: an input that meets it, or a proof that none
 * does.
 *
 * The conditions over-approximate, so UNSAT is final. A model is only a proposed input:
 * the caller runs it, and the goal is covered only if the run meets it.
 */
#ifndef PROVER_PROVE_H
#define PROVER_PROVE_H

#include "prover/encode/encode.h"
#include "prover/solver/solver.h"
#include "prover/solver/solver_process.h" /* the clock of deadlines */

enum verdict {
	VERDICT_OPEN,
	VERDICT_COVERED,
	VERDICT_INFEASIBLE, /* in every rounding mode */
	VERDICT_NEAREST, /* infeasible when rounding to nearest */
	VERDICT_WITHIN, /* infeasible within the loop bounds in `why` */
	VERDICT_UNKNOWN,
	VERDICT_INTEGERS, /* infeasible over unbounded integers: no proof */
};

/* A decision or an assignment that the proof needs. */
struct reason {
	const struct function *function;
	uint32_t line;
	const char *name; /* of the value that is assigned; null: a decision */
	uint32_t edge; /* of the decision */
	bool is_switch;
};

enum { REASON_LIMIT = 24 };

struct prove_goal {
	const char *function; /* assembler name */
	const char *unit; /* source of its unit */
	const char *name; /* of the function's goal: the last part of its id */
	size_t number; /* the caller's: prove() only hands it on to `run` */
	bool returning; /* only runs count that also return from the entry */
	enum verdict verdict;
	char why[256]; /* WITHIN: k={...}; UNKNOWN: the reason */
	char how[96]; /* of a proof: stage and solvers */
	struct reason reasons[REASON_LIMIT]; /* of a proof, with prover->explain */
	unsigned reason_count;
};

/* An earlier finding about a frontier point: with the same bounds, the walk has the
 * same frontier in the same order. */
struct frontier_memo {
	uint64_t bounds; /* their hash */
	size_t point;
	int finding; /* enum finding */
};

/* The answer to an earlier query. An UNSAT is a proof: queries with one hash are told
 * apart by their texts. */
struct answer_memo {
	uint64_t hash; /* of the text */
	char *text; /* without the title */
	int answer, effort;
	uint64_t *values;
	char why[256], how[96];
};

/* Statistics of summaries (summary.h). */
struct summary_statistics {
	size_t summaries, again; /* computed; of these under the caller's constants */
	size_t pairs; /* of input and output */
	size_t asked, witnesses; /* goals; those that were covered so */
};

struct summaries;

struct prover {
	const struct program *program;
	const struct entry *entry;
	struct solvers solvers;
	unsigned seconds; /* of CPU for one run of a solver */
	uint32_t unwind; /* no loop is unwound more often than that */
	bool explain; /* find the reasons of proofs */
	/* Summaries that are tried before callees are walked, or null. The inputs that
	 * they propose are run like any other. */
	struct summaries *summaries;
	struct summary_statistics summary;
	/* Directory for the queries, or null. Each is written to HASH.smt2, or to
	 * HASH.unsat.smt2, whose last line names the solvers that found it unsat. */
	const char *dump;
	double deadline; /* of solver_clock(); no query starts after it; 0: none */
	/* Runs an input and notes all goals that it meets. Returns whether it meets
	 * this one. */
	bool (*run)(void *context, const uint8_t *bytes, size_t size,
		    const struct prove_goal *goal);
	/* Called with messages for the user: solvers that disagree or fail. */
	void (*note)(void *context, const char *text);
	void *context;
	struct frontier_memo *memos;
	size_t memo_count, memo_room;
	struct answer_memo *answers;
	size_t answer_count, answer_room;
	uint64_t (*hash)(const char *text); /* of a query; null: the usual one */
	bool has_inputs; /* some input satisfies the assumptions */
	bool is_again_known, is_again; /* whether the entry may be called again */
	bool hung[SOLVER_LIMIT]; /* solvers that are not asked again */
	double solver_seconds; /* of CPU, all runs */
	size_t queries;
};

/* Finds the goal's verdict, which is never OPEN. For a goal that is `returning` only
 * runs count that take it and return (infeasible code in the paper: no terminating run
 * passes). */
void prove(struct prover *prover, struct prove_goal *goal);
/* Frees what prove() remembered; the solvers belong to the caller. */
void prove_done(struct prover *prover);

/* ---- ask.c: one condition */

/* What is known of a condition. */
enum finding {
	FINDING_NEVER, /* it cannot hold */
	FINDING_NEVER_NEAREST, /* it cannot hold when rounding to nearest */
	FINDING_MET, /* a model was run and met the goal */
	FINDING_REFUTED, /* it has models, but their runs did not meet the goal */
	FINDING_NONE, /* no solver has an answer */
};

struct question {
	struct encoding
	    *encoding; /* parts of the condition may be added to its store */
	expr condition;
	const struct prove_goal *goal; /* to run models for; null: a frontier point */
	const char *title;
	bool proposing; /* of ask_witness() */
	bool brief; /* only short runs: without an answer the caller does otherwise */
	char why[256]; /* NONE */
	char how[96]; /* NEVER */
	/* NEVER: the part of the condition that cannot hold (EXPR_NONE: found without a
	 * query), and how much of the arithmetic was encoded. */
	expr proven;
	enum stage stage;
	enum rounding rounding;
};

enum finding ask(struct prover *prover, struct question *question);
/* solver_ask() with the prover's solver of that number; notes when it fails. A solver
 * that hangs is not asked again, since it would use all its time by the clock each
 * time. */
void ask_solver(struct prover *prover, size_t number, const struct query *query,
		unsigned seconds, struct solution *solution);
/* Asks for models only, since the encoding leaves runs out. Returns whether one was run
 * and met the goal; otherwise nothing is known. */
bool ask_witness(struct prover *prover, struct question *question);
/* Whether the query is unsat according to the first solver with an answer, in short
 * time. */
bool ask_unsat(struct prover *prover, const struct query *query);

/* ---- explain.c */

/* Finds the reasons why the condition of a question is NEVER: a minimal set. */
void explain(struct prover *prover, const struct question *question,
	     struct prove_goal *goal);

#endif
