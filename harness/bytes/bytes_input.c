/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes_input.c - the inputs of a bytes target's subject: the one that is held, the base of
 * the descent, and the one that is made of it, by the comparison log of the base
 * (comparison_log.h) or by values of fields, and repaired.
 */
#include "harness/bytes/bytes.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t nothing[1];

int bytes_buffer_room(struct bytes_buffer *b, size_t size)
{
	if (b->room >= size)
		return 1;
	uint8_t *grown = realloc(b->data, 2 * size);
	if (!grown)
		return 0;
	b->data = grown;
	b->room = 2 * size;
	return 1;
}

int bytes_input_init(struct bytes_input *in)
{
	memset(in, 0, sizeof *in);
	in->data = nothing;
	return bytes_buffer_room(&in->base, 1) && bytes_buffer_room(&in->out, 1) ? 0
										 : -1;
}

void bytes_input_hold(struct bytes_input *in, const uint8_t *data, size_t size)
{
	in->data = data ? data : nothing;
	in->size = size;
}

void bytes_input_hold_out(struct bytes_input *in)
{
	repair_begin(&in->repair);
	bytes_input_hold(in, in->out.data, in->out.size);
}

size_t bytes_input_most(const struct bytes_input *in, size_t max_size)
{
	return in->base.size > max_size ? in->base.size : max_size;
}

/* ---- repairs */

void repair_begin(struct input_repair *m)
{
	m->repairs = m->tries = 0;
	m->pending = 0;
}

static struct repair_site *entry_of(struct input_repair *m, uint32_t site)
{
	struct repair_site *e = &m->sites[site % REPAIR_SITES];

	if (e->site != site)
		*e = (struct repair_site){.site = site};
	return e;
}

void repair_succeeded(struct input_repair *m)
{
	struct repair_site *e = entry_of(m, m->site);

	if (!m->pending)
		return;
	m->pending = 0;
	e->failures = 0;
	e->known = 1;
	e->field = m->field;
}

static void take_back(struct input_repair *m, uint8_t *data)
{
	if (m->pending)
		memcpy(data + m->field.offset, m->before, m->field.width);
	m->pending = 0;
}

static void write_field(struct input_repair *m, const struct field *f, coord value,
			uint8_t *data)
{
	m->field = *f;
	m->pending = 1;
	m->repairs++;
	m->tries++;
	memcpy(m->before, data + f->offset, f->width);
	field_store(f, value, data + f->offset);
}

/* Whether the field has the value of one operand; *value gets that of the other one. */
static int other_value(const struct field *f, const struct typed_operand *a,
		       const struct typed_operand *b, const uint8_t *data, coord *value)
{
	coord now = field_read(f, data, 0), is_a = operand_value(a, f, 0),
	      is_b = operand_value(b, f, 0);

	*value = now == is_a ? is_b : is_a;
	return is_a != is_b && (now == is_a || now == is_b);
}

/* Tries the field that repaired the site before, then those that contain an operand. */
static int next_field(struct input_repair *m, const struct repair_site *e,
		      const struct typed_operand *pair[2], uint8_t *data, size_t size)
{
	struct field found[2 * REPAIR_FIELDS];
	unsigned skip = m->tries;
	coord value;
	size_t n;

	if (e->known && e->field.offset + e->field.width <= size) {
		if (!skip && other_value(&e->field, pair[0], pair[1], data, &value)) {
			write_field(m, &e->field, value, data);
			return 1;
		}
		skip -= skip > 0;
	}
	n = operand_find(pair[0], data, size, NULL, found, REPAIR_FIELDS);
	n += operand_find(pair[1], data, size, NULL, found + n, REPAIR_FIELDS);
	for (size_t i = skip; i < n; i++) {
		if (!other_value(&found[i], pair[0], pair[1], data, &value))
			continue;
		m->tries = (unsigned)i;
		write_field(m, &found[i], value, data);
		return 1;
	}
	return 0;
}

int repair_try(struct input_repair *m, uint32_t site, const struct typed_operand *a,
	       const struct typed_operand *b, uint8_t *data, size_t size)
{
	struct repair_site *e = entry_of(m, site);
	const struct typed_operand *pair[2] = {a, b};

	if (m->pending && m->site == site) { /* the last repair was wrong */
		take_back(m, data);
	} else {
		repair_succeeded(m);
		m->tries = 0;
	}
	m->site = site;
	if (m->repairs < REPAIR_MOST && e->failures < REPAIR_PATIENCE &&
	    next_field(m, e, pair, data, size))
		return 1;
	e->failures += e->failures < REPAIR_PATIENCE;
	return 0;
}

enum { EVIDENT_RATING = 4 }; /* a rating of type and value (input_texts.h) is above */

/* ---- edits */

