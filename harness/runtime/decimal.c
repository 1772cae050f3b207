/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decimal.c - decimal numbers as ordered integers.
 *
 * A value of p digits has up to p encodings, its cohort. The values are ordered by the
 * encoding with the largest coefficient: with its biased exponent e and its coefficient
 * c, which is 10^(p-1) to 10^p - 1 unless e is 0, the key of the value is
 *
 *	e * 9 * 10^(p-1) + c
 *
 * and the keys of each exponent follow those of the one below without a gap.
 */
#include "harness/runtime/decimal.h"

struct decimal_encoding {
	unsigned exponent_bits, coefficient_bits, digits;
	int bias; /* of the exponent, the coefficient being an integer */
};

static const struct decimal_encoding *encoding_of(enum me_type type)
{
	static const struct decimal_encoding encodings[] = {
	    {8, 23, 7, 101}, {10, 53, 16, 398}, {14, 113, 34, 6176}};

	return &encodings[type - ME_D32];
}

static ucoord power_of_ten(unsigned n)
{
	ucoord power = 1;

	while (n-- > 0)
		power *= 10;
	return power;
}

static ucoord low_bits(ucoord bits, unsigned n)
{
	return bits & (((ucoord)1 << n) - 1);
}

void decimal_read(enum me_type type, ucoord bits, struct decimal *out)
{
	const struct decimal_encoding *in = encoding_of(type);
	unsigned width = in->exponent_bits + in->coefficient_bits;
	unsigned at = in->coefficient_bits; /* where the exponent begins */
	int special = low_bits(bits >> (width - 4), 4) == 15;

	out->negative = (int)(bits >> width & 1);
	out->is_nan = special && bits >> (width - 5) & 1;
	out->is_infinite = special && !out->is_nan;
	out->coefficient = low_bits(bits, at);
	/* The exponent would begin with 11: it is two bits lower, and the coefficient
	 * begins with 100. */
	if (low_bits(bits >> (width - 2), 2) == 3) {
		at -= 2;
		out->coefficient = low_bits(bits, at) | (ucoord)4 << at;
	}
	out->exponent = (int)low_bits(bits >> at, in->exponent_bits) - in->bias;
	if (out->coefficient >= power_of_ten(in->digits))
		out->coefficient = 0;
}

coord decimal_infinity(enum me_type type)
{
	const struct decimal_encoding *in = encoding_of(type);
	ucoord exponents = (ucoord)3 << (in->exponent_bits - 2);
	ucoord tenth = power_of_ten(in->digits - 1);

	return (coord)(exponents * 9 * tenth + tenth);
}

coord decimal_key(enum me_type type, const struct decimal *d)
{
	const struct decimal_encoding *in = encoding_of(type);
	ucoord tenth = power_of_ten(in->digits - 1), c = d->coefficient;
	ucoord e = (ucoord)(d->exponent + in->bias);

	if (d->is_infinite)
		return d->negative ? -decimal_infinity(type) : decimal_infinity(type);
	if (!c)
		return 0;
	for (; e && c < tenth; e--)
		c *= 10;
	coord key = (coord)(e * 9 * tenth + c);
	return d->negative ? -key : key;
}

double decimal_to_double(const struct decimal *d)
{
	unsigned n = (unsigned)(d->exponent < 0 ? -d->exponent : d->exponent);
	long double scale = 1, value = d->coefficient;

	if (d->is_nan)
		return __builtin_nan("");
	if (d->is_infinite)
		value = __builtin_inf();
	else
		for (long double power = 10; n && value != 0; n >>= 1, power *= power)
			if (n & 1)
				scale *= power;
	value = d->exponent < 0 ? value / scale : value * scale;
	return (double)(d->negative ? -value : value);
}
