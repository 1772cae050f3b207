/* SPDX-License-Identifier: GPL-3.0-or-later */
/* encode_internal.h - what the files of the encoder share. */
#ifndef PROVER_ENCODE_INTERNAL_H
#define PROVER_ENCODE_INTERNAL_H

#include <string.h>

#include "prover/encode/encode.h"
#include "prover/ir/loop_forest.h"

/* ---- memory.c */

struct object_bytes {
	uint32_t users;
	uint32_t size;
	uint32_t version; /* of what it was last written */
	expr at[];
};

/* The contents of all memory objects at one point of a run; null: still the initial
 * ones. */
struct memory {
	struct object_bytes **contents;
	uint32_t count;
};

/* The symbolic state at one point of a run. */
struct walk_state {
	expr reach; /* when the run comes here */
	expr *values; /* by name of the innermost function */
	struct memory memory;
};

uint32_t memory_object_add(struct encoding *e, const struct function *function,
			   const struct object *declaration, const char *name,
			   uint64_t size);
/* The memory object of a declaration that is no local variable of the function. */
uint32_t memory_object_of(struct encoding *e, const struct function *function,
			  const struct object *declaration);
/* The address of a function, and the function at an address, or null. */
expr memory_function(struct encoding *e, const struct function *code);
const struct function *memory_function_at(const struct encoding *e, expr address);
/* An unconstrained value. */
expr fresh(struct encoding *e, unsigned sort, const char *what);
/* An unconstrained byte in memory, part of a value of its variable's type. */
expr fresh_byte(struct encoding *e, const char *what);
void memory_copy(struct memory *to, const struct memory *from);
void memory_done(struct memory *memory);
/* Joins `count` memories: the contents are those of the first one whose condition
 * holds, or of the last one. */
void memory_join(struct encoding *e, struct memory *to, struct memory *const *from,
		 const expr *conditions, size_t count);

/* `width` bits, whole bytes, read from or written to where `pointer` points. */
expr memory_load(struct encoding *e, const struct walk_state *state, expr pointer,
		 unsigned width, bool is_volatile);
void memory_store(struct encoding *e, struct walk_state *state, expr pointer,
		  expr value, uint32_t line);
/* Bytes one by one: at the pointer and `size` bytes from there. */
void memory_load_bytes(struct encoding *e, const struct walk_state *state, expr pointer,
		       uint64_t size, bool is_volatile, expr *bytes);
void memory_store_bytes(struct encoding *e, struct walk_state *state, expr pointer,
			const expr *bytes, uint64_t size, uint32_t line);
/* A structure of more bytes is not copied: its contents are unconstrained. */
enum { MEMORY_COPY_SIZE = 1024 };
/* An upper bound of the size of the text there, with its NUL. */
expr memory_text_room(struct encoding *e, const struct walk_state *state, expr pointer);
/* The bytes there become unconstrained; a store that may go anywhere adds a frontier
 * point. */
void memory_havoc(struct encoding *e, struct walk_state *state, expr pointer,
		  uint64_t size, uint32_t line);
/* When `size` bytes at one pointer and at the other overlap, but not completely. */
expr memory_overlaps(struct encoding *e, expr to, expr from, uint64_t size);
/* The walk stops for runs in which `size` bytes do not fit into the object there. */
void memory_stop_beyond(struct encoding *e, struct walk_state *state, expr pointer,
			expr size, uint32_t line);
/* Havocs what other code may write to: objects that have escaped, or all; except
 * constants. */
void memory_havoc_escaped(struct encoding *e, struct walk_state *state, bool all);

/* Nothing is known of any object any more, except of constants: not even that its bytes
 * are a value of its type. */
void memory_forget(struct encoding *e, struct walk_state *state);

/* Adds an assumption: the condition holds for all runs. */
void assume(struct encoding *e, expr condition);

/* ---- points_to.c */

/* Whether the object's address occurs in the contents of memory or in a value. */
bool memory_knows(const struct encoding *e, const struct memory *memory,
		  const expr *values, size_t count, uint32_t object);
/* Other code gets this value: the objects whose addresses are in it escape. */
void memory_escape(struct encoding *e, expr value);

/* ---- compute.c */

static inline bool type_is_number(struct type type)
{
	return type.kind == TYPE_FLOAT;
}

/* An integer or pointer that has formulas. */
static inline bool type_is_word(struct type type)
{
	return type_is_integer(type) && type.bits <= 128;
}

