/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_side.c - one side of the execution tree, or one place of a label: its path is
 * walked, solved and settled. */
#include <stdlib.h>
#include <string.h>

#include "command/base/command.h"
#include "command/explore/exploring.h"

/* An input whose run came to where the pick is; null: none is known. */
static const struct known_input *start_of(const struct exploring *x)
{
	const struct tree_pick before = explore_before_pick(x);
	uint32_t input = 0;

	if (before.node != TREE_NONE)
		input = execution_tree_side(&x->tree, before.node, before.edge)->input;
	return input < x->input_room ? &x->inputs[input] : NULL;
}

/* Whether the input's run is known to cover the label that is asked for. */
static bool is_covered_by(const struct exploring *x, const struct known_input *input)
{
	return x->pick.place != TREE_NONE && input && input->covers &&
	       input->covers[x->tree.labels.places[x->pick.place].label];
}

static bool side_run(void *context, const uint8_t *bytes, size_t size, bool is_exact)
{
	struct exploring *x = context;
	const struct known_input *start = start_of(x);

	x->ends = false;
	x->met = start && bytes == start->bytes && is_covered_by(x, start);
	if (!x->met)
		explore_run(x, bytes, size, is_exact);
	return x->met;
}

static void write_state(struct exploring *x)
{
	const int err = tree_file_write(&x->file, TREE_NONE);

	if (err) {
		command_fail(x->session.command, x->file_path, "%s", strerror(err));
		x->failed = true;
	}
}

static void side_settle_label(struct exploring *x, enum side_state state)
{
	struct tree_labels *l = &x->tree.labels;
	const uint32_t place = x->pick.place;

	tree_labels_set(l, place, state);
	tree_file_place(&x->file, place);
	write_state(x);
	x->new_paths += state == SIDE_SEEN;
	l->labels[l->places[place].label].closed |=
	    state == SIDE_SEEN && x->options->deletion == DELETE_SOLVED;
}

static void side_settle(struct exploring *x, enum side_state state, const char *text)
{
	const struct tree_pick *k = &x->pick;

	if (state == SIDE_OPEN)
		return;
	if (k->place != TREE_NONE) {
		side_settle_label(x, state);
	} else if (state != SIDE_SEEN) {
		execution_tree_set(&x->tree, k->node, k->edge, state);
		tree_file_side(&x->file, k->node, k->edge);
		write_state(x);
	}
	explore_print_side(x, text);
}

/* A side that is deferred has its next attempt when it is picked again; the place of a
 * label has all at once. */
static enum side_state attempt(struct exploring *x, struct side_query *query)
{
	const struct tree_pick k = x->pick;
	const bool is_label = k.place != TREE_NONE;
	enum side_state state;

	struct tree_side first = {0};

	if (!is_label)
		first = *execution_tree_side(&x->tree, k.node, k.edge);
	query->attempt = first.attempts;
	query->model = first.model;
	do {
		state = side_query_solve(query);
		x->searches += query->searches;
		x->evaluations += query->evaluations;
		search_counts_add(&x->counts, &query->counts);
		query->attempt++;
	} while (query->is_deferred && is_label);
	if (is_label) {
		free(query->model);
		return state;
	}
	struct tree_side *side = execution_tree_side(&x->tree, k.node, k.edge);
	side->model = query->model;
	side->attempts += query->is_deferred;
	side->is_last = query->is_last;
	return state;
}

/* Whether the last choice of the path is the one of the tree, or a label behind it. */
static bool ends_at_pick(const struct exploring *x, const struct path_walk *path)
{
	return x->pick.place != TREE_NONE ||
	       execution_tree_is(&x->tree, x->pick.node,
				 &path->choices[path->count - 1]);
}

static void solve_path(struct exploring *x, struct path_walk *path, size_t length)
{
	const struct known_input *start = start_of(x);
	struct side_query query = {.prover = &x->session.prover,
				   .method = x->options->method,
				   .search = x->options->search,
				   .seed = x->options->seed,
				   .options = &x->search_options,
				   .yields = &x->yields,
				   .path = path,
				   .edge =
				       x->pick.place == TREE_NONE ? x->pick.edge : 0,
				   .start = start ? start->bytes : NULL,
				   .run = side_run,
				   .ended = &x->ends,
				   .context = x};

	if (path->count != length || !ends_at_pick(x, path)) {
		/* of another build, or a damaged one */
		side_settle(x, SIDE_UNKNOWN, "its prefix cannot be walked");
		return;
	}
	const struct path_choice *last = &path->choices[path->count - 1];
	const struct function *f = last->function;
	x->call = last->goal == PATH_CALLEE ? last : NULL;
	const enum side_state state = attempt(x, &query);
	x->searched[f - x->session.program.functions] |= query.counts.invoked > 0;
	side_settle(x, state,
		    state != SIDE_UNKNOWN ? query.how
		    : query.is_early	  ? "the run ends before it"
					  : query.why);
}

static void note_try(struct exploring *x)
{
	const struct tree_node *n = &x->tree.nodes[x->pick.node];
	struct tree_labels *l = &x->tree.labels;

	if (x->pick.place != TREE_NONE)
		l->labels[l->places[x->pick.place].label].tries++;
	else
		x->tree.tries[execution_tree_place(&x->tree, n->function, n->block)]++;
}

void explore_side(struct exploring *x)
{
	const bool is_label = x->pick.place != TREE_NONE;
	struct path_source source = {.labels = x->options->labels,
				     .ends_at_place = is_label,
				     .caller = x->caller};
	struct path_walk path;
	char why[256];

	source.edges = explore_edges_before(x, &source.edge_count);
	source.most = source.edge_count + 1;
	source.place = is_label ? x->tree.labels.places[x->pick.place].index : 0;
	x->ends = false;
	x->call = NULL;
	note_try(x);
	status_do(x->session.command->status,
		  "exploring, %zu inputs, %zu sides are open", x->tree.input_count,
		  x->tree.states[SIDE_OPEN]);
	if (path_walk(&path, &x->session.program, &x->session.entry, &x->map, &source,
		      why))
		side_settle(x, SIDE_UNKNOWN, why);
	else
		solve_path(x, &path, source.edge_count + 1);
	x->call = NULL;
	path_walk_done(&path);
	free((void *)(uintptr_t)source.edges);
}
