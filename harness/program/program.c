/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.c - joins the units of the program under test. */
#include "harness/program/program.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/program/module.h"
#include "me/goal.h"

static void *table(size_t count, size_t size)
{
	return calloc(count ? count : 1, size);
}

/* Those of the program first: its numbers stay the same when a library comes. */
static void list_units(struct program *p)
{
	uint32_t u = 0;

	for (const struct me_module *m = module_first(); m; m = m->next)
		for (struct me_unit *r = m->units; r < m->units_end; r++)
			p->units[u++].record = r;
}

static void count_units(struct program *p)
{
	for (uint32_t u = 0; u < p->unit_count; u++) {
		struct program_unit *unit = &p->units[u];
		const struct me_unit *r = unit->record;
		unit->site = p->site_count;
		unit->goal = p->goal_count;
		unit->function = p->function_count;
		unit->flag = p->flag_count;
		p->site_count += r->site_count;
		p->goal_count += r->goal_count;
		p->function_count += r->function_count;
		p->flag_count += r->flag_count;
	}
}

static int make_tables(struct program *p)
{
	p->sites = table(p->site_count, sizeof *p->sites);
	p->goals = table(p->goal_count, sizeof *p->goals);
	p->functions = table(p->function_count, sizeof *p->functions);
	p->site_unit = table(p->site_count, sizeof *p->site_unit);
	p->goal_unit = table(p->goal_count, sizeof *p->goal_unit);
	p->function_unit = table(p->function_count, sizeof *p->function_unit);
	p->first_goal = table(p->goal_count, sizeof *p->first_goal);
	p->same_id = table(p->goal_count, sizeof *p->same_id);
	p->site_state = table(p->site_count, sizeof *p->site_state);
	p->first_influence = table(p->site_count + 1, sizeof *p->first_influence);
	return p->sites && p->goals && p->functions && p->site_unit && p->goal_unit &&
		       p->function_unit && p->first_goal && p->same_id &&
		       p->site_state && p->first_influence
		   ? 0
		   : -1;
}

static void fill_unit(struct program *p, uint32_t u)
{
	struct program_unit *unit = &p->units[u];
	struct me_unit *r = unit->record;

	for (uint32_t i = 0; i < r->site_count; i++) {
		r->sites[i].id = unit->site + i;
		p->sites[unit->site + i] = &r->sites[i];
		p->has_texts |= r->sites[i].op >= ME_COMPARE_BYTES;
		p->site_unit[unit->site + i] = u;
		p->site_state[unit->site + i] = &r->state[i];
	}
	for (uint32_t i = 0; i < r->goal_count; i++) {
		p->goals[unit->goal + i] = &r->goals[i];
		p->goal_unit[unit->goal + i] = u;
		if (run_goal_is(&r->goals[i]))
			p->run_goal = unit->goal + i;
	}
	for (uint32_t i = 0; i < r->function_count; i++) {
		p->functions[unit->function + i] = &r->functions[i];
		p->function_unit[unit->function + i] = u;
	}
}

/* ---- callees by name: static ones of the unit first, then public ones */

struct name {
	const char *text;
	uint32_t function;
};

static int by_name(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order
		     : (x->function > y->function) - (x->function < y->function);
}

static uint32_t resolve(const struct program *p, const struct name *names,
			uint32_t unit, const char *text)
{
	size_t low = 0, high = p->function_count;
	uint32_t public = PROGRAM_NONE;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(names[middle].text, text) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < p->function_count && !strcmp(names[low].text, text); low++) {
		uint32_t f = names[low].function;
		if (p->function_unit[f] == unit)
			return f;
		if (!(p->functions[f]->flags & ME_FUNCTION_LOCAL) &&
		    public == PROGRAM_NONE)
		public = f;
	}
	return public;
}

static struct name *sorted_names(const struct program *p)
{
	struct name *names = table(p->function_count, sizeof *names);

	for (uint32_t f = 0; names && f < p->function_count; f++)
		names[f] = (struct name){p->functions[f]->name, f};
	if (names)
		qsort(names, p->function_count, sizeof *names, by_name);
	return names;
}

static int resolve_callees(struct program *p)
{
	struct name *names = sorted_names(p);

	if (!names)
		return -1;
	for (uint32_t u = 0; u < p->unit_count; u++) {
		struct program_unit *unit = &p->units[u];
		unit->callees = table(unit->record->callee_count, sizeof(uint32_t));
		if (!unit->callees) {
			free(names);
			return -1;
		}
		for (uint32_t c = 0; c < unit->record->callee_count; c++)
			unit->callees[c] =
			    resolve(p, names, u, unit->record->callees[c]);
	}
	free(names);
	return 0;
}

/* ---- goals of one id */

