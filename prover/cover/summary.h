/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary.h - procedure summaries: what stands for a call when to walk the callee is
 * too much.
 *
 * After Arlt and others, Towards Bounded Infeasible Code Detection, section 6. A callee
 * is covered by its own cover (cover.h), each model of which is run: that gives a pair,
 * input = v and output = w. The summary is the disjunction of the pairs, with frame
 * conditions: what the run did not write is as before. Runs that call the callee with
 * another input are left out (lemma 3: what is feasible with the summary is feasible
 * with the callee). So a summary may only propose inputs: UNSAT says nothing.
 *
 * Where the caller's constants (arguments, or bytes behind pointers) fit no pair, the
 * callee is covered again with these constants as its precondition.
 *
 * Unlike in the paper the outputs are not the model's but those of a run (interpret.h),
 * since what the solvers are told may be less than the callee does: calls in it are not
 * walked, and loops are unwound SUMMARY_TURNS times.
 */
#ifndef PROVER_SUMMARY_H
#define PROVER_SUMMARY_H

#include "prover/verify/prove.h"
#include "prover/ir/value.h"

enum {
	SUMMARY_PAIRS = 32, /* of one cover */
	SUMMARY_TURNS = 3, /* of loops, in the cover of a callee */
	SUMMARY_SECONDS = 2, /* of CPU, for each answer of a solver */
	SUMMARY_TARGET = 64, /* bytes that a pointer may point to */
};

/* A callee as something to be covered: an entry whose input is its arguments and what
 * they point to. */
struct callee {
	const struct function *function;
	struct entry entry;
	uint32_t *at; /* by parameter: its offset in the input */
	size_t size; /* of the input */
};

/* A variable that a run came to. */
struct summary_global {
	const struct function *function;
	const struct object *object;
	uint8_t *before, *after; /* object->size bytes */
};

struct summary_pair {
	uint8_t *input; /* callee->size bytes */
	uint8_t *output; /* the same: what pointers point to, afterwards */
	bool reads_memory; /* else the result depends on the arguments alone */
	struct value result;
	struct summary_global *globals;
	size_t global_count;
};

struct summary {
	struct callee callee;
	struct summary_pair *pairs;
	size_t pair_count, pair_room;
	/* The constants that it was computed under, and which bytes of the input these
	 * are. */
	uint8_t *known, *is_known;
};

struct summaries {
	struct prover *prover;
	struct arena arena;
	struct summary **list;
	size_t count, room;
	/* For the encoding at hand: */
	const struct function *goal; /* what may come to it is walked */
	bool again; /* summaries are computed under the caller's constants too */
	bool used, has_constants; /* found out: a summary was used; with constants */
};

/* The callee's input. Returns false when its parameters are none that are known here: a
 * structure, a pointer to what has no size. */
bool callee_make(struct callee *callee, const struct function *function,
		 struct arena *arena);
/* Bytes of the input have these values: as ranges of the entry. */
void callee_restrict(struct callee *callee, const uint8_t *known,
		     const uint8_t *is_known);

/* Runs the callee on the input, in a process of its own. `met` gets a mark for each of
 * `goals` that it takes. Returns false when the run cannot be made, or does not return.
 */
bool summary_run(const struct callee *callee, const struct program *program,
		 const uint8_t *input, struct summary_pair *pair, struct arena *arena,
		 const struct prove_goal *goals, size_t count, bool *met);

/* The summary of a callee under these constants (null: without); computed at the first
 * time. Null when there is none: its parameters do not allow it. */
const struct summary *summaries_get(struct summaries *summaries,
				    const struct function *function,
				    const uint8_t *known, const uint8_t *is_known);
void summaries_done(struct summaries *summaries);

#endif
