/* SPDX-License-Identifier: GPL-3.0-or-later */
/* points_to.h - what a pointer points to: memory objects, and the offsets in them. */
#ifndef PROVER_POINTS_TO_H
#define PROVER_POINTS_TO_H

#include "prover/encode/encode_internal.h"

enum { TARGET_LIMIT = 16 }; /* memory objects that one pointer may point to */

struct points_to {
	expr condition;
	uint32_t object; /* GIMPLE_NONE: anywhere */
	expr offset;
	bool is_lost; /* runs that store there are not continued */
};

struct targets {
	struct points_to list[TARGET_LIMIT];
	size_t count;
};

/* When there are more than TARGET_LIMIT, the last one is anywhere. */
void targets_find(struct encoding *e, struct targets *targets, expr pointer);

/* The offsets first, first + step, ... <= last at which an access of `bytes` may be. */
struct places {
	uint64_t first, last, step;
	bool is_enumerated; /* there are at most CHAIN_LIMIT; else they are not
			       enumerated */
};

struct places points_to_places(const struct encoding *e, const struct points_to *target,
			       unsigned bytes);

#endif
