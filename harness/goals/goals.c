/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goals.c - verdicts and the archive of best inputs. */
#include "harness/goals/goals.h"

#include <stdlib.h>
#include <string.h>

#include "harness/goals/goal_names.h"
#include "harness/goals/scope.h"
#include "harness/program/module.h"
#include "harness/rungoal/conjunction.h"

/* ---- scope */

enum { DRIFT = 8 };

/* Whether the goal is sought, which belongs to the functions in scope or not. */
static int take_goal(struct goals *g, uint32_t goal, int in_scope)
{
	const struct program *p = g->program;

	if (in_scope && program_goal_is_branch(p, goal))
		g->decision_sites[program_goal_site(p, goal)] = 1;
	return goal == p->run_goal || (in_scope && !g->seeks_run);
}

/* counted: as chosen, by what the function that counts can reach. */
static void take_scope(struct goals *g, const unsigned char *chosen,
		       const unsigned char *counted)
{
	const struct program *p = g->program;

	for (uint32_t i = 0; i < p->goal_count; i++) {
		uint32_t f = p->units[p->goal_unit[i]].function + p->goals[i]->function;
		int own = scope_is_own(p->goals[i]);
		const int way = p->goals[i]->flags & ME_GOAL_WAY;
		int sought =
		    take_goal(g, i, (chosen[f] & SCOPE_CHOSEN) && (own || way));
		const int kind = own && kinds_count(g->kinds, kinds_of(p->goals[i]));
		const int counts =
		    kind && (i == p->run_goal || counted[f] & SCOPE_CHOSEN);
		const int fault = sought && !counts && kinds_is_fault(p->goals[i]);
		sought &= !fault;
		g->list[i].is_fault = (unsigned char)fault;
		g->list[i].searched = (chosen[f] & SCOPE_CHOSEN) != 0;
		g->list[i].beyond = chosen[f] == SCOPE_REACHED && kind;
		int asked = sought && counts;
		int check = sought && !counts && kinds_is_check(p->goals[i]);
		g->list[i].in_scope = (unsigned char)sought;
		g->list[i].asked = (unsigned char)asked;
		g->list[i].is_check = (unsigned char)check;
		g->list[i].reading.value = OBJECTIVE_UNREACHED;
		g->done[i] = (unsigned char)!sought;
		open_counters_set(&g->open_counters, i, sought);
		if (program_first_goal(p, i) == i)
			g->scope_count += (uint32_t)asked;
		g->open_count += (uint32_t)(asked + check);
		g->open_checks += (uint32_t)check;
		if (sought && p->sites[program_goal_site(p, i)]->type == ME_VOID)
			g->hookless[g->hookless_count++] = i;
	}
}

void goals_arm(struct goals *g, int armed)
{
	g->open_sites.armed = armed;
	open_sites_forget(&g->open_sites);
	open_sites_want(&g->open_sites);
}

void goals_delete_labels(struct goals *g, enum label_fate deletion)
{
	g->deletion = deletion;
	goals_arm(g, g->open_sites.armed || deletion == DELETE_NONE);
}

void goals_open_decisions(struct goals *g)
{
	g->open_sites.opens_decisions = 1;
	open_sites_want(&g->open_sites);
}

void goals_open_also(struct goals *g, const unsigned char *sites)
{
	if (!g->open_sites.also_open && !sites)
		return;
	g->open_sites.also_open = sites;
	open_sites_tell(&g->open_sites);
}

void goals_aim(struct goals *g, uint32_t site)
{
	g->aim = site;
	g->open_sites.levels = site == PROGRAM_NONE ? NULL : g->levels;
	if (g->open_sites.levels)
		graph_levels(&g->graph, site, g->levels, g->queue);
	open_sites_tell(&g->open_sites);
}

struct run_request goals_request(const struct goals *g)
{
	struct run_request r = run_request_plain();

	r.aim = g->aim;
	r.levels = g->open_sites.levels;
	r.saturated = g->saturated;
	r.decision_sites = g->decision_sites;
	r.listener = g->listener ? g->listener : conjunction_listener();
	return r;
}

