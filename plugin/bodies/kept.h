/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kept.h - variables that keep their values from call to call: of static storage, in functions
 * or outside of them, COMMON and those of modules included, to which the unit writes.
 */
#ifndef PLUGIN_KEPT_H
#define PLUGIN_KEPT_H

/* The functions that change what the function, or one of its unit that it calls, reads in its next
 * call: itself first, then others whose parameters are numbers and texts, in C++ any. */
struct kept_changes {
	auto_vec<tree> functions;
	tree variable; /* the first one that they change; or null */
	/* The most elements of an array that is kept, and the largest constant that one is compared
	 * with, up to 32: as many calls may be needed. */
	unsigned steps;
};
void kept_read(tree function, kept_changes *changes);

#endif
