/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/input/simple_vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/simple_number.h"
#include "value/type.h"
#include "mcmc/axis.h"

enum { PASSES_MOST = 20 };

/* What a coordinate is in a vector. */
enum role {
	ROLE_NONE, /* it is not passed, or says that a pointer is null */
	ROLE_SCALAR,
	ROLE_LENGTH, /* of an array */
	ROLE_ELEMENT, /* a number in an array */
	ROLE_CHARACTER,
	ROLE_BLANK, /* a character of a text that no zero ends: blanks do */
};

struct simplified_vector {
	const struct layout *layout;
	coord *x, *tried, *values; /* values: of an order, without repetition */
	unsigned char *roles;
	simple_vector_fn *fits;
	void *context;
	int is_over;
};

/* ---- roles */

static int is_text(const struct me_parameter *r)
{
	return r->flags & ME_PARAMETER_STRING || *r->literal == '\'';
}

/* Of the scalars of a field; `behind`: what follows its @ in the text of an element. */
static enum role role_of(const struct me_parameter *r, const struct me_field *field,
			 const char *behind, uint32_t length, int is_fortran)
{
	const int is_counted = strcmp(r->element, "@:1") == 0 &&
			       r->passing == ME_BY_POINTER &&
			       !(r->flags & ME_PARAMETER_STRING);

	if (is_text(r) || (*behind == ':' && field->type != ME_BOOL))
		return is_fortran || is_counted ? ROLE_BLANK : ROLE_CHARACTER;
	if (r->length_of != ME_NO_PARAMETER)
		return ROLE_LENGTH;
	return length > 1 || field->count > 1 ? ROLE_ELEMENT : ROLE_SCALAR;
}

/* Returns the coordinate behind the element. */
static size_t find_element_roles(const struct me_parameter *r, uint32_t length,
				 size_t at, int is_fortran, unsigned char *roles)
{
	enum me_type part[2];
	const char *text = r->element;

	for (uint32_t f = 0; f < r->field_count; f++) {
		const struct me_field *field = &r->fields[f];
		const size_t n = type_parts(field->type, part) * (size_t)field->count;
		text += strcspn(text, "@");
		text += *text == '@';
		memset(roles + at, role_of(r, field, text, length, is_fortran), n);
		at += n;
	}
	return at;
}

static void find_roles(const struct layout *l, const coord *x, unsigned char *roles)
{
	memset(roles, ROLE_NONE, l->n);
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const uint32_t length = layout_length(p, x);
		size_t at = p->first;
		for (uint32_t k = 0; k < length; k++)
			at = find_element_roles(p->record, length, at,
						l->entry->spelling != ME_SPELLING_C,
						roles);
	}
}

/* ---- attempts */

static long rank_of(const struct layout *l, const coord *x)
{
	long rank = 0;

	for (size_t i = 0; i < l->n; i++)
		rank += simple_number_rank(&l->axes[i], x[i]);
	return rank;
}

/* Whether what is tried fits; then it is the vector. */
static int take_tried(struct simplified_vector *v)
{
	const size_t size = v->layout->n * sizeof *v->x;

	if (v->is_over || !memcmp(v->x, v->tried, size))
		return 0;
	const int fits = v->fits(v->context, v->tried);
	v->is_over = fits < 0;
	if (fits <= 0)
		return 0;
	memcpy(v->x, v->tried, size);
	find_roles(v->layout, v->x, v->roles);
	return 1;
}

/* Only where it is simpler. */
static int take_simpler(struct simplified_vector *v)
{
	return rank_of(v->layout, v->tried) < rank_of(v->layout, v->x) && take_tried(v);
}

static void begin_attempt(struct simplified_vector *v)
{
	memcpy(v->tried, v->x, v->layout->n * sizeof *v->x);
}

/* ---- zeros */

