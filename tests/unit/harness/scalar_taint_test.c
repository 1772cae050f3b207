/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates without effect become untainted, those with one never do, and they are so
 * no more when they have an effect in a later input. */
#include "harness/input/scalar_taint.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { N = 5, EFFECT = 0, NONE = 1, RARE = 2, DEAF = 3, KEPT = 4 };

static coord next;
static int runs;

/* What is observed depends on the first coordinate, and on the third where the first is
 * large; of a run with the fourth at 0 nothing is. */
static int observe(void *context, const coord *x, uint64_t *key)
{
	(void)context;
	runs++;
	*key = (uint64_t)x[EFFECT] + (x[EFFECT] > 1000000 ? (uint64_t)x[RARE] : 0);
	return x[DEAF] != 0;
}

static int overwrites(void *context, const coord *x, size_t i)
{
	(void)context;
	(void)x;
	return i != KEPT;
}

static coord value(void *context, size_t i)
{
	(void)context;
	(void)i;
	return ++next;
}

static void test_in(struct scalar_taint *f, coord first, coord last)
{
	const struct scalar_taint_runs how = {observe, overwrites, value, NULL};

	memset(f->x, 0, N * sizeof *f->x);
	f->x[EFFECT] = first;
	f->x[DEAF] = last;
	scalar_taint_test(f, &how);
}

static void check_moved(void)
{
	const struct axis axes[N] = {{AXIS_INTEGER, 0, 9}};
	const coord x[N] = {10, 11, 12, 13, 14}, point[2] = {7, 8};
	static struct projection p;

	check(projection_init(&p, N) == 0, "projection_memory", "no memory");
	projection_begin(&p, x, N);
	projection_move(&p, axes, 0);
	projection_move(&p, axes, 3);
	check(p.n == 2 && p.start[0] == 10 && p.start[1] == 13, "projection_start",
	      "not the start's values");
	const coord *const whole = projection_whole(&p, point);
	check(whole[0] == 7 && whole[1] == 11 && whole[2] == 12 && whole[3] == 8,
	      "projection_whole", "not the point, or others have moved");
}

int main(void)
{
	const struct axis axes[N] = {{AXIS_INTEGER, 0, 9}}, others[N] = {axes[0]};
	static struct scalar_taint f;

	check(scalar_taint_init(&f, axes, N) == 0, "influence_memory", "no memory");
	for (int i = 0; i < SCALAR_TAINT_TESTS; i++)
		test_in(&f, 5, 0);
	check(!f.untainted && f.unsettled == N, "influence_disabled",
	      "learnt from what was not heard");
	for (int i = 0; i < SCALAR_TAINT_TESTS; i++)
		test_in(&f, 5, 1);
	check(!scalar_taint_is_untainted(&f, axes, EFFECT), "influence_effect",
	      "untainted though it has an effect");
	check(!scalar_taint_is_untainted(&f, axes, KEPT), "influence_kept",
	      "untainted though no run overwrites it");
	check(scalar_taint_is_untainted(&f, axes, NONE) &&
		  scalar_taint_is_untainted(&f, axes, RARE) && !f.unsettled,
	      "influence_none", "tainted");
	check(!scalar_taint_is_untainted(&f, others, NONE), "influence_frame",
	      "untainted in another frame");
	runs = 0;
	test_in(&f, 6, 1);
	check(runs == 2, "influence_cheap", "more than two runs for untainted ones");
	test_in(&f, 2000000, 1);
	check(!scalar_taint_is_untainted(&f, axes, RARE), "influence_rare",
	      "untainted though it has had an effect");
	for (int i = 0; i < 2 * SCALAR_TAINT_TESTS; i++)
		test_in(&f, i % 2 ? 5 : 2000000, 1);
	check(scalar_taint_is_untainted(&f, axes, NONE) &&
		  !scalar_taint_is_untainted(&f, axes, RARE),
	      "influence_again", "not told apart in the end");
	check_moved();
	return me_check_failures != 0;
}
