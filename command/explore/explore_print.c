/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_print.c - what `me explore` tells, as text or as lines of JSON. */

#include "command/base/json_text.h"
#include "command/base/command.h"
#include "command/explore/exploring.h"
#include "command/proof/verdict_format.h"
#include "system/clock.h"
#include "system/stop.h"

void explore_print_goals(struct exploring *x, const bool *before)
{
	struct proof_session *p = &x->session;
	const struct prove_goal goal = {.verdict = VERDICT_COVERED};

	for (size_t i = 0; i < p->record.goal_count; i++) {
		if (before[i] || !p->witness[i].met || !p->record.goals[i].scope)
			continue;
		x->covered++;
		status_erase(p->command->status);
		p->format->verdict(p, i, &goal, stdout);
	}
	fflush(stdout);
}

/* ---- prefixes */

static const char *const words[] = {[SIDE_OPEN] = "open",
				    [SIDE_SEEN] = "covered",
				    [SIDE_INFEASIBLE] = "infeasible",
				    [SIDE_NEAREST] = "infeasible[round-to-nearest]",
				    [SIDE_UNKNOWN] = "unknown"};

/* The id of the goal that the side is, or null. */
static const char *goal_of(const struct exploring *x, const struct function *f,
			   uint32_t goal)
{
	const struct build_record *r = &x->session.record;
	const size_t at = x->map.first_of[f - x->map.program->functions] + (size_t)goal;

	if (goal == GIMPLE_NONE)
		return NULL;
	if (x->map.label_at[at] != NO_DECISION)
		return r->goals[x->label_goal[x->map.label_at[at]]].id;
	for (size_t i = 0; i < r->goal_count && x->map.side_at[at] != NO_DECISION; i++)
		if (r->goals[i].is_decision && x->side_of[i] == x->map.side_at[at])
			return r->goals[i].id;
	return NULL;
}

/* The goal of the function that a run meets by the edge, or GIMPLE_NONE. */
static uint32_t goal_behind(const struct tree_node *n, const struct block_end *end,
			    uint32_t edge)
{
	if (n->goal == GIMPLE_NONE)
		return end->edges[edge].goal;
	return edge || n->goal == PATH_CALLEE ? GIMPLE_NONE : n->goal;
}

/* The function that a call by pointer comes to by this side. */
static void add_call(json_t *line, const struct path_choice *call, uint32_t edge)
{
	const struct function *callee = call->callees[edge];

	json_object_set_new(line, "line", json_integer((json_int_t)call->line));
	json_object_set_new(line, "callee",
			    callee ? json_text(callee->name) : json_null());
}

/* What the line of a side says beside its verdict. */
static json_t *side_line(const struct exploring *x, enum side_state *state)
{
	const struct tree_pick *k = &x->pick;
	const struct tree_node *n = &x->tree.nodes[k->node];
	const struct tree_side *side = execution_tree_side(&x->tree, k->node, k->edge);
	const struct function *f = &x->session.program.functions[n->function];
	const struct block_end *end = &f->blocks[n->block].end;
	const char *goal = goal_of(x, f, goal_behind(n, end, k->edge));
	json_t *line =
	    json_pack("{s:s, s:I, s:I, s:o, s:I, s:I, s:s}", "kind", "prefix", "node",
		      (json_int_t)k->node, "side", (json_int_t)k->edge, "function",
		      json_text(f->name), "line", (json_int_t)end->line, "choices",
		      (json_int_t)n->depth + 1, "verdict", words[side->state]);

	*state = (enum side_state)side->state;
	if (goal)
		json_object_set_new(line, "goal", json_string(goal));
	if (x->call)
		add_call(line, x->call, k->edge);
	if (side->state == SIDE_SEEN && side->input != TREE_NONE)
		json_object_set_new(line, "input",
				    json_string(x->tree.inputs[side->input].name));
	return line;
}

