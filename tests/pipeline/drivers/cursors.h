/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cursors.h - functions of C and C++ that run over an array from a cursor to its end. */
#include <stddef.h>

int utf8_next(const unsigned char **p, const unsigned char *end)
{
	const unsigned char *s = *p;
	int n, c;

	if (s >= end)
		return -1;
	c = *s++;
	if (c < 0x80) {
		*p = s;
		return c;
	}
	if (c < 0xc2)
		return -2;
	n = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
	if (c > 0xf4)
		return -2;
	if (end - s < n)
		return -3;
	c &= 0x3f >> n;
	for (int i = 0; i < n; i++) {
		if ((*s & 0xc0) != 0x80)
			return -4;
		c = c << 6 | (*s++ & 0x3f);
	}
	*p = s;
	if (c >= 0xd800 && c < 0xe000)
		return -5;
	return c;
}
int two(const unsigned char **p, const unsigned char *end)
{
	if (*p >= end)
		return -1;
	int v = (*p)[0] << 8 | (*p)[1];
	*p += 2;
	return v == 0x1234;
}
struct reader { const unsigned char *begin, *cur, *end; int error; };
int read_length(struct reader *r)
{
	if (r->cur == r->end) {
		r->error = 1;
		return -1;
	}
	unsigned n = *r->cur++;
	if (n & 0x80) {
		n &= 0x7f;
		if (n > 2 || (size_t)(r->end - r->cur) < n) {
			r->error = 2;
			return -2;
		}
		unsigned k = n;
		n = 0;
		while (k--)
			n = n << 8 | *r->cur++;
		if (n < 0x80)
			return -3;
	}
	if (r->cur - r->begin > 2 && n == 300)
		return -4;
	return (int)n;
}
