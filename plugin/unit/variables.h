/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variables.h - the unit's state: the variables that a run may change. */
#ifndef PLUGIN_VARIABLES_H
#define PLUGIN_VARIABLES_H

/* Makes the function that finds thread-local variables, if there are any. Call it when
 * functions can be created (made_function.h). */
void variables_prepare(void);
/* Writes the table of struct me_variable; `locate` gets the function's address or null.
 */
tree variables_write(unsigned *count, tree *locate);

#endif
