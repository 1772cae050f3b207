/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedures of Fortran are told by their names in the source, functions of C as they
 * are. */
#include "harness/program/source_name.h"

#include <string.h>

#include "tests/unit/me_check.h"

static int is(const char *symbol, const char *file, const char *wanted)
{
	char room[SOURCE_NAME_MOST];

	return !strcmp(source_name(symbol, file, room), wanted);
}

int main(void)
{
	char longest[2 * SOURCE_NAME_MOST], room[SOURCE_NAME_MOST];

	check(is("solve_", "a/solve.f90", "solve"), "name_external", "not solve");
	check(is("two_words_", "a.F", "two_words"), "name_underscore", "not two_words");
	check(is("__shapes_MOD_two", "a.f90", "shapes::two"), "name_module",
	      "not shapes::two");
	check(is("inner.0", "a.f08", "inner"), "name_contained", "not inner");
	check(is("solve_", "solve.c", "solve_"), "name_of_c", "changed");
	check(is("solve_", NULL, "solve_"), "name_without_file", "changed");
	check(is("_", "a.f", "_"), "name_short", "changed");
	memset(longest, 'x', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	memcpy(longest, "__m_MOD_", 8);
	check(strlen(source_name(longest, "a.f", room)) == SOURCE_NAME_MOST - 1,
	      "name_cut", "not cut");
	return me_check_failures != 0;
}
