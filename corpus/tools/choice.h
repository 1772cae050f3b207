/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choice.h - few inputs that cover what all of them cover. Greedy: the input that covers
 * most of what is left is taken, of equals the first one, until nothing is left. Then
 * those are left out again that the later ones made superfluous.
 */
#ifndef COMMAND_CHOICE_H
#define COMMAND_CHOICE_H

#include "corpus/tools/score.h"

struct choice {
	const struct score *score; /* made with score_options.whole */
	size_t *times; /* by goal: how many chosen inputs cover it */
	bool *chosen; /* by input */
};

/* Nothing is chosen. 0, or -1 when out of memory; choice_done() in any case. */
int choice_init(struct choice *c, const struct score *score);
void choice_done(struct choice *c);

/* Chooses that input, or no longer. */
void choice_set(struct choice *c, size_t input, bool chosen);
/* Chooses more until everything is covered. */
void choice_complete(struct choice *c);
/* Leaves out again what is superfluous, the first ones first. */
void choice_reduce(struct choice *c);

#endif
