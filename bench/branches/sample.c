/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/sample.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/base/spawn.h"

enum { MAX_FILES = 8192 };

static const double RUN_LIMIT = 120; /* seconds of CPU after which a run is given up */

static const char *const method_names[] = {"full", "off", "random", "coverme"};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t list_files(const char *dir, char **files)
{
	size_t n = 0;
	char path[4096];
	struct stat status;
	const struct dirent *entry;
	DIR *directory = opendir(dir);

	while (directory && n < MAX_FILES && (entry = readdir(directory)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
			files[n++] = strdup(path);
	}
	if (directory)
		closedir(directory);
	qsort(files, n, sizeof *files, by_name);
	return n;
}

static int count_corpus(const struct twin *twin, const char *dir,
			struct coverage *coverage, int *count)
{
	static char *files[MAX_FILES];
	const size_t n = list_files(dir, files);
	const int result = count_files(twin, files, n, coverage);

	for (size_t i = 0; i < n; i++)
		free(files[i]);
	if (count)
		*count = (int)n;
	return result;
}

/*
 * Coverage of a prefix of the announced files never shrinks as it grows: the last file
 * that adds a branch ends the shortest prefix that has all branches.
 */
static int search_cpu(const struct twin *twin, const struct run *run,
		      struct sample *sample)
{
	static char *files[SPAWN_INPUTS];
	struct coverage coverage;
	size_t low = 0, high = run->inputs;

	for (size_t i = 0; i < run->inputs; i++)
		files[i] = run->input[i].file;
	if (count_files(twin, files, high, &coverage) != 0)
		return -1;
	const int all = coverage.branches.covered;

	sample->announced_less = all < sample->coverage[FULL].branches.covered;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (count_files(twin, files, middle, &coverage) != 0)
			return -1;
		if (coverage.branches.covered < all)
			low = middle + 1;
		else
			high = middle;
	}
	sample->search_cpu = low > 0 ? run->input[low - 1].cpu : 0;
	if (sample->announced_less)
		sample->search_cpu = run->cpu;
	return 0;
}

/* One run of the target: its corpus is DIR/METHOD-SEED. */
static int run_target(const struct set *set, const struct function *function,
		      enum method method, int seed, double limit, struct run *run)
{
	char dir[1024], target[1024], option[32], seed_option[32], corpus[64], log[64],
	    keep[64], path[2048];
	char scope[] = "--goals=static"; /* the rows' branches, as ever */
	/* A session of one process: its CPU clock is the limit's. */
	char alone[] = "-ignore_crashes=0";
	char announces[] = "-verbosity=2";
	char *argv[] = {target, seed_option, scope,  corpus,
			alone,	announces,   option, NULL};

	snprintf(dir, sizeof dir, "%s/build/bench/%s/%s/run", set->root, set->name,
		 function->name);
	snprintf(target, sizeof target, "%s/build/subjects/%s/%s/fuzz_target",
		 set->root, set->name, function->name);
	snprintf(corpus, sizeof corpus, "%s-%d", method_names[method], seed);
	snprintf(log, sizeof log, "%s-%d.log", method_names[method], seed);
	snprintf(keep, sizeof keep, "%s-%d.new", method_names[method], seed);
	snprintf(seed_option, sizeof seed_option, "-seed=%d", seed);
	snprintf(option, sizeof option, "--method=%s", method_names[method]);
	if (method == FULL)
		argv[6] = NULL;
	mkdir(dir, 0777);
	snprintf(path, sizeof path, "%s/%s", dir, corpus);
	mkdir(path, 0777);
	return spawn(dir, argv, log, method == FULL ? keep : NULL, limit, run);
}

static int measure_target(const struct set *set, const struct function *function,
			  const struct twin *twin, enum method method, int seed,
			  struct sample *sample)
{
	static struct run run;
	char corpus[2048];
	const double limit = method == OFF ? sample->stop_cpu : RUN_LIMIT;

	if (run_target(set, function, method, seed, limit, &run) != 0)
		return -1;
	snprintf(corpus, sizeof corpus, "%s/build/bench/%s/%s/run/%s-%d", set->root,
		 set->name, function->name, method_names[method], seed);
	int result = count_corpus(twin, corpus, &sample->coverage[method],
				  method == FULL ? &sample->files : NULL);

	if (method == COVERME)
		sample->coverme_cpu = run.cpu;
	if (method == FULL) {
		sample->stop_cpu = run.cpu;
		sample->status = run.status;
		sample->lost = (int)run.lost;
		if (result == 0)
			result = search_cpu(twin, &run, sample);
	}
	spawn_done(&run);
	return result;
}

static int measure_random(const struct twin *twin, int seed, struct sample *sample)
{
	char command[1024], draws[32] = "";

	snprintf(command, sizeof command, "%s/plain --random %d %.6f 0", twin->dir,
		 seed, sample->stop_cpu);
	FILE *plain = popen(command, "r");

	if (!plain)
		return -1;
	if (fscanf(plain, "%31s", draws) != 1)
		*draws = '\0';
	if (pclose(plain) != 0 || !*draws)
		return -1;
	return count_random(twin, seed, draws, &sample->coverage[RANDOM]);
}

int sample_measure(const struct set *set, const struct function *function, int seed,
		   struct sample *sample)
{
	char dir[1024];
	const struct twin twin = {dir, function->name, set->gcov};

	snprintf(dir, sizeof dir, "build/bench/%.99s/%.127s", set->name,
		 function->name);
	if (measure_target(set, function, &twin, FULL, seed, sample) != 0 ||
	    measure_target(set, function, &twin, OFF, seed, sample) != 0 ||
	    measure_random(&twin, seed, sample) != 0 ||
	    measure_target(set, function, &twin, COVERME, seed, sample) != 0)
		return -1;
	return 0;
}
