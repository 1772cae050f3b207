/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * floats.c - prints for each type, environment (four rounding modes; subnormals
 * flushed) and group of operations a number for all result bits, decisions and
 * exception flags. With an argument it shows them all.
 */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#include "environment.h"

#include <complex.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define noipa __attribute__((noipa))
#define TEXT(t) #t
#define TEXT_OF(t) TEXT(t)

enum { OUTPUTS = 8, GROUPS = 9 };

typedef unsigned group(const void *x, const void *y, void *out);

struct type {
	const char *name;
	size_t size, bytes; /* of the array's element; of the number in it */
	const void *numbers;
	size_t count;
	group *const *groups;
};

#define T float
#define T_BYTES 4
#define NAME(x) f32_##x
#define R(x) x##f
#define L(x) FLT_##x
#include "groups.h"
#include "undefine.h"
#define T double
#define T_BYTES 8
#define NAME(x) f64_##x
#define R(x) x
#define L(x) DBL_##x
#include "groups.h"
#include "undefine.h"
#define T long double
#define T_BYTES 10
#define NAME(x) f80_##x
#define R(x) x##l
#define L(x) LDBL_##x
#include "groups.h"
#include "undefine.h"
#define T _Float128
#define T_BYTES 16
#define NAME(x) f128_##x
#define R(x) x##f128
#define L(x) FLT128_##x
#include "groups.h"
#include "undefine.h"

static const struct type *const types[] = {
    &f32_type,
    &f64_type,
    &f80_type,
    &f128_type,
};

static const struct environment {
	const char *name;
	unsigned rounding;
	uint32_t sse_bits;
} environments[] = {
    {"nearest", 0, 0},
    {"downward", 1, 0},
    {"upward", 2, 0},
    {"toward-zero", 3, 0},
    {"flushed", 0, FLUSH_TO_ZERO | SUBNORMALS_ARE_ZERO},
    {"flushed-upward", 2, FLUSH_TO_ZERO},
};

static const char *const group_names[GROUPS] = {
    "arithmetic",  "branches", "values",    "quiet",   "choices",
    "conversions", "loops",    "functions", "complex",
};

static int detailed;

static void add(uint64_t *sum, const void *data, size_t size)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < size; i++)
		*sum = (*sum ^ bytes[i]) * 0x100000001b3;
}

static void run(const struct type *t, const struct environment *e, int g, size_t i,
		size_t j, uint64_t *sum)
{
	const char *numbers = t->numbers;
	__attribute__((aligned(16))) unsigned char out[OUTPUTS * 16] = {0};

	set_environment(e->rounding, e->sse_bits);
	unsigned way = t->groups[g](numbers + i * t->size, numbers + j * t->size, out);
	uint32_t after[3] = {raised(), sse_control() & ~0x3fu, x87_control()};
	set_environment(0, 0);
	add(sum, &way, sizeof way);
	add(sum, after, sizeof after);
	for (int k = 0; k < OUTPUTS; k++)
		add(sum, out + k * t->size, t->bytes);
	if (!detailed)
		return;
	printf("%s %s %s %zu,%zu: %x flags %x", t->name, e->name, group_names[g], i, j,
	       way, after[0]);
	for (size_t k = 0; k < OUTPUTS * t->size; k++)
		if (k % t->size < t->bytes)
			printf("%s%02x", k % t->size ? "" : " ", out[k]);
	puts("");
}

static void run_group(const struct type *t, const struct environment *e, int g)
{
	uint64_t sum = 0xcbf29ce484222325;

	for (size_t i = 0; i < t->count; i++)
		for (size_t j = 0; j < t->count; j++)
			run(t, e, g, i, j, &sum);
	printf("%s %s %s %016llx\n", t->name, e->name, group_names[g],
	       (unsigned long long)sum);
}

int main(int argc, char **argv)
{
	(void)argv;
	detailed = argc > 1;
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t e = 0; e < sizeof environments / sizeof *environments; e++)
			for (int g = 0; g < GROUPS; g++)
				run_group(types[t], &environments[e], g);
	return 0;
}
