/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval_related.h - comparisons of numbers that are related. */
#ifndef PROVER_INTERVAL_RELATED_H
#define PROVER_INTERVAL_RELATED_H

#include "prover/expr/interval_value.h"

/* What is left of the truth of a comparison, EXPR_FLT, EXPR_FLE, EXPR_FEQ or EXPR_FNAN. `nan`:
 * one of its operands may be NaN. */
struct value_interval interval_related(const struct interval_sweep *sweep,
				       const struct expr_node *node, bool nan,
				       struct value_interval truth);

#endif
