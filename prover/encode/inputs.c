/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * inputs.c - the arguments of the entry as expressions over the bytes of an input file
 * in the layout of harness/input/arguments.h; ranges and lengths become assumptions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "value/type.h"

enum { SHIFT_LIMIT = 32 }; /* elements of a parameter that has a length */

struct inputs {
	struct encoding *e;
	size_t at; /* the next byte of the file */
	uint32_t *pointees; /* by parameter: the memory object that it points to */
	expr *nulls; /* by parameter: whether the pointer is null, or EXPR_NONE */
};

void assume(struct encoding *e, expr condition)
{
	ARRAY_ADD(e->assumptions, e->assumption_count, e->assumption_room, condition);
}

void encoding_put(const struct variable *v, uint64_t value, uint8_t *bytes, size_t size)
{
	for (unsigned i = 0; i < v->sort / 8u && i < 8; i++)
		if (v->index + i < size)
			bytes[v->index + i] = (uint8_t)(value >> 8 * i);
}

/* ---- scalars */

/* low <= x <= high; in floating point -0.0 equals 0.0, and no NaN is in the range. */
static void assume_range(struct encoding *e, const struct me_field *f, expr x)
{
	struct expr_store *s = &e->store;
	const unsigned width = expr_sort(s, x);
	expr low, high;
	enum expr_op most = type_is_signed(f->type) ? EXPR_SLE : EXPR_ULE;

	low = expr_wide(s, width, f->low[0], f->low[1]);
	high = expr_wide(s, width, f->high[0], f->high[1]);
	if (type_is_float(f->type)) {
		const struct type number = {TYPE_FLOAT, (uint8_t)width, 0};
		low = number_of(e, number, low);
		high = number_of(e, number, high);
		x = number_of(e, number, x);
		most = EXPR_FLE;
	}
	assume(e, expr_and(s, expr_binary(s, most, low, x),
			   expr_binary(s, most, x, high)));
}

/* The next bytes of the file. Each variable has at most 64 bits, as much as a model
 * holds. */
static expr take_bits(struct inputs *in, unsigned width)
{
	struct expr_store *s = &in->e->store;
	const unsigned first = width < 64 ? width : 64;
	expr x = expr_var(s, first, VARIABLE_INPUT, (uint32_t)in->at, "input");

	in->at += first / 8;
	return width == first
		   ? x
		   : expr_binary(s, EXPR_CONCAT, take_bits(in, width - first), x);
}

/* In a long double of the file, bit 63 is 0 if and only if the exponent is. */
static void assume_valid(struct encoding *e, expr x)
{
	struct expr_store *s = &e->store;
	const expr exponent = expr_extract(s, x, 64, 15),
		   bit = expr_extract(s, x, 63, 1);

	assume(e, expr_eq(s, expr_eq(s, exponent, expr_const(s, 15, 0)),
			  expr_eq(s, bit, expr_const(s, 1, 0))));
}

/* The next scalar of the file, as its bits in memory. */
static expr take_scalar(struct inputs *in, const struct me_field *f)
{
	struct expr_store *s = &in->e->store;
	expr x = take_bits(in, 8 * (unsigned)type_scalar_size(f->type));

	if (f->type == ME_F80)
		assume_valid(in->e, x);
	if (f->type == ME_BOOL)
		x = expr_binary(s, EXPR_BITAND, x, expr_const(s, 8, 1));
	if (f->flags & ME_FIELD_RANGE)
		assume_range(in->e, f, x);
	return x;
}

/* ---- elements in memory */

static void put_input_bytes(struct encoding *e, uint32_t object, uint64_t offset,
			    expr value)
{
	const unsigned bytes = expr_sort(&e->store, value) / 8;

	for (unsigned i = 0; i < bytes && offset + i < e->objects[object].size; i++)
		e->objects[object].first[offset + i] =
		    expr_extract(&e->store, value, 8 * i, 8);
}

static void put_input_element(struct inputs *in, const struct me_parameter *p,
			      uint32_t object, uint64_t offset)
{
	for (size_t i = 0; i < p->field_count; i++) {
		const struct me_field *f = &p->fields[i];
		const size_t size = type_memory_size(f->type);
		for (uint32_t k = 0; k < f->count; k++)
			put_input_bytes(in->e, object, offset + f->offset + k * size,
					take_scalar(in, f));
	}
}

static void clear_object(struct encoding *e, uint32_t object)
{
	for (uint64_t i = 0; i < e->objects[object].size; i++)
		e->objects[object].first[i] = expr_const(&e->store, 8, 0);
}

