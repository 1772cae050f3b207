/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn.h - one run of a fuzz target on one core, and what it announced. */
#ifndef BENCH_SPAWN_H
#define BENCH_SPAWN_H

#include <stddef.h>

enum { SPAWN_INPUTS = 4096 };

/*
 * The target prints `INFO: me: new FILE cpu=SECONDS ...` when a file stands in the
 * corpus. The driver links it at once into another directory, since libFuzzer may
 * replace it.
 */
struct announcement {
	char *file; /* the link */
	double cpu;
};

struct run {
	double cpu; /* user and system seconds of the whole run, by wait4 */
	int status; /* as wait gives it; a run that met the limit was killed */
	int stopped; /* by the limit */
	size_t inputs, lost; /* lost: announced, but there was no such file */
	struct announcement input[SPAWN_INPUTS];
};

/*
 * Runs argv in `dir` with its output in dir/LOG; kills it when it has used `limit`
 * seconds of CPU (0: never). Announced files are linked into dir/KEEP, if that is
 * given.
 */
int spawn(const char *dir, char *const *argv, const char *log, const char *keep,
	  double limit, struct run *run);
void spawn_done(struct run *run);

#endif
