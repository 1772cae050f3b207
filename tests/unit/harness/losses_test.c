/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that share a value with runs that were lost are expected to be lost; others
 * are not. */
#include "harness/search/losses.h"

#include "tests/unit/me_check.h"

enum { N = 3, RUNS = 100000 };

static struct losses l;

static int is_lost(const coord *x)
{
	return x[1] == 2147483647;
}

/* Runs of all kinds, one of 8 of them lost; returns how many were. */
static int session(int runs)
{
	int lost = 0;

	for (int i = 0; i < runs; i++) {
		const coord x[N] = {i, i % 8 ? i % 1000 : 2147483647, i % 5};
		if (losses_expects(&l, x, N))
			continue;
		lost += is_lost(x);
		if (is_lost(x))
			losses_note_lost(&l, x, N);
		else
			losses_note_return(&l, x, N);
	}
	return lost;
}

int main(void)
{
	const coord bad[N] = {7, 2147483647, 1}, good[N] = {7, 5, 1};

	check(!losses_expects(&l, bad, N), "losses_none", "expected without any");
	const int lost = session(RUNS);
	check(lost > 4 && lost < RUNS / 8 / 50, "losses_few", "too many, or none");
	int expected = 0, wrongly = 0;
	for (int i = 0; i < 10; i++) {
		expected += losses_expects(&l, bad, N);
		wrongly += losses_expects(&l, good, N);
	}
	check(expected >= 9, "losses_expected", "a lost run is not expected");
	check(wrongly == 0, "losses_others", "a harmless run is");
	/* A long session affords a few more. */
	check(session(RUNS * 20) >= 5, "losses_tried", "they are never tried again");
	return me_check_failures != 0;
}
