/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rounding_mode.c - the rounding mode in programs that change it: a byte in memory, which is joined
 * as other memory. fesetround() of a constant stores it, and operations round in it where it is
 * known; elsewhere each has a mode of its own.
 */
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "prover/expr/node.h"
#include "prover/ir/callback.h"
#include "prover/ir/modes.h"

void rounding_mode_begin(struct encoding *e, bool is_start)
{
	/* A handler may run at any time. */
	if (!e->changes_rounding || e->program->catches_signals || e->summarises)
		return;
	const uint32_t object =
	    memory_object_add(e, NULL, NULL, "the rounding mode", 1);
	struct memory_object *mo = &e->objects[object];

	e->mode_address = mo->address;
	if (is_start)
		mo->first[0] = expr_const(&e->store, 8, EXPR_MODE_NEAREST);
}

static expr mode_byte(struct encoding *e, const struct walk_state *state)
{
	return memory_load(e, state, e->mode_address, 8, false);
}

void rounding_mode_note(struct encoding *e, const struct walk_state *state)
{
	uint64_t mode;

	const bool is_known = e->mode_address != EXPR_NONE &&
			      expr_is_const(&e->store, mode_byte(e, state), &mode) &&
			      mode < EXPR_MODES;
	e->fixed_mode = is_known ? EXPR_FIXED_MODE | mode : 0;
}

static void set_mode(struct encoding *e, struct walk_state *state, expr byte,
		     uint32_t line)
{
	memory_store(e, state, e->mode_address, byte, line);
}

void rounding_mode_forget(struct encoding *e, struct walk_state *state,
			  const struct statement *s)
{
	if (e->mode_address != EXPR_NONE && !callback_is_check(s) &&
	    (!s->callee || !(s->flags & CALL_BUILTIN) || modes_of_call(s->callee) ||
	     symbol_table_defines(e->program, gimple_builtin_name(s->callee))))
		set_mode(e, state, fresh(e, 8, "the rounding mode"), s->line);
}

static expr get_round(struct encoding *e, const struct walk_state *state)
{
	struct expr_store *s = &e->store;
	const expr byte = mode_byte(e, state);
	expr value = fresh(e, 32, "fegetround");

	for (unsigned i = EXPR_MODES; i-- > 0;)
		value = expr_ite(s, expr_eq(s, byte, expr_const(s, 8, i)),
				 expr_const(s, 32, (uint64_t)node_modes[i]), value);
	return value;
}

expr encode_rounding_mode(struct encoding *e, struct walk_state *state,
			  const struct statement *s, const expr *a)
{
	const char *name = s->callee && s->flags & CALL_BUILTIN
			       ? gimple_builtin_name(s->callee)
			       : s->callee;
	uint64_t mode;

	if (e->mode_address == EXPR_NONE || !name ||
	    symbol_table_defines(e->program, name))
		return EXPR_NONE;
	if (strcmp(name, "fegetround") == 0 && s->result != GIMPLE_NONE &&
	    sort_of(s->type) == 32)
		return get_round(e, state);
	if (strcmp(name, "fesetround") != 0 || s->operand_count != 1 ||
	    !expr_is_const(&e->store, a[0], &mode))
		return EXPR_NONE;
	for (unsigned i = 0; i < EXPR_MODES; i++)
		if ((uint64_t)node_modes[i] == mode) {
			set_mode(e, state, expr_const(&e->store, 8, i), s->line);
			return expr_const(&e->store, 32, 0);
		}
	return EXPR_NONE;
}