static json_t *label_line(const struct exploring *x, enum side_state *state)
{
	const struct tree_place *p = &x->tree.labels.places[x->pick.place];
	const struct build_goal *g = &x->session.record.goals[x->label_goal[p->label]];
	const bool is_first = p->node == TREE_NONE;

	*state = (enum side_state)p->state;
	return json_pack(
	    "{s:s, s:I, s:I, s:o, s:I, s:I, s:s, s:s}", "kind", "prefix", "node",
	    is_first ? (json_int_t)-1 : (json_int_t)p->node, "side",
	    is_first ? (json_int_t)0 : (json_int_t)p->edge, "function",
	    json_text(g->function), "line", (json_int_t)g->line, "choices",
	    is_first ? (json_int_t)0 : (json_int_t)x->tree.nodes[p->node].depth + 1,
	    "label", g->id, "verdict", words[p->state]);
}

void explore_print_side(struct exploring *x, const char *text)
{
	enum side_state state;

	if (!x->options->proof.json)
		return;
	json_t *line =
	    x->pick.place == TREE_NONE ? side_line(x, &state) : label_line(x, &state);
	if (*text)
		json_object_set_new(line, state == SIDE_UNKNOWN ? "why" : "how",
				    json_text(text));
	json_line_print(line, stdout);
	fflush(stdout);
}

/* ---- the end */

struct totals {
	size_t goals, covered, proven; /* goals that count */
	size_t infeasible; /* prefixes */
	bool whole; /* each path was taken or proven infeasible */
	struct label_totals labels;
};

static struct totals totals_of(const struct exploring *x)
{
	const struct proof_session *p = &x->session;
	const size_t *states = x->tree.states;
	struct totals t = {.infeasible = states[SIDE_INFEASIBLE] + states[SIDE_NEAREST],
			   .labels = explore_labels_count(x)};

	for (size_t i = 0; i < p->record.goal_count; i++) {
		t.goals += p->record.goals[i].scope;
		t.covered += p->record.goals[i].scope && p->witness[i].met;
		t.proven += p->record.goals[i].scope && !p->witness[i].met &&
			    explore_is_proven(x, i);
	}
	t.whole = explore_is_whole(x) && !t.labels.open &&
		  !x->tree.labels.states[SIDE_UNKNOWN];
	return t;
}

static json_t *named_counts(const char *const *names, const size_t *counts,
			    size_t count)
{
	json_t *object = json_object();

	for (size_t i = 0; i < count; i++)
		json_object_set_new(object, names[i],
				    json_integer((json_int_t)counts[i]));
	return object;
}

/* What was left to searches because solvers had no input. */
static json_t *corrections(const struct exploring *x)
{
	const struct search_counts *c = &x->counts;
	size_t functions = 0;

	for (size_t i = 0; i < x->session.program.function_count; i++)
		functions += x->searched[i];
	return json_pack(
	    "{s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "invoked",
	    (json_int_t)c->invoked, "functions", (json_int_t)functions, "solved",
	    (json_int_t)c->solved, "timeouts", (json_int_t)c->timeouts, "failed",
	    (json_int_t)c->failed, "fixed", (json_int_t)c->fixed, "types",
	    named_counts(search_type_names, c->types, SEARCH_TYPES), "operators",
	    named_counts(search_operator_names, c->operators, SEARCH_OPERATORS));
}

static void add_labels(json_t *line, const struct exploring *x, const struct totals *t)
{
	const size_t *states = x->tree.labels.states;
	json_t *labels = json_pack(
	    "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "label_paths",
	    (json_int_t)states[SIDE_SEEN], "infeasible_label_paths",
	    (json_int_t)(states[SIDE_INFEASIBLE] + states[SIDE_NEAREST]),
	    "unknown_label_paths", (json_int_t)states[SIDE_UNKNOWN], "open_label_paths",
	    (json_int_t)t->labels.open, "labels", (json_int_t)t->labels.labels,
	    "labels_covered", (json_int_t)t->labels.covered, "labels_infeasible",
	    (json_int_t)t->labels.infeasible, "labels_on_path",
	    (json_int_t)t->labels.longest, "seconds", clock_now() - x->begun);

	json_object_update(line, labels);
	json_decref(labels);
}

