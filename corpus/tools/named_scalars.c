/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/named_scalars.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/target/build_record.h"
#include "system/allocation.h"
#include "value/type.h"

/* ---- the list */

static size_t scalars_most(const struct entry *entry)
{
	size_t n = 0;

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		for (size_t f = 0; f < p->field_count; f++)
			n += (size_t)p->count * p->fields[f].count;
		n += !!(p->flags & ME_PARAMETER_NULLABLE);
	}
	return n;
}

static void scalar_add(struct named_scalars *s, const struct named_scalar *scalar)
{
	s->list[s->count] = *scalar;
	s->list[s->count++].offset = s->size;
	s->size += type_scalar_size(scalar->type);
}

/* How many scalars of its member stand in the element before the field. */
static uint32_t members_before(const struct me_parameter *p, size_t field,
			       const char *path)
{
	uint32_t before = 0;

	for (size_t i = 0; i < field; i++)
		if (strcmp(p->fields[i].path, path) == 0)
			before += p->fields[i].count;
	return before;
}

static void scalar_add_field(struct named_scalars *s, const struct me_parameter *p,
			     size_t number, struct named_scalar scalar)
{
	const struct me_field *field = &p->fields[number];
	const uint32_t first = members_before(p, number, field->path);
	const uint32_t element = scalar.name.element;
	const bool is_flat = !*field->path && p->count == 1;

	scalar.type = field->type;
	scalar.name.path = field->path;
	scalar.has_index = members_before(p, p->field_count, field->path) > 1;
	scalar.has_element = is_flat ? scalar.has_index : p->count > 1;
	scalar.has_index &= !is_flat;
	for (uint32_t k = first; k < first + field->count; k++) {
		scalar.name.element = is_flat ? k : element;
		scalar.name.index = is_flat ? 0 : k;
		scalar.is_text = p->flags & ME_PARAMETER_STRING;
		scalar.text_length =
		    p->flags & ME_PARAMETER_STRING && !element && !k ? p->count : 0;
		scalar_add(s, &scalar);
	}
}

static void scalar_add_parameter(struct named_scalars *s, size_t number)
{
	const struct me_parameter *p = &s->entry.parameters[number];
	const uint32_t most = p->length_of == ME_NO_PARAMETER
				  ? ME_NO_PARAMETER
				  : s->entry.parameters[p->length_of].count;
	const char *name = p->name;

	if (!*name) {
		snprintf(s->positions[number], sizeof s->positions[number], "#%zu",
			 number + 1);
		name = s->positions[number];
	}
	if (p->flags & ME_PARAMETER_NULLABLE)
		scalar_add(s, &(struct named_scalar){.name = {name, "", 0, 0, true},
						     .type = ME_BOOL,
						     .length_most = ME_NO_PARAMETER});
	for (uint32_t e = 0; e < p->count; e++)
		for (size_t f = 0; f < p->field_count; f++)
			scalar_add_field(
			    s, p, f,
			    (struct named_scalar){.name = {name, "", e, 0, false},
						  .length_most = most});
}

int named_scalars_read(struct command *command, const struct build_record *record,
		       struct named_scalars *s)
{
	memset(s, 0, sizeof *s);
	if (!record->entry.name)
		return command_fail(command, record->target,
				    "is a bytes target: its inputs have no names");
	if (entry_json_read(command, record, &s->entry) != 0)
		return -1;
	s->list = array_new(scalars_most(&s->entry), sizeof *s->list);
	s->positions = array_new(s->entry.parameter_count, sizeof *s->positions);
	if (layout_init(&s->layout, s->entry.parameters, s->entry.parameter_count))
		return command_no_memory(command);
	s->x = array_new(s->layout.n, sizeof *s->x);
	for (size_t i = 0; i < s->entry.parameter_count; i++)
		scalar_add_parameter(s, i);
	return 0;
}

void named_scalars_done(struct named_scalars *s)
{
	layout_done(&s->layout);
	entry_json_done(&s->entry);
	free(s->x);
	free(s->list);
	free(s->positions);
	memset(s, 0, sizeof *s);
}

