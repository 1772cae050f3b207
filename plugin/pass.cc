/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pass.cc - the passes. A function is analysed right after `ssa`, where all
 * compilations of one source have the same comparisons, and instrumented after `ubsan`:
 * then neither GCC's warnings nor UBSan's checks are about our code; at -O0 after GCC's
 * profile, where there is one.
 */
#include "plugin/gcc.h"
#include "plugin/entry/entry.h"
#include "plugin/export/ir.h"
#include "plugin/unit/tables.h"
#include "plugin/options.h"
#include "plugin/passes.h"
#include "plugin/hooks/hooks.h"
#include "plugin/warnings.h"

/* A naked function cannot be instrumented: its asm owns the registers and the stack. */
static bool ignored(tree decl)
{
	tree attributes = DECL_ATTRIBUTES(decl);

	if (lookup_attribute("me_ignore", attributes) ||
	    lookup_attribute("naked", attributes))
		return true;
	const char *source = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
	return !options_select(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)), source,
			       DECL_SOURCE_FILE(decl));
}

static void tell(const struct shape *s, unsigned skipped)
{
	inform(DECL_SOURCE_LOCATION(s->fun->decl),
	       "plugin me: %qD: %u comparisons hooked, %u skipped", s->fun->decl,
	       s->sites.length(), skipped);
}

/* Goals are the branches of an -O0 build; above -O0 the front ends merge some. */
static void warn_of_optimisation(void)
{
	if (entry_defined() && optimize && !options.any_O && !options.twin)
		warning(0, "plugin me: entry= above %<-O0%>: goals may differ from the "
			   "branches "
			   "that gcov counts; %<-fplugin-arg-me-any-O%> accepts that");
}

/* The function that was analysed and is not instrumented yet. */
static struct shape *current;

static void instrument(struct shape *s)
{
	shape_insert_hooks(s);
	shape_insert_observers(s);
	shape_insert_counters(s);
	delete s;
}

