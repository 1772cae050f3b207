/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/exits.h"

#include <stddef.h>

#include "harness/program/module.h"

/* What leaves something behind: what a run gave to atexit(), which may have goals, or a
 * static variable of C++ that is being initialised. */
static const char *const keepers[] = {"atexit", "on_exit", "at_quick_exit",
				      "__cxa_guard_acquire", NULL};

int exits_can_be_left(const struct program *p)
{
	static uint32_t units; /* so many have been looked at */
	static int found;

	for (; units < p->unit_count; units++)
		found |= module_unit_calls(p->units[units].record, keepers);
	return !found;
}
