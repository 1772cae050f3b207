/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_artifacts.c - finds the files, and has the target run them in batches. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/triage/fold.h"
#include "corpus/files/corpus.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- the files */

static bool is_hex(const char *text)
{
	return strspn(text, "0123456789abcdef") == 40 && !text[40];
}

/* "crash-" and 40 digits, behind what -artifact_prefix= may have put in front. */
static bool is_artifact_name(const char *path)
{
	for (const char *at = path_base(path); *at; at++) {
		const enum me_end end = me_end_of_artifact(at);
		if (end && is_hex(at + strlen(me_ends[end].prefix)))
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
	return *why ? strdup(why) : NULL;
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

/* A file that is named twice is one artifact. */
static int artifact_add(struct triage *t, const char *path)
{
	struct triage_artifact *grown;

	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->artifacts[i].path, path) == 0)
			return 0;
	grown = realloc(t->artifacts, (t->count + 1) * sizeof(*grown));
	if (!grown)
		return command_no_memory(t->command);
	t->artifacts = grown;
	grown += t->count;
	*grown = (struct triage_artifact){.path = strdup(path), .group = TRIAGE_NONE};
	if (!grown->path)
		return command_no_memory(t->command);
	t->count++;
	grown->trouble = trouble_of(path, grown);
	grown->is_older = is_older(path, t->target);
	return 0;
}

static int artifacts_add_listed(struct triage *t, const struct corpus_list *list)
{
	bool any = false;
	int err = 0;

	for (size_t i = 0; i < list->count; i++)
		any |= is_artifact_name(list->paths[i]);
	for (size_t i = 0; i < list->count && !err; i++)
		if (!any || is_artifact_name(list->paths[i]))
			err = artifact_add(t, list->paths[i]);
	return err;
}

int triage_artifacts_add(struct triage *t, const char *path)
{
	struct corpus_list list = {0};
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return artifact_add(t, path);
	int err = corpus_list_add(&list, path);
	if (err)
		err = command_fail(t->command, path, "%s", corpus_strerror(err));
	else
		err = artifacts_add_listed(t, &list);
	corpus_list_done(&list);
	return err;
}

/* ---- runs */

enum { BATCH = 1000 };

/* Seconds by the clock: for a run (harness/triage), and for the target's start. */
static const double run_factor = 6, run_grace = 16, start_grace = 60;

struct batch {
	struct triage *t;
	const size_t *numbers; /* of its artifacts */
	size_t count, told;
	json_t *line; /* of the run whose output comes next; or null */
	bool failed; /* out of memory */
};

static void artifact_note_run(struct batch *b, struct triage_artifact *a, json_t *line,
			      const char *output)
{
	struct triage_run run = {0};

	b->failed |= triage_run_read(&run, line, output) != 0;
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

/* The artifacts come in their order; one that got the target killed is told nothing of. */
static void failure_line_take(struct batch *b, json_t *line)
{
	const char *file = json_member_text(line, "file");

	if (strcmp(json_member_text(line, "kind"), "failure") == 0) {
		json_decref(b->line);
		b->line = json_incref(line);
		return;
	}
	if (strcmp(json_member_text(line, "kind"), "output") != 0 || !b->line ||
	    strcmp(file, json_member_text(b->line, "file")) != 0)
		return;
	while (b->told < b->count &&
	       strcmp(b->t->artifacts[b->numbers[b->told]].path, file) != 0)
		b->told++;
	if (b->told < b->count) {
		artifact_note_run(b, &b->t->artifacts[b->numbers[b->told++]], b->line,
				  json_member_text(line, "text"));
		b->line = NULL;
	}
}

static void failure_line_read(void *context, const char *text, size_t size)
{
	json_t *line = json_line_read(text, size);

	if (line)
		failure_line_take(context, line);
	json_decref(line);
}

void triage_artifacts_words(const struct triage *t, unsigned seconds,
			    struct words *words)
{
	words_add_format(words, "%s%s", strchr(t->target, '/') ? "" : "./", t->target);
	words_add_format(words, "-timeout=%u", seconds);
	words_add_all(words, &t->arguments);
}

/* Why a target has told of no run. */
static void error_note(struct batch *b, const char *errors)
{
	static const char mark[] = "ERROR: me: ";
	const char *error = strstr(errors, mark);

	for (size_t i = 0; i < b->count && error && !b->told; i++) {
		struct triage_artifact *a = &b->t->artifacts[b->numbers[i]];
		error += i ? 0 : sizeof(mark) - 1;
		free(a->trouble);
		a->trouble = strndup(error, strcspn(error, "\n"));
	}
}

static int artifact_batch_run(struct batch *b, unsigned seconds)
{
	const double limit = run_factor * seconds + run_grace;
	struct process run = {.is_tied = true,
			      .deadline =
				  clock_now() + start_grace + limit * (double)b->count,
			      .take_line = failure_line_read,
			      .context = b};

	triage_artifacts_words(b->t, seconds, &run.words);
	words_add(&run.words, "--failure");
	for (size_t i = 0; i < b->count; i++)
		words_add(&run.words, b->t->artifacts[b->numbers[i]].path);
	int err = process_run(b->t->command, &run);
	if (!err && b->failed)
		err = command_no_memory(b->t->command);
	if (!err && run.status && run.errors.size)
		error_note(b, text_string(&run.errors));
	process_done(&run);
	json_decref(b->line);
	b->line = NULL;
	return err;
}

/* Runs once what the list names, in batches. */
static int artifact_round_run(struct triage *t, const size_t *numbers, size_t count,
			      size_t most, unsigned seconds)
{
	int err = 0;

	for (size_t i = 0; i < count && !err && !stop_asked(); i += most) {
		struct batch batch = {.t = t,
				      .numbers = numbers + i,
				      .count = count - i < most ? count - i : most};
		err = artifact_batch_run(&batch, seconds);
	}
	return err;
}

/* Those that have been run fewer times than that, and are to be. */
static size_t numbers_list(const struct triage *t, unsigned runs, size_t *numbers)
{
	size_t count = 0;

	for (size_t i = 0; i < t->count; i++)
		if (!t->artifacts[i].trouble && t->artifacts[i].runs < runs)
			numbers[count++] = i;
	return count;
}

static void troubles_note(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (!t->artifacts[i].trouble && !t->artifacts[i].runs)
			t->artifacts[i].trouble = strdup(
			    stop_asked() ? stop_why()
					 : "the target tells nothing of its run; "
					   "if it was built by another version "
					   "of ME, build it again");
}

int triage_artifacts_run(struct triage *t, const struct triage_artifacts_limits *limits)
{
	size_t *numbers = calloc(t->count + 1, sizeof(*numbers));
	int err = numbers ? 0 : command_no_memory(t->command);

	for (unsigned k = 1; k <= limits->runs && !err && !stop_asked(); k++) {
		size_t count = numbers_list(t, k, numbers);
		err = artifact_round_run(t, numbers, count, BATCH, limits->seconds);
		/* One of them got the target killed: each for itself. */
		count = err ? 0 : numbers_list(t, k, numbers);
		if (count)
			err = artifact_round_run(t, numbers, count, 1, limits->seconds);
	}
	free(numbers);
	troubles_note(t);
	return err;
}
