/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trial.c - measures a test without the plugin, or finds what was measured before, and
 * compares with what the test leaves with the plugin.
 *
 * A verdict is one of
 *	same	no difference
 *	left	not comparable: why says what is wrong without the plugin
 *	crash	the compiler crashed with the plugin alone
 *	fails	does not build with the plugin alone
 *	builds	builds with the plugin alone
 *	warns	other diagnostics
 *	link	other diagnostics, but only of LTO's link, which sees the hooks
 *	differs	other output or another exit status
 *	open	the same with all sites open
 *	blind	it has conditions of its own, and none has a hook or was skipped
 */
#include "tests/torture/trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/torture/job.h"
#include "tests/torture/units.h"

/* The trial in hand. */
struct trial {
	struct measure m;
	const struct trial_books *books;
	struct outcome plain, with;
	struct units units;
	char why[300], kinds[1000];
};

/* ---- without the plugin */

static int read_plain(struct trial *t)
{
	struct outcome *o = &t->plain;
	const char *fields =
	    book_find(t->books->plain, t->m.test->name, t->m.configuration->name);

	return fields && sscanf(fields, "%d %d %" SCNx64 " %d %" SCNx64 " %u %u",
				&o->links, &o->build, &o->said, &o->run, &o->output,
				&o->conditions, &o->ms) == 7;
}

static int write_plain(struct trial *t)
{
	const struct outcome *o = &t->plain;
	char fields[200];

	snprintf(fields, sizeof fields, "%d\t%d\t%" PRIx64 "\t%d\t%" PRIx64 "\t%u\t%u",
		 o->links, o->build, o->said, o->run, o->output, o->conditions, o->ms);
	return book_add(t->books->plain, t->m.test->name, t->m.configuration->name,
			fields);
}

/* ---- comparing */

static const char *left(struct trial *t, const char *why)
{
	snprintf(t->why, sizeof t->why, "%s", why);
	return "left";
}

/* Finds a diagnostic that the log has and the other has not. */
static int find_missing(struct trial *t, const char *sign, const char *log,
			const char *other)
{
	FILE *f = fopen(log, "r");
	char *line = NULL;
	size_t room = 0;
	int found = 0;

	while (f && !found && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		found = strstr(line, ": ") && !job_log_find(other, line, NULL, 0);
	}
	if (found)
		snprintf(t->why, sizeof t->why, "%s%s", sign,
			 line + strcspn(line, ":"));
	for (char *s = t->why; (s = strpbrk(s, "\t\n"));)
		*s = ' ';
	free(line);
	if (f)
		fclose(f);
	return found;
}

static void explain(struct trial *t, const char *with, const char *plain)
{
	if (!find_missing(t, "+", with, plain) && !find_missing(t, "-", plain, with))
		snprintf(t->why, sizeof t->why, "in another number");
}

/* The compiler fails without the plugin: with it, it has to fail as well. */
static const char *compare_failures(struct trial *t)
{
	int crashed = job_log_find(t->m.build_log, "internal compiler error", t->why,
				   sizeof t->why);

	if (!t->with.build)
		return "builds";
	if (!crashed)
		return left(t, "does not build");
	measure_plain(&t->m, &t->plain);
	if (job_log_find(t->m.plain_log, "internal compiler error", NULL, 0))
		return left(t, "crashes the compiler");
	return "crash";
}

/* It builds without the plugin alone. */
static const char *explain_failure(struct trial *t)
{
	static const char *const crashes[] = {"internal compiler error", "verify_"};
	static const char *const failures[] = {"error", "undefined"};

	if (t->with.build == JOB_TIMEOUT) {
		snprintf(t->why, sizeof t->why, "takes too long");
		return "fails";
	}
	for (int i = 0; i < 2; i++)
		if (job_log_find(t->m.build_log, crashes[i], t->why, sizeof t->why))
			return "crash";
	for (int i = 0; i < 2; i++)
		if (job_log_find(t->m.build_log, failures[i], t->why, sizeof t->why))
			break;
	return "fails";
}

/* Whether the compilers alone, without the link, say the same. */
static int compile_alike(struct trial *t)
{
	struct outcome plain, with;

	measure_build(&t->m, &plain, 0, 0, "-S");
	measure_build(&t->m, &with, 0, 1, "-S");
	return !plain.build && !with.build && plain.said == with.said;
}

static const char *compare_diagnostics(struct trial *t)
{
	struct outcome again;
	char *with = NULL;

	if (t->with.said == t->plain.said)
		return NULL;
	if (asprintf(&with, "%s.with", t->m.build_log) < 0)
		return "warns";
	rename(t->m.build_log, with);
	measure_plain(&t->m, &again);
	explain(t, with, t->m.plain_log);
	free(with);
	if (again.said != t->plain.said)
		return left(t, "diagnostics vary");
	return strstr(t->m.configuration->flags, "-flto") && compile_alike(t) ? "link"
									      : "warns";
}

static int runs_alike(const struct outcome *a, const struct outcome *b)
{
	return a->run == b->run && a->output == b->output;
}

/* Other flags, of which no result should know: another layout of the stack, values in
 * what a program has not set or what is gone; the frames that a backtrace shows, and
 * calls that the compiler may drop. */
