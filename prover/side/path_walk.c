/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_walk.c - guides the encoder along one path (encode_along). */
#include "prover/side/path_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/side/input_values.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/* ---- which edge is which decision */

static void number_goals(struct decision_map *m, const struct prove_side *list,
			 size_t count, size_t *numbers)
{
	for (size_t i = 0; i < count; i++) {
		const struct function *f =
		    gimple_find(m->program, list[i].function, list[i].unit);
		const uint32_t goal = f ? gimple_goal(f, list[i].name) : GIMPLE_NONE;
		if (goal != GIMPLE_NONE)
			numbers[m->first_of[f - m->program->functions] + goal] = i;
	}
}

void decision_map_init(struct decision_map *m, const struct gimple_program *program,
		       const struct prove_side *sides, size_t count)
{
	m->program = program;
	m->sides = sides;
	m->first_of = array_new(program->function_count + 1, sizeof *m->first_of);
	for (size_t i = 0; i < program->function_count; i++)
		m->first_of[i + 1] = m->first_of[i] + program->functions[i].goal_count;
	const size_t goals = m->first_of[program->function_count];
	m->side_at = array_new(goals + 1, sizeof *m->side_at);
	m->label_at = array_new(goals + 1, sizeof *m->label_at);
	for (size_t i = 0; i < goals; i++)
		m->side_at[i] = m->label_at[i] = NO_DECISION;
	number_goals(m, sides, count, m->side_at);
}

void decision_map_labels(struct decision_map *m, const struct prove_side *labels,
			 size_t count)
{
	number_goals(m, labels, count, m->label_at);
}

void decision_map_done(struct decision_map *m)
{
	free(m->first_of);
	free(m->side_at);
	free(m->label_at);
	memset(m, 0, sizeof *m);
}

static size_t function_number(const struct decision_map *m, const size_t *numbers,
			      const struct function *f, uint32_t goal)
{
	return goal == GIMPLE_NONE
		   ? NO_DECISION
		   : numbers[m->first_of[f - m->program->functions] + goal];
}

static size_t side_of(const struct decision_map *m, const struct function *f,
		      uint32_t goal)
{
	return function_number(m, m->side_at, f, goal);
}

/* ---- the guide */

struct guided {
	struct path_walk *walk;
	const struct decision_map *map;
	const struct path_source *source;
	struct input_values values;
	bool checked, fits; /* the input satisfies the assumptions */
	size_t followed; /* decisions of the run that are behind */
	size_t after; /* choices before the last place of a label, */
	uint32_t index; /* and how many places there were behind these */
	bool ended;
};

static uint32_t end_here(struct guided *g, enum path_end end, const char *why)
{
	if (!g->ended) {
		g->walk->end = end;
		snprintf(g->walk->why, sizeof g->walk->why, "%s", why);
	}
	g->ended = true;
	return GIMPLE_NONE;
}

/* An input that the target reads as another one, since it is outside of a range, says
 * nothing about the formulas. */
static bool has_values(struct guided *g)
{
	const struct encoding *e = &g->walk->encoding;

	for (size_t i = 0; i < e->assumption_count && !g->checked; i++)
		g->fits &=
		    input_values_say(&g->values, e->assumptions[i]) != INPUT_FALSE;
	g->checked = true;
	return g->fits;
}

static bool is_possible(const struct guided *g, const struct guide_point *p, uint32_t i)
{
	return !expr_is_false(&g->walk->encoding.store, p->reach[i]);
}

/* The only possible edge, or GIMPLE_NONE: there are more. */
static uint32_t only_edge(const struct guided *g, const struct guide_point *p)
{
	uint32_t only = GIMPLE_NONE;

	for (uint32_t i = 0; i < p->edge_count; i++) {
		if (!is_possible(g, p, i))
			continue;
		if (only != GIMPLE_NONE)
			return GIMPLE_NONE;
		only = i;
	}
	return only;
}

static bool is_decision(const struct guided *g, const struct guide_point *p)
{
	for (uint32_t i = 0; p->end && i < p->edge_count; i++)
		if (side_of(g->map, p->function, p->end->edges[i].goal) != NO_DECISION)
			return true;
	return false;
}

/* The edge of the run's next decision. A run may end before the walk does, by a signal
 * say: where only one edge is possible others may go on. */
