/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - bytes and vectors of an entry's input. */
#include "value/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "value/type.h"

/* ---- an entry, as its target describes it */

const struct entry_flag entry_flags[] = {
    {"nullable", ME_PARAMETER_NULLABLE},
    {"string", ME_PARAMETER_STRING},
    {"described", ME_PARAMETER_DESCRIBED},
    {"extent", ME_PARAMETER_EXTENT},
    {"alias", ME_PARAMETER_ALIAS},
    {"global", ME_PARAMETER_GLOBAL},
    {"default", ME_PARAMETER_DEFAULT},
    {"restrict", ME_PARAMETER_RESTRICT},
    {"const", ME_PARAMETER_CONST},
    {"default_range", ME_PARAMETER_DEFAULT_RANGE},
    {"assumed", ME_PARAMETER_ASSUMED},
    {"guessed", ME_PARAMETER_GUESSED},
    {NULL, 0},
};

size_t entry_element_size(const struct me_parameter *p)
{
	size_t size = 0;

	for (size_t i = 0; i < p->field_count; i++)
		size += p->fields[i].count * type_scalar_size(p->fields[i].type);
	return size;
}

/* Signed and unsigned integers are one type here. */
static enum me_type scalar_class(enum me_type type)
{
	return type >= ME_U8 && type <= ME_U64 ? type - ME_U8 + ME_I8
	       : type == ME_U128	       ? ME_I128
					       : type;
}

static bool has_scalar(const struct me_parameter *p, enum me_type type)
{
	for (size_t i = 0; i < p->field_count; i++)
		if (scalar_class(p->fields[i].type) == type)
			return true;
	return false;
}

bool entry_may_share(const struct me_parameter *a, const struct me_parameter *b)
{
	if (a->passing != ME_BY_POINTER || b->passing != ME_BY_POINTER ||
	    (a->flags | b->flags) & ME_PARAMETER_RESTRICT)
		return false;
	if (has_scalar(a, ME_I8) || has_scalar(b, ME_I8))
		return true;
	for (size_t i = 0; i < a->field_count; i++)
		if (has_scalar(b, scalar_class(a->fields[i].type)))
			return true;
	return false;
}

size_t entry_file_size(const struct entry *entry)
{
	size_t size = 0;

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		size += !!(p->flags & ME_PARAMETER_NULLABLE) +
			p->count * entry_element_size(p);
	}
	return size;
}

/* ---- coordinates */

size_t layout_element_size(const struct me_parameter *r)
{
	size_t n = 0;

	for (uint32_t i = 0; i < r->field_count; i++) {
		enum me_type part[2];
		n += type_parts(r->fields[i].type, part) * (size_t)r->fields[i].count;
	}
	return n;
}

static size_t coordinates_of(const struct me_parameter *r)
{
	return r->count * layout_element_size(r) + !!(r->flags & ME_PARAMETER_NULLABLE);
}

static struct axis field_axis(const struct me_field *field, enum me_type type)
{
	struct axis axis = type_axis(type);

	if (field->flags & ME_FIELD_RANGE) {
		axis.low = type_load_memory(type, field->low);
		axis.high = type_load_memory(type, field->high);
	}
	return axis;
}

static void add_coordinate(struct layout *l, enum me_type type, struct axis axis)
{
	l->types[l->n] = type;
	l->axes[l->n++] = axis;
	l->file_size += type_file_size(type);
}

static void add_element(struct layout *l, const struct me_parameter *r)
{
	for (uint32_t i = 0; i < r->field_count; i++) {
		const struct me_field *field = &r->fields[i];
		enum me_type part[2];
		unsigned parts = type_parts(field->type, part);
		for (size_t k = 0; k < parts * (size_t)field->count; k++)
			add_coordinate(l, part[k % parts],
				       field_axis(field, part[k % parts]));
	}
}

static void place_coordinates(struct layout *l, struct layout_parameter *p)
{
	const struct me_parameter *r = p->record;

	p->offset = l->file_size;
	p->null = p->length = p->length_null = p->alias = LAYOUT_NONE;
	p->capacity = r->count;
	if (r->flags & ME_PARAMETER_NULLABLE) {
		p->null = l->n;
		add_coordinate(l, ME_BOOL, type_axis(ME_BOOL));
	}
	p->first = l->n;
	for (uint32_t k = 0; k < r->count; k++)
		add_element(l, r);
}

