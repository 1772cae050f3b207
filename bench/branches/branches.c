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

#include "bench/branches/row.h"

/*
 * ---- what is written of rows: two files of tab-separated columns, and lines for
 * who waits.
 */

static const char *const rows_header =
    "function\torigin\tlines\tof\tpaper_percent\tconditions\tof\tpaper_percent\t"
    "branches\tof\tpaper_percent\tpaper_count\tworst_seed\tcalls\tof\tat_coverme_"
    "level\t"
    "corpus_files\tfiles_within_branches\tsearch_cpu_s\tbelow_0.25_s\tstop_cpu_s\t"
    "off_branches\trandom_branches\tnot_below_them\tcoverme_branches\tcoverme_cpu_s\t"
    "runs_not_exit_0\truns_announced_less\tannounced_but_gone\n";

/* Files of functions, and of the branches that a seed missed. */
static void table_write_headers(FILE *rows, FILE *missing)
{
	fputs(rows_header, rows);
	fputs("function\tplace\tbranch_of_line\tmissed_by_seeds\tsource\trounding"
	      "\treason\n",
	      missing);
}

static const char *verdict(int good)
{
	return good ? "pass" : "FAIL";
}

static void percent(FILE *out, int listed, double value)
{
	if (listed)
		fprintf(out, "\t%.1f", value);
	else
		fprintf(out, "\t-");
}

static void table_write_row(FILE *out, const struct row *r)
{
	const struct function *f = r->function;

	fprintf(out, "%s\t%s\t%d\t%d", f->name, f->origin, r->covered[FULL][0],
		r->total[0]);
	percent(out, f->listed, f->paper_lines);
	fprintf(out, "\t%d\t%d", r->covered[FULL][1], r->total[1]);
	percent(out, f->listed, f->paper_conditions);
	fprintf(out, "\t%d\t%d", r->covered[FULL][2], r->total[2]);
	percent(out, f->listed, f->paper_branches);
	fprintf(out,
		"\t%d\t%d\t%d\t%d\t%s\t%g\t%s\t%.4f\t%s\t%.3f\t%d\t%d\t%s\t%d\t%.3f"
		"\t%d\t%d\t%d\n",
		r->goal, r->least, r->covered[FULL][3], r->total[3],
		f->listed ? verdict(r->reached) : "-", r->files, verdict(r->few_files),
		r->search_cpu, verdict(r->fast), r->stop_cpu, r->covered[OFF][2],
		r->covered[RANDOM][2], verdict(r->not_below), r->covered[COVERME][2],
		r->coverme_cpu, r->bad_runs, r->announced_less, r->lost);
	fflush(out);
}

/* Why no input takes a branch: the row of infeasible.tsv, or "" when there is none. */
static const char *reason_of(const char *function, int line, int branch)
{
	static char text[512];
	char wanted[160];
	FILE *table = fopen("bench/branches/infeasible.tsv", "r");
	const char *reason = "";

	snprintf(wanted, sizeof wanted, "%s\t%d\t%d\t", function, line, branch);
	while (table && !*reason && fgets(text, sizeof text, table))
		if (strncmp(text, wanted, strlen(wanted)) == 0) {
			text[strcspn(text, "\n")] = 0;
			reason = text + strlen(wanted);
		}
	if (table)
		fclose(table);
	return reason;
}

/*
 * A line for each branch that one of the `n` seeds did not take, with the reason that
 * infeasible.tsv has. Returns how many have none.
 */
static int table_write_missing(FILE *out, const struct row *row, const struct sample *s,
			       int n)
{
	const struct coverage *c = &s->coverage[FULL];
	int unexplained = 0;

	for (int b = 0; b < row->total[2]; b++) {
		int missed = 0;

		for (int i = 0; i < n; i++)
			missed += !s[i].coverage[FULL].branch[b].taken;
		if (missed == 0)
			continue;
		const char *reason = reason_of(row->function->name, c->branch[b].line,
					       c->branch[b].number);
		unexplained += !*reason;
		fprintf(out, "%s\t%s:%d\t%d\t%d/%d\t%s\t%s\n", row->function->name,
			c->file, c->branch[b].line, c->branch[b].number, missed, n,
			c->branch[b].text, reason);
	}
	fflush(out);
	return unexplained;
}

static void table_print_row(const struct row *r)
{
	printf("%-27s %4d/%-4d", r->function->name, r->covered[FULL][2], r->total[2]);
	if (r->goal >= 0)
		printf(" paper %4d %s", r->goal, r->reached ? "    " : "FAIL");
	printf("  off %4d random %4d coverme %4d  %3g files %.4f s, stop %.3f s%s%s\n",
	       r->covered[OFF][2], r->covered[RANDOM][2], r->covered[COVERME][2],
	       r->files, r->search_cpu, r->stop_cpu,
	       r->not_below ? "" : "  BELOW A RIVAL",
	       r->bad_runs ? "  RUN FAILED" : "");
	fflush(stdout);
}

/* listed: the functions are in the paper's table. */
static void table_print_total(const char *set, const struct total *t, int listed)
{
	printf("bench-%s: %d functions, %d/%d branches, mean %.1f %%", set,
	       t->functions, t->covered[FULL], t->branches, t->mean[FULL]);
	if (listed)
		printf(", at CoverMe's level %d, missing without a reason %d",
		       t->reached, t->unexplained);
	printf(", corpus within branches %d, search CPU %.2f s (worst %.3f s, below "
	       "0.25 s: %d)"
	       ", median stop CPU %.2f s; off %d, %.1f %%; random %d, %.1f %%; not "
	       "below them %d"
	       "; coverme %d, %.1f %%; faulty runs %d\n",
	       t->few_files, t->search_cpu, t->worst_search, t->fast, t->stop_cpu,
	       t->covered[OFF], t->mean[OFF], t->covered[RANDOM], t->mean[RANDOM],
	       t->not_below, t->covered[COVERME], t->mean[COVERME], t->bad);
}

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
