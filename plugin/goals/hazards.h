/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hazards.h - what may happen when an observer computes something once more, or earlier
 * than the program does: the hazards of an expression, and statements that have none.
 */
#ifndef PLUGIN_HAZARDS_H
#define PLUGIN_HAZARDS_H

/* Or-ed. */
enum {
	HAZARD_TRAP = 1, /* it may trap: memory behind a pointer, n / 0, an index */
	HAZARD_EFFECT = 2, /* it changes something, or may; or is not known to us */
};

unsigned hazards_of(tree expression);

/*
 * What an observer computes must not disturb the program: an integer division never
 * traps, a signed operation that a sanitizer would check wraps, and the condition of a
 * check that a sanitizer has made already never leads to its report.
 */
void safe_statement(gimple *stmt);

/* Whether it is a quotient or a remainder of integers that need not be exact. */
bool divides_integers(enum tree_code code);

#endif
