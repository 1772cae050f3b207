/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of an input of a bytes target, and places of texts in it. */
#include "harness/bytes/bytes.h"

#include <string.h>

#include "tests/unit/me_check.h"

static void check_edit(const char *name, enum edit_ending ending, size_t offset, size_t old,
		       const char *text, const char *wanted, size_t wanted_size)
{
	static const char base[] = "set x=1;";
	struct edit e = {NULL,	       offset, old, (const unsigned char *)text,
			 strlen(text), ending};
	uint8_t out[40];
	size_t n = bytes_log_edit(&e, (const uint8_t *)base, strlen(base), out);

	check(n == wanted_size && !memcmp(out, wanted, n), name, "another input");
}

static void check_edits(void)
{
	check_edit("edit_over", ENDING_NONE, 4, 1, "why", "set why;", 8);
	check_edit("edit_over_end", ENDING_NONE, 6, 1, "1234", "set x=1234", 10);
	check_edit("edit_nul", ENDING_NUL, 0, 3, "go", "go\0 x=1;", 8);
	check_edit("edit_blanks", ENDING_BLANKS, 0, 3, "a", "a   x=1;", 8);
	check_edit("edit_longer", ENDING_REST, 4, 1, "why", "set why=1;", 10);
	check_edit("edit_shorter", ENDING_REST, 0, 3, "a", "a x=1;", 6);
	check_edit("edit_insert", ENDING_REST, 8, 0, "y", "set x=1;y", 9);
	check_edit("edit_cut", ENDING_CUT, 4, 0, "z", "set z", 5);
}

/* By address, by content, and of nothing. */
static void check_places(void)
{
	static const unsigned char text[] = "ab;ab", other[] = "ab";
	struct input_span s = {0, 5, 64, text, text};
	struct span_place p[4];

	check(spans_find(&s, 1, text + 3, other, 2, p, 4) == 1 && p[0].offset == 3,
	      "place_address", "not where the run saw it");
	check(spans_find(&s, 1, other, other, 2, p, 4) == 2 && p[0].offset == 0 &&
		  p[1].offset == 3,
	      "place_copies", "not both");
	check(spans_find(&s, 1, other, other, 2, p, 1) == 1, "place_most",
	      "more than asked for");
	check(spans_find(&s, 1, other, NULL, 0, p, 4) == 2 && p[0].offset == 5 &&
		  p[1].offset == 0,
	      "place_nothing", "neither the end nor the start");
	s.room = 5;
	check(spans_find(&s, 1, other, NULL, 0, p, 4) == 1 && p[0].offset == 0,
	      "place_nothing_fixed", "not the start alone");
}

int main(void)
{
	check_edits();
	check_places();
	return me_check_failures != 0;
}
