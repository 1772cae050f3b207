/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proof_session.c - each branch in scope that the corpus does not take gets a verdict.
 * Models of the solvers are inputs; each is run by the target (witness.h).
 */
#include "command/proof/proof.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/proof/goal_turns.h"
#include "command/proof/target_session.h"
#include "command/proof/verdict_format.h"
#include "command/proof/witness.h"
#include "command/target/build_record.h"
#include "command/target/corpora.h"
#include "command/triage/faults.h"
#include "prover/verify/defaults.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

enum { DEFAULT_SECONDS = 3 }; /* for a proof without one default, and what the proof took */

/* The one that the options ask for. */
static const struct verdict_format *
verdict_format_of(const struct prove_options *options)
{
	return options->json ? &verdict_json : &verdict_text;
}

void proof_note_text(void *context, const char *text)
{
	const struct proof_session *p = context;

	command_note(p->command, "%s", text);
}

void proof_note_wait(void *context, const char *what)
{
	const struct proof_session *p = context;

	status_wait(p->command->status, what);
}

/* ---- one goal */

static const char *id_of(const struct proof_session *p, const struct prove_goal *goal)
{
	return p->record.goals[goal->number].id;
}

static uint64_t key_of(const struct proof_session *p, const struct prove_goal *goal)
{
	return verdicts_unit_key(p->record.entry.key, goal->unit);
}

bool proof_recall(const struct proof_session *p, struct prove_goal *goal)
{
	const struct verdict_line *kept =
	    verdicts_find(&p->verdicts, key_of(p, goal), id_of(p, goal), false);

	if (!kept && goal->returning)
		kept =
		    verdicts_find(&p->verdicts, key_of(p, goal), id_of(p, goal), true);
	if (!kept || p->prover.explain)
		return false;
	goal->returning = kept->returning;
	goal->verdict = kept->verdict;
	snprintf(goal->how, sizeof goal->how, "%s", kept->how);
	return true;
}

void proof_find_defaults(struct proof_session *p, double spent, struct prove_goal *goal)
{
	if (prove_goal_is_proven(goal) && !*p->record.goals[goal->number].never_null)
		defaults_find(&p->prover, p->tested, spent + DEFAULT_SECONDS, goal);
}

void proof_remember(struct proof_session *p, const struct prove_goal *goal)
{
	if (prove_goal_is_proven(goal) &&
	    !verdicts_find(&p->verdicts, key_of(p, goal), id_of(p, goal),
			   goal->returning))
		verdicts_add(&p->verdicts, key_of(p, goal), id_of(p, goal), goal);
}

/* Counts a goal that has been decided. */
static void status_count(struct status *s, bool covered, bool proven)
{
	if (!s)
		return;
	s->covered += covered;
	s->infeasible += proven;
}

/* What is printed is on disk before: nobody who has read it loses it. */
int proof_report(struct proof_session *p, size_t number, const struct prove_goal *goal)
{
	const bool is_resolved =
	    goal->verdict == VERDICT_COVERED || prove_goal_is_proven(goal);
	FILE *open = p->options->open_verdicts;
	int err;

	p->open++;
	p->resolved += is_resolved;
	p->proven += prove_goal_is_proven(goal);
	status_count(p->command->status, goal->verdict == VERDICT_COVERED,
		     prove_goal_is_proven(goal));
	if (goal->verdict == VERDICT_UNKNOWN && goal->outside_of)
		p->needs[goal->outside_of - p->entry.parameters]++;
	else if (goal->verdict == VERDICT_UNKNOWN)
		cause_note(&p->causes, goal->why);
	err = p->verdicts.is_new ? verdicts_write(p->command, &p->verdicts) : 0;
	status_erase(p->command->status);
	if (!err)
		err = p->format->verdict(p, number, goal,
					 is_resolved || !open ? stdout : open);
	fflush(stdout);
	return err;
}

int proof_settle(struct proof_session *p, struct prove_goal *goal)
{
	proof_find_defaults(p, 0, goal);
	proof_remember(p, goal);
	return proof_report(p, goal->number, goal);
}

struct prove_goal proof_goal(const struct proof_session *p, size_t number)
{
	const struct build_goal *g = &p->record.goals[number];

	return (struct prove_goal){.path = g->path ? &p->path : NULL,
				   .function = g->function,
				   .unit = p->record.units[g->unit].source,
				   .name = g->name,
				   .number = number,
				   .may_overlap = true};
}

