/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_name.h - the source's name of a function. A handler may call all of this. */
#ifndef HARNESS_SOURCE_NAME_H
#define HARNESS_SOURCE_NAME_H

#include <stddef.h>
#include <stdint.h>

#include "harness/program/module.h"
#include "system/fortran_name.h"

enum { SOURCE_NAME_MOST = FORTRAN_NAME_MOST };

/* A function of an instrumented unit. */
struct source_function {
	const struct me_module *module;
	const struct me_unit *unit;
	uint32_t function;
};

/* The instrumented function of that symbol, or that it is a part or a copy of; 0 when there
 * is none. */
int source_name_find(const char *symbol, struct source_function *s);

/* The counter of its calls; null: it has none. The functions' follow each other in the order
 * of the table (symbolize.c). */
uint8_t *source_name_entries(const struct source_function *s);

/* The name of `symbol` in the source, where that is known: of an instrumented function, and
 * of what gfortran has compiled of `file`, which may be null. `symbol` itself otherwise, or
 * text in `room`, of SOURCE_NAME_MOST bytes. */
const char *source_name(const char *symbol, const char *file, char *room);

#endif
