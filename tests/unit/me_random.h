/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_random.h - numbers at random, the same in every run: xorshift64* (Vigna 2016). */
#ifndef TESTS_UNIT_ME_RANDOM_H
#define TESTS_UNIT_ME_RANDOM_H

#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15;

static inline uint64_t random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1d;
}

/* 0 to n - 1. */
static inline unsigned random_below(unsigned n)
{
	return (unsigned)((random_word() >> 33) % n);
}

#endif
