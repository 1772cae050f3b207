/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang.h - translates clang's flags for fuzzing into GCC's. */
#ifndef COMMAND_CLANG_H
#define COMMAND_CLANG_H

#include <stdbool.h>

#include "command/base/words.h"

/*
 * Adds GCC's equivalent of a flag of clang: the other sanitizers for
 * -fsanitize=fuzzer,... (the plugin replaces `fuzzer` and -fsanitize-coverage=) by
 * GCC's names, without those that GCC has not; -g1 for -gline-tables-only; nothing for
 * flags without a meaning here, such as -stdlib=, ignore lists of sanitizers, and
 * clang's own coverage.
 *
 * Returns false, and adds nothing, if the word is not a flag of clang alone.
 */
bool clang_flag_translate(struct words *out, const char *word);

/* Whether a flag is -fsanitize= with `fuzzer` in its list: link a fuzz target. */
bool clang_links_fuzzer(const char *word);

#endif
