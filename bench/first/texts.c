/* SPDX-License-Identifier: GPL-3.0-or-later */
/* texts.c - parsers and codes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* "2024-02-29"; 0, or where it is wrong, from 1. */
int parse_date(const char *text, int *year, int *month, int *day)
{
	int number[3] = {0, 0, 0};
	static const int digits[] = {4, 2, 2};
	const char *at = text;

	for (int part = 0; part < 3; part++) {
		for (int k = 0; k < digits[part]; k++, at++) {
			if (*at < '0' || *at > '9')
				return (int)(at - text) + 1;
			number[part] = 10 * number[part] + (*at - '0');
		}
		if (part < 2 && *at++ != '-')
			return (int)(at - text);
	}
	if (*at)
		return (int)(at - text) + 1;
	if (number[0] < 0)
		return 1;
	if (number[1] < 1 || number[1] > 12)
		return 6;
	if (number[2] < 1 || number[2] > 31)
		return 9;
	*year = number[0];
	*month = number[1];
	*day = number[2];
	return 0;
}

/* "1h30m", "45s", "2d"; seconds, or -1. */
long parse_duration(const char *text)
{
	long total = 0;

	if (!text || !*text)
		return -1;
	while (*text) {
		char *end;
		long value, unit;

		if (!isdigit((unsigned char)*text))
			return -1;
		value = strtol(text, &end, 10);
		switch (*end) {
		case 'd':
			unit = 86400;
			break;
		case 'h':
			unit = 3600;
			break;
		case 'm':
			unit = 60;
			break;
		case 's':
			unit = 1;
			break;
		default:
			return -1;
		}
		if (value > 1000000)
			return -1;
		total += value * unit;
		text = end + 1;
	}
	return total;
}

/* Runs of bytes as a count and the byte; the bytes written, or -1: no room. */
int pack_runs(const unsigned char *in, int n, unsigned char *out, int room)
{
	int written = 0;

	for (int i = 0; i < n;) {
		int length = 1;

		while (i + length < n && length < 255 && in[i + length] == in[i])
			length++;
		if (written + 2 > room)
			return -1;
		out[written++] = (unsigned char)length;
		out[written++] = in[i];
		i += length;
	}
	return written;
}

enum unit { METRE, KILOMETRE, INCH, FOOT, MILE, CELSIUS, FAHRENHEIT };

static double factor(enum unit u)
{
	switch (u) {
	case METRE:
		return 1;
	case KILOMETRE:
		return 1000;
	case INCH:
		return 0.0254;
	case FOOT:
		return 0.3048;
	case MILE:
		return 1609.344;
	default:
		return 0;
	}
}

/* 0, or -1: the two measure different things. */
int convert(enum unit from, enum unit to, double value, double *result)
{
	int from_heat = from == CELSIUS || from == FAHRENHEIT;
	int to_heat = to == CELSIUS || to == FAHRENHEIT;

	if (from_heat != to_heat)
		return -1;
	if (from == to)
		*result = value;
	else if (from == CELSIUS)
		*result = value * 9 / 5 + 32;
	else if (from == FAHRENHEIT)
		*result = (value - 32) * 5 / 9;
	else
		*result = value * factor(from) / factor(to);
	return 0;
}

/* Pixels above a level become white; rows are stride bytes apart. */
int threshold(const unsigned char *in, unsigned char *out, int width, int height,
	      int stride, int level)
{
	int white = 0;

	if (width <= 0 || height <= 0 || stride < width)
		return -1;
	if (level < 0 || level > 255)
		return -2;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			int above = in[y * stride + x] > level;

			out[y * stride + x] = above ? 255 : 0;
			white += above;
		}
	return white;
}
