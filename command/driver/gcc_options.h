/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcc_options.h - what the options of GCC's driver mean to ME.
 *
 * The room command/driver is me-cc: it compiles and links as GCC does, with the plugin
 * and the library, and records how. What it does not know it passes on unchanged. It
 * may include command/base.
 */
#ifndef COMMAND_GCC_OPTIONS_H
#define COMMAND_GCC_OPTIONS_H

#include <stdbool.h>

#include "command/base/words.h"

/* Whether the word that follows belongs to this option (`-o file`, `-I dir`). */
bool option_takes_word(const char *option);

/* What libFuzzer calls of the user is found in archives too; where he has none, libme.a
 * and libme-replay.a stand in. */
extern const char options_wanted[];

/* Takes what the library calls of libm into a program that is linked statically; others
 * load libm.so. -lm follows. */
extern const char options_libm[];

/* Adds the libraries that libme.a and libme-replay.a need behind them, beside libm. */
void options_libraries(struct words *out);

/* What an instrumented shared library calls in libme.a is shown to it. */
extern const char options_shown[];

/* Whether a command links: it has no -c, -S, -E, -M, -MM, -fsyntax-only. */
bool options_link(const struct words *words);

/* The word behind the last `option` ("-o x"), or joined to it ("-ox"); or NULL. */
const char *options_value(const struct words *words, const char *option);

/*
 * Whether the twin does without this option: optimisation, LTO, sanitizers, plugins,
 * profiles, dumps, dependency files, the output's name and the kind of step. The
 * plugin's arguments that choose what is tested stay.
 */
bool option_is_not_for_twin(const char *option);

/* Adds the options that a twin is compiled with. Words that are no options are left
 * out. */
void options_for_twin(struct words *out, const struct words *options);

/* Whether the last -O among the words is above -O0. */
bool options_optimise(const struct words *options);

#endif
