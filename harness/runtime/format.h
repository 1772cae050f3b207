/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h - the formats of scanf: which numbers they read of a text. For hooks. */
#ifndef HARNESS_FORMAT_H
#define HARNESS_FORMAT_H

#include "harness/runtime/numbers.h"

/* Walks through a text as sscanf does; each number that the format wants is given to
 * `visit`, up to the first that is not there (length 0). */
typedef void format_visit_fn(const void *context, const struct number_place *n);
void format_scan(const char *text, const char *format, format_visit_fn *visit,
		 const void *context);

/* Writes a text that sscanf reads with the format to its end: literals as they are, 1
 * for a number, the first character that fits for %s, %c and %[. Returns its length,
 * less than `size`; no NUL follows. For hooks, too. */
size_t format_sample(const char *format, unsigned char *out, size_t size);

#endif
