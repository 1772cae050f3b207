/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.c - the record of a run, and when hooks write into it. */
#include "harness/runtime/trace.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- flags that are stored in memory */

static void number_sites(struct stored_flag *k, const struct program *p)
{
	for (uint32_t s = 0; s < p->site_count; s++) {
		const struct me_site *site = p->sites[s];
		k->row[s] = k->column[s] = PROGRAM_NONE;
		if (site->kind == ME_SITE_DATA)
			k->column[s] = k->data_count++;
		else if (site->flags & ME_SITE_KEPT && k->row_count < KEPT_ROW_LIMIT)
			k->row[s] = k->row_count++;
	}
}

int stored_flag_init(struct stored_flag *k, const struct program *p)
{
	memset(k, 0, sizeof *k);
	k->row = calloc(p->site_count + 1, sizeof *k->row);
	k->column = calloc(p->site_count + 1, sizeof *k->column);
	k->changed = calloc(p->site_count + 1, sizeof *k->changed);
	if (!k->row || !k->column || !k->changed) {
		stored_flag_done(k);
		return -1;
	}
	number_sites(k, p);
	size_t size = (size_t)k->row_count * k->data_count;
	if (!size || size > KEPT_SIZE_LIMIT) {
		for (uint32_t s = 0; s < p->site_count; s++)
			k->row[s] = PROGRAM_NONE;
		return 0;
	}
	k->relation = malloc(size);
	if (!k->relation) {
		stored_flag_done(k);
		return -1;
	}
	memset(k->relation, KEPT_SAME | KEPT_NEGATED, size);
	return 0;
}

void stored_flag_done(struct stored_flag *k)
{
	free(k->row);
	free(k->column);
	free(k->relation);
	free(k->changed);
	memset(k, 0, sizeof *k);
}

unsigned stored_flag_note(struct stored_flag *k, uint32_t site, uint32_t data, int flag,
			  int outcome)
{
	unsigned char *relation =
	    &k->relation[(size_t)k->row[site] * k->data_count + k->column[data]];
	unsigned possible = !flag == !outcome ? KEPT_SAME : KEPT_NEGATED;
	unsigned left = *relation & possible;

	if (left != *relation) {
		*relation = (unsigned char)left;
		if (!k->changed_count || k->changed[k->changed_count - 1] != site)
			k->changed[k->changed_count++] = site;
	}
	return left;
}

struct trace trace;

_Thread_local int trace_listening_here __attribute__((tls_model("initial-exec")));

struct run_request run_request_plain(void)
{
	return (struct run_request){
	    .listens = 1, .aim = PROGRAM_NONE, .limit = {.steps = UINT64_MAX}};
}

static void free_cells(void)
{
	free(trace.goals);
	free(trace.sites);
	free(trace.exceptions);
	free(trace.operations);
	free(trace.flags);
	free(trace.touched);
	free(trace.data);
	stored_flag_done(&trace.kept);
}

/* 0, or -1 when out of memory. */
static int make_cells(const struct program *program)
{
	trace.program = program;
	trace.goals = calloc(program->goal_count + 1, sizeof *trace.goals);
	trace.sites = calloc(program->site_count + 1, sizeof *trace.sites);
	trace.exceptions = calloc(program->site_count + 1, sizeof *trace.exceptions);
	trace.operations = calloc(program->site_count + 1, sizeof *trace.operations);
	trace.flags = calloc(program->flag_count + 1, sizeof *trace.flags);
	trace.touched = calloc(program->site_count + 1, sizeof *trace.touched);
	trace.data = calloc(program->site_count + 1, sizeof *trace.data);
	if (trace.goals && trace.sites && trace.flags && trace.touched && trace.data &&
	    trace.exceptions && trace.operations &&
	    !stored_flag_init(&trace.kept, program))
		return 0;
	trace_done();
	return -1;
}

static const struct run_record nothing = {.r_goal = PROGRAM_NONE,
					  .last_goal = PROGRAM_NONE};

int trace_init(const struct program *program, const struct trace_session *session)
{
	memset(&trace, 0, sizeof trace);
	trace.session = *session;
	trace.asked = run_request_plain();
	trace.record = nothing;
	return make_cells(program);
}

void trace_done(void)
{
	free_cells();
	memset(&trace, 0, sizeof trace);
}

int trace_grow(const struct program *program)
{
	trace.all_steps += trace.record.steps;
	trace.asked = run_request_plain();
	trace.record = nothing;
	free_cells();
	return make_cells(program);
}

void trace_begin(const struct run_request *request)
{
	trace.asked = *request;
	trace.all_steps += trace.record.steps;
	trace.record = nothing;
	trace.record.budget = request->limit.steps;
	trace.record.cpu_ms = request->limit.cpu_ms;
	trace.run++;
	trace.kept.changed_count = 0;
	if (trace.asked.listener)
		trace.asked.listener->begin();
}

void trace_grant(uint64_t steps)
{
	trace.record.budget = steps;
}

void trace_grant_cpu(unsigned ms)
{
	trace.record.cpu_ms = ms;
}

void trace_decide(void)
{
	enum { REST_STEPS = 1024 };
	const uint64_t soon = trace.record.steps + REST_STEPS;

	if (trace.record.budget == UINT64_MAX) /* no run is left */
		return;
	trace.record.decided = 1;
	if (soon < trace.record.budget)
		trace.record.budget = soon;
}

void trace_force(void)
{
	trace.forced_runs += !trace.record.was_forced;
	trace.record.forced = trace.record.was_forced = 1;
}

void trace_unforce(void)
{
	trace.record.forced = 0;
}

void trace_pass_run_goal(void)
{
	const uint32_t goal = trace.program->run_goal;
	const uint32_t site = program_goal_site(trace.program, goal);

	trace.goals[goal].run = trace.run;
	trace_touch(trace.program->sites[site]);
}

static int are_below(const uint32_t *ids, uint32_t count, uint32_t limit)
{
	if (count > limit)
		return 0;
	for (uint32_t i = 0; i < count; i++)
		if (ids[i] >= limit)
			return 0;
	return 1;
}

static int is_goal_or_none(uint32_t goal)
{
	return goal == PROGRAM_NONE || goal < trace.program->goal_count;
}

/* Where a run cannot change what the record consists of, each pointer is compared. */
int trace_is_sound(const struct trace *before)
{
	const struct trace *a = &trace, *b = before;
	const uint32_t sites = b->program == a->program ? b->program->site_count : 0;

	return !memcmp(&a->asked, &b->asked, sizeof a->asked) &&
	       a->session.met == b->session.met && a->program == b->program &&
	       !memcmp(&a->goals, &b->goals,
		       offsetof(struct trace, kept.changed_count) -
			   offsetof(struct trace, goals)) &&
	       are_below(a->touched, a->record.touched_count, sites) &&
	       are_below(a->data, a->record.data_count, sites) &&
	       are_below(a->kept.changed, a->kept.changed_count, sites) &&
	       is_goal_or_none(a->record.r_goal) &&
	       is_goal_or_none(a->record.last_goal);
}

void trace_forget_run(const struct trace *before)
{
	trace = *before;
	trace.record.touched_count = trace.record.data_count = 0;
	trace.kept.changed_count = 0;
}

void trace_listen(int on)
{
	if (!on && trace.on && trace.asked.listener && trace.asked.listener->end)
		trace.asked.listener->end();
	trace.on = trace_listening_here = on;
}
