/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * equalities.c - equalities that hold in the base's run, such as that of a checksum. A run
 * that does not get to the goal's site may have turned away because of one of them, though
 * no site that decides the way says so: it stands in a callee that returns an error, or sets
 * a variable that is tested later.
 */
#include "harness/bytes/bytes.h"

#include <stdlib.h>

#include "harness/search/search.h"

/* Of two bytes or more: those of one byte are mostly tests for a letter. */
static int is_equality(const struct me_site *site)
{
	const int is_wide = (site->type >= ME_I16 && site->type <= ME_I64) ||
			    (site->type >= ME_U16 && site->type <= ME_U64);

	return (site->op == ME_EQ || site->op == ME_NE) && is_wide &&
	       (site->kind == ME_SITE_COND || site->kind == ME_SITE_DATA);
}

/* The run's last pass of the site; 0: it has not passed it. */
static int last_pass(uint32_t site, struct typed_operand operands[2], int *is_equal)
{
	if (trace.sites[site].run != trace.run)
		return 0;
	site_operands(site, operands);
	*is_equal = operands[0].bits == operands[1].bits;
	return 1;
}

static int watch(struct bytes_target *b, struct search *s)
{
	const struct program *p = s->goals->program;
	unsigned char *grown = realloc(b->watched, p->site_count + 1);

	if (!grown)
		return 0;
	b->watched = grown;
	s->watched = grown;
	for (uint32_t i = 0; i < p->site_count; i++)
		grown[i] = (unsigned char)is_equality(p->sites[i]);
	search_watch(s);
	return 1;
}

void equalities_forget(struct bytes_target *b, struct search *s)
{
	b->equality_count = 0;
	s->watched = NULL;
	search_watch(s);
}

void equalities_find(struct bytes_target *b, struct search *s)
{
	const struct program *p = s->goals->program;
	struct typed_operand operands[2];
	int is_equal;

	if (!watch(b, s))
		return;
	bytes_input_hold(&b->in, b->in.base.data, b->in.base.size);
	search_run_held(s);
	for (uint32_t i = 0; i < p->site_count; i++) {
		b->watched[i] = b->watched[i] && b->equality_count < EQUALITIES_MOST &&
				last_pass(i, operands, &is_equal) && is_equal;
		if (b->watched[i])
			b->equalities[b->equality_count++] = i;
	}
	search_watch(s);
}

uint32_t equalities_broken(const struct bytes_target *b,
			   struct typed_operand operands[2])
{
	int is_equal;

	for (uint32_t i = 0; i < b->equality_count; i++)
		if (last_pass(b->equalities[i], operands, &is_equal) && !is_equal)
			return b->equalities[i];
	return PROGRAM_NONE;
}
