/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.cc - the plugin's entry point: checks the compiler, reads the arguments,
 * registers the passes. */
#include "plugin/gcc.h"
#include "plugin/entry/entry.h"
#include "plugin/goals/makers.h"
#include "plugin/hooks/hooks.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/labels.h"
#include "plugin/options.h"
#include "plugin/passes.h"
#include "plugin/preprocessor.h"
#include "plugin/source_conditions.h"
#include "plugin/unit/unit.h"
#include "plugin/warnings.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

static struct plugin_info info = {
    "0.1",
    "ME: a distance hook at every comparison. Arguments: "
    "entry=FUNCTION[,PARAMETER:COUNT]..., only=GLOB, skip=GLOB, verbose, any-O",
};

static struct attribute_spec ignore_attribute = {
    "me_ignore", 0, 0, true, false, false, false, NULL, NULL,
};

static void register_attributes(void *, void *)
{
	register_attribute(&ignore_attribute);
}

static void define_macro()
{
	if (cpp_reader *reader = preprocessor())
		cpp_define(reader, options.twin ? "__ME_TWIN__=1" : "__ME__=1");
}

static void start_unit(void *, void *)
{
	define_macro();
	labels_start();
}

/* This event does not occur if the unit is only preprocessed (-E, -save-temps, ccache).
 */
static void see_pragmas(void *, void *)
{
	if (flag_preprocess_only)
		define_macro();
}

static void see_function(void *decl, void *)
{
	entry_see((tree)decl);
	labels_add((tree)decl, entry_is((tree)decl));
}

static void start_passes(void *, void *)
{
	if (in_lto_p)
		return;
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

static void add_pass(const char *name, opt_pass *pass, const char *reference,
		     enum pass_positioning_ops side = PASS_POS_INSERT_AFTER)
{
	struct register_pass_info where = {pass, reference, 1, side};

	register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &where);
}

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
	register_callback(name, PLUGIN_ALL_IPA_PASSES_START, start_passes, NULL);
	register_callback(name, PLUGIN_GGC_MARKING, profile_mark, NULL);
	register_callback(name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
	register_callback(name, PLUGIN_FINISH, finish_unit, NULL);
	if (!options.twin)
		source_conditions_keep(name);
	add_pass(name, make_pass_entry(), "visibility");
	add_pass(name, make_pass_sites(), "ssa");
	add_pass(name, make_pass_hooks(), "ubsan");
	add_pass(name, make_pass_tables(), "build_ssa_passes");
	add_pass(name, make_pass_late_hooks(), "feedback_fnsplit");
	add_pass(name, make_pass_after_profile(), "profile");
	add_pass(name, make_pass_before_profile(), "profile", PASS_POS_INSERT_BEFORE);
	add_pass(name, make_pass_counts(), "optimized");
	add_pass(name, make_pass_copy(), "optimized");
	return 0;
}
