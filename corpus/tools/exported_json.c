/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exported_json.c - a line of JSON for the corpus, and one for each input
 * (me/schema.h). */
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "corpus/tools/exported.h"
#include "system/allocation.h"
#include "value/type.h"

enum { VERSION = 1 };

/* ---- writing */

static void json_line_add(struct export *e, json_t *line)
{
	char *text = memory_checked(line ? json_dumps(line, JSON_COMPACT) : NULL);

	text_add(e->out, "%s\n", text);
	json_decref(line);
	free(text);
}

/* For readers alone: import goes by the names of the values. */
static json_t *parameters_make(const struct named_scalars *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->entry.parameter_count; i++) {
		const struct me_parameter *p = &s->entry.parameters[i];
		for (size_t f = 0; f < p->field_count; f++)
			json_array_append_new(
			    list,
			    json_pack("{so ss ss sI sI}", "name", json_text(p->name),
				      "member", p->fields[f].path, "type",
				      type_name(p->fields[f].type), "elements",
				      (json_int_t)p->count, "each",
				      (json_int_t)p->fields[f].count));
	}
	return list;
}

static void corpus_begin(struct export *e)
{
	json_t *line = json_pack("{ss si sI}", "kind", "corpus", "version", VERSION,
				 "inputs", (json_int_t)e->count);

	if (line && e->scalars) {
		json_object_set_new(line, "entry",
				    json_text(e->record->entry.source_name));
		json_object_set_new(line, "ranges", json_text(e->record->entry.ranges));
		json_object_set_new(line, "parameters", parameters_make(e->scalars));
	}
	json_line_add(e, line);
}

static json_t *value_make(const struct named_scalar *scalar, const uint8_t *bytes)
{
	struct scalar_value value;
	char text[SCALAR_TEXT];

	scalar_load(scalar->type, bytes + scalar->offset, &value);
	if (scalar->name.is_null)
		return json_boolean(value.bits);
	return scalar_print(&value, text) ? json_integer(strtoll(text, NULL, 10))
					  : json_string(text);
}

/* The text as a member, where a person would read it as one: printable, and then zero
 * bytes alone, one at the least. */
static json_t *text_make(const uint8_t *bytes, size_t size)
{
	size_t length = 0;

	while (length < size && bytes[length] >= ' ' && bytes[length] < 0x7f)
		length++;
	for (size_t i = length; i < size; i++)
		if (bytes[i])
			return NULL;
	if (length == size)
		return NULL;
	return json_pack("{ss#}", "text", bytes, (int)length);
}

static int list_add(json_t *values, const char *name, json_t *value)
{
	json_t *list = json_object_get(values, name);

	if (list)
		return json_array_append_new(list, value);
	return json_object_set_new(values, name, json_pack("[o]", value));
}

static json_t *values_make(const struct named_scalars *s, const uint8_t *bytes)
{
	json_t *values = json_object();
	int err = 0;

	for (size_t i = 0; i < s->count && !err; i++) {
		const struct named_scalar *scalar = &s->list[i];
		struct text_buffer name = {0};
		json_t *text = scalar->text_length ? text_make(bytes + scalar->offset,
							       scalar->text_length)
						   : NULL;

		scalar_name_print_list(scalar, &name);
		json_t *key = json_text(text_string(&name));
		const char *of = json_string_value(key);
		if (text) {
			err = json_object_set_new(values, of, text);
			i += scalar->text_length - 1;
		} else if (scalar_is_listed(scalar)) {
			err = list_add(values, of, value_make(scalar, bytes));
		} else {
			err =
			    json_object_set_new(values, of, value_make(scalar, bytes));
		}
		json_decref(key);
		text_done(&name);
	}
	return values;
}

static void json_input_add(struct export *e, const char *file, const uint8_t *bytes,
			   size_t size)
{
	json_t *line = json_pack("{ss so}", "kind", "input", "file", json_text(file));
	struct text_buffer hex = {0};

	if (line && e->scalars) {
		json_object_set_new(line, "values", values_make(e->scalars, bytes));
	} else if (line) {
		exported_hex(bytes, size, &hex);
		json_object_set_new(line, "hex", json_string(text_string(&hex)));
	}
	text_done(&hex);
	json_line_add(e, line);
}

/* ---- reading */

struct json_reading {
	struct command *command;
	const char *path;
	unsigned line;
	exported_fn *take;
	void *context;
	struct exported_reading scalars;
	size_t promised, taken; /* inputs */
	bool has_begun;
};

static int json_fail(struct json_reading *r, const char *name, const char *why)
{
	return command_fail(r->command, r->path, "line %u: %s%s%s", r->line,
			    name ? name : "", name ? ": " : "", why);
}

static int value_read(const json_t *value, struct scalar_value *v)
{
	char text[SCALAR_TEXT];

	if (json_is_string(value))
		return scalar_read(json_string_value(value), v);
	if (json_is_boolean(value))
		return scalar_read(json_is_true(value) ? "1" : "0", v);
	if (json_is_integer(value))
		snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT,
			 json_integer_value(value));
	else if (json_is_real(value))
		snprintf(text, sizeof text, "%a", json_real_value(value));
	else
		return -1;
	return scalar_read(text, v);
}

