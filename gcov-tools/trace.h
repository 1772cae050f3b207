/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.h - runs inputs in the target and notes which goals they meet. */
#ifndef GCOV_TOOLS_TRACE_H
#define GCOV_TOOLS_TRACE_H

#include "corpus/corpus.h"
#include "gcov-tools/build_record.h"
#include "gcov-tools/command.h"

/* Told of each goal (an index of the record) that an input meets. */
typedef void trace_fn(void *context, size_t goal, const char *path);

/*
 * Runs all inputs. An input that ends the target (a signal, more than 10 s of CPU)
 * meets nothing; the others count. Returns 0, or -1 when the target cannot be run at
 * all.
 */
int trace_inputs(struct command *command, const struct build_record *record,
		 const struct corpus_list *inputs, trace_fn *met, void *context);

#endif
