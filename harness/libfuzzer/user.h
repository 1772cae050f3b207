/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * user.h - the functions that a user may define besides the target:
 * LLVMFuzzerInitialize, LLVMFuzzerCustomMutator, LLVMFuzzerCustomCrossOver, or a main()
 * that calls LLVMFuzzerRunDriver.
 *
 * In our library libFuzzer's references to the first two are renamed (tools/runtime.sh)
 * to functions of ours, which call the user's. libFuzzer itself calls the user's
 * cross-over through a weak reference, which, unlike the others, does not link a member
 * of an archive.
 */
#ifndef HARNESS_USER_H
#define HARNESS_USER_H

#include <stddef.h>
#include <stdint.h>

typedef int user_test_fn(const uint8_t *data, size_t size);

/* The user's LLVMFuzzerTestOneInput, or null. */
user_test_fn *user_test(void);

/* Whether the user has an LLVMFuzzerInitialize. */
int user_initializes(void);
/* Calls the user's LLVMFuzzerInitialize, if it exists and was not called yet. It may
 * change the command line. */
void user_initialize(int *argc, char ***argv);

/* The user's mutator, else libFuzzer's mutations. libFuzzer gets the result unchanged:
 * 0, or more than max_size, makes it request another mutation. */
size_t user_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Whether the user has a mutator. */
int user_has_mutator(void);

#endif
