/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_artifacts.c - finds the files, and has the target run them. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/target/corpora.h"
#include "command/triage/fold.h"
#include "system/allocation.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- the files */

/* "crash-" and 40 digits, behind what -artifact_prefix= may have put in front. */
bool triage_is_artifact_name(const char *path)
{
	for (const char *at = path_base(path); *at; at++) {
		const enum me_end end = me_end_of_artifact(at);
		if (end && sha1_is_hex(at + strlen(me_ends[end].prefix)))
			return true;
	}
	return false;
}

static char *trouble_of(const char *path, struct triage_artifact *a)
{
	struct stat st;
	char why[200] = "";

	if (stat(path, &st) != 0)
		snprintf(why, sizeof(why), "%s", strerror(errno));
	else if (!S_ISREG(st.st_mode))
		snprintf(why, sizeof(why), "%s", corpus_strerror(CORPUS_ETYPE));
	else if (access(path, R_OK) != 0)
		snprintf(why, sizeof(why), "%s", strerror(errno));
	else if ((a->size = (size_t)st.st_size) >> 20 > ARTIFACT_MOST_MB)
		snprintf(why, sizeof(why),
			 "has %zu MB; files of more than %d MB are not run",
			 a->size >> 20, ARTIFACT_MOST_MB);
	return *why ? string_copy(why) : NULL;
}

static bool is_older(const char *path, const char *target)
{
	struct stat file, program;

	if (stat(path, &file) != 0 || stat(target, &program) != 0)
		return false;
	return file.st_mtim.tv_sec != program.st_mtim.tv_sec
		   ? file.st_mtim.tv_sec < program.st_mtim.tv_sec
		   : file.st_mtim.tv_nsec < program.st_mtim.tv_nsec;
}

static struct triage_artifact *artifact_new(struct triage *t)
{
	t->artifacts =
	    array_grow(t->artifacts, t->count, &t->room, sizeof *t->artifacts);
	return &t->artifacts[t->count++];
}

/* A file that is named twice is one artifact. */
static void artifact_add(struct triage *t, const char *path)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->artifacts[i].path, path) == 0)
			return;
	struct triage_artifact *a = artifact_new(t);
	*a = (struct triage_artifact){.path = string_copy(path), .group = TRIAGE_NONE};
	a->trouble = trouble_of(path, a);
	a->is_older = is_older(path, t->target);
}

static void artifacts_add_listed(struct triage *t, const struct corpus_list *list)
{
	bool any = false;

	for (size_t i = 0; i < list->count; i++)
		any |= triage_is_artifact_name(list->paths[i]);
	for (size_t i = 0; i < list->count; i++)
		if (!any || triage_is_artifact_name(list->paths[i]))
			artifact_add(t, list->paths[i]);
}

int triage_artifacts_add(struct triage *t, const char *path)
{
	struct corpus_list list = {0};
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
		artifact_add(t, path);
		return 0;
	}
	const int err = corpora_list(t->command, &list, path);
	if (!err)
		artifacts_add_listed(t, &list);
	corpus_list_done(&list);
	return err;
}

/* ---- runs */

/* Seconds by the clock for a run (harness/triage). */
static const double run_factor = 6, run_grace = 16;

struct round {
	struct triage *t;
	size_t *numbers; /* of its artifacts */
	struct corpus_list files;
	json_t *failure; /* of the run whose output comes next; or null */
	json_t *further; /* the failures behind it */
};

static void artifact_note_run(struct triage_artifact *a, json_t *line,
			      const char *output)
{
	struct triage_run run = {0};

	triage_run_read(&run, line, output);
	const bool fails = triage_failed(&run);
	a->runs++;
	if (fails && triage_failed(&a->run))
		a->differs |= !fold_is_same(&run, &a->run);
	a->failed += fails;
	if (!a->run.line || (fails && !triage_failed(&a->run))) {
		triage_run_done(&a->run);
		a->run = run;
	} else {
		triage_run_done(&run);
	}
}

/* What tells of the failure: its report, else what was printed behind all of these. */
static const char *further_output(const json_t *line, const char *output)
{
	const char *report = json_string_value(json_object_get(line, "report"));

	for (const char *at; !report && (at = strstr(output, "runtime error: "));)
		output = at + strcspn(at, "\n");
	return report ? report : output;
}

