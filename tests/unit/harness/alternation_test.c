/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutations go on while they are worth it. */
#include "harness/search/slice.h"

#include "tests/unit/me_check.h"

static void check_budget(const char *name, unsigned wanted, unsigned budget,
			 unsigned brought, double slice)
{
	check(alternation_budget(budget, brought, slice) == wanted, name,
	      "another number of mutations");
}

int main(void)
{
	check_budget("mutations_that_bring_goals_go_on", 32, 16, 1, 0);
	check_budget("mutations_that_bring_none_do_not", 8, 16, 0, 0);
	/* Where one run in a hundred of the search closes a goal: */
	check_budget("mutations_below_the_search", 100, 200, 1, 0.01);
	check_budget("mutations_above_the_search", 400, 200, 3, 0.01);
	check_budget("mutations_at_least", ALTERNATION_LEAST, 4, 0, 0);
	check_budget("mutations_at_most", ALTERNATION_MOST, 1000, 9, 0);
	return me_check_failures != 0;
}