/* Within so many seconds, and a little more for the defaults that a proof rests on. */
static void goal_decide(struct proof_session *p, struct prove_goal *goal, double share)
{
	const double begun = clock_now();

	p->share_end = begun + share;
	stop_share_begin(share);
	prove(&p->prover, goal);
	stop_share_end();
	p->share_end = 0;
	proof_find_defaults(p, clock_now() - begun, goal);
}

static void goal_prove(struct proof_session *p, size_t number, struct prove_goal *goal,
		       double share)
{
	const struct witness *w = &p->witness[number];

	if (w->met)
		goal->verdict = VERDICT_COVERED; /* by a model for another goal too */
	else if (!proof_recall(p, goal))
		goal_decide(p, goal, share);
	proof_remember(p, goal);
	if (!p->complete || goal->verdict != VERDICT_COVERED || w->returned)
		return;
	*goal = proof_goal(p, number);
	goal->returning = true;
	if (!proof_recall(p, goal))
		goal_decide(p, goal, share);
	proof_remember(p, goal);
}

/* ---- all goals */

static int goals_prove(struct proof_session *p)
{
	struct turns turns;
	struct turn *turn;
	size_t left;
	int err = 0;

	turns_init(p, &turns);
	while (!err && (turn = turns_next(p, &turns, &left))) {
		const size_t number = (size_t)(turn - turns.list);
		struct prove_goal goal = proof_goal(p, number);
		turns_tell(p, &turns, number);
		goal_prove(p, number, &goal, turns_share(stop_left(), left));
		turn->done = goal.verdict != VERDICT_STOPPED || stop_asked();
		if (turn->done) {
			err = proof_report(p, number, &goal);
		} else {
			turn->late++;
			turns.late[turn->function]++;
		}
	}
	turns_done(&turns);
	return err;
}

void proof_open_goals(const struct proof_session *p, bool recalls,
		      struct prove_goal *goals)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct witness *w = &p->witness[i];
		goals[i] = proof_goal(p, i);
		goals[i].returning = p->complete;
		if ((p->complete ? w->returned : w->met) || !p->record.goals[i].scope)
			goals[i].verdict = VERDICT_COVERED;
		else if (recalls)
			proof_recall(p, &goals[i]);
	}
}

/* All at once. */
static int goals_cover(struct proof_session *p, const struct prove_options *options)
{
	struct prove_goal *goals = calloc(p->record.goal_count + 1, sizeof *goals);
	int err = goals ? 0 : command_no_memory(p->command);

	if (!err)
		proof_open_goals(p, !options->integers, goals);
	status_do(p->command->status, "covering");
	if (!err)
		err = covering_run(p, options, goals);
	for (size_t i = 0; i < p->record.goal_count && !err; i++) {
		if (!proof_is_open(p, i))
			continue;
		if (!verdicts_find(&p->verdicts, key_of(p, &goals[i]),
				   id_of(p, &goals[i]), goals[i].returning))
			proof_find_defaults(p, 0, &goals[i]);
		proof_remember(p, &goals[i]);
	}
	for (size_t i = 0; i < p->record.goal_count && !err; i++)
		if (proof_is_open(p, i))
			err = proof_report(p, i, &goals[i]);
	free(goals);
	return err;
}

/* ---- proofs that a run refutes */

/* That of all runs, or of those that return. */
static void proof_refute(struct proof_session *p, size_t number, bool returning)
{
	const struct build_goal *g = &p->record.goals[number];
	const struct witness *w = &p->witness[number];
	const struct prove_goal goal = proof_goal(p, number);

	if (!verdicts_drop(&p->verdicts, key_of(p, &goal), g->id, returning))
		return;
	status_erase(p->command->status);
	command_note(p->command,
		     "PROOF REFUTED: %s (%s:%u) was proven %s, and %s%s; the proof is "
		     "dropped. Unless its assumptions were broken, this is a fault of "
		     "the prover",
		     g->id, path_base(g->file), g->line,
		     returning ? "never to complete" : "infeasible",
		     w->path ? w->path : "an input of the corpus",
		     w->end.kind == ME_END_UNDEFINED
			 ? " takes it behind __builtin_unreachable"
			 : " takes it");
}

static void proofs_refute(struct proof_session *p)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		if (p->witness[i].met)
			proof_refute(p, i, false);
		if (p->witness[i].returned)
			proof_refute(p, i, true);
	}
}

/* ---- all */

