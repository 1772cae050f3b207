/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_session.c - one function is tested: its target is built, `me resolve` searches and
 * proves, and what is known then of its goals and inputs becomes its report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/test/testing.h"
#include "command/triage/faults.h"
#include "system/allocation.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- the parts of a report */

/* What a search has told, and its inputs. */
static void search_forget(struct test_session *s)
{
	for (size_t i = 0; s->calls && i < s->inputs.count; i++)
		free(s->calls[i]);
	free(s->calls);
	free(s->met);
	free(s->special);
	corpus_list_done(&s->inputs);
	s->inputs = (struct corpus_list){0};
	s->calls = NULL;
	s->met = s->special = NULL;
	json_object_clear(s->verdicts);
}

static void session_done(struct test_session *s)
{
	search_forget(s);
	build_record_done(&s->record);
	json_decref(s->verdicts);
	free(s->target);
	free(s->corpus);
}

/* ---- search and proofs */

static void summary_take(struct test_session *s, const json_t *line)
{
	static const char *const members[] = {"goals", "covered", "infeasible",
					      "ranges", "stopped"};

	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		json_t *member = json_object_get(line, members[i]);
		if (member)
			json_object_set(s->report, members[i], member);
	}
}

static void line_take(void *context, json_t *line)
{
	struct test_session *s = context;
	const char *kind = json_member_text(line, "kind");

	if (strcmp(kind, "verdict") == 0)
		json_object_set(s->verdicts, json_member_text(line, "goal"), line);
	else if (strcmp(kind, "group") == 0)
		json_array_append(json_object_get(s->report, "faults"), line);
	else if (json_is_array(json_object_get(s->report, kind))) /* of report_new() */
		json_array_append(json_object_get(s->report, kind), line);
	else if (strcmp(kind, "summary") == 0)
		summary_take(s, line);
}

/* What a program says last, without its name. */
static const char *last_line(struct text_buffer *errors)
{
	char *text = errors->bytes;

	while (errors->size && text[errors->size - 1] == '\n')
		text[--errors->size] = '\0';
	const char *line = errors->size ? strrchr(text, '\n') : NULL;
	line = line ? line + 1 : errors->size ? text : "it says no more";
	return strncmp(line, "me: ", 4) == 0 ? line + 4 : line;
}

/* Runs again what has failed, for which it had no time left: a run that hangs takes 2 s of it. */
static int faults_take(struct test_session *s)
{
	enum { MOST_SECONDS = 3 };
	struct triage faults = {0};

	stop_share_begin(MOST_SECONDS);
	const int err = faults_of_corpus(s->t->command, s->target, s->corpus, &faults);
	stop_share_end();
	if (!err) {
		json_object_set_new(s->report, "faults", faults_json(&faults));
		json_object_set_new(s->report, "outside", faults_outside_json(&faults));
	}
	triage_done(&faults);
	return err;
}

/* It was ended without a summary: of what it has found the verdicts and inputs are on disk. */
static int unfinished_take(struct test_session *s, struct process *run)
{
	struct command *command = s->t->command;
	const char *said = last_line(&run->errors);

	/* By it, or by the target that it asked. */
	if (run->status != COMMAND_ERROR || !strstr(said, TEST_TIME_IS_UP))
		return command_fail(command, s->f->shown,
				    "`me resolve` ended with status %d: %s",
				    run->status, said);
	return faults_take(s);
}

/* Whether there are artifacts of none of which anything was told. */
static bool is_untold(const struct test_session *s)
{
	struct corpus_list list = {0};
	const int err = faults_list(s->t->command, s->corpus, &list);
	const bool is_some = !err && list.count;

	corpus_list_done(&list);
	return is_some && !json_array_size(json_object_get(s->report, "faults")) &&
	       !json_array_size(json_object_get(s->report, "outside"));
}

