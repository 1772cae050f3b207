/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/verify/answer_memo.h"

#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/ir/arena.h"

/* The title, in the first line, is left out. */
static const char *query_text(const struct query *q)
{
	return strchr(q->text, '\n');
}

static uint64_t hash_text(const char *text)
{
	uint64_t hash = ME_IR_HASH_START;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * ME_IR_HASH_PRIME;
	return hash;
}

uint64_t answer_memo_hash(const struct prover *p, const struct query *q)
{
	return p->hash ? p->hash(query_text(q)) : hash_text(query_text(q));
}

const struct answer_memo *answer_memo_find(const struct prover *p,
					   const struct query *q, uint64_t hash,
					   int effort)
{
	for (size_t i = p->answer_count; i-- > 0;) {
		const struct answer_memo *m = &p->answers[i];
		if (m->hash == hash &&
		    (m->answer != ANSWER_NONE || m->effort >= effort) &&
		    strcmp(m->text, query_text(q)) == 0)
			return m;
	}
	return NULL;
}

uint64_t *answer_memo_values(const uint64_t *values, size_t count)
{
	uint64_t *copy = array_new(count, sizeof *copy);

	if (values)
		memcpy(copy, values, count * sizeof *copy);
	return copy;
}

void answer_memo_keep(struct prover *p, const struct query *q,
		      struct answer_memo *answer)
{
	answer->text = array_new(strlen(query_text(q)) + 1, 1);
	strcpy(answer->text, query_text(q));
	ARRAY_ADD(p->answers, p->answer_count, p->answer_room, *answer);
}

void answer_memo_done(struct prover *p)
{
	for (size_t i = 0; i < p->answer_count; i++) {
		free(p->answers[i].text);
		free(p->answers[i].values);
	}
	free(p->answers);
}
