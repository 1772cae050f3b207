/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * torture.c - runs GCC's own test suite without and with the plugin and compares
 * (trial.c). Results go to a file; what is there is not done again.
 *
 *	torture SUITE PLUGIN DIRECTORY KEY BASE [OPTION=VALUE]...
 *
 * SUITE is gcc/testsuite of GCC's sources; DIRECTORY has hooks.o and gets results.tsv;
 * KEY names what the results depend on, BASE what those without the plugin do. Options,
 * of which an empty value is none:
 *	every=K		each K-th test, in one configuration: they take turns
 *	n=N		end after about N trials
 *	jobs=J		processes
 *	config=NAME	only this configuration
 *	only=TEXT	tests whose name has the text
 *	cc=NAME		the C compiler, whose suffix those of the others get
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/torture/trial.h"

struct options {
	const char *suite, *plugin, *directory, *key, *base;
	const char *configuration, *only, *compiler;
	long every, trials, jobs;
};

/* What the workers share: the next trial that nobody has taken. */
struct queue {
	atomic_long next, done;
	atomic_int failed;
};

/* ---- options */

static int read_option(struct options *o, const char *word)
{
	static const char *const names[] = {
	    "every=", "n=", "jobs=", "config=", "only=", "cc="};
	size_t i = 0;

	while (i < 6 && strncmp(word, names[i], strlen(names[i])))
		i++;
	if (i == 6)
		return -1;
	word += strlen(names[i]);
	if (i < 3)
		*(long *[]){&o->every, &o->trials, &o->jobs}[i] =
		    *word ? atol(word) : 0;
	else
		*(const char **[]){&o->configuration, &o->only, &o->compiler}[i - 3] =
		    word;
	return 0;
}

static int read_options(struct options *o, int argc, char **argv)
{
	*o = (struct options){.configuration = "", .only = "", .compiler = "gcc"};
	if (argc < 6)
		return -1;
	o->suite = argv[1];
	o->plugin = argv[2];
	o->directory = argv[3];
	o->key = argv[4];
	o->base = argv[5];
	for (int i = 6; i < argc; i++)
		if (read_option(o, argv[i])) {
			fprintf(stderr, "torture: %s: no such option\n", argv[i]);
			return -1;
		}
	if (o->every < 1)
		o->every = 1;
	if (o->jobs < 1)
		o->jobs = 1;
	return 0;
}

/* ---- the trials */

/* Whether the trial belongs to the sample. */
static int is_wanted(const struct options *o, const struct suite_test *t, long test,
		     long configuration)
{
	const char *name = measure_configurations[configuration].name;

	if (*o->only && !strstr(t->name, o->only))
		return 0;
	if (test % o->every)
		return 0;
	if (*o->configuration)
		return !strcmp(o->configuration, name);
	return o->every == 1 ||
	       test / o->every % measure_configuration_count == configuration;
}

/* All that a worker needs. */
struct torture {
	struct options options;
	struct suite suite;
	struct book plain, results;
	struct queue *queue; /* shared by the processes */
};

static int work(struct torture *t, const struct measure_place *place)
{
	const struct trial_books books = {&t->plain, &t->results};
	const struct options *o = &t->options;
	struct queue *q = t->queue;
	long tests = (long)t->suite.count, i;

	while ((i = atomic_fetch_add(&q->next, 1)) <
		   tests * measure_configuration_count &&
	       !q->failed) {
		const struct suite_test *test = &t->suite.tests[i % tests];
		const struct measure_configuration *c =
		    &measure_configurations[i / tests];
		if (!is_wanted(o, test, i % tests, i / tests) ||
		    book_find(&t->results, test->name, c->name))
			continue;
		if (o->trials && atomic_fetch_add(&q->done, 1) >= o->trials)
			break;
		if (trial_run(place, &books, test, c))
			q->failed = 1;
	}
	return q->failed;
}

static int work_in(struct torture *t, long worker)
{
	static const char *const compilers[] = {"gcc", "g++", "gfortran"};
	const struct options *o = &t->options;
	char directory[4096], temporary[4200], hooks[4096], plugin[4096], names[3][256];
	const char *suffix = strstr(o->compiler, "gcc");
	struct measure_place place = {directory, plugin, hooks, {0}};

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	snprintf(directory, sizeof directory, "%s/scratch%ld", o->directory, worker);
	snprintf(temporary, sizeof temporary, "%s/build", directory);
	snprintf(hooks, sizeof hooks, "%s/hooks.o", o->directory);
	snprintf(plugin, sizeof plugin, "-fplugin=%s", o->plugin);
	for (int i = 0; i < 3; i++) {
		snprintf(names[i], sizeof names[i], "%s%s", compilers[i],
			 suffix ? suffix + 3 : "");
		place.compilers[i] = names[i];
	}
	mkdir(directory, 0777);
	setenv("LC_ALL", "C", 1);
	setenv("TMPDIR", temporary, 1);
	return work(t, &place);
}

static int run_workers(struct torture *t)
{
	int status, failed = 0;

	t->queue = mmap(NULL, sizeof *t->queue, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t->queue == MAP_FAILED)
		return -1;
	for (long j = 0; j < t->options.jobs; j++) {
		pid_t child = fork();
		if (child == 0)
			_exit(work_in(t, j));
		failed |= child < 0;
	}
	while (wait(&status) > 0)
		failed |= status != 0;
	munmap(t->queue, sizeof *t->queue);
	return failed ? -1 : 0;
}

static int open_books(struct torture *t)
{
	const struct options *o = &t->options;
	char path[4096];

	snprintf(path, sizeof path, "%s/plain.tsv", o->directory);
	if (book_open(&t->plain, path, o->base))
		return -1;
	snprintf(path, sizeof path, "%s/results.tsv", o->directory);
	return book_open(&t->results, path, o->key);
}

int main(int argc, char **argv)
{
	struct torture t;

	if (read_options(&t.options, argc, argv)) {
		fprintf(stderr,
			"usage: torture SUITE PLUGIN DIRECTORY KEY BASE [OPTION]...\n");
		return 2;
	}
	if (suite_read(&t.suite, t.options.suite)) {
		fprintf(stderr, "torture: %s: no tests\n", t.options.suite);
		return 1;
	}
	if (open_books(&t) || run_workers(&t)) {
		fprintf(stderr, "torture: %s: no results can be written\n",
			t.options.directory);
		return 1;
	}
	book_close(&t.plain);
	book_close(&t.results);
	suite_done(&t.suite);
	return 0;
}
