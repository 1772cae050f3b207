/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_call.c - a summary in the place of a call: the paper's `assume Sum`, with the
 * framing assignments before and after it.
 *
 *	reach' = reach and (fits_1 or ... or fits_n)
 *	fits_k = each argument, and what the run of the pair read, is the pair's input
 *	each output = fits_1 ? output_1 : fits_2 ? ... : what it was before
 */
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "prover/cover/summary.h"

struct summary_site {
	struct encoding *e;
	struct state *state;
	const expr *arguments;
	const struct callee *callee;
	uint32_t line;
	/* Of the pairs, in the order of the list: */
	const struct summary_pair **pairs;
	expr *fits;
	size_t count;
};

/* ---- the caller's side */

static uint64_t size_at(const struct callee *callee, uint32_t parameter)
{
	const struct entry_parameter *p = &callee->entry.parameters[parameter];

	return p->by_pointer ? p->size : entry_scalar_size(p->fields[0].type);
}

/* Byte i of a parameter, or of its target if it is a pointer, before the call. */
static expr byte_at(struct summary_site *site, uint32_t parameter, uint64_t i)
{
	struct expr_store *s = &site->e->store;
	const expr a = site->arguments[parameter];
	const unsigned width = expr_sort(s, a);

	if (site->callee->entry.parameters[parameter].by_pointer)
		return memory_load(site->e, site->state,
				   expr_binary(s, EXPR_ADD, a, expr_const(s, 64, i)), 8,
				   false);
	if (8 * i + 8 <= width)
		return expr_extract(s, a, (unsigned)(8 * i), 8);
	return 8 * i >= width ? expr_const(s, 8, 0)
			      : expr_resize(s,
					    expr_extract(s, a, (unsigned)(8 * i),
							 width - (unsigned)(8 * i)),
					    8, false);
}

/* The bytes of the callee's input that are constants here. Returns whether any is. */
static bool find_constants(struct summary_site *site, uint8_t *known, uint8_t *is_known)
{
	const struct callee *c = site->callee;
	uint64_t value;
	bool any = false;

	for (uint32_t p = 0; p < c->function->parameter_count; p++)
		for (uint64_t i = 0; i < size_at(c, p); i++) {
			if (!expr_is_const(&site->e->store, byte_at(site, p, i),
					   &value))
				continue;
			known[c->at[p] + i] = (uint8_t)value;
			is_known[c->at[p] + i] = 1;
			any = true;
		}
	return any;
}

static expr bytes_equal(struct summary_site *site, uint32_t parameter,
			const uint8_t *input)
{
	struct expr_store *s = &site->e->store;
	expr all = expr_bool(s, true);

	for (uint64_t i = 0; i < size_at(site->callee, parameter); i++)
		all = expr_and(
		    s, all,
		    expr_eq(s, byte_at(site, parameter, i),
			    expr_const(s, 8, input[site->callee->at[parameter] + i])));
	return all;
}

/* An argument as one number, where it is one. */
static expr argument_equal(struct summary_site *site, uint32_t parameter,
			   const uint8_t *input)
{
	struct expr_store *s = &site->e->store;
	const unsigned width = expr_sort(s, site->arguments[parameter]);
	uint64_t bits[2] = {0, 0};

	memcpy(bits, input + site->callee->at[parameter],
	       size_at(site->callee, parameter));
	if (width == 1)
		bits[0] &= 1;
	return expr_eq(s, site->arguments[parameter],
		       expr_wide(s, width, bits[0], bits[1]));
}

static expr global_address(struct summary_site *site, const struct summary_global *g,
			   uint64_t i)
{
	struct expr_store *s = &site->e->store;
	const uint32_t object = memory_object_of(site->e, g->function, g->object);

	return expr_binary(s, EXPR_ADD, site->e->objects[object].address,
			   expr_const(s, 64, i));
}

static expr global_byte(struct summary_site *site, const struct summary_global *g,
			uint64_t i)
{
	return memory_load(site->e, site->state, global_address(site, g, i), 8, false);
}

static expr pair_fits(struct summary_site *site, const struct summary_pair *pair)
{
	struct expr_store *s = &site->e->store;
	const struct callee *c = site->callee;
	expr all = expr_bool(s, true);

	for (uint32_t p = 0; p < c->function->parameter_count; p++) {
		if (!c->entry.parameters[p].by_pointer)
			all = expr_and(s, all, argument_equal(site, p, pair->input));
		else if (pair->reads_memory)
			all = expr_and(s, all, bytes_equal(site, p, pair->input));
	}
	for (size_t i = 0; i < pair->global_count && pair->reads_memory; i++) {
		const struct summary_global *g = &pair->globals[i];
		for (uint64_t k = 0; k < g->object->size; k++)
			all = expr_and(s, all,
				       expr_eq(s, global_byte(site, g, k),
					       expr_const(s, 8, g->before[k])));
	}
	return all;
}