/* Of units that have one source the later ones are numbered. */
static void number_copies(struct program *p)
{
	for (uint32_t u = 0; u < p->unit_count; u++) {
		p->units[u].copy = 1;
		for (uint32_t v = 0; v < u; v++)
			p->units[u].copy += !strcmp(p->units[v].record->source,
						    p->units[u].record->source);
	}
}

static int same_goal(const struct me_goal *a, const struct me_goal *b)
{
	if (!a->predicate != !b->predicate)
		return 0;
	if (!a->predicate)
		return a->ordinal == b->ordinal && a->rank == b->rank;
	return !strcmp(a->predicate->kind, b->predicate->kind) &&
	       !strcmp(a->predicate->name, b->predicate->name);
}

static void join_same_id(struct program *p, uint32_t goal, uint32_t first)
{
	p->first_goal[goal] = first;
	p->same_id[goal] = p->same_id[first];
	p->same_id[first] = goal;
}

/* The goals of one function are those of another one by that name. */
static void share_goals(struct program *p, uint32_t f, uint32_t first)
{
	const struct program_unit *u = &p->units[p->function_unit[f]];
	const struct program_unit *v = &p->units[p->function_unit[first]];

	for (uint32_t i = 0; i < u->record->goal_count; i++) {
		const struct me_goal *a = &u->record->goals[i];
		if (u->function + a->function != f)
			continue;
		for (uint32_t k = 0; k < v->record->goal_count; k++) {
			const struct me_goal *b = &v->record->goals[k];
			if (v->function + b->function == first && same_goal(a, b))
				join_same_id(p, u->goal + i, v->goal + k);
		}
	}
}

static int find_first_goals(struct program *p)
{
	struct name *names = sorted_names(p);
	uint32_t first = PROGRAM_NONE;

	if (!names)
		return -1;
	for (uint32_t i = 0; i < p->goal_count; i++)
		p->first_goal[i] = p->same_id[i] = i;
	for (uint32_t i = 0; i < p->function_count; i++) {
		const uint32_t f = names[i].function;
		if (p->functions[f]->flags & ME_FUNCTION_LOCAL)
			continue;
		if (first != PROGRAM_NONE &&
		    !strcmp(p->functions[first]->name, names[i].text))
			share_goals(p, f, first);
		else
			first = f;
	}
	free(names);
	return 0;
}

static struct me_goal_name name_of(const struct program *p, uint32_t goal)
{
	const struct me_goal *g = p->goals[goal];
	const struct me_function *f = program_goal_function(p, goal);
	const struct program_unit *u = &p->units[p->goal_unit[goal]];

	return (struct me_goal_name){
	    .function = f->name,
	    .source = f->flags & ME_FUNCTION_LOCAL ? u->record->source : NULL,
	    .copy = u->copy,
	    .kind = g->predicate ? g->predicate->kind : NULL,
	    .name = g->predicate ? g->predicate->name : NULL,
	    .ordinal = g->ordinal,
	    .rank = g->rank};
}

size_t program_goal_id(const struct program *p, uint32_t goal, char *text, size_t size)
{
	const struct me_goal_name name = name_of(p, goal);

	return me_goal_id(&name, text, size);
}

size_t program_goal_local(const struct program *p, uint32_t goal, char *text,
			  size_t size)
{
	const struct me_goal_name name = name_of(p, goal);

	return me_goal_local(&name, text, size, 0);
}

/* ---- influences */

/* Sorts the influences by site, counting first. */
static int join_influences(struct program *p)
{
	uint32_t *first = p->first_influence, total = 0;

	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *r = p->units[u].record;
		for (uint32_t i = 0; i < r->influence_count; i++)
			first[p->units[u].site + r->influences[i].site + 1]++;
		total += r->influence_count;
	}
	for (uint32_t s = 0; s < p->site_count; s++)
		first[s + 1] += first[s];
	p->influences = table(total, sizeof *p->influences);
	uint32_t *at = table(p->site_count, sizeof *at);
	if (!p->influences || !at) {
		free(at);
		return -1;
	}
	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *r = p->units[u].record;
		for (uint32_t i = 0; i < r->influence_count; i++) {
			const struct me_influence *n = &r->influences[i];
			uint32_t site = p->units[u].site + n->site;
			p->influences[first[site] + at[site]++] =
			    (struct program_influence){p->units[u].flag + n->flag,
						       {n->after[0], n->after[1]},
						       n->gathers};
		}
	}
	free(at);
	return 0;
}

/* A library calls the hooks by name: where the program does not show them to it, their
 * addresses are null there. */
