/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_turns.h - which goal is proven next, and for how long, while there is time. */
#ifndef COMMAND_GOAL_TURNS_H
#define COMMAND_GOAL_TURNS_H

#include "command/proof/proof.h"

struct turns {
	struct turn {
		bool done;
		bool is_own; /* of the entry, or an assertion */
		unsigned late; /* shares that were too short for it */
		size_t function; /* an index of `late` */
	} * list; /* of each goal */
	unsigned *late; /* of each function: shares that were too short */
};

void turns_init(const struct proof_session *p, struct turns *turns);
void turns_done(struct turns *turns);

/* The goal that is next: of those that have had fewest shares, the entry's and assertions
 * before others, the first one of a function in which fewest shares were too short. Sets
 * how many like it are left, twice as many if others come after them; null: none. */
struct turn *turns_next(const struct proof_session *p, struct turns *turns,
			size_t *left);
/* Seconds by the clock: an even share of those that are left, or more where that is too
 * little for a query. */
double turns_share(double left, size_t goals_left);
/* Says on the terminal which goal it is, of all that have been or are to be decided. */
void turns_tell(const struct proof_session *p, const struct turns *turns,
		size_t number);

#endif
