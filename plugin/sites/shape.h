/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shape.h - the function being instrumented: where its sites are, before any statement
 * of ours is in it. Each step of the pass fills or reads this.
 */
#ifndef PLUGIN_SHAPE_H
#define PLUGIN_SHAPE_H

#include "plugin/goals/makers.h"
#include "plugin/unit/unit.h"

enum { NO_ORDINAL = 0xffffffff };

/* A comparison that gets a hook. */
struct shape_site {
	gimple *stmt;
	unsigned number; /* the unit's site number */
	unsigned ordinal; /* among the function's conditions and switches, or
			     NO_ORDINAL */
};

struct shape {
	function *fun;
	unsigned number; /* the unit's function number */
	unsigned entry_counter; /* the unit's counter of its entry */
	auto_vec<shape_site> sites; /* in the order of the blocks */
	hash_map<gimple *, unsigned> site_of; /* statement -> index into sites */
	auto_vec<goal_predicate> predicates;
	hash_set<gimple *> inner; /* conditions and assignments inside of predicates */
	hash_set<gimple *> words; /* what joins the words of a number, before goals use
				     it too (sites.cc) */
	/* The number of the entry's parameter that a pointer is and that is never null;
	 * -1: none. */
	int (*never_null)(tree pointer);
	tree environment; /* observers.cc: its variable, or null */
	const goal_predicate
	    *first_of_operation; /* sites.cc: of the last one, or null */
};

/* The site that the statement (or null) is, or null; and that of the branch which ends a
 * block. */
const shape_site *shape_site_of(const struct shape *s, gimple *stmt);
const shape_site *shape_branch_at_end(const struct shape *s, basic_block bb);
/* The predicate that the statement ends, or null. */
goal_predicate *shape_predicate(const struct shape *s, const gimple *end);
/* Whether the condition is inside of a predicate's observer. */
bool shape_is_observer(const struct shape *s, gimple *condition);
/* Whether its sides are branches. */
static inline bool site_branches(const unit_site *site)
{
	return site->kind == ME_SITE_COND || site->kind == ME_SITE_SWITCH;
}

/* switch_places.cc: gives the switches of a function that is not lowered yet their places. */
void shape_place_switches(function *fun);
/* Where a SELECT CASE begins, whose last case is at `last`: gfortran has that place for it. Where
 * it is not found, `last`. */
location_t shape_select_place(location_t last);
/* Where the TYPE IS or CLASS IS stands that the condition asks for: gfortran places it at the end of
 * the source. Of other conditions, `place`. */
location_t shape_type_place(gimple *condition, location_t place);

/* complex.cc: makes of a comparison of complex numbers two of their parts. */
void shape_split_complex(function *fun);

/* sites.cc: finds the comparisons, adds the function, its sites and its goals. */
void shape_read(struct shape *s, function *fun);
/* Side 0, 1, ... of the condition or switch that ends a block: its edge. */
edge shape_side_edge(gimple *stmt, unsigned side);
/* The number of the edge among those that leave its source. */
unsigned shape_edge_rank(edge e);
/* The code in enum me_type of a scalar type, or ME_VOID. Not of what is compared alone
 * and never a field: decimal numbers. */
unsigned shape_operand_type(tree type);

/* guide.cc: flags, their influences, and the guides of the sites that test them. */
void shape_add_guides(struct shape *s);
/* loops.cc: marks the sites that tell how long a run is (ME_SITE_LOOP). */
void shape_mark_loops(struct shape *s);
/* chains.cc: marks conditions that a chain evaluates after each other (ME_CONJUNCT),
 * where the search may want to know the distances of all of them. */
void shape_mark_chains(struct shape *s);
/* successors.cc: what is met next after each side and after the entry; before that, the entry
 * of the unit, whose calls by pointers tell whether addresses of functions count. */
void shape_see_entry(tree entry);
void shape_add_successors(struct shape *s);

/* ---- known_calls.cc: calls on texts */

/*
 * A function that compares texts, looks for one in another, or reads a number from one. Its
 * arguments, a letter each:
 *
 *	a, b	a text                          A, B	its size
 *	O, o	the same as a std::string
 *	n	the most bytes of both          c	a character instead of b
 *	t	the text of a number            e	where that text ends
 *	x	a base                          f	a format of scanf
 *	-	another pointer                 i	another number
 *	u	what a READ of Fortran is from  1 2 4 8	this number
 *	*	whatever else
 *
 * A name that ends with * is the start of one.
 */
struct known_call {
	const char *name, *arguments;
	unsigned op;
	unsigned type; /* of a number that is read */
	bool text; /* a NUL ends the texts */
};

/* The row of the function that the statement calls, or null. */
const struct known_call *known_call_find(gimple *stmt);

/*
 * The first number that Fortran reads from a text, by
 *
 *	dt.internal_unit = text;
 *	dt.internal_unit_len = size;
 *	dt.internal_unit_desc = 0B;			(of an array: its descriptor)
 *	_gfortran_st_read (&dt);
 *	_gfortran_transfer_real (&dt, &x, 8);		<- stmt
 */
struct internal_read {
	tree text, size; /* null: it is none */
};

struct internal_read known_call_internal_read(gimple *stmt);

/* ---- truth.cc: integers that are 0 or 1, and tests that tell them apart */

/* What a value is compared with: `value CODE constant`. */
struct truth_test {
	enum tree_code code;
	tree constant;
};

/* The constant that a value is, also by way of a copy (at -O0 every constant has a
 * name), or the value itself. */
tree truth_constant(tree value);

/* `value != 0`. */
struct truth_test truth_test_for(tree type);
/* Whether a constant passes. Copies may have changed its type on the way. */
bool truth_passes(struct truth_test test, tree constant);
bool truth_is_same(struct truth_test a, struct truth_test b);
/* Whether the test tells 0 from 1; *negated: it passes 0. */
bool truth_tells_apart(struct truth_test test, bool *negated);

/* Whether an integer is 0 or 1, as far as its definitions show. */
bool truth_is_value(tree value);

#endif
