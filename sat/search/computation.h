/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * computation.h - a system of constraints as a program, and what it has computed.
 *
 * The value of a Bool term is a pair of distances, to true and to false. One of them is
 * 0 when the term has that value; neither is when its value is left open by the theory.
 * `and` adds the distances to true and takes the least one to false; `or` the other way
 * round (Fu and Su, XSat, CAV 2016, section 4). So a constraint holds exactly when its
 * distance to true is 0.
 */
#ifndef SAT_COMPUTATION_H
#define SAT_COMPUTATION_H

#include "sat/formula/term.h"
#include "sat/number/float_arithmetic.h"

/* How far numbers are from each other. */
enum metric {
	METRIC_ORDER, /* how many values of the sort lie between them */
	METRIC_SCALE, /* the logarithm of that */
	METRIC_VALUE, /* their difference, as doubles */
	METRICS,
};

/* The distance between values that cannot be compared, such as a number and NaN. */
#define DISTANCE_OPEN 0x1p130

struct node {
	uint8_t operation;
	uint8_t count;
	uint8_t fast; /* how it is computed, see evaluator.c */
	struct sort sort;
	uint32_t number;
	uint32_t operands[TERM_OPERANDS]; /* nodes below it */
	term_id term;
};

struct evaluator {
	const struct formula *formula;
	struct node *nodes; /* operands come before their users */
	word *values;
	bool *open; /* of other sorts than Bool: the theory leaves the value open */
	double (*distances)[2]; /* of Bool: to false, to true */
	size_t count;
	uint32_t *inputs; /* nodes of the free variables */
	size_t input_count;
	uint32_t *constraints; /* nodes */
	size_t constraint_count;
	enum metric metric;
	uint64_t runs;
	/* A run computes only what depends on inputs that have changed: */
	uint32_t *users; /* of node i: from first_user[i] to first_user[i + 1] */
	uint32_t *first_user;
	bool *stale;
	word *last; /* the inputs' values of the last run */
	enum metric last_metric;
};

static inline word *evaluator_input(const struct evaluator *e, size_t i)
{
	return &e->values[e->inputs[i]];
}

/* Of a Bool node. */
static inline bool node_is(const struct evaluator *e, uint32_t node, bool value)
{
	return e->distances[node][value] == 0;
}

/* The value of a float or of a bit-vector, which is unsigned, as a double. */
static inline double node_number(const struct evaluator *e, uint32_t node)
{
	const struct sort sort = e->nodes[node].sort;

	return sort.kind == SORT_FLOAT ? float_to_double(sort, e->values[node])
				       : (double)e->values[node];
}

#endif
