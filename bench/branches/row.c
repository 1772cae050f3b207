/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/row.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of `n` numbers, one in each of an array of records: of seeds or of functions. */
static double median(const void *first, size_t stride, int n, int is_int)
{
	double values[FUNCTIONS_MOST];

	_Static_assert((int)FUNCTIONS_MOST >= (int)SEEDS_MOST, "room for both");
	for (int i = 0; i < n; i++) {
		const char *at = (const char *)first + i * stride;

		values[i] = is_int ? *(const int *)at : *(const double *)at;
	}
	qsort(values, n, sizeof *values, ascending);
	return values[(n - 1) / 2];
}
#define MEDIAN(samples, n, member)                                                     \
	median(&(samples)->member, sizeof *(samples), n, sizeof(samples)->member == 4)

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

struct row row_summarise(const struct function *function, const struct sample *s, int n)
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

struct total row_total(const struct row *rows, size_t n)
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
