/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers in texts: what is found ends where strtod and strtol end; a format is walked
 * as sscanf walks it; a value that is written is read back, and what has to be short is
 * short and near.
 */
#include "harness/runtime/format.h"

#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"
#include "mcmc/axis.h"
#include "tests/unit/me_property.h"
#include "tests/unit/me_random.h"

enum { TEXTS = 200000, VALUES = 20000 };

/* ---- where they end */

static void random_text(char *text)
{
	static const char *const parts[] = {
	    "0", "1", "7", "9",	 "a", "f", "z",	 "e",	"E",   "p",  "-", "+",
	    ".", " ", "x", "0x", "X", "8", "12", "inf", "nan", "\t", "e1"};

	*text = 0;
	for (unsigned n = random_below(7); n--;)
		strcat(text, parts[random_below(sizeof parts / sizeof *parts)]);
}

/* nan(...) alone is not followed to its end. */
static void check_ends(void)
{
	static const struct number_form forms[] = {
	    {ME_F64, 0, 0},  {ME_I64, 0, 0},  {ME_I64, 8, 0}, {ME_I64, 10, 0},
	    {ME_I64, 16, 0}, {ME_I64, 36, 0}, {ME_I64, 2, 0}};

	for (int i = 0; i < TEXTS && !*why; i++) {
		const struct number_form form = forms[random_below(7)];
		char text[40], *end;
		random_text(text);
		struct text t = {(const unsigned char *)text, ME_SIZE_MOST, 1};
		errno = 0;
		struct number_place n = number_find(&t, form);
		if (errno)
			say_why("errno was set");
		if (type_is_float(form.type))
			strtod(text, &end);
		else
			strtol(text, &end, form.base);
		const char *ours = n.length ? (const char *)n.at + n.length : text;
		if (ours != end)
			say_why("\"%s\", base %u: %d and not %d", text, form.base,
				(int)(ours - text), (int)(end - text));
	}
	check_property("numbers_ends");
}

/* ---- formats */

struct seen {
	const char *text;
	char out[200];
};

static void note(const void *context, const struct number_place *n)
{
	struct seen *s = (struct seen *)(uintptr_t)context;
	size_t length = strlen(s->out);

	snprintf(s->out + length, sizeof s->out - length, "%d:%.*s:%u:%u ",
		 (int)((const char *)n->at - s->text), (int)n->length,
		 (const char *)n->at, n->form.type, n->form.base);
}

static void check_format(const char *text, const char *format, const char *wanted)
{
	struct seen s = {text, ""};
	char name[80];

	format_scan(text, format, note, &s);
	snprintf(name, sizeof name, "numbers_format_%s", format);
	for (char *c = name; *c; c++)
		if (*c == ' ')
			*c = '_';
	check(!strcmp(s.out, wanted), name, s.out);
}

/* OFFSET:TEXT:TYPE:BASE of each number. */
static void check_formats(void)
{
	check_format("12", "%d", "0:12:4:10 ");
	check_format("  -7,x", "%hhd", "2:-7:2:10 ");
	check_format("x=1.5e3;", "x=%lf", "2:1.5e3:11:0 ");
	check_format("x=1.5", "y=%lf", "");
	check_format("3 4", "%d %u", "0:3:4:10 2:4:8:10 ");
	check_format("3a 4", "%d %u", "0:3:4:10 1::8:10 ");
	check_format("abc 9", "%s %ld", "4:9:5:10 ");
	check_format("abc9", "%[a-c]%i", "3:9:4:0 ");
	check_format("a]9", "%[]a]%i", "2:9:4:0 ");
	check_format("x9", "%[^0-9]%i", "1:9:4:0 ");
	check_format("ab12", "%2c%x", "2:12:8:16 ");
	check_format("12345", "%2d%d", "0:12:4:10 2:345:4:10 ");
	check_format("12 5", "%*d %Lg", "0:12:4:10 3:5:12:0 ");
	check_format("50%7", "%d%%%f", "0:50:4:10 3:7:10:0 ");
	check_format("1", "%", "");
	check_format("1", "%d%[", "0:1:4:10 ");
}

/* ---- values */

static coord random_value(enum me_type type)
{
	const struct axis axis = type_axis(type);
	const ucoord width = (ucoord)(axis.high - axis.low) + 1;
	const ucoord r = (ucoord)random_word() << 64 | random_word();
	static const double few[] = {0,	   1,	   -1,	  0.5, 42.125,
				     1e10, 1e-300, 1e300, 0.1, -31.337};

	if (!random_below(2))
		return axis_from_double(&axis, few[random_below(10)]);
	return axis.low + (coord)(r % width);
}

static int is_nan(enum me_type type, coord c)
{
	const long double v = axis_to_long_double(type_axis(type).kind, c);

	return v != v;
}

static void check_values(void)
{
	static const struct number_form forms[] = {
	    {ME_F32, 0, 0},  {ME_F64, 0, 0},  {ME_F80, 0, 0},  {ME_I32, 10, 0},
	    {ME_U32, 10, 0}, {ME_I64, 10, 0}, {ME_U64, 10, 0}, {ME_I64, 16, 0},
	    {ME_U64, 2, 0},  {ME_I32, 36, 0}, {ME_I64, 0, 0},  {ME_I8, 8, 0}};

	for (int i = 0; i < VALUES && !*why; i++) {
		const struct number_form form = forms[random_below(12)];
		const coord c = random_value(form.type);
		char text[NUMBER_LONGEST];
		size_t n = number_write(form, c, text, NUMBER_LONGEST - 1);
		if (n != strlen(text))
			say_why("the length of %s", text);
		if (number_read(form, text) != c && !is_nan(form.type, c))
			say_why("type %u, base %u: \"%s\"", form.type, form.base, text);
	}
	check_property("numbers_written");
}

static void check_written(const char *wanted, struct number_form form, double v,
			  size_t room)
{
	const struct axis axis = type_axis(form.type);
	char text[NUMBER_LONGEST], name[80];

	number_write(form, axis_from_double(&axis, v), text, room);
	snprintf(name, sizeof name, "numbers_short_%s", wanted);
	check(!strcmp(text, wanted), name, text);
}

static void check_short(void)
{
	const struct number_form f64 = {ME_F64, 0, 0}, f32 = {ME_F32, 0, 0};
	const struct number_form i32 = {ME_I32, 10, 0}, two = {ME_I32, 10, 2};

	check_written("42.125", f64, 42.125, 40);
	check_written("0.1", f64, 0.1, 40);
	check_written("0.1", f32, 0.1f, 40);
	check_written(".1", f64, 0.1, 2);
	check_written("1e300", f64, 1e300, 40);
	check_written("1e-7", f64, 1e-7, 40);
	check_written(".3333333", f64, 1.0 / 3, 8);
	check_written(".33", f64, 1.0 / 3, 3);
	check_written("9", f64, 1e300, 1);
	check_written("0", f64, 1e-300, 1);
	check_written("-99", f64, -1e300, 3);
	check_written("inf", f64, 1.0 / 0.0, 40);
	check_written("31337", i32, 31337, 5);
	check_written("9999", i32, 31337, 4);
	check_written("-999", i32, -31337, 4);
	check_written("99", two, 31337, 40);
	check_written("", f64, 1, 0);
}

int main(void)
{
	check_ends();
	check_formats();
	check_values();
	check_short();
	return me_check_failures != 0;
}
