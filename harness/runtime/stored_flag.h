/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stored_flag.h - flags that are stored in memory: `s->done = x == 3.5; ... if
 * (s->done)`. No guide connects the condition with the comparison, but runs do: if a
 * data site (a comparison whose result is stored) has agreed with the condition in
 * every run, or has disagreed in every run, it may be the source of the flag. The
 * nearest such comparison gives the condition its distance.
 */
#ifndef HARNESS_STORED_FLAG_H
#define HARNESS_STORED_FLAG_H

#include "harness/program/program.h"

enum { KEPT_ROW_LIMIT = 4096, KEPT_SIZE_LIMIT = 1 << 24 };

/* Whether a comparison can still be the source of the flag, as it is or negated. */
enum stored_flag_relation {
	KEPT_SAME = 1,
	KEPT_NEGATED = 2,
};

struct stored_flag {
	uint32_t row_count, data_count;
	uint32_t *row; /* site -> its row, or PROGRAM_NONE: no stored flag */
	uint32_t *column; /* site -> its number among the data sites */
	unsigned char
	    *relation; /* row_count * data_count of enum stored_flag_relation */
	uint32_t *changed; /* sites whose relations changed in this run */
	uint32_t changed_count;
};

/* 0, or -1 when out of memory. A program with too many such conditions gets no rows. */
int stored_flag_init(struct stored_flag *k, const struct program *p);
void stored_flag_done(struct stored_flag *k);

/* Updates the relation of `site` to `data` after a run with the outcomes `flag` and
 * `outcome`. */
unsigned stored_flag_note(struct stored_flag *k, uint32_t site, uint32_t data, int flag,
			  int outcome);

#endif
