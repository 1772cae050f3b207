/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * defaults.c - proves a goal again for more inputs than the target runs: a length is
 * any number, a text need not end, a pointer may be null, or leads into what another one
 * leads to. What holds for these holds whatever the default is, because reads beyond an
 * object are unconstrained, and so are those of memory that overlaps with what was written.
 */
#include "prover/verify/defaults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/verify/goal_verdict.h"
#include "system/stop.h"

#define DEFAULTS_MARK "; by default "
#define OVERLAP_MARK "; if "

enum { SECONDS = 1 }; /* of CPU for one run of a solver */

#define EVERY SIZE_MAX /* parameter */

/* OVERLAP: with another parameter. GLOBALS: of all parameters with global variables; it is
 * the first one's, as are BOOLS: of bools in memory that are no input, and ASSUMED: what the source
 * says of inputs. */
enum default_kind { COUNT, NULLS, RANGE, OVERLAP, GLOBALS, BOOLS, ASSUMED, KINDS };

struct defaults {
	struct prover *prover;
	const bool *tested;
	double seconds; /* for the proof without one default */
	const struct prove_goal *goal;
};

static bool has_length(const struct entry *e, size_t parameter)
{
	for (size_t i = 0; i < e->parameter_count; i++)
		if (e->parameters[i].length_of == parameter &&
		    !(e->parameters[i].flags & ME_PARAMETER_EXTENT))
			return true;
	return false;
}

/* Whether another parameter may overlap with it. */
static bool has_partner(const struct entry *e, size_t parameter)
{
	for (size_t i = 0; i < e->parameter_count; i++)
		if (i != parameter &&
		    entry_may_share(&e->parameters[i], &e->parameters[parameter]))
			return true;
	return false;
}

/* The first field whose range is a default; or null. */
static const struct me_field *default_field(const struct me_parameter *p)
{
	for (size_t i = 0; i < p->field_count; i++)
		if (p->fields[i].flags & ME_FIELD_DEFAULT ||
		    (!i && p->flags & ME_PARAMETER_DEFAULT_RANGE))
			return &p->fields[i];
	return NULL;
}

/* Whether the default limits the values that a proof knows of. */
static bool is_limit(const struct defaults *d, size_t parameter, enum default_kind kind)
{
	const struct entry *e = d->prover->entry;

	if (kind == GLOBALS)
		return d->goal->may_overlap && parameter == 0 && e->parameter_count;
	if (kind == BOOLS)
		return d->goal->may_read_bools && parameter == 0;
	if (kind == ASSUMED)
		return d->goal->assumed_first && parameter == 0;
	if (parameter == e->parameter_count)
		return false;
	const struct me_parameter *p = &e->parameters[parameter];
	if (kind == NULLS)
		return p->passing == ME_BY_POINTER &&
		       !(p->flags & ME_PARAMETER_NULLABLE) && d->tested[parameter];
	if (kind == RANGE)
		return default_field(p) != NULL;
	if (kind == OVERLAP)
		return d->goal->may_overlap && has_partner(e, parameter);
	return p->flags & ME_PARAMETER_DEFAULT &&
	       (p->flags & ME_PARAMETER_STRING || has_length(e, parameter));
}

/* How many parameters defaults are looked for of: what is of none is the first one's, though there
 * be none. */
static size_t owner_count(const struct entry *e)
{
	return e->parameter_count ? e->parameter_count : 1;
}

/* ---- the entry without a default */

static void free_ranges(struct me_parameter *p)
{
	struct me_field *fields = array_new(p->field_count + 1, sizeof *fields);

	for (size_t i = 0; i < p->field_count; i++) {
		fields[i] = p->fields[i];
		if (fields[i].flags & ME_FIELD_DEFAULT ||
		    (p->flags & ME_PARAMETER_DEFAULT_RANGE && !i))
			fields[i].flags &= (uint8_t)~ME_FIELD_RANGE;
	}
	p->fields = fields;
}

