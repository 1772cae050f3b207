/* SPDX-License-Identifier: GPL-3.0-or-later */
/* direct.c - writes texts that were heard into inputs. */
#include "harness/direct.h"

#include <stdlib.h>
#include <string.h>

#include "harness/trace.h"
#include "harness/type.h"
#include "mcmc/axis.h"

enum {
	TRIALS = 512, /* evaluations of one step; a text that only its end bounds is
		       * heard one byte at a time */
	BYTES_TURN = 8, /* of so many descents one is over the bytes all the same */
	ANY_TURN = 3, /* and one over any numbers, likely or not */
};

static int has_calls(const struct program *p)
{
	for (uint32_t i = 0; p && i < p->site_count; i++)
		if (p->sites[i]->op >= ME_COMPARE_BYTES)
			return 1;
	return 0;
}

int direct_init(struct direct *d, const struct layout *l,
		const struct objective *objective)
{
	memset(d, 0, sizeof *d);
	d->layout = l;
	d->objective = objective;
	d->any = has_calls(trace.program);
	d->best = calloc(l->n + 1, sizeof *d->best);
	d->trial = calloc(l->n + 1, sizeof *d->trial);
	if (d->best && d->trial && !view_init(&d->view, l, objective))
		return 0;
	direct_done(d);
	return -1;
}

void direct_done(struct direct *d)
{
	free(d->best);
	free(d->trial);
	view_done(&d->view);
	memset(d, 0, sizeof *d);
}

/* ---- candidates */

struct step {
	struct direct *d;
	struct span spans[VIEW_SPANS];
	size_t span_count;
	double value; /* of d->best */
	unsigned trials;
	enum objective_status status;
	int better; /* d->best has changed */
};

/* How a text stands in an input: what follows it. */
enum ending {
	ENDING_NONE, /* what was there */
	ENDING_NUL,
	ENDING_BLANKS, /* to the end of the text that was there */
};

/* Writes the text there and evaluates; takes what is better. */
static void try_text(struct step *t, const struct span *s, size_t offset,
		     const struct heard_side *text, enum ending ending, size_t old)
{
	struct direct *d = t->d;
	struct reading reading = {0, 0, 0};
	size_t n = t->d->layout->n, i = 0;

	if (t->status == OBJECTIVE_STOP || t->better || t->trials >= TRIALS)
		return;
	memcpy(d->trial, d->best, n * sizeof *d->trial);
	for (; i < text->length && offset + i < s->count; i++)
		span_set(d->layout, s, d->trial, offset + i, text->bytes[i]);
	if (ending == ENDING_NUL && offset + i < s->count)
		span_set(d->layout, s, d->trial, offset + i, 0);
	for (; ending == ENDING_BLANKS && i < old && offset + i < s->count; i++)
		span_set(d->layout, s, d->trial, offset + i, ' ');
	if (!memcmp(d->trial, d->best, n * sizeof *d->trial))
		return;
	t->trials++;
	t->status = d->objective->eval(d->objective->context, d->trial, &reading);
	if (reading.value < t->value) {
		memcpy(d->best, d->trial, n * sizeof *d->best);
		t->value = reading.value;
		t->better = 1;
	}
}

/* Where a text that is looked for may go: to the start of the one that was searched,
 * behind its end, and as far back as it fits. */
static void try_to_find(struct step *t, const struct span_place *p,
			const struct heard_text *h)
{
	const struct heard_side *needle = &h->side[1];
	size_t last =
	    p->span->room > needle->length ? p->span->room - needle->length : 0;
	size_t behind = p->offset + h->side[0].length;

	if (behind < last)
		try_text(t, p->span, behind, needle, ENDING_NONE, 0);
	try_text(t, p->span, p->offset, needle, ENDING_NONE, 0);
	if (last > p->offset)
		try_text(t, p->span, last, needle, ENDING_NONE, 0);
}

static void try_heard(struct step *t, const struct heard_text *h)
{
	int compares = h->site->op < ME_FIND_BYTES;
	int padded = h->site->op == ME_COMPARE_PADDED;
	int finds = !compares && h->site->op != ME_PARSE_FORMAT;

	for (int from = 0; from < (compares ? 2 : 1); from++) {
		const struct heard_side *mine = &h->side[from],
					*other = &h->side[!from];
		struct span_place p;
		if (!spans_find(t->spans, t->span_count, t->d->best, mine->at,
				mine->bytes, mine->length, &p))
			continue;
		if (finds) {
			try_to_find(t, &p, h);
			continue;
		}
		try_text(t, p.span, p.offset, other, ENDING_NONE, 0);
		try_text(t, p.span, p.offset, other,
			 padded ? ENDING_BLANKS : ENDING_NUL, mine->length);
	}
}

