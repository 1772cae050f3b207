/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row.h - what all seeds give of a function, and all functions of a set. */
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include "bench/branches/sample.h"

enum { SEEDS_MOST = 25 };

/* What is written of a function: medians over the seeds. */
struct row {
	const struct function *function;
	int total[4], covered[METHODS][4]; /* lines, conditions, branches, calls */
	int least; /* branches, of the worst seed */
	double search_cpu, stop_cpu, coverme_cpu, files;
	int goal; /* branches that CoverMe covers, or -1 */
	int reached, few_files, fast, not_below;
	int bad_runs, announced_less, lost;
	int unexplained; /* branches missed by some seed without a reason (table.h) */
};

/* Of `n` samples, one for each seed, at most SEEDS_MOST. */
struct row row_summarise(const struct function *function, const struct sample *s,
			 int n);

/* Sums over the functions of a set; means are of percents, stop_cpu is the median. */
struct total {
	int functions, branches, covered[METHODS], reached, few_files, fast, not_below,
	    bad, unexplained;
	double mean[METHODS], search_cpu, worst_search, stop_cpu;
};

struct total row_total(const struct row *rows, size_t n);

#endif
