/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluator.h - computes all terms of a system of constraints, and how far each
 * constraint is from being true. */
#ifndef SAT_EVALUATOR_H
#define SAT_EVALUATOR_H

#include "sat/formula/system.h"
#include "sat/number/float_arithmetic.h"

/*
 * A system of constraints as a program, and what it has computed.
 *
 * The value of a Bool term is a pair of distances, to true and to false. One of them is
 * 0 when the term has that value; neither is when its value is left open by the theory.
 * `and` adds the distances to true and takes the least one to false; `or` the other way
 * round (Fu and Su, XSat, CAV 2016, section 4). So a constraint holds exactly when its
 * distance to true is 0.
 */
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
	bool *changed; /* by node: it is to be computed */
	word *last; /* the inputs' values of the last run */
	enum metric last_metric;
};

static inline word *evaluator_input(const struct evaluator *e, size_t i)
{
	return &e->values[e->inputs[i]];
}

/* Whether a Bool node has that value. */
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

void evaluator_init(struct evaluator *e, const struct system *system);
void evaluator_done(struct evaluator *e);

/* Computes all nodes for the inputs' values in e->values. Returns the sum of the
 * constraints' distances: 0 exactly when all of them hold. */
double evaluator_run(struct evaluator *e);

/* To be called when e's values, open and distances have been replaced by those of an
 * earlier run with the same metric. */
void evaluator_replaced(struct evaluator *e);

/* Sets e->distances of a node that compares or classifies: how far it is from being
 * true, and from being false. */
void branch_distance(struct evaluator *e, uint32_t node);

/* The atom of a constraint that is to change. */
struct violation {
	uint32_t atom; /* a node: a comparison or class, or a Bool input */
	bool wanted; /* what it is to be */
};

/* Below a Bool node that is to be `wanted` and is not: of a conjunction the part that
 * is farthest from it, of a disjunction the nearest. False when there is no such atom
 * (the value is left open). */
bool violation_find(const struct evaluator *e, uint32_t node, bool wanted,
		    struct violation *violation);

/* Whether the atom compares two numbers: the sign of left - right decides it. */
bool violation_is_comparison(const struct evaluator *e, const struct violation *v);

/* About how many values of their sort the left side is above the right one; negative:
 * below, 0: unknown. */
double violation_sign(const struct evaluator *e, const struct violation *v);

/* left - right, as doubles. */
double violation_gap(const struct evaluator *e, const struct violation *v);

/* The derivative of the gap by each node, in slopes[e->count] (reverse accumulation).
 * Only entries up to the atom are set. */
void violation_slopes(const struct evaluator *e, const struct violation *v,
		      double *slopes);

#endif
