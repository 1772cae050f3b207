/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - what -fplugin-arg-me-KEY=VALUE asked for. */
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

/* At most this many values of one repeatable option, and counts of one entry. */
enum { OPTION_LIMIT = 64 };

struct option_list {
	const char *value[OPTION_LIMIT];
	int count;
};

/* One `name:count` of an entry: parameter `name` points to `count` elements. */
struct entry_count {
	const char *name;
	unsigned elements;
};

struct plugin_options {
	const char *entry; /* name of the entry function, or null */
	struct entry_count counts[OPTION_LIMIT];
	int count_count;
	struct option_list only, skip; /* globs */
	bool verbose;
	bool any_O; /* the caller knows that goals above -O0 differ */
	bool twin; /* only what drives the entry: no hooks, no counters */
};

extern struct plugin_options options;

/* Reads the arguments of the plugin; reports each bad one as an error and returns
 * false when there was any. */
bool options_read(int argc, struct plugin_argument *argv);

/* Whether the function of that assembler and source name in that file is to be
 * instrumented, by only= and skip=. A glob with `/` or `.` is matched against the
 * path, any other against the function's names; skip wins. */
bool options_select(const char *assembler_name, const char *source_name,
		    const char *file);

#endif
