/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * statistics.h - libFuzzer's lines count all runs of the program under test.
 *
 * libFuzzer counts the runs that it makes itself. The search's own runs, inside of the
 * custom mutator, are unknown to it. All that it prints comes through one call of
 * vfprintf(), which tools/runtime.sh leads here: in the lines that tell of runs or of
 * runs a second (`#4096 NEW`, `Done 4096 runs`, `stat::number_of_executed_units`) ours
 * are added. Nothing that libFuzzer decides changes: -runs counts as before. The lines
 * go where our messages go, also while what the program prints is kept (quiet.h).
 */
#ifndef HARNESS_STATISTICS_H
#define HARNESS_STATISTICS_H

/* From now on; `inner` tells how many runs libFuzzer has not seen. `omits`: lines that mean
 * nothing for a typed target are left out, unless -verbosity=2 is in argv: of functions that
 * libFuzzer has not found, of its mutator, of flags that are ours, of what is new to it; and, but
 * with -print_final_stats=1, statistics. */
void statistics_begin(unsigned long long (*inner)(void), int omits, int argc,
		      char **argv);

/* From now on libFuzzer's lines that announce an input wait for this: */
void statistics_hold(void);
/* The input is on disk. */
void statistics_release(void);

#endif