/* The pointer to the buffer of a parameter. connect() moves it to the last n elements
 * if another parameter is their number. */
static expr take_pointer(struct inputs *in, const struct me_parameter *p, size_t number)
{
	struct expr_store *s = &in->e->store;
	/* Where arrays overlap a text's NUL is not where its own elements end. */
	const bool has_nul =
	    p->flags & ME_PARAMETER_STRING && !(p->flags & ENTRY_MAY_OVERLAP);
	const uint64_t size = (uint64_t)p->count * p->size + has_nul;

	if (p->flags & ME_PARAMETER_NULLABLE)
		in->nulls[number] = expr_not(
		    s, expr_eq(s,
			       expr_extract(s,
					    expr_var(s, 8, VARIABLE_INPUT,
						     (uint32_t)in->at, "input"),
					    0, 1),
			       expr_const(s, 1, 0)));
	in->at += !!(p->flags & ME_PARAMETER_NULLABLE);
	const uint32_t object = memory_object_add(in->e, NULL, NULL, "input", size);
	in->e->objects[object].input = p;
	if (in->e->objects[object].is_tracked) {
		clear_object(in->e, object);
		for (uint32_t i = 0; i < p->count; i++)
			put_input_element(in, p, object, (uint64_t)i * p->size);
	} else {
		in->at += p->count * entry_element_size(p);
	}
	in->pointees[number] = object;
	return in->e->objects[object].address;
}

/* ---- descriptors of Fortran's arrays, as the plugin's thunk fills them */

enum {
	DESCRIPTOR_OFFSET = 8, /* of the element 0 of all dimensions */
	DESCRIPTOR_SIZE = 16, /* of an element */
	DESCRIPTOR_SPAN = 32, /* the same */
	DESCRIPTOR_DIMENSIONS = 40, /* each {stride, lower bound, upper bound} */
	DIMENSION_SIZE = 24,
};

/* The extent of a dimension: the number of elements, or the parameter that is it; or
 * EXPR_NONE where it is not known. */
static expr extent_of(const struct inputs *in, const struct entry *entry, size_t number,
		      uint64_t dimension, uint64_t rank, const expr *values)
{
	struct expr_store *s = &in->e->store;
	const struct me_parameter *p = &entry->parameters[number];
	uint64_t n = 0;

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *e = &entry->parameters[i];
		if (e->length_of != number ||
		    (!(e->flags & ME_PARAMETER_EXTENT) && rank > 1))
			continue;
		if (n++ == dimension)
			return values[i] == EXPR_NONE ||
				       (e->flags & ME_PARAMETER_EXTENT &&
					!(e->fields->flags & ME_FIELD_RANGE))
				   ? EXPR_NONE
				   : expr_resize(s, values[i], 64, false);
	}
	return rank == 1 ? expr_const(s, 64, p->count) : EXPR_NONE;
}

/* Bounds begin at 1. An extent that is not known is unconstrained. */
static expr make_descriptor(struct inputs *in, const struct entry *entry, size_t number,
			    uint64_t size, const expr *values)
{
	struct expr_store *s = &in->e->store;
	const struct me_parameter *p = &entry->parameters[number];
	const uint32_t object =
	    memory_object_add(in->e, NULL, NULL, "descriptor", size);
	const uint64_t rank = (size - DESCRIPTOR_DIMENSIONS) / DIMENSION_SIZE;
	expr stride = expr_const(s, 64, 1), offset = expr_const(s, 64, 0);

	put_input_bytes(in->e, object, 0, values[number]);
	put_input_bytes(in->e, object, DESCRIPTOR_SIZE, expr_const(s, 64, p->size));
	put_input_bytes(in->e, object, DESCRIPTOR_SPAN, expr_const(s, 64, p->size));
	for (uint64_t i = 0; i < rank; i++) {
		const uint64_t at = DESCRIPTOR_DIMENSIONS + i * DIMENSION_SIZE;
		const expr extent = extent_of(in, entry, number, i, rank, values);
		put_input_bytes(in->e, object, at + 8, expr_const(s, 64, 1));
		if (extent != EXPR_NONE)
			put_input_bytes(in->e, object, at + 16, extent);
		if (stride == EXPR_NONE)
			continue;
		put_input_bytes(in->e, object, at, stride);
		offset = expr_binary(s, EXPR_SUB, offset, stride);
		if (i + 1 == rank)
			put_input_bytes(in->e, object, DESCRIPTOR_OFFSET, offset);
		stride = extent == EXPR_NONE ? EXPR_NONE
					     : expr_binary(s, EXPR_MUL, stride, extent);
	}
	return in->e->objects[object].address;
}

