/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_run.c - what runs of the target show: the goals that they meet, their paths. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/command.h"
#include "command/explore/exploring.h"
#include "command/proof/witness.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/* ---- a path for the tree */

/* `run` may be null: what it covers is not known. */
static void input_remember(struct exploring *x, uint32_t number, const uint8_t *bytes,
			   size_t size, const struct trace_run *run)
{
	const size_t whole = entry_file_size(&x->session.entry);

	while (x->input_room <= number) {
		const size_t before = x->input_room;
		x->inputs =
		    array_grow(x->inputs, before, &x->input_room, sizeof *x->inputs);
		memset(x->inputs + before, 0,
		       (x->input_room - before) * sizeof *x->inputs);
	}
	if (x->inputs[number].bytes)
		return;
	x->inputs[number].bytes = array_new(whole, 1);
	memcpy(x->inputs[number].bytes, bytes, size < whole ? size : whole);
	if (!run || !x->label_count)
		return;
	x->inputs[number].covers = array_new(x->label_count, sizeof(bool));
	for (size_t i = 0; i < x->label_count; i++)
		x->inputs[number].covers[i] = run->met[x->label_goal[i]];
}

/* Adds the path to the tree and to its file. */
static void path_take(struct exploring *x, const struct path_walk *path,
		      const uint8_t *bytes, size_t size, const struct trace_run *run)
{
	const struct tree_listener listener = tree_file_listener(&x->file);
	char name[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, name);
	const uint32_t cut = path->end == PATH_CUT ? (uint32_t)path->count : 0;
	const bool is_open = path->is_guessed || path->encoding.frontier_count ||
			     x->session.program.catches_signals;
	const uint32_t input = execution_tree_input(&x->tree, name, cut, is_open);
	input_remember(x, input, bytes, size, run);
	/* Without deletion nothing but the number of paths depends on which run it is. */
	execution_tree_take(
	    &x->tree, path, input,
	    x->options->deletion == DELETE_NONE ? x->inputs[input].covers : NULL,
	    &listener);
	const int err = tree_file_write(&x->file, input);
	if (err && !x->failed) {
		command_fail(x->session.command, x->file_path, "%s", strerror(err));
		x->failed = true;
	}
}

static void path_note_lost(struct exploring *x, const struct path_walk *path)
{
	if (path->end != PATH_LOST)
		return;
	if (!x->lost++)
		command_note(x->session.command, "a run is not followed to its end: %s",
			     path->why);
}

/* Walks the path of a run whose decisions are known; 0, or -1 if it cannot be. */
static int run_walk(struct exploring *x, const struct decisions *d,
		    const uint8_t *bytes, size_t size, struct path_walk *path)
{
	const size_t whole = entry_file_size(&x->session.entry);
	uint8_t *padded = array_new(whole, 1);
	const struct path_source source = {.decisions = d->list,
					   .decision_count = d->count,
					   .bytes = padded,
					   .most = x->options->length,
					   .labels = x->options->labels};
	char why[256];

	memcpy(padded, bytes, size < whole ? size : whole);
	const int err = path_walk(path, &x->session.program, &x->session.entry, &x->map,
				  &source, why);
	free(padded);
	if (stop_asked()) /* the walk may have ended early */
		return -1;
	if (!err)
		path_note_lost(x, path);
	return err;
}

/* ---- an input that was made */

/* Inputs that are run again to see whether their runs differ, where nothing says that they
 * should not have done what they did. */
enum { RANDOM_TESTS = 3 };

struct making {
	struct exploring *x;
	const uint8_t *bytes;
	size_t size;
	bool *met; /* goals, before the run */
	char *path; /* where it is kept, or null: not yet */
	struct trace_run run;
	bool told;
};

static void making_told(struct making *m, const struct trace_run *run)
{
	struct proof_session *p = &m->x->session;

	m->told = true;
	m->run.end = run->end;
	memcpy(m->run.met, run->met, p->record.goal_count * sizeof *run->met);
	memcpy(m->x->ran, run->met, p->record.goal_count * sizeof *run->met);
	if (p->command->status)
		p->command->status->executions++;
	if (witness_is_news(p, run))
		m->path = witness_keep(p, run, m->bytes, m->size);
}

/* A second run of the same input takes another path. One that does not come back, such as
 * one that is ended by its limit of time, may be shorter or longer. */
static bool is_random(struct exploring *x, const struct decisions *d)
{
	struct decisions again;
	bool differs = false;

	if (!decisions_read_apart(x, x->session.model, &again) && !stop_asked()) {
		const size_t common = again.count < d->count ? again.count : d->count;
		differs = (again.count != d->count && again.returns && d->returns) ||
			  memcmp(again.list, d->list, common * sizeof *d->list) != 0;
	}
	decisions_done(&again);
	return differs;
}

/* Whether the path of a run that does not come back is a beginning of the prefix of the
 * side that was asked for. */
static bool ends_before(const struct exploring *x, const struct path_walk *path)
{
	size_t depth;
	uint32_t *edges = explore_edges_before(x, &depth);
	bool is_beginning = path->end == PATH_WHOLE && path->count <= depth + 1;

	for (size_t i = 0; i < path->count && is_beginning; i++)
		is_beginning = path->choices[i].taken == GIMPLE_NONE ||
			       (i < depth && path->choices[i].taken == edges[i]);
	free(edges);
	return is_beginning;
}

