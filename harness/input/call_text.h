/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_text.h - the call of the entry, as its language writes it. */
#ifndef HARNESS_CALL_TEXT_H
#define HARNESS_CALL_TEXT_H

#include "harness/input/layout.h"

/* `acos(0x1.8p-1)`; of Fortran `r = f(2.5d0, [1, 2])` or `call s(2.5d0, [1, 2])`.
 * Returns the required length, like snprintf. */
int call_text_print(const struct layout *l, const coord *x, char *out, size_t size);

#endif