static int resolve(struct test_session *s, unsigned seconds)
{
	struct process run = {.is_command = true};

	words_add_each(&run.words, s->t->me, "resolve", "--json");
	words_add_format(&run.words, "--time=%u", seconds);
	words_add_each(&run.words, s->target, s->corpus);
	int err = process_run(s->t->command, &run);
	if (!err)
		json_lines_read(text_string(&run.output), line_take, s);
	if (!err && !json_object_get(s->report, "goals") && !stop_asked())
		err = unfinished_take(s, &run);
	else if (!err && !stop_asked() && is_untold(s))
		err = faults_take(s);
	process_done(&run);
	return err;
}

/* ---- what has changed */

/* How many goals have the verdict. */
static size_t report_count(const json_t *report, const char *verdict)
{
	const json_t *goal;
	size_t index, count = 0;

	json_array_foreach(json_object_get(report, "branches"), index, goal) count +=
	    strcmp(json_member_text(goal, "verdict"), verdict) == 0;
	return count;
}

/* Whether a search would not go much further than the one of the report. */
static bool is_enough(const json_t *report, unsigned seconds)
{
	return json_object_get(report, "branches") &&
	       (!report_count(report, "open") ||
		5 * json_integer_value(json_object_get(report, "seconds")) >=
		    4 * seconds);
}

static bool same_text(const json_t *a, const json_t *b, const char *member)
{
	return strcmp(json_member_text(a, member), json_member_text(b, member)) == 0;
}

/* Whether the driver, where there is one, is the file that it was. */
static bool same_driver(const json_t *report)
{
	char *hash = file_hash(json_member_text(report, "driver"));
	const bool same =
	    !json_object_get(report, "driver") ||
	    (hash && strcmp(hash, json_member_text(report, "driver_hash")) == 0);

	free(hash);
	return same;
}

/* ---- reports */

static json_t *report_new(const struct test_session *s)
{
	const struct test_function *f = s->f;

	return json_pack(
	    "{s:s, s:o, s:o, s:o, s:i, s:o, s:o, s:[], s:[], s:[], s:[], s:s, s:s}",
	    "kind", "function", "function", json_text(f->shown), "name",
	    json_text(f->as), "file", json_text(s->t->file), "line", (int)f->line,
	    "target", json_text(s->target), "corpus", json_text(s->corpus), "faults",
	    "outside", "not_finite", "writes", "unit", s->t->unit, "notes", f->notes);
}

static void assumed_take(struct test_session *s)
{
	json_t *lines = json_array();
	char *text =
		 string_copy(s->record.entry.reasons ? s->record.entry.reasons : ""),
	     *rest = text;

	for (char *line; (line = strsep(&rest, "\n"));)
		if (*line)
			json_array_append_new(lines, json_text(line));
	free(text);
	const char *key;
	json_t *mended;
	json_object_foreach(s->f->mended, key, mended)
	{
		json_t *why = json_object_get(mended, "why");
		if (*json_string_value(why))
			json_array_append(lines, why);
	}
	json_object_set_new(s->report, "assumed", lines);
	if (json_object_size(s->f->mended))
		json_object_set(s->report, "mended", s->f->mended);
}

/* ---- the target */

static int record_read(struct test_session *s)
{
	const struct goal_choice all = {0};

	build_record_done(&s->record);
	s->record = (struct build_record){0};
	return build_record_read(s->t->command, s->target, all, &s->record);
}

/* As the guesses stand. TEST_FAILED after a message, or without one where it is only tried. */
static enum test_build build(struct test_session *s, bool is_tried)
{
	status_do(s->t->command->status, "%s, %zu of %zu: compiling", s->f->shown,
		  s->t->position, s->t->chosen);
	const enum test_build built = test_build(s->t, s->f, is_tried);
	return built == TEST_BUILT && record_read(s) ? TEST_FAILED : built;
}

static void digest_note(struct test_session *s)
{
	char *digest = test_digest(s->t, &s->record);

	json_object_set_new(s->report, "digest", json_string(digest ? digest : ""));
	free(digest);
}

/* Whether the report holds for what was built now. */
static bool is_known(struct test_session *s, const json_t *before, unsigned seconds)
{
	digest_note(s);
	return same_text(before, s->report, "digest") && is_enough(before, seconds);
}

