/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * utf8.c - whether LENGTH bytes are well-formed UTF-8 (Unicode, table 3-7): neither
 * overlong forms nor surrogates nor what is beyond U+10FFFF.
 */
#ifndef LENGTH
#define LENGTH 3
#endif

/* How many bytes follow the first one; -1: it is none. */
static int following(unsigned char first)
{
	if (first < 0x80)
		return 0;
	if (first >= 0xc2 && first <= 0xdf)
		return 1;
	if (first >= 0xe0 && first <= 0xef)
		return 2;
	if (first >= 0xf0 && first <= 0xf4)
		return 3;
	return -1;
}

/* Whether the second byte may follow the first one. */
static int may_follow(unsigned char first, unsigned char second)
{
	if (second < 0x80 || second > 0xbf)
		return 0;
	if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f))
		return 0;
	return !((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f));
}

/* The number of characters, or -1. */
int utf8(const unsigned char *text)
{
	int characters = 0;

	for (int i = 0; i < LENGTH; characters++) {
		const int more = following(text[i]);
		if (more < 0 || i + more >= LENGTH)
			return -1;
		if (more > 0 && !may_follow(text[i], text[i + 1]))
			return -1;
		for (int k = 2; k <= more; k++)
			if (text[i + k] < 0x80 || text[i + k] > 0xbf)
				return -1;
		i += 1 + more;
	}
	return characters;
}