static void clear_unused(struct simplified_vector *v)
{
	const struct layout *l = v->layout;

	begin_attempt(v);
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const size_t n = layout_element_size(p->record);
		for (size_t k = n * layout_length(p, v->x); k < n * p->record->count;
		     k++)
			v->tried[p->first + k] = axis_clamp(&l->axes[p->first + k], 0);
	}
	take_tried(v);
}

static void clear_block(struct simplified_vector *v, size_t from, size_t end)
{
	begin_attempt(v);
	for (size_t i = from; i < end; i++)
		v->tried[i] = axis_clamp(&v->layout->axes[i], 0);
	take_tried(v);
}

/* Halves of the parameter's scalars, quarters ... become 0, at last single ones. */
static void clear_parts(struct simplified_vector *v, const struct layout_parameter *p)
{
	enum { PARTS_MOST = 64 };
	const size_t n = layout_element_size(p->record) * p->record->count;
	const size_t end = p->first + n;

	for (size_t size = n; size >= 1 && size >= n / PARTS_MOST; size /= 2)
		for (size_t i = p->first; i < end; i += size)
			clear_block(v, i, i + size < end ? i + size : end);
}

static void clear_blocks(struct simplified_vector *v)
{
	const struct layout *l = v->layout;

	clear_block(v, 0, l->n);
	for (size_t i = 0; i < l->parameter_count; i++)
		clear_parts(v, &l->parameters[i]);
}

/* All characters of texts become one letter. */
static void letter_texts(struct simplified_vector *v)
{
	begin_attempt(v);
	for (size_t i = 0; i < v->layout->n; i++)
		if (v->roles[i] >= ROLE_CHARACTER && v->x[i])
			v->tried[i] = axis_clamp(&v->layout->axes[i], 'a');
	take_tried(v);
}

/* ---- orders */

enum others { OTHERS_NONE, OTHERS_NOT_ZERO, OTHERS_ALL };

/* Numbers that become others of the same order. */
struct order {
	enum me_type type;
	size_t first, end; /* coordinates whose values are counted */
	size_t count; /* of these values */
	int others; /* those outside of [first, end) change, too: enum others */
	int signs; /* negative numbers stay negative */
};

static int belongs_to(const struct simplified_vector *v, const struct order *o,
		      size_t i)
{
	return v->layout->types[i] == o->type &&
	       (v->roles[i] == ROLE_ELEMENT || v->roles[i] == ROLE_SCALAR);
}

/* Both zeros of a float are one. */
static coord value_of(const struct simplified_vector *v, size_t i)
{
	return v->x[i] == -1 && v->layout->axes[i].kind != AXIS_INTEGER ? 0 : v->x[i];
}