/* Whether that is the size of a descriptor. */
static bool has_descriptor(uint64_t size)
{
	return size > DESCRIPTOR_DIMENSIONS && size <= 1024 &&
	       (size - DESCRIPTOR_DIMENSIONS) % DIMENSION_SIZE == 0;
}

/* ---- values */

/* The address of a structure that is passed by value. */
static expr take_structure(struct inputs *in, const struct me_parameter *p)
{
	const uint32_t object = memory_object_add(in->e, NULL, NULL, "input", p->size);

	if (in->e->objects[object].is_tracked)
		put_input_element(in, p, object, 0);
	else
		in->at += entry_element_size(p);
	return in->e->objects[object].address;
}

static expr take_value(struct inputs *in, const struct me_parameter *p,
		       const struct function_parameter *to)
{
	const enum me_type type =
	    p->field_count == 1 && p->fields[0].count == 1 && p->fields[0].offset == 0
		? p->fields[0].type
		: ME_VOID;

	if (to->type.kind == TYPE_OTHER && to->object != GIMPLE_NONE)
		return take_structure(in, p);
	if (type == ME_VOID || to->type.kind == TYPE_OTHER) {
		in->at += entry_element_size(p);
		return EXPR_NONE; /* a complex number: unconstrained */
	}
	const expr x = take_scalar(in, &p->fields[0]);
	if (to->type.bits > expr_sort(&in->e->store, x))
		return EXPR_NONE;
	return expr_resize(&in->e->store, x, to->type.bits, false);
}

/* The number of elements: the argument, or, passed by reference, what it points to. */
static expr input_length(const struct inputs *in, const struct me_parameter *p,
			 uint32_t object, expr argument)
{
	struct expr_store *s = &in->e->store;

	if (p->passing != ME_BY_POINTER)
		return argument;
	const expr *bytes = in->e->objects[object].first;
	expr n = bytes[p->size - 1];
	for (uint32_t i = p->size - 1; i-- > 0;)
		n = expr_binary(s, EXPR_CONCAT, n, bytes[i]);
	return n;
}

/* Whether a range allows the length to be negative. */
static bool may_be_negative(const struct me_parameter *length)
{
	const struct me_field *f = length->fields;

	return f->flags & ME_FIELD_RANGE && f->type >= ME_I8 && f->type <= ME_I64 &&
	       (int64_t)f->low[0] < 0;
}

/* The number of elements where the length is n. */
static expr elements_of(struct encoding *e, const struct me_parameter *length, expr n)
{
	struct expr_store *s = &e->store;
	const expr none = expr_const(s, expr_sort(s, n), 0);

	return may_be_negative(length)
		   ? expr_ite(s, expr_binary(s, EXPR_SLT, n, none), none, n)
		   : n;
}

/* Assumes that n, the length of a parameter, is at most its count, and not negative
 * unless its range allows it; returns n, or 0 for a null pointer (but layout.c). */
static expr couple(struct inputs *in, const struct entry *entry, uint32_t of,
		   const struct me_parameter *length, expr n)
{
	struct expr_store *s = &in->e->store;
	const unsigned width = expr_sort(s, n);
	const uint64_t count = entry->parameters[of].count;

	if (width >= 64 || count >> width == 0) /* else n is never more */
		assume(in->e, expr_binary(s, EXPR_ULE, elements_of(in->e, length, n),
					  expr_const(s, width, count)));
	if (in->nulls[of] == EXPR_NONE ||
	    entry->parameters[of].flags & ME_PARAMETER_ASSUMED)
		return n;
	return expr_ite(s, in->nulls[of], expr_const(s, width, 0), n);
}

/* Byte `at` of element `number` of the buffer, if its last n elements come from the
 * file. The bytes before them are unconstrained. */
static expr shifted_byte(struct inputs *in, const struct me_parameter *p,
			 const expr *bytes, uint32_t number, uint32_t at, expr n)
{
	struct expr_store *s = &in->e->store;
	const unsigned width = expr_sort(s, n);
	expr value = fresh(in->e, 8, "memory in front of the input");

	for (uint32_t length = p->count - number; length <= p->count; length++) {
		const uint32_t from = number + length - p->count;
		value = expr_ite(s, expr_eq(s, n, expr_const(s, width, length)),
				 bytes[(size_t)from * p->size + at], value);
	}
	return value;
}

