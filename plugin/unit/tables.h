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

#endif
