/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_labels.c - see tree_labels.h. */
#include "prover/explore/tree_labels.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

void tree_labels_init(struct tree_labels *l, size_t total)
{
	memset(l, 0, sizeof *l);
	l->total = total;
	l->labels = array_new(total + 1, sizeof *l->labels);
	for (size_t i = 0; i < total; i++)
		l->labels[i] = (struct tree_label){TREE_NONE, TREE_NONE, 0, false};
}

void tree_labels_done(struct tree_labels *l)
{
	free(l->labels);
	free(l->places);
	memset(l, 0, sizeof *l);
}

/* ---- the open places of a label */

static void link_place(struct tree_labels *l, uint32_t number)
{
	struct tree_place *p = &l->places[number];
	struct tree_label *label = &l->labels[p->label];

	p->before = label->last;
	p->next = TREE_NONE;
	if (label->last == TREE_NONE)
		label->first = number;
	else
		l->places[label->last].next = number;
	label->last = number;
}

static void unlink_place(struct tree_labels *l, uint32_t number)
{
	struct tree_place *p = &l->places[number];
	struct tree_label *label = &l->labels[p->label];

	if (p->before != TREE_NONE)
		l->places[p->before].next = p->next;
	else if (label->first == number)
		label->first = p->next;
	if (p->next != TREE_NONE)
		l->places[p->next].before = p->before;
	else if (label->last == number)
		label->last = p->before;
	p->before = p->next = TREE_NONE;
}

/* ---- places */

uint32_t tree_labels_add(struct tree_labels *l, const struct tree_place *place)
{
	const uint32_t number = (uint32_t)l->count;

	l->places = array_grow(l->places, l->count, &l->room, sizeof *l->places);
	l->places[l->count++] = *place;
	l->places[number].before = l->places[number].next = TREE_NONE;
	l->states[place->state]++;
	if (place->state == SIDE_OPEN)
		link_place(l, number);
	return number;
}

void tree_labels_set(struct tree_labels *l, uint32_t number, enum side_state state)
{
	struct tree_place *p = &l->places[number];

	if (p->state == SIDE_SEEN)
		return;
	if (p->state == SIDE_OPEN)
		unlink_place(l, number);
	l->states[p->state]--;
	l->states[state]++;
	p->state = (uint8_t)state;
	if (state == SIDE_OPEN)
		link_place(l, number);
}

void tree_labels_skip(struct tree_labels *l, uint32_t number)
{
	unlink_place(l, number);
	l->beyond++;
}

size_t tree_labels_open(const struct tree_labels *l)
{
	size_t open = 0;

	for (size_t i = 0; i < l->count; i++)
		open += l->places[i].state == SIDE_OPEN &&
			!l->labels[l->places[i].label].closed;
	return open;
}
