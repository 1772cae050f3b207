/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scalar_taint.h - which coordinates of a frame a descent moves.
 *
 * Some of a typed input's coordinates change nothing: results behind pointers, which a
 * function writes and does not read. They are found by runs: when such a coordinate gets
 * another value in an input that closed a goal, the run overwrites it, and all hooks get
 * the operands that they got before, for several inputs, it is untainted. One that is not
 * overwritten may have an effect that no random value shows. Descents and variations mostly
 * leave an untainted coordinate as it is. If it has an effect in any later input, it is
 * tainted again.
 */
#ifndef HARNESS_SCALAR_TAINT_H
#define HARNESS_SCALAR_TAINT_H

#include <stddef.h>

#include "mcmc/objective.h"

/* ---- untainted coordinates */

/* In how many inputs a coordinate without effect is changed before it is untainted. */
enum { SCALAR_TAINT_TESTS = 6 };

struct scalar_taint {
	size_t n; /* coordinates of the whole frame; 0: none is ever untainted */
	const struct axis *axes; /* of that frame: it is told by them */
	unsigned char *tests; /* n: without effect so far, or more when one had any */
	coord *x; /* n: the input under test */
	size_t untainted, unsettled; /* how many are; how many may become so */
};

/* How the tests run the program. */
struct scalar_taint_runs {
	/* Runs x and sets *key to a number for all operands that the hooks got; 0 when
	 * the run says nothing. */
	int (*observe)(void *context, const coord *x, uint64_t *key);
	/* Whether that run has overwritten what coordinate i was in memory. */
	int (*overwrites)(void *context, const coord *x, size_t i);
	/* A value for coordinate i. */
	coord (*value)(void *context, size_t i);
	void *context;
};

/* For a frame of n coordinates with these axes, which are kept. 0, or -1 when out of
 * memory; influence_done is due in any case. */
int scalar_taint_init(struct scalar_taint *f, const struct axis *axes, size_t n);

/* Whether there is anything to find out. */
static inline int scalar_taint_may_test(const struct scalar_taint *f)
{
	return f->unsettled || f->untainted;
}

/* Whether coordinate i of the frame with these axes is untainted. */
static inline int scalar_taint_is_untainted(const struct scalar_taint *f,
					    const struct axis *axes, size_t i)
{
	return f->untainted && axes == f->axes && f->tests[i] == SCALAR_TAINT_TESTS;
}

/* What tests have found in an earlier session, a byte a coordinate; of another number of
 * coordinates it is nothing. */
void scalar_taint_take(struct scalar_taint *f, const unsigned char *tests, size_t n);

/* Tests in the input f->x: it is run as it is, then with another value for each
 * coordinate that may become untainted, and once with other values for all that are. */
void scalar_taint_test(struct scalar_taint *f, const struct scalar_taint_runs *runs);

/* ---- the coordinates moved */

/* The others keep the values of the start: the minimiser knows nothing of them. */
struct projection {
	size_t n; /* coordinates that are moved */
	size_t *at; /* n: where they are in the frame */
	struct axis *axes; /* n */
	coord *start; /* n */
	coord *whole; /* a vector of the frame */
};

/* For frames of up to n_most coordinates; 0, or -1 when out of memory. */
int projection_init(struct projection *p, size_t n_most);

/* A descent begins at x, a vector of a frame of n coordinates; none is moved yet. */
void projection_begin(struct projection *p, const coord *x, size_t n);
/* Coordinate i of the frame with these axes is moved. */
void projection_move(struct projection *p, const struct axis *axes, size_t i);

/* The vector of the frame for a point of the descent, until the next one. */
const coord *projection_whole(struct projection *p, const coord *x);

#endif
