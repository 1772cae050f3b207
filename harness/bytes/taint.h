/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * taint.h - what runs show of a goal, and which bytes of an input change that.
 *
 * A run is read at the goal's site or, where the goal is one over the whole run
 * (program.h), at the decision that first left the path. Of a user's goal only its value
 * is known. Taint inference finds the bytes that influence the reading by group testing: it
 * changes a block of bytes and, if the run differs, divides the block into halves. To find
 * k bytes of n costs about k log n runs.
 */
#ifndef HARNESS_TAINT_H
#define HARNESS_TAINT_H

#include <stddef.h>
#include <stdint.h>

#include "harness/goals/goals.h"
#include "harness/input/field.h"

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
enum { TAINT_CACHE = 1024 };
struct taint_cache {
	struct taint_entry {
		uint64_t key; /* 0: free */
		struct taint taint;
	} entries[TAINT_CACHE];
};

/* The entry of that site and path: valid if its key is set, else to be filled. An entry
 * of another site in its place is dropped. */
struct taint_entry *taint_look_up(struct taint_cache *c, uint32_t site, uint64_t path,
				  int *found);

/* ---- the reading of a run */

/* Where a goal is read. */
struct goal_place {
	uint32_t site; /* or PROGRAM_NONE */
	uint32_t followed; /* how many decisions of the path led there; else 0 */
	uint64_t path; /* a number for the sides that led there */
	struct typed_operand operands[2]; /* at the site; else of type ME_VOID */
};

/* An equality, or another condition, at which a run turned away. */
struct goal_turn {
	uint32_t site, level; /* level: as in struct observation */
	struct typed_operand operands[2];
};

/* Whether the run got to where the goal is read: of a path, as far as `place`. */
int goal_is_reached(const struct goals *g, uint32_t goal,
		    const struct goal_place *place);

/* The run's place; it reached one. */
void goal_place_of(const struct goals *g, uint32_t goal, struct goal_place *out);

/* What it showed, compared with a run that had the given place. */
void goal_observe(const struct goals *g, uint32_t goal, const struct goal_place *place,
		  struct observation *out);

/* The operands at the site's last pass. */
void site_operands(uint32_t site, struct typed_operand out[2]);

/* Where a run that did not get to `place` turned away; 0 when that is not known. */
int goal_turn_of(const struct goals *g, uint32_t goal, struct goal_turn *out);

#endif
