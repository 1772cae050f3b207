/* SPDX-License-Identifier: GPL-3.0-or-later */
/* witness.c - inputs as evidence. */
#include "gcov-tools/witness.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gcov-tools/trace.h"
#include "prover/arena.h"
#include "prover/ends.h"

/* ---- one run */

static size_t goal_number(const struct proving *p, const struct prove_goal *goal)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct build_goal *g = &p->record.goals[i];
		if (g->ordinal == goal->ordinal && g->rank == goal->rank &&
		    strcmp(g->function, goal->function) == 0 &&
		    strcmp(p->record.units[g->unit].source, goal->unit) == 0)
			return i;
	}
	return p->record.goal_count;
}

/* Behind __builtin_unreachable a run may go on, but what it does is nobody's word. */
static bool is_undefined(const struct proving *p, const struct witness_run *run)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct build_goal *g = &p->record.goals[i];
		const struct function *f =
		    run->met[i] ? graph_find(&p->program, g->function,
					     p->record.units[g->unit].source)
				: NULL;
		if (f && ends_undefined(f, g->ordinal, g->rank))
			return true;
	}
	return false;
}

/* Whether the run says more of a goal than is known. */
static bool is_news(const struct witness *w, const char *how)
{
	return !w->met || (!*how && !w->returned);
}

static void credit(struct proving *p, const struct witness_run *run, const char *path)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		struct witness *w = &p->witness[i];
		if (!run->met[i] || !is_news(w, run->how))
			continue;
		w->met = true;
		w->returned = !*run->how;
		memcpy(w->how, run->how, sizeof w->how);
		free(w->path);
		w->path = path ? strdup(path) : NULL;
	}
}

/* ---- inputs that were there */

struct replay {
	struct proving *p;
	char *path; /* the input whose run is being told of */
	struct witness_run run;
};

static void replay_end(struct replay *r)
{
	if (r->path) {
		if (!*r->run.how && is_undefined(r->p, &r->run))
			strcpy(r->run.how, "undefined");
		credit(r->p, &r->run, *r->run.how ? r->path : NULL);
	}
	free(r->path);
	r->path = NULL;
	*r->run.how = '\0';
	memset(r->run.met, 0, r->p->record.goal_count + 1);
}

static void replay_of(struct replay *r, const char *path)
{
	if (r->path && strcmp(r->path, path) == 0)
		return;
	replay_end(r);
	r->path = strdup(path);
}

static void replay_ended(void *context, const char *path, const char *how)
{
	struct replay *r = context;

	replay_of(r, path);
	snprintf(r->run.how, sizeof r->run.how, "%s", how);
}

static void replay_met(void *context, size_t goal, const char *path)
{
	struct replay *r = context;

	replay_of(r, path);
	r->run.met[goal] = true;
}

/* The artifacts of runs that ended the target, of searches too. */
static int artifacts_add(const struct proving *p, struct corpus_list *inputs)
{
	static const char *const kinds[] = {"crash-", "timeout-"};
	char *aside = NULL, *path = NULL;
	struct dirent **names = NULL;
	int err = corpus_aside(p->corpus, NULL, &aside);
	const int count = err ? 0 : scandir(aside, &names, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		for (int k = 0; k < 2 && !err; k++)
			if (strncmp(names[i]->d_name, kinds[k], strlen(kinds[k])) == 0)
				err = asprintf(&path, "%s/%s", aside,
					       names[i]->d_name) < 0
					  ? CORPUS_ENOMEM
					  : corpus_list_add(inputs, path);
		free(names[i]);
		free(path);
		path = NULL;
	}
	free(names);
	free(aside);
	return err;
}