static struct triage_artifact *further_find(const struct triage *t, size_t of,
					    const struct triage_run *run)
{
	for (size_t i = 0; i < t->count; i++)
		if ((i == of ||
		     (t->artifacts[i].is_further && t->artifacts[i].of == of)) &&
		    fold_is_same(&t->artifacts[i].run, run))
			return &t->artifacts[i];
	return NULL;
}

/* Takes the line. */
static void further_add(struct triage *t, size_t of, json_t *line, const char *output)
{
	struct triage_run run = {0};

	triage_run_read(&run, line, further_output(line, output));
	struct triage_artifact *a = further_find(t, of, &run);
	if (a) {
		a->failed += a->is_further;
		triage_run_done(&run);
		return;
	}
	a = artifact_new(t);
	*a = (struct triage_artifact){.path = string_copy(t->artifacts[of].path),
				      .size = t->artifacts[of].size,
				      .is_older = t->artifacts[of].is_older,
				      .run = run,
				      .failed = 1,
				      .group = TRIAGE_NONE,
				      .is_further = true,
				      .of = of};
}

static void further_note(struct round *b, size_t of, const char *output)
{
	json_t *line;
	size_t i;

	json_array_foreach(b->further, i, line)
	    further_add(b->t, of, json_incref(line), output);
	json_array_clear(b->further);
}

static void failure_take(void *context, size_t input, const struct target_record *r)
{
	struct round *b = context;
	struct triage_artifact *a = &b->t->artifacts[b->numbers[input]];

	if (strcmp(r->kind, "error") == 0 && !a->trouble)
		a->trouble = string_copy(json_member_text(r->json, "text"));
	if (strcmp(r->kind, "output") == 0 && b->failure) {
		artifact_note_run(a, b->failure, json_member_text(r->json, "text"));
		b->failure = NULL;
		further_note(b, b->numbers[input], json_member_text(r->json, "text"));
	}
	if (strcmp(r->kind, "failure") == 0 && b->failure)
		json_array_append(b->further, r->json);
	else if (strcmp(r->kind, "failure") == 0)
		b->failure = json_incref(r->json);
}

void triage_server_init(struct target_server *server, const struct triage *t,
			unsigned seconds)
{
	target_server_init(server, t->command, t->target, "--failure");
	words_add_format(&server->words, "-timeout=%u", seconds);
	words_add_all(&server->words, &t->arguments);
}

/* Those that have been run fewer times than that, and are to be. */
static void round_fill(struct round *b, unsigned runs)
{
	b->files.count = 0;
	for (size_t i = 0; i < b->t->count; i++) {
		struct triage_artifact *a = &b->t->artifacts[i];
		if (a->trouble || a->is_further || a->runs >= runs)
			continue;
		b->numbers[b->files.count] = i;
		b->files.paths[b->files.count++] = a->path;
	}
}

/* What the target says of itself is the trouble of each. */
static void refusal_note(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (!t->artifacts[i].trouble)
			t->artifacts[i].trouble = string_copy(t->command->failure);
	*t->command->failure = '\0';
}

static void troubles_note(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->artifacts[i].is_further)
			t->artifacts[i].runs = t->artifacts[t->artifacts[i].of].runs;
		else if (!t->artifacts[i].trouble && !t->artifacts[i].runs)
			t->artifacts[i].trouble = string_copy(
			    stop_asked() ? stop_why()
					 : "the target tells nothing of its run; "
					   "if it was built by another version "
					   "of ME, build it again");
}

int triage_artifacts_run(struct triage *t, const struct triage_artifacts_limits *limits)
{
	struct round b = {.t = t,
			  .further = memory_checked(json_array()),
			  .numbers = array_new(t->count, sizeof *b.numbers),
			  .files.paths = array_new(t->count, sizeof *b.files.paths)};
	struct target_server server;
	int err = 0;

	triage_server_init(&server, t, limits->seconds);
	for (unsigned k = 1; k <= limits->runs && !err && (k == 1 || !stop_asked());
	     k++) {
		round_fill(&b, k);
		err = target_ask(&server, &b.files, "failure",
				 run_factor * limits->seconds + run_grace, failure_take,
				 &b);
	}
	if (err && server.refuses) {
		refusal_note(t);
		err = 0;
	}
	target_server_done(&server);
	json_decref(b.failure);
	json_decref(b.further);
	free(b.numbers);
	free(b.files.paths);
	troubles_note(t);
	return err;
}
