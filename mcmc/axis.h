/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * axis.h - between the coordinates of objective.h and numbers.
 *
 * An integer is its own coordinate. The coordinate of a float with sign bit s and
 * magnitude m (all other bits as one unsigned number) is
 *
 *	m        when s = 0        0 is +0, 1 the least positive subnormal
 *	-1 - m   when s = 1       -1 is -0, -2 the greatest negative subnormal
 *
 * so every bit pattern has its own coordinate and the order is the order of values:
 * NaNs with the sign bit, -inf, ..., -0, +0, ..., +inf, NaNs. A step of 1 is one ulp;
 * -0 and +0 are distinct neighbours.
 *
 * The magnitude has 31 bits for AXIS_F32 and 63 for AXIS_F64. For AXIS_F80 it is
 * exponent << 63 | fraction, 78 bits without the explicit integer bit of the x87
 * format; that bit follows from the exponent, so every coordinate is a valid encoding.
 *
 * A binary128 is more than fits: AXIS_F128 is its upper 96 bits, sign, exponent and 80
 * of the fraction's 112; whoever has the number keeps the lower 32 in an axis of their
 * own.
 *
 * Coordinates and bounds of an axis are below 2^100 in magnitude.
 */
#ifndef MCMC_AXIS_H
#define MCMC_AXIS_H

#include "mcmc/objective.h"

/* The full range of a kind. Of an integer: all that 64 bits hold, signed or not. */
struct axis axis_full(enum axis_kind kind);

/* Bits of the stored fraction: 23, 52, 63, 80, and 0 for an integer. */
unsigned axis_fraction_bits(enum axis_kind kind);

/* The least k with high - low < 2^k: steps of 2^0 .. 2^(k-1) are worth trying. */
unsigned axis_width(const struct axis *axis);

/* c, or the bound that it lies beyond. */
coord axis_clamp(const struct axis *axis, coord c);

/* c + step, or the bound that it would pass; c is inside the axis, step is any. */
coord axis_add(const struct axis *axis, coord c, coord step);

/* The coordinate nearest to -c in value: of a float the sign bit is turned. */
coord axis_negate(const struct axis *axis, coord c);

/*
 * The bit pattern, in the low 32, 64, 80 or 96 bits; of an integer its two's complement
 * in all 128. Every pattern of a float is taken; an F80 encoding whose integer bit
 * contradicts the exponent counts as the valid one: a pseudo-denormal has the value
 * of exponent 1, else the integer bit is corrected.
 */
ucoord axis_to_bits(enum axis_kind kind, coord c);
coord axis_from_bits(enum axis_kind kind, ucoord bits);

/* The number at c; to_double rounds an F80 or a long integer to nearest; of an F128
 * both take the upper 64 bits of the significand. */
double axis_to_double(enum axis_kind kind, coord c);
long double axis_to_long_double(enum axis_kind kind, coord c);

/*
 * The coordinate inside the axis nearest to v: v is rounded to the kind first (an
 * overflow gives infinity, an integer the nearest, ties to even) and then clamped.
 * A NaN is a number like others to a float axis; on an integer axis it counts as 0.
 */
coord axis_from_double(const struct axis *axis, double v);
coord axis_from_long_double(const struct axis *axis, long double v);

#endif
