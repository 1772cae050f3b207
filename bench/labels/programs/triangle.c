/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triangle.c - what triangle has sides of these lengths; LENGTH is their type. */
#ifndef LENGTH
#define LENGTH int
#endif

enum { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

int triangle(LENGTH a, LENGTH b, LENGTH c)
{
	if (a <= 0 || b <= 0 || c <= 0)
		return NO_TRIANGLE;
	if (!(a < b + c) || !(b < a + c) || !(c < a + b))
		return NO_TRIANGLE;
	if (a == b && b == c)
		return EQUILATERAL;
	if (a == b || b == c || a == c)
		return ISOSCELES;
	return SCALENE;
}
