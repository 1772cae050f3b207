/* SPDX-License-Identifier: GPL-3.0-or-later */
/* switches.c - the distance of a value to each label of a switch. */
#include "harness/runtime/switches.h"

#include "harness/runtime/distance.h"

/* A controlling value or the bound of a label as a number. */
static coord number(const struct me_site *site, int64_t bits)
{
	return site->type == ME_U64 ? (coord)(uint64_t)bits : (coord)bits;
}

static coord low(const struct me_site *site, uint32_t label)
{
	return number(site, site->cases[label].low);
}

static coord high(const struct me_site *site, uint32_t label)
{
	return number(site, site->cases[label].high);
}

static uint32_t first_not_below(const struct me_site *site, coord value)
{
	uint32_t from = 0, to = site->case_count;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		if (high(site, middle) < value)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static int is_inside(const struct switch_walk *w)
{
	return w->at < w->site->case_count && low(w->site, w->at) <= w->value;
}

void switch_start(struct switch_walk *w, const struct me_site *site, uint64_t value,
		  int whole)
{
	w->site = site;
	w->of = NULL;
	w->value = number(site, (int64_t)value);
	w->at = first_not_below(site, w->value);
	w->taken = is_inside(w) ? site->cases[w->at].side : site->default_side;
	w->next = 0;
	w->end = site->case_count;
	if (whole || site->case_count <= SWITCH_WHOLE)
		return;
	if (w->at > SWITCH_NEAR)
		w->next = w->at - SWITCH_NEAR;
	if (w->end - w->next > 2 * SWITCH_NEAR)
		w->end = w->next + 2 * SWITCH_NEAR;
}

uint64_t switch_to_default(const struct switch_walk *w)
{
	const struct me_site *site = w->site;
	uint32_t down = w->at, up = w->at;

	if (!is_inside(w))
		return 0;
	while (down > 0 && high(site, down - 1) + 1 == low(site, down))
		down--;
	while (up + 1 < site->case_count && high(site, up) + 1 == low(site, up + 1))
		up++;
	uint64_t below = distance_between(w->value, low(site, down) - 1);
	uint64_t above = distance_between(w->value, high(site, up) + 1);
	return below < above ? below : above;
}

/* ---- of texts */

uint64_t switch_compare(const struct switch_text *t, const struct me_select_entry *e,
			struct text_call *c)
{
	uint64_t far;

	*c = (struct text_call){.op = ME_COMPARE_PADDED, .a = t->text};
	if (e->low) {
		c->b = text_of(e->low, e->low_size);
		far = texts_difference(c);
		if (c->result < 0 || e->high == e->low)
			return far;
	}
	if (e->high) {
		c->b = text_of(e->high, e->high_size);
		far = texts_difference(c);
		if (c->result > 0)
			return far;
	}
	c->result = 0;
	return 0;
}

int switch_text_distance(const struct switch_text *t, coord target, uint64_t *distance)
{
	struct text_call c;

	for (uint64_t i = 0; i < t->count; i++) {
		const struct me_select_entry *e = &t->entries[i];
		if (e->target != target || (!e->low && !e->high))
			continue;
		*distance = switch_compare(t, e, &c);
		return c.result < 0 ? -1 : 1;
	}
	return 0;
}

int switch_next(struct switch_walk *w)
{
	if (w->next >= w->end)
		return 0;
	uint32_t label = w->next++;
	coord bottom = low(w->site, label), top = high(w->site, label);
	w->side = w->site->cases[label].side;
	w->where = w->value < bottom ? -1 : w->value > top ? 1 : 0;
	w->distance = w->where < 0   ? distance_between(w->value, bottom)
		      : w->where > 0 ? distance_between(w->value, top)
				     : 0;
	const int where =
	    w->of && w->where ? switch_text_distance(w->of, bottom, &w->distance) : 0;
	if (where)
		w->where = where;
	return 1;
}
