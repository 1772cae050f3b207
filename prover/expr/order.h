/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order.h - which number is at most another one, from conditions that hold and from what
 * operations do to the order, where intervals of each number alone say nothing:
 * a <= b <= 1 gives a <= (a + b) / 2. What is proven holds in all rounding modes. Integers are
 * read with a sign, and are never NaN.
 */
#ifndef PROVER_ORDER_H
#define PROVER_ORDER_H

#include "prover/expr/interval_value.h"

struct order_fact {
	expr low, high; /* low <= high, or one of them is NaN */
	bool is_strict; /* low < high */
	bool is_number; /* none is NaN */
	bool is_nan; /* low and high, which are one, are NaN */
	bool is_choice; /* low or high is an EXPR_ITE */
	/* Their sides that are known, with the choices of the base and of another context + 1
	 * (0: not known yet). */
	expr base_low, base_high, settled_low, settled_high;
	bool is_base_known;
	uint32_t settled_in;
};

/* What has been asked in a sweep. */
struct order_memo {
	expr x, y;
	uint32_t context;
	bool is_strict, holds;
};

enum { ORDER_FACTS = 256, ORDER_MEMOS = 4096, ORDER_CHOSEN = 512 };

struct number_order {
	struct order_fact facts[ORDER_FACTS];
	/* Those up to the base are no choice's; behind it those from `from` on are used. */
	size_t count, base, from;
	struct order_choice {
		expr condition;
		bool truth;
		unsigned short before; /* one of the same hash, from 1 on; 0: none */
	} choices[ORDER_FACTS]; /* that are assumed for a time */
	size_t choice_count, base_choices, choices_from;
	/* The last, of all and of the base, by a hash of its condition. */
	unsigned short chosen[ORDER_CHOSEN], base_chosen[ORDER_CHOSEN];
	uint32_t context; /* the latest choice; 0: none */
	uint32_t context_count;
	unsigned depth, effort, budget; /* of a question */
	uint64_t spent; /* by all questions */
	struct order_memo memo[ORDER_MEMOS];
};

/* Adds what follows from the condition's truth, and is a fact of the base from then on. */
void order_require(struct number_order *order, const struct expr_store *store,
		   expr condition, bool truth);
/* The condition is assumed to have that truth, until order_return(); false: there are too
 * many such. */
bool order_choose(struct number_order *order, const struct expr_store *store,
		  expr condition, bool truth);
struct order_mark {
	size_t count, choice_count;
};
static inline struct order_mark order_marked(const struct number_order *order)
{
	return (struct order_mark){order->count, order->choice_count};
}
void order_return(struct number_order *order, struct order_mark mark);
/* What of a truth value is left by what was assumed of it. */
void order_narrow_truth(const struct number_order *order, expr e,
			struct value_interval *i);
/* Other values than those asked about before: forgets the answers. */
void order_begin(struct number_order *order);
/* Whether x <= y, or x < y if `is_strict`, wherever neither is NaN. False: unknown. The
 * sweep, which has an order, has computed both. */
bool order_holds(const struct interval_sweep *sweep, expr x, expr y, bool is_strict);
/* What of the interval is left by the facts about an expression, which is a number;
 * the sweep has an order. */
void order_narrow(const struct interval_sweep *sweep, expr e, struct value_interval *i);
/* The same where a condition has that truth, which it need not have. */
void order_narrow_if(const struct interval_sweep *sweep, expr condition, bool truth,
		     expr e, struct value_interval *i);

/* ---- order_reduce.c: x <= y where it follows from an order of operands */

enum { ORDER_REDUCTIONS = 8 };

struct order_reductions {
	unsigned count;
	/* The goal follows from each of them: from one or both of low[i] <= high[i]. */
	struct order_reduction {
		unsigned count;
		expr low[2], high[2];
	} list[ORDER_REDUCTIONS];
};

/* Of a goal x <= y, or x < y if `is_strict`: then its reductions are strict, too. As
 * there, nothing is claimed of NaN. The sweep has computed both. */
void order_reduce(const struct interval_sweep *sweep, expr x, expr y, bool is_strict,
		  struct order_reductions *reductions);

#endif
