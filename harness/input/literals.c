/* SPDX-License-Identifier: GPL-3.0-or-later */
/* literals.c - see literals.h. */
#include "harness/input/literals.h"

#include <stdlib.h>
#include <string.h>

#include "harness/runtime/trace.h"
#include "harness/runtime/type.h"

enum { CASES_MOST = 64 };

/* The second operand of a site. */
struct literal_site {
	unsigned char seen, varies;
	unsigned char value;
};

void literals_init(struct literals *l)
{
	memset(l, 0, sizeof *l);
}

void literals_done(struct literals *l)
{
	free(l->sites);
	memset(l, 0, sizeof *l);
}

/* ---- characters */

static void add(struct literals *l, unsigned char c)
{
	if (!l->uses[c]++)
		l->characters[l->count++] = c;
}

static void drop(struct literals *l, unsigned char c)
{
	size_t i = 0;

	if (--l->uses[c])
		return;
	while (l->characters[i] != c)
		i++;
	l->characters[i] = l->characters[--l->count];
}

/* ---- sites */

/* Room for the site; null when out of memory. */
static struct literal_site *site_of(struct literals *l, uint32_t id)
{
	if (id >= l->site_room) {
		const size_t room = trace.program->site_count;
		struct literal_site *grown = realloc(l->sites, room * sizeof *grown);
		if (!grown)
			return NULL;
		memset(grown + l->site_room, 0, (room - l->site_room) * sizeof *grown);
		l->sites = grown;
		l->site_room = room;
	}
	return &l->sites[id];
}

static int is_character(coord c)
{
	return c > 0 && c < 256;
}

static void note_cases(struct literals *l, struct literal_site *s,
		       const struct me_site *site)
{
	if (s->seen)
		return;
	s->seen = 1;
	for (uint32_t i = 0; i < site->case_count && i < CASES_MOST; i++)
		if (is_character(site->cases[i].low))
			add(l, (unsigned char)site->cases[i].low);
}

static void note_operand(struct literals *l, struct literal_site *s, coord c)
{
	if (s->varies || (s->seen && s->value == c))
		return;
	if (s->seen) {
		s->varies = 1;
		drop(l, s->value);
	} else if (is_character(c)) {
		s->value = (unsigned char)c;
		add(l, s->value);
	} else {
		s->varies = 1;
	}
	s->seen = 1;
}

static int is_integer(enum me_type type)
{
	return !type_is_float(type) && type < ME_F80;
}

void literals_note_run(struct literals *l)
{
	for (uint32_t t = 0; t < trace.touched_count; t++) {
		const uint32_t id = trace.touched[t];
		const struct me_site *site = trace.program->sites[id];
		struct literal_site *s = site_of(l, id);
		if (!s || s->varies)
			continue;
		if (site->op == ME_SWITCH)
			note_cases(l, s, site);
		else if (site->op < ME_OP_COMPARISONS && is_integer(site->type))
			note_operand(l, s,
				     type_from_operand(site->type,
						       trace.sites[id].operand[1]));
	}
}
