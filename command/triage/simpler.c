/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simpler.c - simpler inputs that fail as the groups do. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/target/corpora.h"
#include "command/triage/fold.h"
#include "system/allocation.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- one group */

/* Of the time of a group: then the simplest one so far is written. */
static const double GROUP_PART = 0.75;

static void simpler_take(void *context, size_t input, const struct target_record *r)
{
	char **path = context;

	(void)input;
	if (strcmp(r->kind, "simplified") == 0 && !*path)
		*path = string_copy(json_member_text(r->json, "to"));
}

/* *path is what the target has written, or null. */
static int target_run(struct triage *t, const char *directory, char *artifact,
		      const struct simpler_limits *limits, char **path)
{
	struct target_server server;

	triage_server_init(&server, t, limits->seconds);
	words_add_format(&server.words, "--simplify=%s", directory);
	words_add_format(&server.words, "--trace-limit=%g",
			 GROUP_PART * limits->group_seconds);
	const int err = target_ask(&server, &(struct corpus_list){1, &artifact, 1},
				   NULL, limits->group_seconds, simpler_take, path);
	target_server_done(&server);
	return err;
}

static void simpler_describe(struct triage_group *g, const struct triage_run *run)
{
	g->simpler_call = run->call ? string_copy(run->call) : NULL;
	g->simpler_detail = run->detail ? string_copy(run->detail) : NULL;
}

/* Whether the file fails as the run did; then the group has what its run tells. */
static bool is_alike(struct triage *t, const char *path, const struct triage_run *run,
		     unsigned seconds, struct triage_group *g)
{
	struct triage one = {
	    .command = t->command, .target = t->target, .arguments = t->arguments};
	const struct triage_artifacts_limits limits = {.seconds = seconds, .runs = 1};
	bool alike = triage_artifacts_add(&one, path) == 0 &&
		     triage_artifacts_run(&one, &limits) == 0 && one.count == 1 &&
		     triage_failed(&one.artifacts[0].run) &&
		     fold_is_same(&one.artifacts[0].run, run);

	if (alike)
		simpler_describe(g, &one.artifacts[0].run);
	one.arguments = (struct words){0}; /* they are the other's */
	triage_done(&one);
	return alike;
}

/* The file of the directory that is the artifact itself, simplified before; null: there is none.
 * Names are hashes of what files have. */
static char *simplified_before(const char *directory, const char *artifact)
{
	char *path = string_format("%s/%s", directory, path_base(artifact));

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static int group_simplify(struct triage *t, struct triage_group *g,
			  const char *directory, const struct simpler_limits *limits)
{
	const struct triage_artifact *a = &t->artifacts[g->shown];
	char *path = NULL;

	if (g->simpler || (limits->is_aside && !me_ends[a->run.ended].is_cheap))
		return 0;
	g->simpler = limits->is_aside ? simplified_before(directory, a->path) : NULL;
	if (g->simpler) {
		simpler_describe(g, &a->run);
		return 0;
	}
	const int err = target_run(t, directory, a->path, limits, &path);
	if (err)
		return err;
	if (path && is_alike(t, path, &a->run, limits->seconds, g))
		g->simpler = path;
	else if (limits->is_aside)
		;
	else if (!path)
		command_note(t->command, "%s: not simplified", a->path);
	else
		command_note(t->command,
			     "%s: its simplified input %s fails in another way",
			     a->path, path);
	if (g->simpler != path)
		free(path);
	return 0;
}

int simpler_find(struct triage *t, const char *directory,
		 const struct simpler_limits *limits)
{
	int err = corpus_directory_make(t->command, directory);

	for (size_t g = 0;
	     g < t->group_count && g < limits->groups && !err && !stop_asked(); g++)
		err = group_simplify(t, &t->groups[g], directory, limits);
	return err;
}