static const char *const other_flags[] = {
    "-fstack-protector-all -ftrivial-auto-var-init=pattern -fno-lifetime-dse",
    "-fno-inline -fno-omit-frame-pointer -fno-ipa-pure-const -fno-ipa-modref",
};

static int depends_on_flags(struct trial *t)
{
	struct outcome again;
	int depends = 0;

	for (int i = 0; i < 2 && !depends; i++) {
		measure_build(&t->m, &again, t->plain.links, 0, other_flags[i]);
		measure_run(&t->m, &again, 0);
		depends = !again.build && !runs_alike(&again, &t->plain);
	}
	return depends;
}

static int is_undefined(struct trial *t)
{
	struct outcome o;

	measure_build(&t->m, &o, t->plain.links, 0, "-fsanitize=address,undefined");
	measure_run(&t->m, &o, 0);
	return !o.build &&
	       (job_log_find(t->m.run_log, "ERROR: AddressSanitizer", NULL, 0) ||
		job_log_find(t->m.run_log, "runtime error: ", NULL, 0));
}

/* Why the plain program's outcome does not count, or null. */
static const char *unsteady(struct trial *t)
{
	struct outcome again;

	for (int i = 0; i < 2; i++) {
		measure_plain(&t->m, &again);
		if (!runs_alike(&again, &t->plain))
			return "two runs differ";
	}
	if (depends_on_flags(t))
		return "it depends on other flags or on what is not set";
	return is_undefined(t) ? "it is undefined" : NULL;
}

static const char *compare_runs(struct trial *t, int open)
{
	struct outcome now = t->with;
	const char *why;

	measure_run(&t->m, &now, open);
	if (runs_alike(&now, &t->plain))
		return NULL;
	snprintf(t->why, sizeof t->why, "exit %d, without %d", now.run, t->plain.run);
	why = unsteady(t);
	if (why)
		return left(t, why);
	measure_build(&t->m, &now, t->plain.links, 1, NULL);
	measure_run(&t->m, &now, open);
	if (runs_alike(&now, &t->plain))
		return left(t, "two runs with the plugin differ");
	return open ? "open" : "differs";
}

/* What kinds of comparisons were skipped, by what the plugin says with `verbose`. */
static void list_skipped(struct trial *t)
{
	static const char mark[] = "skipped: ";
	struct outcome o;
	FILE *f;
	char *line = NULL;
	size_t room = 0, length = 0;

	measure_build(&t->m, &o, 0, 1, "-fplugin-arg-me-verbose");
	f = fopen(t->m.build_log, "r");
	while (f && getline(&line, &room, f) > 0) {
		const char *kind = strstr(line, mark);
		if (!kind || length + 64 > sizeof t->kinds)
			continue;
		kind += sizeof mark - 1;
		int size = (int)strcspn(kind, "\n");
		length += (size_t)snprintf(t->kinds + length, 64, "%.*s;",
					   size < 60 ? size : 60, kind);
	}
	free(line);
	if (f)
		fclose(f);
}

static void count_sites(struct trial *t)
{
	char *product = NULL;

	if (asprintf(&product, "%s/%s", t->m.build, t->plain.links ? "t.exe" : "t.o") <
	    0)
		return;
	units_read(&t->units, product);
	free(product);
}

static const char *compare(struct trial *t)
{
	const char *verdict;

	if (t->plain.build == JOB_TIMEOUT || t->plain.run == JOB_TIMEOUT)
		return left(t, "takes too long");
	measure_build(&t->m, &t->with, t->plain.links, 1, NULL);
	if (t->plain.build)
		return compare_failures(t);
	if (t->with.build)
		return explain_failure(t);
	count_sites(t);
	verdict = compare_runs(t, 0);
	if (!verdict && t->m.configuration->opens)
		verdict = compare_runs(t, 1);
	if (!verdict)
		verdict = compare_diagnostics(t);
	if (!verdict && t->plain.conditions && t->units.is_object && !t->units.sites &&
	    !t->units.skipped && measure_own_conditions(&t->m))
		verdict = "blind";
	return verdict ? verdict : "same";
}

static int write_result(struct trial *t, const char *verdict)
{
	char fields[1500];

	if (t->units.skipped && !strcmp(t->m.configuration->name, "O0"))
		list_skipped(t);
	snprintf(fields, sizeof fields, "%s\t%u\t%u\t%u\t%u\t%u\t%s\t%s", verdict,
		 t->units.sites, t->units.skipped, t->plain.conditions, t->plain.ms,
		 t->with.ms, t->why, t->kinds);
	return book_add(t->books->results, t->m.test->name, t->m.configuration->name,
			fields);
}

int trial_run(const struct measure_place *p, const struct trial_books *books,
	      const struct suite_test *test, const struct measure_configuration *c)
{
	struct trial t = {.m = {.place = p, .test = test, .configuration = c},
			  .books = books};
	int error = measure_init(&t.m);

	if (!error && !read_plain(&t)) {
		measure_plain(&t.m, &t.plain);
		error = write_plain(&t);
	}
	if (!error)
		error = write_result(&t, compare(&t));
	measure_done(&t.m);
	return error;
}