static int hooks_are_shown(void)
{
	static const char *const hooks[] = {
	    "__me_compare",   "__me_compare_f80", "__me_compare_128", "__me_switch",
	    "__me_texts",     "__me_number",	  "__me_format",      "__me_observe",
	    "__me_predicate", "__me_operation",	  "__me_force",	      "__me_throw"};

	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
		if (!dlsym(RTLD_DEFAULT, hooks[i]))
			return 0;
	return 1;
}

/* What is wrong with the units that are there, or null. */
static const char *find_fault(void)
{
	if (module_is_unfit())
		return "a shared library was built by another version of me";
	if (module_has_library() && !hooks_are_shown())
		return "a shared library does not see the hooks: link the program with "
		       "-Wl,--export-dynamic-symbol='__me_*'";
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++)
			if (u->abi != ME_ABI)
				return "an object was built by another version of me";
	return NULL;
}

int program_init(struct program *p, const char **error)
{
	const char *fault = find_fault();

	memset(p, 0, sizeof *p);
	if (fault) {
		if (error)
			*error = fault;
		return -1;
	}
	p->module_count = module_count();
	p->run_goal = PROGRAM_NONE;
	for (const struct me_module *m = module_first(); m; m = m->next)
		p->unit_count += (uint32_t)(m->units_end - m->units);
	p->units = table(p->unit_count, sizeof *p->units);
	if (!p->units)
		return -1;
	list_units(p);
	count_units(p);
	if (make_tables(p))
		goto fail;
	for (uint32_t u = 0; u < p->unit_count; u++)
		fill_unit(p, u);
	number_copies(p);
	if (resolve_callees(p) || find_first_goals(p) || join_influences(p))
		goto fail;
	return 0;
fail:
	program_done(p);
	if (error)
		*error = "out of memory";
	return -1;
}

void program_done(struct program *p)
{
	for (uint32_t u = 0; p->units && u < p->unit_count; u++)
		free(p->units[u].callees);
	free(p->units);
	free(p->sites);
	free(p->goals);
	free(p->functions);
	free(p->site_unit);
	free(p->goal_unit);
	free(p->function_unit);
	free(p->first_goal);
	free(p->same_id);
	free(p->site_state);
	free(p->influences);
	free(p->first_influence);
	memset(p, 0, sizeof *p);
}

void program_clear_counters(const struct program *p)
{
	for (uint32_t u = 0; u < p->unit_count; u++)
		memset(p->units[u].record->counters, 0,
		       p->units[u].record->counter_count);
}

/* The first counter when none was taken: of a run that was not made. */
static uint8_t *first_taken(const struct program *program)
{
	uint8_t *first = NULL;

	for (uint32_t u = 0; u < program->unit_count; u++) {
		const struct me_unit *unit = program->units[u].record;
		for (uint32_t i = 0; i < unit->counter_count; i++)
			if (unit->counters[i])
				return &unit->counters[i];
		if (!first && unit->counter_count)
			first = unit->counters;
	}
	return first;
}

void program_judge_input(const struct program *program, int fuzzing, size_t size,
			 int result)
{
	static int some; /* libFuzzer has an input to mutate, or will have */
	uint8_t *kept = NULL;

	if (result == -1) {
		if (fuzzing && !some && size)
			kept = first_taken(program);
		program_clear_counters(program);
		if (kept)
			*kept = 1;
	}
	some |= size > 0;
}

/* What leaves something behind: what a run gave to atexit(), which may have goals, or a
 * static variable of C++ that is being initialised. */
static const char *const keepers[] = {"atexit", "on_exit", "at_quick_exit",
				      "__cxa_guard_acquire", NULL};

int program_may_leave_exits(const struct program *p)
{
	static uint32_t units; /* so many have been looked at */
	static int found;

	for (; units < p->unit_count; units++)
		found |= module_unit_calls(p->units[units].record, keepers);
	return !found;
}

uint32_t program_function(const struct program *p, const char *name)
{
	uint32_t found = PROGRAM_NONE;

	for (uint32_t f = 0; f < p->function_count; f++)
		if (!strcmp(p->functions[f]->name, name))
			return f;
		else if (found == PROGRAM_NONE &&
			 !strcmp(p->functions[f]->source_name, name))
			found = f;
	return found;
}

void program_next(const struct program *p, uint32_t unit, const uint32_t *next,
		  program_visit_fn *visit, void *context)
{
	const struct program_unit *u = &p->units[unit];

	for (; next && *next != ME_NEXT_END; next++) {
		if (!(*next & ME_NEXT_CALL)) {
			visit(context, u->site + *next, 0);
			continue;
		}
		uint32_t f = u->callees[*next & ~ME_NEXT_CALL];
		if (f != PROGRAM_NONE)
			visit(context, f, 1);
	}
}

/* ---- goals over a whole run */

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
