/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify.h - a simpler input in the place of another one (attempt.h).
 *
 * Of a typed target one scalar after the other becomes a simpler number
 * (simple_numbers), blocks of them 0 first. Of a bytes target blocks are deleted, the
 * larger ones first, as delta debugging does (Zeller and Hildebrandt, Simplifying and
 * isolating failure-inducing input, 2002); then the bytes that are left become simple ones.
 */
#ifndef HARNESS_SIMPLIFY_H
#define HARNESS_SIMPLIFY_H

#include "harness/input/layout.h"
#include "harness/triage/attempt.h"

/* layout: of a typed target, else null. Simplifies the file's input and writes it into
 * the directory, where `kind` puts it, and prints a record (me/schema.h, TARGET
 * --simplify). Null, or an error (static). */
const char *simplify_file(const struct attempt_kind *kind, const struct layout *layout,
			  const char *path, const char *directory);

/* ---- numbers that a person calls simple: 0, small whole numbers, short decimals */

enum { SIMPLE_NUMBERS = 64 };

/* How far the coordinate is from simple: 0 for 0; the more digits, the more. */
unsigned simple_number_rank(const struct axis *axis, coord c);

/* The coordinates of simpler numbers that may take the place of c, the simplest first:
 * small ones, and c with fewer digits. Returns how many. */
size_t simple_numbers(const struct axis *axis, coord c, coord out[SIMPLE_NUMBERS]);

#endif