static void relax(struct entry *e, size_t parameter, enum default_kind kind)
{
	if (kind == NULLS) {
		e->parameters[parameter].flags |= ME_PARAMETER_NULLABLE;
		return;
	}
	if (kind == OVERLAP) {
		e->parameters[parameter].flags |= ENTRY_MAY_OVERLAP;
		return;
	}
	if (kind == GLOBALS) {
		e->may_meet_globals = true;
		return;
	}
	if (kind == BOOLS) {
		e->odd_bools = true;
		return;
	}
	if (kind == ASSUMED) {
		e->odd_inputs = true;
		return;
	}
	if (kind == RANGE) {
		free_ranges(&e->parameters[parameter]);
		return;
	}
	e->parameters[parameter].flags &= (uint16_t)~ME_PARAMETER_STRING;
	e->parameters[parameter].counted_by = 0;
	for (size_t i = 0; i < e->parameter_count; i++)
		if (e->parameters[i].length_of == parameter)
			e->parameters[i].length_of = ME_NO_PARAMETER;
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
				.has_inputs = d->prover->has_inputs};

	stop_share_begin(d->seconds);
	prove(&prover, &goal);
	stop_share_end();
	d->prover->queries += prover.queries;
	d->prover->solver_seconds += prover.solver_seconds;
	prove_done(&prover);
	return prove_goal_is_proven(&goal);
}

/* Without one default, or (EVERY) without all. */
static bool holds_without(const struct defaults *d, size_t parameter,
			  enum default_kind kind)
{
	struct entry entry = *d->prover->entry;
	const size_t n = entry.parameter_count;

	entry.parameters = array_new(n + 1, sizeof *entry.parameters);
	memcpy(entry.parameters, d->prover->entry->parameters,
	       n * sizeof *entry.parameters);
	for (size_t i = 0; i < owner_count(&entry); i++)
		for (int k = 0; k < KINDS; k++)
			if (is_limit(d, i, (enum default_kind)k) &&
			    (parameter == EVERY ||
			     (parameter == i && kind == (enum default_kind)k)))
				relax(&entry, i, (enum default_kind)k);
	const bool result = is_proven_for(d, &entry);
	for (size_t i = 0; i < n; i++)
		if (entry.parameters[i].fields !=
		    d->prover->entry->parameters[i].fields)
			free((void *)entry.parameters[i].fields);
	free(entry.parameters);
	return result;
}

/* ---- the text */

/* Which defaults a proof rests on: by parameter and kind. */
typedef bool resting[KINDS];

/* "c.mode is 0..2" */
static void append_enumeration(const struct me_parameter *p, const char *start,
			       char *out, size_t size)
{
	const struct me_field *f = default_field(p);

	snprintf(out, size, "%s%.60s%s%.60s is %lld..%lld", start, p->name,
		 *f->path ? "." : "", f->path, (long long)f->low[0],
		 (long long)f->high[0]);
}

static void append_default(const struct me_parameter *p, enum default_kind kind,
			   char *how, size_t size)
{
	const size_t n = strlen(how);
	const char *start = strstr(how, DEFAULTS_MARK) ? ", " : DEFAULTS_MARK;

	if (kind == NULLS)
		snprintf(how + n, size - n, "%s%.60s is never null", start, p->name);
	else if (kind == RANGE && p->flags & ME_PARAMETER_DEFAULT_RANGE)
		snprintf(how + n, size - n, "%s%.60s is at most %llu", start, p->name,
			 (unsigned long long)p->fields[0].high[0]);
	else if (kind == RANGE)
		append_enumeration(p, start, how + n, size - n);
	else
		snprintf(how + n, size - n, "%s%.60s has %u %s%s", start, p->name,
			 p->count, p->flags & ME_PARAMETER_STRING ? "byte" : "element",
			 p->count == 1 ? "" : "s");
}

static size_t count_of(const struct entry *e, const resting *rests,
		       enum default_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < owner_count(e); i++)
		count += rests[i][kind];
	return count;
}

