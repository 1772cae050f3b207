/* SPDX-License-Identifier: GPL-3.0-or-later */
/* witness.c - inputs as evidence. */
#include "command/proof/witness.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/command.h"
#include "prover/ir/arena.h"
#include "prover/ir/loop_forest.h"

/* ---- one run */

/* Behind __builtin_unreachable a run may go on, but what it does is nobody's word. */
static bool is_undefined(const struct proof_session *p, const struct trace_run *run)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct build_goal *g = &p->record.goals[i];
		const struct function *f =
		    run->met[i] ? gimple_find(&p->program, g->function,
					      p->record.units[g->unit].source)
				: NULL;
		const uint32_t goal = f ? gimple_goal(f, g->name) : GIMPLE_NONE;
		if (goal != GIMPLE_NONE && termination_undefined(f, goal))
			return true;
	}
	return false;
}

/* Whether the run says more of a goal than is known. */
static bool is_news(const struct witness *w, enum me_end end)
{
	return !w->met || (!end && !w->returned);
}

static void credit(struct proof_session *p, const struct trace_run *run,
		   const char *path)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		struct witness *w = &p->witness[i];
		if (!run->met[i] || !is_news(w, run->end.kind))
			continue;
		w->met = true;
		w->returned = !run->end.kind;
		w->end = run->end;
		free(w->path);
		w->path = path ? strdup(path) : NULL;
	}
}

/* ---- inputs that were there */

/* Behind __builtin_unreachable it ends for us. */
static struct trace_run judged(const struct proof_session *p,
			       const struct trace_run *run)
{
	struct trace_run r = *run;

	if (!r.end.kind && is_undefined(p, &r))
		r.end.kind = ME_END_UNDEFINED;
	return r;
}

static void replay_run(void *context, const char *path, const struct trace_run *run)
{
	struct proof_session *p = context;
	const struct trace_run r = judged(p, run);

	credit(p, &r, r.end.kind ? path : NULL);
	if (p->command->status)
		p->command->status->executions++;
}

/* Those of searches too. */
static int artifacts_add(const struct proof_session *p, struct corpus_list *inputs)
{
	static const enum me_end kinds[] = {ME_END_SIGNAL, ME_END_TIMEOUT,
					    ME_END_OUTSIDE};
	char *aside = NULL, *path = NULL;
	struct dirent **names = NULL;
	int err = corpus_aside(p->corpus, NULL, &aside);
	const int count = err ? 0 : scandir(aside, &names, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		for (int k = 0; k < 3 && !err; k++) {
			if (me_end_of_artifact(names[i]->d_name) != kinds[k])
				continue;
			if (asprintf(&path, "%s/%s", aside, names[i]->d_name) < 0)
				err = CORPUS_ENOMEM;
			else if (access(path, R_OK) == 0)
				err = corpus_list_add(inputs, path);
		}
		free(names[i]);
		free(path);
		path = NULL;
	}
	free(names);
	free(aside);
	return err;
}

int witness_inputs(const struct proof_session *p, struct corpus_list *inputs)
{
	const int err = corpus_list_add(inputs, p->corpus);

	return err ? err : artifacts_add(p, inputs);
}

static bool is_any_open(const struct proof_session *p)
{
	for (size_t i = 0; i < p->record.goal_count; i++)
		if (proof_is_open(p, i))
			return true;
	return false;
}

/* Runs the corpus and, since those that hang take seconds, its artifacts only where a goal is left
 * that one may meet. */
static int witness_replay(struct proof_session *p, trace_fn *tell)
{
	int err = 0;

	for (int failing = 0; failing < 2 && !err && (!failing || is_any_open(p));
	     failing++) {
		struct corpus_list inputs = {0};

		err = failing ? artifacts_add(p, &inputs)
			      : corpus_list_add(&inputs, p->corpus);
		if (err)
			err = command_fail(p->command, p->corpus, "%s",
					   corpus_strerror(err));
		else if (inputs.count)
			err = trace_inputs(p->command, &p->record, &inputs, tell, p);
		corpus_list_done(&inputs);
	}
	return err;
}

int witness_corpus(struct proof_session *p)
{
	if (mkdir(p->corpus, 0777) == 0)
		command_note(p->command,
			     "%s: there was no such directory; it was made, and no "
			     "input is known",
			     p->corpus);
	return witness_replay(p, replay_run);
}

static void found_run(void *context, const char *path, const struct trace_run *run)
{
	struct proof_session *p = context;
	const struct trace_run r = judged(p, run);

	p->inputs += witness_is_news(p, run);
	credit(p, &r, path);
}

