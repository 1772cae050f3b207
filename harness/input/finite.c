/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/input/finite.h"

#include <math.h>

#include "value/type.h"

/* By its bits: the program may change what comparisons of floats do. */
static enum finite_kind kind_of(long double value)
{
	return __builtin_isnan(value)	? FINITE_NAN
	       : __builtin_isinf(value) ? FINITE_INFINITE
					: FINITE_ALL;
}

static int is_judged(enum me_type type)
{
	return type == ME_F32 || type == ME_F64 || type == ME_F80;
}

static int has_finite_arguments(const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->n; i++)
		if (type_is_float(l->types[i]) && layout_owner(l, x, i) &&
		    (!is_judged(l->types[i]) ||
		     kind_of(type_number(l->types[i], x[i]))))
			return 0;
	return 1;
}

/* Whole numbers that are returned say whether it has succeeded. */
static int is_success(const struct layout *l)
{
	const enum me_type type = (enum me_type)l->entry->result;

	if (type == ME_VOID || type_is_float(type))
		return 1;
	for (size_t i = 0; i < type_memory_size(type); i++)
		if (l->result[i])
			return 0;
	return 1;
}

static enum finite_kind judge_result(const struct layout *l)
{
	const enum me_type type = (enum me_type)l->entry->floats;

	for (size_t i = 0; i < l->entry->float_count; i++) {
		const enum finite_kind kind = kind_of(type_number(
		    type,
		    type_load_memory(type, l->result + i * type_memory_size(type))));
		if (kind)
			return kind;
	}
	return FINITE_ALL;
}

static enum finite_kind judge_pointed(const struct layout *l, const coord *x,
				      const char **what)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!is_judged(l->types[i]) || !arguments_overwritten(l, x, i))
			continue;
		const struct layout_parameter *p = layout_owner(l, x, i);
		const enum finite_kind kind = kind_of(type_number(
		    l->types[i],
		    type_load_memory(l->types[i], arguments_pointed(l, p, i))));
		*what = p->record->name;
		if (kind)
			return kind;
	}
	return FINITE_ALL;
}

enum finite_kind finite_judge(const struct layout *l, const coord *x, const char **what)
{
	if (!is_success(l) || !has_finite_arguments(l, x))
		return FINITE_ALL;
	const enum finite_kind kind = judge_result(l);
	*what = "the result";
	return kind ? kind : judge_pointed(l, x, what);
}

int finite_may_fail(const struct layout *l)
{
	enum { COORDINATES_MOST = 256 };
	int has = l->entry->float_count > 0;

	for (size_t i = 0; i < l->n; i++)
		has |= is_judged(l->types[i]);
	return has && l->n <= COORDINATES_MOST;
}

double finite_extent(const struct layout *l, const coord *x)
{
	double most = 0;

	for (size_t i = 0; i < l->n; i++) {
		const long double value =
		    is_judged(l->types[i]) && layout_owner(l, x, i)
			? type_number(l->types[i], x[i])
			: 0;
		const double extent =
		    value != 0 ? fabs((double)log2l(fabsl(value))) : 0;
		most = extent > most ? extent : most;
	}
	return most;
}