/* "; if a, b and c do not overlap" */
static void append_overlap(const struct entry *e, const resting *rests, char *how,
			   size_t size)
{
	const size_t count = count_of(e, rests, OVERLAP);
	size_t n = strlen(how), named = 0;

	if (count)
		n += (size_t)snprintf(how + n, size - n, OVERLAP_MARK);
	for (size_t i = 0; i < e->parameter_count && n < size; i++)
		if (rests[i][OVERLAP]) {
			n += (size_t)snprintf(how + n, size - n, "%s%.30s",
					      !named		   ? ""
					      : named + 1 == count ? " and "
								   : ", ",
					      e->parameters[i].name);
			named++;
		}
	if (count && n < size)
		snprintf(how + n, size - n, " do not overlap");
}

/* What is not about one parameter, "; if ..." or " and ..." behind another such text. */
static void append_condition(const char *text, char *how, size_t size)
{
	const size_t n = strlen(how);

	snprintf(how + n, size - n, "%s%s",
		 strstr(how, OVERLAP_MARK) ? " and " : OVERLAP_MARK, text);
}

/* "ME_ASSUME holds in lines 4 to 12" */
static void append_assumed(const struct prove_goal *goal, char *how, size_t size)
{
	char text[80];

	snprintf(text, sizeof text,
		 goal->assumed_first == goal->assumed_last
		     ? "ME_ASSUME holds in line %u"
		     : "ME_ASSUME holds in lines %u to %u",
		 goal->assumed_first, goal->assumed_last);
	append_condition(text, how, size);
}

static void append_all(const struct entry *e, const resting *rests,
		       const struct prove_goal *goal, char *how, size_t size)
{
	for (size_t i = 0; i < e->parameter_count; i++)
		for (int k = 0; k < OVERLAP; k++)
			if (rests[i][k])
				append_default(&e->parameters[i], (enum default_kind)k,
					       how, size);
	append_overlap(e, rests, how, size);
	if (count_of(e, rests, GLOBALS))
		append_condition("no argument points to a global variable", how, size);
	if (count_of(e, rests, BOOLS))
		append_condition("every bool in memory is 0 or 1", how, size);
	if (count_of(e, rests, ASSUMED))
		append_assumed(goal, how, size);
}

const char *defaults_text(const char *how)
{
	const char *text = strstr(how, DEFAULTS_MARK);

	if (!text)
		text = strstr(how, OVERLAP_MARK);
	return text ? text + 2 : NULL;
}

/* ---- */

/* Sets those without which alone there is no proof, or, `all`, all that there are. */
static size_t find_resting(const struct defaults *d, bool all, resting *rests)
{
	size_t count = 0;

	for (size_t i = 0; i < owner_count(d->prover->entry); i++)
		for (int k = 0; k < KINDS; k++) {
			rests[i][k] =
			    is_limit(d, i, (enum default_kind)k) &&
			    (all || !holds_without(d, i, (enum default_kind)k));
			count += rests[i][k];
		}
	return count;
}

/* What a driver makes of numbers is never more than it makes. */
static void append_driver(const struct prover *p, char *how, size_t size)
{
	const struct function *f =
	    gimple_find(p->program, p->entry->name, p->entry->unit);
	char text[160];

	snprintf(text, sizeof text, "the arguments are as %.100s makes them",
		 f && *f->source_name ? f->source_name : p->entry->name);
	append_condition(text, how, size);
}

static void parameters_find(const struct defaults *d, struct prove_goal *goal)
{
	const size_t n = owner_count(d->prover->entry);
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < KINDS; k++)
			count += is_limit(d, i, (enum default_kind)k);
	if (!count || holds_without(d, EVERY, COUNT))
		return;
	resting *rests = array_new(n + 1, sizeof *rests);
	if (!find_resting(d, count == 1, rests))
		find_resting(d, true, rests);
	append_all(d->prover->entry, rests, goal, goal->how, sizeof goal->how);
	free(rests);
}

void defaults_find(struct prover *prover, const bool *tested, double seconds,
		   struct prove_goal *goal)
{
	const struct defaults d = {prover, tested, seconds, goal};

	if (!prove_goal_is_proven(goal))
		return;
	parameters_find(&d, goal);
	if (prover->entry->is_driver)
		append_driver(prover, goal->how, sizeof goal->how);
}
