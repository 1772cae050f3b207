/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval_value.h - what an expression may be, as intervals of its values. */
#ifndef PROVER_INTERVAL_VALUE_H
#define PROVER_INTERVAL_VALUE_H

#include "prover/expr/node.h"

/* What an expression may be; which members count depends on its sort. */
struct value_interval {
	bool may_be_false, may_be_true; /* a truth value */
	/* A bit-vector of at most 64 bits, read without and with a sign: both hold. */
	uint64_t low, high;
	int64_t least, most;
	/* A number of SORT_F32 or SORT_F64; from > to: none but NaN. Zeros are equal. */
	double from, to;
	bool may_be_nan;
};

/* Anything of the sort; a wider one has no interval. */
struct value_interval interval_of_all(unsigned sort);
struct value_interval interval_of_truth(bool may_be_false, bool may_be_true);
/* Of a bit-vector: low to high, without a sign. */
struct value_interval interval_of_bits(unsigned width, uint64_t low, uint64_t high);
/* The same with a sign. */
struct value_interval interval_of_signed(unsigned width, int64_t least, int64_t most);
/* Of results of more bits, read without and with a sign: those that wrap around alike, or
 * fit the width. */
struct value_interval interval_of_both(unsigned width, __int128 low, __int128 high,
				       __int128 least, __int128 most);
struct value_interval interval_of_numbers(double from, double to, bool may_be_nan);
/* Of numbers, none: from > to. */
struct value_interval interval_of_none(bool may_be_nan);
/* Bits, read as numbers of SORT_F32 or SORT_F64. */
struct value_interval interval_read(unsigned sort, const struct value_interval *bits);
struct value_interval interval_join(const struct value_interval *a,
				    const struct value_interval *b);
/* What is in both. */
struct value_interval interval_meet(unsigned sort, const struct value_interval *a,
				    const struct value_interval *b);
bool interval_is_same(const struct value_interval *a, const struct value_interval *b);
/* Whether no value is in it. */
bool interval_is_empty(const struct value_interval *i);
/* Of numbers: each one's negation; each one without its sign. */
struct value_interval interval_negated(const struct value_interval *i);
struct value_interval interval_magnitude(const struct value_interval *i);

/* Whether bit-vectors of the sort have intervals. */
static inline bool interval_is_bits(unsigned sort)
{
	return sort != SORT_BOOL && sort <= 64;
}

struct number_order;

/* A sweep over expressions. While it lasts the thread's rounding mode is its own. */
struct interval_sweep {
	const struct expr_store *store;
	bool nearest; /* only for runs that round to nearest */
	bool is_brief; /* INTERVAL_BRIEF */
	bool each; /* each operation may round in a mode of its own */
	bool calls; /* results of calls are those of the machine's library, where the
		     * arguments are points: for guesses, not for proofs */
	struct value_interval *values; /* by expression */
	/* Of a variable's bits: as a number, which the sweep computes; or EXPR_NONE. Null: none
	 * is known. */
	expr *numbers;
	/* What holds besides the box, or null; see order.h. Results then say only what
	 * an expression may be where that holds. */
	struct number_order *order;
	bool narrowed; /* interval_narrow() has narrowed something */
	int mode; /* of the thread, before */
};

/* The last one of the lower half of low <= high: bits of the sort, which are read as numbers of
 * the format, or 0. Numbers of each sign are a half, and NaN is apart from numbers. */
uint64_t interval_half(unsigned sort, unsigned format, uint64_t low, uint64_t high);

/* What of it is from the one number to the other. */
static inline void interval_keep(struct value_interval *i, double from, double to)
{
	i->from = from > i->from ? from : i->from;
	i->to = to < i->to ? to : i->to;
}

#endif
