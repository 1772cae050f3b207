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

/* The predicate that the statement ends, or null. */
goal_predicate *shape_predicate(const struct shape *s, const gimple *end);
/* Whether the condition is inside of a predicate's observer. */
bool shape_is_observer(const struct shape *s, gimple *condition);
/* Whether its sides are branches. */
static inline bool site_branches(const unit_site *site)
{
	return site->kind == ME_SITE_COND || site->kind == ME_SITE_SWITCH;
}

/* complex.cc: makes of a comparison of complex numbers two of their parts. */
void shape_split_complex(function *fun);

/* sites.cc: finds the comparisons, adds the function, its sites and its goals. */
void shape_read(struct shape *s, function *fun);
/* Side 0, 1, ... of the condition or switch that ends a block: its edge. */
edge shape_side_edge(gimple *stmt, unsigned side);
/* The code in enum me_type of a scalar type, or ME_VOID. Not of what is compared alone
 * and never a field: decimal numbers. */
unsigned shape_operand_type(tree type);
/* signbit and its like: the operator, or ME_OP_COUNT when the call is another. */
unsigned shape_builtin_op(gimple *stmt);

/* calls.cc: the site that a call on texts is: its operator and type, ME_OP_COUNT when
 * it is none. */
unsigned shape_call_op(gimple *stmt, unsigned *type);
void shape_insert_call_hook(const shape_site *here);

/* guide.cc: flags, their influences, and the guides of the sites that test them. */
void shape_add_guides(struct shape *s);
/* loops.cc: marks the sites that tell how long a run is (ME_SITE_LOOP). */
void shape_mark_loops(struct shape *s);
/* conjunctions.cc: marks conditions that a chain evaluates after each other
 * (ME_CONJUNCT), where the search may want to hear of all of them. */
void shape_mark_conjunctions(struct shape *s);
/* successors.cc: what is met next after each side and after the entry. */
void shape_add_successors(struct shape *s);
/* hooks.cc: the calls. */
void shape_insert_hooks(struct shape *s);
/* An operand as a hook takes it; statements that compute it go to `seq`. */
tree shape_operand_bits(gimple_seq *seq, tree value, unsigned type, location_t where);
/* force.cc: a branch goes where a hook says, where the site is forced or in a chain;
 * call it after the site's hook. */
void shape_insert_force(const shape_site *here);
/* observers.cc: the hooks of predicates; call it after shape_insert_hooks(). */
void shape_insert_observers(struct shape *s);
/* guarded.cc: what runs only when the state byte of a site is not 0. A new block in
 * front of the statement, which is returned; */
basic_block shape_guarded_block(gimple *stmt, unsigned site, location_t where);
/* the statements from the first one to the last one, all of them between two blocks. */
void shape_guard(gimple *first, gimple *last, unsigned site, location_t where);
/* Places a statement of ours, of which nobody is to be warned. (To -Wuse-after-free a
 * comparison of pointers is no use, but a conversion is.) The location comes after
 * that: GCC keeps what is not to be warned of by location, and that is the program's
 * too. */
void shape_place(gimple *stmt, location_t where);
/* Inserts it in front of the other one, at whose place it is. */
void shape_insert_before(gimple *before, gimple *stmt);
/* cold_call.cc: whether __me_compare can be called aside for operands of this type. */
bool cold_call_can(tree type);
/* The statement that calls a hook of two words when the state byte of the site is not
 * 0; each operand is a value, or the image (a constant word) where that is not null. */
gimple *cold_call_call(unsigned site, const char *hook, const tree values[2],
		       const tree images[2]);
/* The statement if it is one of these, or null. */
gasm *cold_call_statement(gimple *stmt);
/* cold_call_code.cc: writes the code that it needs, once a unit. */
void cold_call_write_code(void);
/* Says what these calls overwrite in a function that is ready for code. */
void cold_call_finish(function *fun);
/* counters.cc: libFuzzer's counters on the entry and on each side: their numbers, */
void shape_number_counters(struct shape *s);
/* and what counts. */
void shape_insert_counters(struct shape *s);
/* Makes counting of what stands for it in a function that is ready for code. */
void counters_write(function *fun);

#endif
