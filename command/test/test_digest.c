/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_digest.c - what the report of a function depends on: its entry, its goals, and the
 * exported GIMPLE (me/ir.h) of all functions that it can call. A change elsewhere in the
 * file leaves that as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/target/build_record.h"
#include "command/test/testing.h"
#include "corpus/files/sha1.h"
#include "me/ir.h"
#include "prover/executable/section.h"
#include "system/allocation.h"

struct ir_function {
	const char *text, *name; /* from its line `function NAME` on */
	size_t size, length; /* of the text, of the name */
	bool is_reached, is_read;
};

struct program_text {
	struct ir_function *list;
	size_t count, room;
};

static const char first_word[] = "function ", last_line[] = "\nend\n";

static void functions_find(struct program_text *ir, const char *text)
{
	const char *at = text;

	while ((at = strstr(at, first_word))) {
		const char *end = strstr(at, last_line);
		struct ir_function f = {.text = at};
		if (at > text && at[-1] != '\n') {
			at++;
			continue;
		}
		f.name = at + sizeof first_word - 1;
		f.length = strcspn(f.name, " \n");
		at = end ? end + sizeof last_line - 1 : at + strlen(at);
		f.size = (size_t)(at - f.text);
		ARRAY_ADD(ir->list, ir->count, ir->room, f);
	}
}

static void name_reach(struct program_text *ir, const char *name, size_t length)
{
	for (size_t i = 0; i < ir->count; i++)
		if (ir->list[i].length == length &&
		    strncmp(ir->list[i].name, name, length) == 0)
			ir->list[i].is_reached = true;
}

/* Each word that is a function's name. */
static void words_reach(struct program_text *ir, const struct ir_function *f)
{
	const char *end = f->text + f->size;

	for (const char *at = f->text; at < end;) {
		const size_t n = strcspn(at, " \n\"#&");
		name_reach(ir, at, n);
		at += n + 1;
	}
}

static void functions_reach(struct program_text *ir, const char *entry)
{
	bool is_done = false;

	name_reach(ir, entry, strlen(entry));
	while (!is_done) {
		is_done = true;
		for (size_t i = 0; i < ir->count; i++) {
			struct ir_function *f = &ir->list[i];
			if (!f->is_reached || f->is_read)
				continue;
			f->is_read = true;
			is_done = false;
			words_reach(ir, f);
		}
	}
}

/* Where an address of a function is taken or one has a second name, all functions count. */
static void program_add(const struct build_record *record, struct text_buffer *all)
{
	struct program_text ir = {0};
	char why[SECTION_WHY], *text = NULL;
	size_t size;

	if (section_read(record->target, ME_IR_SECTION, &text, &size, why))
		return;
	const bool whole = strstr(text, "&&") || strstr(text, "\nalias ");
	functions_find(&ir, text);
	functions_reach(&ir, record->entry.name);
	if (whole)
		text_add_bytes(all, text, strlen(text));
	for (size_t i = 0; i < ir.count && !whole; i++)
		if (ir.list[i].is_reached)
			text_add_bytes(all, ir.list[i].text, ir.list[i].size);
	free(ir.list);
	free(text);
}

static void line_add(const json_t *line, struct text_buffer *all)
{
	char *text = json_dumps(line, JSON_COMPACT);

	text_add(all, "%s\n", text ? text : "");
	free(text);
}

char *test_digest(const struct testing *t, const struct build_record *record)
{
	char hex[SHA1_HEX_SIZE];
	struct text_buffer all = {0};
	const json_t *line;
	size_t index;

	text_add(&all, "%s", t->build);
	json_array_foreach(record->units_lines, index, line)
	{
		json_t *entry = json_copy((json_t *)line);
		json_object_del(entry, "key");
		if (strcmp(json_member_text(entry, "kind"), "entry") == 0)
			line_add(entry, &all);
		json_decref(entry);
	}
	json_array_foreach(record->goals_lines, index,
			   line) if (json_is_true(json_object_get(line, "scope")) ||
				     json_is_true(json_object_get(line, "beyond")))
	    line_add(line, &all);
	program_add(record, &all);
	sha1_hex(text_string(&all), all.size, hex);
	text_done(&all);
	return string_copy(hex);
}
