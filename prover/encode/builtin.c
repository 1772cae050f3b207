/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builtin.c - calls of builtins and library functions whose result is encoded exactly.
 * What C leaves unspecified is unconstrained: the sign of fmax(-0.0, 0.0), and the
 * result for a signaling NaN.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prover/encode/encode_internal.h"

enum {
	MEMORY_LIMIT = 256, /* bytes of a memcpy that are encoded */
	TEXT_LIMIT = 64, /* of an object whose text is measured */
};

enum builtin {
	BUILTIN_FABS,
	BUILTIN_SQRT,
	BUILTIN_COPYSIGN,
	BUILTIN_SIGNBIT,
	BUILTIN_ISNAN,
	BUILTIN_ISINF,
	BUILTIN_ISFINITE,
	BUILTIN_FPCLASSIFY,
	BUILTIN_FLOOR, /* these four in the order of EXPR_FFLOOR to EXPR_FROUND */
	BUILTIN_CEIL,
	BUILTIN_TRUNC,
	BUILTIN_ROUND,
	BUILTIN_RINT,
	BUILTIN_FMAX,
	BUILTIN_FMIN,
	BUILTIN_FDIM,
	BUILTIN_FMA,
	BUILTIN_EXPECT,
	BUILTIN_MEMCPY,
	BUILTIN_MEMSET,
	BUILTIN_STRLEN,
	BUILTIN_NONE
};

struct known_builtin {
	const char *name; /* for float, followed by an f */
	enum builtin builtin;
	uint32_t count; /* of operands */
};

static const struct known_builtin functions[] = {
    {"fabs", BUILTIN_FABS, 1},
    {"sqrt", BUILTIN_SQRT, 1},
    {"copysign", BUILTIN_COPYSIGN, 2},
    {"signbit", BUILTIN_SIGNBIT, 1},
    {"isnan", BUILTIN_ISNAN, 1},
    {"isinf", BUILTIN_ISINF, 1},
    {"fpclassify", BUILTIN_FPCLASSIFY, 1},
    {"finite", BUILTIN_ISFINITE, 1},
    {"isfinite", BUILTIN_ISFINITE, 1},
    {"floor", BUILTIN_FLOOR, 1},
    {"lfloor", BUILTIN_FLOOR, 1},
    {"llfloor", BUILTIN_FLOOR, 1},
    {"ifloor", BUILTIN_FLOOR, 1},
    {"ceil", BUILTIN_CEIL, 1},
    {"lceil", BUILTIN_CEIL, 1},
    {"llceil", BUILTIN_CEIL, 1},
    {"iceil", BUILTIN_CEIL, 1},
    {"trunc", BUILTIN_TRUNC, 1},
    {"round", BUILTIN_ROUND, 1},
    {"lround", BUILTIN_ROUND, 1},
    {"llround", BUILTIN_ROUND, 1},
    {"iround", BUILTIN_ROUND, 1},
    {"rint", BUILTIN_RINT, 1},
    {"nearbyint", BUILTIN_RINT, 1},
    {"lrint", BUILTIN_RINT, 1},
    {"llrint", BUILTIN_RINT, 1},
    {"irint", BUILTIN_RINT, 1},
    {"fmax", BUILTIN_FMAX, 2},
    {"fmin", BUILTIN_FMIN, 2},
    {"fdim", BUILTIN_FDIM, 2},
    {"fma", BUILTIN_FMA, 3},
    {"expect", BUILTIN_EXPECT, 2},
    {"memcpy", BUILTIN_MEMCPY, 3},
    {"memmove", BUILTIN_MEMCPY, 3},
    {"memset", BUILTIN_MEMSET, 3},
    {"strlen", BUILTIN_STRLEN, 1},
};

static bool is_builtin(const char *name, const struct known_builtin *k,
		       const struct type *type)
{
	bool is_float;

	return library_names(name, k->name, &is_float) &&
	       (!is_float || (type->kind == TYPE_FLOAT && type->bits == 32));
}

