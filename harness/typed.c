/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typed.c - a typed target as a subject: an input is kept as its vector. */
#include "harness/typed.h"

#include <stdlib.h>
#include <string.h>

#include "harness/describe.h"

static struct typed *of(struct subject *s)
{
	return (struct typed *)s;
}

static int put(struct subject *s, const coord *x)
{
	of(s)->x = x;
	layout_store(of(s)->layout, x);
	return 1;
}

static void take(struct subject *s, const uint8_t *bytes, size_t size)
{
	layout_decode(of(s)->layout, bytes, size, of(s)->taken);
	put(s, of(s)->taken);
}

static void prepare(struct subject *s)
{
	(void)s;
}

static int call(struct subject *s)
{
	layout_call(of(s)->layout);
	return 0;
}

static int clear(struct subject *s)
{
	(void)s;
	return 0;
}

static struct input held(const struct subject *s)
{
	const struct typed *t = (const struct typed *)s;

	return (struct input){t->x, s->n * sizeof *t->x};
}

static const uint8_t *encode(const struct subject *s, struct input in, uint8_t *room,
			     size_t *size)
{
	layout_encode(((const struct typed *)s)->layout, in.data, room);
	*size = s->file_size;
	return room;
}

static int begin(struct subject *s, struct search *search, uint32_t goal,
		 struct input base, coord *x)
{
	(void)s;
	(void)search;
	(void)goal;
	memcpy(x, base.data, base.size);
	return 1;
}

static void account(struct subject *s, unsigned closed, double cost)
{
	(void)s;
	(void)closed;
	(void)cost;
}

static void show(struct subject *s)
{
	describe_call(of(s)->layout, of(s)->x, 0);
}

static const struct subject_kind kind = {take,	 put,	prepare, call,	  clear, held,
					 encode, begin, NULL,	 account, show};

int typed_init(struct typed *t, struct layout *layout)
{
	memset(t, 0, sizeof *t);
	t->layout = layout;
	t->subject =
	    (struct subject){&kind,	1,	   layout->file_size, 0,
			     layout->n, layout->n, layout->axes,      layout->types};
	t->taken = calloc(layout->n + 1, sizeof *t->taken);
	return t->taken ? 0 : -1;
}

void typed_done(struct typed *t)
{
	free(t->taken);
	memset(t, 0, sizeof *t);
}