int goals_init(struct goals *g, const struct program *program, const char *entry,
	       const char *counted, const char *scope, const char *kinds)
{
	struct scope_question asked;
	unsigned char *chosen, *counts;

	memset(g, 0, sizeof *g);
	g->program = program;
	g->entry = entry;
	g->counted = counted;
	g->scope = scope;
	g->kinds = kinds;
	g->seeks_run = kinds_seek_run(program, kinds);
	g->solved = GOALS_ALL;
	g->aim = PROGRAM_NONE;
	g->list = calloc(program->goal_count + 1, sizeof *g->list);
	g->done = calloc(program->goal_count + 1, 1);
	g->saturated = calloc(program->goal_count + 1, 1);
	g->decision_sites = calloc(program->site_count + 1, 1);
	g->hookless = calloc(program->goal_count + 1, sizeof *g->hookless);
	g->levels = calloc(program->goal_count + program->function_count + 1,
			   sizeof *g->levels);
	g->queue =
	    calloc(program->goal_count + program->function_count + 1, sizeof *g->queue);
	chosen = calloc(program->function_count + 1, 2);
	if (!g->list || !g->done || !g->saturated || !g->decision_sites ||
	    !g->hookless || !g->levels || !g->queue || !chosen ||
	    graph_init(&g->graph, program) ||
	    open_counters_init(&g->open_counters, program) ||
	    open_sites_init(&g->open_sites, program, g->done, g->decision_sites)) {
		free(chosen);
		return -1;
	}
	asked = (struct scope_question){program, &g->graph, entry,
					scope,	 kinds,	    g->seeks_run};
	scope_choose(&asked, chosen);
	counts = chosen;
	if (counted != entry) {
		asked.entry = counted;
		counts += program->function_count + 1;
		scope_choose(&asked, counts);
	}
	take_scope(g, chosen, counts);
	free(chosen);
	open_sites_want(&g->open_sites);
	return 0;
}

static void free_tables(struct goals *g)
{
	graph_done(&g->graph);
	open_counters_done(&g->open_counters);
	open_sites_done(&g->open_sites);
	free(g->list);
	free(g->done);
	free(g->saturated);
	free(g->decision_sites);
	free(g->levels);
	free(g->queue);
	free(g->hookless);
}

/* ---- verdicts */

int goals_is_met(const struct goals *g, uint32_t goal)
{
	return *g->program->goals[goal]->counter != 0;
}

static int is_untried(const struct goal_state *q)
{
	return q->best && !q->tries;
}

/* It was open, and is no longer. */
static void leaves_open(struct goals *g, const struct goal_state *q)
{
	g->open_count -= (uint32_t)(q->asked + q->is_check);
	g->open_checks -= q->is_check;
}

static void close_one(struct goals *g, uint32_t goal, enum goal_verdict verdict)
{
	struct goal_state *q = &g->list[goal];

	if (q->verdict == GOAL_OPEN)
		leaves_open(g, q);
	g->untried_count -= is_untried(q);
	q->verdict = (unsigned char)verdict;
	g->done[goal] = 1;
	open_counters_set(&g->open_counters, goal, verdict != GOAL_COVERED);
	free(q->best);
	q->best = NULL;
}

uint32_t goals_seek_faults(struct goals *g, int seek)
{
	uint32_t n = 0;

	g->seeks_faults = seek;
	for (uint32_t i = 0; i < g->program->goal_count; i++) {
		struct goal_state *q = &g->list[i];
		if (!q->is_fault || q->verdict != GOAL_OPEN || q->is_check == seek)
			continue;
		n++;
		q->in_scope = q->is_check = (unsigned char)seek;
		g->done[i] = (unsigned char)!seek;
		open_counters_set(&g->open_counters, i, seek);
		g->open_count += seek ? 1 : -1u;
		g->open_checks += seek ? 1 : -1u;
	}
	if (n)
		open_sites_want(&g->open_sites);
	return n;
}

