/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/exported.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"
#include "value/type.h"

struct exported_scalar *exported_add(struct exported_reading *r)
{
	r->scalars = array_grow(r->scalars, r->count, &r->room, sizeof *r->scalars);
	return &r->scalars[r->count++];
}

void exported_done(struct exported_reading *r)
{
	free(r->scalars);
	memset(r, 0, sizeof *r);
}

static const char digits[] = "0123456789abcdef";

void exported_hex(const uint8_t *bytes, size_t size, struct text_buffer *out)
{
	for (size_t i = 0; i < size; i++) {
		text_add_char(out, digits[bytes[i] >> 4]);
		text_add_char(out, digits[bytes[i] & 15]);
	}
}

int exported_unhex(const char *text, struct text_buffer *out)
{
	for (; text[0] && text[1]; text += 2) {
		const char *high = strchr(digits, text[0]);
		const char *low = strchr(digits, text[1]);
		if (!high || !low)
			return -1;
		text_add_char(out, (char)((high - digits) << 4 | (low - digits)));
	}
	return *text ? -1 : 0;
}

/* ---- an input of one signature as an input of another one */

const char *mapping_event_name(enum mapping_event event)
{
	static const char *const names[] = {"new", "unmapped", "rounded", "unfit",
					    "limited"};

	return names[event];
}

/* ---- life */

static int scalar_by_name(const void *a, const void *b, void *context)
{
	const struct named_scalar *list = context;

	return scalar_name_compare(&list[*(const size_t *)a].name,
				   &list[*(const size_t *)b].name);
}

void input_mapping_init(struct input_mapping *m, const struct named_scalars *to)
{
	m->to = to;
	m->by_name = array_new(to->count, sizeof *m->by_name);
	m->given = array_new(to->count, sizeof *m->given);
	for (size_t i = 0; i < to->count; i++)
		m->by_name[i] = i;
	qsort_r(m->by_name, to->count, sizeof *m->by_name, scalar_by_name, to->list);
}

void input_mapping_done(struct input_mapping *m)
{
	for (size_t i = 0; i < m->note_count; i++)
		free(m->notes[i].name);
	free(m->notes);
	free(m->by_name);
	free(m->given);
	memset(m, 0, sizeof *m);
}

/* ---- notes */

static struct mapping_note *
mapping_note_find(struct input_mapping *m, enum mapping_event event, const char *name)
{
	for (size_t i = m->note_count; i-- > 0;)
		if (m->notes[i].event == event && strcmp(m->notes[i].name, name) == 0)
			return &m->notes[i];
	m->notes = array_grow(m->notes, m->note_count, &m->note_room, sizeof *m->notes);
	struct mapping_note *made = &m->notes[m->note_count++];
	*made = (struct mapping_note){.event = event, .name = string_copy(name)};
	return made;
}

static void mapping_note(struct input_mapping *m, enum mapping_event event,
			 const struct scalar_name *scalar)
{
	struct text_buffer name = {0};

	text_add(&name, "%s%s%s%s", scalar->parameter, *scalar->path ? "." : "",
		 scalar->path, scalar->is_null ? "=null" : "");
	struct mapping_note *n = mapping_note_find(m, event, text_string(&name));
	n->values++;
	n->inputs += n->last != m->inputs;
	n->last = m->inputs;
	text_done(&name);
}

/* ---- values */

static const struct named_scalar *scalar_find(const struct input_mapping *m,
					      const struct scalar_name *name)
{
	size_t low = 0, high = m->to->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct named_scalar *at = &m->to->list[m->by_name[middle]];
		const int order = scalar_name_compare(&at->name, name);
		if (order == 0)
			return at;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void store_default(const struct named_scalar *scalar, uint8_t *bytes)
{
	const struct scalar_value length = {.kind = SCALAR_INTEGER,
					    .bits = scalar->length_most};

	if (scalar->length_most != ME_NO_PARAMETER)
		scalar_store(scalar->type, &length, bytes + scalar->offset);
}

static void mapping_value_take(struct input_mapping *m,
			       const struct exported_scalar *from, uint8_t *bytes)
{
	const struct named_scalar *to = scalar_find(m, &from->name);

	if (!to) {
		mapping_note(m, MAPPING_UNMAPPED, &from->name);
		return;
	}
	switch (scalar_store(to->type, &from->value, bytes + to->offset)) {
	case SCALAR_ROUNDED:
		mapping_note(m, MAPPING_ROUNDED, &to->name);
		break;
	case SCALAR_UNFIT:
		mapping_note(m, MAPPING_UNFIT, &to->name);
		break;
	default:
		break;
	}
	m->given[to - m->to->list] = true;
}

/* Whether the bytes of the scalar became others. */
static bool has_moved(const struct named_scalar *s, const uint8_t *a, const uint8_t *b)
{
	return memcmp(a + s->offset, b + s->offset, type_scalar_size(s->type)) != 0;
}

void input_mapping_apply(struct input_mapping *m, const struct exported_input *input,
			 uint8_t *bytes)
{
	const struct named_scalars *to = m->to;
	uint8_t *as_given = array_new(to->size, 1);
	bool has_text = false; /* a text has come: zeros are its end */

	m->inputs++;
	memset(m->given, 0, to->count * sizeof *m->given);
	for (size_t i = 0; i < to->count; i++)
		store_default(&to->list[i], as_given);
	for (size_t i = 0; i < input->scalar_count; i++)
		mapping_value_take(m, &input->scalars[i], as_given);
	named_scalars_canonical(to, as_given, to->size, bytes);
	for (size_t i = 0; i < to->count; i++) {
		if (to->list[i].text_length)
			has_text = m->given[i];
		if (!m->given[i] && !(to->list[i].is_text && has_text))
			mapping_note(m, MAPPING_NEW, &to->list[i].name);
		else if (m->given[i] && has_moved(&to->list[i], as_given, bytes))
			mapping_note(m, MAPPING_LIMITED, &to->list[i].name);
	}
	free(as_given);
}