static size_t tail_of(const struct edit *e, size_t written, size_t size)
{
	switch (e->ending) {
	case ENDING_REST:
		return e->offset + e->old;
	case ENDING_CUT:
		return size;
	default:
		return written;
	}
}

size_t bytes_log_edit(const struct edit *e, const uint8_t *base, size_t size,
		      uint8_t *out)
{
	size_t n = e->offset + e->length;

	memcpy(out, base, e->offset);
	memcpy(out + e->offset, e->bytes, e->length);
	if (e->ending == ENDING_NUL)
		out[n++] = 0;
	while (e->ending == ENDING_BLANKS && n < e->offset + e->old)
		out[n++] = ' ';
	size_t tail = tail_of(e, n, size);
	if (tail >= size)
		return n;
	memcpy(out + n, base + tail, size - tail);
	return n + size - tail;
}

/* Whether this input, as far as is known, has not been run for the goal before. */
static int is_new(struct listener *l, const uint8_t *data, size_t size)
{
	uint64_t number = 0xcbf29ce484222325u ^ l->goal;

	for (size_t i = 0; i < size; i++)
		number = (number ^ data[i]) * 0x100000001b3u;
	uint64_t *slot = &l->tried[(number ^ number >> 32) % LISTEN_TRIED];
	if (*slot == number)
		return 0;
	*slot = number;
	return 1;
}

static size_t most_of(const struct listener *l)
{
	return bytes_input_most(l->in, l->max_size);
}

static void hold_base(void *context)
{
	struct bytes_input *in = ((struct listener *)context)->in;

	bytes_input_hold(in, in->base.data, in->base.size);
}

static size_t list_base(void *context, struct input_span *out, size_t most)
{
	struct listener *l = context;
	const struct bytes_buffer *base = &l->in->base;

	l->at = l->in->at;
	*out = (struct input_span){0, base->size, most_of(l), base->data, l->at};
	return most > 0;
}

static int edit_base(void *context, const struct edit *e)
{
	struct listener *l = context;
	const struct bytes_buffer *base = &l->in->base;
	struct bytes_buffer *out = &l->in->out;

	if (!bytes_buffer_room(out, base->size + e->length + 1))
		return 0;
	out->size = bytes_log_edit(e, base->data, base->size, out->data);
	if (out->size > most_of(l) ||
	    (out->size == base->size && !memcmp(out->data, base->data, base->size)) ||
	    !is_new(l, out->data, out->size))
		return 0;
	bytes_input_hold_out(l->in);
	return 1;
}

static void keep_edited(void *context)
{
	struct bytes_input *in = ((struct listener *)context)->in;
	struct bytes_buffer base = in->base;

	in->base = in->out;
	in->out = base;
}

static const struct input_to_state_kind base_kind = {hold_base, list_base, edit_base,
						     keep_edited, 1};

void bytes_log_init(struct listener *l, struct bytes_input *in)
{
	l->direct.kind = &base_kind;
	l->direct.context = l;
	l->in = in;
}

enum objective_status bytes_log_texts(struct listener *l, struct search *s,
				      uint32_t goal, unsigned most)
{
	l->goal = goal;
	return input_to_state_texts(&l->direct, s, most);
}

/* ---- numbers */

static int put_blank(const struct listener *l, size_t offset)
{
	struct bytes_buffer *base = &l->in->base;

	if (base->size >= most_of(l) || !bytes_buffer_room(base, base->size + 2))
		return 0;
	memmove(base->data + offset + 1, base->data + offset, base->size - offset);
	base->data[offset] = ' ';
	base->size++;
	return 1;
}

void bytes_log_numbers(struct listener *l, struct search *s)
{
	const struct bytes_buffer *base = &l->in->base;
	struct input_span span = {0, base->size, most_of(l), base->data, l->at};
	struct text_number numbers[LISTEN_MOST];
	size_t end = (size_t)-1, blanks = 0, n;

	l->count = 0;
	l->evident = 0;
	if (!comparison_log_number_count())
		return;
	n = text_numbers_find(&span, 1, text_numbers_choose(&l->direct.rating, s->rng),
			      numbers, LISTEN_MOST);
	for (size_t i = 0; i < n; i++) {
		const struct text_number *f = &numbers[i];
		if (f->place.offset == end && !put_blank(l, end + blanks++))
			break;
		end = text_number_end(f);
		l->fields[l->count++] = (struct field){f->place.offset + blanks,
						       f->length,
						       (enum me_type)f->form.type,
						       FIELD_NUMBER,
						       f->form.base,
						       f->form.most};
	}
	for (uint32_t i = 0; i < comparison_log_number_count(); i++)
		l->evident |= l->direct.rating.of[i] > EVIDENT_RATING;
}
