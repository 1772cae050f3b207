/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/sample.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/base/spawn.h"

/* ---- what is known of a function */

/* CSV with commas inside quotes: the n-th field, counted from 0. */
static const char *csv_field(const char *line, int n)
{
	for (int quoted = 0; n > 0 && *line; line++) {
		quoted ^= *line == '"';
		n -= !quoted && *line == ',';
	}
	return line;
}

static void read_table(const char *path, struct function *function)
{
	char line[512], name[128];
	FILE *table = strcmp(path, "-") == 0 ? NULL : fopen(path, "r");

	if (!table)
		return;
	while (fgets(line, sizeof line, table)) {
		if (sscanf(csv_field(line, 1), "%127[^,]", name) != 1 ||
		    strcmp(name, function->origin) != 0)
			continue;
		function->listed = 1;
		function->paper_lines = atof(csv_field(line, 8));
		function->paper_conditions = atof(csv_field(line, 10));
		function->paper_branches = atof(csv_field(line, 12));
	}
	fclose(table);
}

size_t function_read_rows(const char *path, const char *table,
			  struct function *functions)
{
	char line[4096];
	size_t n = 0;
	FILE *rows = fopen(path, "r");

	if (!rows)
		return 0;
	while (n < FUNCTIONS_MOST && fgets(line, sizeof line, rows)) {
		struct function *f = &functions[n++];
		const char *field = line;

		*f = (struct function){0};
		snprintf(f->name, sizeof f->name, "%.*s", (int)strcspn(line, "\t"),
			 line);
		for (int i = 0; i < 6; i++)
			field += strcspn(field, "\t") + 1;
		snprintf(f->origin, sizeof f->origin, "%.*s", (int)strcspn(field, "\n"),
			 field);
		read_table(table, f);
	}
	fclose(rows);
	return n;
}

/* ---- what gcov says of one function */

/* Runs `argv` and waits; 0 when it exits with 0. */
static int run(char *const *argv)
{
	int status;
	const pid_t child = fork();

	if (child == 0) {
		freopen("/dev/null", "w", stdout);
		execv(argv[0], argv);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return -1;
	return status == 0 ? 0 : -1;
}

static void trim(char *to, size_t size, const char *text)
{
	text += strspn(text, " \t");
	snprintf(to, size, "%.*s", (int)strcspn(text, "\n"), text);
	for (char *tab = to; (tab = strchr(tab, '\t')) != NULL; tab++)
		*tab = ' ';
}

/* What the reader of gcov's text knows at one of its lines. */
struct place {
	int inside; /* in the function's own lines */
	int line, number;
	char file[256], text[COUNT_TEXT];
};

static void read_branch(struct coverage *c, struct place *place, const char *text)
{
	const char *times = strstr(text, " taken ");
	const int taken = times != NULL && strtoull(times + 7, NULL, 10) > 0;

	c->conditions.total++;
	c->conditions.covered += times != NULL;
	c->branches.covered += taken;
	if (c->branches.total < COUNT_BRANCHES) {
		struct branch *branch = &c->branch[c->branches.total];

		*branch = (struct branch){place->line, place->number++, taken, ""};
		memcpy(branch->text, place->text, sizeof place->text);
	}
	c->branches.total++;
}

/* "     count:   12:text"; the count is - where there is no code, # or = where it never
 * ran. */
static void read_source(struct coverage *c, struct place *place, const char *text)
{
	char *end;
	const char *colon = strchr(text, ':');
	const long line = colon ? strtol(colon + 1, &end, 10) : 0;

	if (!colon || *end != ':')
		return;
	if (line == 0) {
		if (strncmp(end, ":Source:", 8) == 0)
			trim(place->file, sizeof place->file, end + 8);
		return;
	}
	place->line = (int)line;
	place->number = 0;
	trim(place->text, sizeof place->text, end + 1);
	text += strspn(text, " ");
	if (!place->inside || *text == '-')
		return;
	c->lines.total++;
	c->lines.covered += *text != '#' && *text != '=';
}

static void read_line(struct coverage *c, struct place *place, const char *function,
		      const char *text)
{
	char name[256];

	if (sscanf(text, "function %255s called", name) == 1) {
		place->inside = strcmp(name, function) == 0;
		if (place->inside)
			memcpy(c->file, place->file, sizeof c->file);
	} else if (strncmp(text, "branch ", 7) == 0) {
		if (place->inside)
			read_branch(c, place, text);
	} else if (strncmp(text, "call ", 5) == 0) {
		c->calls.total += place->inside;
		c->calls.covered += place->inside && !strstr(text, "never executed");
	} else if (strncmp(text, "unconditional ", 14) != 0) {
		read_source(c, place, text);
	}
}

static int read_gcov(const struct twin *twin, struct coverage *coverage)
{
	char command[1024], text[4096];
	struct place place = {0};

	*coverage = (struct coverage){0};
	snprintf(command, sizeof command, "%s -b -c -t %s/subject.gcno 2>/dev/null",
		 twin->gcov, twin->dir);
	FILE *gcov = popen(command, "r");

	if (!gcov)
		return -1;
	while (fgets(text, sizeof text, gcov))
		read_line(coverage, &place, twin->function, text);
	if (pclose(gcov) != 0 || coverage->lines.total == 0 ||
	    coverage->branches.total > COUNT_BRANCHES)
		return -1;
	return 0;
}

static int replay(const struct twin *twin, char **argv, struct coverage *coverage)
{
	char program[512], data[512];

	snprintf(program, sizeof program, "%s/twin", twin->dir);
	snprintf(data, sizeof data, "%s/subject.gcda", twin->dir);
	unlink(data);
	argv[0] = program;
	if (run(argv) != 0)
		return -1;
	return read_gcov(twin, coverage);
}

int count_files(const struct twin *twin, char *const *files, size_t n,
		struct coverage *coverage)
{
	char **argv = calloc(n + 2, sizeof *argv);

	if (!argv)
		return -1;
	for (size_t i = 0; i < n; i++)
		argv[i + 1] = files[i];
	const int result = replay(twin, argv, coverage);

	free(argv);
	return result;
}

int count_random(const struct twin *twin, unsigned seed, const char *draws,
		 struct coverage *coverage)
{
	char text[16];
	char *argv[] = {NULL, "--random", text, "0", (char *)draws, NULL};

	snprintf(text, sizeof text, "%u", seed);
	return replay(twin, argv, coverage);
}

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
	char scope[] = "--functions=static"; /* the rows' branches, as ever */
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
