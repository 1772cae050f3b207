/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scope.c - the functions whose goals are sought. */
#include "harness/goals/scope.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "harness/goals/goal_names.h"
#include "me/kind_advice.h"

/* Whether the function has a name, of the linker or of the source, that the pattern matches. */
static int matches(const struct me_function *function, const char *pattern)
{
	return !fnmatch(pattern, function->name, 0) ||
	       !fnmatch(pattern, function->source_name, 0);
}

/* Functions of one name in several units are one. */
static void choose_copies(const struct program *p, unsigned char *chosen)
{
	for (int again = 0; again < 2; again++)
		for (uint32_t i = 0; i < p->goal_count; i++) {
			uint32_t k = program_first_goal(p, i);
			uint32_t f =
			    p->units[p->goal_unit[i]].function + p->goals[i]->function;
			uint32_t first =
			    p->units[p->goal_unit[k]].function + p->goals[k]->function;
			chosen[first] |= chosen[f];
			chosen[f] |= chosen[first];
		}
}

/* Whether it only came along with a system header. */
static int is_foreign(const struct me_function *f)
{
	return f->flags & ME_FUNCTION_SYSTEM;
}

/* Whether a chosen function has a goal of a kind that is sought. */
static int chosen_have_goals(const struct scope_question *q,
			     const unsigned char *chosen)
{
	const struct program *p = q->program;

	for (uint32_t i = 0; i < p->goal_count; i++) {
		uint32_t f = p->units[p->goal_unit[i]].function + p->goals[i]->function;
		if ((chosen[f] & SCOPE_CHOSEN) && scope_is_own(p->goals[i]) &&
		    kinds_count(q->kinds, kinds_of(p->goals[i])))
			return 1;
	}
	return 0;
}

/* The functions of the entry's unit that it can reach; where they have no goals, as a
 * driver in a file of its own, all that it can reach. */
static void choose_reached(const struct scope_question *q, uint32_t entry,
			   unsigned char *chosen)
{
	const struct program *p = q->program;

	graph_callees(q->graph, entry, 0, chosen);
	for (uint32_t f = 0; f < p->function_count; f++)
		if (f != entry && is_foreign(p->functions[f]))
			chosen[f] = 0;
		else if (chosen[f] && p->function_unit[f] == p->function_unit[entry])
			chosen[f] |= SCOPE_CHOSEN;
	choose_copies(p, chosen);
	if (q->seeks_run || chosen_have_goals(q, chosen))
		return;
	for (uint32_t f = 0; f < p->function_count; f++)
		if (chosen[f])
			chosen[f] |= SCOPE_CHOSEN;
}

/* The entry and the static functions that it calls. */
static void choose_static(const struct scope_question *q, uint32_t entry,
			  unsigned char *chosen)
{
	graph_callees(q->graph, entry, 1, chosen);
	for (uint32_t f = 0; f < q->program->function_count; f++)
		chosen[f] = chosen[f] ? SCOPE_CHOSEN : 0;
}

void scope_choose(const struct scope_question *q, unsigned char *chosen)
{
	const char *entry = q->entry, *scope = q->scope;
	const struct program *p = q->program;
	const int is_static = scope && !strcmp(scope, "static");
	const uint32_t first = entry ? program_function(p, entry) : PROGRAM_NONE;

	if (entry && (!scope || is_static)) {
		if (first != PROGRAM_NONE && is_static)
			choose_static(q, first, chosen);
		else if (first != PROGRAM_NONE)
			choose_reached(q, first, chosen);
		return;
	}
	for (uint32_t f = 0; f < p->function_count; f++)
		if (!scope || !strcmp(scope, "all") || matches(p->functions[f], scope))
			chosen[f] = SCOPE_CHOSEN;
}

int scope_check(const struct program *p, const char *scope, const char **error)
{
	static char text[300];

	if (!scope || !strcmp(scope, "all") || !strcmp(scope, "static"))
		return 0;
	for (uint32_t f = 0; f < p->function_count; f++)
		if (matches(p->functions[f], scope))
			return 0;
	const int is_kind =
	    !strncmp(scope, "branch", 6) || me_kind_advice(scope, strcspn(scope, ","));
	snprintf(text, sizeof text,
		 "--functions=%.100s: no instrumented function has this name%s%.100s%s",
		 scope, is_kind ? "; did you mean --kinds=" : "", is_kind ? scope : "",
		 is_kind ? "?" : "");
	*error = text;
	return -1;
}
