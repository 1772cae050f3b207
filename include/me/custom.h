/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * custom.h - a goal of one's own: a shared object that computes the representing
 * function of a run (Fu and Su, Mathematical Execution), for `--kinds=custom
 * --custom=LIB.so`.
 *
 * The object defines me_custom(). At the start of each run r is r0. At each decision, a
 * pass of a conditional jump or a switch in the functions in scope, r becomes what
 * pen() returns. At the end of the run met() says whether its input is wanted. The
 * search minimises the last r.
 *
 *	cc -shared -fPIC -I$(me's include directory) goal.c -o goal.so
 */
#ifndef ME_CUSTOM_H
#define ME_CUSTOM_H

#include <stdint.h>

#include "me/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ME_CUSTOM_VERSION 1

/* An operand of a comparison. */
struct me_custom_operand {
	enum me_type type;
	/* The bits: an integer sign- or zero-extended, a float's pattern zero-extended;
	 * the lower 64 first. */
	uint64_t bits[2];
	long double value; /* the nearest one; of a pointer its address */
};

/* One decision. It lasts as long as the call of pen(). */
struct me_custom_decision {
	uint32_t site; /* a number of the conditional jump or switch, from 0 on, the
			  same in each run of a build */
	const char *goal; /* id of the side taken, as --goals prints it */
	const char *function; /* assembler name */
	const char *file;
	uint32_t line, column;
	/* ME_LT to ME_LTGT, ME_SIGNBIT, ME_WORDS; ME_SWITCH: a is the value, b is 0. Of
	 * a condition on a flag, `flag != 0`. */
	enum me_op op;
	uint32_t taken; /* side: 0 is true, 1 is false; of a switch its destination */
	struct me_custom_operand a, b;
	/* To the comparison being true and being false, 0 for the outcome that it has;
	 * of a switch 0. Finite. Where a flag is tested, of the comparison behind it.
	 */
	double distance[2];
};

/* What the harness offers. It stays. */
struct me_custom_library {
	uint32_t version; /* ME_CUSTOM_VERSION */
	/* The distance to `a op b` being true, as the session measures it
	 * (distance= of --method=): finite, 0 exactly where it is true with ulp. a and
	 * b have one type; op is one of ME_LT to ME_LTGT. Neither it nor pen() changes
	 * what the program sees of its floating-point environment and errno. */
	double (*distance)(enum me_op op, const struct me_custom_operand *a,
			   const struct me_custom_operand *b);
};

/* What the object gives. Nothing of it is called from two threads. */
struct me_custom {
	uint32_t version; /* ME_CUSTOM_VERSION */
	const char *name; /* for reports */
	double r0; /* from 0 on */
	void (*begin)(void); /* a run begins; may be null */
	/* The new r, a number from 0 on. It may come from the program's own code in the
	 * middle of an expression: it neither allocates nor prints, and keeps what it
	 * needs to know of the run in static variables that begin() resets. */
	double (*pen)(const struct me_custom_decision *d, double r);
	/* The run has ended, or has failed or been left: whether its input is wanted.
	 * Null: when r is 0. Where it is not wanted and r is 0, r counts as 1. */
	int (*met)(double r);
};

/* Called once, before the first run. Null: the goal does not want to be. */
const struct me_custom *me_custom(const struct me_custom_library *library);

#ifdef __cplusplus
}
#endif
#endif
