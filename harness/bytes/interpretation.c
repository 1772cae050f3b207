/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interpretation.c - which fields the tainted bytes of an input may form. */
#include "harness/bytes/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "value/type.h"

enum { EVIDENT = 8 }; /* times likelier */

static const struct interpretation_row {
	enum me_type type; /* ME_VOID: not cut by a type */
	double closed; /* to begin with */
} rows[INTERPRET_COUNT] = {
    [INTERPRET_OPERANDS] = {ME_VOID, 6}, [INTERPRET_SITE] = {ME_VOID, 12},
    [INTERPRET_F64] = {ME_F64, 3},	 [INTERPRET_F32] = {ME_F32, 2},
    [INTERPRET_F80] = {ME_F80, 0.5},	 [INTERPRET_I64] = {ME_I64, 1},
    [INTERPRET_I32] = {ME_I32, 2},	 [INTERPRET_I16] = {ME_I16, 1},
    [INTERPRET_BYTE] = {ME_U8, 4},	 [INTERPRET_TEXT] = {ME_VOID, 4},
    [INTERPRET_PLACE] = {ME_VOID, 1},	 [INTERPRET_SIZE] = {ME_VOID, 2},
    [INTERPRET_LOGGED] = {ME_VOID, 24},
};

void interpret_init(struct interpreter *i)
{
	memset(i, 0, sizeof *i);
	for (int k = 0; k < INTERPRET_COUNT; k++)
		i->arms[k] = (struct interpret_arm){rows[k].closed, 1000};
}

/* ---- the bytes that count */

static int has_effect(const struct taint *f, enum effect effect)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->bytes[i].effect == effect)
			return 1;
	return 0;
}

static uint32_t least_level(const struct taint *f)
{
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < f->count; i++)
		if (f->bytes[i].effect == EFFECT_TURNS && f->bytes[i].level < least)
			least = f->bytes[i].level;
	return least;
}

/*
 * Marks the bytes that move the reading, and with `turning` those that turn the run
 * away last before the site: a condition that holds there may be of the same values. 0
 * when out of memory.
 */
static int mark_wanted(struct interpreter *i, const struct interpret_case *c,
		       int turning)
{
	const struct taint *f = c->taint;
	uint32_t level = least_level(f);

	if (i->room < c->size + 1) {
		free(i->wanted);
		i->room = 2 * c->size + 64;
		i->wanted = malloc(i->room);
		if (!i->wanted) {
			i->room = 0;
			return 0;
		}
	}
	memset(i->wanted, 0, c->size + 1);
	for (size_t k = 0; k < f->count; k++) {
		const struct taint_byte *b = &f->bytes[k];
		if (b->offset < c->size &&
		    (b->effect == EFFECT_MOVES || (turning && b->level == level)))
			i->wanted[b->offset] = 1;
	}
	return 1;
}

static uint64_t change_at(const struct taint *f, size_t offset)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->bytes[i].offset == offset)
			return f->bytes[i].change;
	return 0;
}

/* ---- cutting */

/* The end whose change has the larger effect is the high one; if both are equal it is
 * drawn, and sometimes the other end is taken anyway. */
static enum field_form byte_order(const struct interpret_case *c, size_t from,
				  size_t to, gsl_rng *rng)
{
	uint64_t first = change_at(c->taint, from);
	uint64_t last = change_at(c->taint, to - 1);
	unsigned draw = (unsigned)gsl_rng_uniform_int(rng, 8);

	if (first == last)
		return draw < 5 ? FIELD_LITTLE : FIELD_BIG;
	return (last > first) == (draw > 0) ? FIELD_LITTLE : FIELD_BIG;
}

struct cutting {
	const struct interpret_case *of;
	enum me_type type;
	enum field_form form; /* FIELD_SIZE: unknown */
	gsl_rng *rng;
};

/* Splits a run of wanted bytes into values. Low bytes may have no effect: little-endian
 * values end with the run, big-endian values begin with it. */
static size_t cut_run(const struct cutting *k, size_t from, size_t to,
		      struct field *out, size_t most)
{
	const struct interpret_case *c = k->of;
	enum me_type type = k->type;
	size_t width = type_file_size(type), n = 0;
	size_t values = (to - from + width - 1) / width, span = values * width;
	size_t chunk = to - from < width ? to - from : width;
	enum field_form form =
	    k->form <= FIELD_BIG ? k->form : byte_order(c, from, from + chunk, k->rng);

	if (form == FIELD_LITTLE)
		from = to >= span ? to - span : 0;
	for (; n < values && n < most && from + width <= c->size; from += width)
		out[n++] = (struct field){
		    from, width, type, width == 1 ? FIELD_LITTLE : form, 0, 0};
	return n;
}

