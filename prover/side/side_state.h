/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_state.h - what is known of a side of a choice, or of the place of a label. */
#ifndef PROVER_SIDE_STATE_H
#define PROVER_SIDE_STATE_H

enum side_state {
	SIDE_OPEN, /* not tried yet */
	SIDE_SEEN, /* a run took it */
	SIDE_INFEASIBLE, /* bit by bit, in every rounding mode */
	SIDE_NEAREST, /* the same, when rounding to nearest */
	SIDE_UNKNOWN, /* tried, and not decided */
	SIDE_STATES
};

#endif
