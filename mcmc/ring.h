/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ring.h - integers as numbers modulo 2^n.
 *
 * Where a program's differences wrap around, a - b == k has solutions of two kinds: a
 * and b that are k apart as numbers, and those of which one has passed the end of the
 * type's range and the other has not. What orders a and b (a < b) tells the two apart,
 * what subtracts them does not. From one kind to the other there is no way of lower
 * and lower distances, but one step: both move by the same number, around the ring,
 * until the end of the range lies between them.
 */
#ifndef MCMC_RING_H
#define MCMC_RING_H

#include <stdbool.h>

#include "mcmc/axis.h"

/* In how many ways ring_straddle places two numbers. */
enum { RING_WAYS = 2 };

/* Whether the axis has all the numbers of an integer type that C computes with: 2^n of
 * them, n >= 32. Narrower ones are promoted, and their differences do not wrap. */
bool ring_is_whole(const struct axis *axis);

/*
 * Moves a and b, both on this axis that is whole, so that their difference modulo 2^n
 * stays and the end of the range comes between them: the lesser one is the axis's
 * highest number (way 0), or the greater one its lowest (way 1). False, with a and b as
 * they were, when they are equal.
 */
bool ring_straddle(const struct axis *axis, unsigned way, coord *a, coord *b);

#endif
