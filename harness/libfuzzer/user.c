/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/user.h"

/* ---- what he may define */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned seed);

/* Present if the user defines no such function: defaults in libme.a, which do nothing.
 */
extern const char __me_no_TestOneInput __attribute__((weak));
extern const char __me_no_Initialize __attribute__((weak));
extern const char __me_no_CustomMutator __attribute__((weak));

/* libFuzzer's. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* libFuzzer calls it instead of the user's LLVMFuzzerInitialize. */
int __me_initialize(int *argc, char ***argv);

user_test_fn *user_test(void)
{
	return &__me_no_TestOneInput ? NULL : LLVMFuzzerTestOneInput;
}

int user_initializes(void)
{
	return !&__me_no_Initialize;
}

void user_initialize(int *argc, char ***argv)
{
	static int called;

	if (called || !user_initializes())
		return;
	called = 1;
	LLVMFuzzerInitialize(argc, argv);
}

int __me_initialize(int *argc, char ***argv)
{
	user_initialize(argc, argv);
	return 0;
}

size_t user_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	return &__me_no_CustomMutator
		   ? LLVMFuzzerMutate(data, size, max_size)
		   : LLVMFuzzerCustomMutator(data, size, max_size, seed);
}

int user_has_mutator(void)
{
	return !&__me_no_CustomMutator;
}
