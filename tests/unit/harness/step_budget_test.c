/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long runs become possible as a session goes on, and never take most of it. */
#include "harness/search/run_limit.h"

#include "tests/unit/me_check.h"

/* One run that would take `wanted` steps; how many it took. */
static uint64_t run(struct step_budget *b, uint64_t wanted)
{
	uint64_t allowed = step_budget_begin(b), more;

	while (wanted > allowed && (more = step_budget_extend(b)) > allowed)
		allowed = more;
	const uint64_t steps = wanted < allowed ? wanted : allowed;
	step_budget_end(b, steps);
	return steps;
}

static void check_endless(void)
{
	struct step_budget b = {0};
	uint64_t longest = 0, beyond = 0, all = 0;

	check(run(&b, UINT64_MAX) == STEP_BUDGET_LEAST, "steps_first",
	      "the first run is longer");
	for (int i = 0; i < 30000000; i++) {
		const uint64_t steps = run(&b, UINT64_MAX);
		longest = steps > longest ? steps : longest;
		beyond += steps - STEP_BUDGET_LEAST;
		all += steps;
	}
	check(longest == (uint64_t)STEP_BUDGET_LEAST << 2 * (STEP_BUDGET_LEVELS - 1),
	      "steps_longest", "no run gets as long as a run may be");
	check(beyond < all / STEP_BUDGET_PART * (STEP_BUDGET_LEVELS - 1) + longest,
	      "steps_shares", "long runs take more than their shares");
}

/* Where long runs are rare each of them goes on. */
static void check_rare(void)
{
	struct step_budget b = {0};
	const uint64_t wanted = (uint64_t)STEP_BUDGET_LEAST << 8;
	int whole = 0;

	for (int i = 0; i < 20000000; i++)
		run(&b, 100);
	for (int i = 0; i < 10; i++)
		whole += run(&b, wanted) == wanted;
	check(whole == 10, "steps_rare", "a long run is left");
	check(b.steps == 20000000ull * 100 + 10 * wanted, "steps_count", "miscounted");
}

/* What a descent needs it gets, but for a share of all steps. */
static void check_descent(void)
{
	struct step_budget b = {0};
	const uint64_t needed = (uint64_t)STEP_BUDGET_LEAST << 5;
	uint64_t descents = 0;

	b.needed = needed;
	check(run(&b, UINT64_MAX) >= needed, "steps_needed", "it is left before");
	for (int i = 0; i < 10000; i++) {
		b.needed = needed;
		descents += run(&b, needed);
		b.needed = 0;
		for (int k = 0; k < 10; k++)
			run(&b, STEP_BUDGET_LEAST);
	}
	check(descents < b.steps * 3 / 4, "steps_descents", "they take it all");
}

int main(void)
{
	check_endless();
	check_rare();
	check_descent();
	return me_check_failures != 0;
}
