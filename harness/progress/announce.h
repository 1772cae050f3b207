/* SPDX-License-Identifier: GPL-3.0-or-later */
/* announce.h - what a session says at its end. */
#ifndef HARNESS_ANNOUNCE_H
#define HARNESS_ANNOUNCE_H

#include "harness/search/search.h"

/* On standard error: why it ends, what was covered, proven and given up, and the verdict of
 * a goal over the whole run. */
void announce_stop(const struct search *s, const char *why,
		   unsigned long long evaluations);

#endif
