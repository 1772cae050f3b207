/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - where inputs that closed a goal go: the corpus directory, at once and whole.
 */
#ifndef HARNESS_SINK_H
#define HARNESS_SINK_H

#include <stddef.h>

struct sink_input; /* sink.c */

struct sink {
	const char *corpus; /* null: inputs are not kept */
	size_t limit; /* bytes of a file at the most, when > 0: the rest is cut off */
	struct sink_input *known; /* what has closed a goal, the last one first */
};

/*
 * Writes the input and announces it:
 *	INFO: me: new FILE cpu=SECONDS goals=CLOSED
 * with the process's CPU seconds (user and system) since its start. A directory that is
 * gone is made again, with all that is known. Ends the process with an ERROR line and
 * exit code 1 when a file cannot be written.
 */
void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed);

/* An input that closed a goal and lies in a corpus already. */
void sink_know(struct sink *s, const unsigned char *bytes, size_t size);

/* At the end: when the directory is gone, does as sink_put does. */
void sink_check(struct sink *s);

#endif
