/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - writes inputs that closed a goal to the corpus directory, at once and whole. */
#ifndef HARNESS_SINK_H
#define HARNESS_SINK_H

#include <stddef.h>

#include "corpus/files/sha1.h"

struct sink_input; /* sink.c */

struct sink {
	const char *corpus; /* null: inputs are not written */
	int is_quiet; /* inputs are written without a word */
	size_t limit; /* largest size of a file, if > 0: the rest is truncated */
	char newest[SHA1_HEX_SIZE]; /* name of the file written last, or "" */
	struct sink_input *known; /* inputs that closed a goal, the last one first */
};

/*
 * Writes the input and, unless it is quiet, announces it:
 *	INFO: me: new FILE cpu=SECONDS goals=CLOSED
 * with the session's CPU seconds (user and system) since its start. If the directory
 * was removed, creates it again with all known inputs. Ends the process with an ERROR
 * line and exit code 1 if a file cannot be written.
 */
void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed);

/* Writes the input in the place of another one, whose file is then deleted, unless it is that
 * of another known input too. Nothing is announced. */
void sink_replace(struct sink *s, const unsigned char *old, size_t old_size,
		  const unsigned char *bytes, size_t size);

/* This process continues a session; earlier ones have used so many CPU seconds. */
void sink_new_process(double cpu);

/* The session's CPU seconds so far. */
double sink_cpu(void);

/* An input that closed a goal and is already in a corpus. */
void sink_know(struct sink *s, const unsigned char *bytes, size_t size);

/* At the end of a session, or when a file cannot be written: if the directory was removed, creates it again with all
 * known inputs. */
void sink_check(struct sink *s);

/* sink_check(); and writes known inputs again whose files have been deleted or cut by others,
 * and says so. What cannot be written is tried again with the next call. */
void sink_repair(struct sink *s);

/* libFuzzer has replaced the input of this name by another one: it may go. */
void sink_drop(struct sink *s, const char *name);

#endif