/* A run of bytes that all have an effect, or with gaps that a value of this type can
 * explain. */
static size_t end_of_run(const struct interpreter *i, size_t size, size_t from)
{
	while (from < size && i->wanted[from])
		from++;
	return from;
}

static size_t cut(struct interpreter *i, const struct cutting *k, struct field *out,
		  size_t most)
{
	const struct interpret_case *c = k->of;
	size_t n = 0;

	for (size_t from = 0; from < c->size && n < most;) {
		if (!i->wanted[from]) {
			from++;
			continue;
		}
		size_t to = end_of_run(i, c->size, from);
		size_t cuts = cut_run(k, from, to, out + n, most - n);
		/* A value must not overlap the one before it. */
		while (cuts && n &&
		       out[n].offset < out[n - 1].offset + out[n - 1].width)
			memmove(out + n, out + n + 1, --cuts * sizeof *out);
		n += cuts;
		from = n && out[n - 1].offset + out[n - 1].width > to
			   ? out[n - 1].offset + out[n - 1].width
			   : to;
	}
	return n;
}

/* Single bytes; a sample if there are many. */
static size_t single_bytes(struct interpreter *i, const struct interpret_case *c,
			   gsl_rng *rng, struct field *out)
{
	size_t total = 0, n = 0;

	for (size_t at = 0; at < c->size; at++)
		total += i->wanted[at];
	for (size_t at = 0; at < c->size && n < INTERPRET_MOST; at++) {
		if (!i->wanted[at])
			continue;
		if (gsl_rng_uniform_int(rng, total) < INTERPRET_MOST - n)
			out[n++] = (struct field){at, 1, ME_U8, FIELD_LITTLE, 0, 0};
		total--;
	}
	return n;
}

/* Decimal numbers around the wanted bytes; else a new one in their place. */
static size_t texts(struct interpreter *i, const struct interpret_case *c,
		    enum field_form form, struct field *out)
{
	int wants_float =
	    type_is_float(c->operands[0].type) || c->operands[0].type == ME_VOID;
	size_t n = 0;

	for (size_t at = 0; at < c->size && n < INTERPRET_MOST;) {
		size_t width;
		int is_float;
		if (!i->wanted[at]) {
			at++;
			continue;
		}
		size_t from = field_number(c->base, c->size, at, &width, &is_float);
		if (!width)
			width = end_of_run(i, c->size, at) - at;
		if (!n || from >= out[n - 1].offset + out[n - 1].width)
			out[n++] = (struct field){
			    from, width, is_float || wants_float ? ME_F64 : ME_I64,
			    form, 0,	 0};
		at = from + width > at ? from + width : at + 1;
	}
	return n;
}

/* ---- */

static int by_offset(const void *a, const void *b)
{
	const struct field *f = a, *g = b;

	return f->offset < g->offset ? -1 : f->offset > g->offset;
}

/* Keeps the first one of overlapping fields. */
static size_t in_order(struct field *fields, size_t n)
{
	size_t kept = 0;

	qsort(fields, n, sizeof *fields, by_offset);
	for (size_t i = 0; i < n; i++)
		if (!kept || fields[i].offset >=
				 fields[kept - 1].offset + fields[kept - 1].width)
			fields[kept++] = fields[i];
	return kept;
}

static int is_size(const struct typed_operand *o, size_t size)
{
	return !type_is_float(o->type) && o->type != ME_VOID && o->bits == size;
}

/* Keeps those of the `more` fields behind n that overlap none of the first n. */
static size_t apart(struct field *fields, size_t n, size_t more)
{
	size_t kept = n;

	for (size_t i = n; i < n + more; i++) {
		const struct field *f = &fields[i];
		int overlaps = 0;
		for (size_t k = 0; k < n; k++)
			overlaps |= f->offset < fields[k].offset + fields[k].width &&
				    fields[k].offset < f->offset + f->width;
		if (!overlaps)
			fields[kept++] = *f;
	}
	return kept;
}

/* Fields that contain an operand; the other wanted bytes are split in the same way. */
static size_t operands(struct interpreter *i, const struct interpret_case *c,
		       gsl_rng *rng, struct field *out)
{
	size_t n = operand_find(&c->operands[0], c->base, c->size, i->wanted, out,
				INTERPRET_MOST);

	n += operand_find(&c->operands[1], c->base, c->size, i->wanted, out + n,
			  INTERPRET_MOST - n);
	n = in_order(out, n);
	if (!n || out[0].form > FIELD_BIG)
		return n;
	for (size_t k = 0; k < n; k++)
		memset(i->wanted + out[k].offset, 0, out[k].width);
	struct cutting rest = {c, out[0].type, out[0].form, rng};
	return in_order(out, apart(out, n, cut(i, &rest, out + n, INTERPRET_MOST - n)));
}

