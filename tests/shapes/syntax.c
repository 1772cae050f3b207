/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A text is read by its syntax, character by character. Where a range in a list is to
 * have an escaped end, a character must come into a list that is well formed, and what
 * stands behind it must move.
 *
 * entry: syntax,s:7
 * runs: 80000
 */
enum { ESCAPE = '@' };

/* The list's closing bracket, or null. */
static const char *list_end(const char *s)
{
	if (*s != '[') /* site: cond != i8 2 */
		return 0;
	for (s++; *s != ']'; s++) { /* site: cond != i8 2 */
		if (*s == ESCAPE) /* site: cond == i8 2 */
			s++;
		if (*s < '!') /* site: cond <= i8 2 */
			return 0;
	}
	return s;
}

/* How many ranges have ends that are escaped. */
static int escaped_ends(const char *s, const char *end)
{
	int count = 0;

	while (s < end) { /* site: cond < ptr 2 */
		s += *s == ESCAPE ? 2 : 1; /* site: cond == i8 2 */
		if (*s == '-' && s[1] != ']') { /* site: cond == i8 2 | cond != i8 2 */
			s++;
			count += *s == ESCAPE; /* site: data == i8 0 */
		}
	}
	return count;
}

int syntax(const char *s)
{
	const char *end = list_end(s);

	if (!end) /* site: cond == ptr 2 */
		return 0;
	if (end[1]) /* site: cond != i8 2 */
		return 1;
	if (escaped_ends(s + 1, end) == 1) /* site: cond == i32 2 flag */
		return 2;
	return 3;
}
