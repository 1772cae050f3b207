/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resolve.c - `me resolve`: proofs that need no solver, then search (within a limit of
 * time first a short one, and proofs that take little), prove, then whichever of these
 * and the exploration of paths to open goals has closed most goals for its CPU time. A
 * stage runs again when another one has found what it can begin with: inputs, or
 * proposals of proofs. It ends when every goal is resolved, no stage has anything new, or
 * the time is up.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/base/usage.h"
#include "command/explore/exploring.h"
#include "command/proof/proof.h"
#include "command/proof/target_session.h"
#include "command/target/corpora.h"
#include "corpus/files/corpus.h"
#include "me/ends.h"
#include "system/clock.h"
#include "system/stop.h"

/* ---- stages */

#define LEAST_SECONDS 0.01

/* Goals closed for each second. */
static double stage_yield(const struct stage_state *s)
{
	return s->runs ? (double)s->closed / fmax(s->seconds, LEAST_SECONDS) : -1;
}

enum resolve_stage resolve_next(const struct stage_state stages[STAGES])
{
	enum resolve_stage next = STAGES;

	for (enum resolve_stage i = STAGE_SEARCH; i < STAGES; i++) {
		const struct stage_state *s = &stages[i];
		if (s->waits || s->runs == STAGE_RUNS_MOST)
			continue;
		if (i != STAGE_EXPLORE && !s->runs)
			return i;
		if (next == STAGES || stage_yield(s) > stage_yield(&stages[next]))
			next = i;
	}
	return next;
}

void resolve_wake(struct stage_state stages[STAGES], enum resolve_stage stage)
{
	for (enum resolve_stage i = STAGE_SEARCH; i < STAGES; i++)
		if (i != stage)
			stages[i].waits = false;
}

enum {
	EXPLORE_QUERY = 2, /* seconds of CPU for one run of a solver, */
	EXPLORE_LEAST = 10, /* and for all of them, beside as many as proofs took */
};

/* Lines of a session that are passed on. */
static const struct session_line {
	const char *begin, *kind; /* in JSON */
	bool has_call; /* behind a colon */
} not_finite_line = {"finite arguments make ", "not_finite", true},
  writes_line = {"runs write to files ", "writes", false};

/* Passes on the lines of this kind; whether there is one. */
static bool session_pass_on(struct command *command, const struct prove_options *o,
			    const char *errors, const struct session_line *l)
{
	static const char prefix[] = "INFO: me: ";
	bool any = false;

	while ((errors = strstr(errors, prefix))) {
		const char *message = errors + strlen(prefix);
		const size_t n = strcspn(message, "\n");

		errors = message + n;
		if (strncmp(message, l->begin, strlen(l->begin)) != 0)
			continue;
		any = true;
		if (!o->json) {
			command_note(command, "%.*s", (int)n, message);
			continue;
		}
		const char *call = l->has_call ? memmem(message, n, ": ", 2) : NULL;
		const size_t size = call ? (size_t)(call - message) : n;
		json_t *line =
		    json_pack("{s:s, s:s%}", "kind", l->kind, "message", message, size);
		if (call)
			json_object_set_new(
			    line, "call",
			    json_stringn(call + 2, (size_t)(errors - call - 2)));
		json_line_print(line, stdout);
	}
	return any;
}

/* Whether goals are asked for as the explorer has them. */
static bool is_explored(const struct prove_options *o)
{
	return o->algorithm == PROVE_GOALS && !o->complete && !o->explain &&
	       !proof_asks_for(o, "path");
}

/* What the last round says of goals that it has left open. */
struct left_open {
	FILE *out;
	char *text;
	size_t size;
};

static void left_open_done(struct left_open *o)
{
	if (o->out)
		fclose(o->out);
	free(o->text);
	*o = (struct left_open){0};
}

/* Where the round that begins prints what it leaves open. */
static FILE *left_open_begin(struct left_open *o)
{
	left_open_done(o);
	return o->out = open_memstream(&o->text, &o->size);
}

