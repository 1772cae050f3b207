/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * describe.h - what the target tells of itself, on standard output: JSON lines for the
 * other programs of me, calls for people.
 */
#ifndef HARNESS_DESCRIBE_H
#define HARNESS_DESCRIBE_H

#include "harness/goals/goals.h"
#include "harness/input/layout.h"

/* {"kind":"unit",...} for each unit, {"kind":"link",...} when the link was recorded,
 * {"kind":"entry",...} for a typed target. */
void describe_units(const struct program *p, const struct me_entry *entry);

/* One line a goal: function, ordinal, rank, side, file, line, column, operator. */
void describe_goals(const struct goals *g, const struct me_entry *entry);

/* On standard error, a line for each pointer that is never null and that the entry
 * compares with null: how it may be null too. */
void describe_never_null(const struct goals *g, const struct me_entry *entry);

/* One line, {"file","met"}: the goals in scope that the last run met. */
void describe_met(const struct goals *g, const char *file);

/* The text as a string of JSON, with its quotes; the caller frees it. Null when out of
 * memory. */
char *describe_string(const char *text);

/* `LLVMFuzzerTestOneInput((const uint8_t[]){0x1, 0x2}, 2)`. */
void describe_bytes(const uint8_t *bytes, size_t size);

/* `NAME(ARGUMENTS)` or, with the result, `NAME(ARGUMENTS) = RESULT`. */
void describe_call(const struct layout *l, const coord *x, int with_result);

#endif