static int program_load(struct proof_session *p)
{
	const int err = linked_read(p->command, &p->record, &p->program);

	if (!err || !stop_asked())
		return err;
	/* Nothing is proven any more, and no earlier proof is known to be of it. */
	*p->command->failure = '\0';
	p->record.entry.key = 0;
	gimple_done(&p->program);
	return 0;
}

/* The pointers that are compared with null though they never are. */
static bool *parameters_tested(const struct proof_session *p)
{
	bool *tested = calloc(p->entry.parameter_count + 1, sizeof *tested);

	for (size_t i = 0; tested && i < p->record.goal_count; i++)
		for (size_t k = 0; k < p->entry.parameter_count; k++)
			tested[k] |= *p->entry.parameters[k].name &&
				     strcmp(p->record.goals[i].never_null,
					    p->entry.parameters[k].name) == 0;
	return tested;
}

/* A program that was not read whole has no key. */
static int program_link(struct proof_session *p)
{
	if (!p->record.entry.key)
		return 0;
	return verdicts_link(p->command, &p->verdicts, p->record.target,
			     p->record.entry.key);
}

int proof_open(struct proof_session *p, const struct prove_options *o)
{
	char why[256];
	struct stat st;

	if (stat(o->corpus, &st) == 0 && !S_ISDIR(st.st_mode))
		return command_fail(p->command, o->corpus, "%s", strerror(ENOTDIR));
	p->corpus = o->corpus;
	p->complete = o->complete;
	p->format = verdict_format_of(o);
	if (build_record_read(p->command, o->target, o->choice, &p->record) ||
	    program_load(p) || entry_json_read(p->command, &p->record, &p->entry) ||
	    verdicts_read(p->command, o->corpus, &p->verdicts) || program_link(p))
		return -1;
	if (!o->asks_none && solvers_find(&p->prover.solvers, o->solvers, why)) {
		if (!p->may_lack_solvers || o->solvers || o->algorithm != PROVE_GOALS)
			return command_fail(p->command, "solvers", "%s", why);
		command_note(p->command, "%s; without them little is proven", why);
	}
	p->tested = parameters_tested(p);
	p->needs = calloc(p->entry.parameter_count + 1, sizeof *p->needs);
	if (!p->tested || !p->needs || path_goal_read(&p->record, &p->path))
		return command_no_memory(p->command);
	p->witness = calloc(p->record.goal_count + 1, sizeof *p->witness);
	if (!p->witness)
		return command_no_memory(p->command);
	if (corpora_aside(p->command, o->corpus, "seeds", &p->seeds) ||
	    corpora_aside(p->command, o->corpus, "model", &p->model))
		return -1;
	p->prover.program = &p->program;
	p->prover.entry = &p->entry;
	p->prover.seconds = o->seconds;
	p->prover.unwind = o->unwind;
	p->prover.dump = o->dump;
	p->prover.explain = o->explain;
	p->options = o;
	p->prover.client = (struct prover_client){.run = witness_run,
						  .ended = witness_ended,
						  .note = proof_note_text,
						  .wait = proof_note_wait,
						  .context = p};
	if (!o->no_search)
		p->prover.client.search = proof_search;
	return 0;
}

void proof_close(struct proof_session *p)
{
	prove_done(&p->prover);
	solvers_done(&p->prover.solvers);
	verdicts_done(&p->verdicts);
	entry_json_done(&p->entry);
	gimple_done(&p->program);
	source_text_done(&p->source);
	witness_done(p);
	build_record_done(&p->record);
	path_goal_done(&p->path);
	free(p->tested);
	free(p->needs);
	free(p->causes.list);
	free(p->seeds);
	free(p->model);
}

static void summary_make(struct proof_session *p, struct prove_summary *summary)
{
	memset(summary, 0, sizeof *summary);
	for (size_t i = 0; i < p->record.goal_count; i++)
		summary->goals += p->record.goals[i].scope;
	summary->resolved = summary->goals - p->open + p->resolved;
	summary->proven = p->proven;
	summary->lacks_solvers = p->prover.solvers.count < 2;
	summary->open = p->open;
	summary->covered = summary->resolved - summary->proven;
	summary->search_seconds = -1;
	summary->inputs = p->inputs;
	summary->queries = p->prover.queries;
	summary->solver_seconds = p->prover.solver_seconds;
	summary->statistics = p->statistics;
	snprintf(summary->ranges, sizeof summary->ranges, "%s", p->entry.ranges);
	beyond_text(&p->record, summary->beyond, sizeof summary->beyond);
	needs_text(&p->entry, p->needs, summary->needs, sizeof summary->needs);
	causes_text(&p->causes, summary->needs, sizeof summary->needs);
}

