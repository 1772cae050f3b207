/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_to_state.c - writes logged texts into inputs. */
#include "harness/search/input_to_state.h"

#include <string.h>

enum {
	SPANS = 64,
	PLACES = 4, /* positions at which the bytes of a copied text are searched */
};

struct edit_step {
	struct input_to_state *d;
	struct search *search;
	struct input_span spans[SPANS];
	size_t span_count;
	double value; /* of the best input */
	unsigned runs; /* left */
	enum objective_status status;
	int better; /* there is another best input */
};

/* Runs the input with the edit, and keeps it if it is better. */
static void try_edit(struct edit_step *t, const struct edit *e)
{
	struct input_to_state *d = t->d;
	struct reading reading = {0, 0, 0};

	if (t->status == OBJECTIVE_STOP || t->better || !t->runs ||
	    !d->kind->edit(d->context, e))
		return;
	t->runs--;
	search_run_held(t->search);
	t->status = search_read_run(t->search, &reading);
	if (t->status == OBJECTIVE_STOP || reading.value >= t->value)
		return;
	d->kind->keep(d->context);
	t->value = reading.value;
	t->better = 1;
}

/* ---- comparisons */

static int in_word(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

/* A text whose first bytes are known may be the whole word at its position. */
static size_t whole_word(const struct span_place *p, size_t known)
{
	const struct input_span *s = p->span;
	size_t end = p->offset;

	while (end < s->count && in_word(s->bytes[end]))
		end++;
	return end - p->offset > known ? end - p->offset : known;
}

/* Replaces a text of `old` bytes, or the word there. */
static void try_resized(struct edit_step *t, struct edit e, size_t old)
{
	struct span_place p = {e.span, e.offset};

	if (t->better) /* the spans are those of another input */
		return;
	size_t word = whole_word(&p, old);
	e.ending = ENDING_REST;
	e.old = old;
	try_edit(t, &e);
	e.old = word;
	try_edit(t, &e);
	e.ending = ENDING_CUT;
	try_edit(t, &e);
}

static void try_there(struct edit_step *t, const struct span_place *p, size_t old,
		      const struct comparison_log_side *text, int padded)
{
	struct edit e = {p->span,     p->offset,    old,
			 text->bytes, text->length, ENDING_NONE};

	try_edit(t, &e);
	e.ending = padded ? ENDING_BLANKS : ENDING_NUL;
	try_edit(t, &e);
	if (t->d->kind->resizes)
		try_resized(t, e, old);
}

/* ---- searches */

/* Positions for a text that the run searched for: after the end of the searched text,
 * at its start, and at the last position where it fits. */
static void try_to_find(struct edit_step *t, const struct span_place *p,
			const struct comparison_log_text *h)
{
	const struct comparison_log_side *needle = &h->side[1];
	const struct input_span *s = p->span;
	size_t end = s->room < s->count ? s->room : s->count;
	size_t last = end > needle->length ? end - needle->length : 0;
	size_t behind = p->offset + h->side[0].length;
	struct edit e = {s, behind, 0, needle->bytes, needle->length, ENDING_NONE};

	if (behind < last || (t->d->kind->resizes && behind <= s->count))
		try_edit(t, &e);
	e.offset = p->offset;
	try_edit(t, &e);
	if (t->d->kind->resizes) {
		e.ending = ENDING_REST;
		try_edit(t, &e);
		e.ending = ENDING_NONE;
	}
	e.offset = last;
	if (last > p->offset)
		try_edit(t, &e);
}

/* ---- */

static void try_logged(struct edit_step *t, const struct comparison_log_text *h)
{
	int compares = h->site->op < ME_FIND_BYTES;
	int finds = !compares && h->site->op != ME_PARSE_FORMAT;

	for (int from = 0; from < (compares ? 2 : 1); from++) {
		const struct comparison_log_side *mine = &h->side[from],
						 *other = &h->side[!from];
		struct span_place places[PLACES];
		size_t n = spans_find(t->spans, t->span_count, mine->at, mine->bytes,
				      mine->length, places, PLACES);
		for (size_t i = 0; i < n && !t->better; i++)
			if (finds)
				try_to_find(t, &places[i], h);
			else
				try_there(t, &places[i], mine->length, other,
					  h->site->op == ME_COMPARE_PADDED);
	}
}

static int is_logged(const struct comparison_log_side *side)
{
	for (uint32_t i = 0; i < comparison_log_text_count(); i++)
		for (int k = 0; k < 2; k++) {
			const struct comparison_log_side *other =
			    &comparison_log_text_back(i)->side[k];
			if (other->length == side->length &&
			    !memcmp(other->bytes, side->bytes, side->length))
				return 1;
		}
	return 0;
}

/* Texts of a comparison that other runs made, but not this one: for example, a string
 * of a wrong length is not compared at all. */
static void try_remembered(struct edit_step *t, const struct comparison_log_text *h)
{
	struct comparison_log_text copy = *h; /* the trial changes it */

	for (int side = 0; side < 2; side++) {
		const struct comparison_log_side *text = &copy.side[side];
		if (!text->length || is_logged(text))
			continue;
		for (size_t k = 0; k < t->span_count; k++) {
			struct edit e = {&t->spans[k], 0,	  0, text->bytes,
					 text->length, ENDING_NUL};
			try_edit(t, &e);
			e.ending = ENDING_CUT;
			if (t->d->kind->resizes)
				try_edit(t, &e);
		}
	}
}

/* ---- the step */

static void listen(struct edit_step *t)
{
	struct reading reading = {0, 0, 0};
	struct input_to_state *d = t->d;

	t->better = 0;
	d->kind->hold(d->context);
	comparison_log_begin();
	search_run_held(t->search);
	t->status = search_read_run(t->search, &reading);
	comparison_log_end();
	text_numbers_rate(&d->rating);
	t->value = reading.value;
	t->runs--;
	t->span_count = d->kind->spans(d->context, t->spans, SPANS);
}

enum objective_status input_to_state_texts(struct input_to_state *d, struct search *s,
					   unsigned runs)
{
	struct edit_step t = {
	    .d = d, .search = s, .runs = runs, .status = OBJECTIVE_GO_ON};

	do {
		listen(&t);
		/* The last ones, nearest to the wrong turn of the run, come first. */
		for (uint32_t i = 0; i < comparison_log_text_count(); i++)
			try_logged(&t, comparison_log_text_back(i));
		for (uint32_t i = 0; i < comparison_log_remembered_count(); i++)
			try_remembered(&t, &comparison_log.remembered[i]);
	} while (t.better && t.runs && t.status != OBJECTIVE_STOP);
	return t.status;
}
