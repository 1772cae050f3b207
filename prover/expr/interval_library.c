/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval_library.c - functions of the mathematical library over intervals: the machine's
 * own library computes them at the ends of where they are monotone. Its results, and those
 * of the program's library in any rounding mode, are taken to be within half of
 * LIBRARY_ULPS of the exact ones: glibc's manual names at most 10 ("Known Maximum Errors in
 * Math Functions").
 */
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "prover/expr/interval.h"
#include "prover/expr/node.h"

enum { LIBRARY_ULPS = 32 };

enum monotony { RISES, FALLS, RISES_FROM_0, FALLS_FROM_0 };

static const struct library_range {
	const char *name; /* for float, followed by an f */
	enum monotony shape; /* of a number, or of its magnitude: ..._FROM_0 */
	double limit; /* up to that magnitude */
	double low, high; /* of the arguments whose result is no NaN */
	/* Of all results, and an argument and its result: exact to nearest. In other modes
	 * expf of a tiny negative number is more than 1. */
	double least, most;
	double fixed, value;
} ranges[] = {
#define ALL -INFINITY, INFINITY
    {"exp", RISES, INFINITY, ALL, 0, INFINITY, 0, 1},
    {"exp2", RISES, INFINITY, ALL, 0, INFINITY, 0, 1},
    {"exp10", RISES, INFINITY, ALL, 0, INFINITY, 0, 1},
    {"expm1", RISES, INFINITY, ALL, -1, INFINITY, 0, 0},
    {"log", RISES, INFINITY, 0, INFINITY, ALL, 1, 0},
    {"log2", RISES, INFINITY, 0, INFINITY, ALL, 1, 0},
    {"log10", RISES, INFINITY, 0, INFINITY, ALL, 1, 0},
    {"log1p", RISES, INFINITY, -1, INFINITY, ALL, 0, 0},
    {"sinh", RISES, INFINITY, ALL, ALL, 0, 0},
    {"cosh", RISES_FROM_0, INFINITY, ALL, 1, INFINITY, 0, 1},
    {"tanh", RISES, INFINITY, ALL, -1, 1, 0, 0},
    {"asinh", RISES, INFINITY, ALL, ALL, 0, 0},
    {"acosh", RISES, INFINITY, 1, INFINITY, 0, INFINITY, 1, 0},
    {"atanh", RISES, INFINITY, -1, 1, ALL, 0, 0},
    {"sin", RISES, 1.5, -DBL_MAX, DBL_MAX, -1, 1, 0, 0},
    {"cos", FALLS_FROM_0, 3, -DBL_MAX, DBL_MAX, -1, 1, 0, 1},
    {"tan", RISES, 1.5, -DBL_MAX, DBL_MAX, ALL, 0, 0},
    {"asin", RISES, INFINITY, -1, 1, -1.6, 1.6, 0, 0},
    {"acos", FALLS, INFINITY, -1, 1, 0, 3.2, 1, 0},
    {"atan", RISES, INFINITY, ALL, -1.6, 1.6, 0, 0},
    {"cbrt", RISES, INFINITY, ALL, ALL, 0, 0},
    {"erf", RISES, INFINITY, ALL, -1, 1, 0, 0},
    {"erfc", FALLS, INFINITY, ALL, 0, 2, 0, 1},
#undef ALL
};

/* Whether it is the function, of float or double. */
static bool is_named(const struct native_function *f, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(f->name, name, n) == 0 &&
	       strcmp(f->name + n, f->bits == 32 ? "f" : "") == 0;
}

static const struct library_range *range_of(const struct native_function *f)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (is_named(f, ranges[i].name))
			return &ranges[i];
	return NULL;
}

/* How far the exact result may be, and those of others. */
static double margin(const struct native_function *f, double result)
{
	const bool is_f32 = f->bits == 32;
	const double size = fmin(fabs(result), is_f32 ? FLT_MAX : DBL_MAX);

	return LIBRARY_ULPS * ((is_f32 ? FLT_EPSILON : DBL_EPSILON) * size +
			       (is_f32 ? 0x1p-149 : 0x1p-1074));
}

/* Of numbers to nearest, as most programs call it. */
static double call_at(const struct native_function *f, double x, double y)
{
	const int mode = fegetround();
	const unsigned sort = SORT_FLOAT + f->bits;
	const uint64_t arguments[NATIVE_ARGUMENTS] = {node_bits(sort, x),
						      node_bits(sort, y)};

	fesetround(FE_TONEAREST);
	const double result = node_number(sort, native_function_call(f, arguments));
	fesetround(mode);
	return result;
}

/* What is exact to nearest, rounded outward. */
static double nearly(const struct native_function *f, bool nearest, double x, int sign)
{
	return nearest || x == 0 || isinf(x) ? x : x + sign * margin(f, x);
}

static double below(const struct native_function *f, double result)
{
	return fmin(result, f->bits == 32 ? FLT_MAX : DBL_MAX) - margin(f, result);
}

static double above(const struct native_function *f, double result)
{
	return fmax(result, f->bits == 32 ? -FLT_MAX : -DBL_MAX) + margin(f, result);
}

/* Bounds where it rises or falls from one end to the other. */
static void bound(const struct native_function *f, const struct library_range *r,
		  bool nearest, double from, double to, struct value_interval *i)
{
	const bool falls = r->shape == FALLS || r->shape == FALLS_FROM_0;
	const double low = below(f, call_at(f, falls ? to : from, 0)),
		     high = above(f, call_at(f, falls ? from : to, 0));

	i->from = fmax(i->from, low);
	i->to = fmin(i->to, high);
	if (falls ? to <= r->fixed : from >= r->fixed)
		i->from = fmax(i->from, nearly(f, nearest, r->value, -1));
	if (falls ? from >= r->fixed : to <= r->fixed)
		i->to = fmin(i->to, nearly(f, nearest, r->value, 1));
}

