/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/source_name.h"

#include <string.h>

#include "system/fortran_name.h"

/* Whether the symbol is the function, or a part or copy of it that GCC made
 * (`f.part.0`). */
static int is_of(const char *symbol, const char *function)
{
	const size_t n = strlen(function);

	return strncmp(symbol, function, n) == 0 &&
	       (symbol[n] == '\0' || symbol[n] == '.');
}

static int find(const char *symbol, int (*is_same)(const char *, const char *),
		struct source_function *s)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++)
			for (uint32_t i = 0; i < u->function_count; i++)
				if (is_same(symbol, u->functions[i].name)) {
					*s = (struct source_function){m, u, i};
					return 1;
				}
	return 0;
}

static int is_equal(const char *symbol, const char *function)
{
	return strcmp(symbol, function) == 0;
}

int source_name_find(const char *symbol, struct source_function *s)
{
	return find(symbol, is_equal, s) || find(symbol, is_of, s);
}

uint8_t *source_name_entries(const struct source_function *s)
{
	const struct me_module *m = s->module;
	const size_t base = (size_t)(s->unit->counters - m->counters);
	uint32_t function = s->function;

	for (size_t i = 0; m->pcs && i < s->unit->counter_count; i++)
		if ((m->pcs[base + i][1] & 1) && !function--)
			return &s->unit->counters[i];
	return NULL;
}

const char *source_name(const char *symbol, const char *file, char *room)
{
	struct source_function s;

	if (is_fortran(file) || !source_name_find(symbol, &s))
		return fortran_name(symbol, file, room);
	return s.unit->functions[s.function].source_name;
}
