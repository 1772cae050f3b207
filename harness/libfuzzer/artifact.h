/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * artifact.h - the file of an input that fails, at libFuzzer's name and place.
 *
 * It may be written in a signal handler, in a program whose heap is damaged or locked:
 * nothing is allocated.
 */
#ifndef HARNESS_ARTIFACT_H
#define HARNESS_ARTIFACT_H

#include <limits.h>

#include "harness/goals/subject.h"

/* Reads libFuzzer's -artifact_prefix and -exact_artifact_path. The subject and the
 * arguments outlive the process's runs. 0, or -1 when out of memory. */
int artifact_init(const struct subject *subject, int argc, char **argv);

/*
 * Writes the input as PREFIX KIND SHA1, or at the exact path, and says so; with
 * `prints_bytes` libFuzzer's line of a short input's bytes is in front. Returns the
 * path, until the next call. Ends the process with an error where it cannot be written.
 */
const char *artifact_write(const char *kind, struct input in, int prints_bytes);

/* The file's bytes of an input, until one of these is called again. */
const uint8_t *artifact_bytes(struct input in, size_t *size);

#endif
