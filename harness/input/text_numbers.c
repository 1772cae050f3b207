/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_numbers.c - positions and ratings of numbers in the comparison log. */
#include "harness/input/text_numbers.h"

#include <string.h>

#include "harness/runtime/trace.h"
#include "harness/runtime/type.h"
#include "mcmc/axis.h"

enum { ANY_TURN = 3 }; /* every third choice is a random number, whatever its rating */

static coord value_of(const struct comparison_log_number *h)
{
	char text[COMPARISON_LOG_BYTES + 1] = "";

	memcpy(text, h->bytes,
	       h->length < COMPARISON_LOG_BYTES ? h->length : COMPARISON_LOG_BYTES);
	return number_read(h->form, text);
}

/* ---- the numbers that the goal's comparison wants */

/* How well a logged number matches an operand. */
static unsigned suits(const struct comparison_log_number *h, enum me_type type,
		      uint64_t bits)
{
	enum me_type form = h->form.type;
	unsigned score = (form == type) * 2u;

	if (type == ME_VOID || type == ME_PTR || type >= ME_I128 ||
	    type_is_float(type) != type_is_float(form))
		return 0;
	long double value = axis_to_long_double(type_axis(form).kind, value_of(h));
	coord operand = type_from_operand(type, bits);
	if (type != ME_F80)
		score +=
		    (axis_to_long_double(type_axis(type).kind, operand) == value) * 4u;
	return score + 1;
}

void text_numbers_rate(struct text_numbers_rating *r)
{
	const struct trace_site *cell;
	enum me_type type;

	memset(r->of, 0, sizeof r->of);
	if (trace.aim == PROGRAM_NONE || trace.sites[trace.aim].run != trace.run)
		return;
	cell = &trace.sites[trace.aim];
	type = trace.program->sites[trace.aim]->type;
	for (uint32_t i = 0; i < comparison_log_number_count(); i++) {
		unsigned first =
		    suits(&comparison_log.numbers[i], type, cell->operand[0]);
		unsigned second =
		    suits(&comparison_log.numbers[i], type, cell->operand[1]);
		r->of[i] = (unsigned char)(first > second ? first : second);
	}
}

uint32_t text_numbers_choose(struct text_numbers_rating *r, gsl_rng *rng)
{
	uint32_t n = comparison_log_number_count(),
		 at = (uint32_t)gsl_rng_uniform_int(rng, n);
	uint32_t best = at;

	if (++r->turn % ANY_TURN == 0)
		return at;
	for (uint32_t i = 1; i < n; i++)
		if (r->of[(at + i) % n] > r->of[best])
			best = (at + i) % n;
	return best;
}

/* ---- their places */

static int is_before(const struct text_number *a, const struct text_number *b)
{
	if (a->place.span != b->place.span)
		return a->place.span < b->place.span;
	return a->place.offset < b->place.offset;
}

/* Numbers that were read from the same bytes, or partly so, count as one. */
static int overlaps(const struct text_number *a, const struct text_number *b)
{
	if (a->place.span != b->place.span)
		return 0;
	return a->place.offset == b->place.offset ||
	       (a->place.offset < text_number_end(b) &&
		b->place.offset < text_number_end(a));
}

/* Returns the new count of numbers. */
static size_t insert(struct text_number *list, size_t count,
		     const struct text_number *f)
{
	size_t at = count;

	for (size_t i = 0; i < count; i++)
		if (overlaps(&list[i], f))
			return count;
	for (; at && is_before(f, &list[at - 1]); at--)
		list[at] = list[at - 1];
	list[at] = *f;
	return count + 1;
}

size_t text_numbers_find(const struct span *spans, size_t count, uint32_t first,
			 struct text_number *out, size_t most)
{
	uint32_t logged_count = comparison_log_number_count();
	size_t n = 0;

	for (uint32_t i = 0; i < logged_count && n < most; i++) {
		const struct comparison_log_number *h =
		    &comparison_log.numbers[(i + first) % logged_count];
		struct text_number f = {{NULL, 0}, h->length, h->form, 0};
		if (h->length > COMPARISON_LOG_BYTES ||
		    !spans_find(spans, count, h->at, h->bytes, h->length, &f.place, 1))
			continue;
		f.value = value_of(h);
		n = insert(out, n, &f);
	}
	return n;
}
