/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls that compare texts and look for them: what tests their results knows how far the
 * texts are from each other.
 *
 * entry: texts,s:24
 * runs: 20000
 */
#include <string.h>
#include <strings.h>

static int words(const char *s)
{
	if (!strcmp(s, "quit!")) /* site: data compare ptr 0 | cond == i32 2 flag */
		return 1;
	if (strncasecmp(s, "Host: ", 6) == 0) /* site: data nocase ptr 0 | cond == i32 2 flag */
		return 2;
	return 0;
}

static int nested(const char *b)
{
	if (memcmp(b, "\211PNG\r\n\032\n", 8) == 0) /* site: data compare ptr 0 | cond == i32 2 flag */
		if (memcmp(b + 12, "IHDR", 4) == 0) /* site: data compare ptr 0 | cond == i32 2 flag */
			return 1;
	return 0;
}

/* The result is kept, negated, returned. */
static int differs(const char *a, const char *b)
{
	return strcasecmp(a, b); /* site: data nocase ptr 0 */
}

static int kept(const char *s)
{
	int r = strcmp(s, "kept"); /* site: data compare ptr 0 */
	int same = !r; /* site: data == i32 0 */

	if (same) /* site: cond != i32 2 flag */
		return 1;
	if (differs(s, "Returned")) /* site: cond != i32 2 flag */
		return 0;
	return 2;
}

static int order(const char *s)
{
	if (strcmp(s, "mno") < 0) /* site: data compare ptr 0 | cond < i32 2 flag */
		return 1;
	if (strcmp(s, "mnp") <= 0) /* site: data compare ptr 0 | cond <= i32 2 flag */
		return 2;
	return 0;
}

static int finds(const char *s)
{
	char *at = strstr(s, "key="); /* site: data find ptr 0 */

	if (!at) /* site: cond == ptr 2 flag */
		return 0;
	if (!strchr(at, ';')) /* site: data find-char ptr 0 | cond == ptr 2 flag */
		return 1;
	if (memchr(s, '#', 3)) /* site: data find-char ptr 0 | cond != ptr 2 flag */
		return 2;
	return 3;
}

int texts(const char *s)
{
	return words(s) + nested(s) + kept(s) + order(s) + finds(s);
}
