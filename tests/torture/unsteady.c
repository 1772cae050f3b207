/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unsteady.c - measures the plain program again, and otherwise. */
#include "tests/torture/unsteady.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/torture/job.h"

int outcome_runs_alike(const struct outcome *a, const struct outcome *b)
{
	return a->run == b->run && a->output == b->output;
}

/* Other flags, of which no result should know: another layout of the stack, values in
 * what a program has not set or what is gone; the frames that a backtrace shows, and
 * calls that the compiler may drop, allocations among them; no optimisers. */
static const char *const other_flags[] = {
    "-fstack-protector-all -ftrivial-auto-var-init=pattern -fno-lifetime-dse",
    "-fno-inline -fno-omit-frame-pointer -fno-ipa-pure-const -fno-ipa-modref",
    "-fno-allocation-dce",
    "-O0",
};

enum { OTHER_FLAGS = sizeof other_flags / sizeof *other_flags, VALGRIND_SECONDS = 60 };

static int depends_on_flags(struct measure *m, const struct outcome *plain)
{
	struct outcome again;
	int depends = 0;

	for (int i = 0; i < OTHER_FLAGS && !depends; i++) {
		measure_build(m, &again, plain->links, 0, other_flags[i]);
		measure_run(m, &again, 0);
		depends = !again.build && !outcome_runs_alike(&again, plain);
	}
	return depends;
}

static int is_undefined(struct measure *m, const struct outcome *plain)
{
	struct outcome o;

	measure_build(m, &o, plain->links, 0, "-fsanitize=address,undefined");
	measure_run(m, &o, 0);
	return !o.build &&
	       (job_log_find(m->run_log, "ERROR: AddressSanitizer", NULL, 0) ||
		job_log_find(m->run_log, "runtime error: ", NULL, 0));
}

static void run_in_valgrind(struct measure *m, const char *options)
{
	struct job j;
	char *program = NULL;

	if (asprintf(&program, "%s/t.exe", m->build) < 0)
		return;
	job_start(&j, m->run, m->run_log, VALGRIND_SECONDS);
	job_add_words(&j, "valgrind -q");
	job_add_words(&j, options);
	job_add(&j, program);
	job_run(&j);
	job_done(&j);
	free(program);
}

static int has_sanitizers(const struct measure *m)
{
	return strstr(m->configuration->flags, "-fsanitize") != NULL;
}

/* What lies below its stack, or was never set, is what valgrind sees. */
static int reads_nothing_of_its_own(struct measure *m, const struct outcome *plain)
{
	struct outcome o;

	if (has_sanitizers(m))
		return 0;
	measure_build(m, &o, plain->links, 0, NULL);
	run_in_valgrind(m, "");
	return job_log_find(m->run_log, "Invalid read", NULL, 0) ||
	       job_log_find(m->run_log, "uninitialised value", NULL, 0);
}

/* The sanitizers call memory lost unless its address is still in a register or on the
 * stack, where it may be long after its last use. */
static int loses_memory(struct measure *m, const struct outcome *plain)
{
	struct outcome o;

	if (!has_sanitizers(m))
		return 0;
	measure_build(m, &o, plain->links, 0, "-fno-sanitize=all");
	run_in_valgrind(m, "--leak-check=full");
	return job_log_find(m->run_log, "definitely lost", NULL, 0);
}

const char *unsteady(struct measure *m, const struct outcome *plain)
{
	struct outcome again;

	for (int i = 0; i < 2; i++) {
		measure_plain(m, &again);
		if (!outcome_runs_alike(&again, plain))
			return "two runs differ";
	}
	if (depends_on_flags(m, plain))
		return "it depends on other flags or on what is not set";
	if (loses_memory(m, plain))
		return "it loses memory";
	return is_undefined(m, plain) || reads_nothing_of_its_own(m, plain)
		   ? "it is undefined"
		   : NULL;
}
