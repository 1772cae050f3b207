/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - builds and runs one test in one configuration; what that leaves. */
#ifndef TORTURE_MEASURE_H
#define TORTURE_MEASURE_H

#include <stdint.h>

#include "tests/torture/suite.h"

enum { MEASURE_NOT_RUN = -1 };

struct measure_configuration {
	const char *name, *flags;
	int opens; /* the program runs once more with all sites open */
};

extern const struct measure_configuration measure_configurations[];
extern const int measure_configuration_count;

/* What all measurements of a process share. */
struct measure_place {
	const char *directory; /* scratch, of this process alone; absolute */
	const char *plugin_flag; /* -fplugin=.../me.so */
	const char *hooks; /* the object of hooks.c */
	const char *compilers[3]; /* by enum suite_language */
};

struct measure {
	const struct measure_place *place;
	const struct suite_test *test;
	const struct measure_configuration *configuration;
	char *build, *run; /* directories: of the product, and where it runs */
	char *build_log, *run_log, *plain_log, *dump;
};

/* What a build and a run leave. */
struct outcome {
	int links; /* built as a program; else as an object */
	int build; /* exit status of the compiler */
	uint64_t said; /* by the compiler (job_log_diagnostics) */
	int run; /* exit status of the program, or MEASURE_NOT_RUN */
	uint64_t output;
	unsigned conditions; /* in the plain build at -O0 */
	unsigned ms; /* CPU of the build */
};

/* Sets the paths from the place, which the caller has filled in with test and
 * configuration. 0, or -1 when memory is out. */
int measure_init(struct measure *m);
void measure_done(struct measure *m);

/* Builds a program, or an object where it does not link; `extra` are options more, or
 * null. The compiler's output is in m->build_log. */
void measure_build(struct measure *m, struct outcome *o, int links, int plugin,
		   const char *extra);
/* Runs what was built last, if it is a program; its output is in m->run_log. */
void measure_run(struct measure *m, struct outcome *o, int open);
/* Both without the plugin. A test that is to be run but is no program by itself counts
 * as one that compiles. The compiler's output is in m->plain_log. */
void measure_plain(struct measure *m, struct outcome *o);
/* Conditions of the program alone, without those of sanitizers; 0 when that does not
 * build. */
unsigned measure_own_conditions(struct measure *m);

#endif
