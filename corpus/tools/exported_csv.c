/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exported_csv.c - a table (RFC 4180): a column for each scalar, a row for each input. */
#include <stdlib.h>
#include <string.h>

#include "corpus/tools/exported.h"
#include "system/allocation.h"

/* ---- writing */

static void cell_add(struct text_buffer *out, const char *cell)
{
	if (!strpbrk(cell, ",\"\r\n")) {
		text_add(out, "%s", cell);
		return;
	}
	text_add_char(out, '"');
	for (; *cell; cell++) {
		if (*cell == '"')
			text_add_char(out, '"');
		text_add_char(out, *cell);
	}
	text_add_char(out, '"');
}

static void table_begin(struct export *e)
{
	text_add(e->out, "file");
	for (size_t i = 0; e->scalars && i < e->scalars->count; i++) {
		struct text_buffer name = {0};
		scalar_name_print(&e->scalars->list[i], &name);
		text_add_char(e->out, ',');
		cell_add(e->out, text_string(&name));
		text_done(&name);
	}
	text_add(e->out, e->scalars ? "\n" : ",hex\n");
}

static void row_add(struct export *e, const char *file, const uint8_t *bytes,
		    size_t size)
{
	struct scalar_value value;
	char text[SCALAR_TEXT];

	cell_add(e->out, file);
	for (size_t i = 0; e->scalars && i < e->scalars->count; i++) {
		const struct named_scalar *scalar = &e->scalars->list[i];
		scalar_load(scalar->type, bytes + scalar->offset, &value);
		scalar_print(&value, text);
		text_add(e->out, ",%s", text);
	}
	if (!e->scalars) {
		text_add_char(e->out, ',');
		exported_hex(bytes, size, e->out);
	}
	text_add_char(e->out, '\n');
}

/* ---- reading */

enum column_kind { COLUMN_SCALAR, COLUMN_FILE, COLUMN_HEX };

struct csv_column {
	enum column_kind kind;
	char *text; /* its name, into which `name` points */
	struct scalar_name name;
};

struct csv_reading {
	struct command *command;
	const char *path;
	const char *at, *line_start;
	unsigned line, row_line;
	struct csv_column *columns;
	size_t column_count, column_room;
	struct text_buffer cell, file, bytes;
	bool has_bytes;
	struct exported_reading scalars;
};

/* At the cell that begins at `start`. */
static int csv_fail(const struct csv_reading *r, const char *start, const char *why)
{
	return command_fail(r->command, r->path, "line %u, column %zu: %s", r->line,
			    (size_t)(start - r->line_start) + 1, why);
}

static int csv_quoted_read(struct csv_reading *r, const char *start)
{
	for (r->at++; *r->at; r->at++) {
		if (*r->at == '"' && r->at[1] != '"')
			break;
		r->at += *r->at == '"';
		if (*r->at == '\n') {
			r->line++;
			r->line_start = r->at + 1;
		}
		text_add_char(&r->cell, *r->at);
	}
	if (!*r->at)
		return csv_fail(r, r->line_start > start ? r->line_start : start,
				"a quote is not closed");
	r->at++;
	return 0;
}

/* Reads a cell into r->cell. *is_last: the row ends behind it. */
static int cell_read(struct csv_reading *r, bool *is_last)
{
	const char *start = r->at;
	int err = 0;

	r->cell.size = 0;
	text_add_bytes(&r->cell, "", 0);
	if (*r->at == '"')
		err = csv_quoted_read(r, start);
	for (; !err && *r->at && !strchr(",\r\n", *r->at); r->at++)
		text_add_char(&r->cell, *r->at);
	if (err)
		return err;
	*is_last = *r->at != ',';
	r->at += *r->at == ',' || *r->at == '\r';
	if (*is_last && *r->at == '\n')
		r->at++;
	return 0;
}

