/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of ends: each is found by its name, and its artifact by its prefix. */
#include "me/ends.h"

#include "tests/unit/me_check.h"

static enum me_end first_of_prefix(enum me_end end)
{
	int e = 0;

	while (strcmp(me_ends[e].prefix, me_ends[end].prefix) != 0)
		e++;
	return (enum me_end)e;
}

int main(void)
{
	static const int faults[] = {ME_FAULT_SIGNALS};

	for (int e = 0; e < ME_END_COUNT; e++) {
		const struct me_end_facts *facts = &me_ends[e];
		check(me_end_named(facts->name) == (enum me_end)e, facts->name,
		      "its name is another one's");
		check(me_end_of_artifact(facts->prefix) == first_of_prefix(e),
		      facts->name, "its prefix is another one's");
		check(!facts->code || (facts->which && *facts->prefix), facts->name,
		      "a failure has no words or no artifact");
		check(!facts->code == !me_end_is_code(facts->code), facts->name,
		      "its code is none");
	}
	check(sizeof faults / sizeof *faults == ME_FAULT_COUNT, "end_faults",
	      "another count");
	check(me_end_named(NULL) == ME_END_RETURNS && me_end_named("hang") == 0,
	      "end_unknown", "no run that returns");
	check(!me_end_is_code(ME_CODE_INTERRUPTED) && !me_end_is_code(0), "end_codes",
	      "no failure has them");
	return me_check_failures != 0;
}
