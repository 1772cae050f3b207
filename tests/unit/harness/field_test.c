/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fields: what is written is read again, in every form and at any offset, and nothing
 * else changes; operands are found where a field holds them.
 */
#include "harness/input/field.h"

#include <string.h>

#include "value/type.h"
#include "mcmc/axis.h"
#include "tests/unit/me_check.h"

enum { SIZE = 24 };

static void fill(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)(17 * i + 3);
}

/* Whether a value comes back and the bytes outside stay. */
static int round_trip(const struct field *f, coord value)
{
	uint8_t base[SIZE], out[SIZE];
	struct fields fields = {base, SIZE, f, 1};

	fill(base, SIZE);
	if (fields_write(&fields, &value, out, SIZE) != SIZE ||
	    field_read(f, out, SIZE) != value)
		return 0;
	for (size_t i = 0; i < SIZE; i++)
		if ((i < f->offset || i >= f->offset + f->width) && out[i] != base[i])
			return 0;
	return 1;
}

static void check_binary(void)
{
	static const enum me_type types[] = {ME_I8,  ME_U8,  ME_I16, ME_U16,
					     ME_I32, ME_U32, ME_I64, ME_U64,
					     ME_F32, ME_F64, ME_F80};
	int good = 1;

	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (int form = FIELD_LITTLE; form <= FIELD_BIG; form++)
			for (size_t at = 0; at + type_file_size(types[t]) <= SIZE;
			     at++) {
				struct field f = {at,	    type_file_size(types[t]),
						  types[t], (enum field_form)form,
						  0,	    0};
				struct axis axis = field_axis(&f, SIZE);
				good &= round_trip(&f, axis.low);
				good &= round_trip(&f, axis.high);
				good &= round_trip(&f, 0);
				good &= round_trip(&f, axis_from_double(&axis, -42.5));
			}
	check(good, "field_binary", "a value does not come back");
}

static unsigned char number_base;
static uint16_t number_most;

/* The text of `base` with its number at 3..3+width replaced. */
static void check_text(const char *name, const char *base, size_t width,
		       enum me_type type, enum field_form form, double value,
		       const char *wanted)
{
	struct field f = {3, width, type, form, number_base, number_most};
	struct fields fields = {(const uint8_t *)base, strlen(base), &f, 1};
	struct axis axis = field_axis(&f, 0);
	coord x = axis_from_double(&axis, value);
	char out[64] = "";
	size_t n = fields_write(&fields, &x, (uint8_t *)out, 40);

	out[n] = 0;
	check(!strcmp(out, wanted), name, out);
}

static void check_texts(void)
{
	check_text("field_text_longer", "ab=7;c", 1, ME_I64, FIELD_TEXT, -1234,
		   "ab=-1234;c");
	check_text("field_text_shorter", "ab=1.25e3;c", 6, ME_F64, FIELD_TEXT, 0.5,
		   "ab=0.5;c");
	check_text("field_text_exact", "ab=1;c", 1, ME_F64, FIELD_TEXT, 0.1,
		   "ab=0.1;c");
	check_text("field_text_same", "ab=007;c", 3, ME_I64, FIELD_TEXT, 7, "ab=007;c");
	check_text("field_place_filled", "ab=7.25;c", 4, ME_F64, FIELD_PLACE, 0.5,
		   "ab=0.50;c");
	check_text("field_place_integer", "ab=-777;c", 4, ME_I64, FIELD_PLACE, -5,
		   "ab=-005;c");
	check_text("field_place_cut", "ab=7.25;c", 4, ME_F64, FIELD_PLACE, 1.0 / 3,
		   "ab=0.33;c");
	check_text("field_text_no_room", "ab=7;  an input of thirty-eight bytes.", 1,
		   ME_I64, FIELD_TEXT, -12345,
		   "ab=7;  an input of thirty-eight bytes.");
}