static const char *cell_text(const struct csv_reading *r)
{
	return r->cell.size ? r->cell.bytes : "";
}

static int row_begin(struct csv_reading *r)
{
	r->line++;
	r->row_line = r->line;
	r->line_start = r->at;
	return 0;
}

static int column_add(struct csv_reading *r, const char *start)
{
	uint32_t *last;

	r->columns = array_grow(r->columns, r->column_count, &r->column_room,
				sizeof *r->columns);
	struct csv_column *c = &r->columns[r->column_count++];
	*c = (struct csv_column){.text = string_copy(cell_text(r))};
	if (strcmp(c->text, "file") == 0 && r->column_count == 1)
		c->kind = COLUMN_FILE;
	else if (strcmp(c->text, "hex") == 0 && r->column_count == 2)
		c->kind = COLUMN_HEX;
	else if (scalar_name_read(c->text, &c->name, &last) != 0)
		return csv_fail(r, start, "is no name of a value");
	return 0;
}

static int header_read(struct csv_reading *r)
{
	bool is_last = false;
	int err = row_begin(r);

	while (!err && !is_last) {
		const char *start = r->at;
		err = cell_read(r, &is_last);
		if (!err)
			err = column_add(r, start);
	}
	return err;
}

static int csv_value_take(struct csv_reading *r, const struct csv_column *column,
			  const char *start)
{
	struct exported_scalar *scalar;

	switch (column->kind) {
	case COLUMN_FILE:
		text_add(&r->file, "%s", cell_text(r));
		return 0;
	case COLUMN_HEX:
		r->has_bytes = true;
		return exported_unhex(cell_text(r), &r->bytes)
			   ? csv_fail(r, start, "not pairs of hexadecimal digits")
			   : 0;
	default:
		break;
	}
	scalar = exported_add(&r->scalars);
	scalar->name = column->name;
	return scalar_read(cell_text(r), &scalar->value)
		   ? csv_fail(r, start, "is no number")
		   : 0;
}

static int row_read(struct csv_reading *r)
{
	bool is_last = false;
	int err = row_begin(r);

	r->scalars.count = r->file.size = r->bytes.size = 0;
	r->has_bytes = false;
	for (size_t i = 0; i < r->column_count && !err; i++) {
		const char *start = r->at;
		if (is_last)
			return csv_fail(r, start, "the row has too few cells");
		err = cell_read(r, &is_last);
		if (!err)
			err = csv_value_take(r, &r->columns[i], start);
	}
	if (!err && !is_last)
		err = csv_fail(r, r->at, "the row has too many cells");
	return err;
}

static int row_take(struct csv_reading *r, exported_fn *take, void *context)
{
	struct exported_input input = {
	    .file = r->file.size ? r->file.bytes : "",
	    .line = r->row_line,
	    .scalars = r->scalars.scalars,
	    .scalar_count = r->scalars.count,
	    .size = r->bytes.size,
	};

	if (r->has_bytes)
		input.bytes = (const uint8_t *)(r->bytes.size ? r->bytes.bytes : "");
	return take(context, &input);
}

static int corpus_read_csv(struct command *command, const char *path, const char *text,
			   exported_fn *take, void *context)
{
	struct csv_reading r = {.command = command, .path = path, .at = text};
	int err = header_read(&r);

	while (!err && *r.at) {
		err = row_read(&r);
		if (!err)
			err = row_take(&r, take, context);
	}
	for (size_t i = 0; i < r.column_count; i++)
		free(r.columns[i].text);
	free(r.columns);
	text_done(&r.cell);
	text_done(&r.file);
	text_done(&r.bytes);
	exported_done(&r.scalars);
	return err;
}

static bool is_csv(const char *text)
{
	text += *text == '"';
	return strncmp(text, "file", 4) == 0 && text[4] && strchr(",\"\r\n", text[4]);
}

const struct export_format export_csv = {table_begin, row_add, is_csv, corpus_read_csv};
