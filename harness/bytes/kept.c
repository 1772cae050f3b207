/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bytes/kept.h"

/* libFuzzer's MutationDispatcher::RecordSuccessfulMutationSequence, and what it calls
 * instead. */
void __me_libfuzzer_record(void *dispatcher) __attribute__((weak));
void __me_kept_record(void *dispatcher);

static unsigned long long kept;

void __me_kept_record(void *dispatcher)
{
	kept++;
	__me_libfuzzer_record(dispatcher);
}

unsigned long long kept_count(void)
{
	return kept;
}
