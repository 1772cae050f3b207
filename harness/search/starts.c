/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts.c - random values of a type, mixed with special values and operands. */
#include "harness/search/starts.h"

#include "harness/runtime/trace.h"
#include "value/type.h"
#include "mcmc/axis.h"

enum { TAINTED_TRIES = 6 }; /* for a coordinate with an effect */

static unsigned pick(gsl_rng *rng, unsigned n)
{
	return (unsigned)gsl_rng_uniform_int(rng, n);
}

static uint64_t random_bits(gsl_rng *rng)
{
	uint64_t bits = 0;

	for (int i = 0; i < 4; i++)
		bits = bits << 16 | gsl_rng_uniform_int(rng, 1 << 16);
	return bits;
}

/* ---- operands */

/* Only the lower half of an integer of 128 bits is known. Other operands that are no
 * numbers of at most 64 bits are unknown: long double, pointers, decimal numbers. */
static enum me_type operand_type(enum me_type type)
{
	if (type == ME_I128 || type == ME_U128)
		return ME_U64;
	return type >= ME_F80 ? ME_VOID : type;
}

static int known(const struct starts *s, enum me_type type, uint64_t bits)
{
	unsigned n = s->count < STARTS_OPERANDS ? s->count : STARTS_OPERANDS;

	for (unsigned i = 0; i < n; i++)
		if (s->operands[i].bits == bits && s->operands[i].type == type)
			return 1;
	return 0;
}

void starts_note_run(struct starts *s)
{
	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		const struct trace_site *seen = &trace.sites[trace.touched[t]];
		const struct me_site *site = trace.program->sites[trace.touched[t]];
		enum me_type type = site->type;
		/* There are many operations, and their operands are no limits. */
		if (site->flags & ME_SITE_OPERATION)
			continue;
		/* If one operand is a constant, it is the second one. */
		uint64_t bits = seen->operand[1];
		type = operand_type(type);
		if (type == ME_VOID || known(s, type, bits))
			continue;
		unsigned at = s->count++ % STARTS_OPERANDS;
		s->operands[at].type = type;
		s->operands[at].bits = bits;
	}
}

/* The operand as a value of the wanted type: the same number or, since numerical code
 * tests the words of a float, its bits in the high word. */
static coord operand_value(const struct starts *s, enum me_type type, gsl_rng *rng)
{
	unsigned n = s->count < STARTS_OPERANDS ? s->count : STARTS_OPERANDS;
	unsigned i = pick(rng, n);
	enum me_type from = s->operands[i].type;
	coord c = type_from_bits(from, s->operands[i].bits);
	struct axis axis = type_axis(type), source = type_axis(from);

	if (type_is_float(type) && !type_is_float(from) && pick(rng, 2)) {
		uint64_t word = s->operands[i].bits & 0xffffffff;
		uint64_t low = pick(rng, 2) ? random_bits(rng) & 0xffffffff : 0;
		return type == ME_F32
			   ? axis_from_bits(axis.kind, word)
			   : axis_from_bits(axis.kind, (ucoord)word << 32 | low);
	}
	if (type_is_float(type) == type_is_float(from) && axis.kind == source.kind)
		return axis_clamp(&axis, c);
	return axis_from_long_double(&axis, axis_to_long_double(source.kind, c));
}

/* ---- special values */

/* Small ones mostly: orders, degrees and counts; and with large ones runs take long. */
static coord special_integer(const struct axis *axis, gsl_rng *rng)
{
	coord power = (coord)1 << pick(rng, 64);

	switch (pick(rng, 8)) {
	case 0:
		return axis->low;
	case 1:
		return axis->high;
	case 2:
		return axis_clamp(axis, power - 1 + (coord)pick(rng, 3));
	case 3:
		return axis_clamp(axis, -power - 1 + (coord)pick(rng, 3));
	case 4:
		return axis_clamp(axis, (coord)pick(rng, 201) - 100);
	default:
		return axis_clamp(axis, (coord)pick(rng, 33) - 16);
	}
}

/* Edges of the format: zero, subnormals, the least normal, one, the largest, infinity,
 * NaN, each with neighbours of up to one ulp. */
