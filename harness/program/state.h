/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * state.h - the writable variables of the program under test, put back before each run,
 * so that the same input gives the same run.
 */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

#include <stddef.h>

#include "me/abi.h"

struct state {
	size_t count, bytes; /* variables, and their bytes together */
	struct me_variable *variables;
	unsigned char *copy;
};

/* Copies the variables of all units as they are now; 0 or -1 when out of memory. */
int state_init(struct state *s);
/* Those of a library that came later as well; -1 leaves it as it was. */
int state_add(struct state *s, const struct me_module *module);
void state_done(struct state *s);
/* Puts them back. */
void state_restore(const struct state *s);

/* If it is a block of a sanitizer's heap, it is no leak of the program's from now on. */
void state_excuse(const void *block);

#endif
