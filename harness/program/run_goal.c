/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_goal.c - the records of a unit with one goal, as the plugin would write them. */
#include "harness/program/run_goal.h"

#include <stddef.h>

#include "harness/program/module.h"

static uint8_t counter, state;
static const uint32_t nothing[] = {ME_NEXT_END};
static struct me_predicate predicate = {.name = "given"};
static struct me_function function = {.source_name = "", .file = "", .next = nothing};
static struct me_site site = {
    .kind = ME_SITE_PREDICATE, .op = ME_NE, .type = ME_BOOL, .sides = 1, .file = ""};
static struct me_goal goal = {
    .predicate = &predicate, .counter = &counter, .next = nothing};
static struct me_unit unit = {.abi = ME_ABI,
			      .site_count = 1,
			      .goal_count = 1,
			      .function_count = 1,
			      .counter_count = 1,
			      .source = "",
			      .directory = "",
			      .compiler = "",
			      .options = "",
			      .command = "",
			      .sites = &site,
			      .state = &state,
			      .goals = &goal,
			      .functions = &function,
			      .counters = &counter};
static struct me_module module = {
    .abi = ME_ABI, .units = &unit, .units_end = &unit + 1};

/* The goal is named by the entry, where there is one. */
static void name_function(void)
{
	function.name = function.source_name = "LLVMFuzzerTestOneInput";
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_entry *e = m->entries; e < m->entries_end; e++) {
			function.name = e->name;
			function.source_name = e->source_name;
			function.file = site.file = e->file;
			function.line = site.line = goal.line = e->line;
		}
}

void run_goal_add(const char *kind, const char *never)
{
	predicate.kind = kind;
	predicate.never = never;
	name_function();
	module_append(&module);
}

void run_goal_name(const char *name)
{
	predicate.name = name;
}

int run_goal_is(const struct me_goal *other)
{
	return other == &goal;
}

void run_goal_meet(void)
{
	counter = 1;
}
