/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_blocks.c - blocks that a driver has made in a run, and that the function under test may
 * free or keep: what it leaves goes with the run, so that a session's memory does not grow and
 * no leak is told that would be the driver's. */
#include <stdlib.h>

#include "harness/pristine/leftovers.h"
#include "harness/program/walled.h"

/* Of ASan and LSan. */
int __sanitizer_get_ownership(const volatile void *block) __attribute__((weak));

enum { MADE_MOST = 256 }; /* of a run; further ones are left */

static void *made[MADE_MOST];

__attribute__((visibility("default"))) unsigned __me_made_count;

__attribute__((visibility("default"))) void __me_made(void *block)
{
	walled_open(block);
	if (block && __me_made_count < MADE_MOST)
		made[__me_made_count++] = block;
}

__attribute__((visibility("default"))) void __me_made_is_freed(const void *block)
{
	for (unsigned i = __me_made_count; i-- > 0;)
		if (made[i] == block) {
			made[i] = made[--__me_made_count];
			return;
		}
}

void made_blocks_begin(void)
{
	__me_made_count = 0;
}

/* Without wrappers of free() and without a sanitizer nobody knows what was freed. */
void made_blocks_end(void)
{
	const unsigned count = __me_made_count;

	__me_made_count = 0;
	for (unsigned i = 0; i < count; i++)
		if (__sanitizer_get_ownership ? __sanitizer_get_ownership(made[i])
					      : walled_sees_free())
			free(made[i]);
}