/* ---- what the call leaves */

static void write_targets(struct summary_site *site, size_t number)
{
	struct expr_store *s = &site->e->store;
	const struct summary_pair *pair = site->pairs[number];
	const struct callee *c = site->callee;

	for (uint32_t p = 0; p < c->function->parameter_count; p++)
		for (uint64_t i = 0;
		     c->entry.parameters[p].by_pointer && i < size_at(c, p); i++) {
			const uint8_t after = pair->output[c->at[p] + i];
			if (after == pair->input[c->at[p] + i])
				continue;
			memory_store(site->e, site->state,
				     expr_binary(s, EXPR_ADD, site->arguments[p],
						 expr_const(s, 64, i)),
				     expr_ite(s, site->fits[number],
					      expr_const(s, 8, after),
					      byte_at(site, p, i)),
				     site->line);
		}
}

static void write_globals(struct summary_site *site, size_t number)
{
	struct expr_store *s = &site->e->store;
	const struct summary_pair *pair = site->pairs[number];

	for (size_t i = 0; i < pair->global_count; i++) {
		const struct summary_global *g = &pair->globals[i];
		for (uint64_t k = 0; k < g->object->size; k++)
			if (g->after[k] != g->before[k])
				memory_store(site->e, site->state,
					     global_address(site, g, k),
					     expr_ite(s, site->fits[number],
						      expr_const(s, 8, g->after[k]),
						      global_byte(site, g, k)),
					     site->line);
	}
}

static expr result_of(struct summary_site *site, struct type type)
{
	struct expr_store *s = &site->e->store;
	expr result = EXPR_NONE;

	for (size_t i = 0; i < site->count; i++) {
		const struct value v = site->pairs[i]->result;
		const expr one = expr_wide(s, sort_of(type), v.low, v.high);
		result =
		    result == EXPR_NONE ? one : expr_ite(s, site->fits[i], one, result);
	}
	return result;
}

/* ---- the call */

static void add_pairs(struct summary_site *site, const struct summary *summary)
{
	for (size_t i = 0; i < summary->pair_count; i++) {
		const expr fits = pair_fits(site, &summary->pairs[i]);
		if (expr_is_false(&site->e->store, fits))
			continue;
		site->pairs[site->count] = &summary->pairs[i];
		site->fits[site->count++] = fits;
	}
}

static const struct summary *again(struct summary_site *site)
{
	struct encoding *e = site->e;
	uint8_t *known = arena_get(&e->arena, site->callee->size + 1, 1);
	uint8_t *is_known = arena_get(&e->arena, site->callee->size + 1, 1);

	if (!find_constants(site, known, is_known))
		return NULL;
	e->summaries->has_constants = true;
	return e->summaries->again ? summaries_get(e->summaries, site->callee->function,
						   known, is_known)
				   : NULL;
}

bool encode_summary(struct encoding *e, struct state *state, const struct function *f,
		    const expr *arguments, uint32_t line, expr *result)
{
	struct expr_store *s = &e->store;
	const struct summary *first = summaries_get(e->summaries, f, NULL, NULL);
	struct summary_site site = {.e = e,
				    .state = state,
				    .arguments = arguments,
				    .callee = first ? &first->callee : NULL,
				    .line = line};
	expr any = expr_bool(s, false);

	if (!first)
		return false;
	const struct summary *second = again(&site);
	const size_t most = first->pair_count + (second ? second->pair_count : 0) + 1;
	site.pairs = arena_get(&e->arena, most, sizeof *site.pairs);
	site.fits = arena_get(&e->arena, most, sizeof *site.fits);
	add_pairs(&site, first);
	if (second)
		add_pairs(&site, second);
	for (size_t i = 0; i < site.count; i++)
		any = expr_or(s, any, site.fits[i]);
	for (size_t i = 0; i < site.count; i++) {
		write_targets(&site, i);
		write_globals(&site, i);
	}
	if (f->has_result && site.count)
		*result = result_of(&site, f->result);
	state->reach = expr_and(s, state->reach, any);
	e->summaries->used = true;
	return true;
}
