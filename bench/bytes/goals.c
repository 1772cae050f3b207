/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goals.c - one exact condition on an input, that of GOAL_name. */
#include <math.h>
#include <stdlib.h>

#include "bench/bytes/goal.h"

#if defined GOAL_float /* an equality of floats, of doubles, of long doubles */
typedef float VALUE;
#define CONDITION x == 42.5f
#elif defined GOAL_double
typedef double VALUE;
#define CONDITION x == 43.5
#elif defined GOAL_long_double
typedef long double VALUE;
#define SIZE 10
#define CONDITION x == 44.5L
#elif defined GOAL_range /* a narrow interval */
typedef double VALUE;
#define CONDITION (15.5 < x && x < 15.51)
#elif defined GOAL_cubic /* a root of a cubic, to within 1e-9 */
typedef double VALUE;
#define CONDITION (fabs(x * x * x - 2 * x - 5.25) < 1e-9)
#elif defined GOAL_sine /* one of many roots, far out */
typedef double VALUE;
#define CONDITION (fabs(sin(x) - 0.5) < 1e-12 && x > 1e6)
#elif defined                                                                          \
    GOAL_product /* an equality of two numbers, and an order that few solutions have */
typedef struct {
	double a, b;
} VALUE;
#define CONDITION (x.a * x.b == 6 && x.a > x.b * x.b)
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	goal_begin();
#if defined GOAL_text /* a number written as text */
	char text[64];

	if (size >= sizeof text)
		return 0;
	memcpy(text, data, size);
	text[size] = 0;
	if (strtod(text, NULL) == 42.125)
		goal_met();
#elif defined GOAL_offset /* a float that stands where the input itself says */
	uint16_t offset;
	float x;

	if (size < sizeof offset)
		return 0;
	memcpy(&offset, data, sizeof offset);
	if (offset > size || size - offset < sizeof x)
		return 0;
	memcpy(&x, data + offset, sizeof x);
	if (x == 1234.5f)
		goal_met();
#else
#ifndef SIZE
#define SIZE sizeof x
#endif
	VALUE x = {0};

	if (size < SIZE)
		return 0;
	memcpy(&x, data, SIZE);
	if (CONDITION)
		goal_met();
#endif
	return 0;
}
