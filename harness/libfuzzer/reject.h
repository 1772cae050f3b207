/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reject.h - inputs that LLVMFuzzerTestOneInput does not want in the corpus. */
#ifndef HARNESS_REJECT_H
#define HARNESS_REJECT_H

#include <stddef.h>

#include "harness/program/program.h"

/* The user's function has been run by libFuzzer on an input of that size and gave the
 * result. An input that it rejects, by -1, leaves no coverage, and so does not get into
 * libFuzzer's corpus: also with libFuzzer 14, which knows no rejection. That version
 * ends where the seeds give no feature. So one counter of the first input is left when
 * `fuzzing`: newer ones make such an input in memory for themselves. */
void reject_judge(const struct program *program, int fuzzing, size_t size, int result);

#endif
