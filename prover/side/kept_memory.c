/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_memory.c - rewrites the store's expressions in their order: operands come first, and
 * what a byte was before a call comes before what it is behind it. */
#include "prover/side/kept_memory.h"

#include <stdlib.h>

#include "prover/ir/arena.h"

/* Whether a call of unknown code is followed at all. */
static bool has_calls(const struct expr_store *s)
{
	for (size_t i = 0; i < s->variable_count; i++)
		if (s->variables[i].before != EXPR_NONE)
			return true;
	return false;
}

static expr rewrite_variable(struct expr_store *s, const expr *now, expr e)
{
	const struct variable v = s->variables[expr_at(s, e)->value];
	expr arguments[NATIVE_ARGUMENTS] = {EXPR_NONE};
	bool changed = false;

	if (v.before != EXPR_NONE)
		return now[v.before];
	for (unsigned i = 0; v.native && i < native_function_count(v.native); i++) {
		arguments[i] = now[v.arguments[i]];
		changed |= arguments[i] != v.arguments[i];
	}
	return changed ? expr_call(s, v.native, arguments) : e;
}

static expr rewrite(struct expr_store *s, const expr *now, expr e)
{
	return expr_at(s, e)->op == EXPR_VAR ? rewrite_variable(s, now, e)
					     : expr_over(s, e, now);
}

size_t kept_memory(struct expr_store *store, expr *conditions, size_t count)
{
	const size_t before = store->count;
	size_t changed = 0;

	if (!has_calls(store))
		return 0;
	expr *now = array_new(before, sizeof *now);
	for (expr e = 1; e < before; e++)
		now[e] = rewrite(store, now, e);
	for (size_t i = 0; i < count; i++) {
		changed += now[conditions[i]] != conditions[i];
		conditions[i] = now[conditions[i]];
	}
	free(now);
	return changed;
}