/* Runs its input again, unless that has been done for others often enough. */
static void note_random(struct exploring *x, const struct decisions *d, bool is_exact)
{
	if (x->is_random || (!is_exact && x->random_tests++ >= RANDOM_TESTS) ||
	    !is_random(x, d))
		return;
	x->is_random = true;
	command_note(x->session.command,
		     "%s: runs of one input take different paths; verdicts on paths "
		     "hold, but inputs may not take theirs",
		     x->options->proof.target);
}

/* Whether the run took the side, or covered the label behind it. */
static bool takes_pick(const struct making *m, const struct path_walk *path)
{
	const struct exploring *x = m->x;
	const struct tree_pick *k = &x->pick;

	if (!x->has_pick)
		return false;
	if (k->place == TREE_NONE)
		return execution_tree_side(&x->tree, k->node, k->edge)->state ==
		       SIDE_SEEN;
	return execution_tree_passes(&x->tree, path, k->node, k->edge) &&
	       m->run.met[x->label_goal[x->tree.labels.places[k->place].label]];
}

/* A run that should take the side and does not. */
static void note_other(struct exploring *x, const struct decisions *d,
		       const struct path_walk *path, bool is_exact)
{
	x->ends = !d->returns && ends_before(x, path);
	if (!is_exact)
		x->missed++;
	else if (x->ends)
		x->ended++;
	else
		x->diverged++;
	if (!x->ends)
		note_random(x, d, is_exact);
}

/* The input is kept before the tree says that it was run. */
static void making_add(struct making *m, const struct decisions *d, bool is_exact)
{
	struct exploring *x = m->x;
	struct path_walk path;
	const bool is_walked = run_walk(x, d, m->bytes, m->size, &path) == 0;

	if (is_walked && !execution_tree_knows(&x->tree, &path)) {
		x->new_paths++;
		if (!m->path && !x->options->only_goals)
			m->path = witness_keep(&x->session, &m->run, m->bytes, m->size);
		if (m->path || x->options->only_goals)
			path_take(x, &path, m->bytes, m->size, &m->run);
		else
			x->failed = true;
	}
	const bool takes = takes_pick(m, &path);
	x->met |= takes;
	if (x->has_pick && is_walked && !takes && !x->failed)
		note_other(x, d, &path, is_exact);
	path_walk_done(&path);
}

static void goals_met(const struct exploring *x, bool *met)
{
	for (size_t i = 0; i < x->session.record.goal_count; i++)
		met[i] = x->session.witness[i].met;
}

void explore_run(struct exploring *x, const uint8_t *bytes, size_t size, bool is_exact)
{
	struct proof_session *p = &x->session;
	const size_t goals = p->record.goal_count + 1;
	struct making m = {.x = x, .bytes = bytes, .size = size};
	struct decisions d = {0};

	m.met = array_new(goals, sizeof *m.met);
	m.run.met = array_new(goals, sizeof *m.run.met);
	goals_met(x, m.met);
	x->runs++;
	if (corpus_write_file(p->model, bytes, size) || decisions_read(x, p->model, &d))
		x->failed = true;
	if (d.run.met) /* nothing has killed the run */
		making_told(&m, &d.run);
	if (m.told && !x->failed) {
		explore_labels_met(x);
		making_add(&m, &d, is_exact);
	}
	unlink(p->model);
	explore_print_goals(x, m.met);
	decisions_done(&d);
	free(m.path);
	free(m.met);
	free(m.run.met);
}

/* ---- the corpus */

static int corpus_input(struct exploring *x, char *path)
{
	unsigned char *bytes;
	size_t size;
	char name[SHA1_HEX_SIZE];
	struct decisions d = {0};
	struct path_walk walk;
	int err = command_read(x->session.command, path, &bytes, &size);

	if (err)
		return err;
	sha1_hex(bytes, size, name);
	const uint32_t known = execution_tree_find(&x->tree, name);
	if (known != TREE_NONE && (!x->tree.inputs[known].cut ||
				   x->tree.inputs[known].cut > x->options->length)) {
		input_remember(x, known, bytes, size, NULL);
	} else {
		err = decisions_read(x, path, &d);
		if (!err && run_walk(x, &d, bytes, size, &walk) == 0)
			path_take(x, &walk, bytes, size, NULL);
		if (!err)
			path_walk_done(&walk);
	}
	decisions_done(&d);
	free(bytes);
	return err;
}

int explore_corpus(struct exploring *x)
{
	struct corpus_list inputs = {0};
	/* Where only goals count, runs that take their time are not made once more. */
	int err = x->options->only_goals ? corpus_list_add(&inputs, x->session.corpus)
					 : witness_inputs(&x->session, &inputs);

	if (err)
		err = command_fail(x->session.command, x->session.corpus, "%s",
				   corpus_strerror(err));
	for (size_t i = 0; i < inputs.count && !err && !stop_asked() && !x->failed; i++)
		err = corpus_input(x, inputs.paths[i]);
	corpus_list_done(&inputs);
	return err || x->failed ? -1 : 0;
}