/* Whether some input of the corpus was run: none is that is outside of its ranges. */
static bool has_inputs(const struct proof_session *p)
{
	for (size_t i = 0; i < p->record.goal_count; i++)
		if (p->witness[i].met)
			return true;
	return false;
}

/* By what the runs of the corpus have met. */
static void status_start(const struct proof_session *p)
{
	struct status *s = p->command->status;

	if (!s)
		return;
	s->goals = s->covered = s->infeasible = 0;
	for (size_t i = 0; i < p->record.goal_count; i++) {
		s->goals += p->record.goals[i].scope;
		s->covered += p->record.goals[i].scope && !proof_is_open(p, i);
	}
}

/* ---- all goals, from the corpus on */

/* What a round tells of itself. */
static void round_clear(struct proof_session *p)
{
	if (!stop_asked()) /* else no time may be left to see it again */
		witness_clear(p);
	memset(p->needs, 0, p->entry.parameter_count * sizeof *p->needs);
	p->causes.count = 0;
	p->hung_models = 0;
	p->open = p->resolved = p->proven = p->inputs = 0;
	p->prover.queries = 0;
	p->prover.solver_seconds = 0;
	p->statistics = (struct prove_statistics){0};
}

int proof_round_begin(struct proof_session *p)
{
	round_clear(p);
	verdicts_done(&p->verdicts);
	status_do(p->command->status, "running the corpus");
	if (verdicts_read(p->command, p->corpus, &p->verdicts) || program_link(p) ||
	    witness_corpus(p))
		return -1;
	p->prover.has_inputs = has_inputs(p);
	return 0;
}

int proof_run(struct proof_session *p, struct prove_summary *summary)
{
	const struct prove_options *options = p->options;

	if (proof_round_begin(p))
		return -1;
	proofs_refute(p);
	status_start(p);
	if (options->algorithm == PROVE_GOALS ? goals_prove(p)
					      : goals_cover(p, options))
		return -1;
	proofs_refute(p);
	if (verdicts_write(p->command, &p->verdicts))
		return -1;
	summary_make(p, summary);
	return 0;
}

/* ---- beginning and end */

void proof_begin(struct command *command, const struct prove_options *options,
		 struct status *status)
{
	stop_begin(options->max_time);
	command->status = status;
	status_begin(status);
}

int proof_tell_faults(struct command *command, const struct prove_options *options,
		      struct triage *faults, struct prove_summary *summary)
{
	status_erase(command->status);
	int err = faults_of_corpus(command, options->target, options->corpus, faults);
	if (!err)
		err = faults_simplify(faults, options->corpus);
	if (!err && verdict_format_of(options)->faults(faults))
		err = command_no_memory(command);
	summary->faults = err ? 0 : faults->group_count;
	return err;
}

int proof_end(struct command *command, const struct prove_options *options,
	      const struct prove_summary *summary)
{
	status_erase(command->status);
	stop_tick_by(NULL, NULL);
	command->status = NULL;
	if (summary)
		verdict_format_of(options)->summary(options, summary);
	const int err = summary ? command_flush(command) : -1;
	stop_end();
	const int done = summary ? summary->code : COMMAND_DONE;
	if (!err && stop_asked())
		_exit(done); /* to free all takes time, too */
	return err ? COMMAND_ERROR : done;
}

/* ---- a short search in the middle of proofs, for goals that solvers are slow at */

/* The most that it may take: a part of the time, and so many seconds. */
enum { TIME_PARTS = 20, MOST_SECONDS = 10 };

static void search(struct proof_session *p)
{
	const struct session_limits limits = {
	    .seed = 1,
	    .starts = SESSION_SHORT_STARTS,
	    .seconds = fmin(stop_left() / TIME_PARTS, MOST_SECONDS)};
	struct process run = {.words = {0}};

	if (target_session_run(p->command, p->options, &limits, &run) == 0)
		witness_found(p);
	process_done(&run);
}

bool proof_search(void *context, const struct prove_goal *goal)
{
	struct proof_session *p = context;
	const struct witness *w = &p->witness[goal->number];
	const double left = p->share_end - clock_now();
	const bool has_share = p->share_end > 0; /* covers have none */

	stop_share_end();
	if (!stop_asked())
		search(p);
	if (has_share) {
		p->share_end = clock_now() + left;
		stop_share_begin(left);
	}
	return goal->returning ? w->returned : w->met;
}
