/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typed.c - a typed target as a subject: an input is stored as its vector. */
#include "harness/search/typed.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/goals/describe.h"
#include "harness/input/address.h"
#include "harness/input/call_text.h"
#include "harness/pristine/leftovers.h"
#include "value/type.h"
#include "mcmc/axis.h"

enum { BYTES_TURN = 8 }; /* one of this many descents is over the bytes anyway */

static struct typed *typed_of(struct subject *s)
{
	return (struct typed *)s;
}

const struct layout *typed_layout(const struct subject *s)
{
	return ((const struct typed *)s)->layout;
}

/* ---- runs */

static void hold_vector(struct typed *t, const coord *x)
{
	t->x = x;
	t->was_called = 0;
	arguments_store(t->layout, x);
}

static int typed_put(struct subject *s, const coord *x)
{
	struct typed *t = typed_of(s);

	if (t->viewed)
		view_store(&t->view, x, t->trial);
	hold_vector(t, t->viewed ? t->trial : x);
	return 1;
}

static void typed_take(struct subject *s, const uint8_t *bytes, size_t size)
{
	layout_decode(typed_of(s)->layout, bytes, size, typed_of(s)->taken);
	hold_vector(typed_of(s), typed_of(s)->taken);
}

/* A function that works in place has changed what is held. */
static void typed_prepare(struct subject *s)
{
	struct typed *t = typed_of(s);

	if (t->was_called)
		hold_vector(t, t->x);
}

static int typed_call(struct subject *s)
{
	leftovers_begin();
	typed_of(s)->was_called = 1;
	arguments_call(typed_of(s)->layout);
	leftovers_end();
	return typed_of(s)->layout->is_rejected ? -1 : 0;
}

static int typed_clear(struct subject *s)
{
	const struct layout *l = typed_of(s)->layout;

	arguments_open(l);
	return l->damaged ? SIGABRT : 0;
}

static int overwrites(const struct subject *s, const coord *x, size_t i)
{
	return arguments_overwritten(((const struct typed *)s)->layout, x, i);
}

static struct input typed_held(const struct subject *s)
{
	const struct typed *t = (const struct typed *)s;

	return (struct input){t->x, t->layout->n * sizeof *t->x};
}

static const coord *coordinates(const struct subject *s, size_t *n)
{
	const struct typed *t = (const struct typed *)s;

	*n = t->layout->n;
	return t->x;
}

static const uint8_t *typed_encode(const struct subject *s, struct input in,
				   uint8_t *room, size_t *size)
{
	layout_encode(((const struct typed *)s)->layout, in.data, room);
	*size = s->file_size;
	return room;
}

static void typed_show(struct subject *s, FILE *out)
{
	describe_call(out, typed_of(s)->layout, typed_of(s)->x,
		      typed_of(s)->shows_hex ? TEXT_HEX : TEXT_PLAIN);
}

/* ---- simpler inputs */

/* A loop whose count is an input ends early with these. */
static const signed char few[] = {1, 2, 3, 0, -1, 5, 10};

enum { FEW = sizeof few / sizeof *few };

static coord small_number(enum me_type type, int number)
{
	const struct axis all = axis_full(type_axis(type).kind);

	return type == ME_F128 ? number : axis_from_double(&all, number);
}

/* One coordinate is a small number, the others stay. */
static int typed_simplify(struct subject *s, struct input in, unsigned k)
{
	struct typed *t = typed_of(s);
	const size_t i = k / FEW;

	if (i >= t->layout->n)
		return 0;
	memcpy(t->taken, in.data, in.size);
	t->taken[i] = axis_clamp(&t->layout->axes[i],
				 small_number(t->layout->types[i], few[k % FEW]));
	hold_vector(t, t->taken);
	return 1;
}

/* ---- words */

static void describe(const struct subject *s, struct input in, char *out, size_t size)
{
	const struct typed *t = (const struct typed *)s;
	const enum text_form form = t->shows_hex ? TEXT_HEX : TEXT_SOURCE;

	call_text_print(t->layout, in.data, (struct call_text_form){form, NULL}, out,
			size);
}

