/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - where inputs that closed a goal go: the corpus directory, at once and whole. */
#ifndef HARNESS_SINK_H
#define HARNESS_SINK_H

#include <stddef.h>

struct sink {
	const char *corpus; /* null: inputs are not kept */
	size_t limit; /* bytes of a file at the most, when > 0: the rest is cut off */
};

/*
 * Writes the input and announces it:
 *	INFO: me: new FILE cpu=SECONDS goals=CLOSED
 * with the process's CPU seconds (user and system) since its start. Ends the process with
 * an ERROR line and exit code 1 when the file cannot be written.
 */
void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed);

#endif