/* Moves the elements to the end of the buffer; more than SHIFT_LIMIT become
 * unconstrained. */
static void shift_elements(struct inputs *in, const struct me_parameter *p,
			   uint32_t number, expr n)
{
	struct memory_object *object = &in->e->objects[number];

	if (!object->is_tracked)
		return;
	expr *bytes = arena_get(&in->e->arena, object->size, sizeof *bytes);
	for (uint64_t i = 0; i < object->size; i++)
		bytes[i] = object->first[i];
	for (uint32_t k = 0; k < p->count; k++)
		for (uint32_t i = 0; i < p->size; i++)
			object->first[(size_t)k * p->size + i] =
			    p->count > SHIFT_LIMIT
				? fresh_byte(in->e, "input")
				: shifted_byte(in, p, bytes, k, i, n);
}

/* The pointer to the last n elements of the buffer. */
static expr from_end(struct inputs *in, const struct me_parameter *p, expr pointer,
		     expr n)
{
	struct expr_store *s = &in->e->store;
	const expr missing = expr_binary(s, EXPR_SUB, expr_const(s, 64, p->count),
					 expr_resize(s, n, 64, false));

	return expr_binary(
	    s, EXPR_ADD, pointer,
	    expr_binary(s, EXPR_MUL, missing, expr_const(s, 64, p->size)));
}

/* Elements of an array whose extents vary stay at the start of their object: which of them
 * stand just before its end matters to runs alone. */
static void connect(struct inputs *in, const struct entry *entry, expr *arguments)
{

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		const uint32_t of = p->length_of;
		if (of == ME_NO_PARAMETER || of >= entry->parameter_count ||
		    p->flags & ME_PARAMETER_EXTENT || arguments[i] == EXPR_NONE ||
		    arguments[of] == EXPR_NONE)
			continue;
		const expr n =
		    couple(in, entry, of, p,
			   input_length(in, p, in->pointees[i], arguments[i]));
		const expr elements = elements_of(in->e, p, n);
		if (p->passing == ME_BY_POINTER)
			put_input_bytes(in->e, in->pointees[i], 0, n);
		else
			arguments[i] = n;
		shift_elements(in, &entry->parameters[of], in->pointees[of], elements);
		arguments[of] =
		    from_end(in, &entry->parameters[of], arguments[of], elements);
	}
}

/* Arrays that have the length of another one. */
static void connect_shared(struct inputs *in, const struct entry *entry,
			   expr *arguments)
{
	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		const uint32_t by = p->counted_by - 1; /* 0: nobody */
		if (by >= entry->parameter_count || arguments[by] == EXPR_NONE)
			continue;
		const struct me_parameter *length = &entry->parameters[by];
		const expr elements = elements_of(
		    in->e, length,
		    input_length(in, length, in->pointees[by], arguments[by]));
		shift_elements(in, p, in->pointees[i], elements);
		arguments[i] = from_end(in, p, arguments[i], elements);
	}
}

static void take_nulls(struct inputs *in, const struct entry *entry, expr *arguments)
{
	struct expr_store *s = &in->e->store;

	for (size_t i = 0; i < entry->parameter_count; i++)
		if (in->nulls[i] != EXPR_NONE)
			arguments[i] = expr_ite(s, in->nulls[i], expr_const(s, 64, 0),
						arguments[i]);
}

/* How many are arguments: other inputs follow them. */
static size_t argument_count(const struct entry *entry)
{
	size_t n = entry->parameter_count;

	while (n && entry->parameters[n - 1].flags & ME_PARAMETER_NO_ARGUMENT)
		n--;
	return n;
}

/* ---- variables that are not local */

/* The bytes of a constant that are an address. */
static void put_address(struct encoding *e, const struct function *f, uint32_t number,
			const struct object_address *a)
{
	const struct function *code =
	    a->what.kind == OPERAND_FUNCTION
		? gimple_find(e->program, a->what.text, f->unit)
		: NULL;
	const expr address =
	    code ? memory_function(e, code) : fresh(e, 64, "an address in a constant");

	for (unsigned i = 0; i < 8 && e->objects[number].is_tracked; i++)
		e->objects[number].first[a->at + i] =
		    expr_extract(&e->store, address, 8 * i, 8);
}