static int is_heard(const struct heard_side *side)
{
	for (uint32_t i = 0; i < heard_text_count(); i++)
		for (int k = 0; k < 2; k++) {
			const struct heard_side *other = &heard_text_back(i)->side[k];
			if (other->length == side->length &&
			    !memcmp(other->bytes, side->bytes, side->length))
				return 1;
		}
	return 0;
}

/* Texts of a comparison that other runs made and this one did not come to: a string of
 * another length than the one that it is compared with is not compared at all. */
static void try_remembered(struct step *t, const struct heard_text *h)
{
	struct heard_text copy = *h; /* the trial changes it */

	for (int side = 0; side < 2; side++) {
		if (!copy.side[side].length || is_heard(&copy.side[side]))
			continue;
		for (size_t k = 0; k < t->span_count; k++)
			try_text(t, &t->spans[k], 0, &copy.side[side], ENDING_NUL, 0);
	}
}

/* ---- the numbers that the goal's comparison wants */

/* How well a number that was read suits an operand: by its type and by its value. */
static unsigned suits(const struct heard_number *h, enum me_type type, uint64_t bits)
{
	enum me_type form = h->form.type;
	unsigned score = (form == type) * 2u;

	if (type == ME_VOID || type == ME_PTR || type >= ME_I128 ||
	    type_is_float(type) != type_is_float(form))
		return 0;
	long double value = axis_to_long_double(type_axis(form).kind, view_value(h));
	coord operand = type_from_operand(type, bits);
	if (type != ME_F80)
		score +=
		    (axis_to_long_double(type_axis(type).kind, operand) == value) * 4u;
	return score + 1;
}

/* The site that is aimed at has its operands from the run that was listened to. */
static void rate_numbers(struct direct *d)
{
	const struct trace_site *cell;
	enum me_type type;

	memset(d->likely, 0, sizeof d->likely);
	if (trace.aim == PROGRAM_NONE || trace.sites[trace.aim].run != trace.run)
		return;
	cell = &trace.sites[trace.aim];
	type = trace.program->sites[trace.aim]->type;
	for (uint32_t i = 0; i < heard_number_count(); i++) {
		unsigned first = suits(&heard.numbers[i], type, cell->operand[0]);
		unsigned second = suits(&heard.numbers[i], type, cell->operand[1]);
		d->likely[i] = (unsigned char)(first > second ? first : second);
	}
}

/* One that suits best, or in some turns any. */
static uint32_t choose_number(const struct direct *d, gsl_rng *rng)
{
	uint32_t n = heard_number_count(), at = (uint32_t)gsl_rng_uniform_int(rng, n);
	uint32_t best = at;

	if (d->turn % ANY_TURN == 0)
		return at;
	for (uint32_t i = 1; i < n; i++)
		if (d->likely[(at + i) % n] > d->likely[best])
			best = (at + i) % n;
	return best;
}

/* ---- the step */

static void listen(struct step *t)
{
	struct reading reading = {0, 0, 0};
	struct direct *d = t->d;

	t->better = 0;
	heard_begin();
	t->status = d->objective->eval(d->objective->context, d->best, &reading);
	heard_end();
	rate_numbers(d);
	t->value = reading.value;
	t->trials++;
	t->span_count = spans_of(d->layout, d->best, t->spans, VIEW_SPANS);
}

enum objective_status direct_texts(struct direct *d, coord *x)
{
	struct step t = {.d = d, .status = OBJECTIVE_GO_ON};

	if (!d->any)
		return OBJECTIVE_GO_ON;
	memcpy(d->best, x, d->layout->n * sizeof *x);
	do {
		listen(&t);
		/* The last first: they are nearest to where the run turned away. */
		for (uint32_t i = 0; i < heard_text_count(); i++)
			try_heard(&t, heard_text_back(i));
		for (uint32_t i = 0; i < heard_remembered_count(); i++)
			try_remembered(&t, &heard.remembered[i]);
	} while (t.better && t.status != OBJECTIVE_STOP);
	if (t.status != OBJECTIVE_STOP)
		memcpy(x, d->best, d->layout->n * sizeof *x);
	return t.status;
}

/* Mostly the number that is there; a 0 makes room for the others. */
static coord start_value(const struct view *v, size_t i, const struct starts *s,
			 gsl_rng *rng)
{
	switch (gsl_rng_uniform_int(rng, 4)) {
	case 0:
		return axis_clamp(&v->axes[i], 0);
	case 1:
		return starts_value(s, v->numbers[i].form.type, &v->axes[i], rng);
	default:
		return v->start[i];
	}
}

const struct objective *direct_numbers(struct direct *d, const struct starts *s,
				       gsl_rng *rng, const coord *x,
				       const coord **start)
{
	const struct view *v = &d->view;

	if (!heard_number_count() || ++d->turn % BYTES_TURN == 0 ||
	    !view_take(&d->view, x, choose_number(d, rng)))
		return NULL;
	for (size_t i = 0; i < v->objective.n; i++)
		d->start[i] = start_value(v, i, s, rng);
	*start = d->start;
	return &v->objective;
}
