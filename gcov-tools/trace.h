/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.h - runs inputs in the target and notes which goals they meet. */
#ifndef GCOV_TOOLS_TRACE_H
#define GCOV_TOOLS_TRACE_H

#include "corpus/corpus.h"
#include "gcov-tools/build_record.h"
#include "gcov-tools/command.h"

struct trace_listener {
	/* The input's run does not come back: "signal 6", "exit", "hang". Told before
	 * the goals that it met by then. */
	void (*ended)(void *context, const char *path, const char *how);
	/* The input meets a goal (an index of the record). */
	void (*met)(void *context, size_t goal, const char *path);
	void *context;
};

/*
 * Runs all inputs, and tells of them in their order. An input that is killed (more than
 * 10 s of CPU) meets nothing; the others count. Returns 0, or -1 when the target cannot
 * be run at all.
 */
int trace_inputs(struct command *command, const struct build_record *record,
		 const struct corpus_list *inputs,
		 const struct trace_listener *listener);

#endif
