/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * taint.h - taint inference: which bytes of an input influence the reading at a goal's
 * site. It uses group testing: changes a block of bytes and, if the run differs,
 * divides the block into halves. To find k bytes of n costs about k log n runs.
 */
#ifndef HARNESS_TAINT_H
#define HARNESS_TAINT_H

#include <stddef.h>
#include <stdint.h>

/* What a run showed at the goal's site. */
struct observation {
	int reached;
	uint64_t distance, operand[2]; /* reached */
	uint32_t level; /* not reached: the approach level, in sites */
};

enum effect {
	EFFECT_NONE,
	EFFECT_TURNS, /* the run no longer reaches the site */
	EFFECT_MOVES, /* it reaches the site, with another reading */
};

struct taint_byte {
	uint32_t offset;
	uint32_t level; /* TURNS: observation.level, the least */
	uint64_t change; /* MOVES: the change of the distance */
	enum effect effect;
};

struct taint {
	struct taint_byte *bytes; /* in the order of their offsets */
	size_t count, room;
	enum effect size; /* the effect of one byte more or less */
};

/* Runs an input; returns 0, and does not set *out, if no further run is allowed. */
typedef int taint_run_fn(void *context, const uint8_t *data, size_t size,
			 struct observation *out);

struct taint_search {
	taint_run_fn *run;
	void *context;
	const uint8_t *base;
	size_t size, max_size; /* the largest size of an input */
	struct observation seen; /* the observation of the base */
	unsigned budget; /* runs allowed */
};

/* Sets *out, which must be all 0, to what was found within the allowed runs. Returns 0,
 * or -1 when out of memory or when a run was refused. */
int taint_find(const struct taint_search *s, struct taint *out);
void taint_done(struct taint *i);

/* Whether a result for another input holds for this one: changing all other bytes has
 * no effect. Costs one or two runs; -1 as above. */
int taint_holds(const struct taint_search *s, const struct taint *i);

/* A cache of results, by site and by the path on which a run reaches it. */
enum { INFLUENCE_CACHE = 1024 };
struct taint_cache {
	struct taint_entry {
		uint64_t key; /* 0: free */
		struct taint influence;
	} entries[INFLUENCE_CACHE];
};

/* The entry of that site and path: valid if its key is set, else to be filled. An entry
 * of another site in its place is dropped. */
struct taint_entry *taint_look_up(struct taint_cache *c, uint32_t site, uint64_t path,
				  int *found);
void taint_cache_done(struct taint_cache *c);

#endif