namespace
{

const pass_data sites_data = {
    GIMPLE_PASS, "me_sites", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class pass_sites : public gimple_opt_pass
{
      public:
	pass_sites(gcc::context *context) : gimple_opt_pass(sites_data, context)
	{
	}
	bool gate(function *fun) final override
	{
		return unit_is_open() && !options.twin;
	}
	unsigned int execute(function *fun) final override
	{
		unsigned skipped = unit.skipped;

		if (ignored(fun->decl)) {
			goals_strip(fun);
			return 0;
		}
		delete current;
		current = new struct shape;
		current->never_null = entry_never_null;
		current->environment = NULL_TREE;
		current->first_of_operation = NULL;
		shape_split_complex(fun);
		shape_read(current, fun);
		ir_export(current);
		shape_add_guides(current);
		shape_add_successors(current);
		shape_mark_loops(current);
		shape_mark_chains(current);
		if (options.verbose)
			tell(current, unit.skipped - skipped);
		return 0;
	}
};

const pass_data hooks_data = {
    GIMPLE_PASS,
    "me_hooks",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_ssa | PROP_cfg,
    0,
    0,
    0,
    TODO_update_ssa | TODO_verify_il,
};

class pass_hooks : public gimple_opt_pass
{
      public:
	pass_hooks(gcc::context *context) : gimple_opt_pass(hooks_data, context)
	{
	}
	bool gate(function *fun) final override
	{
		return current && current->fun == fun;
	}
	unsigned int execute(function *fun) final override
	{
		shape_number_counters(current);
		if (profile_comes_first(fun))
			profile_wait(current);
		else
			instrument(current);
		current = NULL;
		return 0;
	}
};

const pass_data late_hooks_data = {
    GIMPLE_PASS,
    "me_late_hooks",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_ssa | PROP_cfg,
    0,
    0,
    0,
    TODO_update_ssa | TODO_verify_il | TODO_rebuild_cgraph_edges,
};

class pass_late_hooks : public gimple_opt_pass
{
      public:
	pass_late_hooks(gcc::context *context)
	    : gimple_opt_pass(late_hooks_data, context)
	{
	}
	unsigned int execute(function *fun) final override
	{
		if (struct shape *s = profile_take(fun))
			instrument(s);
		return 0;
	}
};

const pass_data profile_data = {
    SIMPLE_IPA_PASS, "me_profile", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

/* Before GCC's profile and after it. */
class pass_profile : public simple_ipa_opt_pass
{
	const bool after;

      public:
	pass_profile(gcc::context *context, bool after)
	    : simple_ipa_opt_pass(profile_data, context), after(after)
	{
	}
	unsigned int execute(function *) final override
	{
		profile_sees_calls(after);
		return 0;
	}
};

const pass_data counts_data = {
    GIMPLE_PASS,
    "me_counts",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_ssa | PROP_cfg,
    0,
    0,
    0,
    TODO_update_ssa_only_virtuals | TODO_verify_il,
};

class pass_counts : public gimple_opt_pass
{
      public:
	pass_counts(gcc::context *context) : gimple_opt_pass(counts_data, context)
	{
	}
	bool gate(function *) final override
	{
		return unit.counters.length();
	}
	unsigned int execute(function *fun) final override
	{
		cold_call_finish(fun);
		if (!options.entry)
			counters_write(fun);
		return 0;
	}
};

const pass_data copy_data = {
    GIMPLE_PASS, "me_copy", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

/* In the compiler's copy, and where RTL begins. */
class pass_copy : public gimple_opt_pass
{
      public:
	pass_copy(gcc::context *context) : gimple_opt_pass(copy_data, context)
	{
	}
	unsigned int execute(function *fun) final override
	{
		warnings_shorten(fun);
		return 0;
	}
};

const pass_data entry_data = {
    SIMPLE_IPA_PASS, "me_entry", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

class pass_entry : public simple_ipa_opt_pass
{
      public:
	pass_entry(gcc::context *context) : simple_ipa_opt_pass(entry_data, context)
	{
	}
	bool gate(function *) final override
	{
		return !options.asleep;
	}
	unsigned int execute(function *) final override
	{
		warnings_enable(true);
		unit_start();
		if (options.twin)
			entry_keep_calls();
		if (unit_is_open()) {
			entry_build();
			variables_prepare();
			if (!options.twin)
				library_prepare();
			warn_of_optimisation();
		}
		warnings_enable(false);
		return 0;
	}
};

const pass_data tables_data = {
    SIMPLE_IPA_PASS, "me_tables", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

class pass_tables : public simple_ipa_opt_pass
{
      public:
	pass_tables(gcc::context *context) : simple_ipa_opt_pass(tables_data, context)
	{
	}
	unsigned int execute(function *) final override
	{
		if (unit_is_open()) {
			if (!options.twin)
				ir_export_unit();
			const struct unit_wants wants = {
			    entry_defined(),
			    options.entry && !entry_defined()
				? entry_symbol("__me_no_unit_defines_the_entry_")
				: NULL};
			tables_write(&wants);
		}
		return 0;
	}
};

} // namespace

opt_pass *make_pass_sites(void)
{
	return new pass_sites(g);
}

opt_pass *make_pass_hooks(void)
{
	return new pass_hooks(g);
}

opt_pass *make_pass_late_hooks(void)
{
	return new pass_late_hooks(g);
}

opt_pass *make_pass_before_profile(void)
{
	return new pass_profile(g, false);
}

opt_pass *make_pass_after_profile(void)
{
	return new pass_profile(g, true);
}

opt_pass *make_pass_counts(void)
{
	return new pass_counts(g);
}

opt_pass *make_pass_copy(void)
{
	return new pass_copy(g);
}

opt_pass *make_pass_entry(void)
{
	return new pass_entry(g);
}

opt_pass *make_pass_tables(void)
{
	return new pass_tables(g);
}
