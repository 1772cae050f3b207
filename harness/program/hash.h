/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.h - a hash of several numbers, one after another. */
#ifndef HARNESS_HASH_H
#define HARNESS_HASH_H

#include <stdint.h>

/* The hash of what `key` is of, followed by the value. Any number may begin. */
static inline uint64_t hash_mix(uint64_t key, uint64_t value)
{
	key = (key ^ value) * 0x9e3779b97f4a7c15u;
	return key ^ key >> 29;
}

/* The same, followed by the characters of a text; null is an empty one. */
static inline uint64_t hash_text(uint64_t key, const char *text)
{
	for (; text && *text; text++)
		key = hash_mix(key, (unsigned char)*text);
	return key;
}

#endif