static void left_open_print(struct left_open *o, struct status *status)
{
	status_erase(status);
	if (o->out && fflush(o->out) == 0)
		fwrite(o->text, 1, o->size, stdout);
	left_open_done(o);
}

/* ---- stages */

struct resolving {
	struct command *command;
	struct prove_options *options;
	struct proof_session session; /* of the proofs */
	struct prove_summary *summary; /* of the last proofs; its sums are of all */
	struct left_open left;
	struct stage_state stages[STAGES];
	size_t open; /* goals, as far as stages have said */
	double proof_seconds; /* of solvers, in the last proofs */
	struct triage faults; /* of the first search */
	unsigned sessions;
	bool has_told_failed, has_told_not_finite; /* of the first search */
};

static void note_closed(struct resolving *r, enum resolve_stage stage, size_t open)
{
	r->stages[stage].closed += r->open > open ? r->open - open : 0;
	r->open = open;
}

enum { PROOF_SECONDS = 2 }; /* what faults leave */
enum { SIMPLER_PARTS = 4 }; /* of the time: one is for simpler inputs of faults */

/* To run again what hangs takes seconds, which proofs may not leave; nor does it take theirs. */
static int find_faults(struct resolving *r)
{
	const double left = stop_left();

	stop_share_begin(left > 2 * PROOF_SECONDS ? left - PROOF_SECONDS : left / 2);
	const int err = faults_of_corpus(r->command, r->options->target,
					 r->options->corpus, &r->faults);
	stop_share_end();
	if (err || !isfinite(left))
		return err;
	/* At the end there is no time for it where a branch stays open. */
	stop_share_begin(stop_left() / SIMPLER_PARTS);
	const int failed = faults_simplify(&r->faults, r->options->corpus);
	stop_share_end();
	return failed;
}

/* Of those of the first round, one tells what it finds. */
static void session_tell(struct resolving *r, const struct process *run)
{
	const char *target = r->options->target;
	const bool is_first = r->stages[STAGE_SEARCH].runs == 1;
	const int status = run->is_late ? 0 : run->status;

	if (is_first && !r->has_told_not_finite)
		r->has_told_not_finite =
		    session_pass_on(r->command, r->options, text_string(&run->errors),
				    &not_finite_line);
	if (is_first)
		session_pass_on(r->command, r->options, text_string(&run->errors),
				&writes_line);
	if (status && !me_end_is_code(status)) {
		command_note(r->command, "%s: the search ended with status %d", target,
			     status);
	} else if (status && is_first && !r->has_told_failed) {
		r->has_told_failed = true;
		command_note(r->command, "%s: runs failed, their inputs are in %s.me",
			     target, r->options->corpus);
	}
}

/* The target's own session, of so many seconds; with `starts` it ends after so many without
 * progress. *has_all: goals are closed. */
static int search_once(struct resolving *r, double seconds, unsigned starts,
		       bool *has_all)
{
	const struct session_limits limits = {++r->sessions, starts, seconds};
	struct process run = {.words = {0}};
	const int err = target_session_run(r->command, r->options, &limits, &run);

	if (!err)
		session_tell(r, &run);
	*has_all = strstr(text_string(&run.errors), "me: stop: all goals are closed");
	process_done(&run);
	return err;
}

enum { EARLY_PARTS = 20 }; /* of the time: one is for a short search, one for proofs */

/* Within a limit of time a session goes on while a goal is open, though all that a short one
 * leaves open may be infeasible. A long one takes at the most half of the time that is left:
 * the rest is for proofs. */
static int search(struct resolving *r)
{
	const double part = stop_left() / EARLY_PARTS;
	bool has_all = false;

	if (r->stages[STAGE_SEARCH].runs == 1 && isfinite(part)) {
		if (search_once(r, part, SESSION_SHORT_STARTS, &has_all) ||
		    (!has_all && proof_early(&r->session, part, r->summary)))
			return -1;
	}
	return has_all || stop_asked() ? 0
				       : search_once(r, stop_left() / 2, 0, &has_all);
}

