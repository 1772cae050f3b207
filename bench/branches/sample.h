/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.h - what one seed gives of a function: the branches that each method takes,
 * and the CPU time that ME's search uses.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stddef.h>

/* ---- what is known of a function */

enum { FUNCTIONS_MOST = 100 };

struct function {
	char name[128], origin[256];
	int listed; /* in the paper's table; what follows is from there */
	double paper_lines, paper_conditions, paper_branches; /* percent */
};

/*
 * Reads the rows of the file `path` (tools/target.sh says what a row is; the seventh
 * field is the function's origin) into `functions`, which has room for FUNCTIONS_MOST.
 * Those whose origin is an entry of `table` (coverme-table3.csv, or "-" for none) are
 * listed. Returns their number, 0 when the file cannot be read.
 */
size_t function_read_rows(const char *path, const char *table,
			  struct function *functions);

/*
 * ---- what gcov says of one function after a replay under its twin (plain.c).
 * "Conditions" are gcov's "Branches executed", branches its "Taken at least once".
 */

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

/* branches.c says what each of them is. */
enum method { FULL, OFF, RANDOM, COVERME, METHODS };

/* Seconds are of CPU: search_cpu until the last branch, stop_cpu to ME's own stop. */
struct sample {
	struct coverage coverage[METHODS];
	double search_cpu, stop_cpu, coverme_cpu;
	int files; /* in the corpus of FULL */
	int announced_less; /* announced files take fewer branches than the corpus */
	int lost; /* files that were announced, and were not there */
	int status; /* of FULL, as wait gives it */
};

/* A set of functions, whose targets are in ROOT/build/subjects/NAME. */
struct set {
	const char *name, *root;
	const char *gcov; /* the command, of the compiler's version */
};

/* Measures one function with one seed. 0, or -1 when a run or gcov failed. */
int sample_measure(const struct set *set, const struct function *function, int seed,
		   struct sample *sample);

#endif
