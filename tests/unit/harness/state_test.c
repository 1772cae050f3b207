/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of all units are put back as they were at the start, and no others. */
#include "harness/program/state.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/me_check.h"

static int counter = 7;
static double table[100] = {1.5, [99] = -2.5};
static char zero[3];
static int not_listed = 1;

static struct me_variable first_variables[] = {
    {&counter, sizeof counter},
    {table, sizeof table},
};
static struct me_variable second_variables[] = {
    {zero, sizeof zero},
};

/* As the plugin leaves them: the linker joins the section. */
static struct me_unit units[] __attribute__((section("me_units"), used)) = {
    {.abi = ME_ABI, .variable_count = 2, .variables = first_variables},
    {.abi = ME_ABI},
    {.abi = ME_ABI, .variable_count = 1, .variables = second_variables},
};

static void scribble(void)
{
	counter = -1;
	not_listed = 2;
	memset(table, 0xff, sizeof table);
	memset(zero, 1, sizeof zero);
}

static int as_at_start(void)
{
	double wanted[100] = {1.5, [99] = -2.5};

	return counter == 7 && !memcmp(table, wanted, sizeof table) && !zero[0] &&
	       !zero[1] && !zero[2];
}

int main(void)
{
	struct state s;

	if (state_init(&s)) {
		check(0, "state_init", "out of memory");
		return 1;
	}
	check(s.count == 3 && s.bytes == sizeof counter + sizeof table + sizeof zero,
	      "state_size", "not the variables of all units");
	for (int round = 0; round < 3; round++) {
		scribble();
		state_restore(&s);
	}
	check(as_at_start(), "state_restored", "a variable was not put back");
	check(not_listed == 2, "state_others_left",
	      "a variable of no unit was put back");
	counter = 8;
	state_done(&s);
	check(counter == 8, "state_done", "it changed a variable");
	if (state_init(&s) == 0) {
		counter = 9;
		state_restore(&s);
		check(counter == 8, "state_of_the_start",
		      "not the values at state_init");
		state_done(&s);
	}
	return me_check_failures != 0;
}
