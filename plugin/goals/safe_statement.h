/* SPDX-License-Identifier: GPL-3.0-or-later */
/* safe_statement.h - statements of an observer that neither trap nor are reported. */
#ifndef PLUGIN_SAFE_STATEMENT_H
#define PLUGIN_SAFE_STATEMENT_H

/*
 * What an observer computes must not disturb the program: an integer division never
 * traps, a signed operation that a sanitizer would check wraps, and the condition of a
 * check that a sanitizer has made already never leads to its report.
 */
void safe_statement(gimple *stmt);

/* Whether it is a quotient or a remainder of integers that need not be exact. */
bool divides_integers(enum tree_code code);

#endif
