/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failure.h - artifacts of what fails inside a minimisation and cannot be left: an
 * exit, a sanitizer's report, memory used up, a signal or a hang in somebody's library.
 *
 * libFuzzer's own reports are made, word for word and with its exit codes. They all ask
 * one function of libFuzzer for the artifact; tools/runtime.sh leads that call here,
 * and where it is an inner run that fails, that run's input is written.
 */
#ifndef HARNESS_FAILURE_H
#define HARNESS_FAILURE_H

#include "harness/runtime/guard.h"
#include "harness/goals/subject.h"

/* Reads libFuzzer's flags (-artifact_prefix, -exact_artifact_path, -timeout) and gives
 * the guard what it asks for. Until it is called, the others do nothing. The subject
 * and the arguments outlive the process's runs. 0, or -1 when out of memory. */
int failure_init(const struct subject *subject, struct guard *g, int argc, char **argv);

/* Once libFuzzer is there: all sanitizers report to it, which by itself tells one. */
void failure_watch(void);

/* libFuzzer runs what the subject holds. */
void failure_note(void);

#endif