static int scalar_take(struct json_reading *r, const struct scalar_name *name,
		       const json_t *value, const char *key)
{
	struct exported_scalar *scalar = exported_add(&r->scalars);

	scalar->name = *name;
	return value_read(value, &scalar->value) ? json_fail(r, key, "is no number")
						 : 0;
}

/* The byte that ends it is taken too. */
static int json_text_take(struct json_reading *r, struct scalar_name *name,
			  uint32_t *last, const json_t *text)
{
	const char *bytes = json_string_value(text);
	int err = 0;

	for (size_t i = 0; i <= json_string_length(text) && !err; i++) {
		json_t *byte = json_integer((unsigned char)bytes[i]);
		*last = (uint32_t)i;
		err = scalar_take(r, name, byte, "text");
		json_decref(byte);
	}
	return err;
}

/* `name` is a copy of the key, into which the names of its scalars point. */
static int list_take(struct json_reading *r, const char *key, char *name,
		     const json_t *value)
{
	const json_t *text = json_object_get(value, "text");
	struct scalar_name scalar;
	uint32_t *last;
	int err = 0;

	if (scalar_name_read(name, &scalar, &last) != 0)
		return json_fail(r, key, "is no name of a value");
	if (json_is_string(text))
		return json_text_take(r, &scalar, last, text);
	if (!json_is_array(value))
		return scalar_take(r, &scalar, value, key);
	for (size_t i = 0; i < json_array_size(value) && !err; i++) {
		*last = (uint32_t)i;
		err = scalar_take(r, &scalar, json_array_get(value, i), key);
	}
	return err;
}

static int values_take(struct json_reading *r, json_t *values,
		       struct exported_input *input)
{
	const size_t count = json_object_size(values);
	char **names = array_new(count, sizeof *names);
	const char *key;
	json_t *value;
	size_t n = 0;
	int err = 0;

	r->scalars.count = 0;
	json_object_foreach(values, key, value)
	{
		if (err)
			break;
		json_t *name = json_string(key);
		json_text_decode(name);
		names[n] = string_copy(json_string_value(memory_checked(name)));
		json_decref(name);
		err = list_take(r, key, names[n++], value);
	}
	input->scalars = r->scalars.scalars;
	input->scalar_count = r->scalars.count;
	if (!err)
		err = r->take(r->context, input);
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return err;
}

static int json_input_take(struct json_reading *r, const json_t *line)
{
	const char *file = json_string_value(json_object_get(line, "file"));
	const char *hex = json_string_value(json_object_get(line, "hex"));
	json_t *values = json_object_get(line, "values");
	struct exported_input input = {.file = file ? file : "", .line = r->line};
	struct text_buffer bytes = {0};

	r->taken++;
	if (json_is_object(values))
		return values_take(r, values, &input);
	if (!hex)
		return json_fail(r, NULL, "an input without values");
	int err = exported_unhex(hex, &bytes)
		      ? json_fail(r, "hex", "not pairs of hexadecimal digits")
		      : 0;
	input.bytes = (const uint8_t *)(bytes.bytes ? bytes.bytes : "");
	input.size = bytes.size;
	if (!err)
		err = r->take(r->context, &input);
	text_done(&bytes);
	return err;
}

static int begin_take(struct json_reading *r, const json_t *line)
{
	const json_t *version = json_object_get(line, "version");

	if (json_integer_value(version) != VERSION)
		return json_fail(r, NULL,
				 "another version of the format than this ME's");
	r->has_begun = true;
	r->promised = (size_t)json_integer_value(json_object_get(line, "inputs"));
	return 0;
}

static int json_line_take(struct json_reading *r, const char *text, size_t size)
{
	json_error_t error;
	json_t *line = json_loadb(text, size, 0, &error);
	int err = 0;

	if (!line)
		return command_fail(r->command, r->path, "line %u, column %d: %s",
				    r->line, error.column < 0 ? 1 : error.column,
				    error.text);
	const char *kind = json_string_value(json_object_get(line, "kind"));
	if (kind && strcmp(kind, "corpus") == 0)
		err = begin_take(r, line);
	else if (kind && strcmp(kind, "input") == 0)
		err = r->has_begun
			  ? json_input_take(r, line)
			  : json_fail(r, NULL, "the line of the corpus is missing");
	json_decref(line);
	return err;
}

static int corpus_read_json(struct command *command, const char *path, const char *text,
			    exported_fn *take, void *context)
{
	struct json_reading r = {
	    .command = command, .path = path, .take = take, .context = context};
	int err = 0;

	while (*text && !err) {
		const size_t n = strcspn(text, "\n");
		r.line++;
		if (strspn(text, " \t\r") < n)
			err = json_line_take(&r, text, n);
		text += n + (text[n] == '\n');
	}
	exported_done(&r.scalars);
	if (!err && !r.has_begun)
		err = json_fail(&r, NULL, "the line of the corpus is missing");
	if (!err && r.taken < r.promised)
		err = command_fail(command, path,
				   "line %u: it ends after %zu of %zu inputs", r.line,
				   r.taken, r.promised);
	return err;
}

static bool is_json(const char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	return *text == '{';
}

const struct export_format export_json = {corpus_begin, json_input_add, is_json,
					  corpus_read_json};
