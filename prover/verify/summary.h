/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h - proofs that unwind no loop: of a header that stands for all iterations. */
#ifndef PROVER_SUMMARY_H
#define PROVER_SUMMARY_H

#include "prover/verify/unwinding.h"

/* Whether no run takes the goal whatever its loops have done; then it has its verdict. */
bool summary_proves(struct verdict_attempt *attempt);

#endif