bool builtin_knows(const char *name)
{
	static const struct type is_float = {TYPE_FLOAT, 32, 0};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (is_builtin(name, &functions[i], &is_float))
			return true;
	return false;
}

/* Whether GCC calls a function at -O0, at least for some operands. */
static bool is_called(enum builtin builtin)
{
	return builtin == BUILTIN_SQRT ||
	       (builtin >= BUILTIN_FLOOR && builtin <= BUILTIN_FMA) ||
	       builtin >= BUILTIN_MEMCPY;
}

/* Whether the program replaces the library's function; lfloor, for example, calls
 * floor. */
static bool is_builtin_replaced(const struct gimple_program *p, enum builtin builtin)
{
	char name[32];

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (functions[i].builtin != builtin)
			continue;
		snprintf(name, sizeof name, "%sf", functions[i].name);
		if (symbol_table_defines(p, functions[i].name) ||
		    symbol_table_defines(p, name))
			return true;
	}
	return false;
}

/* The name of a builtin that the statement calls: also behind glibc's __, as its headers call what
 * classifies numbers where no builtin does. Null: none. */
static const char *name_of(const struct encoding *e, const struct statement *s)
{
	static const char *const classifying[] = {"signbit", "isnan", "isinf", "finite",
						  "fpclassify"};
	bool is_float;

	if (!s->callee || s->operand_count == 0)
		return NULL;
	if (s->flags & CALL_BUILTIN)
		return gimple_builtin_name(s->callee);
	if (strncmp(s->callee, "__", 2) != 0 ||
	    symbol_table_defines(e->program, s->callee))
		return NULL;
	for (size_t i = 0; i < sizeof classifying / sizeof *classifying; i++)
		if (library_names(s->callee + 2, classifying[i], &is_float))
			return s->callee + 2;
	return NULL;
}

static enum builtin builtin_of(const struct encoding *e, const struct statement *s)
{
	const char *name = name_of(e, s);

	if (!name)
		return BUILTIN_NONE;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (functions[i].count == s->operand_count &&
		    is_builtin(name, &functions[i], &s->operands[0].type))
			return functions[i].builtin;
	return BUILTIN_NONE;
}

/* ---- truth values */

static expr magnitude_of(struct encoding *e, struct type type, expr bits)
{
	struct expr_store *s = &e->store;
	const uint64_t sign = (uint64_t)1 << (type.bits - 1u);

	return expr_binary(s, EXPR_BITAND, bits, expr_const(s, type.bits, sign - 1));
}

/* A truth value as an int that is 0 or something else. */
static expr truth(struct encoding *e, struct type type, expr condition)
{
	struct expr_store *s = &e->store;
	const expr zero = expr_const(s, type.bits, 0);
	const expr any = fresh(e, type.bits, ENCODE_TRUTH);
	const expr other =
	    expr_ite(s, expr_eq(s, any, zero), expr_const(s, type.bits, 1), any);

	return expr_ite(s, condition, other, zero);
}

/* By glibc's numbers of classes. */
static expr class_of(struct encoding *e, struct type type, struct type from,
		     expr magnitude, expr infinity)
{
	struct expr_store *s = &e->store;
	const expr normal =
	    expr_const(s, from.bits, from.bits == 64 ? 0x10000000000000u : 0x800000u);
	const struct {
		int number;
		expr holds;
	} rows[] = {{FP_SUBNORMAL, expr_binary(s, EXPR_ULT, magnitude, normal)},
		    {FP_ZERO, expr_eq(s, magnitude, expr_const(s, from.bits, 0))},
		    {FP_INFINITE, expr_eq(s, magnitude, infinity)},
		    {FP_NAN, expr_binary(s, EXPR_ULT, infinity, magnitude)}};
	expr class = expr_const(s, type.bits, FP_NORMAL);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		class =
		    expr_ite(s, rows[i].holds,
			     expr_const(s, type.bits, (uint64_t)rows[i].number), class);
	return class;
}

