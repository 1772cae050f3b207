/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_command.c - `me explore`: picks a prefix of paths and a side that no run has
 * taken, solves, runs, until none is left. */
#include <errno.h>
#include <stdlib.h>

#include "command/explore/exploring.h"
#include "command/target/corpora.h"
#include "command/proof/proof.h"
#include "command/proof/verdict_format.h"
#include "command/proof/witness.h"
#include "me/verdicts.h"
#include "prover/condition/condition_program.h"
#include "prover/explore/tree_choice.h"
#include "prover/side/input_values.h"
#include "prover/ir/arena.h"
#include "system/clock.h"
#include "system/stop.h"

/* ---- which side */

/* The blocks with open goals that count. */
static void find_distances(struct exploring *x)
{
	const struct proof_session *p = &x->session;
	const struct gimple_program *program = &p->program;
	bool *open =
	    array_new(x->tree.first_block[program->function_count] + 1, sizeof *open);

	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct function *f;
		const struct function_goal *goal =
		    explore_is_open(x, i) ? explore_goal(x, i, &f) : NULL;
		if (!goal)
			continue;
		const uint32_t edge = goal->edge, block = goal->block;
		const uint32_t to = edge == GIMPLE_NONE
					? block
					: f->blocks[block].end.edges[edge].block;
		open[execution_tree_place(&x->tree, (uint32_t)(f - program->functions),
					  to)] = true;
	}
	goal_distance(program, x->tree.first_block, open, x->distance);
	free(open);
}

/* Searches after solvers have this part of the solvers' time, while there is more to ask. */
enum { SEARCH_PART = 4 };

static enum tree_deferral deferral_of(const struct exploring *x)
{
	const struct side_yields *y = &x->yields;

	if (x->options->method != SIDE_CORRECTED)
		return DEFERRED_IN_TURN;
	return SEARCH_PART * y->search.milliseconds < y->solvers.milliseconds
		   ? DEFERRED_FIRST
		   : DEFERRED_LAST;
}

/* How the next side is chosen, behind a cover, too. */
static const enum tree_strategy choices[] = {[STRATEGY_FAIR] = TREE_FAIR,
					     [STRATEGY_DFS] = TREE_DEPTH_FIRST,
					     [STRATEGY_FITNESS] = TREE_FITNESS,
					     [STRATEGY_STATEMENT] = TREE_FITNESS,
					     [STRATEGY_PATH] = TREE_DEPTH_FIRST};

static void explore_sides(struct exploring *x)
{
	const struct explore_options *o = x->options;
	const enum tree_strategy choice = choices[o->strategy];
	struct tree_bounds bounds = {o->length, o->visits, o->only_goals,
				     DEFERRED_IN_TURN};
	size_t covered = SIZE_MAX;

	while (!explore_is_over(x)) {
		if (choice == TREE_FITNESS && covered != x->covered) {
			covered = x->covered;
			find_distances(x);
		}
		bounds.deferral = deferral_of(x);
		x->has_pick = tree_choose(&x->tree, choice, &bounds, x->distance,
					  &x->pick, &x->beyond);
		if (!x->has_pick)
			break;
		explore_side(x);
	}
	x->has_pick = false;
}

/* ---- the first run */

static bool first_run(void *context, const uint8_t *bytes, size_t size,
		      const struct prove_goal *goal)
{
	(void)goal;
	explore_run(context, bytes, size, false);
	return true;
}

static void first_note(void *context, const char *text)
{
	const struct exploring *x = context;

	command_note(x->session.command, "%s", text);
}

/* Whether the input with these bytes is in the declared ranges. */
static bool is_in_ranges(const struct encoding *e, const uint8_t *bytes, size_t size)
{
	struct input_values values;
	bool is_in = true;

	input_values_init(&values, &e->store, bytes, size);
	for (size_t i = 0; i < e->assumption_count; i++)
		is_in &= input_values_say(&values, e->assumptions[i]) == INPUT_TRUE;
	input_values_done(&values);
	return is_in;
}

