/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify.h - a simpler input in the place of another one (attempt.h).
 *
 * Of a typed target numbers become simpler ones (harness/input/simple_vector.h). Of a bytes
 * target blocks are deleted, the larger ones first, as delta debugging does (Zeller and
 * Hildebrandt, Simplifying and isolating failure-inducing input, 2002); then the bytes that
 * are left become simple ones.
 */
#ifndef HARNESS_SIMPLIFY_H
#define HARNESS_SIMPLIFY_H

#include "harness/input/arguments.h"
#include "harness/triage/attempt.h"

/* layout: of a typed target, else null. Simplifies the file's input and writes it into
 * the directory, where `kind` puts it, and prints a record (me/schema.h, TARGET
 * --simplify), after so many seconds that of the simplest so far; 0: no limit. Null, or an error
 * (static). */
const char *simplify_file(const struct attempt_kind *kind, const struct layout *layout,
			  const char *path, const char *directory, double seconds);

#endif
