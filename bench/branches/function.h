/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function.h - what is known of a function before it is measured. */
#ifndef BENCH_FUNCTION_H
#define BENCH_FUNCTION_H

#include <stddef.h>

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

#endif
