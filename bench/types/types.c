/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types.c - searches the functions of types_generate.c, each for a second of CPU:
 *
 *	types DIR ROWS SEED RESULTS
 *
 * ROWS are the lines of types_generate. In DIR/f000 lie fuzz_target, and twin, the
 * plain function, which says `solved` when its branch is taken. A function counts as
 * solved when an input that was announced within the second makes the twin say so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/base/spawn.h"

enum { MOST = 10000 };

static const double LIMIT = 1; /* second of CPU */

/* A row, cut at its tabs. */
struct row {
	char *name, *file, *entry, *language, *made_of;
};

struct result {
	int solved;
	double cpu; /* when it was */
	char evaluations[32]; /* of the whole run, by its own last line; or "-" */
};

static int read_row(char *line, struct row *row)
{
	char **field[] = {&row->name, &row->file, &row->entry, &row->language,
			  &row->made_of};

	line[strcspn(line, "\n")] = '\0';
	for (size_t i = 0; i < sizeof field / sizeof *field; i++)
		if ((*field[i] = strsep(&line, "\t")) == NULL)
			return -1;
	return 0;
}

/* Whether the plain function takes the branch on that input. */
static int takes(const char *dir, const char *input)
{
	char command[8192], line[64] = "";

	snprintf(command, sizeof command,
		 "printf '%%s\\0' '%s' | BENCH_SOLVED=1 '%s/twin' 2>/dev/null", input,
		 dir);
	FILE *twin = popen(command, "r");

	if (!twin)
		return 0;
	while (fgets(line, sizeof line, twin) && strcmp(line, "solved\n") != 0)
		*line = '\0';
	while (fgetc(twin) != EOF)
		continue;
	pclose(twin);
	return strcmp(line, "solved\n") == 0;
}

static void read_evaluations(const char *dir, char *out)
{
	char path[4200], line[1024];

	snprintf(path, sizeof path, "%s/log", dir);
	FILE *log = fopen(path, "r");

	strcpy(out, "-");
	while (log && fgets(line, sizeof line, log))
		if (strstr(line, "me: stop:"))
			sscanf(strstr(line, "covered, "), "covered, %31[0-9]", out);
	if (log)
		fclose(log);
}

static int measure(const char *dir, const char *seed, struct result *result)
{
	static struct run run;
	char target[4200], option[32];
	char *argv[] = {target, option, "--as-found", "-verbosity=2", "corpus", NULL};

	snprintf(target, sizeof target, "%s/fuzz_target", dir);
	snprintf(option, sizeof option, "-seed=%s", seed);
	if (spawn(dir, argv, "log", "new", LIMIT, &run) != 0)
		return -1;
	*result = (struct result){.cpu = run.cpu};
	for (size_t i = 0; i < run.inputs && !result->solved; i++)
		if (run.input[i].cpu <= LIMIT && takes(dir, run.input[i].file)) {
			result->solved = 1;
			result->cpu = run.input[i].cpu;
		}
	read_evaluations(dir, result->evaluations);
	spawn_done(&run);
	return 0;
}

/* The generator's own solution is looked at first. */
static int serve(const char *root, const char *seed, const struct row *row,
		 struct result *result)
{
	char dir[4100], path[4200];

	snprintf(dir, sizeof dir, "%s/%s", root, row->name);
	snprintf(path, sizeof path, "%s/solution", dir);
	if (!takes(dir, path)) {
		fprintf(stderr, "types: %s: the solution is none, or was not built\n",
			dir);
		return -1;
	}
	snprintf(path, sizeof path, "%s/corpus", dir);
	mkdir(path, 0777);
	return measure(dir, seed, result);
}

int main(int argc, char **argv)
{
	char root[4096], line[1024], *unsolved = NULL;
	size_t size = 0;
	int count = 0, solved = 0, failed = 0;

	if (argc != 5 || !realpath(argv[1], root)) {
		fprintf(stderr, "usage: types DIR ROWS SEED RESULTS\n");
		return 2;
	}
	FILE *rows = fopen(argv[2], "r"), *results = fopen(argv[4], "w"),
	     *names = open_memstream(&unsolved, &size);

	if (!rows || !results || !names) {
		fprintf(stderr, "types: %s or %s cannot be opened\n", argv[2], argv[4]);
		return 1;
	}
	fprintf(results, "function\tlanguage\ttype\tsolved\tcpu_s\tevaluations\n");
	while (fgets(line, sizeof line, rows)) {
		struct row row;
		struct result r;
		if (read_row(line, &row) != 0 || serve(root, argv[3], &row, &r) != 0) {
			failed++;
			continue;
		}
		count++;
		solved += r.solved;
		fprintf(results, "%s\t%s\t%s\t%s\t%.3f\t%s\n", row.name, row.language,
			row.made_of, r.solved ? "yes" : "no", r.cpu, r.evaluations);
		if (!r.solved)
			fprintf(names, "unsolved: %s, %s: %s\n", row.name, row.language,
				row.made_of);
	}
	fclose(names);
	printf("%sbench-types: solved %d of %d within 1 s CPU\n", unsolved, solved,
	       count + failed);
	return fclose(results) != 0 || failed;
}
