/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h - which numbers a scanf format reads from a text. For hooks. */
#ifndef HARNESS_FORMAT_H
#define HARNESS_FORMAT_H

#include "harness/runtime/numbers.h"

/* Reads a text as sscanf does, and calls `visit` for each number that the format reads,
 * up to the first one that is missing (length 0). */
typedef void format_visit_fn(const void *context, const struct number_place *n);
void format_scan(const char *text, const char *format, format_visit_fn *visit,
		 const void *context);

/* Writes a text that matches the whole format: literals as they are, 1 for a number,
 * the first matching character for %s, %c and %[. Returns its length, less than `size`;
 * no NUL follows. Also for hooks. */
size_t format_sample(const char *format, unsigned char *out, size_t size);

#endif