unsigned sort_of(struct type type);
/* The code's result, or an unconstrained value if it has no formula. */
expr compute(struct encoding *e, enum code code, struct type type,
	     const struct type *types, const expr *operands, unsigned count,
	     const char *what);
expr compute_condition(struct encoding *e, enum code code, struct type type, expr a,
		       expr b);
/* Whether operations on numbers of the type may flush subnormal numbers or, on x87,
 * round to fewer bits. */
bool is_flushed(const struct encoding *e, struct type type);
#define FLUSHED "arithmetic without subnormal numbers, or of fewer bits"

/* ---- compute_float.c */

expr number_of(struct encoding *e, struct type type, expr bits);
/* The bits of a result; different ones for each operation, since the bits of a NaN
 * depend on the order of the operands, and one sum may be computed in either order. */
expr bits_of(struct encoding *e, expr number);
/* An operation that rounds. If the mode may change during a run, each is an expression
 * of its own, even with the same operands. */
expr rounded(struct encoding *e, enum expr_op op, unsigned sort, expr a, expr b,
	     expr c);
/* The same with one or, unless b is EXPR_NONE, two operands: the bits of its result, a
 * number of the type. */
expr rounded_bits(struct encoding *e, enum expr_op op, struct type type, expr a,
		  expr b);
/* 2^exponent as a number of the type. */
expr power_of_two(struct encoding *e, struct type type, unsigned exponent);

/* Whether it is the name of that function of the library, for double or, with an f behind it, for
 * float. */
static inline bool library_names(const char *name, const char *function, bool *is_float)
{
	const size_t length = strlen(function);

	*is_float =
	    strncmp(name, function, length) == 0 && strcmp(name + length, "f") == 0;
	return *is_float || strcmp(name, function) == 0;
}

/* ---- builtin.c */

/* The result of a call of a known builtin; EXPR_NONE: it is no known one. */
expr encode_builtin(struct encoding *e, struct walk_state *state,
		    const struct statement *s, const expr *arguments);

/* Whether it is the name of a known function, for double or float. */
bool builtin_knows(const char *name);

/* ---- builtin_bits.c */

/* As encode_builtin(), of builtins on the bits of an integer. */
expr encode_builtin_bits(struct encoding *e, const struct statement *s,
			 const expr *arguments);
/* As encode_builtin(), of a part of .ADD_OVERFLOW and such (ir.h). */
expr encode_builtin_overflow(struct encoding *e, const struct statement *s,
			     const expr *arguments);
/* builtin_scale.c: as encode_builtin(), of frexp, ldexp, modf and the like. */
expr encode_builtin_scale(struct encoding *e, struct walk_state *state,
			  const struct statement *s, const expr *arguments);
bool builtin_scale_knows(const char *name);

/* ---- rounding_mode.c */

/* In a program that changes the mode; is_start: it begins with main(), to nearest. */
void rounding_mode_begin(struct encoding *e, bool is_start);
/* Before a statement: in which mode it rounds. */
void rounding_mode_note(struct encoding *e, const struct walk_state *state);
/* A call that is not walked: the mode is unknown, unless it is one of a builtin that leaves it. */
void rounding_mode_forget(struct encoding *e, struct walk_state *state,
			  const struct statement *s);
/* As encode_builtin(), of fesetround and fegetround. */
expr encode_rounding_mode(struct encoding *e, struct walk_state *state,
			  const struct statement *s, const expr *arguments);

/* malloc.c: as encode_builtin(), of malloc, free and the like. */
expr encode_allocation(struct encoding *e, struct walk_state *state,
		       const struct statement *s, const expr *arguments);

/* ---- library_contract.c */

/* The result of a call of a function with a contract; EXPR_NONE: it has none. */
bool library_contract_knows(const char *name);
/* An unconstrained result of a call. If it is one of the mathematical library that
 * depends on its arguments alone, a search may execute it. */
expr library_result(struct encoding *e, const struct statement *s,
		    const expr *arguments);
expr encode_library_contract(struct encoding *e, const struct statement *s,
			     const expr *arguments);

/* ---- call.c */

/* Forgets where the last call returned. */
void call_returned_done(struct encoding *e);
void encode_call(struct encoding *e, struct walk_state *state,
		 const struct statement *s, const expr *arguments);
