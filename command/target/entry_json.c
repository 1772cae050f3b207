/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_json.c - reads the parameters of {"kind":"entry",...}. */
#include "command/target/entry_json.h"

#include <stdlib.h>
#include <string.h>

static uint32_t entry_number(const json_t *object, const char *key, uint32_t otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? (uint32_t)json_integer_value(value) : otherwise;
}

static void get_bits(const json_t *object, const char *key, uint64_t bits[2])
{
	const json_t *pair = json_object_get(object, key);

	for (size_t i = 0; i < 2; i++) {
		const char *text = json_string_value(json_array_get(pair, i));
		bits[i] = text ? strtoull(text, NULL, 16) : 0;
	}
}

static void field_read(const json_t *from, struct me_field *f)
{
	f->offset = entry_number(from, "offset", 0);
	f->count = entry_number(from, "count", 1);
	f->type = entry_number(from, "type", ME_VOID);
	const char *path = json_string_value(json_object_get(from, "path"));

	f->path = path ? path : "";
	if (json_object_get(from, "low"))
		f->flags = ME_FIELD_RANGE;
	if (json_is_true(json_object_get(from, "default")))
		f->flags |= ME_FIELD_DEFAULT;
	get_bits(from, "low", f->low);
	get_bits(from, "high", f->high);
}

static int parameter_read(const json_t *from, struct me_parameter *p)
{
	const json_t *fields = json_object_get(from, "fields");

	const char *name = json_string_value(json_object_get(from, "name"));

	p->name = name ? name : "";
	p->passing = json_is_true(json_object_get(from, "pointer")) ? ME_BY_POINTER
								    : ME_BY_VALUE;
	for (const struct entry_flag *f = entry_flags; f->name; f++)
		if (json_is_true(json_object_get(from, f->name)))
			p->flags |= f->flag;
	p->count = entry_number(from, "count", 1);
	p->size = entry_number(from, "size", 0);
	p->length_of = entry_number(from, "length_of", ME_NO_PARAMETER);
	p->counted_by = entry_number(from, "counted_by", ME_NO_PARAMETER) + 1;
	struct me_field *list = calloc(json_array_size(fields) + 1, sizeof *list);
	if (!list)
		return -1;
	p->fields = list;
	p->field_count = (uint32_t)json_array_size(fields);
	for (size_t i = 0; i < p->field_count; i++)
		field_read(json_array_get(fields, i), &list[i]);
	return 0;
}

static const json_t *entry_line(const struct build_record *record)
{
	const size_t n = json_array_size(record->units_lines);

	for (size_t i = 0; i < n; i++) {
		const json_t *line = json_array_get(record->units_lines, i);
		const char *kind = json_string_value(json_object_get(line, "kind"));
		if (kind && strcmp(kind, "entry") == 0)
			return line;
	}
	return NULL;
}

int entry_json_read(struct command *command, const struct build_record *record,
		    struct entry *entry)
{
	const json_t *line = entry_line(record);
	const json_t *parameters = json_object_get(line, "parameters");

	memset(entry, 0, sizeof *entry);
	if (!json_is_array(parameters))
		return command_fail(command, record->target,
				    "only a typed target (entry=) "
				    "can be proven");
	entry->name = record->entry.name;
	entry->ranges = record->entry.ranges;
	entry->flushes = json_is_true(json_object_get(line, "flushes"));
	entry->shortens = json_is_true(json_object_get(line, "shortens"));
	entry->parameters =
	    calloc(json_array_size(parameters) + 1, sizeof *entry->parameters);
	if (!entry->parameters)
		return command_no_memory(command);
	entry->parameter_count = json_array_size(parameters);
	for (size_t i = 0; i < entry->parameter_count; i++)
		if (parameter_read(json_array_get(parameters, i),
				   &entry->parameters[i]))
			return command_no_memory(command);
	return 0;
}

void entry_json_done(struct entry *entry)
{
	for (size_t i = 0; i < entry->parameter_count; i++)
		free((void *)entry->parameters[i].fields);
	free(entry->parameters);
	memset(entry, 0, sizeof *entry);
}
