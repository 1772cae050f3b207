/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simple_vector.h - an input of a typed target whose numbers are simple
 * (simple_number.h), in the place of another one.
 *
 * What is not passed becomes 0, and blocks of scalars do. Numbers that are compared become
 * 1, 2, 3 in their order, first those of one array, with the other numbers between them; all
 * lose digits together, and are divided by the size of one of them; then one scalar after the
 * other becomes a simpler number.
 */
#ifndef HARNESS_SIMPLE_VECTOR_H
#define HARNESS_SIMPLE_VECTOR_H

#include "harness/input/arguments.h"

/* Whether the vector may take the place: 1, or 0; negative: no other is to be tried. */
typedef int simple_vector_fn(void *context, const coord *x);

/* Makes x simpler, by vectors that fit. 0, or -1 when out of memory; x is then as it was. */
int simple_vector_find(const struct layout *l, coord *x, simple_vector_fn *fits,
		       void *context);

/* Whether all numbers that are passed are plain. */
int simple_vector_is_plain(const struct layout *l, const coord *x);

/* Changes numbers that are passed to plain ones: each that is not plain, and some of the
 * others. `turn` numbers the draws: the same one draws the same. */
void simple_vector_draw(const struct layout *l, unsigned turn, coord *x);

/* Changes each NaN and infinity that is passed, and some other floats, to finite numbers of any
 * size. */
void simple_vector_draw_finite(const struct layout *l, unsigned turn, coord *x);

/* The parameter of x, with its length, becomes that of another vector. */
void simple_vector_give(const struct layout *l, size_t parameter, const coord *from,
			coord *x);

#endif
