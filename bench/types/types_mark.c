/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_mark.c - what the branch behind the condition calls: it speaks in the replay.
 */
#include <stdlib.h>
#include <unistd.h>

void bench_solved(void);
void bench_solved_(void); /* Fortran's name of it */

void bench_solved(void)
{
	if (getenv("BENCH_SOLVED") && write(1, "solved\n", 7) != 7)
		abort();
}

void bench_solved_(void)
{
	bench_solved();
}
