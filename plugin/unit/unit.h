/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unit.h - what the passes collect about one translation unit, until it is written out
 * as one struct me_unit (include/me/abi.h) when all functions have been seen.
 *
 * Numbers of sites, goals, functions, flags, callees and counters are indices into the
 * unit's tables. Lists of words (guides, successors) lie in one pool; a list is known
 * by the index of its first word.
 */
#ifndef PLUGIN_UNIT_H
#define PLUGIN_UNIT_H

#include "me/abi.h"

enum { NO_LIST = -1 };

struct unit_case {
	HOST_WIDE_INT low, high;
	unsigned side;
};

struct unit_site {
	location_t location;
	unsigned function;
	unsigned kind, op, type, flags; /* as in struct me_site */
	unsigned goal, sides;
	unsigned first_case, case_count, default_side;
	unsigned conjunct; /* as in struct me_site */
	unsigned arithmetic, exception, group;
	int guide; /* list or NO_LIST */
};

struct unit_goal {
	unsigned flags, side, function, ordinal, rank, site, line;
	unsigned parameter; /* as in struct me_goal */
	const char *kind, *name, *never; /* of a predicate; kind null: a branch */
	unsigned counter;
	int next; /* list */
};

struct unit_function {
	tree decl;
	location_t location;
	unsigned returns; /* flag or ME_NO_FLAG */
	unsigned ordinals; /* blocks that end in a branch */
	int next; /* list */
};

struct unit_flag {
	int first_value, value_count; /* guides in unit.flag_values */
	unsigned constants; /* as in struct me_flag */
};

struct unit {
	tree sites_table, state_table, counters_table;
	vec<unit_site> sites;
	vec<unit_goal> goals;
	vec<unit_case> cases;
	vec<unit_function> functions;
	vec<unit_flag> flags;
	vec<int> flag_values; /* guides */
	vec<me_influence> influences;
	vec<tree> callees; /* FUNCTION_DECLs */
	vec<bool> counters; /* whether it is that of a function's entry */
	vec<unsigned> words; /* the pool */
	hash_map<tree, unsigned> *callee_numbers;
	vec<unsigned> outside; /* callees without a body here */
	unsigned skipped;
	bool reads_unset; /* as in struct me_unit */
	unsigned stack;
	bool finished; /* the tables are written */
	unsigned HOST_WIDE_INT exported; /* hash */
};

extern struct unit unit;

/* The garbage collector keeps what hangs from here. */
extern tree unit_kept;
void unit_keep(tree t);

/* Makes the tables that code refers to. Call it before any function is instrumented.
 * Reports an error where the target is none that the records are made for. */
void unit_start(void);
/* Whether the tables can take more: they were started and are not written yet. A
 * function that another pass makes later (gcov's constructor) is not instrumented. */
bool unit_is_open(void);

/* Headers that are installed are system headers, also where -I and not -isystem leads to them, as
 * -I/usr/include/eigen3 does; not the one that is compiled. To be called before one is asked about. */
void unit_see_headers(void);

/* Adds a list of words, with its end mark included; returns the list. */
int unit_add_words(const vec<unsigned> &list);

/* The number of a callee, added when new. */
unsigned unit_callee(tree decl);

/* A function of libme. It is weak: no hook is called where there is no libme, since its
 * site is never open there, and the program need not have one. The shape has a letter for
 * the result and one for each parameter: v nothing, p a pointer, u and q unsigned integers
 * of 32 and 64 bits, l a signed one of 64, e a long double, w a word of 128 bits. */
tree unit_hook(const char *name, const char *shape);
tree unit_wide_word(void);

/* Addresses for code: a site's record, a site's state byte, a counter's byte. */
tree unit_site_address(unsigned site);
tree unit_state_byte(unsigned site);
tree unit_counter_byte(unsigned counter);

#endif
