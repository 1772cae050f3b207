/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * system.h - a formula as a list of constraints that all have to hold. A variable that
 * an equation defines is replaced by its definition, so that fewer variables are left.
 */
#ifndef SAT_SYSTEM_H
#define SAT_SYSTEM_H

#include "sat/formula/term.h"

struct system {
	struct formula *formula;
	term_id *constraints; /* none is a conjunction, and none is the constant true */
	size_t count, room;
	/* Of each variable: the term that it is equal to, in variables that have none
	 * themselves; TERM_NONE where it is free. */
	term_id *definitions;
	uint32_t variables;
	bool is_false; /* some constraint is false whatever the variables are */
};

/* The formula's terms grow; it outlives the system. */
void system_init(struct system *system, struct formula *formula, const term_id *roots,
		 size_t count);
void system_done(struct system *system);

#endif