static expr predicate(struct encoding *e, enum builtin builtin, struct type type,
		      struct type from, expr x)
{
	struct expr_store *s = &e->store;
	const unsigned bits = from.bits;
	const expr infinity =
	    expr_const(s, bits, bits == 64 ? 0x7ff0000000000000u : 0x7f800000u);
	const expr magnitude = magnitude_of(e, from, x);

	switch (builtin) {
	case BUILTIN_FPCLASSIFY:
		return class_of(e, type, from, magnitude, infinity);
	case BUILTIN_SIGNBIT:
		return truth(e, type,
			     expr_binary(s, EXPR_SLT, x, expr_const(s, bits, 0)));
	case BUILTIN_ISNAN:
		return truth(e, type, expr_binary(s, EXPR_ULT, infinity, magnitude));
	case BUILTIN_ISINF:
		return truth(e, type, expr_eq(s, magnitude, infinity));
	default:
		return truth(e, type, expr_binary(s, EXPR_ULT, magnitude, infinity));
	}
}

/* ---- numbers */

/* To a whole number, as a number. */
static expr whole_value(struct encoding *e, enum builtin builtin, expr x)
{
	struct expr_store *s = &e->store;
	const enum expr_op op = (enum expr_op)(EXPR_FFLOOR + builtin - BUILTIN_FLOOR);

	return builtin == BUILTIN_RINT
		   ? rounded(e, EXPR_FRINT, expr_sort(s, x), x, EXPR_NONE, EXPR_NONE)
		   : expr_unary(s, op, x);
}

/* Rounds to a whole number, as an integer. A number out of range becomes the least
 * integer of 64 bits, as with cvttsd2si; for narrower types the result is unconstrained. */
static expr whole_integer(struct encoding *e, struct type type, struct type from,
			  expr number)
{
	struct expr_store *s = &e->store;
	const expr limit = power_of_two(e, from, type.bits - 1u);
	const expr fits = expr_and(
	    s, expr_binary(s, EXPR_FLE, expr_unary(s, EXPR_FNEG, limit), number),
	    expr_binary(s, EXPR_FLT, number, limit));
	const expr fitting = expr_convert(s, EXPR_TO_SIGNED, type.bits, number);

	return expr_ite(s, fits, fitting,
			type.bits == 64
			    ? expr_const(s, 64, (uint64_t)1 << 63)
			    : fresh(e, type.bits, "a value that does not fit"));
}

static uint64_t least_quiet(struct type type)
{
	return type.bits == 64 ? 0x7ff8000000000000u : 0x7fc00000u;
}

/* fmax or fmin of a NaN and a number: the number, when the NaN is a quiet one; else
 * that or a quiet NaN. */
static expr beside_nan(struct encoding *e, struct type type, expr nan, expr other)
{
	struct expr_store *s = &e->store;
	const expr least = expr_const(s, type.bits, least_quiet(type));
	const expr is_quiet =
	    expr_binary(s, EXPR_ULE, least, magnitude_of(e, type, nan));
	const expr quiet =
	    expr_binary(s, EXPR_BITOR, least, fresh(e, type.bits, "a NaN"));

	return expr_ite(
	    s, is_quiet, other,
	    expr_ite(s, fresh(e, SORT_BOOL, "of a signaling NaN"), quiet, other));
}

