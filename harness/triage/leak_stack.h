/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leak_stack.h - where a leaked block was allocated, as LeakSanitizer prints it. */
#ifndef HARNESS_LEAK_STACK_H
#define HARNESS_LEAK_STACK_H

#include <stddef.h>
#include <stdint.h>

enum { LEAK_STACK_MOST = 48 };

struct leak_stack {
	uintptr_t pcs[LEAK_STACK_MOST]; /* in the calls, the allocation first */
	size_t count;
};

/* Reads the stack of the first leak of the report in `printed`. Without a report in it, or
 * without a stack, count is 0. */
void leak_stack_read(struct leak_stack *stack, const char *printed);

#endif