static void guesses_forget(struct test_session *s)
{
	json_decref(s->f->mended);
	s->f->mended = json_object();
}

/* Builds anew as long as a short search finds that guesses are wrong, where runs hang or die for
 * no longer than the search itself takes. */
static enum test_build build_mended(struct test_session *s, unsigned seconds)
{
	enum { ROUNDS = 5 };
	const double end = clock_now() + seconds;
	enum test_build built = TEST_BUILT;
	bool is_changed = true;

	for (int i = 0; i < ROUNDS && is_changed && built == TEST_BUILT &&
			(!i || clock_now() < end);
	     i++) {
		if (test_mend(s->t, s->f, &s->record, &is_changed))
			return TEST_FAILED;
		if (is_changed && !stop_asked())
			built = build(s, false);
	}
	if (built == TEST_REFUSED) { /* a guess that the plugin does not take */
		guesses_forget(s);
		json_object_del(s->report, "why");
		built = build(s, false);
	}
	return built;
}

/* With the guesses of an earlier report, for which that may still hold; *is_done: it does. */
static enum test_build build_first(struct test_session *s, const json_t *before,
				   unsigned seconds, bool *is_done)
{
	json_t *mended = json_object_get(before, "mended");

	guesses_forget(s);
	if (mended)
		json_object_update(s->f->mended, mended);
	enum test_build built =
	    build(s, mended != NULL); /* its parameters may be gone */
	*is_done = built == TEST_BUILT && is_known(s, before, seconds);
	if (*is_done || !mended || stop_asked())
		return built;
	guesses_forget(s);
	json_object_del(s->report, "why");
	return build(s, false);
}

/* ---- all of it */

static void report_take(struct test_session *s, const json_t *before)
{
	static const char *const lists[] = {"faults", "outside", "not_finite",
					    "writes"};

	json_object_update_missing(s->report, (json_t *)before);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		json_object_set(s->report, lists[i], json_object_get(before, lists[i]));
}

static int search_and_tell(struct test_session *s, unsigned seconds)
{
	search_forget(s);
	status_do(s->t->command->status,
		  "%s, %zu of %zu: searching and proving for up to %u s", s->f->shown,
		  s->t->position, s->t->chosen, seconds);
	int err = resolve(s, seconds);
	if (err || stop_asked())
		return err;
	return test_goals_tell(s);
}

/* Where a target lies while another one is tried: nothing is left there. The caller frees. */
static char *aside_clear(const struct test_session *s)
{
	char *aside = string_copy(test_function_path(s->t, s->f, ".shorter"));

	path_remove_tree(aside);
	return aside;
}

/* What the function's directory has of a target goes there, or comes back. */
static void target_move(struct test_session *s, bool is_back)
{
	static const char *const parts[] = {"fuzz_target", "corpus", "corpus.me"};
	char *aside = is_back ? string_copy(test_function_path(s->t, s->f, ".shorter"))
			      : aside_clear(s);

	if (!is_back)
		mkdir(aside, 0777);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const char *path = test_function_path(s->t, s->f, parts[i]);
		char *other = string_format("%s/%s", aside, parts[i]);
		if (is_back && strcmp(parts[i], "fuzz_target") != 0)
			path_remove_tree(path);
		rename(is_back ? other : path, is_back ? path : other);
		free(other);
	}
	free(aside);
	if (is_back)
		free(aside_clear(s));
}

/* With these guesses, too, where more goals are met then. */
static int search_longer(struct test_session *s, json_t *items, unsigned seconds)
{
	json_t *before = s->report, *mended = json_deep_copy(s->f->mended);

	target_move(s, false);
	json_object_update(s->f->mended, items);
	s->f->report = s->report = memory_checked(report_new(s));
	int err = 0;
	const bool is_built = build(s, true) == TEST_BUILT;
	if (is_built) {
		digest_note(s);
		assumed_take(s);
		err = search_and_tell(s, seconds);
	}
	if (is_built && !err &&
	    report_count(s->report, "covered") > report_count(before, "covered")) {
		free(aside_clear(s));
		json_decref(before);
		json_decref(mended);
		return 0;
	}
	json_decref(s->report);
	s->f->report = s->report = before;
	json_decref(s->f->mended);
	s->f->mended = mended;
	target_move(s, true);
	return err;
}

