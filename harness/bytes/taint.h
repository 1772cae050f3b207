/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * taint.h - which bytes of an input move the reading at a goal's site, found by
 * group testing: a block of bytes is changed, and halved where the run is no longer the
 * same. k bytes of n cost about k log n runs.
 */
#ifndef HARNESS_TAINT_H
#define HARNESS_TAINT_H

#include <stddef.h>
#include <stdint.h>

/* What a run showed of the goal's site. */
struct observation {
	int reached;
	uint64_t distance, operand[2]; /* reached */
	uint32_t level; /* not reached: how many sites are left where it turned away */
};

enum effect {
	EFFECT_NONE,
	EFFECT_TURNS, /* the run does not get to the site any more */
	EFFECT_MOVES, /* it gets there, with another reading */
};

struct taint_byte {
	uint32_t offset;
	uint32_t level; /* TURNS: observation.level, the least */
	uint64_t change; /* MOVES: by how much the distance is another one */
	enum effect effect;
};

struct taint {
	struct taint_byte *bytes; /* in the order of their offsets */
	size_t count, room;
	enum effect size; /* of one byte more or less */
};

/* Runs an input; 0 when no further run is to be made, and *out is not set. */
typedef int taint_run_fn(void *context, const uint8_t *data, size_t size,
			 struct observation *out);

struct taint_search {
	taint_run_fn *run;
	void *context;
	const uint8_t *base;
	size_t size, max_size; /* no longer input is run */
	struct observation seen; /* what the base shows */
	unsigned budget; /* runs allowed */
};

/* Sets *out, which is all 0 before; what was found until the runs were used up. 0, or
 * -1 when out of memory or when a run was not made. */
int taint_find(const struct taint_search *s, struct taint *out);
void taint_done(struct taint *i);

/* Whether that, found for another input, holds for this one: nothing moves when all
 * other bytes are changed. One or two runs; -1 as above. */
int taint_holds(const struct taint_search *s, const struct taint *i);

/* What was found, by site and by the way that a run takes to it. */
enum { INFLUENCE_CACHE = 1024 };
struct taint_cache {
	struct taint_entry {
		uint64_t key; /* 0: free */
		struct taint influence;
	} entries[INFLUENCE_CACHE];
};

/* The entry of that site and way: found when its key is set, else free to be filled.
 * What stood there for another one is gone. */
struct taint_entry *taint_look_up(struct taint_cache *c, uint32_t site, uint64_t path,
				  int *found);
void taint_cache_done(struct taint_cache *c);

#endif
