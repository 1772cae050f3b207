/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/input/vary.h"

#include <string.h>

enum { CHANGES = 4, BLOCK = 64 };

static size_t below(gsl_rng *rng, size_t n)
{
	return gsl_rng_uniform_int(rng, n);
}

uint8_t vary_byte(gsl_rng *rng)
{
	return (uint8_t)below(rng, below(rng, 2) ? 32 : 256);
}

static size_t put_in(uint8_t *data, size_t size, size_t most, gsl_rng *rng)
{
	size_t room = most - size < BLOCK ? most - size : BLOCK;

	if (!room)
		return size;
	size_t at = below(rng, size + 1), n = 1 + below(rng, room);
	memmove(data + at + n, data + at, size - at);
	memset(data + at, vary_byte(rng), n);
	return size + n;
}

static size_t take_out(uint8_t *data, size_t size, gsl_rng *rng)
{
	size_t at = below(rng, size), n = 1 + below(rng, size - at);

	memmove(data + at, data + at + n, size - at - n);
	return size - n;
}

static void copy(uint8_t *data, size_t size, gsl_rng *rng)
{
	size_t from = below(rng, size), to = below(rng, size);
	size_t end = from > to ? from : to;

	memmove(data + to, data + from, 1 + below(rng, size - end));
}

size_t vary(uint8_t *data, size_t size, size_t most, gsl_rng *rng)
{
	for (size_t n = 1 + below(rng, CHANGES); n; n--) {
		size_t how = size ? below(rng, 6) : 3;
		if (how < 3)
			data[below(rng, size)] = vary_byte(rng);
		else if (how == 3)
			size = put_in(data, size, most, rng);
		else if (how == 4)
			size = take_out(data, size, rng);
		else
			copy(data, size, rng);
	}
	return size;
}
