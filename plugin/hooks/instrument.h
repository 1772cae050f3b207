/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * instrument.h - what is inserted into a function whose shape is known.
 *
 * hooks/ changes functions: hooks of comparisons, calls on texts and predicates, and
 * libFuzzer's counters.
 */
#ifndef PLUGIN_INSTRUMENT_H
#define PLUGIN_INSTRUMENT_H

#include "plugin/sites/shape.h"

/* hooks.cc: the calls. */
void shape_insert_hooks(struct shape *s);
/* An operand as a hook takes it; statements that compute it go to `seq`. */
tree shape_operand_bits(gimple_seq *seq, tree value, unsigned type, location_t where);
/* observers.cc: the hooks of predicates; call it after shape_insert_hooks(). */
void shape_insert_observers(struct shape *s);
/* guarded.cc: what runs only when the state byte of a site is not 0: a new block in
 * front of the statement, which is returned; the statements from the first one to the
 * last one. */
basic_block shape_guarded_block(gimple *stmt, unsigned site, location_t where);
/* A new block behind the assignment, for where its value is not 0. */
basic_block shape_block_if(gassign *load);
void shape_guard(gimple *first, gimple *last, unsigned site, location_t where);
/* Places a statement of ours, of which nobody is to be warned. (To -Wuse-after-free a
 * comparison of pointers is no use, but a conversion is.) The location comes after
 * that: GCC keeps what is not to be warned of by location, and that is the program's
 * too. */
void shape_place(gimple *stmt, location_t where);
/* Inserts it in front of the other one, at whose place it is. */
void shape_insert_before(gimple *before, gimple *stmt);
/* cold_call.cc: whether the call of __me_compare can be a cold call for operands of
 * this type. */
bool cold_call_can(tree type);
/* The statement that calls a hook of two words when the state byte of the site is not
 * 0; each operand is a value, or the image (a constant word) where that is not null. */
gimple *cold_call_call(unsigned site, const char *hook, const tree values[2],
		       const tree images[2]);
/* The statement if it is a cold call, or null. */
gasm *cold_call_statement(gimple *stmt);
/* cold_call_code.cc: writes the code that it needs, once a unit. */
void cold_call_write_code(void);
/* Says what these calls overwrite in a function that is ready for code. */
void cold_call_finish(function *fun);
/* cold_call.cc: an operand of an asm, to be put into the list of its inputs or outputs. */
tree asm_operand(const char *constraint, tree value);
/* counters.cc: numbers libFuzzer's counters on the entry and on each side; inserts what
 * counts; makes counting of what stands for it in a function that is ready for code. */
void shape_number_counters(struct shape *s);
void shape_insert_counters(struct shape *s);
void counters_write(function *fun);
/* text_hooks.cc: the hook of a call on texts. */
void shape_insert_call_hook(const shape_site *here);

/* throws.cc: the hook of each `throw` in the function. */
void shape_mark_throws(function *fun);

/* ---- profile.cc: our code is kept out of what GCC's own profile counts */

/* Whether the function, which is the current one, is to be instrumented after GCC's
 * profile of it is made. */
bool profile_comes_first(const function *fun);
/* Keeps the shape of such a function. */
void profile_wait(struct shape *s);
/* The shape that was kept for the function, without the sites that are gone; null:
 * none. The caller deletes it. */
struct shape *profile_take(const function *fun);
/* For the garbage collector: the statements of all shapes that are kept. */
void profile_mark(void *, void *);
/* Whether cold calls are calls to the passes that follow. */
void profile_sees_calls(bool sees);

#endif
