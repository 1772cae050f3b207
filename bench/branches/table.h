/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h - what is written of rows: two files of tab-separated columns, and lines for
 * who waits. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdio.h>

#include "bench/branches/row.h"

/* Files of functions, and of the branches that a seed missed. */
void table_write_headers(FILE *rows, FILE *missing);
void table_write_row(FILE *out, const struct row *r);

/*
 * A line for each branch that one of the `n` seeds did not take, with the reason that
 * infeasible.tsv has. Returns how many have none.
 */
int table_write_missing(FILE *out, const struct row *row, const struct sample *s,
			int n);

void table_print_row(const struct row *r);

/* listed: the functions are in the paper's table. */
void table_print_total(const char *set, const struct total *t, int listed);

#endif
