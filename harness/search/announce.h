/* SPDX-License-Identifier: GPL-3.0-or-later */
/* announce.h - what a session says at its end of a goal over the whole run. */
#ifndef HARNESS_ANNOUNCE_H
#define HARNESS_ANNOUNCE_H

#include "harness/goals/goals.h"
#include "harness/search/sink.h"

/* The verdict of --goal=path, on standard error: the file that covers it, or how many
 * of its decisions the nearest run takes. */
void announce_path(const struct goals *g, const struct sink *sink);

/* That of --goal=custom: the file, or the least r of a run. */
void announce_custom(const struct goals *g, const struct sink *sink);

#endif
