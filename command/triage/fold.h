/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fold.h - which failures are the same bug.
 *
 * Two failures are the same when their types are, and of the three innermost frames of
 * the program
 *	- all agree, or
 *	- the innermost one agrees in its line, and two of the three in their functions:
 *	  the same place, reached by another caller.
 * Frames agree in file and line where these are known, else in the function. All accesses
 * to memory that is not there are of one type, null pointers too: a wrong index leads
 * anywhere. Assertions of one line are of different types where their texts differ.
 * Templates of the C++ library are no frames of the program as long as it has others. A
 * leak's frames are those of its allocation. Of a hang or a stack that is used up the
 * lines say nothing: there functions are compared, two of three have to agree, and the
 * innermost one of each is among those of the other.
 *
 * ClusterFuzz's comparer (google/clusterfuzz, crash_comparer.py) asks for the same type
 * and two of three functions, in their order, without lines; so two functions that one
 * calls would be one bug where they fail alike. That the innermost frame agrees is ours.
 */
#ifndef COMMAND_FOLD_H
#define COMMAND_FOLD_H

#include "command/triage/triage.h"

bool fold_is_same(const struct triage_run *a, const struct triage_run *b);

/* "read of x[8], past the end of x (8 elements of 8 bytes, a guess); ...": the parameter and
 * its elements. */
struct triage_access {
	char name[64];
	unsigned elements;
	int told; /* characters of the text that tell of the access: "read of x[8]" */
};

/* False: the text, which may be null, tells of no such access. */
bool triage_access_read(const char *detail, struct triage_access *a);

/* Makes the groups, the largest first. */
void fold(struct triage *t);

#endif