uint32_t memory_object_of(struct encoding *e, const struct function *f,
			  const struct object *o)
{
	for (uint32_t i = 0; i < e->object_count; i++) {
		const struct memory_object *mo = &e->objects[i];
		if (!mo->is_local && mo->declaration &&
		    strcmp(mo->declaration->name, o->name) == 0 &&
		    mo->declaration->is_static == o->is_static &&
		    mo->declaration->kind == o->kind &&
		    (mo->function == f ||
		     (strncmp(o->name, "literal.", 8) != 0 &&
		      (!o->is_static || strcmp(mo->declaration->unit, o->unit) == 0))))
			return i;
	}
	const uint32_t number =
	    memory_object_add(e, f, o, o->name, o->has_size ? o->size : 0);
	const bool is_known = o->kind == OBJECT_CONST || e->is_initial;
	for (uint32_t i = 0; is_known && i < o->address_count; i++)
		put_address(e, f, number, &o->addresses[i]);
	return number;
}

/* Whether the object is the global variable of that name; _ZL is before the name of a static one
 * of C++. */
static bool is_global(const struct object *o, const struct me_parameter *p,
		      const char *unit)
{
	const char *name = o->name;
	char *end;

	if (o->kind != OBJECT_GLOBAL || !o->has_size || o->size != p->size ||
	    (o->is_static && strcmp(o->unit, unit) != 0))
		return false;
	if (o->is_static && strncmp(name, "_ZL", 3) == 0 &&
	    strtoul(name + 3, &end, 10) == strlen(end))
		name = end;
	return strcmp(name, p->name) == 0;
}

/* A variable that the thunk sets before the call. One that no exported function names does not
 * matter. */
static void take_global(struct inputs *in, const struct me_parameter *p)
{
	struct encoding *e = in->e;
	const size_t end = in->at + entry_element_size(p);

	for (size_t i = 0; i < e->program->function_count; i++) {
		const struct function *f = &e->program->functions[i];
		for (uint32_t k = 0; k < f->object_count; k++) {
			if (!is_global(&f->objects[k], p, e->entry->unit))
				continue;
			const uint32_t object = memory_object_of(e, f, &f->objects[k]);
			if (e->objects[object].is_tracked)
				put_input_element(in, p, object, 0);
			in->at = end;
			return;
		}
	}
	in->at = end;
}

/* ---- all of them */

/* All values by parameter; false where one is no array of assumed shape as it is known. */
static bool take_all(struct inputs *in, const struct entry *entry,
		     const struct function *function, expr *values)
{
	const size_t count = argument_count(entry);

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		if (p->flags & ME_PARAMETER_GLOBAL) {
			take_global(in, p);
			continue;
		}
		if (p->flags & ME_PARAMETER_NO_ARGUMENT) {
			values[i] = take_scalar(in, &p->fields[0]);
			continue;
		}
		if (p->flags & ME_PARAMETER_DESCRIBED &&
		    !has_descriptor(function->parameters[i].target_size))
			return false;
		values[i] = p->passing == ME_BY_POINTER
				? take_pointer(in, p, i)
				: take_value(in, p, &function->parameters[i]);
	}
	connect(in, entry, values);
	connect_shared(in, entry, values);
	for (size_t i = 0; i < count; i++)
		if (entry->parameters[i].flags & ME_PARAMETER_DESCRIBED)
			values[i] = make_descriptor(
			    in, entry, i, function->parameters[i].target_size, values);
	take_nulls(in, entry, values);
	return true;
}

int encode_inputs(struct encoding *e, const struct entry *entry,
		  const struct function *function, expr *arguments, char *why)
{
	struct inputs in = {.e = e};

	const size_t count = function->parameter_count - function->is_placed;

	if (argument_count(entry) != count) {
		snprintf(why, 256,
			 "%s has %zu parameters in the GIMPLE and %zu in the target",
			 entry->name, count, argument_count(entry));
		return -1;
	}
	in.pointees =
	    arena_get(&e->arena, entry->parameter_count + 1, sizeof *in.pointees);
	in.nulls = arena_get(&e->arena, entry->parameter_count + 1, sizeof *in.nulls);
	expr *values = arena_get(&e->arena, entry->parameter_count + 1, sizeof *values);
	if (!take_all(&in, entry, function, values)) {
		snprintf(why, 256, "%s takes the descriptor of an array", entry->name);
		return -1;
	}
	memcpy(arguments, values, count * sizeof *arguments);
	if (function->is_placed)
		arguments[count] = fresh(e, 64, "the place of the result");
	return 0;
}
