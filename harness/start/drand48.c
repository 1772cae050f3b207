/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * drand48.c - the random numbers of POSIX's drand48(), X' = a X + c modulo 2^48, as libc makes
 * them: libc's own state cannot be reached, and each run is to begin with the first number. A
 * member of libme.a of its own: a program that has or calls none of these functions is not
 * linked with it.
 */
#include <stdint.h>
#include <stdlib.h>

#include "harness/pristine/process_state.h"

#define OF_PROGRAM __attribute__((weak, visibility("default")))
#define RANDOM_A UINT64_C(0x5deece66d)

static struct {
	uint64_t x, a;
	uint16_t c;
	unsigned short before[3];
} drand = {.a = RANDOM_A, .c = 0xb};

static void seed_random(uint64_t x)
{
	drand.x = x;
	drand.a = RANDOM_A;
	drand.c = 0xb;
}

void __me_begin_drand48(void)
{
	seed_random(0);
}

static uint64_t next_random(unsigned bits)
{
	const uint64_t mask = ((uint64_t)1 << 48) - 1;

	drand.x = (drand.a * drand.x + drand.c) & mask;
	return drand.x >> (48 - bits);
}

static uint64_t of_words(const unsigned short words[3])
{
	return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

OF_PROGRAM double drand48(void)
{
	return (double)next_random(48) / (double)((uint64_t)1 << 48);
}

OF_PROGRAM long lrand48(void)
{
	return (long)next_random(31);
}

OF_PROGRAM long mrand48(void)
{
	return (int32_t)next_random(32);
}

OF_PROGRAM void srand48(long seed)
{
	seed_random((uint64_t)(uint32_t)seed << 16 | 0x330e);
}

OF_PROGRAM unsigned short *seed48(unsigned short seed[3])
{
	for (int i = 0; i < 3; i++)
		drand.before[i] = (unsigned short)(drand.x >> 16 * i);
	seed_random(of_words(seed));
	return drand.before;
}

OF_PROGRAM void lcong48(unsigned short all[7])
{
	drand.x = of_words(all);
	drand.a = of_words(all + 3);
	drand.c = all[6];
}