static uint32_t told_edge(struct guided *g, const struct guide_point *p, uint32_t only)
{
	const struct path_source *s = g->source;
	char why[256];

	if (g->followed == s->decision_count)
		return only != GIMPLE_NONE ? only : end_here(g, PATH_WHOLE, "");
	const size_t side = s->decisions[g->followed++];
	for (uint32_t i = 0; i < p->edge_count; i++) {
		if (side_of(g->map, p->function, p->end->edges[i].goal) != side)
			continue;
		if (is_possible(g, p, i))
			return i;
		return end_here(g, PATH_LOST,
				"the run takes an edge that the formulas exclude");
	}
	snprintf(why, sizeof why,
		 "the run decides in %.80s where the formulas are in %.80s, line %u",
		 side == NO_DECISION ? "an unknown function"
				     : g->map->sides[side].function,
		 p->function->name, p->line);
	return end_here(g, PATH_LOST, why);
}

/* The edge whose condition the input satisfies. A jump that depends on what the formulas
 * leave open, such as whether a call throws, is taken to go on as usual. */
static uint32_t computed_edge(struct guided *g, const struct guide_point *p)
{
	uint32_t found = GIMPLE_NONE;

	for (uint32_t i = 0; i < p->edge_count && has_values(g); i++)
		if (is_possible(g, p, i) &&
		    input_values_say(&g->values, p->conditions[i]) == INPUT_TRUE)
			found = i;
	if (found != GIMPLE_NONE)
		return found;
	g->walk->is_guessed = true;
	for (uint32_t i = 0; i < p->edge_count; i++)
		if (is_possible(g, p, i))
			return i;
	return end_here(g, PATH_LOST, "no edge is possible");
}

static struct path_choice *push_choice(struct path_walk *w,
				       const struct path_choice *choice)
{
	w->choices = array_grow(w->choices, w->count, &w->room, sizeof *w->choices);
	w->choices[w->count] = *choice;
	w->choices[w->count].conditions =
	    arena_get(&w->arena, choice->edge_count, sizeof *choice->conditions);
	return &w->choices[w->count++];
}

static struct path_choice *add_choice(struct guided *g, const struct guide_point *p)
{
	struct path_walk *w = g->walk;
	const struct path_choice choice = {.function = p->function,
					   .block = p->block,
					   .line = p->line,
					   .goal = p->end ? GIMPLE_NONE : PATH_CALLEE,
					   .edge_count = p->edge_count,
					   .callees = p->callees,
					   .taken = GIMPLE_NONE,
					   .frontier = p->frontier};
	struct path_choice *c = push_choice(w, &choice);

	for (uint32_t i = 0; i < c->edge_count; i++)
		c->conditions[i] = is_possible(g, p, i)
				       ? p->conditions[i]
				       : expr_bool(&w->encoding.store, false);
	return c;
}

static uint32_t follow_run(struct guided *g, const struct guide_point *p, uint32_t only)
{
	if (is_decision(g, p))
		return told_edge(g, p, only);
	return computed_edge(g, p);
}

static uint32_t choose_edge(void *context, const struct guide_point *p)
{
	struct guided *g = context;
	const struct path_source *s = g->source;
	const size_t number = g->walk->count;
	const uint32_t only = only_edge(g, p);
	const bool runs = number >= s->edge_count && s->decisions;

	if (g->ended || stop_asked())
		return end_here(g, PATH_CUT, "it was to stop");
	if (only != GIMPLE_NONE)
		return runs ? follow_run(g, p, only) : only;
	struct path_choice *c = add_choice(g, p);
	if (number >= s->most)
		return end_here(g, PATH_CUT, "it has the greatest length");
	if (number < s->edge_count)
		c->taken = s->edges[number];
	else if (runs)
		c->taken = follow_run(g, p, only);
	else
		end_here(g, PATH_WHOLE, "");
	return c->taken;
}

/* ---- labels */

static struct path_choice *add_label(struct guided *g, const struct guide_predicate *p)
{
	struct path_walk *w = g->walk;
	const struct path_choice choice = {.function = p->function,
					   .block = p->block,
					   .line = p->line,
					   .goal = p->goal,
					   .edge_count = 2,
					   .taken = GIMPLE_NONE,
					   .frontier = p->frontier};
	struct path_choice *c = push_choice(w, &choice);

	c->conditions[0] = p->condition;
	c->conditions[1] = expr_not(&w->encoding.store, p->condition);
	return c;
}

/* Whether the predicate is true in the run. */
static bool is_true(struct guided *g, const struct guide_predicate *p)
{
	const enum input_truth truth =
	    has_values(g) ? input_values_say(&g->values, p->condition) : INPUT_UNKNOWN;

	g->walk->is_guessed |= truth == INPUT_UNKNOWN;
	return truth == INPUT_TRUE;
}

