/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls that read numbers from texts: where a comparison wants a number, its text is
 * written.
 *
 * entry: parsed,s:24
 * runs: 60000
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int real(const char *s)
{
	if (strtod(s, NULL) == 42.125) /* site: parse number f64 0 | cond == f64 2 */
		return 1;
	if (atof(s) * 2 == -1e100) /* site: parse number f64 0 | cond == f64 2 */
		return 2;
	return 0;
}

static int whole(const char *s)
{
	if (atoi(s) == 31337) /* site: parse number i32 0 | cond == i32 2 */
		return 1;
	if (strtoul(s, NULL, 16) == 0xdeadbeef) /* site: parse number u64 0 | cond == u64 2 */
		return 2;
	return 0;
}

static int format(const char *s)
{
	double x = 0;
	int n = 0;
	int got = sscanf(s, "%d,%lf", &n, &x); /* site: parse format ptr 0 */

	if (got == 2) /* site: cond == i32 2 */
		if (n == 77 && x > 15.5 && x < 15.51) /* site: cond == i32 2 | cond > f64 2 | cond < f64 2 */
			return 1;
	return 0;
}

static int behind(const char *s)
{
	const char *at = strstr(s, "x="); /* site: data find ptr 0 */
	char *end;

	if (!at) /* site: cond == ptr 2 flag */
		return 0;
	long first = strtol(at + 2, &end, 10); /* site: parse number i64 0 */
	long second = strtol(end, NULL, 10); /* site: parse number i64 0 */
	if (first == 1234 && second == -first) /* site: cond == i64 2 | cond == i64 2 */
		return 1;
	return 2;
}

int parsed(const char *s)
{
	return real(s) + whole(s) + format(s) + behind(s);
}
