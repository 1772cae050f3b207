/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * defaults.c - proves a goal again for more inputs than the target runs: a length is
 * any number, a text need not end, a pointer may be null. What holds for these holds
 * whatever the default is, because reads beyond an object are unconstrained.
 */
#include "prover/verify/defaults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/verify/goal_verdict.h"

enum { SECONDS = 1 };

enum default_kind { COUNT, NULLS, RANGE, KINDS };

struct defaults {
	const struct prover *prover;
	const bool *tested;
	const struct prove_goal *goal;
};

static bool has_length(const struct entry *e, size_t parameter)
{
	for (size_t i = 0; i < e->parameter_count; i++)
		if (e->parameters[i].length_of == parameter)
			return true;
	return false;
}

/* Whether the default limits the values that a proof knows of. */
static bool is_limit(const struct defaults *d, size_t parameter, enum default_kind kind)
{
	const struct entry_parameter *p = &d->prover->entry->parameters[parameter];

	if (kind == NULLS)
		return p->by_pointer && !p->nullable && d->tested[parameter];
	if (kind == RANGE)
		return p->has_default_range;
	return p->is_default &&
	       (p->is_string || has_length(d->prover->entry, parameter));
}

/* ---- the entry without a default */

/* free_field: that of the integer `parameter`, without a range. */
static void relax(struct entry *e, size_t parameter, enum default_kind kind,
		  struct entry_field *free_field)
{
	if (kind == NULLS) {
		e->parameters[parameter].nullable = true;
		return;
	}
	if (kind == RANGE) {
		e->parameters[parameter].fields = free_field;
		return;
	}
	e->parameters[parameter].is_string = false;
	for (size_t i = 0; i < e->parameter_count; i++)
		if (e->parameters[i].length_of == parameter)
			e->parameters[i].length_of = ME_NO_PARAMETER;
}

static bool run_none(void *context, const uint8_t *bytes, size_t size,
		     const struct prove_goal *goal)
{
	(void)context, (void)bytes, (void)size, (void)goal;
	return false;
}

static bool is_proof(enum verdict verdict)
{
	return verdict == VERDICT_INFEASIBLE || verdict == VERDICT_NEAREST;
}

/* Whether the goal is infeasible for the entry, too. */
static bool is_proven_for(const struct defaults *d, const struct entry *entry)
{
	struct prove_goal goal = {.path = d->goal->path,
				  .function = d->goal->function,
				  .unit = d->goal->unit,
				  .name = d->goal->name,
				  .number = d->goal->number,
				  .returning = d->goal->returning};
	struct prover prover = {.program = d->prover->program,
				.entry = entry,
				.solvers = d->prover->solvers,
				.seconds = SECONDS,
				.unwind = d->prover->unwind,
				.has_inputs = d->prover->has_inputs,
				.run = run_none};

	prove(&prover, &goal);
	prove_done(&prover);
	return is_proof(goal.verdict);
}

static struct entry_field *field_without_range(struct entry_field *field,
					       const struct entry_parameter *p)
{
	if (p->field_count)
		*field = p->fields[0];
	field->has_range = false;
	return field;
}

/* Without one default, or (parameter_count) without all. */
static bool holds_without(const struct defaults *d, size_t parameter,
			  enum default_kind kind)
{
	struct entry entry = *d->prover->entry;
	const size_t n = entry.parameter_count;

	entry.parameters = array_new(n + 1, sizeof *entry.parameters);
	struct entry_field *free_fields = array_new(n + 1, sizeof *free_fields);
	memcpy(entry.parameters, d->prover->entry->parameters,
	       n * sizeof *entry.parameters);
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < KINDS; k++)
			if (is_limit(d, i, (enum default_kind)k) &&
			    (parameter == n ||
			     (parameter == i && kind == (enum default_kind)k)))
				relax(&entry, i, (enum default_kind)k,
				      field_without_range(&free_fields[i],
							  &entry.parameters[i]));
	const bool result = is_proven_for(d, &entry);
	free(free_fields);
	free(entry.parameters);
	return result;
}

/* ---- the text */

static void append_default(const struct entry_parameter *p, enum default_kind kind,
			   char *how, size_t size)
{
	const size_t n = strlen(how);
	const char *start = strstr(how, DEFAULTS_MARK) ? ", " : DEFAULTS_MARK;

	if (kind == NULLS)
		snprintf(how + n, size - n, "%s%.60s is never null", start, p->name);
	else if (kind == RANGE)
		snprintf(how + n, size - n, "%s%.60s is at most %llu", start, p->name,
			 (unsigned long long)p->fields[0].high[0]);
	else
		snprintf(how + n, size - n, "%s%.60s has %u %s%s", start, p->name,
			 p->count, p->is_string ? "byte" : "element",
			 p->count == 1 ? "" : "s");
}

void defaults_find(const struct prover *prover, const bool *tested,
		   struct prove_goal *goal)
{
	const struct defaults d = {prover, tested, goal};
	const size_t n = prover->entry->parameter_count;
	unsigned count = 0, resting = 0;

	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < KINDS; k++)
			count += is_limit(&d, i, (enum default_kind)k);
	if (!count || !is_proof(goal->verdict) || holds_without(&d, n, COUNT))
		return;
	for (int all = 0; all < 2 && !resting; all++)
		for (size_t i = 0; i < n; i++)
			for (int k = 0; k < KINDS; k++) {
				if (!is_limit(&d, i, (enum default_kind)k) ||
				    (!all && count > 1 &&
				     holds_without(&d, i, (enum default_kind)k)))
					continue;
				append_default(&prover->entry->parameters[i],
					       (enum default_kind)k, goal->how,
					       sizeof goal->how);
				resting++;
			}
}