/* Walks the function; false if the calls are nested too deeply, or it takes other
 * arguments. */
bool call_walked(struct encoding *e, struct walk_state *state,
		 const struct statement *s, const struct function *f,
		 const expr *arguments);
/* A call that is not walked; arguments[0] is the pointer of one without a name. */
void call_unknown(struct encoding *e, struct walk_state *state,
		  const struct statement *s, const expr *arguments);

/* ---- call_pointer.c */

/* arguments[0] is the pointer. False if no function is known there. */
bool call_by_pointer(struct encoding *e, struct walk_state *state,
		     const struct statement *s, const expr *arguments);

/* ---- encode.c */

void frontier_add(struct encoding *e, enum frontier_kind kind,
		  const struct function *function, uint32_t block, uint32_t line,
		  expr reach);
/* The goal is met when `reach` holds, or the condition of an earlier call. */
void goal_add(struct encoding *e, const struct function *function, uint32_t goal,
	      expr reach);
/* The first origin of an expression counts. */
void origin_add(struct encoding *e, const struct origin *origin);

/* ---- step.c */

expr encode_operand(struct encoding *e, const struct walk_state *state,
		    const uint32_t *objects, const struct gimple_operand *o);

/* ---- frame.c */

struct frame {
	const struct frame *caller;
	const struct function *function;
	uint32_t block; /* that is being walked */
	uint32_t statement; /* of the block; their number: its end */
};

/* Walks a function on these arguments (one for each parameter). Afterwards *state has
 * the memory and the condition at its returns; `reach` is false if it does not return.
 * The values of *state are the caller's and stay. */
void encode_function(struct encoding *e, const struct function *function,
		     const expr *arguments, struct walk_state *state, expr *result);

/* ---- inputs.c */

/* The arguments of the entry, and the initial contents of what they point to. Returns
 * 0, or -1 and says why (256 bytes). */
int encode_inputs(struct encoding *e, const struct entry *entry,
		  const struct function *function, expr *arguments, char *why);

/* ---- the part of compute() that is for floating point */

/* Each returns EXPR_NONE where the code has no formula. */

/* < <= > >= == != by the operations <, <= and == of a sort. */
expr compute_order(struct expr_store *s, enum code code, enum expr_op less,
		   enum expr_op most, enum expr_op equal, expr a, expr b);

/* A comparison of two numbers; of sort Bool. */
expr compute_float_compare(struct encoding *e, enum code code, expr a, expr b);

/* The bits of the result, of two operands of `type`. */
expr compute_float_two(struct encoding *e, enum code code, struct type type, expr a,
		       expr b);

/* The result of one operand; `type` may be an integer. */
expr compute_float_one(struct encoding *e, enum code code, struct type type,
		       struct type from, expr a);

/* The number of an integer of at most 64 bits. */
expr compute_float_of_word(struct encoding *e, struct type type, struct type from,
			   expr a);

/* ---- what a pointer points to: memory objects, and the offsets in them */

enum { TARGET_LIMIT = 16 }; /* memory objects that one pointer may point to */

struct points_to {
	expr condition;
	uint32_t object; /* GIMPLE_NONE: anywhere */
	expr offset;
	bool is_lost; /* runs that store there are not continued */
};

struct targets {
	struct points_to list[TARGET_LIMIT];
	size_t count;
};

/* When there are more than TARGET_LIMIT, the last one is anywhere. */
void targets_find(struct encoding *e, struct targets *targets, expr pointer);

enum { PLACES_MOST = 256 };

/* The offsets first, first + step, ... <= last at which an access of `bytes` may be: those of a
 * multiple of the step within the object. */
struct places {
	uint64_t first, last, step;
	bool is_enumerated; /* there are at most PLACES_MOST; else they are not
			       enumerated */
};

/* Whether they may be the same memory where nothing says otherwise. */
bool objects_may_share(const struct memory_object *a, const struct memory_object *b);
/* Whether proofs are for inputs for which these, which may share, do. */
bool objects_do_share(const struct encoding *e, const struct memory_object *a,
		      const struct memory_object *b);

struct places points_to_places(const struct encoding *e, const struct points_to *target,
			       unsigned bytes);

/* Of the values at the places the one at the target's offset, or `otherwise` behind the last. */
expr points_to_choose(struct encoding *e, const struct points_to *target,
		      const struct places *places, const expr *values, size_t count,
		      expr otherwise);

#endif
