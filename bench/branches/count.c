/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
