/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang.h - flags that builds for fuzzing with clang have, in terms of GCC's. */
#ifndef COMMAND_CLANG_H
#define COMMAND_CLANG_H

#include <stdbool.h>

#include "command/base/words.h"

/*
 * Adds what GCC has for a flag of clang's: other sanitizers for -fsanitize=fuzzer,...
 * (that one and -fsanitize-coverage= are the plugin's part), -g1 for
 * -gline-tables-only. Nothing for what has no meaning here: -stdlib=, lists of what not
 * to sanitize, clang's own coverage.
 *
 * Returns false, and adds nothing, where the word is no flag of clang's alone.
 */
bool clang_flag_translate(struct words *out, const char *word);

#endif
