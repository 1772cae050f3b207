/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prover.h - a goal with its verdict, and what the search for verdicts keeps from one
 * goal to the next. */
#ifndef PROVER_PROVER_H
#define PROVER_PROVER_H

#include "prover/encode/encode.h"
#include "prover/solver/session.h"

enum verdict {
	VERDICT_OPEN,
	VERDICT_COVERED,
	VERDICT_INFEASIBLE, /* in every rounding mode */
	VERDICT_NEAREST, /* infeasible when rounding to nearest */
	VERDICT_WITHIN, /* infeasible within the loop bounds in `why` */
	VERDICT_UNKNOWN,
	VERDICT_INTEGERS, /* infeasible over unbounded integers: no proof */
	VERDICT_STOPPED, /* stop_asked() before there was another; `why` as stop_why()
			  */
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

/* A side of a branch whose passes are decisions of a path. */
struct prove_side {
	const char *function, *unit, *name; /* as below */
	size_t site; /* the sides of one branch have one number */
};

/* A decision of a path: that side, or any other one of its site. */
struct prove_decision {
	size_t side; /* of the path's sides */
	bool negated;
};

/* A path as a goal: a run takes it when the decisions that it makes begin with these.
 * What has no side here is free. */
struct prove_path {
	const struct prove_side *sides;
	size_t side_count;
	const struct prove_decision *decisions;
	size_t length;
};

struct prove_goal {
	const struct prove_path *path; /* null: the goal is one of the function */
	const char *function; /* assembler name */
	const char *unit; /* source of its unit */
	const char *name; /* of the function's goal: the last part of its id */
	size_t number; /* the caller's: prove() only hands it on to `run` */
	bool returning; /* only runs count that also return from the entry */
	/* Whether arguments overlap may have counted for the verdict. */
	bool may_overlap;
	bool may_read_bools; /* a proof may rest on bools that are 0 or 1 */
	/* Lines of the first and the last assumption that it may rest on; or 0. */
	uint32_t assumed_first, assumed_last;
	enum verdict verdict;
	char why[256]; /* WITHIN: k={...}; UNKNOWN, STOPPED: the reason */
	/* UNKNOWN: the entry's parameter of which elements were read that it does not
	 * have; or null. */
	const struct me_parameter *outside_of;
	char how[256]; /* of a proof: stage and solvers; the defaults it rests on */
	struct reason reasons[REASON_LIMIT]; /* of a proof, with prover->explain */
	unsigned reason_count;
};

static inline bool prove_goal_is_proven(const struct prove_goal *goal)
{
	return goal->verdict == VERDICT_INFEASIBLE || goal->verdict == VERDICT_NEAREST;
}

/* Earlier findings about the frontier of one walk: with the same bounds, the walk has
 * the same frontier in the same order. */
struct frontier_memo {
	struct bounds bounds; /* a copy */
	bool inlining, names_edges, summarises, is_near; /* how it was encoded */
	size_t point_count;
	unsigned char *findings; /* by point: enum finding and 1, or 0: not asked yet */
};

/* What invariant.c has found out about one number of passes and one mode. */
struct invariant {
	uint32_t passes;
	int modes; /* enum interval_modes */
	bool is_made;
	size_t count; /* of loop_values; 0: nothing is known */
	double *bounds; /* lower and upper, by loop_value; NaN: none */
};

/* The answer to an earlier query. UNSAT is a proof: queries with one hash are told
 * apart by their texts. */
struct answer_memo {
	uint64_t hash; /* of the text */
	char *text; /* without the title */
	int answer, effort;
	uint64_t *values;
	char why[256], how[96];
};

/* Who asks. */
struct prover_client {
	/* Runs an input and notes all goals that it meets. Returns whether it meets
	 * this one. Or null: no model is run. */
	bool (*run)(void *context, const uint8_t *bytes, size_t size,
		    const struct prove_goal *goal);
	/* Whether the last run came to its end. Or null. */
	bool (*ended)(void *context);
	/* Searches inputs for all goals, when solvers leave a first question about a goal
	 * without a quick answer, or a first goal unknown. Returns whether one meets this
	 * one. Or null. */
	bool (*search)(void *context, const struct prove_goal *goal);
	/* Called with messages for the user: solvers that disagree or fail. */
	void (*note)(void *context, const char *text);
	/* Says what is waited for from now on: "cvc5"; or null. */
	void (*wait)(void *context, const char *what);
	void *context;
};

struct prover {
	const struct gimple_program *program;
	const struct entry *entry;
	struct solvers solvers;
	unsigned seconds; /* of CPU for one run of a solver */
	uint32_t unwind; /* no loop is unwound more often than that */
	size_t expressions; /* as of struct bounds */
	bool explain; /* find the reasons of proofs */
	/* Directory for the queries, or null. Each is written to HASH.smt2, or to
	 * HASH.unsat.smt2, whose last line names the solvers that found it unsat. */
	const char *dump;
	struct prover_client client;
	struct frontier_memo *memos;
	size_t memo_count, memo_room;
	struct invariant *invariants;
	size_t invariant_count, invariant_room;
	/* Goals that no summary of loops proves. */
	struct tried_goal {
		const struct function *function;
		uint32_t number; /* among the function's */
	} *tried;
	size_t tried_count, tried_room;
	struct answer_memo *answers;
	size_t answer_count, answer_room;
	uint64_t (*hash)(const char *text); /* of a query; null: the usual one */
	bool has_inputs; /* some input satisfies the assumptions */
	bool has_no_loops; /* the walk has met none */
	bool has_searched; /* client.search was called */
	bool hung[SOLVER_LIMIT]; /* solvers that are not asked again */
	struct open_sessions sessions[SOLVER_LIMIT]; /* of each solver */
	double solver_seconds; /* of CPU, all runs */
	size_t queries;
};

/* Tells the user. */
static inline void prover_note(const struct prover *prover, const char *text)
{
	if (prover->client.note)
		prover->client.note(prover->client.context, text);
}

#endif
