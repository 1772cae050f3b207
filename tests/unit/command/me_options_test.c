/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_options_test.c - which options reach the twin, and which command links. */
#include "command/driver/gcc_options.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/me_check.h"

static int filter_is(const char *line, const char *wanted)
{
	struct words words = {0}, out = {0};
	char *got = NULL;
	int good;

	words_split(&words, line);
	options_for_twin(&out, &words);
	got = words_show(&out);
	good = got && strcmp(got, wanted) == 0;
	if (!good)
		printf("# %s\n", got ? got : "?");
	free(got);
	words_done(&words);
	words_done(&out);
	return good;
}

static void test_filter(void)
{
	check(filter_is("-g -O2 -O3 -Og -I dir -Idir2 -DX=1 -c -o x.o",
			"-g -I dir -Idir2 -DX=1"),
	      "filter_optimisation", "other options");
	check(filter_is("-flto -flto=auto -fsanitize=address -fno-sanitize-recover=all "
			"-fsanitize-coverage=trace-pc -fno-lto",
			""),
	      "filter_sanitizers", "other options");
	check(filter_is("-fplugin=/x/me.so -fplugin-arg-me-entry=f,y:4 "
			"-fplugin-arg-me-verbose -fplugin-arg-other-x "
			"-fplugin-arg-me-only=a.c -fplugin-arg-me-any-O",
			"-fplugin-arg-me-entry=f,y:4 -fplugin-arg-me-only=a.c "
			"-fplugin-arg-me-any-O"),
	      "filter_plugins", "other options");
	check(
	    filter_is(
		"-MD -MF x.d -MT x -MMD -MP -pipe -dumpdir a- -dumpbase b -save-temps "
		"--coverage -fprofile-arcs -ftest-coverage -pg",
		""),
	    "filter_side_files", "other options");
	check(filter_is("-ffast-math -fno-builtin -std=gnu11 -fopenmp -m32 -pthread "
			"-include c.h -isystem d x.c",
			"-ffast-math -fno-builtin -std=gnu11 -fopenmp -m32 -pthread "
			"-include c.h -isystem d"),
	      "filter_keeps", "other options");
}

static int links(const char *line)
{
	struct words words = {0};
	int good;

	words_split(&words, line);
	good = options_link(&words);
	words_done(&words);
	return good;
}

static void test_link(void)
{
	check(links("gcc a.c -o x") && links("gcc a.o") && links("gcc a.c -o -c"),
	      "links", "not seen as a link");
	check(!links("gcc -c a.c") && !links("gcc -E a.c") && !links("gcc -M a.c") &&
		  !links("gcc a.c -fsyntax-only"),
	      "links_not", "seen as a link");
}

static void test_value(void)
{
	struct words words = {0};

	words_split(&words, "-I -o -c -ox.o -o y.o");
	check(options_value(&words, "-o") &&
		  !strcmp(options_value(&words, "-o"), "y.o") &&
		  !options_value(&words, "-x"),
	      "option_value", "another value");
	words_done(&words);
}

int main(void)
{
	test_filter();
	test_link();
	test_value();
	return me_check_failures != 0;
}
