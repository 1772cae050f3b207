/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * branches.c - runs the targets of a set of functions and what they are compared with.
 *
 *	branches SET ROWS TABLE SEEDS GCOV
 *
 * ROWS are the rows of tools/target.sh; the seventh field names the function's row in
 * TABLE (coverme-table3.csv), or where it comes from when TABLE is -. For each function
 * and each seed 1..SEEDS:
 *
 *	full     fuzz_target -seed=S CORPUS, to its own stop
 *	off      the same with --method=off, killed after the CPU time of `full`
 *	random   random search for the CPU time of `full` (plain.c)
 *	coverme  --method=coverme, to its own stop or RUN_LIMIT
 *
 * Branches are those of the entry function, counted by gcov over the files left in the
 * corpus. Search CPU is the stamp of the last announced file that adds a branch to
 * those before it. Results, medians over the seeds: build/bench/SET.tsv, the branches
 * that were missed: build/bench/SET-missing.tsv, a summary as the last line of the
 * output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/branches/table.h"

/* Where the results of a set go. */
struct output {
	struct set set;
	int seeds;
	FILE *results, *missing;
};

/* What the summary claims of every row; says where one falls short. */
static int row_falls_short(const struct row *r, int listed)
{
	const struct {
		int bad;
		const char *what;
	} claims[] = {
	    {listed && !r->reached, "covers fewer branches than the paper"},
	    {listed && r->unexplained, "misses branches without a reason known"},
	    {!r->few_files, "leaves more files than it has branches"},
	    {!r->fast, "searches for 0.25 s of CPU or more"},
	    {!r->not_below, "covers less than libFuzzer alone or random inputs"},
	    {r->bad_runs, "has runs that do not exit with 0"},
	    {r->announced_less || r->lost, "has announced files that are not there"},
	};
	int bad = 0;

	for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
		if (!claims[i].bad)
			continue;
		fprintf(stderr, "branches: %s: %s\n", r->function->name,
			claims[i].what);
		bad = 1;
	}
	return bad;
}

static int measure(const struct output *output, const struct function *function,
		   struct row *row)
{
	static struct sample samples[SEEDS_MOST];

	memset(samples, 0, sizeof samples);
	for (int i = 0; i < output->seeds; i++)
		if (sample_measure(&output->set, function, i + 1, &samples[i]) != 0) {
			fprintf(stderr, "branches: %s: seed %d could not be measured\n",
				function->name, i + 1);
			return -1;
		}
	*row = row_summarise(function, samples, output->seeds);
	table_write_row(output->results, row);
	row->unexplained =
	    table_write_missing(output->missing, row, samples, output->seeds);
	table_print_row(row);
	return 0;
}

static FILE *create(const char *set, const char *suffix)
{
	char path[256];

	snprintf(path, sizeof path, "build/bench/%s%s.tsv", set, suffix);
	return fopen(path, "w");
}

int main(int argc, char **argv)
{
	static struct function functions[FUNCTIONS_MOST];
	static struct row rows[FUNCTIONS_MOST];
	char root[1024];
	size_t done = 0, short_of = 0;

	if (argc != 6 || !realpath(".", root)) {
		fprintf(stderr, "usage: branches SET ROWS TABLE SEEDS GCOV\n");
		return 2;
	}
	struct output output = {.set = {argv[1], root, argv[5]}};
	const size_t count = function_read_rows(argv[2], argv[3], functions);

	output.seeds = atoi(argv[4]);
	output.results = create(output.set.name, "");
	output.missing = create(output.set.name, "-missing");
	if (count == 0 || output.seeds < 1 || output.seeds > SEEDS_MOST ||
	    !output.results || !output.missing) {
		fprintf(stderr,
			"branches: %s: no rows, no seeds, or nowhere to write\n",
			argv[2]);
		return 1;
	}
	table_write_headers(output.results, output.missing);
	for (size_t i = 0; i < count; i++)
		done += measure(&output, &functions[i], &rows[done]) == 0;
	const struct total total = row_total(rows, done);

	table_print_total(output.set.name, &total, functions[0].listed);
	for (size_t i = 0; i < done; i++)
		short_of += row_falls_short(&rows[i], functions[0].listed);
	return done == count && !short_of ? 0 : 1;
}