static enum me_type type_of_site(const struct interpret_case *c)
{
	enum me_type type = c->operands[0].type;

	return type == ME_VOID || !type_file_size(type) || type == ME_F128 ? ME_I64
									   : type;
}

static size_t list(struct interpreter *i, const struct interpret_case *c,
		   enum interpretation how, gsl_rng *rng, struct field *out)
{
	struct cutting k = {c, rows[how].type, FIELD_SIZE, rng};

	switch (how) {
	case INTERPRET_OPERANDS:
		return operands(i, c, rng, out);
	case INTERPRET_SITE:
		k.type = type_of_site(c);
		return cut(i, &k, out, INTERPRET_MOST);
	case INTERPRET_BYTE:
		return single_bytes(i, c, rng, out);
	case INTERPRET_TEXT:
		return texts(i, c, FIELD_TEXT, out);
	case INTERPRET_PLACE:
		return texts(i, c, FIELD_PLACE, out);
	case INTERPRET_SIZE:
		return 0;
	default:
		return cut(i, &k, out, INTERPRET_MOST);
	}
}

static size_t list_logged(const struct interpret_case *c, struct field *out)
{
	memcpy(out, c->logged, c->logged_count * sizeof *out);
	return c->logged_count;
}

size_t interpret(struct interpreter *i, const struct interpret_case *c,
		 enum interpretation how, gsl_rng *rng, struct field *out)
{
	if (how == INTERPRET_LOGGED)
		return list_logged(c, out);
	const struct taint *f = c->taint;
	int turning = !has_effect(f, EFFECT_MOVES) || gsl_rng_uniform_int(rng, 2);
	int sized = f->size == EFFECT_MOVES || how == INTERPRET_SIZE ||
		    (f->size == EFFECT_TURNS && turning);

	if (how == INTERPRET_OPERANDS)
		sized = is_size(&c->operands[0], c->size) ||
			is_size(&c->operands[1], c->size);
	if (!mark_wanted(i, c, turning))
		return 0;
	size_t n = list(i, c, how, rng, out);
	if (!sized || f->size == EFFECT_NONE ||
	    (!n && how > INTERPRET_SITE && how != INTERPRET_SIZE))
		return n;
	n = n < INTERPRET_MOST ? n : INTERPRET_MOST - 1;
	out[n++] = (struct field){c->size, 0, ME_U64, FIELD_SIZE, 0, 0};
	return n;
}

/* If the input contains an operand of four bytes, this is hardly a coincidence. */
static int is_evident(struct interpreter *i, const struct interpret_case *c,
		      gsl_rng *rng, struct field *out)
{
	size_t n = interpret(i, c, INTERPRET_OPERANDS, rng, out);

	for (size_t k = 0; k < n; k++)
		if (out[k].width >= 4 && field_read(&out[k], c->base, c->size))
			return 1;
	return 0;
}

static double weight_of(const struct interpreter *i, int how)
{
	return i->arms[how].closed / i->arms[how].cost;
}

int interpret_draw_logged(const struct interpreter *i, const struct interpret_case *c,
			  gsl_rng *rng)
{
	double logged =
	    weight_of(i, INTERPRET_LOGGED) * (c->comparison_log_evident ? EVIDENT : 1);
	double total = logged;

	for (int k = 0; k < INTERPRET_LOGGED; k++)
		total += weight_of(i, k);
	return c->logged_count && gsl_rng_uniform(rng) * total < logged;
}

size_t interpret_draw(struct interpreter *i, const struct interpret_case *c,
		      gsl_rng *rng, struct field *out, enum interpretation *how)
{
	double weight[INTERPRET_COUNT], total = 0;

	for (int k = 0; k < INTERPRET_COUNT; k++)
		weight[k] = k == INTERPRET_LOGGED ? 0 : weight_of(i, k);
	if (is_evident(i, c, rng, out))
		weight[INTERPRET_OPERANDS] *= EVIDENT;
	for (int k = 0; k < INTERPRET_COUNT; k++)
		total += weight[k];
	while (total > 0) {
		double at = gsl_rng_uniform(rng) * total;
		int k = 0;
		while (k < INTERPRET_COUNT - 1 && (at -= weight[k]) >= 0)
			k++;
		size_t n = weight[k] > 0
			       ? interpret(i, c, (enum interpretation)k, rng, out)
			       : 0;
		*how = (enum interpretation)k;
		if (n)
			return n;
		weight[k] = total = 0;
		for (k = 0; k < INTERPRET_COUNT; k++)
			total += weight[k];
	}
	return 0;
}

void interpret_account(struct interpreter *i, enum interpretation how, unsigned closed,
		       double cost)
{
	i->arms[how].closed += closed;
	i->arms[how].cost += cost;
}
