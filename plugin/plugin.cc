/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plugin.cc - the plugin's entry point: checks the compiler, reads the arguments, and
 * registers what is called at events of the compiler, and the passes.
 *
 * A function is analysed right after `ssa`, where all compilations of one source have the
 * same comparisons, and instrumented after `ubsan`: then neither GCC's warnings nor UBSan's
 * checks are about our code; at -O0 after GCC's profile, where there is one.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/definite.h"
#include "plugin/bodies/facts.h"
#include "plugin/entry/entry.h"
#include "plugin/entry/class_type.h"
#include "plugin/entry/listing.h"
#include "plugin/entry/parameter.h"
#include "plugin/exceptions/rte.h"
#include "plugin/export/export.h"
#include "plugin/front_end.h"
#include "plugin/hooks/instrument.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/label_goals.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/tables.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

static struct plugin_info info = {
    "0.1",
    "ME: a distance hook at every comparison. Arguments: "
    "entry=FUNCTION[,PARAMETER:COUNT]..., only=GLOB, skip=GLOB, verbose, any-O",
};

/* ---- events */

static struct attribute_spec ignore_attribute = {
    "me_ignore", 0, 0, true, false, false, false, NULL, NULL,
};

static struct attribute_spec notes_attribute = {
    "me_notes", 1, 1, true, false, false, false, NULL, NULL,
};

static struct attribute_spec driver_attribute = {
    "me_driver", 0, 2, true, false, false, false, NULL, NULL,
};

static void register_attributes(void *, void *)
{
	register_attribute(&notes_attribute);
	register_attribute(&driver_attribute);
	register_attribute(&ignore_attribute);
}

static void define_macro()
{
	if (cpp_reader *reader = preprocessor())
		cpp_define(reader, options.twin ? "__ME_TWIN__=1" : "__ME__=1");
}

/* A local array that is overrun, by a function of the C library too, is told at the function's
 * end, unless the options say otherwise. The front end has defined its macros before, without
 * __SSP_STRONG__. */
static void protect_stacks(void)
{
	/* -fstack-protector-strong, without a name before GCC 10 */
	const int strong = 3;

	if (options.twin || global_options_set.x_flag_stack_protect)
		return;
	flag_stack_protect = strong;
#if GCCPLUGIN_VERSION_MAJOR >= 11 /* it may differ between functions */
	TREE_OPTIMIZATION(optimization_default_node)->x_flag_stack_protect = strong;
#endif
}

static void start_unit(void *, void *)
{
	define_macro();
	protect_stacks();
	labels_start();
}

/* This event does not occur when a unit is only preprocessed (-E, -save-temps). */
static void see_pragmas(void *, void *)
{
	if (flag_preprocess_only)
		define_macro();
}

static void see_function(void *decl, void *)
{
	unit_see_headers();
	entry_see((tree)decl);
	listing_see((tree)decl);
	labels_add((tree)decl, entry_is((tree)decl));
}

static void see_declaration(void *decl, void *)
{
	if (options_want_types())
		types_see((tree)decl);
	setup_see((tree)decl);
}

static void see_type(void *type, void *)
{
	class_see((tree)type);
}

static void start_passes(void *, void *)
{
	if (in_lto_p)
		return;
	unit_see_headers();
	directives_read();
	labels_finish();
	/* A profile of the program without hooks fits no function. */
	if (!options.twin)
		warn_coverage_mismatch = 0;
	if (warnings_double()) {
		options.asleep = true;
		return;
	}
	entry_set_main_aside();
	entry_hide_functions();
}

static void finish_unit(void *, void *)
{
	warnings_finish();
}

/* ---- the passes */

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

static void report_hooked(const struct shape *s, unsigned skipped)
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
	shape_mark_throws(s->fun);
	delete s;
}

/* What nondet.c draws is seen by proofs, and has no hooks that searches would go by. */
static bool is_only_exported(tree decl)
{
	return options.nondet && lookup_attribute("me_driver", DECL_ATTRIBUTES(decl));
}

