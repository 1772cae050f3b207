/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * emitted.h - what `me emit` writes tests of: inputs, as calls of a typed target or as the
 * values that a program draws (include/me/nondet.c).
 */
#ifndef COMMAND_EMITTED_H
#define COMMAND_EMITTED_H

#include <jansson.h>

#include "command/base/text.h"
#include "command/base/usage.h"
#include "command/target/target_trace.h"
#include "corpus/files/corpus.h"

/* The run of an input of a program that draws. */
struct emitted_run {
	char *file; /* as TARGET --draws tells it (me/schema.h) */
	json_t *draws; /* [[NAME, VALUE], ...] */
	struct trace_end end;
};

/* Start with all zeros. */
struct emitted {
	struct command *command;
	struct build_record record;
	struct corpus_list inputs;
	struct emitted_run *runs; /* of a program that draws; each list of draws once */
	size_t run_count, room;
	bool is_cut; /* a run draws more than is told */
	int err; /* an input could not be run */
	const char *property; /* what the tests cover, as Test-Comp specifies it */
};

/* One file of the result. */
typedef int emit_fn(void *context, const char *name, const struct text_buffer *content);

/* A constant record in a file of its own, emit_NAME.c. */
struct emit_format {
	/* Tells `emit` of all files; -1 when it does, or notes what is wrong. */
	int (*write)(struct emitted *e, emit_fn *emit, void *context);
	bool is_draws; /* of programs that draw alone; else of all targets */
};

/* The names of --format=. */
/* clang-format off */
#define EMIT_FORMATS(FORMAT, BETWEEN) \
	FORMAT(emit, testcomp) BETWEEN \
	FORMAT(emit, c)
/* clang-format on */

enum { EMIT_FORMATS(FORMAT_NUMBER, ) };

EMIT_FORMATS(FORMAT_RECORD, )

/* Whether the target was built with --nondet. */
bool emitted_draws(const struct emitted *e);

/* The source of the program: the unit that is not ME's own. */
const struct build_unit *emitted_program(const struct emitted *e);

/* Runs all inputs and fills runs. */
int emitted_run_all(struct emitted *e);
void emitted_done(struct emitted *e);

#endif
