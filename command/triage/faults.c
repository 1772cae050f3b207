/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faults.c - the distinct faults of listed artifacts. */
#include "command/triage/faults.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/target/corpora.h"
#include "command/triage/fold.h"
#include "command/triage/triage_format.h"
#include "system/allocation.h"
#include "system/path.h"
#include "system/stop.h"

enum {
	RUN_SECONDS = 2, /* of CPU */
	GROUP_SECONDS = 2, /* to simplify an input */
	GROUPS_MOST = 10,
	HANGS_MOST =
	    2, /* that are run again: each takes RUN_SECONDS, and most tell the same */
};

/* A file below the current directory is named from there, so that it has one name. The
 * caller frees. */
static char *one_name(const char *path)
{
	char *real = realpath(path, NULL), *cwd = realpath(".", NULL);
	const size_t n = cwd ? strlen(cwd) : 0;
	const bool below =
	    real && n > 1 && strncmp(real, cwd, n) == 0 && real[n] == '/';
	char *name = string_copy(below ? real + n + 1 : real ? real : path);

	free(real);
	free(cwd);
	return name;
}

static int list_add(struct command *command, const char *path, struct corpus_list *list)
{
	char *name = one_name(path);
	const int err = corpus_list_add(list, name);

	free(name);
	for (size_t i = 0; !err && i + 1 < list->count; i++)
		if (strcmp(list->paths[i], list->paths[list->count - 1]) == 0) {
			free(list->paths[--list->count]);
			break;
		}
	return err && err != CORPUS_ENOENT
		   ? command_fail(command, path, "%s", corpus_strerror(err))
		   : 0;
}

static const char simpler_part[] = "simpler";

/* The artifacts of CORPUS.me, which `me prove` writes, or of CORPUS.me/part. */
static int list_add_written(struct command *command, const char *corpus,
			    const char *part, struct corpus_list *list)
{
	char *path = NULL;
	int err = corpora_aside(command, corpus, part, &path);
	DIR *directory = err ? NULL : opendir(path);

	for (struct dirent *e; directory && !err && (e = readdir(directory));) {
		if (!triage_is_artifact_name(e->d_name))
			continue;
		char *name = string_format("%s/%s", path, e->d_name);
		err = list_add(command, name, list);
		free(name);
	}
	if (directory)
		closedir(directory);
	free(path);
	return err;
}

static int list_add_all_written(struct command *command, const char *corpus,
				struct corpus_list *list)
{
	const int err = list_add_written(command, corpus, NULL, list);

	return err ? err : list_add_written(command, corpus, simpler_part, list);
}

int faults_list(struct command *command, const char *corpus, struct corpus_list *list)
{
	unsigned char *bytes = NULL;
	char *path = NULL;
	size_t size = 0;

	if (corpora_aside(command, corpus, "artifacts", &path))
		return -1;
	int err = corpus_read_regular(path, &bytes, &size);
	const bool is_none = err == CORPUS_ENOENT;
	if (err && !is_none)
		err = command_fail(command, path, "%s", corpus_strerror(err));
	free(path);
	if (is_none)
		return list_add_all_written(command, corpus, list);
	if (err)
		return err;
	for (size_t i = 0, n; i < size && !err; i += n + 1) {
		const char *name = (const char *)bytes + i;
		n = strnlen(name, size - i);
		if (n < size - i && triage_is_artifact_name(name))
			err = list_add(command, name, list);
	}
	free(bytes);
	return err ? err : list_add_all_written(command, corpus, list);
}

/* ---- what no time was left to run again */

/* "timeout-", as the names of such artifacts have it; or null. */
static const char *prefix_of(const struct triage_artifact *a)
{
	for (const char *at = path_base(a->path); *at; at++) {
		const enum me_end end = me_end_of_artifact(at);
		if (end)
			return me_ends[end].prefix;
	}
	return NULL;
}

static bool is_told(const struct triage *t, const char *prefix)
{
	for (size_t i = 0; i < t->count; i++)
		if (triage_failed(&t->artifacts[i].run) &&
		    strcmp(me_ends[t->artifacts[i].run.ended].prefix, prefix) == 0)
			return true;
	return false;
}

/* A session keeps an artifact when a run that had no other before it has failed. So it is told, as
 * what its name says, unless another one of that kind is. */
static void left_tell(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++) {
		struct triage_artifact *a = &t->artifacts[i];
		const char *prefix = prefix_of(a);
		const bool is_left = !a->runs && !a->is_further && a->trouble &&
				     strcmp(a->trouble, stop_why()) == 0;

		if (!is_left || a->is_older || !prefix || is_told(t, prefix))
			continue;
		const enum me_end end = me_end_of_artifact(prefix);
		triage_run_done(&a->run);
		triage_run_read(&a->run,
				json_pack("{s:s, s:s}", "kind", "failure", "ended",
					  me_ends[end].name),
				"");
		snprintf(a->run.type, sizeof a->run.type,
			 "%.*s that was not run again, since %s",
			 (int)strcspn(prefix, "-"), prefix, stop_why());
	}
}

