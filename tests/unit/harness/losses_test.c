/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that share a value, or roughly its size, with runs that were lost are expected
 * to be lost; others are not. */
#include "harness/search/run_limit.h"

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

/* Large numbers of all sizes, a hundred million and more, are lost. */
static int session_of_sizes(int runs)
{
	static struct losses of_sizes;
	int lost = 0;

	for (int i = 0; i < runs; i++) {
		const coord large =
		    ((coord)1 << (28 + i / 8 % 4)) + i * 99991 % (1 << 28);
		const coord x[N] = {i, i % 8 ? i % 1000 : large, i % 5};
		if (losses_expects(&of_sizes, x, N))
			continue;
		lost += !(i % 8);
		if (i % 8)
			losses_note_return(&of_sizes, x, N);
		else
			losses_note_lost(&of_sizes, x, N);
	}
	return lost;
}

/* Runs of which most take long; returns how many are made. */
static int session_of_long_runs(int runs)
{
	static struct losses of_long;
	int made = 0;

	for (int i = 0; i < runs; i++) {
		const coord x[N] = {i, i % 7, i % 5};
		if (losses_expects(&of_long, x, N))
			continue;
		made++;
		if (losses_are_rare(&of_long))
			losses_note_lost(&of_long, x, N);
		else
			losses_note_return(&of_long, x, N);
	}
	return made;
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
	const int large = session_of_sizes(RUNS / 100);
	check(large > 4 && large < 16, "losses_sizes", "each size is tried for itself");
	check(session_of_long_runs(RUNS) > RUNS / 2, "losses_common",
	      "where all runs take long, most are left out");
	return me_check_failures != 0;
}
