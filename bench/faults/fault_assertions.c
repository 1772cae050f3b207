/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_assertions.c - functions with one fault each, an assertion that fails, a place that is
 * reached, or a result that is not finite with success (fault_indices.c says whose).
 */
#include <assert.h>
#include <math.h>

/* Just below a full circle the hue is rounded to 360. omgovich/colord #136 */
int hue(int red, int green, int blue)
{
	int most, least, degrees;
	double h;

	if (red < 0 || red > 255 || green < 0 || green > 255 || blue < 0 || blue > 255)
		return -1;
	most = red > green ? red : green;
	most = most > blue ? most : blue;
	least = red < green ? red : green;
	least = least < blue ? least : blue;
	if (most == least)
		return 0;
	if (most == red)
		h = (double)(green - blue) / (most - least) + (green < blue ? 6 : 0);
	else if (most == green)
		h = (double)(blue - red) / (most - least) + 2;
	else
		h = (double)(red - green) / (most - least) + 4;
	degrees = (int)round(60 * h);
	assert(degrees < 360);
	return degrees;
}

/* White is a bit more than 1. hsluv/hsluv-c #8 */
double red_of_grey(double y)
{
	double x = 0.950456 * y, z = 1.089058 * y, red;

	if (!(y >= 0 && y <= 1))
		return -1;
	red = 3.240969941904521 * x - 1.537383177570093 * y - 0.498610760293 * z;
	assert(red <= 1);
	return red;
}

/* Seconds are rounded to 60 and not carried. canboat #554 */
int whole_seconds(double degrees)
{
	double minutes, seconds;

	if (!(degrees >= 0 && degrees < 360))
		return -1;
	minutes = (degrees - floor(degrees)) * 60;
	seconds = floor((minutes - floor(minutes)) * 60 * 1000 + 0.5) / 1000;
	assert(seconds < 60);
	return (int)seconds;
}

/* An angle just below 0 and a full circle are 360. RobustToolbox #313 */
int octant(double angle)
{
	if (!(angle > -360 && angle < 360))
		return -1;
	if (angle < 0)
		angle += 360;
	switch ((int)(angle / 45)) {
	case 0:
		return 1;
	case 1:
		return 2;
	case 2:
		return 4;
	case 3:
		return 8;
	case 4:
		return 16;
	case 5:
		return 32;
	case 6:
		return 64;
	case 7:
		return 128;
	}
	__builtin_unreachable();
}

/* A step of 0 / 0 where value and slope are 0. mathnet-numerics #774 */
int newton_step(double x, double *next)
{
	double value = x * x * (x - 3), slope = 3 * x * (x - 2);

	if (!(fabs(x) < 1e6))
		return 1;
	if (slope == 0 && value != 0)
		return 2;
	*next = x - value / slope;
	return 0;
}

/* Grey has no hue. gosu #391 */
int saturation(double red, double green, double *part)
{
	double sum = red + green;

	if (!(red >= 0 && red <= 1 && green >= 0 && green <= 1))
		return -1;
	*part = fabs(red - green) / sum;
	return 0;
}