/* How many goals a search has closed the next proofs say. */
static int run_search(struct resolving *r, bool *has_news)
{
	const size_t before = corpora_count(r->options->corpus);
	const unsigned round = r->stages[STAGE_SEARCH].runs;

	status_do(r->command->status, "searching, round %u", round);
	if (search(r) || (round == 1 && find_faults(r)))
		return -1;
	*has_news = corpora_count(r->options->corpus) > before;
	return 0;
}

static int run_proofs(struct resolving *r, bool *has_news)
{
	struct prove_summary *summary = r->summary;
	const size_t queries = summary->queries;
	const double seconds = summary->solver_seconds;

	r->options->open_verdicts = left_open_begin(&r->left);
	if (proof_run(&r->session, summary))
		return -1;
	if (r->open > summary->goals)
		r->open = summary->goals;
	note_closed(r, STAGE_SEARCH, summary->open);
	note_closed(r, STAGE_PROVE, summary->goals - summary->resolved);
	r->proof_seconds = summary->solver_seconds;
	*has_news = summary->inputs > 0;
	summary->queries += queries;
	summary->solver_seconds += seconds;
	return 0;
}

/* It has as much time for solvers as proofs had the last time. */
static int run_explorer(struct resolving *r, bool *has_news)
{
	struct prove_options options = *r->options;
	size_t closed = 0;

	if (!is_explored(r->options) || r->summary->lacks_solvers)
		return 0;
	if (options.seconds > EXPLORE_QUERY)
		options.seconds = EXPLORE_QUERY;
	if (explore_goals(r->command, &options, EXPLORE_LEAST + r->proof_seconds,
			  &closed))
		return -1;
	note_closed(r, STAGE_EXPLORE, r->open - closed);
	*has_news = closed > 0;
	return 0;
}

/* Returns 0, or -1 after a message. */
static int run_stage(struct resolving *r, enum resolve_stage stage)
{
	static int (*const runs[STAGES])(struct resolving *, bool *) = {
	    run_search, run_proofs, run_explorer};
	struct stage_state *s = &r->stages[stage];
	const double before = clock_used_by_all();
	bool has_news = false;

	s->runs++;
	s->waits = true;
	const int err = runs[stage](r, &has_news);
	s->seconds += clock_used_by_all() - before;
	if (has_news)
		resolve_wake(r->stages, stage);
	return err;
}

/* Until all goals are resolved, the time is up, or no stage brings anything to another.
 * Proofs are the last to see what others have found: they say what is left open.
 * Returns 0, or -1 after a message. */
static int stages_run(struct resolving *r)
{
	enum resolve_stage next;

	while ((next = resolve_next(r->stages)) != STAGES) {
		if (stop_asked() && r->stages[STAGE_PROVE].runs)
			break;
		if (run_stage(r, next))
			return -1;
		if (next != STAGE_SEARCH && !r->open)
			break;
	}
	if (!r->stages[STAGE_PROVE].waits && run_stage(r, STAGE_PROVE))
		return -1;
	r->summary->search_seconds = r->stages[STAGE_SEARCH].seconds;
	return 0;
}

int resolve_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary = {0};
	struct status status = {0};
	struct resolving r = {.command = command,
			      .options = &options,
			      .session = {.command = command, .may_lack_solvers = true},
			      .summary = &summary,
			      .open = SIZE_MAX};
	int code = proof_options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (target_check(command, options.target))
		return COMMAND_ERROR;
	proof_begin(command, &options, &status);
	status_do(&status, "reading the target");
	const bool failed = proof_open(&r.session, &options) ||
			    proof_before_search(&r.session) || stages_run(&r) ||
			    proof_tell_faults(command, &options, &r.faults, &summary);
	summary.code = summary.faults ? COMMAND_FAULTS : COMMAND_DONE;
	left_open_print(&r.left, &status);
	code = proof_end(command, &options, failed ? NULL : &summary);
	proof_close(&r.session);
	triage_done(&r.faults);
	return code;
}