/* Two texts and a word behind them: the word moves as a whole; then the size. */
/* Numbers that the target was heard to read. */
static void check_numbers(void)
{
	check_text("field_number", "ab=1;c", 1, ME_F32, FIELD_NUMBER, 0.25,
		   "ab=0.25;c");
	number_base = 16;
	check_text("field_number_hex", "ab=f;c", 1, ME_U32, FIELD_NUMBER, 48879,
		   "ab=beef;c");
	check_text("field_number_read", "ab=ff;c", 2, ME_U32, FIELD_NUMBER, 255,
		   "ab=ff;c");
	number_base = 0;
	number_most = 3;
	check_text("field_number_most", "ab=1;c", 1, ME_I32, FIELD_NUMBER, 12345,
		   "ab=999;c");
	check_text("field_number_none", "ab=;c", 0, ME_I32, FIELD_NUMBER, 37,
		   "ab=37;c");
	number_most = 0;
}

static void check_together(void)
{
	static const struct field list[] = {{0, 1, ME_I64, FIELD_TEXT, 0, 0},
					    {2, 1, ME_I64, FIELD_TEXT, 0, 0},
					    {4, 2, ME_U16, FIELD_BIG, 0, 0},
					    {6, 0, ME_U64, FIELD_SIZE, 0, 0}};
	struct fields fields = {(const uint8_t *)"1,2,xy", 6, list, 4};
	const coord x[] = {100, 20, 0x4142, 12};
	uint8_t out[16];
	size_t n = fields_write(&fields, x, out, 16);

	check(n == 12 && !memcmp(out, "100,20,AB\0\0\0", 12), "field_together",
	      "texts of another length, a word and a size");
}

static int found(enum me_type type, uint64_t bits, const void *bytes, size_t size,
		 size_t offset, enum me_type as, enum field_form form)
{
	struct typed_operand o = {type, bits};
	struct field list[8];
	uint8_t wanted[64];

	memset(wanted, 1, sizeof wanted);
	size_t n = operand_find(&o, bytes, size, wanted, list, 8);
	for (size_t i = 0; i < n; i++)
		if (list[i].offset == offset && list[i].type == as &&
		    list[i].form == form)
			return operand_value(&o, &list[i], size) ==
			       field_read(&list[i], bytes, size);
	return 0;
}

static void check_operands(void)
{
	check(found(ME_I32, 0x01020304, "zz\4\3\2\1", 6, 2, ME_I32, FIELD_LITTLE),
	      "operand_little", "not found");
	check(found(ME_I32, 0x01020304, "zz\1\2\3\4", 6, 2, ME_I32, FIELD_BIG),
	      "operand_big", "not found");
	check(found(ME_I64, (uint64_t)-2, "z\xff\xfe", 3, 1, ME_I16, FIELD_BIG),
	      "operand_widened", "not found");
	check(found(ME_I32, 300, "z\1\x2c", 3, 1, ME_U16, FIELD_BIG) ||
		  found(ME_I32, 300, "z\1\x2c", 3, 1, ME_I16, FIELD_BIG),
	      "operand_narrow", "not found");
	check(
	    found(ME_F64, 0x4045400000000000, "z\x42\x2a\0\0", 5, 1, ME_F32, FIELD_BIG),
	    "operand_float_as_double", "not found");
	check(found(ME_F64, 0x4093480000000000, "x=1234,", 7, 2, ME_F64, FIELD_TEXT),
	      "operand_text", "not found");
	check(found(ME_I32, 37, "x=37", 4, 2, ME_I64, FIELD_TEXT),
	      "operand_text_integer", "not found");
	check(!found(ME_I32, 0x01020304, "z\4\3\2\2", 5, 1, ME_I32, FIELD_LITTLE),
	      "operand_absent", "found where it is not");
}

int main(void)
{
	check_binary();
	check_texts();
	check_numbers();
	check_together();
	check_operands();
	return me_check_failures != 0;
}