/* A parameter that is the number of another one's elements is at most their count. It is
 * negative only where its range says so; then there are no elements. */
static void couple(struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		uint32_t of = p->record->length_of;
		if (of == ME_NO_PARAMETER)
			continue;
		struct axis *axis = &l->axes[p->first];
		coord count = l->parameters[of].record->count;
		if (l->parameters[of].length == LAYOUT_NONE)
			l->parameters[of].length = p->first;
		l->parameters[of].length_count++;
		if (axis->low < 0 && !(p->record->fields->flags & ME_FIELD_RANGE))
			axis->low = 0;
		if (axis->high > count)
			axis->high = count;
		if (axis->low > axis->high)
			axis->low = axis->high;
	}
}

/* Whether a null pointer may have elements by its length: who only guessed that it has this length
 * cannot know that null means none. */
static int keeps_length(const struct layout_parameter *p)
{
	return (p->record->flags & ME_PARAMETER_ASSUMED) != 0;
}

/* Arrays that have the length of another one. */
static void share_lengths(struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		struct layout_parameter *p = &l->parameters[i];
		if (!p->record->counted_by)
			continue;
		const struct layout_parameter *n =
		    &l->parameters[p->record->counted_by - 1];
		const uint32_t of = n->record->length_of;
		p->length = n->first;
		p->length_count = 1;
		p->length_null =
		    of != ME_NO_PARAMETER && !keeps_length(&l->parameters[of])
			? l->parameters[of].null
			: LAYOUT_NONE;
		if (l->axes[n->first].high > p->record->count)
			l->axes[n->first].high = p->record->count;
	}
}

/* Arrays that may lie in another one, whose buffer then has room for both, and for an element in
 * front. */
static void place_aliases(struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *a = &l->parameters[i];
		if (!(a->record->flags & ME_PARAMETER_ALIAS))
			continue;
		struct layout_parameter *p = &l->parameters[a->record->placed],
					*of = &l->parameters[a->record->inside];
		const uint32_t most = p->record->count + 1, own = of->record->count;
		const uint32_t wanted = 1 + (most > own ? most : own);
		p->alias = a->first;
		p->inside = of;
		of->capacity = of->capacity < wanted ? wanted : of->capacity;
		l->has_aliases = 1;
	}
}

int layout_init(struct layout *l, const struct me_parameter *parameters, size_t count)
{
	size_t n = 0;

	memset(l, 0, sizeof *l);
	l->parameter_count = count;
	for (size_t i = 0; i < count; i++)
		n += coordinates_of(&parameters[i]);
	l->parameters = calloc(count + 1, sizeof *l->parameters);
	l->axes = calloc(n + 1, sizeof *l->axes);
	l->types = calloc(n + 1, sizeof *l->types);
	if (!l->parameters || !l->axes || !l->types)
		return -1;
	for (size_t i = 0; i < count; i++) {
		l->parameters[i].record = &parameters[i];
		place_coordinates(l, &l->parameters[i]);
	}
	couple(l);
	share_lengths(l);
	place_aliases(l);
	return 0;
}

void layout_done(struct layout *l)
{
	free(l->parameters);
	free(l->axes);
	free(l->types);
	memset(l, 0, sizeof *l);
}

/* ---- bytes */

void layout_decode(const struct layout *l, const unsigned char *bytes, size_t size,
		   coord *x)
{
	size_t offset = 0;

	for (size_t i = 0; i < l->n; i++) {
		unsigned char whole[16] = {0};
		size_t want = type_file_size(l->types[i]);
		size_t have = offset < size ? size - offset : 0;
		if (have)
			memcpy(whole, bytes + offset, have < want ? have : want);
		x[i] = axis_clamp(&l->axes[i], type_load(l->types[i], whole));
		offset += want;
	}
}

void layout_encode(const struct layout *l, const coord *x, unsigned char *bytes)
{
	for (size_t i = 0; i < l->n; i++) {
		type_store(l->types[i], x[i], bytes);
		bytes += type_file_size(l->types[i]);
	}
}

int layout_is_null(const struct layout_parameter *p, const coord *x)
{
	return p->null != LAYOUT_NONE && x[p->null];
}

