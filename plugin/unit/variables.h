/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variables.h - the unit's state: what a run may leave changed. */
#ifndef PLUGIN_VARIABLES_H
#define PLUGIN_VARIABLES_H

/* Makes the function that finds thread-local variables, when there are any. Call it
 * where functions can be made (made_function.h). */
void variables_prepare(void);
/* Writes the table of struct me_variable; `locate` gets the function's address or null.
 */
tree variables_write(unsigned *count, tree *locate);

#endif