static int describe_address(const struct subject *s, const void *address, char *out,
			    size_t size)
{
	const struct layout *l = typed_layout(s);
	char advice[200] = "", element[300];

	if (address)
		return address_print(l, address, out, size);
	if (!l->damaged || !address_print(l, NULL, element, sizeof element))
		return 0;
	const int outside = address_is_assumed(l, NULL, 1, advice, sizeof advice);
	snprintf(out, size, "write to %s%s%s", element, outside ? "; " : "", advice);
	return 1;
}

static long outside(const struct subject *s, const void *address)
{
	return address_outside(typed_layout(s), address);
}

static int is_assumed(const struct subject *s, const void *address, int is_write,
		      char *advice, size_t size)
{
	return address_is_assumed(typed_layout(s), address, is_write, advice, size);
}

/* ---- frames */

static void set_whole_frame(struct typed *t)
{
	const struct layout *l = t->layout;

	t->viewed = 0;
	t->subject.n = t->subject.weight = l->n;
	t->subject.axes = l->axes;
	t->subject.types = l->types;
}

static void set_view_frame(struct typed *t)
{
	const struct view *v = &t->view;

	t->viewed = 1;
	t->subject.n = t->subject.weight = v->n;
	t->subject.axes = v->axes;
	t->subject.types = v->types;
}

static int typed_begin(struct subject *s, struct search *search, uint32_t goal,
		       struct input base, coord *x)
{
	(void)search;
	(void)goal;
	set_whole_frame(typed_of(s));
	memcpy(x, base.data, base.size);
	return 1;
}

/* ---- texts */

static void hold_best(void *context)
{
	struct typed *t = context;

	hold_vector(t, t->best);
}

static size_t list_spans(void *context, struct input_span *out, size_t most)
{
	struct typed *t = context;

	return spans_of(t->layout, t->best, t->bytes, out, most);
}

static int edit_texts(void *context, const struct edit *e)
{
	struct typed *t = context;
	const struct layout *l = t->layout;
	const struct input_span *s = e->span;
	size_t i = 0;

	memcpy(t->trial, t->best, l->n * sizeof *t->trial);
	for (; i < e->length && e->offset + i < s->count; i++)
		span_set(l, s, t->trial, e->offset + i, e->bytes[i]);
	if (e->ending == ENDING_NUL && e->offset + i < s->count)
		span_set(l, s, t->trial, e->offset + i, 0);
	for (; e->ending == ENDING_BLANKS && i < e->old && e->offset + i < s->count;
	     i++)
		span_set(l, s, t->trial, e->offset + i, ' ');
	if (!memcmp(t->trial, t->best, l->n * sizeof *t->trial))
		return 0;
	hold_vector(t, t->trial);
	return 1;
}

static void keep_trial(void *context)
{
	struct typed *t = context;

	memcpy(t->best, t->trial, t->layout->n * sizeof *t->best);
}

static const struct input_to_state_kind texts = {hold_best, list_spans, edit_texts,
						 keep_trial, 0};

static struct text_piece piece_of(const struct input_span *s)
{
	return (struct text_piece){s->bytes, span_length(s)};
}

static void store_text(const struct layout *l, const struct input_span *s, coord *x,
		       const unsigned char *text, size_t length)
{
	for (size_t i = 0; i < s->count; i++)
		span_set(l, s, x, i, i < length ? text[i] : 0);
}

static int vary_text(struct subject *subject, coord *x, struct input other,
		     struct text_piece literals, gsl_rng *rng)
{
	struct typed *t = typed_of(subject);
	struct input_span spans[VIEW_SPANS], others[VIEW_SPANS];
	struct text_sources from = {literals, {NULL, 0}};
	const size_t count = spans_of(t->layout, x, t->bytes, spans, VIEW_SPANS);

	if (!count)
		return 0;
	const struct input_span *s = &spans[gsl_rng_uniform_int(rng, count)];
	const size_t n =
	    spans_of(t->layout, other.data, t->other_bytes, others, VIEW_SPANS);
	if (n)
		from.other = piece_of(&others[gsl_rng_uniform_int(rng, n)]);
	const size_t length =
	    text_vary(t->bytes + s->first, span_length(s), s->count, &from, rng);
	store_text(t->layout, s, x, s->bytes, length);
	return 1;
}