static void ask_first(struct exploring *x, struct encoding *e)
{
	struct prover *p = &x->session.prover;
	const struct prover_client before = p->client;
	const struct prove_goal goal = {.function = p->entry->name};
	struct question question = {.encoding = e,
				    .condition = expr_bool(&e->store, true),
				    .goal = &goal,
				    .title = "the inputs",
				    .alone = true};

	p->client =
	    (struct prover_client){.run = first_run, .note = first_note, .context = x};
	if (ask(p, &question) != FINDING_MET && !stop_asked())
		command_note(x->session.command,
			     "no input in the declared ranges is known");
	p->client = before;
}

/* Where there is no input: that of zeros, or of what is nearest to them in the declared
 * ranges, or any in these. */
static void explore_first(struct exploring *x)
{
	const struct prover *p = &x->session.prover;
	const size_t size = entry_file_size(p->entry);
	const struct path_source nothing = {.most = 0};
	uint8_t *zeros = array_new(size, 1);
	struct path_walk path;
	char why[256];

	condition_scalars_clamp(p->entry, zeros, size);
	if (path_walk(&path, p->program, p->entry, &x->map, &nothing, why)) {
		command_fail(x->session.command, x->options->proof.target, "%s", why);
		x->failed = true;
	} else if (is_in_ranges(&path.encoding, zeros, size)) {
		explore_run(x, zeros, size, false);
	} else {
		ask_first(x, &path.encoding);
	}
	path_walk_done(&path);
	free(zeros);
}

/* ---- all */

static void note_anew(const struct exploring *x, const char *why)
{
	command_note(x->session.command,
		     "%s %s: it is now %s, and the paths are explored anew",
		     x->file_path, why, x->file_aside);
}

/* A hash of the settings by which a side can be found or proven: with others, what was unknown
 * may be known. */
static uint64_t effort_of(const struct exploring *x)
{
	const struct explore_options *o = x->options;
	const struct solvers *solvers = &x->session.prover.solvers;
	char text[128];
	const int n = snprintf(text, sizeof text, "%s %u %u %d", o->solve,
			       o->proof.seconds, o->seed, o->ordered);
	uint64_t effort = me_verdicts_hash(ME_IR_HASH_START, text, (size_t)n);

	for (size_t i = 0; i < solvers->count; i++) {
		const char *path = solvers->list[i].path;
		effort = me_verdicts_hash(effort, path, strlen(path) + 1);
	}
	return effort;
}

static int open_tree(struct exploring *x)
{
	struct command *command = x->session.command;

	if (x->options->only_goals) {
		tree_file_none(&x->file, &x->tree);
		return 0;
	}
	if (corpora_aside(command, x->session.corpus, "tree", &x->file_path) ||
	    corpora_aside(command, x->session.corpus, "tree.old", &x->file_aside))
		return -1;
	switch (tree_file_open(&x->file, x->file_path, x->file_aside,
			       explore_labels_key(x), &x->tree)) {
	case TREE_FILE_OTHER:
		note_anew(x, "is of another build, version or way to explore labels");
		break;
	case TREE_FILE_DAMAGED:
		note_anew(x, "is damaged");
		break;
	case TREE_FILE_BUSY:
		return command_fail(command, x->file_path,
				    "another me explore uses it");
	case TREE_FILE_ERROR:
		return command_fail(command, x->file_path, "%s", strerror(errno));
	default:
		break;
	}
	const int err = tree_file_effort(&x->file, effort_of(x));
	return err ? command_fail(command, x->file_path, "%s", strerror(err)) : 0;
}

static void forget_inputs(struct exploring *x)
{
	for (size_t i = 0; i < x->input_room; i++) {
		free(x->inputs[i].bytes);
		free(x->inputs[i].covers);
	}
	free(x->inputs);
	x->inputs = NULL;
	x->input_room = 0;
}

/* A side that only an input which is gone has taken is not covered: its tree cannot be
 * gone on with. */
