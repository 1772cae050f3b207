/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leak_stack.c - lines "    #1 0x55d0 in f file.c:5": only the addresses are read, the names
 * depend on the sanitizer's options. */
#include "harness/triage/leak_stack.h"

#include <stdlib.h>
#include <string.h>

/* The address of frame `number` in the line, or 0. */
static uintptr_t frame_address(const char *line, size_t number)
{
	char *end;

	line += strspn(line, " ");
	if (*line != '#' || strtoul(line + 1, &end, 10) != number || *end != ' ')
		return 0;
	return (uintptr_t)strtoull(end, NULL, 16);
}

void leak_stack_read(struct leak_stack *stack, const char *printed)
{
	const char *line = strstr(printed, "LeakSanitizer: detected memory leaks");
	uintptr_t pc;

	stack->count = 0;
	while (line && stack->count < LEAK_STACK_MOST && (line = strchr(line, '\n'))) {
		pc = frame_address(++line, stack->count);
		if (pc)
			stack->pcs[stack->count++] = pc;
		else if (stack->count)
			return;
	}
}
