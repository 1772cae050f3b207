/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h - what a process may use of the system (getrlimit(2)), as it was before a run that
 * has changed it. A limit that nobody may raise again stays. */
#ifndef HARNESS_LIMITS_H
#define HARNESS_LIMITS_H

#include <sys/resource.h>

struct limits {
	struct rlimit of[RLIM_NLIMITS];
};

void limits_note(struct limits *l);
void limits_restore(const struct limits *l);

#endif
