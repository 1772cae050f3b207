/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c - computes summaries: the cover of a callee, each model of it run. */
#include "prover/cover/summary.h"

#include <stdlib.h>
#include <string.h>

#include "prover/cover/cover.h"

/* ---- the callee's cover */

struct covering {
	struct summaries *summaries;
	struct summary *summary;
	struct prove_goal *goals;
	bool *met;
	size_t goal_count;
};

static void list_goals(struct covering *c, struct arena *arena)
{
	const struct function *f = c->summary->callee.function;

	c->goals = arena_get(arena, f->goal_count + 1u, sizeof *c->goals);
	c->met = arena_get(arena, f->goal_count + 1u, sizeof *c->met);
	for (uint32_t i = 0; i < f->goal_count; i++)
		c->goals[c->goal_count++] = (struct prove_goal){
		    .function = f->name, .unit = f->unit, .name = f->goals[i].name};
}

static bool is_there(const struct summary *s, const uint8_t *input)
{
	for (size_t i = 0; i < s->pair_count; i++)
		if (memcmp(s->pairs[i].input, input, s->callee.size) == 0)
			return true;
	return false;
}

static void pair_add(struct covering *c, const uint8_t *input)
{
	struct summary *s = c->summary;
	struct summary_pair pair = {0};
	struct arena marks = {0};
	bool *met = arena_get(&marks, c->goal_count + 1, sizeof *met);

	if (!is_there(s, input) &&
	    summary_run(&s->callee, c->summaries->prover->program, input, &pair,
			&c->summaries->arena, c->goals, c->goal_count, met)) {
		s->pairs = array_grow(s->pairs, s->pair_count, &s->pair_room,
				      sizeof *s->pairs);
		s->pairs[s->pair_count++] = pair;
		for (size_t i = 0; i < c->goal_count; i++)
			c->met[i] |= met[i];
	}
	arena_done(&marks);
}

static void model_take(void *context, const uint8_t *bytes, size_t size,
		       const bool *takes)
{
	(void)size;
	(void)takes;
	pair_add(context, bytes);
}

static void models_run(void *context)
{
	(void)context; /* they were run as they came */
}

static bool goal_met(void *context, size_t goal)
{
	const struct covering *c = context;

	return c->met[goal];
}

static void callee_cover(struct covering *c)
{
	struct prover *of = c->summaries->prover;
	struct prover prover = {
	    .program = of->program,
	    .entry = &c->summary->callee.entry,
	    .solvers = of->solvers,
	    .seconds = of->seconds < SUMMARY_SECONDS ? of->seconds : SUMMARY_SECONDS,
	    .unwind = SUMMARY_TURNS,
	    .deadline = of->deadline};
	const struct cover_options options = {.algorithm = COVER_PATHS,
					      .proposing = true,
					      .path_limit = SUMMARY_PAIRS,
					      .run = model_take,
					      .finish = models_run,
					      .met = goal_met,
					      .context = c};
	struct cover_statistics statistics = {0};

	cover(&prover, &options, c->goals, c->goal_count, &statistics);
	of->queries += statistics.queries + prover.queries;
	of->solver_seconds += statistics.cpu + prover.solver_seconds;
	prove_done(&prover);
}

/* ---- summaries */

static bool is_under(const struct summary *s, const uint8_t *known,
		     const uint8_t *is_known)
{
	if (!known || !s->known)
		return !known && !s->known;
	return memcmp(s->known, known, s->callee.size) == 0 &&
	       memcmp(s->is_known, is_known, s->callee.size) == 0;
}

static void compute(struct summaries *all, struct summary *s)
{
	struct covering c = {.summaries = all, .summary = s};
	struct arena arena = {0};
	uint8_t *zeros = arena_get(&arena, s->callee.size + 1, 1);

	list_goals(&c, &arena);
	callee_cover(&c);
	/* Where no solver tells a path, one input is better than none. */
	pair_add(&c, s->known ? s->known : zeros);
	all->prover->summary.summaries++;
	all->prover->summary.again += s->known != NULL;
	all->prover->summary.pairs += s->pair_count;
	arena_done(&arena);
}

static struct summary *summary_new(struct summaries *all, const struct function *f)
{
	struct summary *s = arena_get(&all->arena, 1, sizeof *s);

	all->list = array_grow(all->list, all->count, &all->room, sizeof *all->list);
	all->list[all->count++] = s;
	if (f->result.kind == TYPE_POINTER ||
	    (f->has_result && f->result.kind == TYPE_OTHER) ||
	    !callee_make(&s->callee, f, &all->arena))
		s->callee.size = SIZE_MAX; /* it has none */
	s->callee.function = f;
	return s;
}

static uint8_t *copy(struct arena *arena, const uint8_t *bytes, size_t size)
{
	return memcpy(arena_get(arena, size + 1, 1), bytes, size);
}

const struct summary *summaries_get(struct summaries *all, const struct function *f,
				    const uint8_t *known, const uint8_t *is_known)
{
	struct summary *s = NULL;

	for (size_t i = 0; i < all->count; i++) {
		s = all->list[i];
		if (s->callee.function == f &&
		    (s->callee.size == SIZE_MAX || is_under(s, known, is_known)))
			return s->callee.size == SIZE_MAX ? NULL : s;
	}
	s = summary_new(all, f);
	if (s->callee.size == SIZE_MAX)
		return NULL;
	if (known) {
		s->known = copy(&all->arena, known, s->callee.size);
		s->is_known = copy(&all->arena, is_known, s->callee.size);
		callee_restrict(&s->callee, known, is_known);
	}
	compute(all, s);
	return s;
}

void summaries_done(struct summaries *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->list[i]->pairs);
	free(all->list);
	arena_done(&all->arena);
}
