/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proof_covers.c - `me prove --algorithm=`: what the models of a cover propose is run
 * by the target. The input of each path stays in CORPUS.me/paths; else what shows
 * nothing new goes to CORPUS.me/seeds.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/command.h"
#include "command/proof/witness.h"
#include "command/target/corpora.h"
#include "prover/explore/cover.h"
#include "system/clock.h"

/* A model that waits for its run. */
struct proposal {
	uint8_t *bytes;
	size_t size;
	char *path; /* of its file */
	bool *takes; /* by goal: in the model */
	struct trace_run run;
};

struct covering {
	struct proof_session *session;
	bool keeps; /* the files stay */
	char *directory;
	struct proposal *list;
	size_t count, room;
	size_t at; /* the one that a trace told of last */
	int err;
};

/* ---- waiting */

static void proposal_done(struct proposal *m)
{
	free(m->bytes);
	free(m->path);
	free(m->takes);
	free(m->run.met);
}

static void model_take(void *context, const uint8_t *bytes, size_t size,
		       const bool *takes)
{
	struct covering *c = context;
	const size_t goals = c->session->record.goal_count;
	struct proposal m = {.size = size};
	char name[SHA1_HEX_SIZE];

	m.bytes = malloc(size + 1);
	m.takes = calloc(goals + 1, sizeof *m.takes);
	m.run.met = calloc(goals + 1, sizeof *m.run.met);
	if (!m.bytes || !m.takes || !m.run.met ||
	    corpus_write(c->directory, bytes, size, name) ||
	    asprintf(&m.path, "%s/%s", c->directory, name) < 0) {
		c->err = command_fail(c->session->command, c->directory,
				      "an input cannot be written");
		proposal_done(&m);
		return;
	}
	memcpy(m.bytes, bytes, size);
	memcpy(m.takes, takes, goals * sizeof *takes);
	ARRAY_ADD(c->list, c->count, c->room, m);
}

/* ---- running */

/* The files come in their order. */
static void note_run(void *context, const char *path, const struct trace_run *run)
{
	struct covering *c = context;
	const size_t goals = c->session->record.goal_count;

	for (size_t i = 0; i < c->count && strcmp(c->list[c->at].path, path) != 0; i++)
		c->at = (c->at + 1) % c->count;
	memcpy(c->list[c->at].run.met, run->met, goals * sizeof *run->met);
	c->list[c->at].run.end = run->end;
	if (c->session->command->status)
		c->session->command->status->executions++;
}

static bool took_its_way(const struct covering *c, const struct proposal *m)
{
	const struct build_record *r = &c->session->record;

	for (size_t i = 0; i < r->goal_count; i++)
		if (r->goals[i].is_branch && m->takes[i] != m->run.met[i] &&
		    strcmp(r->goals[i].function, c->session->entry.name) == 0)
			return false;
	return true;
}

/* What it met first is its: the file goes to the corpus. */
static void proposal_credit(struct covering *c, const struct proposal *m)
{
	struct proof_session *p = c->session;
	const bool is_new = witness_note(p, &m->run, m->bytes, m->size);

	if ((is_new || m->run.end.kind) && !c->keeps)
		unlink(m->path);
	p->inputs += !is_new && !m->run.end.kind;
	p->statistics.confirmed += took_its_way(c, m);
}

static void models_run(void *context)
{
	struct covering *c = context;
	struct proof_session *p = c->session;
	struct corpus_list files = {0};
	const double start = clock_now();

	files.paths = calloc(c->count + 1, sizeof *files.paths);
	for (; files.paths && files.count < c->count; files.count++)
		files.paths[files.count] = c->list[files.count].path;
	c->at = 0;
	if (c->keeps) /* the paths of the round before are among these */
		p->statistics.confirmed = 0;
	if (c->count && trace_inputs(p->command, &p->record, &files, note_run, c))
		c->err = -1;
	for (size_t i = 0; i < c->count; i++) {
		proposal_credit(c, &c->list[i]);
		proposal_done(&c->list[i]);
	}
	c->count = 0;
	free(files.paths);
	p->statistics.run_seconds += clock_now() - start;
}

static bool goal_met(void *context, size_t goal)
{
	const struct covering *c = context;
	const struct witness *w = &c->session->witness[goal];

	return c->session->complete ? w->returned : w->met;
}

int covering_run(struct proof_session *p, const struct prove_options *o,
		 struct prove_goal *goals)
{
	const enum cover_algorithm algorithm =
	    (enum cover_algorithm)(o->algorithm - PROVE_COVERS);
	struct covering c = {.session = p, .keeps = algorithm != COVER_STATEMENTS};
	const struct proof_cover_options options = {.algorithm = algorithm,
						    .integers = o->integers,
						    .returning = o->complete,
						    .near = !o->asks_all,
						    .path_limit = o->paths,
						    .run = model_take,
						    .finish = models_run,
						    .met = goal_met,
						    .context = &c};
	struct cover_statistics *statistics = &p->statistics.cover;

	if (corpora_aside(p->command, p->corpus, c.keeps ? "paths" : "seeds",
			  &c.directory))
		return -1;
	mkdir(c.directory, 0777);
	cover(&p->prover, &options, goals, p->record.goal_count, statistics);
	p->statistics.all_cpu = clock_used_by_all();
	p->prover.queries += statistics->queries;
	p->prover.solver_seconds += statistics->cpu;
	free(c.directory);
	free(c.list);
	return c.err;
}
