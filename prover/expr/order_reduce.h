/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_reduce.h - x <= y where it follows from an order of operands. */
#ifndef PROVER_ORDER_REDUCE_H
#define PROVER_ORDER_REDUCE_H

#include "prover/expr/interval_value.h"

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
