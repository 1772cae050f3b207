/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzzer.h - the session between libFuzzer and the search.
 *
 * The room harness/libfuzzer ties the search to libFuzzer: its mutator, its -fork, its
 * artifacts and exit codes, and the functions that a user may define for it. Each of
 * libFuzzer's flags keeps its meaning. It may include all rooms up to harness/bytes;
 * only harness/main is above it.
 */
#ifndef HARNESS_FUZZER_H
#define HARNESS_FUZZER_H

#include "harness/search/search.h"

/* One process's session. */
struct fuzzer {
	const struct harness_options *options;
	struct subject *subject;
	struct program *program;
	struct goals *goals;
	struct sink *sink;
	struct state *state; /* null: not restored */
};

/* Hands the session to libFuzzer with the command line given; returns its exit code.
 * The structures outlive the call. */
int fuzzer_run(const struct fuzzer *f, int argc, char **argv);

#endif
