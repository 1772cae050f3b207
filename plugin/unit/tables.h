/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h - a unit's record with all its tables (include/me/abi.h). */
#ifndef PLUGIN_TABLES_H
#define PLUGIN_TABLES_H

/* Symbols that have to be there when the program is linked. */
struct unit_wants {
	bool main; /* libme's main(), for a typed target */
	char *missing; /* one that nobody defines, to stop the link by its name; or
			  null; it is freed */
};

/* Writes all tables and the unit's record, when all functions have been seen. */
void tables_write(const struct unit_wants *wants);

/* ---- variables.cc: the variables that a run may change */

/* Makes the function that finds thread-local variables, if there are any. Call it when
 * functions can be created (artificial.h). */
void variables_prepare(void);
/* Writes the table of struct me_variable; `locate`: the function's address or null. */
tree variables_write(unsigned *count, tree *locate);

/* ---- library.cc: what a unit for a shared library (-fPIC without -fPIE) has besides */

/* Whether this unit is for a shared library. */
bool library_unit(void);

/* Makes the constructor; call it when visibility is determined (artificial.h). */
void library_prepare(void);

/* Writes the record. */
void library_write(void);

#endif
