/* SPDX-License-Identifier: GPL-3.0-or-later */
/* encode.c - walks the entry. */
#include "prover/encode/encode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/encode/encode_internal.h"
#include "prover/ir/arena.h"

bool encode_knows(const char *name)
{
	return builtin_knows(name) || builtin_scale_knows(name) ||
	       library_contract_knows(name);
}

bool encode_starts_program(const struct entry *entry)
{
	return strcmp(entry->name, ME_NONDET_ENTRY) == 0;
}

/* ---- the entry */

/* What a program starts with, of so many bytes: each call of an unknown function may change all of
 * them. */
static void add_initial_objects(struct encoding *e)
{
	enum { INITIAL_SIZE = 8192 };
	uint64_t size = 0;

	e->is_initial = true;
	for (size_t i = 0; i < e->program->function_count; i++) {
		const struct function *f = &e->program->functions[i];
		for (uint32_t k = 0; k < f->object_count; k++) {
			const struct object *o = &f->objects[k];
			const size_t before = e->object_count;
			if (o->kind != OBJECT_GLOBAL || !o->bytes ||
			    size + o->size > INITIAL_SIZE)
				continue;
			memory_object_of(e, f, o);
			size += e->object_count > before ? o->size : 0;
		}
	}
	e->is_initial = false;
}

static int encode_entry(struct encoding *e, const struct entry *entry, char *why)
{
	const struct function *f = gimple_find(e->program, entry->name, entry->unit);
	struct walk_state state = {0};
	expr result;

	e->entry = f;
	e->flushes = entry->flushes || e->program->may_flush;
	e->shortens = entry->shortens || e->program->may_shorten;
	e->changes_rounding = e->program->may_round;
	e->may_meet_globals = entry->may_meet_globals;
	e->odd_bools = entry->odd_bools;
	e->odd_inputs = entry->odd_inputs;
	if (!f) {
		snprintf(why, 256,
			 "the GIMPLE of %s was not exported, or the linker may take "
			 "another definition",
			 entry->name);
		return -1;
	}
	expr *arguments =
	    arena_get(&e->arena, f->parameter_count + 1u, sizeof *arguments);
	if (encode_inputs(e, entry, f, arguments, why))
		return -1;
	const bool is_start =
	    encode_starts_program(entry) && !e->program->has_constructors;
	if (is_start)
		add_initial_objects(e);
	rounding_mode_begin(e, is_start);
	state.reach = expr_bool(&e->store, true);
	encode_function(e, f, arguments, &state, &result);
	e->returns = state.reach;
	memory_done(&state.memory);
	return 0;
}

static void encoding_init(struct encoding *e, const struct gimple_program *program,
			  const struct bounds *bounds, unsigned options)
{
	memset(e, 0, sizeof *e);
	expr_init(&e->store);
	e->program = program;
	e->bounds = bounds;
	e->inlining = options & ENCODE_INLINING;
	e->names_edges = options & ENCODE_EDGES;
	e->summarises = options & ENCODE_SUMMARIES;
	e->store.integers = options & ENCODE_INTEGERS;
	e->store.nearest = options & ENCODE_NEAREST;
}

int encode(struct encoding *e, const struct gimple_program *program,
	   const struct entry *entry, const struct bounds *bounds, unsigned options,
	   char *why)
{
	encoding_init(e, program, bounds, options);
	return encode_entry(e, entry, why);
}

int encode_along(struct encoding *e, const struct gimple_program *program,
		 const struct entry *entry, const struct walk_guide *guide, char *why)
{
	static const struct bounds unlimited = {.otherwise = UINT32_MAX};

	encoding_init(e, program, &unlimited, ENCODE_INLINING);
	e->guide = guide;
	return encode_entry(e, entry, why);
}

void encoding_done(struct encoding *e)
{
	call_returned_done(e);
	free(e->objects);
	free(e->frontier);
	free(e->goals);
	free(e->assumptions);
	free(e->origins);
	free(e->escaped);
	for (size_t i = 0; i < e->loop_value_count; i++)
		free(e->loop_values[i].visits);
	free(e->loop_values);
	unwound_done(&e->unwound);
	expr_done(&e->store);
	arena_done(&e->arena);
	memset(e, 0, sizeof *e);
}

const struct encoded_goal *encoding_goal(const struct encoding *e,
					 const struct function *function, uint32_t goal)
{
	for (size_t i = 0; i < e->goal_count; i++) {
		const struct encoded_goal *g = &e->goals[i];
		if (g->function == function && g->goal == goal)
			return g;
	}
	return NULL;
}
