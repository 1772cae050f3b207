/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * count.h - what gcov says of one function after a replay under its twin (plain.c).
 * "Conditions" are gcov's "Branches executed", branches its "Taken at least once".
 */
#ifndef BENCH_COUNT_H
#define BENCH_COUNT_H

#include <stddef.h>

enum { COUNT_BRANCHES = 512, COUNT_TEXT = 80 };

struct metric {
	int covered, total;
};

/* One branch in gcov's order: where it stands, and its number on that line. */
struct branch {
	int line, number, taken;
	char text[COUNT_TEXT];
};

struct coverage {
	struct metric lines, conditions, branches, calls;
	struct branch branch[COUNT_BRANCHES];
	char file[256];
};

struct twin {
	const char *dir; /* of twin, plain and subject.gcno */
	const char *function;
	const char *gcov; /* the command, of the compiler's version */
};

/* Both forget what was replayed before. 0, or -1 when the twin or gcov failed. */
int count_files(const struct twin *twin, char *const *files, size_t n,
		struct coverage *coverage);
int count_random(const struct twin *twin, unsigned seed, const char *draws,
		 struct coverage *coverage);

#endif
