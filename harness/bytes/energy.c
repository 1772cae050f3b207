/* SPDX-License-Identifier: GPL-3.0-or-later */
/* energy.c - the energy of minimisation in a bytes target. */
#include "harness/bytes/energy.h"

#define HOOKS_A_RUN 32 /* that cost as much as a run itself */
#define TO_BEGIN_WITH 400000 /* with few goals; with this many, half of it: */
#define MANY_GOALS 30
#define MOST 400000
#define PART 0.1 /* of libFuzzer's runs; while reached goals are untried: */
#define PART_UNTRIED 0.3
#define MEMORY 0.125 /* of the average */

void energy_init(struct energy *s, unsigned goals)
{
	double credit = (double)TO_BEGIN_WITH * MANY_GOALS / (MANY_GOALS + goals);

	*s = (struct energy){credit, 100, 0};
}

double energy_cost(unsigned long long runs, unsigned long long hooks)
{
	return (double)runs + (double)hooks / HOOKS_A_RUN;
}

static void earn(struct energy *s, double sum)
{
	s->credit += sum;
	if (s->credit > MOST)
		s->credit = MOST;
}

void energy_fuzzed(struct energy *s, double cost, unsigned long long closed,
		   uint32_t untried)
{
	s->since += cost;
	earn(s, (untried ? PART_UNTRIED : PART) * cost);
	if (!closed)
		return;
	s->price += MEMORY * (s->since / (double)closed - s->price);
	s->since = 0;
}

void energy_minimised(struct energy *s, double cost, unsigned long long closed)
{
	double price = s->since > s->price ? s->since : s->price;

	s->credit -= cost;
	earn(s, (double)closed * price);
}

int energy_allows(const struct energy *s)
{
	return s->credit > 0;
}