void witness_found(struct proof_session *p)
{
	witness_replay(p, found_run);
}

/* ---- inputs that are made */

/* Solvers like large numbers, and a loop runs as often as they say: once so many models
 * have hung, others are only looked at. Else their runs would take most of the time. */
enum { HUNG_LIMIT = 5 };

/* Writes the input into the corpus, or as an artifact where its run does not return. */
static char *witness_keep_as(struct proof_session *p, enum me_end end,
			     const uint8_t *bytes, size_t size)
{
	char name[SHA1_HEX_SIZE], part[64], *path = NULL;
	int err;

	if (end) {
		sha1_hex(bytes, size, name);
		snprintf(part, sizeof part, "%s%s", me_ends[end].prefix, name);
		err = corpus_aside(p->corpus, part, &path);
		if (!err)
			err = corpus_write_file(path, bytes, size);
	} else {
		err = corpus_write(p->corpus, bytes, size, name);
		if (!err && asprintf(&path, "%s/%s", p->corpus, name) < 0)
			err = CORPUS_ENOMEM;
		p->inputs += !err;
	}
	if (err)
		command_note(p->command, "%s: %s", p->corpus, corpus_strerror(err));
	return path;
}

char *witness_keep(struct proof_session *p, const struct trace_run *run,
		   const uint8_t *bytes, size_t size)
{
	const struct trace_run noted = judged(p, run);
	char *path = witness_keep_as(p, noted.end.kind, bytes, size);

	credit(p, &noted, path);
	return path;
}

bool witness_is_completion(const struct proof_session *p, size_t number,
			   const struct prove_goal *goal)
{
	return goal->returning && p->witness[number].met &&
	       goal->verdict != VERDICT_COVERED;
}

bool witness_is_news(const struct proof_session *p, const struct trace_run *run)
{
	const struct trace_run noted = judged(p, run);
	bool news = false;

	for (size_t i = 0; i < p->record.goal_count; i++)
		news |= run->met[i] && is_news(&p->witness[i], noted.end.kind);
	return news;
}

bool witness_note(struct proof_session *p, const struct trace_run *run,
		  const uint8_t *bytes, size_t size)
{
	if (!witness_is_news(p, run))
		return false;
	free(witness_keep(p, run, bytes, size));
	return true;
}

/* Where a search may start from it. */
static void keep_seed(struct proof_session *p, const uint8_t *bytes, size_t size)
{
	mkdir(p->seeds, 0777);
	const int err = corpus_write(p->seeds, bytes, size, NULL);
	if (err)
		command_note(p->command, "%s: %s", p->seeds, corpus_strerror(err));
	p->inputs += !err;
}

/* An input that was made, and is being run. */
struct model {
	struct proof_session *session;
	const uint8_t *bytes;
	size_t size;
};

static void model_run(void *context, const char *path, const struct trace_run *run)
{
	const struct model *m = context;

	(void)path;
	m->session->last_ended = run->end.kind != ME_END_TIMEOUT;
	m->session->hung_models += !m->session->last_ended;
	if (m->session->command->status)
		m->session->command->status->executions++;
	if (!witness_note(m->session, run, m->bytes, m->size) && !run->end.kind)
		keep_seed(m->session, m->bytes, m->size);
}

bool witness_run(void *context, const uint8_t *bytes, size_t size,
		 const struct prove_goal *goal)
{
	struct proof_session *p = context;
	const struct witness *w = &p->witness[goal->number];
	struct model m = {p, bytes, size};

	p->last_ended = false;
	if (corpus_write_file(p->model, bytes, size) == 0) {
		trace_input(p->command, &p->record, p->model,
			    p->hung_models >= HUNG_LIMIT, model_run, &m);
		unlink(p->model);
	}
	return goal->returning ? w->returned : w->met;
}

bool witness_ended(void *context)
{
	const struct proof_session *p = context;

	return p->last_ended;
}

/* ---- */

void witness_print(const struct witness *w, FILE *out)
{
	fprintf(out, "covered by %s", w->path ? w->path : "the corpus");
	if (w->end.kind)
		fprintf(out, ", which %s%s", me_ends[w->end.kind].which, w->end.signal);
}

void witness_clear(struct proof_session *p)
{
	for (size_t i = 0; p->witness && i < p->record.goal_count; i++) {
		free(p->witness[i].path);
		p->witness[i] = (struct witness){0};
	}
}

void witness_done(struct proof_session *p)
{
	witness_clear(p);
	free(p->witness);
}