/* Mostly the number that is there; a 0 is short, and leaves room for longer ones. */
static coord start_value(const struct view *v, size_t i, const struct search *s)
{
	switch (gsl_rng_uniform_int(s->rng, 4)) {
	case 0:
		return axis_clamp(&v->axes[i], 0);
	case 1:
		return starts_value(&s->starts, v->types[i], &v->axes[i], s->rng);
	default:
		return v->numbers[i].value;
	}
}

/* Where texts are logged, a byte of a text is worth little as a coordinate: each text
 * counts as one. */
static size_t weight_of_texts(struct typed *t)
{
	struct input_span spans[VIEW_SPANS];
	size_t count = spans_of(t->layout, t->best, t->bytes, spans, VIEW_SPANS);
	size_t weight = t->layout->n;

	for (size_t i = 0; i < count; i++)
		weight -= spans[i].count - 1;
	return weight;
}

/* Writes logged texts into the start; if it contains numbers, these are the frame. */
static int typed_settle(struct subject *subject, struct search *s, coord *x)
{
	struct typed *t = typed_of(subject);

	if (!s->goals->program->has_texts)
		return 1;
	memcpy(t->best, x, t->layout->n * sizeof *x);
	if (input_to_state_texts(&t->direct, s, DIRECT_RUNS) == OBJECTIVE_STOP)
		return 0;
	memcpy(x, t->best, t->layout->n * sizeof *x);
	if (comparison_log_text_count() || comparison_log_number_count())
		subject->weight = weight_of_texts(t);
	if (!comparison_log_number_count())
		return 1;
	if (++t->turn % BYTES_TURN == 0 ||
	    !view_take(&t->view, x, text_numbers_choose(&t->direct.rating, s->rng)))
		return 1;
	set_view_frame(t);
	for (size_t i = 0; i < t->view.n; i++)
		x[i] = start_value(&t->view, i, s);
	return 1;
}

static void typed_account(struct subject *s, unsigned closed, double cost)
{
	set_whole_frame(typed_of(s));
	(void)closed;
	(void)cost;
}

/* ---- */

static const struct subject_kind kind = {
    .take = typed_take,
    .put = typed_put,
    .prepare = typed_prepare,
    .call = typed_call,
    .clear = typed_clear,
    .overwrites = overwrites,
    .held = typed_held,
    .coordinates = coordinates,
    .encode = typed_encode,
    .begin = typed_begin,
    .vary_text = vary_text,
    .settle = typed_settle,
    .simplify = typed_simplify,
    .account = typed_account,
    .show = typed_show,
    .describe = describe,
    .describe_address = describe_address,
    .is_assumed = is_assumed,
    .outside = outside,
};

/* In the input whose arrays are the longest and whose pointers are not null. */
static int has_texts(struct typed *t)
{
	const struct layout *l = t->layout;
	struct input_span spans[1 + 1];

	for (size_t i = 0; i < l->n; i++)
		t->trial[i] = l->axes[i].high;
	for (size_t i = 0; i < l->parameter_count; i++)
		if (l->parameters[i].null != LAYOUT_NONE)
			t->trial[l->parameters[i].null] = 0;
	return spans_of(l, t->trial, t->bytes, spans, 1 + 1) > 0;
}

int typed_init(struct typed *t, struct layout *layout)
{
	const size_t n = layout->n + 1;

	memset(t, 0, sizeof *t);
	t->layout = layout;
	t->subject.kind = &kind;
	t->subject.type = SUBJECT_TYPED;
	t->subject.file_size = layout->file_size;
	t->subject.n_most =
	    layout->n > TEXT_NUMBERS_MOST ? layout->n : TEXT_NUMBERS_MOST;
	set_whole_frame(t);
	t->direct.kind = &texts;
	t->direct.context = t;
	t->taken = calloc(n, sizeof *t->taken);
	t->best = calloc(n, sizeof *t->best);
	t->trial = calloc(n, sizeof *t->trial);
	t->bytes = malloc(n);
	t->other_bytes = malloc(n);
	if (!t->taken || !t->best || !t->trial || !t->bytes || !t->other_bytes ||
	    view_init(&t->view, layout))
		return -1;
	t->subject.has_texts = has_texts(t);
	return 0;
}
