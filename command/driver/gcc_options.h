/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcc_options.h - what the options of GCC's driver mean to ME. */
#ifndef COMMAND_GCC_OPTIONS_H
#define COMMAND_GCC_OPTIONS_H

#include "command/base/words.h"

/* Whether the word that follows belongs to this option (`-o file`, `-I dir`). */
bool option_takes_word(const char *option);

/* Makes the linker search archives too for the user's functions that libFuzzer calls;
 * libme.a and libme-replay.a have defaults. */
extern const char options_wanted[];

/* Links the functions of libm that the library calls into a static program; others load
 * libm.so. -lm follows. */
extern const char options_libm[];

/* Adds the libraries that libme.a and libme-replay.a need behind them, beside libm. */
void options_libraries(struct words *out);

/* Exports the functions of libme.a that an instrumented shared library calls. */
extern const char options_shown[];

/* Whether a command links: it has no -c, -S, -E, -M, -MM, -fsyntax-only. */
bool options_link(const struct words *words);

/* The word after the last `option` ("-o x"), or joined to it ("-ox"); or NULL. */
const char *options_value(const struct words *words, const char *option);

/*
 * Whether the twin is built without this option: optimisation, LTO, sanitizers,
 * plugins, profiles, dumps, dependency files, the name of the output and the kind of
 * step. The plugin's arguments that select what is tested stay.
 */
bool option_is_not_for_twin(const char *option);

/* Adds the options with which a twin is compiled; other words are left out. */
void options_for_twin(struct words *out, const struct words *options);

/* Whether the last -O among the words is above -O0. */
bool options_optimise(const struct words *options);

#endif