/* Closes the goal, and those of the same id with it. */
static void close_goal(struct goals *g, uint32_t goal, enum goal_verdict verdict)
{
	const uint32_t *same_id = g->program->same_id;

	close_one(g, goal, verdict);
	for (uint32_t i = same_id[goal]; i != goal; i = same_id[i])
		if (g->list[i].in_scope)
			close_one(g, i, verdict);
}

/* 0 when out of memory. */
static int keep_as_best(struct goal_state *q, struct input in)
{
	if (!q->best || q->best_room < in.size) {
		void *room = malloc(in.size + 1);
		if (!room)
			return 0;
		free(q->best);
		q->best = room;
		q->best_room = in.size;
	}
	memcpy(q->best, in.data, in.size);
	q->best_size = in.size;
	return 1;
}

static int is_nearer(const struct goal_state *q, uint32_t parts, double value)
{
	if (q->best && parts != q->parts)
		return parts > q->parts;
	return value < q->reading.value;
}

double goals_value(const struct goals *g, uint32_t goal)
{
	if (goal != g->program->run_goal)
		return distance_value(trace.session.kind, trace.goals[goal].distance);
	return g->listener->nearness();
}

/* Among inputs that are as near the one whose run is at most half as long is better:
 * descents from it take less time. */
static int is_shorter(const struct goal_state *q, size_t size)
{
	return size < q->best_size ||
	       (size == q->best_size && trace.record.steps < q->all_steps / 2);
}

/* Among inputs that are as near and as long one in DRIFT takes the place of the other, where
 * many goals are open: so best inputs move over a plateau, to where a step brings them
 * nearer. Where goals are few, descents do that. */
static int is_drift(const struct goals *g, const struct goal_state *q, size_t size)
{
	return g->open_count > GOALS_MANY && size == q->best_size &&
	       trace.record.steps <= q->all_steps && trace.run % DRIFT == 0;
}

static void keep_equal(struct goal_state *q, uint64_t steps, struct input in)
{
	if (!keep_as_best(q, in))
		return;
	q->steps = steps;
	q->all_steps = trace.record.steps;
}

static void archive(struct goals *g, uint32_t goal, struct input in)
{
	const struct trace_goal *last = &trace.goals[goal];
	struct goal_state *q = &g->list[goal];
	double value = goals_value(g, goal);

	if (q->best && last->parts == q->parts && value == q->reading.value &&
	    (is_shorter(q, in.size) || is_drift(g, q, in.size)))
		keep_equal(q, last->steps, in);
	int was_untried = is_untried(q);
	if (!is_nearer(q, last->parts, value) || !keep_as_best(q, in))
		return;
	q->parts = last->parts;
	g->untried_count += is_untried(q) - was_untried;
	q->reading.value = value;
	q->reading.sign = (double)trace.goals[goal].sign;
	q->steps = last->steps;
	q->all_steps = trace.record.steps;
	q->fresh = 1;
	q->tries_without_progress = 0;
	g->nearer++;
}

void goals_note_try(struct goals *g, uint32_t goal)
{
	g->untried_count -= is_untried(&g->list[goal]);
	g->list[goal].tries++;
}

void goals_set_tries(struct goals *g, uint32_t goal, uint32_t tries)
{
	struct goal_state *q = &g->list[goal];

	g->untried_count -= is_untried(q);
	q->tries = tries;
	g->untried_count += is_untried(q);
}

void goals_forget(struct goals *g, uint32_t goal)
{
	struct goal_state *q = &g->list[goal];

	g->untried_count -= is_untried(q);
	free(q->best);
	q->best = NULL;
	q->reading.value = OBJECTIVE_UNREACHED;
}

/* Whether the goal, which the last run has met, counts as covered by it. */
static int counts(const struct goals *g, uint32_t goal)
{
	if (g->deletion != DELETE_SOLVED || g->solved == GOALS_ALL ||
	    goal == g->solved || program_goal_is_branch(g->program, goal))
		return 1;
	return g->solved != PROGRAM_NONE && goals_is_met(g, g->solved) &&
	       trace.goals[goal].steps <= trace.goals[g->solved].steps;
}

