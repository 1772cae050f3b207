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
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/base/spawn.h"
#include "bench/branches/count.h"

enum { MAX_SEEDS = 25, MAX_FUNCTIONS = 100, MAX_FILES = 8192 };

static const double RUN_LIMIT = 120; /* seconds of CPU after which a run is given up */

/* ---- what is known of a function beforehand */

struct function {
	char name[128], origin[256];
	int listed; /* in the paper's table; what follows is from there */
	double paper_lines, paper_conditions, paper_branches; /* percent */
};

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

static size_t read_rows(const char *path, const char *table, struct function *functions)
{
	char line[4096];
	size_t n = 0;
	FILE *rows = fopen(path, "r");

	if (!rows)
		return 0;
	while (n < MAX_FUNCTIONS && fgets(line, sizeof line, rows)) {
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

/* ---- what is measured with one seed */

enum method { FULL, OFF, RANDOM, COVERME, METHODS };
static const char *const method_names[] = {"full", "off", "random", "coverme"};

struct sample {
	struct coverage coverage[METHODS];
	double search_cpu, stop_cpu, coverme_cpu;
	int files, announced_less, lost, status;
};

struct bench {
	const char *set, *gcov, *root;
	int seeds;
	FILE *results, *missing;
};

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
static int run_target(const struct bench *bench, const struct function *function,
		      enum method method, int seed, double limit, struct run *run)
{
	char dir[1024], target[1024], option[32], seed_option[32], corpus[64], log[64],
	    keep[64], path[2048];
	char scope[] = "--goals=static"; /* the rows' branches, as ever */
	/* A session of one process: its CPU clock is the limit's. */
	char alone[] = "-ignore_crashes=0";
	char *argv[] = {target, seed_option, scope, corpus, option, alone, NULL};

	snprintf(dir, sizeof dir, "%s/build/bench/%s/%s/run", bench->root, bench->set,
		 function->name);
	snprintf(target, sizeof target, "%s/build/subjects/%s/%s/fuzz_target",
		 bench->root, bench->set, function->name);
	snprintf(corpus, sizeof corpus, "%s-%d", method_names[method], seed);
	snprintf(log, sizeof log, "%s-%d.log", method_names[method], seed);
	snprintf(keep, sizeof keep, "%s-%d.new", method_names[method], seed);
	snprintf(seed_option, sizeof seed_option, "-seed=%d", seed);
	snprintf(option, sizeof option, "--method=%s", method_names[method]);
	if (method == FULL)
		argv[4] = NULL;
	mkdir(dir, 0777);
	snprintf(path, sizeof path, "%s/%s", dir, corpus);
	mkdir(path, 0777);
	return spawn(dir, argv, log, method == FULL ? keep : NULL, limit, run);
}

static int measure_target(const struct bench *bench, const struct function *function,
			  const struct twin *twin, enum method method, int seed,
			  struct sample *sample)
{
	static struct run run;
	char corpus[2048];
	const double limit = method == OFF ? sample->stop_cpu : RUN_LIMIT;

	if (run_target(bench, function, method, seed, limit, &run) != 0)
		return -1;
	snprintf(corpus, sizeof corpus, "%s/build/bench/%s/%s/run/%s-%d", bench->root,
		 bench->set, function->name, method_names[method], seed);
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

static int measure(const struct bench *bench, const struct function *function, int seed,
		   struct sample *sample)
{
	char dir[1024];
	const struct twin twin = {dir, function->name, bench->gcov};

	snprintf(dir, sizeof dir, "build/bench/%.99s/%.127s", bench->set,
		 function->name);
	if (measure_target(bench, function, &twin, FULL, seed, sample) != 0 ||
	    measure_target(bench, function, &twin, OFF, seed, sample) != 0 ||
	    measure_random(&twin, seed, sample) != 0 ||
	    measure_target(bench, function, &twin, COVERME, seed, sample) != 0)
		return -1;
	return 0;
}

/* ---- medians */

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of `n` numbers, one in each of an array of records. */
static double median(const void *first, size_t stride, int n, int is_int)
{
	double values[MAX_SEEDS];

	for (int i = 0; i < n; i++) {
		const char *at = (const char *)first + i * stride;

		values[i] = is_int ? *(const int *)at : *(const double *)at;
	}
	qsort(values, n, sizeof *values, ascending);
	return values[(n - 1) / 2];
}
#define MEDIAN(samples, n, member)                                                     \
	median(&(samples)->member, sizeof *(samples), n, sizeof(samples)->member == 4)

/* What is written of a function: medians over the seeds. */
struct row {
	const struct function *function;
	int total[4], covered[METHODS][4]; /* lines, conditions, branches, calls */
	int least; /* branches, of the worst seed */
	double search_cpu, stop_cpu, coverme_cpu, files;
	int goal; /* branches that CoverMe covers, or -1 */
	int reached, few_files, fast, not_below;
	int bad_runs, announced_less, lost;
	int unexplained; /* branches missed by some seed without a reason known */
};

static void row_coverage(struct row *row, const struct sample *s, int n)
{
	const struct coverage *c = &s->coverage[FULL];

	row->total[0] = c->lines.total;
	row->total[1] = c->conditions.total;
	row->total[2] = c->branches.total;
	row->total[3] = c->calls.total;
	for (int m = 0; m < METHODS; m++) {
		row->covered[m][0] = MEDIAN(s, n, coverage[m].lines.covered);
		row->covered[m][1] = MEDIAN(s, n, coverage[m].conditions.covered);
		row->covered[m][2] = MEDIAN(s, n, coverage[m].branches.covered);
		row->covered[m][3] = MEDIAN(s, n, coverage[m].calls.covered);
	}
	row->least = c->branches.covered;
	for (int i = 1; i < n; i++)
		if (s[i].coverage[FULL].branches.covered < row->least)
			row->least = s[i].coverage[FULL].branches.covered;
}

static struct row summarise(const struct function *function, const struct sample *s,
			    int n)
{
	struct row row = {.function = function, .goal = -1};

	row_coverage(&row, s, n);
	row.search_cpu = MEDIAN(s, n, search_cpu);
	row.stop_cpu = MEDIAN(s, n, stop_cpu);
	row.coverme_cpu = MEDIAN(s, n, coverme_cpu);
	row.files = MEDIAN(s, n, files);
	const int branches = row.covered[FULL][2];

	if (function->listed)
		row.goal = (int)lround(row.total[2] * function->paper_branches / 100);
	row.reached = branches >= row.goal;
	row.few_files = row.files <= row.total[2];
	row.fast = row.search_cpu < 0.25;
	row.not_below =
	    branches >= row.covered[OFF][2] && branches >= row.covered[RANDOM][2];
	for (int i = 0; i < n; i++) {
		row.bad_runs += s[i].status != 0;
		row.announced_less += s[i].announced_less;
		row.lost += s[i].lost;
	}
	return row;
}

/* ---- output */

static const char *const header =
    "function\torigin\tlines\tof\tpaper_percent\tconditions\tof\tpaper_percent\t"
    "branches\tof\tpaper_percent\tpaper_count\tworst_seed\tcalls\tof\tat_coverme_"
    "level\t"
    "corpus_files\tfiles_within_branches\tsearch_cpu_s\tbelow_0.25_s\tstop_cpu_s\t"
    "off_branches\trandom_branches\tnot_below_them\tcoverme_branches\tcoverme_cpu_s\t"
    "runs_not_exit_0\truns_announced_less\tannounced_but_gone\n";

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

static void write_row(FILE *out, const struct row *r)
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

/* Returns how many branches were missed by the median run and have no reason. */
static int write_missing(FILE *out, const struct row *row, const struct sample *s,
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

static void print_row(const struct row *r)
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

struct total {
	int functions, branches, covered[METHODS], reached, few_files, fast, not_below,
	    bad, unexplained;
	double mean[METHODS], search_cpu, worst_search, stop_cpu;
};

static struct total total_of(const struct row *rows, size_t n)
{
	struct total t = {.functions = (int)n};

	for (size_t i = 0; i < n; i++) {
		const struct row *r = &rows[i];

		t.branches += r->total[2];
		for (int m = 0; m < METHODS; m++) {
			t.covered[m] += r->covered[m][2];
			t.mean[m] += 100.0 * r->covered[m][2] / r->total[2] / n;
		}
		t.reached += r->reached;
		t.few_files += r->few_files;
		t.fast += r->fast;
		t.not_below += r->not_below;
		t.unexplained += r->unexplained;
		t.bad += r->bad_runs + r->announced_less + r->lost;
		t.search_cpu += r->search_cpu;
		if (r->search_cpu > t.worst_search)
			t.worst_search = r->search_cpu;
	}
	if (n > 0)
		t.stop_cpu = median(&rows->stop_cpu, sizeof *rows, (int)n, 0);
	return t;
}

static void print_total(const char *set, const struct total *t, int listed)
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

static int bench_function(const struct bench *bench, const struct function *function,
			  struct row *row)
{
	static struct sample samples[MAX_SEEDS];

	memset(samples, 0, sizeof samples);
	for (int i = 0; i < bench->seeds; i++)
		if (measure(bench, function, i + 1, &samples[i]) != 0) {
			fprintf(stderr, "branches: %s: seed %d could not be measured\n",
				function->name, i + 1);
			return -1;
		}
	*row = summarise(function, samples, bench->seeds);
	write_row(bench->results, row);
	row->unexplained = write_missing(bench->missing, row, samples, bench->seeds);
	print_row(row);
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
	static struct function functions[MAX_FUNCTIONS];
	static struct row rows[MAX_FUNCTIONS];
	char root[1024];
	size_t done = 0, short_of = 0;

	if (argc != 6 || !realpath(".", root)) {
		fprintf(stderr, "usage: branches SET ROWS TABLE SEEDS GCOV\n");
		return 2;
	}
	struct bench bench = {.set = argv[1], .gcov = argv[5], .root = root};
	const size_t count = read_rows(argv[2], argv[3], functions);

	bench.seeds = atoi(argv[4]);
	bench.results = create(bench.set, "");
	bench.missing = create(bench.set, "-missing");
	if (count == 0 || bench.seeds < 1 || bench.seeds > MAX_SEEDS ||
	    !bench.results || !bench.missing) {
		fprintf(stderr,
			"branches: %s: no rows, no seeds, or nowhere to write\n",
			argv[2]);
		return 1;
	}
	fputs(header, bench.results);
	fputs("function\tplace\tbranch_of_line\tmissed_by_seeds\tsource\trounding"
	      "\treason\n",
	      bench.missing);
	for (size_t i = 0; i < count; i++)
		done += bench_function(&bench, &functions[i], &rows[done]) == 0;
	const struct total total = total_of(rows, done);

	print_total(bench.set, &total, functions[0].listed);
	for (size_t i = 0; i < done; i++)
		short_of += row_falls_short(&rows[i], functions[0].listed);
	return done == count && !short_of ? 0 : 1;
}
