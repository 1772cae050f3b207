/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forms.h - one function of make bench-flopsy, from the conditions that its source
 * defines: ENTRY, its head; TABLE(AND), FloPSy's own condition (Table 2); SYSTEM, all
 * residuals of the system of More, Garbow and Hillstrom; SQUARES, the sum of their
 * squares. FORM chooses:
 *
 *	1	TABLE(&&): the conjuncts one after the other, as the paper's C#
 *	2	TABLE(&): all conjuncts evaluated, so that their distances add up; the
 *		solvers of the paper minimise the sum over the path condition
 *	3	SYSTEM
 *	4	SQUARES == 0
 *
 * Every call is counted, whoever makes it; the goal says how many there were.
 */
#ifndef BENCH_FLOPSY_FORMS_H
#define BENCH_FLOPSY_FORMS_H

#include <math.h>

/* A call of the entry begins. */
void counted_call(void);
/* The goal is reached: prints `BENCH: met CALLS` at its first time, and interrupts the
 * session: what comes afterwards does not count. */
int counted_met(void);

#define SQUARE(r) ((r) * (r))

#if FORM == 1
#define CONDITION TABLE(&&)
#elif FORM == 2
#define CONDITION TABLE(&)
#elif FORM == 3
#define CONDITION SYSTEM
#else
#define CONDITION (SQUARES) == 0
#endif

#define FUNCTION                                                                       \
	int ENTRY                                                                      \
	{                                                                              \
		counted_call();                                                         \
		if (CONDITION)                                                         \
			return counted_met();                                           \
		return 0;                                                              \
	}

#endif
