/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * explore_decisions.c - the decisions of a run: asked of a target that stays for many runs,
 * each of which is a process that it forks; or of one that runs a file and ends.
 */
#include "command/explore/exploring.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

enum {
	RUN_SECONDS = 1, /* of CPU, for a run: what it has decided until then counts */
	WALL_SECONDS = 30, /* by the clock; the target ends a run before */
	FAILURES = 3, /* of targets that stay: then each run has its own */
};

void decisions_done(struct decisions *d)
{
	free(d->list);
	free(d->run.met);
	memset(d, 0, sizeof *d);
}

/* A goal's id. */
static void add_decision(struct exploring *x, struct decisions *d, const char *text,
			 size_t size)
{
	const struct build_record *r = &x->session.record;
	char id[4096];

	if (size >= sizeof id)
		return;
	memcpy(id, text, size);
	id[size] = '\0';
	const size_t goal = build_record_goal(r, id);
	d->list = array_grow(d->list, d->count, &d->room, sizeof *d->list);
	d->list[d->count++] = goal < r->goal_count && r->goals[goal].is_decision
				  ? x->side_of[goal]
				  : NO_DECISION;
}

/* ---- a target for one run */

struct one_run {
	struct exploring *x;
	struct decisions *decisions;
};

/* A decision's goal, or a comment: the first line names the build. */
static void decision_line_read(void *context, const char *line, size_t size)
{
	const struct one_run *r = context;

	if (size && *line != '#')
		add_decision(r->x, r->decisions, line, size);
}

/* What the target says of a run that does not come back (harness/main/recorded_run.c). */
static const char not_back[] = "its run does not return";

int decisions_read_apart(struct exploring *x, const char *path, struct decisions *d)
{
	struct one_run one = {x, d};
	struct process run = {.cpu_seconds = RUN_SECONDS,
			      .is_tied = true,
			      .take_line = decision_line_read,
			      .context = &one};

	*d = (struct decisions){.list = array_new(1, sizeof *d->list)};
	build_record_add_target(&x->session.record, &run.words);
	words_add_each(&run.words, "--path-of", path);
	const int err = process_run(x->session.command, &run);
	const char *said = text_string(&run.errors);
	d->returns = !err && run.status == 0 && said && !strstr(said, not_back);
	process_done(&run);
	return err;
}

/* ---- a target that stays */

static bool until_now(void)
{
	return stop_now();
}

static bool server_start(struct exploring *x)
{
	char limit[32];
	const char *const options[] = {"--path-of", "--stdin", limit, NULL};

	snprintf(limit, sizeof limit, "--trace-limit=%d", RUN_SECONDS);
	return target_server_start(&x->server, &x->session, options, until_now);
}

void decisions_end(struct exploring *x)
{
	target_server_end(&x->server);
}

/* The next line of its output, from *at on; null: there is none in time. */
static const char *next_line(struct child *c, size_t *at, size_t *size)
{
	const char *end = NULL;

	do
		end = c->output.size > *at
			  ? memchr(c->output.bytes + *at, '\n', c->output.size - *at)
			  : NULL;
	while (!end && c->out >= 0 && child_read(c));
	if (!end)
		return NULL;
	const char *line = c->output.bytes + *at;
	*size = (size_t)(end - line);
	*at += *size + 1;
	return line;
}

static bool line_is(const char *line, size_t size, const char *word)
{
	return size == strlen(word) && memcmp(line, word, size) == 0;
}

/* A line of JSON; it is cut where the run was killed. */
static void take_run(const struct exploring *x, const char *text, size_t size,
		     struct decisions *d)
{
	json_t *line = json_line_read(text, size);

	if (!d->run.met)
		d->run.met = array_new(x->session.record.goal_count + 1, 1);
	if (!trace_run_read(&x->session.record, line, &d->run)) {
		free(d->run.met);
		d->run.met = NULL;
	}
	json_decref(line);
}

static bool server_read(struct exploring *x, struct decisions *d)
{
	const char *line;
	size_t at = 0, size;

	while ((line = next_line(&x->server.child, &at, &size))) {
		d->returns = line_is(line, size, "returned");
		if (d->returns || line_is(line, size, "ended"))
			return true;
		if (size && *line == '{')
			take_run(x, line, size, d);
		else if (size)
			add_decision(x, d, line, size);
	}
	return false;
}

static bool server_ask(struct exploring *x, const char *path, struct decisions *d)
{
	struct target_server *server = &x->server;

	if (x->server_failures >= FAILURES || strchr(path, '\n') ||
	    (!server->runs && !server_start(x)))
		return false;
	*d = (struct decisions){.list = array_new(1, sizeof *d->list)};
	if (target_server_ask(server, path, strlen(path), WALL_SECONDS) &&
	    child_write(&server->child, "\n", 1) && server_read(x, d))
		return true;
	decisions_done(d);
	decisions_end(x);
	x->server_failures++;
	return false;
}

int decisions_read(struct exploring *x, const char *path, struct decisions *d)
{
	return server_ask(x, path, d) ? 0 : decisions_read_apart(x, path, d);
}