static int compare_values(const void *a, const void *b)
{
	const coord *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

static void find_values(struct simplified_vector *v, struct order *o)
{
	size_t n = 0, count = 0;

	for (size_t i = o->first; i < o->end; i++)
		if (belongs_to(v, o, i))
			v->values[n++] = value_of(v, i);
	qsort(v->values, n, sizeof *v->values, compare_values);
	for (size_t i = 0; i < n; i++)
		if (!i || v->values[i] != v->values[count - 1])
			v->values[count++] = v->values[i];
	o->count = count;
}

/* How many of the values are below c; *is_one: c is one of them. */
static size_t values_below(const struct simplified_vector *v, const struct order *o,
			   coord c, int *is_one)
{
	size_t n = 0;

	while (n < o->count && v->values[n] < c)
		n++;
	*is_one = n < o->count && v->values[n] == c;
	return n;
}

/* The number with that many of the values below it. */
static long double number_at(const struct simplified_vector *v, const struct order *o,
			     coord c)
{
	int is_one, zero_is_one;
	const size_t below = values_below(v, o, c, &is_one);
	const size_t negative = values_below(v, o, 0, &zero_is_one);

	if (o->signs)
		return (long double)below - (long double)negative +
		       (c > 0 && !zero_is_one);
	if (is_one)
		return (long double)below + 1;
	return !below ? 0 : (long double)below + (below < o->count ? 0.5L : 1);
}

static int changes(const struct simplified_vector *v, const struct order *o, size_t i)
{
	if (!belongs_to(v, o, i) || (i >= o->first && i < o->end))
		return belongs_to(v, o, i);
	return o->others == OTHERS_ALL ||
	       (o->others == OTHERS_NOT_ZERO && value_of(v, i) != 0);
}

static int try_order(struct simplified_vector *v, const struct order *o)
{
	const struct axis *axes = v->layout->axes;

	begin_attempt(v);
	for (size_t i = 0; i < v->layout->n; i++)
		if (changes(v, o, i))
			v->tried[i] = axis_clamp(
			    &axes[i], axis_from_long_double(
					  &axes[i], number_at(v, o, value_of(v, i))));
	return take_simpler(v);
}

/* Where several are 0 these stay. */
static int has_zeros(const struct simplified_vector *v, const struct order *o)
{
	size_t n = 0;

	for (size_t i = o->first; i < o->end; i++)
		n += belongs_to(v, o, i) && value_of(v, i) == 0;
	return n > 1;
}

/* Those of one array, in which all are of one type. */
static void order_array(struct simplified_vector *v, const struct layout_parameter *p)
{
	static const int others[] = {OTHERS_NOT_ZERO, OTHERS_ALL, OTHERS_NONE};
	const size_t n = layout_element_size(p->record) * layout_length(p, v->x);
	struct order o = {.first = p->first, .end = p->first + n};

	if (n < 2 || v->roles[p->first] != ROLE_ELEMENT)
		return;
	o.type = v->layout->types[p->first];
	find_values(v, &o);
	if (o.count < 2)
		return;
	o.signs = has_zeros(v, &o);
	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		o.others = others[k];
		if (try_order(v, &o))
			return;
	}
}

static void order_type(struct simplified_vector *v, enum me_type type)
{
	struct order o = {.type = type, .end = v->layout->n, .signs = 1};

	find_values(v, &o);
	if (o.count < 2 || try_order(v, &o) || has_zeros(v, &o))
		return;
	o.signs = 0;
	try_order(v, &o);
}

static void order_numbers(struct simplified_vector *v)
{
	const struct layout *l = v->layout;
	unsigned seen = 0;

	for (size_t i = 0; i < l->parameter_count; i++)
		order_array(v, &l->parameters[i]);
	for (size_t i = 0; i < l->n; i++) {
		if (!(seen & 1u << l->types[i]) && l->types[i] != ME_BOOL &&
		    !simple_vector_is_plain(l, v->x))
			order_type(v, l->types[i]);
		seen |= 1u << l->types[i];
	}
}

/* ---- digits */

/* Of all numbers that are passed. */
static void shorten_all(struct simplified_vector *v)
{
	static const unsigned char digits[] = {1, 2, 3, 6};
	const struct axis *axes = v->layout->axes;

	for (size_t k = 0; k < sizeof digits; k++) {
		begin_attempt(v);
		for (size_t i = 0; i < v->layout->n; i++)
			if (!simple_number_is_plain(&axes[i], v->x[i]))
				v->tried[i] =
				    simple_number_shorten(&axes[i], v->x[i], digits[k]);
		if (take_simpler(v))
			return;
	}
}

/* ---- sizes */

/* All floats of the coordinate's type divided by its size, with few digits. */
static int try_scale(struct simplified_vector *v, size_t by)
{
	enum { DIGITS = 6 };
	const struct axis *axes = v->layout->axes;
	const long double size = fabsl(axis_to_long_double(axes[by].kind, v->x[by]));

	begin_attempt(v);
	for (size_t i = 0; i < v->layout->n; i++) {
		if (v->layout->types[i] != v->layout->types[by] || !v->roles[i])
			continue;
		const long double number = axis_to_long_double(axes[i].kind, v->x[i]);
		v->tried[i] = axis_clamp(
		    &axes[i], axis_from_long_double(&axes[i], number / size));
		v->tried[i] = simple_number_shorten(&axes[i], v->tried[i], DIGITS);
	}
	return take_simpler(v);
}