/* Adds those of the list that are new, which are not run. */
static int left_add(struct triage *t, const struct corpus_list *files)
{
	int err = 0;

	for (size_t i = 0; i < files->count && !err; i++)
		err = triage_artifacts_add(t, files->paths[i]);
	for (size_t i = 0; i < t->count; i++)
		if (!t->artifacts[i].runs && !t->artifacts[i].trouble &&
		    !t->artifacts[i].is_further)
			t->artifacts[i].trouble = string_copy(stop_why());
	left_tell(t);
	triage_groups_drop(t);
	fold(t);
	return err;
}

int faults_find(struct command *command, const char *target,
		const struct corpus_list *files, struct triage *t)
{
	const struct triage_artifacts_limits limits = {RUN_SECONDS, 1};
	int err = 0;

	*t = (struct triage){.command = command, .target = target};
	for (size_t i = 0; i < files->count && !err; i++)
		err = triage_artifacts_add(t, files->paths[i]);
	if (!err && t->count)
		err = triage_artifacts_run(t, &limits);
	if (!err && stop_asked())
		left_tell(t);
	if (!err)
		fold(t);
	return err;
}

static bool is_hang(const char *path)
{
	return strstr(path_base(path), me_ends[ME_END_TIMEOUT].prefix) != NULL;
}

/* Some that hang come behind all others, since the time may end; the rest goes. */
static void hangs_last(struct corpus_list *list)
{
	char **paths = array_new(list->count, sizeof *paths);
	size_t count = 0, hangs = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < list->count; i++) {
			if (is_hang(list->paths[i]) != pass)
				continue;
			if (!pass || hangs++ < HANGS_MOST)
				paths[count++] = list->paths[i];
			else
				free(list->paths[i]);
		}
	free(list->paths);
	list->paths = paths;
	list->count = count;
}

int faults_of_corpus(struct command *command, const char *target, const char *corpus,
		     struct triage *t)
{
	struct corpus_list list = {0};
	int err = faults_list(command, corpus, &list);
	size_t known = 0;

	if (!err)
		hangs_last(&list);
	for (size_t i = 0; i < t->count; i++)
		known += !t->artifacts[i].is_further && t->artifacts[i].runs;
	const bool is_left = t->count && stop_left() < RUN_SECONDS;
	if (!err && known < list.count && !is_left) {
		triage_done(t);
		err = faults_find(command, target, &list, t);
	}
	t->command = command;
	t->target = target;
	if (!err && known < list.count && is_left)
		err = left_add(t, &list);
	corpus_list_done(&list);
	return err;
}

int faults_simplify(struct triage *t, const char *corpus)
{
	static const struct simpler_limits limits = {RUN_SECONDS, GROUP_SECONDS,
						     GROUPS_MOST, true};
	char *path = NULL;

	if (!t->group_count)
		return 0;
	int err = corpora_aside(t->command, corpus, simpler_part, &path);
	if (!err)
		err = simpler_find(t, path, &limits);
	free(path);
	return err;
}

/* Those that the end of the command left no time for. */
static size_t count_not_run(const struct triage *t)
{
	size_t count = 0;

	for (size_t i = 0; i < t->count && stop_asked(); i++)
		count += !t->artifacts[i].runs;
	return count;
}

void faults_print(const struct triage *t, FILE *out)
{
	if (t->group_count)
		fprintf(out, "%zu distinct fault%s\n", t->group_count,
			t->group_count == 1 ? "" : "s");
	for (size_t g = 0; g < t->group_count; g++)
		triage_print_fault(t, g, out);
	triage_print_outside(t, out);
	const size_t not_run = count_not_run(t);
	if (not_run)
		fprintf(out, "%zu artifact%s not run again: %s\n", not_run,
			not_run == 1 ? " was" : "s were", stop_why());
	if (t->group_count || t->outside_count)
		fputc('\n', out);
}

static json_t *groups_json(const struct triage *t, size_t begin, size_t end)
{
	json_t *array = json_array();

	for (size_t g = begin; g < end; g++)
		json_array_append_new(array, triage_fault_json(t, g));
	return array;
}

json_t *faults_json(const struct triage *t)
{
	return groups_json(t, 0, t->group_count);
}

json_t *faults_outside_json(const struct triage *t)
{
	return groups_json(t, t->group_count, t->group_count + t->outside_count);
}

int faults_print_lines(const struct triage *t, FILE *out)
{
	int err = 0;

	for (size_t g = 0; g < t->group_count + t->outside_count && !err; g++)
		err = json_line_print(triage_fault_json(t, g), out);
	return err;
}
