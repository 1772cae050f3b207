/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which features of counters libFuzzer does not see after the first runs. */
#include "harness/bytes/mutation.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { COUNTERS = 8 };

static uint8_t counters[2][COUNTERS];
static struct me_unit records[2];
static struct program_unit units[2] = {{.record = &records[0]},
				       {.record = &records[1]}};
static struct program program = {.unit_count = 2, .units = units};

static void make_program(void)
{
	for (int u = 0; u < 2; u++) {
		records[u].counters = counters[u];
		records[u].counter_count = COUNTERS;
	}
}

/* What libFuzzer sees of a counter with that value; the others are 0. */
static uint8_t seen(struct abundant *a, int unit, int i, uint8_t value)
{
	memset(counters, 0, sizeof counters);
	counters[unit][i] = value;
	abundant_hide(a, &program);
	return counters[unit][i];
}

/* The first runs: counter 0 is 5 in each, 1 is 1 or 2, 2 is 1 and rarely 9, 3 is 1 or 200,
 * 4 is rarely 1; the second unit's counter 7 is 255. */
static void run_first(struct abundant *a)
{
	for (int run = 0; run < ABUNDANT_RUNS; run++) {
		const int is_rare = run % 64 == 0;
		memset(counters, 0, sizeof counters);
		counters[0][0] = 5;
		counters[0][1] = (uint8_t)(1 + run % 2);
		counters[0][2] = is_rare ? 9 : 1;
		counters[0][3] = run % 2 ? 200 : 1;
		counters[0][4] = (uint8_t)is_rare;
		counters[1][7] = 255;
		abundant_hide(a, &program);
		check(counters[0][0] == 5 && counters[1][7] == 255, "first_runs",
		      "are hidden");
	}
}

int main(void)
{
	struct abundant a = {0};

	make_program();
	run_first(&a);
	check(!seen(&a, 0, 0, 5) && !seen(&a, 0, 0, 4) && !seen(&a, 0, 0, 7), "range",
	      "the values of one feature are not hidden");
	check(seen(&a, 0, 0, 3) == 3 && seen(&a, 0, 0, 8) == 8, "beyond", "is hidden");
	check(!seen(&a, 0, 1, 1) && !seen(&a, 0, 1, 2) && seen(&a, 0, 1, 3) == 3, "two",
	      "two features");
	check(!seen(&a, 0, 2, 1) && seen(&a, 0, 2, 9) == 9, "rare", "is hidden");
	check(!seen(&a, 0, 3, 1) && seen(&a, 0, 3, 50) == 50, "between", "is hidden");
	check(seen(&a, 0, 4, 1) == 1 && seen(&a, 0, 5, 1) == 1, "never", "is hidden");
	check(!seen(&a, 1, 7, 128) && seen(&a, 1, 7, 127) == 127, "last",
	      "of the last unit");
	program.unit_count = 1; /* as many as never before: it begins anew */
	check(seen(&a, 0, 0, 5) == 5, "grown", "is hidden at once");
	abundant_done(&a);
	return me_check_failures != 0;
}
