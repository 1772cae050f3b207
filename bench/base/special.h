/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.h - values of each type that programs often treat specially, for inputs at
 * random. Each stands for itself and its opposite. */
#ifndef BENCH_SPECIAL_H
#define BENCH_SPECIAL_H

#include <float.h>
#include <limits.h>
#include <math.h>

#define PI 3.14159265358979323846264338327950288L
#define FLOATING(p)                                                                    \
	0, p##_TRUE_MIN, p##_MIN - p##_TRUE_MIN, p##_MIN, p##_EPSILON,                 \
	    1 - p##_EPSILON / 2, 1 + p##_EPSILON, p##_MAX, INFINITY, NAN, 1, 2, 3, 4,  \
	    5, 7, 8, 10, 100, 1000, 0.25L, 0.5L, 1.5L, PI / 4, PI / 2, PI, 2 * PI,     \
	    0x1p31L, 0x1p32L, 0x1p63L

static const float special_floats[] = {FLOATING(FLT)};
static const double special_doubles[] = {FLOATING(DBL)};
static const long double special_longs[] = {FLOATING(LDBL)};
static const int special_ints[] = {
    0,	     1,	      2,       3,	    4,	     5,	     7,	    8,
    10,	     31,      32,      63,	    64,	     100,    127,   128,
    255,     256,     1000,    1024,	    32767,   32768,  65535, 65536,
    1 << 20, 1 << 24, 1 << 30, INT_MAX - 1, INT_MAX, INT_MIN};
enum { SPECIALS = sizeof special_doubles / sizeof *special_doubles };
_Static_assert(SPECIALS == sizeof special_ints / sizeof *special_ints, "one length");

#endif