static void export_alone(function *fun)
{
	struct shape s;

	s.fun = fun;
	ir_export(&s);
}

static bool gate_sites(function *)
{
	return unit_is_open() && !options.twin;
}

static void run_sites(function *fun)
{
	unsigned skipped = unit.skipped;

	unset_see(fun);
	if (ignored(fun->decl)) {
		goals_strip(fun);
		return;
	}
	if (is_only_exported(fun->decl)) {
		export_alone(fun);
		return;
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
		report_hooked(current, unit.skipped - skipped);
}

static bool gate_hooks(function *fun)
{
	return current && current->fun == fun;
}

static void run_hooks(function *fun)
{
	shape_number_counters(current);
	if (profile_comes_first(fun))
		profile_wait(current);
	else
		instrument(current);
	current = NULL;
}

static void run_late_hooks(function *fun)
{
	if (struct shape *s = profile_take(fun))
		instrument(s);
}

static void run_before_profile(function *)
{
	profile_sees_calls(false);
}

static void run_after_profile(function *)
{
	profile_sees_calls(true);
}

static bool gate_counts(function *)
{
	return unit.counters.length();
}

static void run_counts(function *fun)
{
	cold_call_finish(fun);
	if (!options.entry)
		counters_write(fun);
}

static bool gate_entry(function *)
{
	return !options.asleep;
}

static void ask_entry(void)
{
	parameter_tell_at_hand_over(types_write);
	if (unit_is_open())
		entry_build();
}

static void run_entry(function *)
{
	warnings_enable(true);
	unit_start();
	listing_write();
	listing_ask(ask_entry);
	if (options.refusal)
		parameter_tell_at_hand_over(types_write);
	else
		types_write();
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
}

static void run_tables(function *)
{
	if (!unit_is_open())
		return;
	if (!options.twin)
		ir_export_unit();
	const struct unit_wants wants = {
	    entry_defined(), options.entry && !entry_defined()
				 ? entry_symbol("__me_no_unit_defines_the_entry_")
				 : NULL};
	tables_write(&wants);
}

static bool gate_outlined(function *)
{
	return (options.entry || options_want_types()) && (flag_openmp || flag_openacc);
}

enum { PASS_NEEDS = PROP_ssa | PROP_cfg };

static const struct pass_row {
	const char *name;
	enum opt_pass_type
	    type; /* of each function, or once a unit (SIMPLE_IPA_PASS) */
	bool (*gate)(function *); /* null: always */
	void (*run)(function *);
	unsigned needs, finish; /* properties; flags of what is to be done after it */
	const char *reference; /* GCC's pass that it stands behind, or in front of: */
	bool is_before;
} passes[] = {
    /* while regions of OpenMP stand in their functions */
    {"me_outlined", GIMPLE_PASS, gate_outlined, facts_keep_outlined, PROP_gimple_any, 0,
     "omplower", true},
    /* while statements nest */
    {"me_switches", GIMPLE_PASS, NULL, shape_place_switches, PROP_gimple_any, 0,
     "lower", true},
    /* when visibility is settled */
    {"me_entry", SIMPLE_IPA_PASS, gate_entry, run_entry, 0, 0, "visibility", false},
    /* analyses */
    {"me_sites", GIMPLE_PASS, gate_sites, run_sites, PASS_NEEDS, 0, "ssa", false},
    /* instruments */
    {"me_hooks", GIMPLE_PASS, gate_hooks, run_hooks, PASS_NEEDS,
     TODO_update_ssa | TODO_verify_il, "ubsan", false},
    /* when all functions have been hooked */
    {"me_tables", SIMPLE_IPA_PASS, NULL, run_tables, 0, 0, "build_ssa_passes", false},
    /* instruments what waited for GCC's profile */
    {"me_late_hooks", GIMPLE_PASS, NULL, run_late_hooks, PASS_NEEDS,
     TODO_update_ssa | TODO_verify_il | TODO_rebuild_cgraph_edges, "feedback_fnsplit",
     false},
    {"me_profile", SIMPLE_IPA_PASS, NULL, run_after_profile, 0, 0, "profile", false},
    {"me_profile", SIMPLE_IPA_PASS, NULL, run_before_profile, 0, 0, "profile", true},
    /* before it becomes code */
    {"me_counts", GIMPLE_PASS, gate_counts, run_counts, PASS_NEEDS,
     TODO_update_ssa_only_virtuals | TODO_verify_il, "optimized", false},
    /* in the compiler's copy that warns, where RTL begins */
    {"me_copy", GIMPLE_PASS, NULL, warnings_shorten, 0, 0, "optimized", false},
};

static pass_data data_of(const pass_row *row)
{
	return {row->type, row->name, OPTGROUP_NONE, TV_NONE, row->needs, 0,
		0,	   0,	      row->finish};
}

namespace
{

/* `base` is gimple_opt_pass or simple_ipa_opt_pass. */
template <class base> class pass_of_row : public base
{
	const pass_row *const row;

      public:
	pass_of_row(const pass_row *row) : base(data_of(row), g), row(row)
	{
	}
	bool gate(function *fun) final override
	{
		return !row->gate || row->gate(fun);
	}
	unsigned int execute(function *fun) final override
	{
		row->run(fun);
		return 0;
	}
};

} // namespace

static void register_passes(const char *plugin_name)
{
	for (const pass_row &row : passes) {
		opt_pass *pass;
		if (row.type == GIMPLE_PASS)
			pass = new pass_of_row<gimple_opt_pass>(&row);
		else
			pass = new pass_of_row<simple_ipa_opt_pass>(&row);
		struct register_pass_info where = {
		    pass, row.reference, 1,
		    row.is_before ? PASS_POS_INSERT_BEFORE : PASS_POS_INSERT_AFTER};
		register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &where);
	}
}

