/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/table.h"

#include <string.h>

static const char *const rows_header =
    "function\torigin\tlines\tof\tpaper_percent\tconditions\tof\tpaper_percent\t"
    "branches\tof\tpaper_percent\tpaper_count\tworst_seed\tcalls\tof\tat_coverme_"
    "level\t"
    "corpus_files\tfiles_within_branches\tsearch_cpu_s\tbelow_0.25_s\tstop_cpu_s\t"
    "off_branches\trandom_branches\tnot_below_them\tcoverme_branches\tcoverme_cpu_s\t"
    "runs_not_exit_0\truns_announced_less\tannounced_but_gone\n";

void table_write_headers(FILE *rows, FILE *missing)
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

void table_write_row(FILE *out, const struct row *r)
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

int table_write_missing(FILE *out, const struct row *row, const struct sample *s, int n)
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

void table_print_row(const struct row *r)
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

void table_print_total(const char *set, const struct total *t, int listed)
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
