/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * user.h - what a user may define beside his target: LLVMFuzzerInitialize,
 * LLVMFuzzerCustomMutator, LLVMFuzzerCustomCrossOver, or a main() that calls
 * LLVMFuzzerRunDriver.
 *
 * libFuzzer's references to the first two have other names in our library
 * (tools/runtime.sh) and lead to us; we call the user's. His cross-over it calls
 * itself: the reference is weak, which takes no member out of an archive, as the others
 * do.
 */
#ifndef HARNESS_USER_H
#define HARNESS_USER_H

#include <stddef.h>
#include <stdint.h>

typedef int user_test_fn(const uint8_t *data, size_t size);

/* His LLVMFuzzerTestOneInput, or null. */
user_test_fn *user_test(void);

/* Calls his LLVMFuzzerInitialize, if he has one and it has not been called yet. It may
 * change the command line. */
void user_initialize(int *argc, char ***argv);

/* His mutator, else libFuzzer's mutations. What comes back goes to libFuzzer as it is:
 * 0, or more than max_size, makes it ask for another mutation. */
size_t user_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Whether he has a mutator. */
int user_has_mutator(void);

#endif
