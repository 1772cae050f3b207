/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - the command lines; the scratch directory. */
#include "tests/torture/measure.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/torture/job.h"

enum { BUILD_SECONDS = 20, RUN_SECONDS = 10 };

const struct measure_configuration measure_configurations[] = {
    {"O0", "-O0", 1},
    {"O2", "-O2", 1},
    {"O1", "-O1", 0},
    {"O3", "-O3", 1},
    {"Os", "-Os", 0},
    /* In one partition: the link warns of more, and code with hooks may be more. */
    {"lto", "-O2 -flto -flto-partition=one", 0},
    {"coverage", "-O0 --coverage", 0},
    {"sanitize", "-O1 -fsanitize=address,undefined", 0},
    {"g", "-O2 -g", 0},
};
const int measure_configuration_count =
    sizeof measure_configurations / sizeof *measure_configurations;

static const char *const open_environment[] = {"ME_OPEN=1", "LC_ALL=C",
					       "PATH=/usr/bin:/bin", NULL};
static const char *const closed_environment[] = {"ME_SHUT=1", "LC_ALL=C",
						 "PATH=/usr/bin:/bin", NULL};

/* ---- the scratch directory */

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *f)
{
	(void)st, (void)kind;
	return f->level ? remove(path) : 0;
}

static void clean(const char *directory)
{
	mkdir(directory, 0777);
	nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static char *in_scratch(const struct measure_place *p, const char *name)
{
	char *path = NULL;

	return asprintf(&path, "%s/%s", p->directory, name) < 0 ? NULL : path;
}

int measure_init(struct measure *m)
{
	m->build = in_scratch(m->place, "build");
	m->run = in_scratch(m->place, "run");
	m->build_log = in_scratch(m->place, "build.log");
	m->run_log = in_scratch(m->place, "run.log");
	m->plain_log = in_scratch(m->place, "plain.log");
	m->dump = in_scratch(m->place, "ssa");
	return m->build && m->run && m->build_log && m->run_log && m->plain_log &&
		       m->dump
		   ? 0
		   : -1;
}

void measure_done(struct measure *m)
{
	free(m->build);
	free(m->run);
	free(m->build_log);
	free(m->run_log);
	free(m->plain_log);
	free(m->dump);
}

/* ---- building and running */

/* Conditions in a dump of the pass ssa. */
static unsigned count_conditions(const char *dump)
{
	FILE *f = fopen(dump, "r");
	char *line = NULL;
	size_t room = 0;
	unsigned count = 0;

	while (f && getline(&line, &room, f) > 0) {
		const char *s = line + strspn(line, " ");
		count += !strncmp(s, "if (", 4) || !strncmp(s, "switch (", 8);
	}
	free(line);
	if (f)
		fclose(f);
	return count;
}

/* What makes it: an object, of LTO one that went through the whole compiler, or a
 * program. */
static void add_product(struct job *j, const struct measure *m, int links, int plugin)
{
	if (links) {
		job_add_words(j, "-o t.exe");
		if (plugin)
			job_add(j, m->place->hooks);
		job_add(j, "-lm");
	} else if (strstr(m->configuration->flags, "-flto")) {
		job_add_words(j, "-r -nostdlib -flinker-output=nolto-rel -o t.o");
	} else {
		job_add_words(j, "-c -o t.o");
	}
}

void measure_build(struct measure *m, struct outcome *o, int links, int plugin,
		   const char *extra)
{
	const struct suite_test *test = m->test;
	struct job j;

	clean(m->build);
	job_start(&j, m->build, m->build_log,
		  plugin ? 3 * BUILD_SECONDS : BUILD_SECONDS);
	job_add(&j, m->place->compilers[test->language]);
	job_add_words(&j, "-fchecking -Wall -Wextra");
	job_add_words(&j, test->options);
	job_add_words(&j, m->configuration->flags);
	if (plugin)
		job_add(&j, m->place->plugin_flag);
	if (extra)
		job_add_words(&j, extra);
	if (test->language == SUITE_CXX)
		job_add_words(&j, "-x c++");
	job_add(&j, test->path);
	if (test->language == SUITE_CXX)
		job_add_words(&j, "-x none");
	add_product(&j, m, links, plugin);
	struct job_result r = job_run(&j);
	job_done(&j);
	o->links = links;
	o->build = r.status;
	o->ms = r.cpu_ms;
	o->said = job_log_diagnostics(m->build_log);
	o->run = MEASURE_NOT_RUN;
	o->output = 0;
	o->conditions = 0;
}

void measure_run(struct measure *m, struct outcome *o, int open)
{
	struct job j;
	char *program = NULL;

	if (!o->links || o->build || asprintf(&program, "%s/t.exe", m->build) < 0)
		return;
	clean(m->run);
	job_start(&j, m->run, m->run_log, RUN_SECONDS);
	j.environment = open ? open_environment : closed_environment;
	job_add(&j, program);
	struct job_result r = job_run(&j);
	o->run = r.status;
	o->output = job_log_hash(m->run_log);
	free(program);
}

unsigned measure_own_conditions(struct measure *m)
{
	struct outcome o;
	char *flags = NULL;
	unsigned count = 0;

	remove(m->dump);
	if (asprintf(&flags, "-fno-sanitize=all -fdump-tree-ssa=%s", m->dump) < 0)
		return 0;
	measure_build(m, &o, 0, 0, flags);
	if (!o.build)
		count = count_conditions(m->dump);
	free(flags);
	return count;
}

void measure_plain(struct measure *m, struct outcome *o)
{
	char *dump = NULL;

	remove(m->dump);
	if (!strcmp(m->configuration->name, "O0") &&
	    asprintf(&dump, "-fdump-tree-ssa=%s", m->dump) < 0)
		dump = NULL;
	if (m->test->runs)
		measure_build(m, o, 1, 0, dump);
	if (!m->test->runs || (o->build && o->build != JOB_TIMEOUT))
		measure_build(m, o, 0, 0, dump);
	if (dump && !o->build)
		o->conditions = count_conditions(m->dump);
	free(dump);
	remove(m->plain_log);
	rename(m->build_log, m->plain_log);
	measure_run(m, o, 0);
}