/* ---- canonical bytes */

void named_scalars_canonical(const struct named_scalars *s, const uint8_t *file,
			     size_t size, uint8_t *bytes)
{
	layout_decode(&s->layout, file, size, s->x);
	layout_encode(&s->layout, s->x, bytes);
}

/* ---- inputs with a NaN or an infinity */

static int special_read(struct command *command, const struct build_record *record,
			const struct corpus_list *inputs, bool *special)
{
	struct named_scalars s;
	int err = named_scalars_read(command, record, &s);

	for (size_t i = 0; i < inputs->count && !err; i++) {
		unsigned char *file;
		size_t size;
		if (corpus_read_regular(inputs->paths[i], &file, &size) != CORPUS_OK)
			continue;
		layout_decode(&s.layout, file, size, s.x);
		special[i] = !layout_is_finite(&s.layout, s.x);
		free(file);
	}
	named_scalars_done(&s);
	return err;
}

int special_inputs(struct command *command, const struct build_record *record,
		   const struct corpus_list *inputs, bool **special)
{
	*special = array_new(inputs->count, sizeof **special);
	return record->entry.name ? special_read(command, record, inputs, *special) : 0;
}

/* ---- names */

static void print_name(const struct named_scalar *scalar, bool element, bool index,
		       struct text_buffer *out)
{
	text_add(out, "%s", scalar->name.parameter);
	if (element)
		text_add(out, "[%u]", scalar->name.element);
	if (*scalar->name.path)
		text_add(out, ".%s", scalar->name.path);
	if (scalar->name.is_null)
		text_add(out, "=null");
	if (index)
		text_add(out, "[%u]", scalar->name.index);
}

void scalar_name_print(const struct named_scalar *scalar, struct text_buffer *out)
{
	print_name(scalar, scalar->has_element, scalar->has_index, out);
}

bool scalar_is_listed(const struct named_scalar *scalar)
{
	return scalar->has_index || (scalar->has_element && !*scalar->name.path);
}

void scalar_name_print_list(const struct named_scalar *scalar, struct text_buffer *out)
{
	const bool element =
	    scalar->has_element && (scalar->has_index || *scalar->name.path);

	print_name(scalar, element, false, out);
}

/* Reads a number in brackets, and ends the text in front of it. */
static int name_read_number(char **at, uint32_t *number)
{
	char *end;

	if (**at != '[')
		return 0;
	if (!isdigit((unsigned char)(*at)[1]))
		return -1;
	const unsigned long read = strtoul(*at + 1, &end, 10);
	if (*end != ']' || read > UINT32_MAX)
		return -1;
	**at = '\0';
	*at = end + 1;
	*number = (uint32_t)read;
	return 1;
}

/* What stands behind the parameter and its element. */
static int name_read_member(char *at, struct scalar_name *name)
{
	if (strcmp(at, "=null") == 0) {
		*at = '\0';
		name->is_null = true;
		return 0;
	}
	if (*at == '.') {
		*at++ = '\0';
		name->path = at;
		at += strcspn(at, "[");
	}
	return name_read_number(&at, &name->index) < 0 || *at ? -1 : 0;
}

int scalar_name_read(char *text, struct scalar_name *name, uint32_t **last)
{
	char *at =
	    text + (*text != '\0'); /* names of the compiler's begin with a dot */

	*name = (struct scalar_name){.parameter = text, .path = ""};
	at += strcspn(at, "[.=");
	const int has_element = name_read_number(&at, &name->element);
	if (has_element < 0 || !*text || name_read_member(at, name) != 0)
		return -1;
	*last = has_element || *name->path ? &name->index : &name->element;
	return 0;
}

int scalar_name_compare(const struct scalar_name *a, const struct scalar_name *b)
{
	int order = strcmp(a->parameter, b->parameter);

	if (!order)
		order = strcmp(a->path, b->path);
	if (!order)
		order = a->is_null - b->is_null;
	if (!order)
		order = (a->element > b->element) - (a->element < b->element);
	return order ? order : (a->index > b->index) - (a->index < b->index);
}
