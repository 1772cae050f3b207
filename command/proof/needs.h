/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.h - what unknown goals need of the entry's declaration. */
#ifndef COMMAND_NEEDS_H
#define COMMAND_NEEDS_H

#include "prover/verify/prover.h"

/* For each parameter of which needs[] goals read elements that it does not have, the line
 * "3 goals need x to have more than 1 element: x:8,n:len(x)". */
void needs_text(const struct entry *entry, const size_t *needs, char *text,
		size_t size);

#endif
