/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_json.cc - JSON on a stream. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/entry/types_json.h"

types_output output;

static void put_string(const char *text)
{
	putc('"', output.out);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if (*c == '"' || *c == '\\' || *c < ' ')
			fprintf(output.out, "\\u%04x", *c);
		else
			putc(*c, output.out);
	putc('"', output.out);
}

void put_name(const char *name)
{
	fputs(output.separator, output.out);
	put_string(name);
	putc(':', output.out);
	output.separator = ",";
}

void put_text(const char *name, const char *text)
{
	put_name(name);
	put_string(text);
}

void put_number(const char *name, HOST_WIDE_INT n)
{
	put_name(name);
	fprintf(output.out, HOST_WIDE_INT_PRINT_DEC, n);
}

void put_true(const char *name, bool is)
{
	if (!is)
		return;
	put_name(name);
	fputs("true", output.out);
}

void begin(char bracket)
{
	fputs(output.separator, output.out);
	putc(bracket, output.out);
	output.separator = "";
}

void begin_member(const char *name, char bracket)
{
	put_name(name);
	putc(bracket, output.out);
	output.separator = "";
}

void end(char bracket)
{
	putc(bracket, output.out);
	output.separator = ",";
}

void put_element(HOST_WIDE_INT n)
{
	fputs(output.separator, output.out);
	fprintf(output.out, HOST_WIDE_INT_PRINT_DEC, n);
	output.separator = ",";
}

void put_element(const char *text)
{
	fputs(output.separator, output.out);
	put_string(text);
	output.separator = ",";
}

void put_compared(const decl_use *u)
{
	put_true("negative", u->negative);
	if (u->compared)
		put_number("compared", u->compared);
}

void put_container(const decl_use *u)
{
	put_true("sized", u->sized);
	put_true("unsized", u->elements && !u->sized);
	put_true("rows_alike", u->row_elements && !u->row_sized);
	put_true("row_sized", u->row_first);
	put_true("is_index", u->is_index);
	put_true("permuted", u->permuted);
}