void goals_confirm_last(struct goals *g)
{
	if (g->confirm && open_counters_any(&g->open_counters))
		g->confirm(g);
	g->is_confirmed = 1;
}

/* The run has met the goal, by its counter. */
static int is_confirmed(struct goals *g, uint32_t goal)
{
	if (g->confirm && !g->is_confirmed)
		g->confirm(g);
	g->is_confirmed = 1;
	return goals_is_met(g, goal);
}

static unsigned note_goal(struct goals *g, uint32_t goal, struct input in)
{
	struct goal_state *q = &g->list[goal];

	if (!q->in_scope || q->verdict == GOAL_COVERED)
		return 0;
	/* A rejected input meets nothing but parts of assumptions: it leads to one that is
	 * not, and is kept for that alone. */
	const int is_rejected = trace.record.result == -1;
	const int is_way = g->program->goals[goal]->flags & ME_GOAL_WAY;
	if (is_rejected && !is_way)
		return 0;
	if (goals_is_met(g, goal) && counts(g, goal) && is_confirmed(g, goal)) {
		close_goal(g, goal, GOAL_COVERED);
		/* The input of a fault is kept for that alone. */
		if (!q->is_fault)
			q->closed_by = g->closings + 1;
		return !q->is_fault && (!is_way || is_rejected);
	}
	if (g->deletion == DELETE_SOLVED)
		*g->program->goals[goal]->counter = 0;
	if (in.data && q->verdict == GOAL_OPEN && trace_passed(goal))
		archive(g, goal, in);
	return 0;
}

/* Where another comparison has turned out not to have made a kept flag, the distances
 * that it gave are invalid. */
static void invalidate_flag_distances(struct goals *g)
{
	for (uint32_t i = 0; i < trace.kept.changed_count; i++) {
		uint32_t site = trace.kept.changed[i];
		for (uint32_t side = 0; side < g->program->sites[site]->sides; side++)
			g->list[program_site_goal(g->program, site) + side]
			    .reading.value = OBJECTIVE_UNREACHED;
	}
}

unsigned goals_note_run(struct goals *g, struct input in)
{
	const struct program *p = g->program;
	unsigned closed = 0;

	g->is_confirmed = 0;
	invalidate_flag_distances(g);
	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		uint32_t site = trace.touched[t], goal = program_site_goal(p, site);
		for (uint32_t side = 0; side < p->sites[site]->sides; side++)
			closed += note_goal(g, goal + side, in);
	}
	for (uint32_t b = 0; b < g->hookless_count; b++)
		closed += note_goal(g, g->hookless[b], (struct input){NULL, 0});
	const int by_counters = g->by_counters || trace.record.elsewhere;
	for (uint32_t i = 0; by_counters && i < p->goal_count; i++)
		closed += note_goal(g, i, (struct input){NULL, 0});
	g->by_counters = 0;
	g->closings += closed > 0;
	if (closed)
		open_sites_want(&g->open_sites);
	return closed;
}

unsigned goals_note_counters(struct goals *g)
{
	if (!g->by_counters && !open_counters_any(&g->open_counters))
		return 0;
	g->by_counters = 1;
	return goals_note_run(g, (struct input){NULL, 0});
}

int goals_need_hooks(const struct goals *g)
{
	return g->listener || trace.session.met || g->deletion == DELETE_SOLVED;
}

int goals_has_news(const struct goals *g)
{
	const struct program *p = g->program;

	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		uint32_t site = trace.touched[t], goal = program_site_goal(p, site);
		for (uint32_t side = 0; side < p->sites[site]->sides; side++)
			if (!g->done[goal + side] && goals_is_met(g, goal + side) &&
			    counts(g, goal + side))
				return 1;
	}
	return 0;
}

