/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * substitute.c - replaces what a pattern matches in a line, in the manner of the Unix
 * command `ed`. In a pattern
 *
 *	.	is any character	^ at its beginning is that of the line
 *	[a-c]	one of a class		$ at its end is that of the line
 *	[^a-c]	one that is not in it	x* is any number of x, the most that match
 *	@x	is x itself
 *
 * In the replacement & is what was matched, and @x is x.
 */
enum { ESCAPE = '@', ROOM = 32, MALFORMED = -1, NO_MATCH = -2 };

struct line {
	char text[ROOM];
	int length;
};

static void line_add(struct line *l, char c)
{
	if (l->length < ROOM - 1)
		l->text[l->length++] = c;
}

/* ---- the pattern; one character of it is an item: x, @x, ., [...] */

/* Where the item ends, or null where it is cut. */
static const char *item_end(const char *p)
{
	if (*p == ESCAPE)
		return p[1] ? p + 2 : 0;
	if (*p != '[')
		return p + 1;
	p += p[1] == '^' ? 2 : 1;
	do {
		if (*p == ESCAPE && p[1])
			p++;
		if (!*p)
			return 0;
		p++;
	} while (*p && *p != ']');
	return *p ? p + 1 : 0;
}

/* Whether the class from p up to its ] has the character. */
static int class_has(const char *p, char c)
{
	for (; *p != ']'; p++) {
		if (*p == ESCAPE)
			p++;
		if (p[1] == '-' && p[2] != ']' && p[2] != ESCAPE) {
			if (p[0] <= c && c <= p[2])
				return 1;
			p += 2;
		} else if (*p == c) {
			return 1;
		}
	}
	return 0;
}

static int item_matches(const char *p, char c)
{
	if (!c)
		return 0;
	if (*p == '.')
		return 1;
	if (*p == ESCAPE)
		return p[1] == c;
	if (*p != '[')
		return *p == c;
	if (p[1] == '^')
		return !class_has(p + 2, c);
	return class_has(p + 1, c);
}

static int is_well_formed(const char *p)
{
	while (*p) {
		p = item_end(p);
		if (!p)
			return 0;
	}
	return 1;
}

/* Where the longest match of the pattern from `at` on ends, or null. */
static const char *match(const char *p, const char *at, int depth)
{
	if (!*p)
		return at;
	if (*p == '$' && !p[1])
		return *at ? 0 : at;
	if (depth > ROOM)
		return 0;
	const char *next = item_end(p), *end = at;
	if (*next != '*') {
		if (!item_matches(p, *at))
			return 0;
		return match(next, at + 1, depth + 1);
	}
	while (item_matches(p, *end))
		end++;
	for (; end >= at; end--) {
		const char *last = match(next + 1, end, depth + 1);
		if (last)
			return last;
	}
	return 0;
}

/* ---- the replacement */

static void replace(struct line *l, const char *with, const char *from, const char *end)
{
	for (; *with; with++) {
		if (*with == ESCAPE && with[1])
			line_add(l, *++with);
		else if (*with == '&')
			for (const char *at = from; at < end; at++)
				line_add(l, *at);
		else
			line_add(l, *with);
	}
}

/* The length of the line in which all matches are replaced. */
int substitute(const char *pattern, const char *with, const char *text)
{
	struct line out = {"", 0};
	const int is_anchored = *pattern == '^';
	int matches = 0;

	pattern += is_anchored;
	if (!*pattern || !is_well_formed(pattern))
		return MALFORMED;
	for (const char *at = text; *at;) {
		const char *end = is_anchored && at > text ? 0 : match(pattern, at, 0);
		if (end) {
			replace(&out, with, at, end);
			matches++;
		}
		if (!end || end == at)
			line_add(&out, *at++);
		else
			at = end;
	}
	return matches ? out.length : NO_MATCH;
}