static bool bound_one(const struct native_function *f, const struct value_interval *x,
		      bool nearest, struct value_interval *i)
{
	const struct library_range *r = range_of(f);

	if (!r)
		return false;
	double from = fmax(x->from, r->low), to = fmin(x->to, r->high);
	*i = interval_of_none(x->may_be_nan || from > x->from || to < x->to);
	if (from > to)
		return true;
	if (r->shape == RISES_FROM_0 || r->shape == FALLS_FROM_0) {
		const struct value_interval of = interval_of_numbers(from, to, false),
					    size = interval_magnitude(&of);
		from = size.from;
		to = size.to;
	}
	i->from = nearly(f, nearest, r->least, -1);
	i->to = nearly(f, nearest, r->most, 1);
	if (fabs(from) <= r->limit && fabs(to) <= r->limit)
		bound(f, r, nearest, from, to, i);
	return true;
}

/* ---- of two arguments */

/* Whether in these ranges it rises or falls by each argument, whatever the other one is: its
 * extremes are at corners then. */
static bool has_extremes_at_corners(const struct native_function *f,
				    const struct value_interval x[2])
{
	if (is_named(f, "pow"))
		return !x[0].may_be_nan && !x[1].may_be_nan &&
		       (x[0].from > 0 || (x[0].from == 0 && x[1].from > 0));
	if (is_named(f, "atan2"))
		return x[1].from > 0 || x[0].from > 0 || x[0].to < 0;
	return is_named(f, "hypot");
}

static bool bound_two(const struct native_function *f, const struct value_interval x[2],
		      struct value_interval *i)
{
	struct value_interval of[2] = {x[0], x[1]};

	if (x[0].from > x[0].to || x[1].from > x[1].to ||
	    !has_extremes_at_corners(f, x))
		return false;
	for (int k = 0; k < 2 && is_named(f, "hypot"); k++)
		of[k] = interval_magnitude(&x[k]);
	*i = interval_of_none(x[0].may_be_nan || x[1].may_be_nan);
	for (int corner = 0; corner < 4; corner++) {
		const double y = call_at(f, corner & 1 ? of[0].to : of[0].from,
					 corner & 2 ? of[1].to : of[1].from);
		i->from = fmin(i->from, below(f, y));
		i->to = fmax(i->to, above(f, y));
	}
	if (!is_named(f, "atan2"))
		i->from = fmax(i->from, 0);
	return true;
}

bool interval_of_call(const struct native_function *f, const struct value_interval *x,
		      bool nearest, struct value_interval *i)
{
	return f->form == NATIVE_ONE   ? bound_one(f, x, nearest, i)
	       : f->form == NATIVE_TWO ? bound_two(f, x, i)
				       : false;
}

/* ---- variables that are results */

/* Of the call whose result is that one: the sweep has computed what comes before it. */
static struct value_interval argument_of(const struct interval_sweep *sweep,
					 unsigned sort, expr result, expr bits)
{
	const struct expr_node *n = expr_at(sweep->store, bits);
	const expr number = n->op == EXPR_BITS ? n->a
			    : sweep->numbers   ? sweep->numbers[bits]
					       : EXPR_NONE;

	return number != EXPR_NONE && number < result &&
		       expr_sort(sweep->store, number) == sort
		   ? sweep->values[number]
		   : interval_read(sort, &sweep->values[bits]);
}

/* The result of a call whose arguments are points; false: they are not. */
static bool call_at_point(const struct interval_sweep *sweep, const struct variable *v,
			  unsigned sort, struct value_interval *result)
{
	const unsigned count = native_function_count(v->native);
	uint64_t bits[NATIVE_ARGUMENTS] = {0};

	for (unsigned k = 0; k < count; k++) {
		const struct value_interval *i = &sweep->values[v->arguments[k]];
		bits[k] = i->low;
		if (!native_function_argument(v->native, k).is_float) {
			if (i->low != i->high)
				return false;
			continue;
		}
		const struct value_interval x =
		    argument_of(sweep, sort, v->node, v->arguments[k]);
		if (x.may_be_nan || x.from != x.to)
			return false;
		bits[k] = node_bits(sort, x.from);
	}
	fesetround(FE_TONEAREST);
	const double y = node_number(sort, native_function_call(v->native, bits));
	fesetround(sweep->nearest ? FE_TONEAREST : FE_UPWARD);
	*result = isnan(y) ? interval_of_none(true) : interval_of_numbers(y, y, false);
	return true;
}

struct value_interval interval_of_variable(const struct interval_sweep *sweep,
					   unsigned sort, expr bits)
{
	const struct expr_store *s = sweep->store;
	const struct variable *v = &s->variables[expr_at(s, bits)->value];
	struct value_interval i = interval_read(sort, &sweep->values[bits]), result;

	if (!v->native || native_function_is_opaque(v->native) ||
	    sort != SORT_FLOAT + v->native->bits)
		return i;
	if (sweep->calls && call_at_point(sweep, v, sort, &result))
		return result;
	struct value_interval x[NATIVE_ARGUMENTS];
	for (unsigned k = 0; k < native_function_count(v->native); k++) {
		if (!native_function_argument(v->native, k).is_float)
			return i;
		x[k] = argument_of(sweep, sort, v->node, v->arguments[k]);
	}
	if (!interval_of_call(v->native, x, sweep->nearest, &result))
		return i;
	interval_keep(&i, result.from, result.to);
	i.may_be_nan &= result.may_be_nan;
	return i;
}
