/* SPDX-License-Identifier: GPL-3.0-or-later */
/* known_verdicts.h - branches that no input takes, as `me prove` has left them beside a
 * corpus (me/verdicts.h). */
#ifndef HARNESS_KNOWN_VERDICTS_H
#define HARNESS_KNOWN_VERDICTS_H

#include "harness/goals/goals.h"

/* Whether subnormal numbers are flushed, as in a program that was linked with
 * -ffast-math. */
int known_verdicts_flushes(void);
/* Whether x87 computes with fewer bits than a long double has, as with -mpc64. */
int known_verdicts_shortens(void);

/* What every proof about this target rests on. */
uint64_t known_verdicts_key(const struct program *program,
			    const struct me_entry *entry);

/* Closes the goals that were proven infeasible for this very executable; those that
 * hold in round-to-nearest alone only when that is the mode. A file that is damaged or
 * of another version is passed over, and said so. */
void known_verdicts_read(struct goals *g, const char *corpus);

/* ", 2 proven infeasible", or nothing when none is. */
void known_verdicts_say(const struct goals *g, char *text, size_t size);

#endif
