/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unsteady.h - programs whose outcome says nothing of the plugin. */
#ifndef TORTURE_UNSTEADY_H
#define TORTURE_UNSTEADY_H

#include "tests/torture/measure.h"

int outcome_runs_alike(const struct outcome *a, const struct outcome *b);

/* Why the outcome of the program without the plugin does not count: it varies, or
 * depends on what no program should depend on. Null: it counts. */
const char *unsteady(struct measure *m, const struct outcome *plain);

#endif
