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
#undef ALL
};

static const struct library_range *range_of(const struct native_function *f)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		const size_t n = strlen(ranges[i].name);
		if (strncmp(f->name, ranges[i].name, n) == 0 &&
		    strcmp(f->name + n, f->bits == 32 ? "f" : "") == 0)
			return &ranges[i];
	}
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
static double call_at(const struct native_function *f, double x)
{
	const int mode = fegetround();
	const unsigned sort = SORT_FLOAT + f->bits;
	const uint64_t arguments[NATIVE_ARGUMENTS] = {node_bits(sort, x)};

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

static double below(const struct native_function *f, double x)
{
	const double result = call_at(f, x);

	return fmin(result, f->bits == 32 ? FLT_MAX : DBL_MAX) - margin(f, result);
}

static double above(const struct native_function *f, double x)
{
	const double result = call_at(f, x);

	return fmax(result, f->bits == 32 ? -FLT_MAX : -DBL_MAX) + margin(f, result);
}

/* Bounds where it rises or falls from one end to the other. */
static void bound(const struct native_function *f, const struct library_range *r,
		  bool nearest, double from, double to, struct value_interval *i)
{
	const bool falls = r->shape == FALLS || r->shape == FALLS_FROM_0;
	const double low = below(f, falls ? to : from),
		     high = above(f, falls ? from : to);

	i->from = fmax(i->from, low);
	i->to = fmin(i->to, high);
	if (falls ? to <= r->fixed : from >= r->fixed)
		i->from = fmax(i->from, nearly(f, nearest, r->value, -1));
	if (falls ? from >= r->fixed : to <= r->fixed)
		i->to = fmin(i->to, nearly(f, nearest, r->value, 1));
}

bool interval_of_call(const struct native_function *f, const struct value_interval *x,
		      bool nearest, struct value_interval *i)
{
	const struct library_range *r = f->form == NATIVE_ONE ? range_of(f) : NULL;

	if (!r)
		return false;
	double from = fmax(x->from, r->low), to = fmin(x->to, r->high);
	*i = interval_of_none(x->may_be_nan || from > x->from || to < x->to);
	if (from > to)
		return true;
	if (r->shape == RISES_FROM_0 || r->shape == FALLS_FROM_0) {
		const double least = from > 0 ? from : to < 0 ? -to : 0;
		to = fmax(fabs(from), fabs(to));
		from = least;
	}
	i->from = nearly(f, nearest, r->least, -1);
	i->to = nearly(f, nearest, r->most, 1);
	if (fabs(from) <= r->limit && fabs(to) <= r->limit)
		bound(f, r, nearest, from, to, i);
	return true;
}

/* ---- variables that are results */

static struct value_interval argument_of(const struct interval_sweep *sweep,
					 unsigned sort, expr bits)
{
	const struct expr_node *n = expr_at(sweep->store, bits);

	return n->op == EXPR_BITS ? sweep->values[n->a]
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
		    argument_of(sweep, sort, v->arguments[k]);
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
	const struct value_interval x = argument_of(sweep, sort, v->arguments[0]);
	if (!interval_of_call(v->native, &x, sweep->nearest, &result))
		return i;
	interval_keep(&i, result.from, result.to);
	i.may_be_nan &= result.may_be_nan;
	return i;
}
