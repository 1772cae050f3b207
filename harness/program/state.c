/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - copies and restores the writable variables of instrumented units. */
#include "harness/program/state.h"

#include <stdlib.h>
#include <string.h>

#include "harness/program/module.h"

static void copy_variable(struct state *s, const struct me_variable *v)
{
	s->variables[s->count++] = *v;
	memcpy(s->copy + s->bytes, v->address, v->size);
	s->bytes += v->size;
}

int state_add(struct state *s, const struct me_module *module)
{
	size_t count = s->count, bytes = s->bytes;

	for (const struct me_unit *u = module->units; u < module->units_end; u++) {
		/* Thread-local variables: those of the thread that will run the inputs,
		 * this one. */
		if (u->locate)
			u->locate(u->variables);
		for (uint32_t i = 0; i < u->variable_count; i++)
			bytes += u->variables[i].size;
		count += u->variable_count;
	}
	void *variables = realloc(s->variables, (count + 1) * sizeof *s->variables);
	if (variables)
		s->variables = variables;
	void *copy = realloc(s->copy, bytes + 1);
	if (copy)
		s->copy = copy;
	if (!variables || !copy)
		return -1;
	for (const struct me_unit *u = module->units; u < module->units_end; u++)
		for (uint32_t i = 0; i < u->variable_count; i++)
			copy_variable(s, &u->variables[i]);
	return 0;
}

int state_init(struct state *s)
{
	memset(s, 0, sizeof *s);
	for (const struct me_module *m = module_first(); m; m = m->next)
		if (state_add(s, m)) {
			state_done(s);
			return -1;
		}
	return 0;
}

void state_done(struct state *s)
{
	free(s->variables);
	free(s->copy);
	memset(s, 0, sizeof *s);
}

void __lsan_ignore_object(const void *object) __attribute__((weak));
int __sanitizer_get_ownership(const volatile void *object) __attribute__((weak));

static int finds_leaks(void)
{
	return __lsan_ignore_object && __sanitizer_get_ownership;
}

void state_excuse(const void *block)
{
	if (finds_leaks() && block && __sanitizer_get_ownership(block))
		__lsan_ignore_object(block);
}

/* What a variable points to that gets its first bytes back would have been there until the
 * end. */
static void excuse_blocks(const struct me_variable *v, const unsigned char *first)
{
	const unsigned char *bytes = v->address;
	const void *now, *before;

	for (size_t i = 0; i + sizeof now <= v->size; i += sizeof now) {
		memcpy(&now, bytes + i, sizeof now);
		memcpy(&before, first + i, sizeof before);
		if (now != before)
			state_excuse(now);
	}
}

void state_restore(const struct state *s)
{
	const int excuses = finds_leaks();
	const unsigned char *from = s->copy;

	for (size_t i = 0; i < s->count; i++) {
		if (excuses)
			excuse_blocks(&s->variables[i], from);
		memcpy(s->variables[i].address, from, s->variables[i].size);
		from += s->variables[i].size;
	}
}
