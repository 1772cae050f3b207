/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reject.h - inputs that LLVMFuzzerTestOneInput does not want in the corpus. */
#ifndef HARNESS_REJECT_H
#define HARNESS_REJECT_H

#include <stddef.h>

#include "harness/program/program.h"

/* libFuzzer has run the user's function on an input of that size, with that result. The
 * coverage of an input that it rejects, by -1, is cleared, so that the input does not
 * get into libFuzzer's corpus: also with libFuzzer 14, which has no rejection. That
 * version ends if the seeds have no feature. So if `fuzzing`, one counter of the first
 * input is kept; newer versions make such an input in memory themselves. */
void reject_judge(const struct program *program, int fuzzing, size_t size, int result);

#endif