/* What is a ratio of numbers stays one. */
static void scale_numbers(struct simplified_vector *v)
{
	enum { MOST = 8 };
	const struct layout *l = v->layout;
	unsigned tries = 0;

	for (size_t i = 0; i < l->n && tries < MOST; i++) {
		if (!v->roles[i] || !type_is_float(l->types[i]) ||
		    l->axes[i].kind == AXIS_INTEGER ||
		    simple_number_is_plain(&l->axes[i], v->x[i]))
			continue;
		tries++;
		if (try_scale(v, i))
			return;
	}
}

/* ---- one scalar after the other */

/* Letters and digits are simpler than others. */
static int simplify_character(struct simplified_vector *v, size_t i)
{
	static const char of_c[] = {0, 'a', '1', '0', ' ', 'A', 'x', '.', '-'},
			  of_blanks[] = {' ', 'a', '1', '0', 'A', 'x', '.', '-', 0};
	const char *simple = v->roles[i] == ROLE_BLANK ? of_blanks : of_c;

	for (size_t k = 0; k < sizeof of_c && v->x[i] != simple[k]; k++) {
		begin_attempt(v);
		v->tried[i] = axis_clamp(&v->layout->axes[i], simple[k]);
		if (take_tried(v))
			return 1;
	}
	return 0;
}

static int simplify_number(struct simplified_vector *v, size_t i)
{
	coord simpler[SIMPLE_NUMBERS];
	const size_t count = simple_numbers(&v->layout->axes[i], v->x[i], simpler);

	for (size_t k = 0; k < count && !v->is_over; k++) {
		begin_attempt(v);
		v->tried[i] = simpler[k];
		if (take_tried(v))
			return 1;
	}
	return 0;
}

static int simplify_scalar(struct simplified_vector *v, size_t i)
{
	const struct axis *axis = &v->layout->axes[i];

	if (v->x[i] == axis_clamp(axis, 0))
		return 0;
	if (v->roles[i] >= ROLE_CHARACTER)
		return simplify_character(v, i);
	if (v->roles[i] == ROLE_ELEMENT && simple_number_is_small(axis, v->x[i]))
		return 0;
	return simplify_number(v, i);
}

static int simplify_scalars(struct simplified_vector *v, int plain_too)
{
	int changed = 0;

	for (size_t i = 0; i < v->layout->n && !v->is_over; i++)
		if (plain_too || v->roles[i] == ROLE_LENGTH ||
		    !simple_number_is_plain(&v->layout->axes[i], v->x[i]))
			changed |= simplify_scalar(v, i);
	return changed;
}

/* Blanks in the place of zeros, at once or one by one. */
static void blank_texts(struct simplified_vector *v)
{
	const size_t n = v->layout->n;

	begin_attempt(v);
	for (size_t i = 0; i < n; i++)
		if (v->roles[i] == ROLE_BLANK && !v->x[i])
			v->tried[i] = ' ';
	if (take_tried(v))
		return;
	for (size_t i = 0; i < n && !v->is_over; i++)
		if (v->roles[i] == ROLE_BLANK && !v->x[i])
			simplify_character(v, i);
}

/* ---- */

static void simplify(struct simplified_vector *v)
{
	find_roles(v->layout, v->x, v->roles);
	clear_unused(v);
	letter_texts(v);
	clear_blocks(v);
	order_numbers(v);
	shorten_all(v);
	scale_numbers(v);
	simplify_scalars(v, 0);
	for (int k = 0; k < PASSES_MOST && simplify_scalars(v, 1); k++)
		clear_unused(v);
	blank_texts(v);
}