static void explore_print_json(const struct exploring *x, const struct totals *t)
{
	const size_t *states = x->tree.states;
	json_t *line = json_pack(
	    "{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
	    "s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:b}",
	    "kind", "summary", "paths", (json_int_t)execution_tree_paths(&x->tree),
	    "covered_prefixes", (json_int_t)states[SIDE_SEEN], "infeasible_prefixes",
	    (json_int_t)t->infeasible, "unknown_prefixes",
	    (json_int_t)states[SIDE_UNKNOWN], "open_prefixes",
	    (json_int_t)states[SIDE_OPEN], "out_of_bounds", (json_int_t)x->beyond,
	    "runs", (json_int_t)x->runs, "missed", (json_int_t)x->missed, "diverged",
	    (json_int_t)x->diverged, "ended", (json_int_t)x->ended, "lost",
	    (json_int_t)x->lost, "refuted", (json_int_t)x->tree.refuted, "goals",
	    (json_int_t)t->goals, "covered", (json_int_t)t->covered, "covered_here",
	    (json_int_t)x->covered, "infeasible", (json_int_t)t->proven, "queries",
	    (json_int_t)x->session.prover.queries, "searches", (json_int_t)x->searches,
	    "evaluations", (json_int_t)x->evaluations, "solver_seconds",
	    x->session.prover.solver_seconds, "whole", t->whole);

	json_object_set_new(line, "corrections", corrections(x));
	add_labels(line, x, t);
	if (stop_asked())
		json_object_set_new(line, "stopped", json_string(stop_word()));
	json_line_print(line, stdout);
}

static void explore_print_labels(const struct exploring *x, const struct totals *t)
{
	const size_t *states = x->tree.labels.states;
	const struct label_totals *l = &t->labels;

	if (!l->labels)
		return;
	printf("%zu labels: %zu covered, %zu infeasible, %zu unknown; their paths: %zu "
	       "covered, %zu infeasible, %zu unknown, %zu open\n",
	       l->labels, l->covered, l->infeasible,
	       l->labels - l->covered - l->infeasible, states[SIDE_SEEN],
	       states[SIDE_INFEASIBLE] + states[SIDE_NEAREST], states[SIDE_UNKNOWN],
	       l->open);
}

static void explore_print_text(const struct exploring *x, const struct totals *t)
{
	const struct execution_tree *tree = &x->tree;

	printf("%zu paths; prefixes: %zu covered, %zu infeasible, %zu unknown, %zu "
	       "open\n",
	       execution_tree_paths(tree), tree->states[SIDE_SEEN], t->infeasible,
	       tree->states[SIDE_UNKNOWN], tree->states[SIDE_OPEN]);
	explore_print_labels(x, t);
	if (x->beyond)
		printf("%zu of the open ones are beyond max-length or max-visits of --strategy=\n",
		       x->beyond);
	if (tree->refuted)
		printf("%zu prefixes were proven infeasible, and a run took them: "
		       "please report this\n",
		       tree->refuted);
	if (*x->session.entry.ranges)
		printf("for inputs of %s\n", x->session.entry.ranges);
	if (t->whole)
		printf("each path has been taken, or is infeasible\n");
	if (stop_asked())
		printf("%s\n", stop_why());
	printf("%zu of %zu goals covered, %zu here, %zu infeasible; %zu runs, %zu "
	       "diverged, %zu ended before, %zu not "
	       "followed; %zu searches, %zu queries, %.2f s of solvers, %.2f s\n",
	       t->covered, t->goals, x->covered, t->proven, x->runs, x->diverged,
	       x->ended, x->lost, x->searches, x->session.prover.queries,
	       x->session.prover.solver_seconds, clock_now() - x->begun);
}

void explore_print_summary(struct exploring *x)
{
	const struct totals t = totals_of(x);

	status_erase(x->session.command->status);
	if (x->options->proof.json)
		explore_print_json(x, &t);
	else
		explore_print_text(x, &t);
	fflush(stdout);
}
