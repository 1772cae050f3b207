/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_log.c - copies texts and numbers of a run whose comparisons are logged. */
#include "harness/runtime/comparison_log.h"

#include "harness/runtime/format.h"

#include <string.h>

struct comparison_log comparison_log;

void comparison_log_begin(void)
{
	comparison_log.text_count = comparison_log.number_count = 0;
	comparison_log.on = 1;
}

void comparison_log_end(void)
{
	comparison_log.on = 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

uint32_t comparison_log_text_count(void)
{
	return least(comparison_log.text_count, COMPARISON_LOG_TEXTS);
}

uint32_t comparison_log_number_count(void)
{
	return least(comparison_log.number_count, COMPARISON_LOG_NUMBERS);
}

uint32_t comparison_log_remembered_count(void)
{
	return least(comparison_log.remembered_count, COMPARISON_LOG_REMEMBERED);
}

const struct comparison_log_text *comparison_log_text_back(uint32_t k)
{
	return &comparison_log
		    .texts[(comparison_log.text_count - 1 - k) % COMPARISON_LOG_TEXTS];
}

/* The unused bytes are 0, so that equal sides have equal bytes. */
static void keep_side(struct comparison_log_side *side, const struct text *t,
		      uint64_t known)
{
	memset(side, 0, sizeof *side);
	side->at = t->bytes;
	side->length =
	    known < COMPARISON_LOG_BYTES ? (uint32_t)known : COMPARISON_LOG_BYTES;
	if (side->length)
		memcpy(side->bytes, t->bytes, side->length);
}

/* A search for a character: the text is that one byte, without an address. */
static void keep_character(struct comparison_log_side *side, uint64_t character)
{
	memset(side, 0, sizeof *side);
	side->length = 1;
	side->bytes[0] = (unsigned char)character;
}

static int same_bytes(const struct comparison_log_side *a,
		      const struct comparison_log_side *b)
{
	return a->length == b->length && !memcmp(a->bytes, b->bytes, a->length);
}

static int same_side(const struct comparison_log_side *a,
		     const struct comparison_log_side *b)
{
	return a->at == b->at && same_bytes(a, b);
}

static void keep_text(struct comparison_log_text *t, const struct me_site *site,
		      const struct text_call *c)
{
	t->site = site;
	keep_side(&t->side[0], &c->a, c->known[0]);
	if (c->op == ME_FIND_CHAR)
		keep_character(&t->side[1], c->b.size);
	else
		keep_side(&t->side[1], &c->b, c->known[1]);
}

/* Keeps one pair of texts for each text that a site compares repeatedly: its constants.
 */
static void remember(const struct me_site *site, const struct text_call *c)
{
	uint32_t i = 0, n = comparison_log_remembered_count();
	struct comparison_log_text new;

	keep_text(&new, site, c);
	while (i < n &&
	       (comparison_log.remembered[i].site != site ||
		(!same_bytes(&comparison_log.remembered[i].side[0], &new.side[0]) &&
		 !same_bytes(&comparison_log.remembered[i].side[1], &new.side[1]))))
		i++;
	if (i == n)
		i = comparison_log.remembered_count++ % COMPARISON_LOG_REMEMBERED;
	comparison_log.remembered[i] = new;
}

static void add(const struct comparison_log_text *new)
{
	for (uint32_t i = 0; i < comparison_log_text_count(); i++)
		if (comparison_log.texts[i].site == new->site &&
		    same_side(&comparison_log.texts[i].side[0], &new->side[0]) &&
		    same_side(&comparison_log.texts[i].side[1], &new->side[1]))
			return;
	comparison_log.texts[comparison_log.text_count++ % COMPARISON_LOG_TEXTS] = *new;
}

void comparison_log_add_text(const struct me_site *site, const struct text_call *c)
{
	struct comparison_log_text new;

	if (c->op != ME_FIND_CHAR && !c->result == (c->op >= ME_FIND_BYTES))
		remember(site, c);
	if (!comparison_log.on)
		return;
	keep_text(&new, site, c);
	add(&new);
}

void comparison_log_add_format(const struct me_site *site, const char *text,
			       const char *format)
{
	struct comparison_log_text new = {.site = site};
	struct text t = text_of(text, ME_SIZE_TEXT | ME_SIZE_MOST);
	uint64_t length = 0;

	while (length < COMPARISON_LOG_BYTES && text[length])
		length++;
	keep_side(&new.side[0], &t, length);
	new.side[1].length =
	    (uint32_t)format_sample(format, new.side[1].bytes, COMPARISON_LOG_BYTES);
	add(&new);
}

void comparison_log_add_number(const struct me_site *site, const struct number_place *n)
{
	struct comparison_log_number new = {
	    .site = site, .at = n->at, .length = n->length};

	new.form = n->form;
	memcpy(new.bytes, n->at, least(n->length, COMPARISON_LOG_BYTES));
	for (uint32_t i = 0; i < comparison_log_number_count(); i++)
		if (comparison_log.numbers[i].site == site &&
		    comparison_log.numbers[i].at == n->at &&
		    comparison_log.numbers[i].length == n->length)
			return;
	comparison_log.numbers[comparison_log.number_count++ % COMPARISON_LOG_NUMBERS] =
	    new;
}
