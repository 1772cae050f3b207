/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two aircraft in a plane: whether they come too close to each other within a time, and
 * which turn takes one of them to a point.
 */
#include <math.h>

struct track {
	double x, y, speed, heading; /* nautical miles, knots, degrees */
};

static const double radians = 0.017453292519943295, separation = 5;

static int conflict(const struct track *a, const struct track *b, double hours)
{
	const double vx =
	    b->speed * sin(b->heading * radians) - a->speed * sin(a->heading * radians);
	const double vy =
	    b->speed * cos(b->heading * radians) - a->speed * cos(a->heading * radians);
	const double x = b->x - a->x, y = b->y - a->y, square = vx * vx + vy * vy;

	if (x * x + y * y < separation * separation)
		return 2;
	if (square == 0)
		return 0;
	const double closest = -(x * vx + y * vy) / square;
	if (closest < 0 || closest > hours)
		return 0;
	return hypot(x + closest * vx, y + closest * vy) < separation;
}

static int turn(const struct track *a, double x, double y)
{
	const double ahead = atan2(x - a->x, y - a->y);
	double by = ahead - a->heading * radians;

	if (!(fabs(by) < 100))
		return -1;
	while (by > 3.141592653589793)
		by -= 6.283185307179586;
	while (by < -3.141592653589793)
		by += 6.283185307179586;
	const double radius = a->speed * a->speed / (68625 * tan(25 * radians));
	if (hypot(x - a->x, y - a->y) < 2 * radius * fabs(sin(by)))
		return 0; /* inside the circle of the turn */
	if (fabs(by) < 0.5 * radians)
		return 1;
	return by < 0 ? 2 : 3;
}

int tsafe(double x, double y, double speed, double heading, double other_x,
	  double other_y, double other_speed, double other_heading)
{
	const struct track a = {x, y, speed, heading};
	const struct track b = {other_x, other_y, other_speed, other_heading};

	if (!(speed >= 100 && speed <= 600 && other_speed >= 100 && other_speed <= 600))
		return -1;
	if (!(heading >= 0 && heading < 360 && other_heading >= 0 &&
	      other_heading < 360))
		return -2;
	switch (conflict(&a, &b, 0.25)) {
	case 0:
		return turn(&a, other_x, other_y);
	case 1:
		return 10 + turn(&b, x, y);
	default:
		return 20;
	}
}
