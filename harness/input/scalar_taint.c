/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/input/scalar_taint.h"

#include <stdlib.h>
#include <string.h>

enum { IS_TAINTED = SCALAR_TAINT_TESTS + 1 };

/* ---- untainted coordinates */

int scalar_taint_init(struct scalar_taint *f, const struct axis *axes, size_t n)
{
	f->n = f->unsettled = n;
	f->untainted = 0;
	f->axes = axes;
	f->tests = calloc(n + 1, 1);
	f->x = calloc(n + 1, sizeof *f->x);
	return f->tests && f->x ? 0 : -1;
}

static void count_tests(struct scalar_taint *f, size_t i, int change)
{
	if (f->tests[i] < SCALAR_TAINT_TESTS)
		f->unsettled += (size_t)change;
	else if (f->tests[i] == SCALAR_TAINT_TESTS)
		f->untainted += (size_t)change;
}

static void set_tests(struct scalar_taint *f, size_t i, unsigned tests)
{
	count_tests(f, i, -1);
	f->tests[i] = (unsigned char)tests;
	count_tests(f, i, 1);
}

void scalar_taint_take(struct scalar_taint *f, const unsigned char *tests, size_t n)
{
	for (size_t i = 0; n == f->n && i < n; i++)
		if (tests[i] <= IS_TAINTED)
			set_tests(f, i, tests[i]);
}

/* Tests coordinate i alone. Returns 0 when `before` is of no use now. */
static int test_one(struct scalar_taint *f, const struct scalar_taint_runs *runs,
		    size_t i, uint64_t before)
{
	const coord from = f->x[i];
	uint64_t after;

	f->x[i] = runs->value(runs->context, i);
	if (f->x[i] == from)
		return 1;
	const int is_known = runs->observe(runs->context, f->x, &after);

	const int is_untainted =
	    is_known && before == after && runs->overwrites(runs->context, f->x, i);

	f->x[i] = from;
	if (is_known)
		set_tests(f, i, is_untainted ? f->tests[i] + 1u : IS_TAINTED);
	return is_known;
}

/* Tests all untainted coordinates together: if one has an effect here, none stays so. */
static void test_untainted(struct scalar_taint *f, const struct scalar_taint_runs *runs,
			   uint64_t before)
{
	uint64_t after;

	for (size_t i = 0; i < f->n; i++)
		if (f->tests[i] == SCALAR_TAINT_TESTS)
			f->x[i] = runs->value(runs->context, i);
	if (!runs->observe(runs->context, f->x, &after) || before == after)
		return;
	for (size_t i = 0; i < f->n; i++)
		if (f->tests[i] == SCALAR_TAINT_TESTS)
			set_tests(f, i, 0);
}

void scalar_taint_test(struct scalar_taint *f, const struct scalar_taint_runs *runs)
{
	uint64_t before;

	if (!runs->observe(runs->context, f->x, &before))
		return;
	for (size_t i = 0; i < f->n; i++)
		if (f->tests[i] < SCALAR_TAINT_TESTS && !test_one(f, runs, i, before))
			return;
	if (f->untainted)
		test_untainted(f, runs, before);
}

/* ---- the coordinates moved */

int projection_init(struct projection *p, size_t n_most)
{
	const size_t n = n_most + 1;

	p->n = 0;
	p->at = calloc(n, sizeof *p->at);
	p->axes = calloc(n, sizeof *p->axes);
	p->start = calloc(n, sizeof *p->start);
	p->whole = calloc(n, sizeof *p->whole);
	return p->at && p->axes && p->start && p->whole ? 0 : -1;
}

void projection_begin(struct projection *p, const coord *x, size_t n)
{
	memcpy(p->whole, x, n * sizeof *x);
	p->n = 0;
}

void projection_move(struct projection *p, const struct axis *axes, size_t i)
{
	p->at[p->n] = i;
	p->axes[p->n] = axes[i];
	p->start[p->n] = p->whole[i];
	p->n++;
}

const coord *projection_whole(struct projection *p, const coord *x)
{
	for (size_t i = 0; i < p->n; i++)
		p->whole[p->at[i]] = x[i];
	return p->whole;
}
