/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.c - what holds back goals that are unknown: what entry= would have to say, code that
 * proofs do not know, time. */
#include "command/proof/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/expr.h"
#include "system/allocation.h"

static bool is_integer(unsigned type)
{
	return type >= ME_I8 && type <= ME_U64;
}

/* The first integer that may be an array's length; null: none. */
static const struct me_parameter *length_for(const struct entry *e, size_t array)
{
	const struct me_parameter *first = NULL;

	for (size_t i = e->parameter_count; i-- > 0;) {
		const struct me_parameter *p = &e->parameters[i];
		if (p->length_of == array)
			return NULL;
		if (p->passing == ME_BY_VALUE && p->length_of == ME_NO_PARAMETER &&
		    p->field_count == 1 && *p->name && is_integer(p->fields[0].type))
			first = p;
	}
	return first;
}

void needs_text(const struct entry *e, const size_t *needs, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (size_t i = 0; i < e->parameter_count && n < size; i++) {
		const struct me_parameter *array = &e->parameters[i];
		const struct me_parameter *length = length_for(e, i);
		if (!needs[i])
			continue;
		n += (size_t)snprintf(
		    text + n, size - n,
		    "%zu goal%s %s to have more than %u element%s: %s:%u%s%s%s%s%s\n",
		    needs[i], needs[i] == 1 ? " needs" : "s need", array->name,
		    array->count, array->count == 1 ? "" : "s", array->name,
		    array->count < 4 ? 8 : 2 * array->count, length ? "," : "",
		    length ? length->name : "", length ? ":len(" : "",
		    length ? array->name : "", length ? ")" : "");
	}
}

/* ---- by their first causes */

#define UNCONSTRAINED "the run refutes the model; unconstrained: "

/* How a reason begins, and what is said instead; with `after`, what follows stands between, and
 * the reason's own advice comes first. */
static const struct cause_row {
	const char *start, *words, *after;
} cause_rows[] = {
    {UNCONSTRAINED "memory",
     "memory that nothing describes: a length in entry= (x:8,n:len(x)) or a driver "
     "does",
     NULL},
    {UNCONSTRAINED "addresses", "where objects lie in memory", NULL},
    {UNCONSTRAINED "assembly", "what assembly computes", NULL},
    {UNCONSTRAINED "x87 arithmetic", "x87 arithmetic: build with -mfpmath=sse", NULL},
    {UNCONSTRAINED "arithmetic of -ffast-math", "-ffast-math: build without it", NULL},
    {UNCONSTRAINED, "",
     ", of which proofs know nothing: build its source with me-cc, or let me resolve "
     "search"},
    {"the GIMPLE of", "code that was not exported: build it with me-cc", NULL},
};

/* A function of the mathematical library: its source is not the user's. */
static bool library_text(const char *why, char *text, size_t size)
{
	char name[32];

	if (strncmp(why, UNCONSTRAINED, strlen(UNCONSTRAINED)) != 0)
		return false;
	why += strlen(UNCONSTRAINED);
	snprintf(name, sizeof name, "%.*s", (int)strcspn(why, ","), why);
	if (!native_function_find(name))
		return false;
	snprintf(text, size,
		 "%s, of which proofs know bounds alone: let me resolve search", name);
	return true;
}

static void cause_text(const char *why, char *text, size_t size)
{
	if (library_text(why, text, size))
		return;
	for (size_t i = 0; i < sizeof cause_rows / sizeof *cause_rows; i++) {
		const struct cause_row *r = &cause_rows[i];
		const char *rest = why + strlen(r->start);
		if (strncmp(why, r->start, strlen(r->start)) != 0)
			continue;
		const char *advice = r->after ? strchr(rest, ';') : NULL;
		snprintf(text, size, "%s%.*s%s", r->words,
			 r->after ? (int)strcspn(rest, ",;") : 0, rest,
			 advice	    ? advice
			 : r->after ? r->after
				    : "");
		return;
	}
	if (strstr(why, "no answer in time"))
		snprintf(text, size,
			 "the solvers had no answer in time: --timeout= and "
			 "--time= give more");
	else
		snprintf(text, size, "%s", why);
}

void cause_note(struct unknown_causes *causes, const char *why)
{
	struct unknown_cause cause = {.goals = 1};

	cause_text(why, cause.text, sizeof cause.text);
	for (size_t i = 0; i < causes->count; i++)
		if (strcmp(causes->list[i].text, cause.text) == 0) {
			causes->list[i].goals++;
			return;
		}
	ARRAY_ADD(causes->list, causes->count, causes->room, cause);
}

static int by_goals(const void *a, const void *b)
{
	const struct unknown_cause *x = a, *y = b;

	return x->goals != y->goals ? (x->goals < y->goals) - (x->goals > y->goals)
				    : strcmp(x->text, y->text);
}

void causes_text(struct unknown_causes *causes, char *text, size_t size)
{
	size_t n = strlen(text);

	if (causes->count)
		qsort(causes->list, causes->count, sizeof *causes->list, by_goals);
	for (size_t i = 0; i < causes->count && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%zu goal%s unknown: %s\n",
				      causes->list[i].goals,
				      causes->list[i].goals == 1 ? " is" : "s are",
				      causes->list[i].text);
}