static int restart_tree(struct exploring *x)
{
	const int err = tree_file_restart(&x->file, x->file_path, x->file_aside,
					  explore_labels_key(x));

	if (err)
		return command_fail(x->session.command, x->file_path, "%s",
				    strerror(err));
	note_anew(x, "knows an input that is gone");
	forget_inputs(x);
	explore_labels_close(x);
	return explore_corpus(x);
}

static int exploring_open(struct exploring *x)
{
	struct proof_session *p = &x->session;

	if (proof_open(p, &x->options->proof))
		return -1;
	x->sides = array_new(p->record.goal_count + 1, sizeof *x->sides);
	x->side_of = array_new(p->record.goal_count + 1, sizeof *x->side_of);
	path_goal_sides(&p->record, x->sides, x->side_of, &x->side_count);
	decision_map_init(&x->map, &p->program, x->sides, x->side_count);
	explore_labels_find(x);
	execution_tree_init(&x->tree, &p->program, x->label_count);
	x->distance = array_new(x->tree.first_block[p->program.function_count] + 1,
				sizeof *x->distance);
	x->ran = array_new(p->record.goal_count + 1, sizeof *x->ran);
	x->searched = array_new(p->program.function_count + 1, sizeof *x->searched);
	p->prover.has_inputs = true;
	explore_calls_begin(x);
	status_do(p->command->status, "running the corpus");
	if (witness_corpus(p) || open_tree(x))
		return -1;
	explore_labels_close(x);
	if (explore_corpus(x))
		return -1;
	return explore_has_inputs(x) || stop_asked() ? 0 : restart_tree(x);
}

static void exploring_close(struct exploring *x)
{
	explore_calls_end(x);
	decisions_end(x);
	forget_inputs(x);
	tree_file_done(&x->file);
	execution_tree_done(&x->tree);
	decision_map_done(&x->map);
	free(x->sides);
	free(x->side_of);
	free(x->labels);
	free(x->label_goal);
	free(x->distance);
	free(x->searched);
	free(x->ran);
	free(x->file_path);
	free(x->file_aside);
	proof_close(&x->session);
}

static bool has_cover(const struct exploring *x)
{
	return x->options->strategy == STRATEGY_STATEMENT ||
	       x->options->strategy == STRATEGY_PATH;
}

static int explore(struct exploring *x)
{
	x->begun = clock_now();
	int err = exploring_open(x);
	if (!err && !x->tree.input_count && !stop_asked())
		explore_first(x);
	if (!err && has_cover(x) && !explore_is_whole(x))
		err = explore_cover(x);
	if (!err)
		explore_sides(x);
	if (!err && !x->failed && explore_is_whole(x))
		err = explore_prove(x);
	if (!err && !x->options->only_goals)
		explore_print_summary(x);
	err |= x->failed;
	exploring_close(x);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}

int explore_goals(struct command *command, const struct prove_options *proof,
		  double solving_seconds, size_t *closed)
{
	const struct explore_options options = {.proof = *proof,
						.strategy = STRATEGY_FITNESS,
						.length = EXPLORE_LENGTH,
						.visits = EXPLORE_VISITS,
						.seed = 1,
						.labels = PATH_LABELS_TIGHT,
						.covers = true,
						.only_goals = true,
						.search = explore_search(),
						.solving_seconds = solving_seconds};
	struct exploring x = {
	    .session.command = command, .options = &options, .file.descriptor = -1};

	*closed = 0;
	status_do(command->status, "exploring");
	const int code = explore(&x);
	*closed = x.covered + x.proven;
	return code == COMMAND_DONE ? 0 : -1;
}

int explore_main(struct command *command, int argc, char **argv)
{
	struct explore_options options;
	struct exploring x = {
	    .session.command = command, .options = &options, .file.descriptor = -1};
	struct status status = {0};
	int code = explore_options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	proof_begin(command, &options.proof, &status);
	status_do(&status, "reading the target");
	x.search_options.ordered = options.ordered;
	code = explore(&x);
	status_erase(&status);
	stop_tick_by(NULL, NULL);
	command->status = NULL;
	stop_end();
	return code;
}
