/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes_log.c - texts and numbers in a bytes target's input, from the comparison log.
 */
#include "harness/bytes/bytes_log.h"

#include <string.h>

enum { EVIDENT = 4 }; /* a rating of type and value (text_numbers.h) is above */

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

static void hold(void *context)
{
	struct bytes_input *in = ((struct listener *)context)->in;

	bytes_input_hold(in, in->base.data, in->base.size);
}

static size_t list_spans(void *context, struct span *out, size_t most)
{
	struct listener *l = context;
	const struct bytes_buffer *base = &l->in->base;

	l->at = l->in->at;
	*out = (struct span){0, base->size, most_of(l), base->data, l->at};
	return most > 0;
}

static int edit(void *context, const struct edit *e)
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

static void keep(void *context)
{
	struct bytes_input *in = ((struct listener *)context)->in;
	struct bytes_buffer base = in->base;

	in->base = in->out;
	in->out = base;
}

static const struct input_to_state_kind kind = {hold, list_spans, edit, keep, 1};

void bytes_log_init(struct listener *l, struct bytes_input *in)
{
	l->direct.kind = &kind;
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
	struct span span = {0, base->size, most_of(l), base->data, l->at};
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
		l->evident |= l->direct.rating.of[i] > EVIDENT;
}
