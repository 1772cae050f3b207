/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leak_stack.c - see leak_stack.h. */
#include "harness/triage/leak_stack.h"

#include <stdlib.h>
#include <string.h>

#include "harness/program/walled.h"

/* Of lines "    #1 0x55d0 in f file.c:5" only the addresses are read, the names depend on the
 * sanitizer's options. The address of frame `number` in the line, or 0. */
static uintptr_t frame_address(const char *line, size_t number)
{
	char *end;

	line += strspn(line, " ");
	if (*line != '#' || strtoul(line + 1, &end, 10) != number || *end != ' ')
		return 0;
	return (uintptr_t)strtoull(end, NULL, 16);
}

struct leak_stack leak_stack_read(const char *printed)
{
	const char *line = strstr(printed, "LeakSanitizer: detected memory leaks");
	struct leak_stack stack = {.count = 0};

	while (line && stack.count < LEAK_STACK_MOST && (line = strchr(line, '\n'))) {
		const uintptr_t pc = frame_address(++line, stack.count);
		if (pc)
			stack.pcs[stack.count++] = pc;
		else if (stack.count)
			break;
	}
	return stack;
}

struct leak_stack leak_stack_of_walls(void)
{
	struct leak_stack stack;
	const uintptr_t *pcs;

	stack.count = walled_leak_stack(&pcs);
	if (stack.count)
		memcpy(stack.pcs, pcs, stack.count * sizeof *pcs);
	return stack;
}