int witness_corpus(struct proving *p)
{
	struct corpus_list inputs = {0};
	struct replay r = {.p = p};
	const struct trace_listener listener = {replay_ended, replay_met, &r};
	int err = corpus_list_add(&inputs, p->corpus);

	if (err == CORPUS_ENOENT && mkdir(p->corpus, 0777) == 0)
		err = 0;
	if (!err)
		err = artifacts_add(p, &inputs);
	r.run.met = calloc(p->record.goal_count + 1, sizeof *r.run.met);
	if (!err && !r.run.met)
		err = CORPUS_ENOMEM;
	if (err)
		err = command_fail(p->command, p->corpus, "%s", corpus_strerror(err));
	else
		err = trace_inputs(p->command, &p->record, &inputs, &listener);
	if (r.run.met)
		replay_end(&r);
	free(r.run.met);
	corpus_list_done(&inputs);
	return err;
}

/* ---- inputs that are made */

/* Writes the input into a directory under its SHA-1 behind `kind`. */
static char *keep(struct proving *p, const char *kind, const uint8_t *bytes,
		  size_t size)
{
	char name[SHA1_HEX_SIZE], part[64], *path = NULL;
	int err;

	if (kind) {
		sha1_hex(bytes, size, name);
		snprintf(part, sizeof part, "%s%s", kind, name);
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

bool witness_note(struct proving *p, const struct witness_run *run,
		  const uint8_t *bytes, size_t size)
{
	struct witness_run noted = *run;
	bool news = false;

	if (!*noted.how && is_undefined(p, run))
		strcpy(noted.how, "undefined");
	for (size_t i = 0; i < p->record.goal_count; i++)
		news |= run->met[i] && is_news(&p->witness[i], noted.how);
	if (!news)
		return false;
	char *path = keep(p,
			  strcmp(noted.how, "hang") == 0 ? "timeout-"
			  : *noted.how			 ? "crash-"
							 : NULL,
			  bytes, size);
	credit(p, &noted, path);
	free(path);
	return true;
}

static void model_ended(void *context, const char *path, const char *how)
{
	struct witness_run *run = context;

	(void)path;
	snprintf(run->how, sizeof run->how, "%s", how);
}

static void model_met(void *context, size_t goal, const char *path)
{
	struct witness_run *run = context;

	(void)path;
	run->met[goal] = true;
}

/* Where a search may start from it. */
static void keep_seed(struct proving *p, const uint8_t *bytes, size_t size)
{
	mkdir(p->seeds, 0777);
	const int err = corpus_write(p->seeds, bytes, size, NULL);
	if (err)
		command_note(p->command, "%s: %s", p->seeds, corpus_strerror(err));
	p->inputs += !err;
}

bool witness_run(void *context, const uint8_t *bytes, size_t size,
		 const struct prove_goal *goal)
{
	struct proving *p = context;
	const struct witness *w = &p->witness[goal_number(p, goal)];
	char *paths[] = {p->model};
	const struct corpus_list inputs = {1, paths, 1};
	struct witness_run run = {
	    .met = calloc(p->record.goal_count + 1, sizeof *run.met)};
	const struct trace_listener listener = {model_ended, model_met, &run};

	if (run.met && corpus_write_file(p->model, bytes, size) == 0) {
		if (trace_inputs(p->command, &p->record, &inputs, &listener) == 0 &&
		    !witness_note(p, &run, bytes, size) && !*run.how)
			keep_seed(p, bytes, size);
		unlink(p->model);
	}
	free(run.met);
	return goal->returning ? w->returned : w->met;
}

/* ---- */

void witness_print(const struct witness *w, FILE *out)
{
	fprintf(out, "covered by %s", w->path ? w->path : "the corpus");
	if (strcmp(w->how, "exit") == 0)
		fputs(", which exits", out);
	else if (strcmp(w->how, "hang") == 0)
		fputs(", which hangs", out);
	else if (strcmp(w->how, "report") == 0)
		fputs(", which a sanitizer stops", out);
	else if (strcmp(w->how, "undefined") == 0)
		fputs(", which comes to __builtin_unreachable", out);
	else if (*w->how)
		fprintf(out, ", which ends with %s", w->how);
}

void witness_done(struct proving *p)
{
	for (size_t i = 0; p->witness && i < p->record.goal_count; i++)
		free(p->witness[i].path);
	free(p->witness);
}