/* Goes on with what is not decided: with longer arrays, where these may be what it takes. */
static int search_on(struct test_session *s, unsigned seconds)
{
	json_t *items, *branches = json_object_get(s->report, "branches");
	int err = test_longer(s->t, s->f, &s->record, branches, &items);

	if (!err && json_object_size(items))
		err = search_longer(s, items, seconds);
	else if (!err && report_count(s->report, "open")) {
		static const char *const lists[] = {"faults", "outside", "not_finite",
						    "writes"};
		for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
			json_array_clear(json_object_get(s->report, lists[i]));
		err = search_and_tell(s, seconds);
	}
	json_decref(items);
	return err;
}

/* Where arrays may turn out to be too short, two fifths of the time are kept for longer ones. */
static int search_all(struct test_session *s, unsigned seconds)
{
	enum { LEAST = 5 };
	const double begun = clock_now();
	json_t *items = NULL;
	int err = seconds < LEAST ? 0
				  : test_longer(s->t, s->f, &s->record, NULL, &items);
	const unsigned later = json_object_size(items) ? seconds * 2 / 5 : 0;

	json_decref(items);
	if (!err)
		err = search_and_tell(s, seconds - later);
	if (!err && later && !stop_asked()) {
		const double left = seconds - (clock_now() - begun);
		err = search_on(s, left > later ? (unsigned)left : later);
	}
	json_object_set_new(s->report, "seconds", json_integer(seconds));
	return err;
}

static int test_work(struct test_session *s, const json_t *before, unsigned seconds)
{
	const char *directory = test_path(s->t, "%s", s->f->as);
	bool is_done = false;

	if (command_make_directory(s->t->command, directory))
		return -1;
	enum test_build built = build_first(s, before, seconds, &is_done);
	if (built == TEST_BUILT && !is_done) {
		built = build_mended(s, seconds);
		is_done = built == TEST_BUILT && is_known(s, before, seconds);
	}
	s->t->has_built |= built == TEST_BUILT;
	s->t->is_unbuilt =
	    built == TEST_FAILED && !s->t->has_built &&
	    (s->t->lacks_symbols || !json_object_get(s->report, "driver"));
	if (built != TEST_BUILT)
		return built == TEST_FAILED ? -1 : 0;
	assumed_take(s);
	if (!is_done)
		return search_all(s, seconds);
	report_take(s, before);
	return 0;
}

int test_function_run(struct testing *t, struct test_function *f, unsigned seconds)
{
	struct test_session s = {
	    .t = t, .f = f, .verdicts = memory_checked(json_object())};
	char *path = string_copy(test_function_path(t, f, "report.json"));
	json_t *before = json_file_read(path);
	int err = 0;

	s.target = string_copy(test_function_path(t, f, "fuzz_target"));
	s.corpus = string_copy(test_function_path(t, f, "corpus"));
	f->report = s.report = memory_checked(report_new(&s));
	if (same_text(before, s.report, "unit") &&
	    same_text(before, s.report, "notes") && same_driver(before) &&
	    is_enough(before, seconds)) {
		json_decref(s.report);
		f->report = json_incref(before);
	} else if (!seconds) {
		json_object_set_new(s.report, "why", json_string(TEST_TIME_IS_UP));
	} else {
		err = test_work(&s, before, seconds);
		if (err) {
			json_decref(s.report);
			f->report = NULL;
		} else if (!stop_asked() && json_object_get(s.report, "branches"))
			err = json_file_write(t->command, path, json_incref(s.report),
					      JSON_COMPACT);
	}
	session_done(&s);
	json_decref(before);
	free(path);
	return err;
}
