/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tree_labels_test.c - the places of labels under random additions and changes, compared
 * with a list of what was done: each label's open places are linked in their order, both
 * ways, and the counts are right.
 */
#include "prover/explore/execution_tree.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { LABELS = 5, PLACES = 200, STEPS = 3000 };

static uint64_t state = 88172645463325252u;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du % below;
}

/* What was done. */
static struct {
	uint32_t label;
	uint8_t state;
	bool skipped;
} model[PLACES];
static size_t count;

static bool is_linked(size_t place, uint32_t label)
{
	return model[place].label == label && model[place].state == SIDE_OPEN &&
	       !model[place].skipped;
}

/* Whether the label's chain is the open places of the model, in their order. */
static bool chain_fits(const struct tree_labels *l, uint32_t label)
{
	uint32_t at = l->labels[label].first, before = TREE_NONE;

	for (size_t i = 0; i < count; i++) {
		if (!is_linked(i, label))
			continue;
		if (at != i || l->places[at].before != before)
			return false;
		before = at;
		at = l->places[at].next;
	}
	return at == TREE_NONE && l->labels[label].last == before;
}

static void step(struct tree_labels *l)
{
	const uint32_t place = count ? (uint32_t)draw(count) : 0;

	if (count < PLACES && draw(4) == 0) {
		const struct tree_place p = {.node = (uint32_t)draw(9),
					     .label = (uint32_t)draw(LABELS),
					     .state = draw(3) ? SIDE_OPEN : SIDE_SEEN};
		model[count].label = p.label;
		model[count].state = p.state;
		count += tree_labels_add(l, &p) == count;
	} else if (count && model[place].state == SIDE_OPEN && !model[place].skipped) {
		if (draw(8) == 0) {
			tree_labels_skip(l, place);
			model[place].skipped = true;
		} else {
			model[place].state = draw(2) ? SIDE_SEEN : SIDE_UNKNOWN;
			tree_labels_set(l, place, model[place].state);
		}
	} else if (count && model[place].state == SIDE_SEEN) {
		tree_labels_set(l, place,
				SIDE_INFEASIBLE); /* a run took it: it stays */
	}
}

static bool counts_fit(const struct tree_labels *l)
{
	size_t states[SIDE_STATES] = {0}, skipped = 0, open = 0;

	for (size_t i = 0; i < count; i++) {
		states[model[i].state]++;
		skipped += model[i].skipped;
		open +=
		    model[i].state == SIDE_OPEN && !l->labels[model[i].label].closed;
	}
	return memcmp(states, l->states, sizeof states) == 0 && skipped == l->beyond &&
	       open == tree_labels_open(l) && l->count == count;
}

int main(void)
{
	struct tree_labels labels;
	bool chains = true, counts = true;

	tree_labels_init(&labels, LABELS);
	for (int i = 0; i < STEPS; i++) {
		if (i == STEPS / 2)
			labels.labels[2].closed = true;
		step(&labels);
		for (uint32_t label = 0; label < LABELS; label++)
			chains &= chain_fits(&labels, label);
		counts &= counts_fit(&labels);
	}
	check(count == PLACES, "tree_labels_all", "places are missing");
	check(chains, "tree_labels_chains", "a chain is not the label's open places");
	check(counts, "tree_labels_counts", "a count is wrong");
	tree_labels_done(&labels);
	return me_check_failures > 0;
}