static coord format_edge(const struct axis *axis, gsl_rng *rng)
{
	unsigned f = axis_fraction_bits(axis->kind);
	coord one = axis_from_double(axis, 1.0);
	coord infinity = axis_from_double(axis, 1.0 / 0.0);
	coord edges[] = {0,
			 1,
			 (coord)1 << f,
			 one,
			 infinity,
			 infinity - 1,
			 infinity + 1,
			 (coord)1 << (f - 1)};
	coord c = edges[pick(rng, sizeof edges / sizeof *edges)];

	return axis_clamp(axis, c + (coord)pick(rng, 3) - 1);
}

static coord special_float(const struct axis *axis, gsl_rng *rng)
{
	unsigned f = axis_fraction_bits(axis->kind);
	coord one = axis_from_double(axis, 1.0), c;
	int exponents = (int)(one >> f);
	static const double reach[] = {4, 16, 64, 2000};

	switch (pick(rng, 6)) {
	case 0:
	case 1:
		c = format_edge(axis, rng);
		break;
	case 2: /* a small integer or half of one */
		c = axis_from_double(axis, 0.5 * pick(rng, 64));
		break;
	case 3: { /* a power of two around one, and its neighbours */
		int range = (int)reach[pick(rng, 4)];
		int e = range > exponents ? exponents : range;
		c = one +
		    (coord)((int)pick(rng, 2 * (unsigned)e) - e) * ((coord)1 << f) +
		    (coord)pick(rng, 3) - 1;
		break;
	}
	case 4: { /* any value around one */
		coord span = (coord)(unsigned)reach[pick(rng, 3)] << f;
		ucoord r = (ucoord)random_bits(rng) << 32 ^ random_bits(rng);
		c = one - span + (coord)(r % (ucoord)(2 * span));
		break;
	}
	default: /* a large integer */
		c = axis_from_double(axis, (double)((uint64_t)1 << pick(rng, 63)) +
					       pick(rng, 3) - 1);
		break;
	}
	c = axis_clamp(axis, c);
	return pick(rng, 2) ? axis_negate(axis, c) : c;
}

static coord random_value(const struct axis *axis, gsl_rng *rng)
{
	ucoord r = (ucoord)random_bits(rng) << 64 | random_bits(rng);
	ucoord width = (ucoord)(axis->high - axis->low) + 1;

	return axis->low + (coord)(width ? r % width : r);
}

/* Integers of all sizes alike, half of the time. */
static coord any_size(const struct axis *axis, gsl_rng *rng)
{
	const coord c = random_value(axis, rng);
	const unsigned width = axis_width(axis);

	return width && pick(rng, 2) ? axis_clamp(axis, c >> pick(rng, width)) : c;
}

static coord near_operand(const struct starts *s, enum me_type type,
			  const struct axis *axis, gsl_rng *rng)
{
	coord c = operand_value(s, type, rng);

	return pick(rng, 2) ? c : axis_add(axis, c, (coord)pick(rng, 3) - 1);
}

/* A value of the whole type. */
static coord type_value(const struct starts *s, enum me_type type, gsl_rng *rng)
{
	struct axis axis = type_axis(type);

	switch (pick(rng, 8)) {
	case 0:
	case 1:
		return type_is_float(type) ? random_value(&axis, rng)
					   : any_size(&axis, rng);
	case 2:
	case 3:
		if (s->count)
			return near_operand(s, type, &axis, rng);
		/* fall through */
	default:
		return type_is_float(type) ? special_float(&axis, rng)
					   : special_integer(&axis, rng);
	}
}

coord starts_value(const struct starts *s, enum me_type type, const struct axis *axis,
		   gsl_rng *rng)
{
	coord c = type_value(s, type, rng), inside = axis_clamp(axis, c);

	/* In a narrow range, clamping would make almost all values its bounds. */
	return c == inside || pick(rng, 4) == 0 ? inside : random_value(axis, rng);
}

