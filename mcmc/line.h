/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * line.h - searches along one line through a point: the moves of signed_search.c.
 *
 * A line moves one coordinate, or two of them by the same step; the step is a power
 * of two, of ulps (LINE_ORDER) or of the value (LINE_VALUE).
 */
#ifndef MCMC_LINE_H
#define MCMC_LINE_H

#include "mcmc/axis.h"
#include "mcmc/descent.h"

/* A point on its way down. Every search below leaves it at the lowest point seen. */
struct cursor {
	struct descent *d;
	coord *x; /* n coordinates */
	struct reading r; /* at x */
	size_t limit; /* searches return soon after d->evals has reached it */
	/*
	 * When not null, a reading of line_chase and line_step is not that of the moved
	 * point but of where restorer's chase of coordinate restored goes from there:
	 * the search then runs along a curve on which an earlier condition holds.
	 * restorer has its own x and may have a restorer in turn.
	 */
	struct cursor *restorer;
	size_t restored;
};

enum line_space {
	LINE_ORDER, /* x + step in coordinates: ulps */
	LINE_VALUE, /* x + step as numbers, rounded to the kind */
};

struct search_line {
	enum line_space space;
	size_t i, j; /* j == i: only i moves */
	bool opposite; /* j moves by -step */
	int top; /* the largest step is 2^top */
	unsigned scales; /* and the smallest 2^(top - scales + 1) */
	/* Where the sign was found to change without a root, between a coordinate of i
	 * and the next, by steps down and up: not bisected again. */
	coord wall[2];
	bool live; /* some step has changed the reading */
};

/* A line through the cursor's point, with its scales. */
struct search_line line_init(const struct cursor *p, enum line_space space, size_t i,
			     size_t j, bool opposite);

/*
 * One step of direction * 2^k. A change of sign is bisected; an improvement is kept and
 * goes on with doubled steps while it improves. At most about 300 evaluations; typical
 * is 1.
 */
void line_try(struct cursor *p, struct search_line *l, int k, int direction);

/* One step of any size along coordinate l->i, and bisection of a change of sign. */
void line_step(struct cursor *p, struct search_line *l, coord step);

/*
 * Secant search along coordinate i. In the space of ordered integers most operands of
 * comparisons are piecewise linear functions of the arguments (a copy has slope 1, the
 * high word of a double slope 2^-32, a square about 2), so that two readings often
 * give the root. Tries a few distances until two readings differ. At most about 250
 * evaluations; typical is 3 to 15.
 */
void line_chase(struct cursor *p, size_t i);

/* Reads the objective at x with coordinate i set to c and moves there if it is lower.
 * Returns false when the descent is over. */
bool line_probe(struct cursor *p, size_t i, coord c, struct reading *out);

#endif
