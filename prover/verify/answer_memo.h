/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_memo.h - answers to earlier queries (struct answer_memo), kept by the prover. */
#ifndef PROVER_ANSWER_MEMO_H
#define PROVER_ANSWER_MEMO_H

#include "prover/verify/prover.h"

uint64_t answer_memo_hash(const struct prover *prover, const struct query *query);
/* That to the query, if there was one, or if as much effort has brought none; or null. */
const struct answer_memo *answer_memo_find(const struct prover *prover,
					   const struct query *query, uint64_t hash,
					   int effort);
/* A copy, as the caller frees it; of null zeros. */
uint64_t *answer_memo_values(const uint64_t *values, size_t count);
/* Sets the text, and takes the values. */
void answer_memo_keep(struct prover *prover, const struct query *query,
		      struct answer_memo *answer);
void answer_memo_done(struct prover *prover);

#endif