/* The choice that a label is where it is a condition of the program. */
static enum guide_answer take_label(struct guided *g, const struct guide_predicate *p)
{
	const struct path_source *s = g->source;
	struct expr_store *store = &g->walk->encoding.store;
	const size_t number = g->walk->count;
	const expr not = expr_not(store, p->condition);

	if (expr_is_false(store, expr_and(store, p->reach, p->condition)))
		return GUIDE_FALSE;
	if (expr_is_false(store, expr_and(store, p->reach, not )))
		return GUIDE_TRUE;
	struct path_choice *c = add_label(g, p);
	if (number >= s->most)
		end_here(g, PATH_CUT, "it has the greatest length");
	else if (number < s->edge_count)
		c->taken = s->edges[number];
	else if (s->decisions)
		c->taken = is_true(g, p) ? 0 : 1;
	else
		end_here(g, PATH_WHOLE, "");
	return g->ended ? GUIDE_END : c->taken ? GUIDE_FALSE : GUIDE_TRUE;
}

/* Whether the formulas say that the predicate is true in the run. */
static bool predicate_holds(struct guided *g, const struct guide_predicate *p)
{
	return g->source->decisions && g->source->bytes && has_values(g) &&
	       input_values_say(&g->values, p->condition) == INPUT_TRUE;
}

/* The next place of a label; the path ends at the one that was asked for. */
static enum guide_answer pass_label(struct guided *g, const struct guide_predicate *p,
				    size_t label)
{
	struct path_walk *w = g->walk;
	const struct path_source *s = g->source;
	const expr all = expr_and(&w->encoding.store, p->reach, p->condition);

	g->index = g->after == w->count ? g->index : 0;
	g->after = w->count;
	const uint32_t index = g->index++;
	if (s->ends_at_place && w->count == s->edge_count && index == s->place) {
		add_label(g, p);
		end_here(g, PATH_WHOLE, "");
		return GUIDE_END;
	}
	ARRAY_ADD(w->places, w->place_count, w->place_room,
		  (struct path_place){.label = (uint32_t)label,
				      .after = w->count,
				      .index = index,
				      .never = !p->frontier &&
					       expr_is_false(&w->encoding.store, all),
				      .holds = predicate_holds(g, p)});
	return GUIDE_FREE;
}

static enum guide_answer judge_predicate(void *context, const struct guide_predicate *p)
{
	struct guided *g = context;
	const struct decision_map *m = g->map;
	const size_t label = function_number(m, m->label_at, p->function, p->goal);

	if (label == NO_DECISION || g->source->labels == PATH_LABELS_NONE)
		return GUIDE_FREE;
	if (g->ended || stop_asked()) {
		end_here(g, PATH_CUT, "it was to stop");
		return GUIDE_END;
	}
	return g->source->labels == PATH_LABELS_DIRECT ? take_label(g, p)
						       : pass_label(g, p, label);
}

/* ---- all */

/* Whether the walk stopped since the formulas grew too large, as those of a loop that
 * does not end. */
static bool is_too_large(const struct encoding *e)
{
	for (size_t i = 0; i < e->frontier_count; i++)
		if (e->frontier[i].kind == FRONTIER_SIZE)
			return true;
	return false;
}

int path_walk(struct path_walk *w, const struct gimple_program *program,
	      const struct entry *entry, const struct decision_map *map,
	      const struct path_source *source, char *why)
{
	struct guided g = {.walk = w, .map = map, .source = source, .fits = true};
	const struct walk_guide guide = {choose_edge, judge_predicate, &g,
					 source->caller};

	memset(w, 0, sizeof *w);
	input_values_init(&g.values, &w->encoding.store, source->bytes,
			  entry_file_size(entry));
	const int err = encode_along(&w->encoding, program, entry, &guide, why);
	w->encoding.guide = NULL;
	input_values_done(&g.values);
	if (!err && !g.ended && source->decisions &&
	    g.followed < source->decision_count && !is_too_large(&w->encoding))
		end_here(&g, PATH_LOST,
			 "the run goes on where the walk of the formulas stops");
	return err;
}

void path_walk_done(struct path_walk *w)
{
	encoding_done(&w->encoding);
	arena_done(&w->arena);
	free(w->choices);
	free(w->places);
	memset(w, 0, sizeof *w);
}
