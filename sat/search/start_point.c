/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/trial.h"

#include <math.h>

#include "sat/number/float_arithmetic.h"

static struct sort input_sort(const struct trial *t, size_t input)
{
	return t->e.nodes[t->e.inputs[input]].sort;
}

static word start_number(struct sort sort, double value)
{
	if (sort.kind == SORT_FLOAT)
		return float_of_double(sort, value);
	return (word)fabs(value) & word_mask(sort.width);
}

/* A value of the box, each as likely as every other. */
static word anywhere(const struct trial *t, size_t input)
{
	const struct axis *axis = &t->axes[input];
	const word range = (word)(axis->high - axis->low);
	const word step = draw_bits(t->rng, 128);

	return coordinate_value(input_sort(t, input),
				axis->low +
				    (coord)(range + 1 ? step % (range + 1) : step),
				draw_bits(t->rng, 32));
}

/* A real number of the box, each as likely as every other. */
static word anywhere_real(const struct trial *t, size_t input)
{
	const struct axis *axis = &t->axes[input];
	const struct sort sort = input_sort(t, input);
	const double part = gsl_rng_uniform(t->rng);
	double low, high;

	if (sort.kind != SORT_FLOAT)
		return anywhere(t, input);
	low = float_to_double(sort, coordinate_value(sort, axis->low, 0));
	high = float_to_double(sort, coordinate_value(sort, axis->high, 0));
	if (!(fabs(low) < 1e15))
		low = -pow(10, 1 + draw_below(t->rng, 6));
	if (!(fabs(high) < 1e15))
		high = pow(10, 1 + draw_below(t->rng, 6));
	return start_number(sort, low * (1 - part) + high * part);
}

static word special(const struct trial *t, struct sort sort)
{
	static const double numbers[] = {0,  1,	  2,	0.5,   3,
					 10, 100, 1e10, 1e-10, INFINITY};
	const unsigned which = draw_below(t->rng, 14);
	const word sign = draw_below(t->rng, 2) ? sort_zero(sort, true) : 0;

	if (sort.kind != SORT_FLOAT)
		return which < 10
			   ? (draw_below(t->rng, 2) ? (word)which : -(word)which) &
				 word_mask(sort.width)
			   : (word)1 << draw_below(t->rng, sort.width);
	if (which < 10)
		return start_number(sort, numbers[which]) ^ sign;
	switch (which) {
	case 10:
		return sort_nan(sort);
	case 11: /* the least normal number */
		return ((word)1 << (sort.significand - 1)) | sign;
	case 12: /* the greatest number */
		return (sort_infinity(sort, false) - 1) | sign;
	default:
		return 1 | sign;
	}
}

/* A constant of the formula of that sort, or one of its neighbours; a special number
 * where there is none. */
static word constant(const struct trial *t, struct sort sort)
{
	for (unsigned tries = 0; tries < 20; tries++) {
		const uint32_t node = draw_below(t->rng, (unsigned)t->e.count);
		const word value = t->e.values[node];

		if (t->e.nodes[node].operation != OP_CONSTANT ||
		    !sort_equal(t->e.nodes[node].sort, sort))
			continue;
		if (sort.kind == SORT_FLOAT)
			return float_at(sort, float_order(sort, value) +
						  (signed_word)draw_below(t->rng, 3) -
						  1);
		return (value + draw_below(t->rng, 3) - 1) & word_mask(sort.width);
	}
	return special(t, sort);
}

static word middle(const struct trial *t, size_t input)
{
	const struct axis *axis = &t->axes[input];
	const struct sort sort = input_sort(t, input);
	double low, high;

	if (sort.kind != SORT_FLOAT)
		return coordinate_value(sort, axis->low + (axis->high - axis->low) / 2,
					0);
	low = float_to_double(sort, coordinate_value(sort, axis->low, 0));
	high = float_to_double(sort, coordinate_value(sort, axis->high, 0));
	return start_number(sort, isfinite(low + high) ? (low + high) / 2 : 0.5);
}

static word at_random(const struct trial *t, size_t input, unsigned style)
{
	const struct sort sort = input_sort(t, input);

	if (sort.kind == SORT_BOOL)
		return draw_below(t->rng, 2);
	if (sort.kind == SORT_ROUNDING)
		return draw_below(t->rng, ROUNDINGS);
	switch (style) {
	case 0:
		return anywhere_real(t, input);
	case 1:
		return special(t, sort);
	case 2:
		return constant(t, sort);
	default:
		return anywhere(t, input);
	}
}

static word input_value(const struct trial *t, size_t input, uint64_t start)
{
	const struct sort sort = input_sort(t, input);

	if (sort.kind == SORT_BOOL || sort.kind == SORT_ROUNDING)
		return start < 3 ? 0 : at_random(t, input, 0);
	switch (start) {
	case 0:
		return start_number(sort, 0);
	case 1:
		return middle(t, input);
	case 2:
		return start_number(sort, 1);
	default:
		/* In every third start each input has a style of its own. */
		return at_random(t, input,
				 start % 3 ? (unsigned)(start % 4)
					   : draw_below(t->rng, 4));
	}
}

/* A number between 1/4 and 64, seldom negative. */
static word ordinary(const struct trial *t, struct sort sort)
{
	const double x =
	    ldexp(1 + gsl_rng_uniform(t->rng), (int)draw_below(t->rng, 8) - 2);

	return start_number(sort, draw_below(t->rng, 4) ? x : -x);
}

/* One number for all inputs of a sort. */
static void same_point(struct trial *t)
{
	const unsigned style = draw_below(t->rng, 4);

	for (size_t i = 0; i < t->e.input_count; i++) {
		size_t like = 0;

		while (!sort_equal(input_sort(t, like), input_sort(t, i)))
			like++;
		if (like == i)
			*evaluator_input(&t->e, i) =
			    style < 2 && input_sort(t, i).kind >= SORT_WORD
				? ordinary(t, input_sort(t, i))
				: at_random(t, i, style);
	}
	for (size_t i = t->e.input_count; i-- > 0;) {
		size_t like = 0;

		while (!sort_equal(input_sort(t, like), input_sort(t, i)))
			like++;
		*evaluator_input(&t->e, i) =
		    trial_clamp(t, i, *evaluator_input(&t->e, like));
	}
}

void start_point(struct trial *t, uint64_t start)
{
	if (start % 4 == 3)
		same_point(t);
	else
		for (size_t i = 0; i < t->e.input_count; i++)
			*evaluator_input(&t->e, i) =
			    trial_clamp(t, i, input_value(t, i, start));
	trial_run(t);
}
