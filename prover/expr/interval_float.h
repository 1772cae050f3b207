/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval_float.h - floating point over intervals. */
#ifndef PROVER_INTERVAL_FLOAT_H
#define PROVER_INTERVAL_FLOAT_H

#include "prover/expr/interval_value.h"

/* An operation of floating point, from EXPR_TOFP on, whose operand a has that sort. */
struct value_interval interval_compute_float(const struct interval_sweep *sweep,
					     const struct expr_node *node,
					     unsigned sort);

#endif
