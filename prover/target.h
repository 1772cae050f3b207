/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.h - where a pointer leads: the cells, and the places in them. */
#ifndef PROVER_TARGET_H
#define PROVER_TARGET_H

#include "prover/encode_internal.h"

enum { TARGET_LIMIT = 16 }; /* cells that one pointer may point to */

struct target {
	expr condition;
	uint32_t cell; /* GRAPH_NONE: anywhere */
	expr offset;
	bool is_lost; /* runs that store there are not followed */
};

struct targets {
	struct target list[TARGET_LIMIT];
	size_t count;
};

/* Where there are more than TARGET_LIMIT the last one is anywhere. */
void targets_find(struct encoding *e, struct targets *targets, expr pointer);

/* The places first, first + step, ... <= last at which an access of `bytes` may lie. */
struct places {
	uint64_t first, last, step;
	bool is_told; /* there are few enough */
};

struct places target_places(const struct encoding *e, const struct target *target,
			    unsigned bytes);

#endif
