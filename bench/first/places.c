/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.c - dates, places on the earth, polygons. */
#include <math.h>

static int is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* 1 to 366, or 0 for no date. */
int day_of_year(int year, int month, int day)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int sum = 0;

	if (year < 1 || month < 1 || month > 12 || day < 1)
		return 0;
	for (int m = 1; m < month; m++)
		sum += m == 2 && is_leap(year) ? 29 : days[m - 1];
	if (day > (month == 2 && is_leap(year) ? 29 : days[month - 1]))
		return 0;
	sum += day;
	return sum > 366 ? 0 : sum;
}

/* Kilometres between two places, and the first bearing where it is wanted. */
int great_circle(double lat1, double lon1, double lat2, double lon2, double *km,
		 double *bearing)
{
	const double degree = 0.017453292519943295, radius = 6371;

	if (fabs(lat1) > 90 || fabs(lat2) > 90)
		return -1;
	double a = lat1 * degree, b = lat2 * degree;
	double d = fmod(lon2 - lon1, 360);

	if (d > 180)
		d -= 360;
	else if (d < -180)
		d += 360;
	d *= degree;
	double s = sin((b - a) / 2), t = sin(d / 2);
	double h = s * s + cos(a) * cos(b) * t * t;

	if (h < 0)
		return -2;
	if (h > 1)
		h = 1;
	*km = 2 * radius * asin(sqrt(h));
	if (bearing) {
		double y = sin(d) * cos(b);
		double x = cos(a) * sin(b) - sin(a) * cos(b) * cos(d);

		*bearing = atan2(y, x) / degree;
		if (*bearing < 0)
			*bearing += 360;
	}
	return 0;
}

/* 1 inside, 0 outside, 2 on a corner. */
int in_polygon(const double *px, const double *py, int corners, double x, double y)
{
	int inside = 0;

	if (corners < 3)
		return 0;
	for (int i = 0, j = corners - 1; i < corners; j = i++) {
		if (px[i] == x && py[i] == y)
			return 2;
		if ((py[i] > y) == (py[j] > y))
			continue;
		if (x < (px[j] - px[i]) * (y - py[i]) / (py[j] - py[i]) + px[i])
			inside = !inside;
	}
	return inside;
}

/* Real roots of a cubic, or of what is left of it; -1: every number is one. */
int cubic_roots(double a, double b, double c, double d, double roots[3])
{
	if (a == 0) {
		if (b == 0) {
			if (c == 0)
				return d == 0 ? -1 : 0;
			roots[0] = -d / c;
			return 1;
		}
		double q = c * c - 4 * b * d;

		if (q < 0)
			return 0;
		if (q == 0) {
			roots[0] = -c / (2 * b);
			return 1;
		}
		roots[0] = (-c - sqrt(q)) / (2 * b);
		roots[1] = (-c + sqrt(q)) / (2 * b);
		return 2;
	}
	double shift = b / (3 * a);
	double p = c / a - b * b / (3 * a * a);
	double q = 2 * shift * shift * shift - shift * c / a + d / a;
	double delta = q * q / 4 + p * p * p / 27;

	if (delta > 0) {
		roots[0] =
		    cbrt(-q / 2 + sqrt(delta)) + cbrt(-q / 2 - sqrt(delta)) - shift;
		return 1;
	}
	if (delta == 0 && q == 0) {
		roots[0] = -shift;
		return 1;
	}
	double r = 2 * sqrt(-p / 3), angle = acos(3 * q / (p * r)) / 3;

	for (int k = 0; k < 3; k++)
		roots[k] = r * cos(angle - 2.0943951023931953 * k) - shift;
	return 3;
}
