/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * witness.h - inputs as evidence: which branches a run took, whether it came back, and
 * where its input is kept. What takes a new branch goes to the corpus. What ends the
 * target instead (an assertion that fails, an exit, a hang), or comes to
 * __builtin_unreachable, would end each replay of a corpus too: it is kept in
 * CORPUS.me, as crash-SHA1 or timeout-SHA1 like libFuzzer's artifacts.
 */
#ifndef COMMAND_WITNESS_H
#define COMMAND_WITNESS_H

#include <stdio.h>

#include "command/proof/proof.h"

/* The files of the corpus, and the artifacts beside it, of runs that ended the target.
 * Returns 0, or an error of the corpus. */
int witness_inputs(const struct proof_session *p, struct corpus_list *inputs);

/* Runs the corpus, which is made when it is not there, and the artifacts beside it.
 * Returns 0, or a negative number when that is said. */
int witness_corpus(struct proof_session *p);

/* Runs them again, when a search has added to them: what goals they meet is new. */
void witness_found(struct proof_session *p);

/* Whether the goal is about runs that return, and others have met it. */
bool witness_is_completion(const struct proof_session *p, size_t number,
			   const struct prove_goal *goal);

/* Whether the run took a branch that none took before, or that no run took that came
 * back. */
bool witness_is_news(const struct proof_session *p, const struct trace_run *run);
/* Notes the run, and keeps its input. Returns the file, as the caller frees it; null
 * when it could not be written, which is said. */
char *witness_keep(struct proof_session *p, const struct trace_run *run,
		   const uint8_t *bytes, size_t size);
/* Notes the run of an input that was made here, and keeps the input if it took a branch
 * that none took before (or that no run took that came back). Returns whether it did.
 */
bool witness_note(struct proof_session *p, const struct trace_run *run,
		  const uint8_t *bytes, size_t size);

/* Runs an input (prover_client.run): one that shows nothing new goes to CORPUS.me/seeds. */
bool witness_run(void *context, const uint8_t *bytes, size_t size,
		 const struct prove_goal *goal);

/* Whether the run of the last such input came to its end (prover_client.ended). */
bool witness_ended(void *context);

/* `covered by FILE`, and how its run ends if it does not come back. */
void witness_print(const struct witness *w, FILE *out);

/* No run is known of. */
void witness_clear(struct proof_session *p);
void witness_done(struct proof_session *p);

#endif