int simple_vector_find(const struct layout *l, coord *x, simple_vector_fn *fits,
		       void *context)
{
	struct simplified_vector v = {
	    .layout = l, .x = x, .fits = fits, .context = context};

	v.tried = calloc(l->n + 1, sizeof *v.tried);
	v.values = calloc(l->n + 1, sizeof *v.values);
	v.roles = calloc(l->n + 1, 1);
	const int err = v.tried && v.values && v.roles ? 0 : -1;
	if (!err)
		simplify(&v);
	free(v.tried);
	free(v.values);
	free(v.roles);
	return err;
}

/* ---- plain numbers */

static int is_passed(const struct layout *l, const coord *x, size_t i)
{
	const struct layout_parameter *p = layout_owner(l, x, i);

	return p && !is_text(p->record);
}

int simple_vector_is_plain(const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->n; i++)
		if (!simple_number_is_plain(&l->axes[i], x[i]) && is_passed(l, x, i))
			return 0;
	return 1;
}

static unsigned draw(uint32_t *state, unsigned n)
{
	*state = *state * 1664525 + 1013904223;
	return (*state >> 8) % n;
}

/* Of every second draw mostly zeros and ones. */
static long double draw_number(uint32_t *state, int is_sparse)
{
	static const signed char few[] = {0, 0, 0, 0, 1, 1, 1, -1, 2, 3};
	static const short most[] = {3, 10, 10, 100, 1000};

	if (is_sparse)
		return few[draw(state, sizeof few)];
	const long double size = draw(state, (unsigned)most[draw(state, 5)] + 1);
	const long double part = draw(state, 3) ? 0 : draw(state, 10) / 10.0L;
	return draw(state, 3) ? size + part : -size - part;
}

void simple_vector_draw(const struct layout *l, unsigned turn, coord *x)
{
	uint32_t state = turn * 2654435761u + 1;

	for (size_t i = 0; i < l->n; i++) {
		const struct axis *axis = &l->axes[i];
		if (!is_passed(l, x, i) ||
		    (simple_number_is_plain(axis, x[i]) && draw(&state, 2)))
			continue;
		x[i] = axis_clamp(
		    axis, axis_from_long_double(axis, draw_number(&state, turn % 2)));
	}
}

/* Large and small ones, and what is between. */
static coord draw_finite(const struct axis *axis, uint32_t *state)
{
	static const short exponents[] = {0,   1,   4,	 10,  24,   53,	  64,	127,
					  300, 511, 600, 900, 1000, 1023, 5000, 16383};
	enum {
		COUNT = sizeof exponents / sizeof *exponents,
		DIGITS = 1000,
		TRIES = 64
	};
	coord c = axis_clamp(axis, 0);

	for (int i = 0; i < TRIES; i++) {
		const int exponent = exponents[draw(state, COUNT)];
		const long double size =
		    ldexpl(1 + draw(state, DIGITS) / (long double)DIGITS,
			   draw(state, 4) ? exponent : -exponent);
		c = axis_clamp(
		    axis, axis_from_long_double(axis, draw(state, 2) ? size : -size));
		if (isfinite(axis_to_long_double(axis->kind, c)))
			break;
	}
	return c;
}

void simple_vector_draw_finite(const struct layout *l, unsigned turn, coord *x)
{
	enum { OTHERS = 4 }; /* one of so many changes, too */
	uint32_t state = turn * 2654435761u + 3;

	for (size_t i = 0; i < l->n; i++) {
		const struct axis *axis = &l->axes[i];
		if (axis->kind == AXIS_INTEGER || !is_passed(l, x, i) ||
		    (isfinite(axis_to_long_double(axis->kind, x[i])) &&
		     draw(&state, OTHERS)))
			continue;
		x[i] = draw_finite(axis, &state);
	}
}

void simple_vector_give(const struct layout *l, size_t parameter, const coord *from,
			coord *x)
{
	const struct layout_parameter *p = &l->parameters[parameter];
	const size_t n = layout_element_size(p->record) * p->record->count;

	memcpy(x + p->first, from + p->first, n * sizeof *x);
	if (p->length != LAYOUT_NONE)
		x[p->length] = from[p->length];
}