/* A value near c: some ulps, a bit, the sign, another scale. */
static coord starts_neighbour(enum me_type type, const struct axis *axis, coord c,
			      gsl_rng *rng)
{
	unsigned width = axis_width(axis);
	coord step = (coord)1 << pick(rng, width ? width : 1);

	switch (pick(rng, 4)) {
	case 0:
		return axis_add(axis, c, pick(rng, 2) ? step : -step);
	case 1: /* flip a bit: low bits of a word, whatever the sign */
		return axis_clamp(axis, c ^ step);
	case 2:
		return axis_negate(axis, c);
	default:
		return type_is_float(type)
			   ? axis_add(axis, c, (coord)pick(rng, 33) - 16)
			   : axis_clamp(axis, c * 2);
	}
}

/* Numbers of one moderate size. Near the minima of most smooth functions all
 * coordinates are moderate at the same time, which independent values of all sizes
 * rarely are. */
static void moderate_vector(const struct subject *f, gsl_rng *rng, coord *x)
{
	static const double sizes[] = {1, 10, 100};
	const double size = sizes[pick(rng, 3)];

	for (size_t i = 0; i < f->n; i++)
		x[i] = axis_from_double(&f->axes[i],
					size * (2 * gsl_rng_uniform(rng) - 1));
}

void starts_vector(const struct starts *s, const struct subject *f, gsl_rng *rng,
		   coord *x)
{
	if (f->n > 1 && pick(rng, 4) == 0) {
		moderate_vector(f, rng, x);
		return;
	}
	for (size_t i = 0; i < f->n; i++)
		x[i] = starts_value(s, f->types[i], &f->axes[i], rng);
}

/* A coordinate to change: where some are untainted, seldom one of them. */
static unsigned pick_coordinate(const struct scalar_taint *taint,
				const struct subject *f, gsl_rng *rng)
{
	unsigned i = pick(rng, (unsigned)f->n);

	for (int tries = TAINTED_TRIES;
	     tries && taint && scalar_taint_is_untainted(taint, f->axes, i); tries--)
		i = pick(rng, (unsigned)f->n);
	return i;
}

void starts_mutate(const struct starts *s, const struct scalar_taint *taint,
		   const struct subject *f, gsl_rng *rng, coord *x)
{
	unsigned n = (unsigned)f->n;
	unsigned changes = 1 + (pick(rng, 4) == 0 ? pick(rng, n) : 0);

	while (changes--) {
		unsigned i = pick_coordinate(taint, f, rng), j = pick(rng, n);
		unsigned kind = pick(rng, 4);
		if (kind == 0 && i != j && f->types[i] == f->types[j])
			x[i] = axis_clamp(&f->axes[i], x[j]);
		else if (kind == 1)
			x[i] = starts_value(s, f->types[i], &f->axes[i], rng);
		else
			x[i] = starts_neighbour(f->types[i], &f->axes[i], x[i], rng);
	}
}

/* ---- what a comparison asks for */

static int same_kind(enum me_type a, enum me_type b)
{
	return type_axis(a).kind == type_axis(b).kind;
}

/* The match found so far: a coordinate and its new value. */
struct equal {
	size_t coordinate;
	coord to;
	unsigned count; /* matches found; each is chosen with the same probability */
};

static void equalise_site(const struct subject *f, uint32_t site, gsl_rng *rng,
			  const coord *x, struct equal *e)
{
	const struct trace_site *seen = &trace.sites[site];
	enum me_type type = operand_type(trace.program->sites[site]->type);

	if (type == ME_VOID || seen->run != trace.run)
		return;
	coord from = type_from_bits(type, seen->operand[0]);
	coord to = type_from_bits(type, seen->operand[1]);
	for (size_t i = 0; i < f->n && from != to; i++) {
		const struct axis *axis = &f->axes[i];
		if (x[i] == from && same_kind(f->types[i], type) && to >= axis->low &&
		    to <= axis->high && pick(rng, ++e->count) == 0) {
			e->coordinate = i;
			e->to = to;
		}
	}
}

size_t starts_equalise(const struct subject *f, uint32_t site, gsl_rng *rng, coord *x)
{
	struct equal e = {STARTS_NONE, 0, 0};

	equalise_site(f, site, rng, x, &e);
	for (uint32_t i = 0; i < trace.record.data_count; i++)
		equalise_site(f, trace.data[i], rng, x, &e);
	if (e.coordinate != STARTS_NONE)
		x[e.coordinate] = e.to;
	return e.coordinate;
}
