/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unset_stack.c - how much of the stack may be read unset: by a unit, or by what it calls without a
 * plugin having seen it. */
#include "harness/input/arguments.h"

#include <dlfcn.h>
#include <string.h>

/* Those of the compiler and of the C library set what they read. */
static int is_library(const char *file)
{
	static const char *const names[] = {"libc.so", "libm.so", "libgcc_s.so",
					    "libstdc++.so", "libgfortran.so"};
	const char *base = file ? strrchr(file, '/') : NULL;

	for (size_t i = 0; base && i < sizeof names / sizeof *names; i++)
		if (!strncmp(base + 1, names[i], strlen(names[i])))
			return 1;
	return 0;
}

static int sets_what_it_reads(const char *name)
{
	void *address = dlsym(RTLD_DEFAULT, name);
	Dl_info found;

	return address && dladdr(address, &found) && is_library(found.dli_fname);
}

static int calls_unknown(const struct program_unit *u)
{
	const uint32_t *c = u->record->outside;

	for (; c && *c != ME_NEXT_END; c++)
		if (u->callees[*c] == PROGRAM_NONE &&
		    !sets_what_it_reads(u->record->callees[*c]))
			return 1;
	return 0;
}

/* Several functions may call each other. */
static int calls_instrumented(const struct program_unit *u)
{
	const uint32_t *c = u->record->outside;

	for (; c && *c != ME_NEXT_END; c++)
		if (u->callees[*c] != PROGRAM_NONE)
			return 1;
	return 0;
}

uint32_t arguments_unset_stack(const struct program *p)
{
	uint64_t stack = 0;
	int reads = 0;

	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct program_unit *unit = &p->units[u];
		if (calls_unknown(unit))
			return UINT32_MAX;
		reads |= unit->record->reads_unset != 0;
		stack += calls_instrumented(unit) ? UINT32_MAX : unit->record->stack;
	}
	return !reads ? 0 : stack < UINT32_MAX ? (uint32_t)stack : UINT32_MAX;
}
