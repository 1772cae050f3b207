/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compile.c - what the plugin costs the compiler, on GCC's own tests.
 *
 *	compile SUITE PLUGIN DIRECTORY COMPILER SEED TESTS FLAGS
 *
 * SUITE is gcc/testsuite of GCC's sources, DIRECTORY gets what is compiled. Of all
 * tests TESTS are drawn by SEED (0: all of them), and the configurations of
 * tests/torture take turns at them. Each test is compiled four times, without, with,
 * with, without the plugin and the next one the other way round, so that what else the
 * machine does falls on both. FLAGS follow those of the torture. A test that does not
 * compile without the plugin is left out. Printed is a line for each test,
 *
 *	name, configuration, CPU ms without, with, compiles without the plugin?, with?
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/base/random.h"
#include "tests/torture/measure.h"

struct cost {
	unsigned ms[2]; /* without, with the plugin */
	int compiles[2];
};

static void shuffle(struct suite *s, uint64_t seed)
{
	for (size_t i = s->count; i > 1; i--) {
		size_t k = random_draw(&seed) % i;
		struct suite_test t = s->tests[i - 1];
		s->tests[i - 1] = s->tests[k];
		s->tests[k] = t;
	}
}

static void compile(struct measure *m, struct cost *c, int plugin, const char *flags)
{
	struct outcome o;

	measure_build(m, &o, 0, plugin, flags);
	c->ms[plugin] += o.ms;
	c->compiles[plugin] = !o.build;
}

/* `first`: whether the plugin comes first. */
static void compare(struct measure *m, struct cost *c, int first, const char *flags)
{
	*c = (struct cost){{0, 0}, {0, 0}};
	compile(m, c, first, flags);
	compile(m, c, !first, flags);
	if (!c->compiles[0] || !c->compiles[1])
		return;
	compile(m, c, !first, flags);
	compile(m, c, first, flags);
}

static int run(const struct measure_place *place, const struct suite *s, size_t tests,
	       const char *flags)
{
	for (size_t i = 0; i < tests; i++) {
		const size_t turn = i % (size_t)measure_configuration_count;
		struct measure m = {.place = place,
				    .test = &s->tests[i],
				    .configuration = &measure_configurations[turn]};
		struct cost c;

		if (measure_init(&m))
			return -1;
		compare(&m, &c, (int)(i / (size_t)measure_configuration_count % 2),
			flags);
		printf("%s\t%s\t%u\t%u\t%d\t%d\n", m.test->name, m.configuration->name,
		       c.ms[0], c.ms[1], c.compiles[0], c.compiles[1]);
		fflush(stdout);
		measure_done(&m);
	}
	return 0;
}

static void name_compilers(struct measure_place *place, char names[3][256],
			   const char *compiler)
{
	static const char *const compilers[] = {"gcc", "g++", "gfortran"};
	const char *suffix = strstr(compiler, "gcc");

	for (int i = 0; i < 3; i++) {
		snprintf(names[i], 256, "%s%s", compilers[i], suffix ? suffix + 3 : "");
		place->compilers[i] = names[i];
	}
}

int main(int argc, char **argv)
{
	char plugin[4096], names[3][256];
	struct suite suite;

	if (argc != 8) {
		fprintf(stderr, "usage: compile SUITE PLUGIN DIRECTORY COMPILER SEED "
				"TESTS FLAGS\n");
		return 2;
	}
	if (suite_read(&suite, argv[1])) {
		fprintf(stderr, "compile: %s: no tests\n", argv[1]);
		return 1;
	}
	snprintf(plugin, sizeof plugin, "-fplugin=%s", argv[2]);
	struct measure_place place = {argv[3], plugin, "", {0}};
	name_compilers(&place, names, argv[4]);
	mkdir(argv[3], 0777);
	shuffle(&suite, strtoull(argv[5], NULL, 10));
	const size_t wanted = strtoull(argv[6], NULL, 10);
	const size_t tests = wanted && wanted < suite.count ? wanted : suite.count;
	const int error = run(&place, &suite, tests, argv[7]);
	suite_done(&suite);
	return error ? 1 : 0;
}
