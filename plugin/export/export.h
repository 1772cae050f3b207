/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * export.h - writing functions as text in the grammar of include/me/ir.h.
 *
 * A function is read before anything of ours is in it. Nothing is ever left out: what
 * has no form in the grammar becomes `unknown` or `havoc` with the reason.
 */
#ifndef PLUGIN_EXPORT_H
#define PLUGIN_EXPORT_H

#include "plugin/sites/shape.h"
#include "plugin/unit/symbol.h"

/* ---- ir.cc */

/* Writes a function, whose sites and ordinals are in the shape, into the object; and
 * after all functions what belongs to none. */
void ir_export(const struct shape *s);
void ir_export_unit(void);

/* ---- ir_text.cc: text that grows */

struct ir_text {
	auto_vec<char> bytes;
	struct ir_objects *objects; /* those that the function has named; or null */
	ir_text(struct ir_objects *objects = NULL) : objects(objects)
	{
	}
};

void ir_put(struct ir_text *t, const char *format, ...) ATTRIBUTE_PRINTF_2;
/* "..." with what the grammar asks for escaped. */
void ir_put_quoted(struct ir_text *t, const char *text);
/* A name as one token. */
void ir_put_name(struct ir_text *t, const char *name);
/* Ends a line of a block: the location, and the statement as a comment. */
void ir_put_end(struct ir_text *t, gimple *stmt);
unsigned HOST_WIDE_INT ir_hash(const struct ir_text *t);

/* ---- ir_object.cc: what lies in memory */

/* A line for each other name that the unit gives to something. */
void ir_put_aliases(struct ir_text *t);

/* An object that a complex number goes through, of an argument or as the result. */
struct ir_complex_object {
	tree decl;
	unsigned position;
};

struct ir_objects {
	auto_vec<tree> list; /* in the order of their first use */
	hash_map<tree, unsigned> number;
	struct ir_text lines; /* their declarations */
	auto_vec<ir_complex_object> complex;
	unsigned temporaries; /* names that the statements below did not have */
};

/* Writes the name of a variable, parameter or constant in memory, declared first. */
void ir_put_object(struct ir_text *t, tree decl);

/* ---- ir_operand.cc */

/* The type's token; "?" is written for what the grammar has no type for. */
void ir_put_type(struct ir_text *t, tree type);
bool ir_has_type(tree type);
/* Whether the function moves floats and doubles through registers of x87, which quiet
 * signaling NaNs. */
bool ir_uses_x87();
void ir_put_ssa(struct ir_text *t, tree name);
/* Whether numbers of the type have parts in the grammar: %NAME.re and %NAME.im. */
bool ir_has_parts(tree type);
/* How many names an SSA name of the type has: 1, or 2 for its parts; the type of each; and
 * that of a number. Of a constant they are its values. */
unsigned ir_name_count(tree type);
void ir_put_name_type(struct ir_text *t, tree type);
void ir_put_named(struct ir_text *t, tree value, unsigned number);
/* A value; both parts of a complex number. */
void ir_put_operand(struct ir_text *t, tree value);

/* Whether registers for floating point pass a part of the structure without the bytes
 * behind it: a float alone in 8 bytes. */
bool ir_loses_padding(tree type);
/* A value; the place of a structure that lies in an object. */
void ir_put_argument(struct ir_text *t, tree value);

/* "volatile" or "-". */
const char *ir_flag_of(tree reference);
/* The address of a reference to memory. False, and nothing written, when it is none of
 * whole bytes or not of that form; *why says so. */
bool ir_put_address(struct ir_text *t, tree reference, const char **why);
/* A bit-field: `width` bits from bit `first` on of a unit of so many bits. */
struct ir_field {
	unsigned unit, first, width;
};

/* The address of a bit-field's unit. False, and nothing written, when it is no
 * bit-field or its unit is not of 8, 16, 32 or 64 bits. */
bool ir_put_field(struct ir_text *t, tree reference, struct ir_field *field);
/* The bytes that a reference touches at least partly, as an address and their number,
 * in a line that begins with that word. False when even that is not known. */
bool ir_put_extent(struct ir_text *t, const char *line, tree reference,
		   const char *why);

/* ---- ir_arithmetic.cc */

/* Why what an operation, condition or call does with floating point is unknown; null
 * when it is as the types of its operands say, or when it has none. */
const char *ir_inexact(gimple *stmt);
/* A value that leaves its register, as an operand, and before it the lines that compute
 * what x87 may make of it. */
void ir_put_moved(struct ir_text *lines, struct ir_text *operand, gimple *stmt,
		  tree value);
/* Whether an assignment converts to an unsigned integer by an instruction of AVX-512,
 * which has another result than others for numbers out of range; and its lines. */
bool ir_saturates(gimple *assign);
void ir_put_saturated(struct ir_text *t, gimple *assign);

/* ---- ir_complex.cc: complex numbers are written as two numbers */

/* The object for the argument of that number, or for a result: IR_RESULT. */
enum { IR_RESULT = ~0u };
tree ir_complex_object(struct ir_objects *objects, tree type, unsigned position);
/* "%NAME.re TYPE = ", or of part 1 "%NAME.im TYPE = ". */
void ir_put_part_result(struct ir_text *t, tree name, unsigned number);
/* Both parts to and from memory. False, and nothing written, when the reference has no
 * address. `stmt` may be null. */
bool ir_put_complex_store(struct ir_text *t, gimple *stmt, tree to, tree value);
bool ir_put_complex_load(struct ir_text *t, gimple *stmt, tree name, tree from);
/* An assignment from or to a complex number. False, and nothing written, when it is none
 * or has no form. */
bool ir_put_complex(struct ir_text *t, gimple *assign);

/* ---- ir_statement.cc */

/* One statement of a block that is none of its last line: any but conditions, switches,
 * returns, jumps and labels. */
void ir_put_statement(struct ir_text *t, gimple *stmt);

#endif
