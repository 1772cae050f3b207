/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.cc - functions of C++ on numbers, structures and references. */
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace plane
{

struct point {
	double x, y;
};

struct segment {
	point from, to;
};

enum class meeting { none, crossing, touching, parallel };

static double turn(const point &a, const point &b, const point &c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* How two segments meet, and where they cross. */
meeting intersect(const segment &a, const segment &b, point &where)
{
	double d1 = turn(b.from, b.to, a.from), d2 = turn(b.from, b.to, a.to);
	double d3 = turn(a.from, a.to, b.from), d4 = turn(a.from, a.to, b.to);

	if (d1 == d2 && d3 == d4)
		return meeting::parallel;
	if ((d1 > 0) == (d2 > 0) && d1 != 0 && d2 != 0)
		return meeting::none;
	if ((d3 > 0) == (d4 > 0) && d3 != 0 && d4 != 0)
		return meeting::none;
	double t = d1 / (d1 - d2);

	where.x = a.from.x + t * (a.to.x - a.from.x);
	where.y = a.from.y + t * (a.to.y - a.from.y);
	return d1 == 0 || d2 == 0 || d3 == 0 || d4 == 0 ? meeting::touching
							: meeting::crossing;
}

} // namespace plane

/* An angle in degrees as 0..360 or -180..180. */
double normalise(double angle, bool is_signed)
{
	if (!std::isfinite(angle))
		throw std::invalid_argument("no angle");
	double a = std::fmod(angle, 360.0);

	if (a < 0)
		a += 360;
	if (a >= 360)
		a = 0;
	if (is_signed && a > 180)
		a -= 360;
	return a;
}

enum class rule { rectangle, trapezoid, simpson };

/* The integral of equally spaced samples. */
double integrate(const double *y, std::size_t n, double h, rule how)
{
	double sum = 0;

	if (n < 2 || !(h > 0))
		return 0;
	switch (how) {
	case rule::rectangle:
		for (std::size_t i = 0; i + 1 < n; i++)
			sum += y[i];
		return sum * h;
	case rule::trapezoid:
		for (std::size_t i = 0; i + 1 < n; i++)
			sum += (y[i] + y[i + 1]) / 2;
		return sum * h;
	case rule::simpson:
		if (n % 2 == 0)
			throw std::domain_error("an odd number of samples is needed");
		for (std::size_t i = 0; i + 2 < n; i += 2)
			sum += y[i] + 4 * y[i + 1] + y[i + 2];
		return sum * h / 3;
	}
	return NAN;
}

struct quota {
	int limit, used;
	bool is_strict;
};

enum class grant { given, partial, refused };

/* Takes from a quota; what may be taken comes into amount. */
grant allocate(quota &q, int &amount, int priority)
{
	if (amount <= 0 || q.limit < 0)
		return grant::refused;
	int left = q.limit - q.used;

	if (priority > 5)
		left += q.limit / 10;
	if (left <= 0)
		return grant::refused;
	if (amount <= left) {
		q.used += amount;
		return grant::given;
	}
	if (q.is_strict)
		return grant::refused;
	amount = left;
	q.used += left;
	return grant::partial;
}

/* Digits to the base 16; false: none, too many, or something else. */
bool parse_hex(const char *text, unsigned &value)
{
	int digits = 0;

	value = 0;
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		text += 2;
	for (; *text; text++, digits++) {
		unsigned d;

		if (*text >= '0' && *text <= '9')
			d = static_cast<unsigned>(*text - '0');
		else if (*text >= 'a' && *text <= 'f')
			d = static_cast<unsigned>(*text - 'a') + 10;
		else if (*text >= 'A' && *text <= 'F')
			d = static_cast<unsigned>(*text - 'A') + 10;
		else
			return false;
		if (digits == 8)
			return false;
		value = value * 16 + d;
	}
	return digits > 0;
}

/* A curve of six points, x and y, that rises; constant outside. */
double curve(const double (&points)[6][2], double x)
{
	if (x <= points[0][0])
		return points[0][1];
	for (int i = 1; i < 6; i++) {
		if (points[i][0] < points[i - 1][0])
			return NAN;
		if (x > points[i][0])
			continue;
		double width = points[i][0] - points[i - 1][0];

		if (width == 0)
			return points[i][1];
		double t = (x - points[i - 1][0]) / width;
		return points[i - 1][1] + t * (points[i][1] - points[i - 1][1]);
	}
	return points[5][1];
}

namespace exact
{

/* The greatest common divisor; overloads for two and three numbers. */
long divisor(long a, long b)
{
	if (a < 0)
		a = -(a + 1) + 1;
	if (b < 0)
		b = -(b + 1) + 1;
	while (b != 0) {
		long rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Reduces a fraction; false: the denominator is zero. */
bool reduce(int &numerator, int &denominator)
{
	if (denominator == 0)
		return false;
	long d = divisor(numerator, denominator);

	if (d == 0)
		return false;
	if (d > 1) {
		numerator = static_cast<int>(numerator / d);
		denominator = static_cast<int>(denominator / d);
	}
	if (denominator < 0 && numerator > -2147483647 && denominator > -2147483647) {
		numerator = -numerator;
		denominator = -denominator;
	}
	return true;
}

} // namespace exact
