/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goal.h - what a goal of make bench-bytes says of itself. The target calls goal_begin
 * at each input and goal_met where the goal is. The functions are built without the
 * plugin (goal.c): the count holds whoever runs the target, and for whatever reason.
 */
#ifndef BENCH_BYTES_GOAL_H
#define BENCH_BYTES_GOAL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void goal_begin(void);

/* Prints `BENCH: met CALLS CPU-SECONDS` at its first call; aborts at each. */
void goal_met(void);

#endif
