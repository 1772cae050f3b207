/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures_fold.c - records that are one failure, as `me triage` folds them
 * (command/triage/fold.h). */
#include <string.h>

#include "harness/libfuzzer/failures.h"

/* Length of the longest common subsequence. */
static unsigned common(const uint64_t *a, unsigned a_count, const uint64_t *b,
		       unsigned b_count)
{
	unsigned length[BACKTRACE_TOP + 1][BACKTRACE_TOP + 1] = {{0}};

	for (unsigned i = 1; i <= a_count; i++)
		for (unsigned k = 1; k <= b_count; k++) {
			const unsigned up = length[i - 1][k], left = length[i][k - 1];
			length[i][k] = a[i - 1] == b[k - 1] ? length[i - 1][k - 1] + 1
				       : up > left	    ? up
							    : left;
		}
	return length[a_count][b_count];
}

/* Of a signal its name, of others all that is said but for the place. */
static size_t type_length(const struct failure_record *r)
{
	return r->kind == ME_END_SIGNAL ? strcspn(r->what, ":") : strlen(r->what);
}

static int is_same(const struct failure_record *a, const struct failure_record *b)
{
	const struct backtrace_top *x = &a->top, *y = &b->top;
	const unsigned least = x->count < y->count ? x->count : y->count,
		       wanted = least < 2 ? least : 2;
	const size_t n = type_length(a);

	if (a->kind != b->kind || a->goal != b->goal || !least ||
	    x->lines[0] != y->lines[0] || n != type_length(b) ||
	    strncmp(a->what, b->what, n))
		return 0;
	return common(x->functions, x->count, y->functions, y->count) >= wanted ||
	       common(x->lines, x->count, y->lines, y->count) >= wanted;
}

unsigned failures_first(const struct failures *f, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (is_same(&f->list[k], &f->list[i]))
			return failures_first(f, k);
	return i;
}

unsigned long long failures_runs(const struct failures *f, unsigned first)
{
	unsigned long long runs = 0;

	for (unsigned i = first; i < f->count && i < FAILURES_MOST; i++)
		if (failures_first(f, i) == first)
			runs += f->list[i].runs;
	return runs;
}
