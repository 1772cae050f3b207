/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h - what the records of an object or program say that the plugin did. */
#ifndef TORTURE_UNITS_H
#define TORTURE_UNITS_H

struct units {
	unsigned sites, skipped; /* sums over all units */
	int is_object; /* not assembly, of a test with -S */
};

/* Reads the section me_units of an ELF file; 0, or -1 when it has none. */
int units_read(struct units *u, const char *path);

#endif
