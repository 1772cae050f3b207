/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h - sizes of arrays that other parameters give, as the source declares them.
 */
#ifndef PLUGIN_EXTENT_H
#define PLUGIN_EXTENT_H

#include "plugin/entry/parameter.h"

/* Of a length or an extent that nobody limits: 0 to so many. */
enum { EXTENT_MOST = 8 };

/*
 * For `int n, double a[n]` of C and `integer n; real a(n)` of Fortran: unless entry=
 * says so otherwise, n is the number of elements of a, which has up to EXTENT_MOST. Of
 * an array with another size, a[n][m] or a(2*n+1), n and m lie in 0..EXTENT_MOST, and
 * it has as many elements as they need at the most. What is decided so is added to
 * options.ranges.
 */
void extents_read(tree entry, auto_vec<parameter> *parameters);

/* A note where a pointer to one element stands beside an integer that seems to be its
 * length: what entry= would say so. */
void extents_advise(tree entry, const auto_vec<parameter> *parameters);

#endif
