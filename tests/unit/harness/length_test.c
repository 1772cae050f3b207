/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short inputs first; longer ones as runs bring nothing new. */
#include "harness/bytes/mutation.h"

#include "tests/unit/me_check.h"

/* Runs until the limit is reached; 0 when it never is. `every`: runs between two inputs
 * that are kept, or 0. */
static unsigned long long runs_to(size_t limit, unsigned every)
{
	struct length l;

	length_init(&l);
	for (unsigned long long run = 1; run < 10000000; run++) {
		const unsigned long long kept = every ? run / every : 0;
		size_t allowed = length_allowed(&l, run, kept, 0, 4096);
		if (allowed > 4096)
			return 0;
		if (allowed >= limit)
			return run;
	}
	return 0;
}

int main(void)
{
	struct length off = {0, 0, 0}, l;

	check(length_allowed(&off, 1, 0, 3, 4096) == 4096, "length_off",
	      "it is limited");
	length_init(&l);
	check(length_allowed(&l, 1, 0, 0, 4096) == 4, "length_begins", "not with 4");
	check(length_allowed(&l, 1, 0, 100, 4096) == 100, "length_of_input", "cut");
	check(length_allowed(&l, 1, 0, 100, 50) == 50, "length_most",
	      "beyond max_size");
	unsigned long long all = runs_to(4096, 0);
	check(all > 100000 && all < 1000000, "length_grows", "too fast, or never");
	check(runs_to(32, 0) && !runs_to(32, 250), "length_waits",
	      "not for what is new");
	check(!runs_to(4096, 100), "length_stays", "it grows all the same");
	return me_check_failures != 0;
}
