/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin_options.h - the values of -fplugin-arg-me-KEY=VALUE. */
#ifndef PLUGIN_PLUGIN_OPTIONS_H
#define PLUGIN_PLUGIN_OPTIONS_H

/* At most this many values of one repeatable option, and limits of one entry. */
enum { OPTION_LIMIT = 256 };

struct option_list {
	const char *value[OPTION_LIMIT];
	int count;
};

enum entry_limit_kind {
	LIMIT_COUNT, /* name:4, name:3x4, name:..3x4, name:n, name:4?, name:? */
	LIMIT_LENGTH, /* name:len(of) */
	LIMIT_ALIAS, /* name:alias(of) */
	LIMIT_RANGE, /* name:low..high, name.member:low..high, name:finite */
};

/* One `name:...` of an entry: a limit of its parameter `name`. */
struct entry_limit {
	enum entry_limit_kind kind;
	const char *name;
	const char *member; /* "in.n"; "" for all of the parameter */
	unsigned elements; /* COUNT, the first of them: 0 when only `?` is given */
	const char *more; /* COUNT: "4x5" of the other dimensions, or "" */
	bool is_most; /* COUNT: these are the largest extents */
	bool is_guess; /* name:~...: what runs find outside of it is no fault */
	bool nullable;
	const char *of; /* LENGTH, ALIAS: the other; COUNT, y:n: the number, or null */
	/* Numbers as they were written. high is null: the type's largest one; low, too: all
	 * that are finite. */
	const char *low, *high;
};

/* Above -O0 (front_end.h). */
enum conditions {
	CONDITIONS_DEFAULT, /* SOURCE with -w, else FOLDED */
	CONDITIONS_SOURCE, /* as they are written */
	CONDITIONS_FOLDED, /* as the front ends leave them */
};

struct plugin_options {
	const char *entry; /* name of the entry function, or null */
	const char *ranges; /* the text after the name: "x:16,t:0..1", or "" */
	struct entry_limit limits[OPTION_LIMIT];
	int limit_count;
	bool globals; /* an item of entry=: global variables are inputs */
	struct option_list only, skip; /* globs */
	const char *goals; /* kinds besides branches, separated by commas; or null */
	const char *labels; /* criteria, separated by commas; or null */
	const char *partition; /* the file of labels=IDC; or null */
	const char *list; /* the file that gets the unit's functions; or null */
	const char
	    *refusal, /* the file that gets why the entry is not driven; or null */
	    *refusals; /* the directory of these and of types for each function; or null */
	const char *types; /* the file that gets these with their types; or null */
	const char
	    *types_for; /* the function whose arguments they are for; or null: any */
	bool direct; /* labels are conditions of the program */
	bool verbose;
	bool any_O; /* the caller knows that goals above -O0 differ */
	enum conditions conditions;
	bool force; /* conditions take what a hook returns */
	bool nondet; /* main() is driven by include/me/nondet.c */
	bool twin; /* only the entry's record and thunk: no hooks, no counters */
	bool asleep; /* this compiler only prints warnings (front_end.h) */
};

extern struct plugin_options options;

/* Reads the arguments of the plugin. Reports each bad one as an error, and returns
 * false if there was any. */
bool options_read(int argc, struct plugin_argument *argv);

/* Adds the items of the text, "x:8,n:len(x)", to those of entry=, which go first where both
 * name a parameter. Reports a bad one as an error and returns false. */
bool options_add_notes(const char *notes);

/* Whether types of functions are asked for, of the entry or of each. */
bool options_want_types(void);

/* Whether entry= has notes by a person: items that are no guesses. */
bool options_has_notes(void);

/* Whether a word of a list, of that length, is the name. */
bool options_word_is(const char *word, size_t length, const char *name);

/* Whether the function of that assembler and source name in that file is to be
 * instrumented, by only= and skip=. A glob with `/` or `.` is matched against the
 * path, any other against the function's names; skip wins. */
bool options_select(const char *assembler_name, const char *source_name,
		    const char *file);

#endif
