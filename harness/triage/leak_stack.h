/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leak_stack.h - the calls that have allocated what a run has lost. */
#ifndef HARNESS_LEAK_STACK_H
#define HARNESS_LEAK_STACK_H

#include <stddef.h>
#include <stdint.h>

enum { LEAK_STACK_MOST = 48 };

struct leak_stack {
	uintptr_t pcs[LEAK_STACK_MOST]; /* in the calls, the allocation first */
	size_t count; /* 0: it is not known */
};

/* Of the first leak of LeakSanitizer's report in what was printed. */
struct leak_stack leak_stack_read(const char *printed);
/* Of the leak that this run was aborted for (harness/program/walled.h). */
struct leak_stack leak_stack_of_walls(void);

#endif
