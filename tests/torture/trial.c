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
#include "tests/torture/unsteady.h"

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

/* Whether what the compiler started was ended by its limit, which the plugin's is a
 * multiple of. */
static int out_of_time(const char *log)
{
	return job_log_find(log, "CPU time limit exceeded", NULL, 0) ||
	       job_log_find(log, "Killed signal terminated", NULL, 0);
}

/* The compiler fails without the plugin: with it, it has to fail as well. */
static const char *compare_failures(struct trial *t)
{
	int crashed = job_log_find(t->m.build_log, "internal compiler error", t->why,
				   sizeof t->why);

	if (!t->with.build || crashed)
		measure_plain(&t->m, &t->plain);
	if (!t->with.build)
		return out_of_time(t->m.plain_log) ? left(t, "takes too long")
						   : "builds";
	if (!crashed)
		return left(t, "does not build");
	if (job_log_find(t->m.plain_log, "internal compiler error", NULL, 0))
		return left(t, "crashes the compiler");
	return "crash";
}

/* Some tests assemble or link only when the optimisers drop a function or a call, or
 * when -g changes nothing that they do not level out: with other ones they fail without
 * the plugin too. */
static int depends_on_optimisers(struct trial *t)
{
	static const char *const levels[] = {"-O0", "-Og"};
	static const char *const signs[] = {"undefined reference",
					    "Error: ", "-fcompare-debug"};
	const char *sign = NULL;
	struct outcome again = {0};

	for (int i = 0; i < 3 && !sign; i++)
		if (job_log_find(t->m.build_log, signs[i], t->why, sizeof t->why))
			sign = signs[i];
	for (int i = 0; i < 2 && sign && !again.build; i++)
		measure_build(&t->m, &again, t->plain.links, 0, levels[i]);
	return again.build && job_log_find(t->m.build_log, sign, NULL, 0);
}

/* It builds without the plugin alone. */
static const char *explain_failure(struct trial *t)
{
	static const char *const crashes[] = {"internal compiler error", "verify_"};
	static const char *const failures[] = {"error", "undefined"};

	if (t->with.build == JOB_TIMEOUT || out_of_time(t->m.build_log)) {
		snprintf(t->why, sizeof t->why, "takes too long");
		return "fails";
	}
	for (int i = 0; i < 2; i++)
		if (job_log_find(t->m.build_log, crashes[i], t->why, sizeof t->why))
			return "crash";
	if (depends_on_optimisers(t))
		return left(t, "it builds by what the optimisers drop");
	measure_build(&t->m, &t->with, t->plain.links, 1, NULL);
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

static const char *compare_runs(struct trial *t, int open)
{
	struct outcome now = t->with;
	const char *why;

	measure_run(&t->m, &now, open);
	if (outcome_runs_alike(&now, &t->plain))
		return NULL;
	snprintf(t->why, sizeof t->why, "exit %d, without %d", now.run, t->plain.run);
	why = unsteady(&t->m, &t->plain);
	if (why)
		return left(t, why);
	measure_build(&t->m, &now, t->plain.links, 1, NULL);
	measure_run(&t->m, &now, open);
	if (outcome_runs_alike(&now, &t->plain))
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
