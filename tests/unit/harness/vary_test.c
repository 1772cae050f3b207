/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variations of an input stay within their room, and get everywhere nearby. */
#include "harness/input/variation.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { MOST = 20, GUARD = 0xa5, ROUNDS = 20000 };

/* From so many bytes to inputs of all sizes, that differ; nothing behind is written. */
static void from(size_t size, gsl_rng *rng, const char *name)
{
	uint8_t data[MOST + 8], sizes[MOST + 1] = {0};
	int inside = 1, same = 0;

	for (int i = 0; i < ROUNDS; i++) {
		memset(data, GUARD, sizeof data);
		memcpy(data, "abcdefghijklmnopqrst", size);
		size_t n = vary_bytes(data, size, MOST, rng);
		inside &= n <= MOST;
		for (size_t k = MOST; k < sizeof data; k++)
			inside &= data[k] == GUARD;
		if (!inside)
			break;
		sizes[n] = 1;
		same += n == size && !memcmp(data, "abcdefghijklmnopqrst", size);
	}
	check(inside, name, "written beyond the room");
	for (size_t n = 1; n <= MOST; n++)
		inside &= sizes[n];
	check(inside, name, "a size that is never reached");
	check(same < ROUNDS / 4, name, "left as it was too often");
}

/* A given byte at a given place, beside an input that has grown. */
static void reaches(gsl_rng *rng)
{
	uint8_t data[MOST];

	for (int i = 0; i < ROUNDS; i++) {
		memset(data, 0, sizeof data);
		size_t n = vary_bytes(data, 4, MOST, rng);
		if (n > 10 && data[0] == 6 && !data[1]) {
			check(1, "vary_reaches", "");
			return;
		}
	}
	check(0, "vary_reaches", "not found");
}

int main(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	from(6, rng, "vary_from_6");
	from(0, rng, "vary_from_0");
	from(MOST, rng, "vary_from_full");
	reaches(rng);
	gsl_rng_free(rng);
	return me_check_failures != 0;
}
