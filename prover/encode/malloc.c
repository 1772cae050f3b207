/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * malloc.c - malloc, calloc, operator new, arrays of variable length and what frees them: a block
 * is an object of its own, apart from all others. malloc and calloc may fail whatever the size is.
 * Of a block whose size is no constant, or large, the contents are unconstrained; accesses beyond
 * it end the walk as of others. What is done with a freed block ends it too.
 */
#include <string.h>

#include "prover/encode/encode_internal.h"

static const struct allocator {
	const char *name;
	uint32_t count; /* of operands */
	bool counts; /* the size is a product of two */
	bool is_zeroed, may_fail;
	bool frees; /* the first operand */
} allocators[] = {
    {"malloc", 1, .may_fail = true},
    {"calloc", 2, .counts = true, .is_zeroed = true, .may_fail = true},
    {.name = "alloca", .count = 1},
    {.name = "alloca_with_align", .count = 2},
    {.name = "_Znwm", .count = 1}, /* operator new, which throws where it fails */
    {.name = "_Znam", .count = 1},
    {.name = "__cxa_allocate_exception", .count = 1},
    {.name = "free", .count = 1, .frees = true},
    {.name = "_ZdlPv",
     .count = 1,
     .frees = true}, /* operator delete, also with the size */
    {.name = "_ZdaPv", .count = 1, .frees = true},
    {.name = "_ZdlPvm", .count = 2, .frees = true},
    {.name = "_ZdaPvm", .count = 2, .frees = true},
};

static const struct allocator *allocator_of(const char *name, uint32_t count)
{
	for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
		if (strcmp(allocators[i].name, name) == 0 &&
		    allocators[i].count == count)
			return &allocators[i];
	return NULL;
}

static expr allocate(struct encoding *e, const struct allocator *a,
		     const struct statement *s, const expr *arguments)
{
	struct expr_store *store = &e->store;
	const expr size = a->counts
			      ? expr_binary(store, EXPR_MUL, arguments[0], arguments[1])
			      : arguments[0];
	uint64_t bytes = 0;
	const bool is_known = expr_is_const(store, size, &bytes);
	const uint32_t number = memory_object_add(e, NULL, NULL, s->callee, bytes);
	struct memory_object *block = &e->objects[number];

	block->is_block = true;
	block->room = is_known ? EXPR_NONE : size;
	for (uint64_t i = 0; a->is_zeroed && block->is_tracked && i < bytes; i++)
		block->first[i] = expr_const(store, 8, 0);
	return a->may_fail ? expr_ite(store, fresh(e, SORT_BOOL, s->callee),
				      expr_const(store, 64, 0), block->address)
			   : block->address;
}

/* Whether all that the pointer may lead to are blocks, at their beginning, or nothing. */
static bool deallocate(struct encoding *e, const struct walk_state *state, expr pointer)
{
	struct expr_store *s = &e->store;
	struct targets targets;

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++) {
		const struct points_to *t = &targets.list[i];
		uint64_t offset;
		if (t->object == GIMPLE_NONE || !e->objects[t->object].is_block ||
		    !expr_is_const(s, t->offset, &offset) || offset)
			return false;
	}
	for (size_t i = 0; i < targets.count; i++) {
		struct memory_object *block = &e->objects[targets.list[i].object];
		const expr freed = expr_and(s, state->reach, targets.list[i].condition);
		block->freed = block->freed ? expr_or(s, block->freed, freed) : freed;
	}
	return true;
}

/* What the statement calls, where that is a builtin or an operator of C++ that calls no handler of
 * the program; null: nothing of this kind. */
static const char *allocating_name(const struct encoding *e, const struct statement *s)
{
	const char *name;

	if (!s->callee)
		return NULL;
	if (s->flags & CALL_BUILTIN)
		name = gimple_builtin_name(s->callee);
	else if (strncmp(s->callee, "__cxa_", 6) == 0 ||
		 (strncmp(s->callee, "_Z", 2) == 0 && !e->program->has_new_handler))
		name = s->callee;
	else
		return NULL;
	return symbol_table_defines(e->program, name) ? NULL : name;
}

/* As a loop's body is walked once for all its iterations, a block would stand for many. */
expr encode_allocation(struct encoding *e, struct walk_state *state,
		       const struct statement *s, const expr *arguments)
{
	const char *name = e->summarises ? NULL : allocating_name(e, s);
	const struct allocator *a = name ? allocator_of(name, s->operand_count) : NULL;

	if (a && a->frees)
		return deallocate(e, state, arguments[0]) ? arguments[0] : EXPR_NONE;
	if (a && expr_sort(&e->store, arguments[0]) == 64 && s->result != GIMPLE_NONE)
		return allocate(e, a, s, arguments);
	return EXPR_NONE;
}