void goals_give_up(struct goals *g, uint32_t goal)
{
	if (g->list[goal].in_scope && g->list[goal].verdict == GOAL_OPEN)
		close_goal(g, goal, GOAL_GIVEN_UP);
	open_sites_want(&g->open_sites);
}

void goals_close_seen(struct goals *g, const unsigned char *met)
{
	unsigned closed = 0;

	for (uint32_t i = 0; i < g->program->goal_count; i++)
		if (g->list[i].verdict == GOAL_OPEN && met[i]) {
			close_goal(g, i, GOAL_COVERED);
			closed++;
		}
	if (closed)
		open_sites_want(&g->open_sites);
}

void goals_learn(struct goals *g, uint32_t goal)
{
	close_goal(g, goal, GOAL_COVERED);
	open_sites_want(&g->open_sites);
}

void goals_prove(struct goals *g, uint32_t goal)
{
	if (g->list[goal].in_scope && g->list[goal].verdict == GOAL_OPEN)
		close_goal(g, goal, GOAL_PROVEN);
	open_sites_want(&g->open_sites);
}

static uint32_t count_verdicts(const struct goals *g, enum goal_verdict verdict)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->program->goal_count; i++)
		n += g->list[i].asked && g->list[i].verdict == verdict &&
		     program_first_goal(g->program, i) == i;
	return n;
}

/* What was known of the goals that were there. */
static void take_over(struct goals *g, const struct goals *before, uint32_t known)
{
	for (uint32_t i = 0; i < known; i++) {
		const struct goal_state now = g->list[i];
		g->list[i] = before->list[i];
		g->list[i].in_scope = now.in_scope;
		g->list[i].asked = now.asked;
		g->list[i].is_check = now.is_check;
		g->list[i].is_fault = now.is_fault;
		g->untried_count += is_untried(&g->list[i]);
		if (now.in_scope && g->list[i].verdict != GOAL_OPEN) {
			g->done[i] = 1;
			open_counters_set(&g->open_counters, i,
					  g->list[i].verdict != GOAL_COVERED);
			leaves_open(g, &now);
		}
	}
}

int goals_grow(struct goals *g, struct program *program, const char **error)
{
	struct goals before = *g;
	uint32_t known = program->goal_count, aim = g->aim;

	if (program->module_count == module_count())
		return 0;
	program_done(program);
	if (program_init(program, error) || trace_grow(program) ||
	    goals_init(g, program, before.entry, before.counted, before.scope,
		       before.kinds))
		return -1;
	g->open_sites.armed = before.open_sites.armed;
	g->deletion = before.deletion;
	g->confirm = before.confirm;
	g->closings = before.closings;
	g->solved = before.solved;
	g->listener = before.listener;
	g->open_sites.opens_decisions = before.open_sites.opens_decisions;
	conjunction_end();
	take_over(g, &before, known);
	if (before.seeks_faults)
		goals_seek_faults(g, 1);
	free_tables(&before);
	g->by_counters = 1;
	goals_aim(g, aim);
	return 0;
}

uint32_t goals_covered(const struct goals *g)
{
	return count_verdicts(g, GOAL_COVERED);
}

uint32_t goals_given_up(const struct goals *g)
{
	return count_verdicts(g, GOAL_GIVEN_UP);
}

uint32_t goals_proven(const struct goals *g)
{
	return count_verdicts(g, GOAL_PROVEN);
}

void goals_saturate(struct goals *g)
{
	graph_saturate(&g->graph, g->done, g->saturated);
}

const char *goals_why_end(const struct goals *g)
{
	if (g->open_count > g->open_checks && g->are_all_run)
		return "all inputs have been run";
	if (g->open_count > g->open_checks)
		return "no start brings a new goal";
	if (g->open_checks)
		return "all goals are closed, and no start fails another check of "
		       "UBSan's";
	if (!g->scope_count)
		return "no goals: the functions in scope have none";
	return goals_given_up(g) ? "all goals are closed or given up"
	       : goals_proven(g) ? "all goals are covered or proven infeasible"
				 : "all goals are closed";
}