uint32_t layout_length(const struct layout_parameter *p, const coord *x)
{
	if (layout_is_null(p, x))
		return 0;
	if (p->length == LAYOUT_NONE)
		return p->record->count;
	if (p->length_null != LAYOUT_NONE && x[p->length_null])
		return 0;
	uint32_t n = 1;
	for (size_t k = 0; k < p->length_count; k++)
		n *= x[p->length + k] < 0 ? 0 : (uint32_t)x[p->length + k];
	return n;
}

const struct layout_parameter *layout_inside(const struct layout *l,
					     const struct layout_parameter *p,
					     const coord *x, long *behind)
{
	static const signed char behind_by[] = {
	    [ME_ALIAS_EQUAL] = 0, [ME_ALIAS_BEHIND] = 1, [ME_ALIAS_BEFORE] = -1};

	if (!l->has_aliases || p->alias == LAYOUT_NONE || x[p->alias] == ME_APART ||
	    layout_is_null(p, x) || layout_is_null(p->inside, x))
		return NULL;
	*behind = behind_by[x[p->alias]];
	/* No array begins behind or before one without elements. */
	if (!layout_length(*behind < 0 ? p : p->inside, x))
		*behind = 0;
	return p->inside;
}

struct layout_region layout_region(const struct layout *l,
				   const struct layout_parameter *p, const coord *x)
{
	struct layout_region r = {p, p, 0, 0, layout_length(p, x)};
	long behind;

	for (size_t i = 0; l->has_aliases && i < l->parameter_count; i++) {
		const struct layout_parameter *q = &l->parameters[i];
		if (layout_inside(l, q, x, &behind) != p)
			continue;
		const long end = behind + (long)layout_length(q, x);
		r.others++;
		if (behind < r.low) {
			r.low = behind;
			r.holder = q;
		}
		r.high = end > r.high ? end : r.high;
	}
	return r;
}

const struct layout_parameter *layout_element(const struct layout *l,
					      const struct layout_region *r,
					      const coord *x, long i, long *k)
{
	long behind = 0;

	*k = i;
	if (i >= 0 && i < (long)layout_length(r->of, x))
		return r->of;
	for (size_t n = 0; n < l->parameter_count; n++) {
		const struct layout_parameter *q = &l->parameters[n];
		if (layout_inside(l, q, x, &behind) != r->of)
			continue;
		*k = i - behind;
		if (*k >= 0 && *k < (long)layout_length(q, x))
			return q;
	}
	return NULL;
}

void layout_print_shape(const struct layout *l, const struct layout_parameter *p,
			const coord *x, char *out, size_t size)
{
	size_t at = 0;

	*out = 0;
	for (size_t k = 0, n = 0; k < l->parameter_count && p->length_count > 1; k++) {
		const struct layout_parameter *e = &l->parameters[k];
		if (!(e->record->flags & ME_PARAMETER_EXTENT) ||
		    &l->parameters[e->record->length_of] != p || at >= size)
			continue;
		at += (size_t)snprintf(out + at, size - at, "%s%lld", n++ ? ", " : "",
				       x ? (long long)x[e->first]
					 : (long long)*(const int64_t *)e->memory);
	}
}

coord layout_passed(const struct layout *l, const struct layout_parameter *p, size_t i,
		    const coord *x)
{
	const uint32_t of = p->record->length_of;

	return of != ME_NO_PARAMETER && layout_is_null(&l->parameters[of], x) &&
		       !keeps_length(&l->parameters[of])
		   ? 0
		   : x[i];
}

/* Whether another array that p lies in has the element of its own. */
static int is_hidden(const struct layout *l, const struct layout_parameter *p,
		     const coord *x, size_t i)
{
	long behind;
	const struct layout_parameter *of = layout_inside(l, p, x, &behind);

	if (!of)
		return 0;
	behind += (long)((i - p->first) / layout_element_size(p->record));
	return behind >= 0 && behind < (long)layout_length(of, x);
}

const struct layout_parameter *layout_owner(const struct layout *l, const coord *x,
					    size_t i)
{
	for (const struct layout_parameter *p = l->parameters;
	     p < l->parameters + l->parameter_count; p++)
		if (i >= p->first &&
		    i - p->first < layout_element_size(p->record) * layout_length(p, x))
			return is_hidden(l, p, x, i) ? NULL : p;
	return NULL;
}

int layout_is_finite(const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->axes[i].kind != AXIS_INTEGER && layout_owner(l, x, i) &&
		    !isfinite(axis_to_long_double(l->axes[i].kind, x[i])))
			return 0;
	return 1;
}
