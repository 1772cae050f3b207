/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source_conditions.cc - that folding is done only where `optimize` is not 0, so it is 0
 * while a front end reads the body of a function: from the time when the function becomes
 * the current one until it no longer is. Its attributes, which may store options, have been
 * read by then, and the optimisers begin after it. They may fold what is left, but no two
 * conditions whose sides are counted.
 *
 * The front end of C++ folds a function when it is whole, but keeps what it has folded
 * before, to warn about it.
 */
#include "plugin/gcc.h"
#include "plugin/source_conditions.h"

static void (*set_function)(tree);

static void set_level(int level)
{
	optimize = level;
}

/* That of the function's own options, or of the command line. */
static int own_level(void)
{
	return TREE_OPTIMIZATION(optimization_current_node)->x_optimize;
}

static bool keeps(void)
{
	return symtab->state == PARSING && !profile_arc_flag && !flag_test_coverage &&
	       !flag_branch_probabilities;
}

/* In the place of the back end's, which may look at the level. */
static void enter_or_leave(tree function)
{
	if (!keeps()) {
		set_function(function);
		return;
	}
	set_level(own_level());
	set_function(function);
	if (function)
		set_level(0);
}

/* The back end is there when the unit starts. */
static void start(void *, void *)
{
	if (!startswith(lang_hooks.name, "GNU C"))
		return;
	set_function = targetm.set_current_function;
	targetm.set_current_function = enter_or_leave;
}

void source_conditions_keep(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_START_UNIT, start, NULL);
}