/* The greater one, or the less. Of two zeros it is either. */
static expr extreme(struct encoding *e, bool is_greater, struct type type,
		    const expr *bits)
{
	struct expr_store *s = &e->store;
	const expr x = number_of(e, type, bits[0]), y = number_of(e, type, bits[1]);
	const expr x_nan = expr_unary(s, EXPR_FNAN, x);
	const expr y_nan = expr_unary(s, EXPR_FNAN, y);
	const expr low = bits[is_greater ? 1 : 0], high = bits[is_greater ? 0 : 1];
	expr result = expr_ite(s, fresh(e, SORT_BOOL, "of equals"), bits[0], bits[1]);

	result = expr_ite(s, y_nan, beside_nan(e, type, bits[1], bits[0]), result);
	result = expr_ite(s, x_nan, beside_nan(e, type, bits[0], bits[1]), result);
	result = expr_ite(s, expr_and(s, x_nan, y_nan), bits_of(e, x), result);
	result = expr_ite(s, expr_binary(s, EXPR_FLT, y, x), high, result);
	return expr_ite(s, expr_binary(s, EXPR_FLT, x, y), low, result);
}

/* fdim: how far x is above y, else 0; a NaN if one of them is. */
static expr difference(struct encoding *e, struct type type, expr x, expr y)
{
	struct expr_store *s = &e->store;

	return expr_ite(s, expr_binary(s, EXPR_FLE, x, y),
			number_of(e, type, expr_const(s, type.bits, 0)),
			rounded(e, EXPR_FSUB, SORT_FLOAT + type.bits, x, y, EXPR_NONE));
}

static expr number_builtin(struct encoding *e, enum builtin builtin, struct type type,
			   struct type from, const expr *a)
{
	if (is_flushed(e, from))
		return fresh(e, sort_of(type), FLUSHED);
	const expr x = number_of(e, from, a[0]);
	switch (builtin) {
	case BUILTIN_SQRT:
		return rounded_bits(e, EXPR_FSQRT, from, x, EXPR_NONE);
	case BUILTIN_FMA:
		return bits_of(e, rounded(e, EXPR_FMA, SORT_FLOAT + from.bits, x,
					  number_of(e, from, a[1]),
					  number_of(e, from, a[2])));
	case BUILTIN_FDIM:
		return bits_of(e, difference(e, from, x, number_of(e, from, a[1])));
	case BUILTIN_FMAX:
	case BUILTIN_FMIN:
		return extreme(e, builtin == BUILTIN_FMAX, from, a);
	default:
		return type_is_integer(type)
			   ? whole_integer(e, type, from, whole_value(e, builtin, x))
			   : bits_of(e, whole_value(e, builtin, x));
	}
}

static expr float_builtin(struct encoding *e, enum builtin builtin, struct type type,
			  struct type from, const expr *a)
{
	struct expr_store *s = &e->store;
	const uint64_t sign = (uint64_t)1 << (from.bits - 1);

	switch (builtin) {
	case BUILTIN_FABS:
		return magnitude_of(e, from, a[0]);
	case BUILTIN_COPYSIGN:
		return expr_binary(
		    s, EXPR_BITOR, magnitude_of(e, from, a[0]),
		    expr_binary(s, EXPR_BITAND, a[1], expr_const(s, from.bits, sign)));
	case BUILTIN_SIGNBIT:
	case BUILTIN_ISNAN:
	case BUILTIN_ISINF:
	case BUILTIN_ISFINITE:
	case BUILTIN_FPCLASSIFY:
		return type_is_integer(type) ? predicate(e, builtin, type, from, a[0])
					     : EXPR_NONE;
	default:
		return number_builtin(e, builtin, type, from, a);
	}
}

/* ---- memory */

/* memcpy, memmove, memset of a few bytes. */
static bool memory_builtin(struct encoding *e, struct walk_state *state,
			   enum builtin builtin, const struct statement *s,
			   const expr *a)
{
	uint64_t size;

	if (!expr_is_const(&e->store, a[2], &size) || size > MEMORY_LIMIT)
		return false;
	expr bytes[MEMORY_LIMIT];
	if (builtin == BUILTIN_MEMCPY)
		memory_load_bytes(e, state, a[1], size, false, bytes);
	for (uint64_t i = 0; i < size && builtin == BUILTIN_MEMSET; i++)
		bytes[i] = expr_resize(&e->store, a[1], 8, false);
	memory_store_bytes(e, state, a[0], bytes, size, s->line);
	return true;
}