/* ---- the start */

/* Strict about the compiler's version, silent about how it was configured: two builds
 * of one version have the same internals. */
static bool same_compiler(const struct plugin_gcc_version *running)
{
	if (!strcmp(running->basever, gcc_version.basever))
		return true;
	error("plugin me was built for GCC %s, this is GCC %s; rebuild it with "
	      "%<make CC=gcc-%d%>",
	      gcc_version.basever, running->basever, atoi(running->basever));
	return false;
}

__attribute__((visibility("default"))) int
plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
	static const struct ggc_root_tab roots[] = {{&unit_kept, 1, sizeof unit_kept,
						     &gt_ggc_mx_tree_node,
						     &gt_pch_nx_tree_node},
						    LAST_GGC_ROOT_TAB};
	const char *name = args->base_name;

	rte_front = entry_front;
	if (!same_compiler(version) || !options_read(args->argc, args->argv) ||
	    !goals_know(options.goals) || !criteria_read(options.labels) ||
	    !labels_read_partition())
		return 1;
	register_callback(name, PLUGIN_INFO, NULL, &info);
	register_callback(name, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)roots);
	register_callback(name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
	register_callback(name, PLUGIN_PRAGMAS, see_pragmas, NULL);
	register_callback(name, PLUGIN_START_UNIT, start_unit, NULL);
	register_callback(name, PLUGIN_PRE_GENERICIZE, see_function, NULL);
	if (options_want_types() || options.entry)
		register_callback(name, PLUGIN_FINISH_DECL, see_declaration, NULL);
	if (options_want_types())
		register_callback(name, PLUGIN_FINISH_TYPE, see_type, NULL);
	register_callback(name, PLUGIN_ALL_IPA_PASSES_START, start_passes, NULL);
	register_callback(name, PLUGIN_GGC_MARKING, profile_mark, NULL);
	register_callback(name, PLUGIN_GGC_MARKING, facts_mark, NULL);
	register_callback(name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
	register_callback(name, PLUGIN_FINISH, finish_unit, NULL);
	if (!options.twin)
		source_conditions_keep(name);
	register_passes(name);
	return 0;
}
