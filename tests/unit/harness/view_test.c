/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts in the input of a typed target: where they are, and the numbers in them as
 * coordinates.
 */
#include "harness/input/input_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"
#include "mcmc/axis.h"
#include "tests/unit/harness/poisoned.h"
#include "tests/unit/me_check.h"

struct record {
	int n;
	char name[6];
	signed char one;
	double d;
};

#define SCALARS(at, n, code)                                                           \
	{                                                                              \
		.offset = (at), .count = (n), .type = (code)                           \
	}

static const struct me_field byte[] = {SCALARS(0, 1, ME_I8)};
static const struct me_field members[] = {SCALARS(0, 1, ME_I32), SCALARS(4, 6, ME_I8),
					  SCALARS(10, 1, ME_I8),
					  SCALARS(16, 1, ME_F64)};
static const struct me_field number[] = {SCALARS(0, 1, ME_U32)};

/* f(const char *s, struct record *r, unsigned n, unsigned char *b): s has 16 bytes and
 * a NUL, b the last n of 8. */
static const struct me_parameter parameters[] = {
    {.name = "s",
     .fields = byte,
     .field_count = 1,
     .count = 16,
     .size = 1,
     .length_of = ME_NO_PARAMETER,
     .passing = ME_BY_POINTER,
     .flags = ME_PARAMETER_STRING},
    {.name = "r",
     .fields = members,
     .field_count = 4,
     .count = 2,
     .size = sizeof(struct record),
     .length_of = ME_NO_PARAMETER,
     .passing = ME_BY_POINTER},
    {.name = "n",
     .fields = number,
     .field_count = 1,
     .count = 1,
     .size = 4,
     .length_of = 3,
     .passing = ME_BY_VALUE},
    {.name = "b",
     .fields = byte,
     .field_count = 1,
     .count = 8,
     .size = 1,
     .length_of = ME_NO_PARAMETER,
     .passing = ME_BY_POINTER},
};
static const struct me_entry entry = {ME_ABI,  4,	   "f", "f",  "f.c", 1,
				      ME_VOID, parameters, "",	NULL, NULL};

static struct layout layout;
static struct view view;
static coord *x;
static unsigned char bytes[64];

/* ---- spans */

static void check_spans(void)
{
	const size_t n = 2 * (1 + 6 + 1 + 1); /* coordinates of r */
	struct input_span s[8];

	x[16 + n] = 5;
	const size_t count = spans_of(&layout, x, bytes, s, 8);
	arguments_store(&layout, x);
	check(count == 4, "spans_count", "not the texts s, r[0].name, r[1].name and b");
	check(s[0].first == 0 && s[0].count == 16 && s[0].room == 16, "spans_string",
	      "s");
	check(s[1].first == 17 && s[1].count == 6 && s[1].room == 5, "spans_member",
	      "r[0].name");
	check(s[2].first == 26, "spans_second", "r[1].name");
	check(s[3].first == 16 + n + 1 && s[3].count == 5, "spans_length", "b");
	int same = 1;
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < s[k].count; i++) {
			span_set(&layout, &s[k], x, i,
				 (unsigned char)(17 * k + i + 200));
			arguments_store(&layout, x);
			spans_of(&layout, x, bytes, s, 8);
			same &= s[k].at[i] == (unsigned char)(17 * k + i + 200) &&
				s[k].bytes[i] == s[k].at[i];
		}
	check(same, "spans_addresses", "a byte is not where the entry finds it");
	check(spans_of(&layout, x, bytes, s, 2) == 2, "spans_most",
	      "more than asked for");
}

/* ---- numbers */

static void set_text(const char *text)
{
	memset(x, 0, layout.n * sizeof *x);
	for (size_t i = 0; i < strlen(text); i++)
		x[i] = text[i];
	comparison_log_begin();
}

/* The run read a number at that place; a copy is known by its bytes alone. */
static void hear(enum me_type type, unsigned offset, const char *text, int copied)
{
	static struct me_site sites[8];
	struct input_span s[8];
	struct number_place n = {
	    (const unsigned char *)text,
	    (uint32_t)strlen(text),
	    {(unsigned char)type, type_is_float(type) ? 0 : 10, 0}};

	spans_of(&layout, x, bytes, s, 8);
	arguments_store(&layout, x);
	if (!copied)
		n.at = s[0].at + offset;
	comparison_log_add_number(&sites[comparison_log.number_count % 8], &n);
}

static const char *written(size_t numbers, const double *values)
{
	static char text[17];
	coord c[TEXT_NUMBERS_MOST], y[64];

	comparison_log_end();
	if (view_take(&view, x, 0) != numbers)
		return "(another count of numbers)";
	for (size_t i = 0; i < numbers; i++)
		c[i] = axis_from_double(&view.axes[i], values[i]);
	view_store(&view, c, y);
	for (size_t i = 0; i < 16; i++)
		text[i] = (char)y[i];
	return text;
}

static void check_written(const char *name, const char *wanted, const char *got)
{
	check(!strcmp(wanted, got), name, got);
}

static void check_numbers(void)
{
	set_text("key=7;end");
	hear(ME_F64, 4, "7", 0);
	check_written("view_middle", "key=42.125;end", written(1, (double[]){42.125}));
	check(view.numbers[0].value == axis_from_double(&view.axes[0], 7), "view_start",
	      "not the value in the text");
	check_written("view_shorter", "key=-1;end", written(1, (double[]){-1}));
	/* What follows keeps its place, and the nearest that fits is written. */
	check_written("view_room", "key=.3333333;end", written(1, (double[]){1.0 / 3}));
	set_text("x");
	hear(ME_I32, 0, "", 0);
	check_written("view_none_yet", "12x", written(1, (double[]){12}));
	set_text("1 2");
	hear(ME_I32, 2, "2", 0);
	hear(ME_I32, 0, "1", 0);
	check_written("view_two", "300 -4", written(2, (double[]){300, -4}));
	set_text("15");
	hear(ME_I32, 0, "15", 0);
	hear(ME_I32, 2, "", 0);
	check_written("view_apart", "3 4", written(2, (double[]){3, 4}));
	set_text("ab31cd");
	hear(ME_I64, 0, "31", 1);
	check_written("view_copy", "ab-5cd", written(1, (double[]){-5}));
	set_text("12.5");
	hear(ME_I32, 0, "12", 0);
	hear(ME_F64, 0, "12.5", 0);
	check_written("view_first", "9.5", written(1, (double[]){9}));
	comparison_log_end();
	check(view_take(&view, x, 1) == 1 && view.numbers[0].form.type == ME_F64,
	      "view_second", "not the reading that was asked for");
	set_text("a");
	comparison_log_end();
	check(!view_take(&view, x, 0), "view_nothing", "a number that nobody read");
}

/* More than there is room for: the first ones are whole. */
static void check_long(void)
{
	set_text("0,0,0,0#");
	for (unsigned i = 0; i < 4; i++)
		hear(ME_F64, 2 * i, "0", 0);
	check_written("view_long", "1e300,-.333333,9",
		      written(4, (double[]){1e300, -1.0 / 3, 123456789.25, 1e-300}));
}

int main(void)
{
	if (arguments_init(&layout, &entry) || view_init(&view, &layout))
		return 1;
	x = calloc(layout.n + 1, sizeof *x);
	check_spans();
	check_numbers();
	check_long();
	view_done(&view);
	arguments_done(&layout);
	free(x);
	return me_check_failures != 0;
}
