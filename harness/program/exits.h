/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exits.h - whether a run may be left where the program calls exit(). */
#ifndef HARNESS_EXITS_H
#define HARNESS_EXITS_H

#include "harness/program/program.h"

/* Not where a unit calls what such a run would leave behind. Looks at units that have come
 * since the last call. May be called in a run. */
int exits_can_be_left(const struct program *p);

#endif
