/* SPDX-License-Identifier: GPL-3.0-or-later */
/* others.h - the inputs that other jobs of -fork have found. */
#ifndef HARNESS_OTHERS_H
#define HARNESS_OTHERS_H

#include "harness/search/search.h"

/* Runs the inputs of the corpus that are new since the last call: what others have
 * covered, this job can then start from. */
void others_run(struct search *s, const char *corpus);

#endif