/* The length of a text in an object whose last byte is known to be a NUL. */
static expr text_length(struct encoding *e, const struct walk_state *state,
			expr pointer)
{
	struct expr_store *s = &e->store;
	expr length = fresh(e, 64, "strlen"), bytes[TEXT_LIMIT];
	uint64_t room;

	if (!expr_is_const(s, memory_text_room(e, state, pointer), &room) ||
	    room > TEXT_LIMIT)
		return EXPR_NONE;
	memory_load_bytes(e, state, pointer, room, false, bytes);
	for (uint64_t i = room; i-- > 0;)
		length = expr_ite(s, expr_eq(s, bytes[i], expr_const(s, 8, 0)),
				  expr_const(s, 64, i), length);
	return length;
}

/* ---- */

/* Whether all operands are of one format of at most 64 bits. */
static bool is_of_floats(const struct statement *s)
{
	const struct type first = s->operands[0].type;
	bool all = first.kind == TYPE_FLOAT && first.bits <= 64;

	for (uint32_t i = 1; i < s->operand_count; i++)
		all = all && s->operands[i].type.kind == TYPE_FLOAT &&
		      s->operands[i].type.bits == first.bits;
	return all;
}

/* errno is no object of the program. Its value is unconstrained, since calls change it.
 */
static expr errno_address(struct encoding *e)
{
	for (size_t i = 0; i < e->object_count; i++)
		if (!e->objects[i].declaration &&
		    strcmp(e->objects[i].name, "errno") == 0)
			return e->objects[i].address;
	const uint32_t number = memory_object_add(e, NULL, NULL, "errno", sizeof(int));
	struct memory_object *mo = &e->objects[number];
	mo->is_tracked = mo->is_local = false;
	mo->has_escaped = true;
	return mo->address;
}

expr encode_builtin(struct encoding *e, struct walk_state *state,
		    const struct statement *s, const expr *a)
{
	const enum builtin builtin = builtin_of(e, s);

	if (s->callee && strcmp(s->callee, "__errno_location") == 0)
		return errno_address(e);
	if (s->callee && strcmp(s->callee, GIMPLE_FRAME_ADDRESS) == 0)
		return fresh(e, 64, "the address of a frame");
	if (builtin == BUILTIN_NONE) {
		expr value = encode_builtin_bits(e, s, a);
		if (value == EXPR_NONE)
			value = encode_builtin_overflow(e, s, a);
		if (value == EXPR_NONE)
			value = encode_allocation(e, state, s, a);
		if (value == EXPR_NONE)
			value = encode_rounding_mode(e, state, s, a);
		return value != EXPR_NONE ? value
					  : encode_builtin_scale(e, state, s, a);
	}
	if (is_called(builtin) && is_builtin_replaced(e->program, builtin))
		return EXPR_NONE;
	if (builtin == BUILTIN_MEMCPY || builtin == BUILTIN_MEMSET)
		return memory_builtin(e, state, builtin, s, a) ? a[0] : EXPR_NONE;
	if (builtin == BUILTIN_STRLEN)
		return s->result != GIMPLE_NONE ? text_length(e, state, a[0])
						: EXPR_NONE;
	if (builtin == BUILTIN_EXPECT)
		return a[0];
	if (s->result == GIMPLE_NONE || !is_of_floats(s) ||
	    (!type_is_integer(s->type) && s->type.bits != s->operands[0].type.bits))
		return EXPR_NONE;
	const expr value = float_builtin(e, builtin, s->type, s->operands[0].type, a);
	return value != EXPR_NONE && expr_sort(&e->store, value) == sort_of(s->type)
		   ? value
		   : EXPR_NONE;
}
