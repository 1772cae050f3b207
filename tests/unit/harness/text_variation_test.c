/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variations of a text stay within its room, and each change of an editor occurs. */
#include "harness/input/variation.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { MOST = 8, GUARD = 0xa5, ROUNDS = 20000 };

static const struct text_sources sources = {{(const unsigned char *)"@]", 2},
					    {(const unsigned char *)"xyz", 3}};

/* Whether a text becomes another one. */
static int becomes(const char *text, const char *wanted, gsl_rng *rng)
{
	const size_t length = strlen(text), n = strlen(wanted);
	unsigned char bytes[MOST];

	for (int i = 0; i < ROUNDS; i++) {
		memcpy(bytes, text, length);
		if (text_vary(bytes, length, MOST, &sources, rng) == n &&
		    !memcmp(bytes, wanted, n))
			return 1;
	}
	return 0;
}

/* Texts of all lengths, also without sources; nothing beyond the room is written. */
static void check_room(gsl_rng *rng)
{
	static const struct text_sources none = {{NULL, 0}, {NULL, 0}};
	unsigned char bytes[MOST + 8];
	int inside = 1;

	for (int i = 0; i < ROUNDS; i++) {
		const size_t length = gsl_rng_uniform_int(rng, MOST + 1);
		const size_t most =
		    length + gsl_rng_uniform_int(rng, MOST - length + 1);
		memset(bytes, GUARD, sizeof bytes);
		const size_t room = most ? most : 1;
		const size_t n =
		    text_vary(bytes, length, room, i % 2 ? &sources : &none, rng);
		inside &= n <= room;
		for (size_t k = room; k < sizeof bytes; k++)
			inside &= bytes[k] == GUARD;
	}
	check(inside, "text_vary_room", "written beyond the room");
}

int main(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	check_room(rng);
	check(becomes("[a-b]", "[a-@b]", rng), "text_vary_inserts", "no literal");
	check(becomes("[a-b]", "[a-]", rng), "text_vary_removes", "nothing");
	check(becomes("[a-b]", "[]-b]", rng), "text_vary_replaces", "no literal");
	check(becomes("[a-b]", "[a-ba-b]", rng), "text_vary_repeats", "no piece");
	check(becomes("[a-b]", "[-ab]", rng), "text_vary_exchanges", "no neighbours");
	check(becomes("[a-b]", "[a-yzb]", rng), "text_vary_splices", "no other text");
	check(becomes("abcdefgh", "@abcdefg", rng), "text_vary_cuts", "not when full");
	check(becomes("", "]", rng), "text_vary_empty", "nothing comes in");
	gsl_rng_free(rng);
	return me_check_failures != 0;
}
