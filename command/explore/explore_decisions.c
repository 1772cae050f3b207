/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_decisions.c - the decisions of a run: asked of a target that stays for many. */
#include "command/explore/exploring.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

enum {
	RUN_SECONDS = 1, /* of CPU, for a run: what it has decided until then counts */
	WALL_SECONDS = 30, /* by the clock; the target ends a run before */
};

void decisions_done(struct decisions *d)
{
	free(d->list);
	free(d->run.met);
	memset(d, 0, sizeof *d);
}

/* What is asked, and where the answer goes. */
struct deciding {
	struct exploring *x;
	struct decisions *d;
};

static void add_decision(struct exploring *x, struct decisions *d, const char *id)
{
	const struct build_record *r = &x->session.record;
	const size_t goal = build_record_goal(r, id ? id : "");

	ARRAY_ADD(d->list, d->count, d->room,
		  goal < r->goal_count && r->goals[goal].is_decision ? x->side_of[goal]
								     : NO_DECISION);
}

static void take_met(struct exploring *x, struct decisions *d, const json_t *run)
{
	d->run.met = array_new(x->session.record.goal_count + 1, 1);
	if (trace_run_read(&x->session.record, run, &d->run))
		return;
	free(d->run.met);
	d->run.met = NULL;
}

/* The goals of a run come first, then its decisions. */
static void decisions_take(void *context, size_t input, const struct target_record *r)
{
	const struct deciding *a = context;
	const json_t *path = json_object_get(r->json, "path");

	(void)input;
	if (strcmp(r->kind, "run") == 0 && !a->d->run.met)
		take_met(a->x, a->d, r->json);
	a->d->returns = json_is_true(json_object_get(r->json, "returned"));
	for (size_t i = 0; i < json_array_size(path); i++)
		add_decision(a->x, a->d, json_string_value(json_array_get(path, i)));
}

static int decisions_ask(struct exploring *x, struct target_server *server, char *path,
			 struct decisions *d)
{
	struct deciding a = {x, d};

	*d = (struct decisions){.list = array_new(1, sizeof *d->list)};
	if (!server->target) {
		target_server_init(server, x->session.command, x->session.record.target,
				   "--path-of");
		goal_choice_add(&x->session.record.choice, &server->words);
		words_add_format(&server->words, "--trace-limit=%d", RUN_SECONDS);
	}
	return target_ask(server, &(struct corpus_list){1, &path, 1}, "run",
			  WALL_SECONDS, decisions_take, &a);
}

int decisions_read(struct exploring *x, char *path, struct decisions *d)
{
	return decisions_ask(x, &x->server, path, d);
}

int decisions_read_apart(struct exploring *x, char *path, struct decisions *d)
{
	struct target_server own = {0};
	const int err = decisions_ask(x, &own, path, d);

	target_server_done(&own);
	return err;
}

void decisions_end(struct exploring *x)
{
	target_server_done(&x->server);
}
