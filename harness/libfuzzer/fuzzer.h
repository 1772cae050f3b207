/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzzer.h - the session between libFuzzer and the search. */
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
