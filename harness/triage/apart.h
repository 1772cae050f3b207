/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * apart.h - something that is done in a child process, which may end in any way, or not
 * at all: then it is killed.
 */
#ifndef HARNESS_APART_H
#define HARNESS_APART_H

#include <stddef.h>
#include <sys/types.h>

#include "me/ends.h"

enum { APART_KEPT = 4096 }; /* bytes of each end of what it prints */

struct apart {
	int status; /* of waitpid() */
	int is_late; /* it was killed */
	int returned; /* the work did */
	size_t printed; /* bytes that it printed, to standard output or error */
	char head[APART_KEPT], tail[APART_KEPT]; /* tail: a ring */
};

/*
 * Does work(context) in a child, for that many seconds by the clock at most. The child is a
 * process group of its own, which is killed with it, and is killed when this process ends.
 * seconds 0: for any time, in our process group, and what it prints is not kept. 0, or -1
 * when no process can be made.
 */
int apart_do(void (*work)(void *context), void *context, double seconds,
	     struct apart *result);

/* How it has ended, by what is known from outside. */
enum me_end apart_end(const struct apart *result);

/* The first and the last bytes of what it printed as a text; NULs are blanks. */
void apart_text(const struct apart *result, char text[2 * APART_KEPT + 8]);

#endif
