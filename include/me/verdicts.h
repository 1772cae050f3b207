/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdicts.h - the file CORPUS.me/verdicts: which goals of a typed target no input
 * meets. `me prove` writes it; the target does not search for these goals.
 *
 *	me-verdicts VERSION
 *	link EXECUTABLE KEY			(any number of these lines, and of these,
 *	KEY GOAL VERDICT TEXT			in any order)
 *	end SUM
 *
 * The KEY of a verdict stands for all that the proof rests on: that of the program, and
 * the unit that the goal is in. The program's is the target's own (--units), which
 * covers the exported functions and the entry with its ranges, and what other objects
 * change, if they do (command/proof/linked.c). Since only `me` sees these, it writes
 * down which executable has which program's KEY: EXECUTABLE is the hash of its file,
 * and the last such line counts. A target without a line uses no proofs. GOAL is an id
 * (me/goal.h). VERDICT is one of the words below, TEXT says for a person how it was
 * proven. SUM is the hash of everything before `end`: a file in which it is another is
 * worth nothing. EXECUTABLE, KEY and SUM are 16 hexadecimal digits.
 */
#ifndef ME_VERDICTS_H
#define ME_VERDICTS_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "me/ir.h"

/* Raised when the prover would decide something otherwise. */
#define ME_VERDICTS_VERSION 23

#define ME_VERDICTS_LINK "link %16" SCNx64 " %16" SCNx64

#define ME_VERDICT_INFEASIBLE "infeasible"
/* As long as the rounding mode is to nearest. */
#define ME_VERDICT_NEAREST "infeasible[round-to-nearest]"
/* No run that meets it returns from the entry; runs that do not may meet it. */
#define ME_VERDICT_INCOMPLETE "never-completes"
#define ME_VERDICT_INCOMPLETE_NEAREST "never-completes[round-to-nearest]"

/* Continues a hash, which begins with ME_IR_HASH_START. */
static inline uint64_t me_verdicts_hash(uint64_t hash, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * ME_IR_HASH_PRIME;
	return hash;
}

/* Continues a hash by a text with its NUL. */
static inline uint64_t me_verdicts_hash_text(uint64_t hash, const char *text)
{
	return me_verdicts_hash(hash, text, strlen(text) + 1);
}

/* The first of the file's lines behind its head; *size becomes the size of these lines,
 * without `end`. Null when the file is of another version, or damaged: *why says which.
 */
static inline const char *me_verdicts_lines(const char *text, size_t *size,
					    const char **why)
{
	char head[32], end[32];
	const size_t head_size = (size_t)snprintf(head, sizeof head, "me-verdicts %d\n",
						  ME_VERDICTS_VERSION);
	const size_t end_size = sizeof "end 0123456789abcdef\n" - 1;

	*why = "is of another version";
	if (*size < head_size || memcmp(text, head, head_size) != 0)
		return NULL;
	*why = "is damaged";
	if (*size < head_size + end_size)
		return NULL;
	*size -= end_size;
	snprintf(end, sizeof end, "end %016llx\n",
		 (unsigned long long)me_verdicts_hash(ME_IR_HASH_START, text, *size));
	if (memcmp(text + *size, end, end_size) != 0)
		return NULL;
	*size -= head_size;
	return text + head_size;
}

#endif
