/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/exits.h"

#include <string.h>

/* What leaves something behind: what a run gave to atexit(), which may have goals, or a
 * static variable of C++ that is being initialised. */
static const char *const keepers[] = {"atexit", "on_exit", "at_quick_exit",
				      "__cxa_guard_acquire"};

static int calls_keeper(const struct me_unit *unit)
{
	for (uint32_t c = 0; c < unit->callee_count; c++)
		for (size_t i = 0; i < sizeof keepers / sizeof *keepers; i++)
			if (!strcmp(unit->callees[c], keepers[i]))
				return 1;
	return 0;
}

int exits_can_be_left(const struct program *p)
{
	static uint32_t units; /* so many have been looked at */
	static int found;

	for (; units < p->unit_count; units++)
		found |= calls_keeper(p->units[units].record);
	return !found;
}
