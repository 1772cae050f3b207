/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typed.h - the entry function as a subject: one frame, the coordinates of its layout.
 */
#ifndef HARNESS_TYPED_H
#define HARNESS_TYPED_H

#include "harness/layout.h"
#include "harness/subject.h"

struct typed {
	struct subject subject; /* the first member */
	struct layout *layout;
	coord *taken; /* the vector of a file */
	const coord *x; /* held */
};

/* The layout outlives it. 0, or -1 when out of memory. */
int typed_init(struct typed *t, struct layout *layout);
void typed_done(struct typed *t);

#endif
