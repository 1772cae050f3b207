/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile.cc - what GCC's own profile counts (--coverage, -fprofile-generate,
 * -fprofile-use) is the program without our code.
 *
 * At -O0 no pass between `ubsan` and the profile changes a function. So its hooks are
 * inserted after the profile: until then its shape waits here. Not that of a function
 * whose body is copied in between: the copies would have no hooks.
 *
 * Above -O0 the optimisers have to keep the hooks apart from the program, so the hooks
 * are there before the profile. A volatile assembly statement is to the profile a call
 * that may not return, and so it is not volatile until the profile is made.
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"

static vec<shape *> waiting;

/* The gate of GCC's pass, as far as it counts. */
static bool unit_is_profiled(void)
{
	return !in_lto_p && !flag_auto_profile &&
	       (flag_test_coverage || profile_arc_flag || flag_branch_probabilities);
}

static bool is_copied(tree decl)
{
	return lookup_attribute("always_inline", DECL_ATTRIBUTES(decl)) ||
	       lookup_attribute("target_clones", DECL_ATTRIBUTES(decl));
}

bool profile_comes_first(const function *fun)
{
	return !optimize && unit_is_profiled() && !is_copied(fun->decl);
}

void profile_wait(struct shape *s)
{
	waiting.safe_push(s);
}

/* A statement that was removed is in no block. */
static void forget_removed(struct shape *s)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < s->sites.length(); i++)
		if (gimple_bb(s->sites[i].stmt))
			s->sites[kept++] = s->sites[i];
	s->sites.truncate(kept);
	kept = 0;
	for (unsigned i = 0; i < s->predicates.length(); i++)
		if (gimple_bb(s->predicates[i].end))
			s->predicates[kept++] = s->predicates[i];
	s->predicates.truncate(kept);
}

struct shape *profile_take(const function *fun)
{
	for (unsigned i = 0; i < waiting.length(); i++) {
		shape *s = waiting[i];
		if (s->fun != fun)
			continue;
		waiting.unordered_remove(i);
		forget_removed(s);
		return s;
	}
	return NULL;
}

void profile_mark(void *, void *)
{
	for (unsigned i = 0; i < waiting.length(); i++) {
		const shape *s = waiting[i];
		for (unsigned k = 0; k < s->sites.length(); k++)
			gt_ggc_mx_gimple(s->sites[k].stmt);
		for (unsigned k = 0; k < s->predicates.length(); k++) {
			gt_ggc_mx_gimple(s->predicates[k].begin);
			gt_ggc_mx_gimple(s->predicates[k].end);
		}
	}
}

void profile_sees_calls(bool sees)
{
	cgraph_node *node;
	basic_block bb;

	if (!unit_is_profiled())
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
		function *fun = DECL_STRUCT_FUNCTION(node->decl);
		if (!fun || !fun->cfg)
			continue;
		FOR_EACH_BB_FN(bb, fun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		     gsi_next(&i))
			if (gasm *stmt = cold_call_statement(gsi_stmt(i)))
				gimple_asm_set_volatile(stmt, sees);
	}
}
