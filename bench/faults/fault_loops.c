/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_loops.c - functions with one fault each, a loop or a recursion that does not end
 * (fault_indices.c says whose).
 */
#include <math.h>

/* A step too small to move. KLineChart #849 */
int ticks(double first, double last, double step)
{
	int count = 0;

	if (!(step > 0) || !(last >= first) || !((last - first) / step < 50))
		return -1;
	for (double t = first; t <= last; t += step)
		count++;
	return count;
}

/* No step is small where one is no number. tcbrindle/raytracer.hpp #4 */
double newton_sqrt(double x)
{
	double y = x > 1 ? x : 1, next;

	if (x <= 0)
		return 0;
	for (;;) {
		next = (y + x / y) / 2;
		if (fabs(next - y) <= 1e-15 * y)
			return next;
		y = next;
	}
}

/* The power after 2^30 is negative. SDL #5930 */
int power_of_two(int x)
{
	unsigned value = 1;

	while ((int)value < x)
		value <<= 1;
	return value;
}

/* A residual of 0 is not below a tolerance of 0. awslabs/palace #941 */
int iterations(double residual, double relative, double absolute)
{
	double limit;
	int n = 0;

	if (!(residual >= 0 && residual < 1e9 && relative >= 0 && absolute >= 0))
		return -1;
	limit = fmax(relative * residual, absolute);
	while (residual >= limit) {
		residual *= 0.25;
		n++;
	}
	return n;
}

/* Roots that are one are never apart. laurentkneip/opengv #29 */
double between(double low, double high, double root, double other)
{
	if (!(low < root && root <= other && other < high) || !(high - low < 1000))
		return 0;
	for (;;) {
		double middle = low + (high - low) / 2;

		if (root < middle && other >= middle)
			return middle;
		if (other < middle)
			high = middle;
		else
			low = middle;
	}
}

/* A negative span grows away from 1. knowm/XChart #39 */
int decimal_exponent(double span, int ticks)
{
	int exponent = 0;
	double digits;

	if (ticks < 1 || ticks > 1000 || span == 0)
		return 0;
	digits = span / ticks;
	while (digits < 1)
		digits *= 10, exponent--;
	while (digits >= 10 && exponent < 400)
		digits /= 10, exponent++;
	return exponent;
}

static double half_circle(double t)
{
	return sqrt(1 - t * t);
}

static double refined(double a, double b, double fa, double fb, double tolerance)
{
	double middle = (a + b) / 2, f = half_circle(middle);
	double rough = (b - a) * (fa + fb) / 2, fine = (rough + (b - a) * f) / 2;

	if (fabs(fine - rough) <= tolerance)
		return fine;
	return refined(a, middle, fa, f, tolerance / 2) +
	       refined(middle, b, f, fb, tolerance / 2);
}

/* Outside the circle no error is small. numworks/epsilon #209 */
double area(double a, double b)
{
	if (!(a >= -2 && b <= 2 && a < b))
		return 0;
	return refined(a, b, half_circle(a), half_circle(b), 1e-3);
}

/* The last day of a leap year is of no year. after hgesser/ulix #8 */
int year_of(int days)
{
	int year = 1980;

	if (days < 1 || days > 36500)
		return -1;
	while (days > 365) {
		if (year % 4 == 0) {
			if (days > 366)
				days -= 366, year++;
		} else {
			days -= 365, year++;
		}
	}
	return year;
}

/* No size is within a tolerance that is negative or no number. urschrei/polylabel-rs #70 */
int refinements(double size, double tolerance)
{
	int n = 0;

	if (!(size > 0 && size < 1e6))
		return -1;
	for (; !(size - tolerance <= 0); n++)
		size /= 2;
	return n;
}
