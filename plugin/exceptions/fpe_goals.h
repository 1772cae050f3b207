/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_goals.h - goals of floating-point exceptions, for other kinds of goals. */
#ifndef PLUGIN_FPE_GOALS_H
#define PLUGIN_FPE_GOALS_H

/* Adds goals of that kind for the exceptions of all operations of the function. Those
 * asked for are or-ed (fpe_library.h); a conversion to an integer out of its range is
 * INVALID, and is called `conversion`. Their names begin with numbers from `first` on.
 */
void fpe_add(function *fun, const char *kind, unsigned kinds, unsigned first,
	     const char *conversion);

#endif
