/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts of four characters, given as their codes, that differ and have the same value of
 * a hash function. COLLISION says of which: 1 polynomial, 2 shifts and exclusive or,
 * 3 both in turn, for a table of 4096, 4 with the bits of the result mixed, 5 two at once.
 */
#include <me/target.h>

enum { LENGTH = 4 };

static inline unsigned polynomial(const int *text)
{
	unsigned hash = 7;

	for (int i = 0; i < LENGTH; i++)
		hash = 31 * hash + (unsigned)text[i];
	return hash;
}

static inline unsigned shifted(const int *text)
{
	unsigned hash = 0x9dc5;

	for (int i = 0; i < LENGTH; i++)
		hash = ((hash << 5) ^ (hash >> 27)) ^ (unsigned)text[i];
	return hash;
}

static inline unsigned alternating(const int *text)
{
	unsigned hash = 0;

	for (int i = 0; i < LENGTH; i++)
		hash ^= i % 2 ? ~((hash << 11) ^ (unsigned)text[i] ^ (hash >> 5))
			      : (hash << 7) ^ (unsigned)text[i] * 3 ^ (hash >> 3);
	return hash;
}

static inline unsigned mixed(const int *text)
{
	unsigned hash = polynomial(text);

	hash ^= hash >> 20 ^ hash >> 12;
	return (hash ^ hash >> 7 ^ hash >> 4) % 1024;
}

#if COLLISION == 1
#define COLLIDE(s, t) (polynomial(s) == polynomial(t))
#elif COLLISION == 2
#define COLLIDE(s, t) (shifted(s) == shifted(t))
#elif COLLISION == 3
#define COLLIDE(s, t) (alternating(s) % 4096 == alternating(t) % 4096)
#elif COLLISION == 4
#define COLLIDE(s, t) (mixed(s) == mixed(t))
#else
#define COLLIDE(s, t)                                                                  \
	(polynomial(s) % 4096 == polynomial(t) % 4096 &&                               \
	 shifted(s) % 256 == shifted(t) % 256)
#endif

int hash(int a, int b, int c, int d, int e, int f, int g, int h)
{
	const int one[LENGTH] = {a, b, c, d}, other[LENGTH] = {e, f, g, h};

	for (int i = 0; i < LENGTH; i++)
		if (one[i] < 'A' || one[i] > 'z' || other[i] < 'A' || other[i] > 'z')
			return 0;
	if (a == e || d == h)
		return 0;
	if (COLLIDE(one, other))
		ME_REACH();
	return 0;
}
