/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - copies and restores the writable variables of instrumented units. */
#include "harness/state.h"

#include <stdlib.h>
#include <string.h>

extern struct me_unit __start_me_units[] __attribute__((weak));
extern struct me_unit __stop_me_units[] __attribute__((weak));

typedef void variable_fn(struct state *s, const struct me_variable *v);

static void each_variable(struct state *s, variable_fn *act)
{
	if (!__start_me_units)
		return;
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->variable_count; i++)
			act(s, &u->variables[i]);
}

static void measure(struct state *s, const struct me_variable *v)
{
	s->count++;
	s->bytes += v->size;
}

static void copy(struct state *s, const struct me_variable *v)
{
	s->variables[s->count++] = *v;
	memcpy(s->copy + s->bytes, v->address, v->size);
	s->bytes += v->size;
}

/* Thread-local variables: those of the thread that will run the inputs, this one. */
static void locate_variables(void)
{
	if (!__start_me_units)
		return;
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		if (u->locate)
			u->locate(u->variables);
}

int state_init(struct state *s)
{
	memset(s, 0, sizeof *s);
	locate_variables();
	each_variable(s, measure);
	s->variables = calloc(s->count + 1, sizeof *s->variables);
	s->copy = malloc(s->bytes + 1);
	if (!s->variables || !s->copy) {
		state_done(s);
		return -1;
	}
	s->count = s->bytes = 0;
	each_variable(s, copy);
	return 0;
}

void state_done(struct state *s)
{
	free(s->variables);
	free(s->copy);
	memset(s, 0, sizeof *s);
}

void state_restore(const struct state *s)
{
	const unsigned char *from = s->copy;

	for (size_t i = 0; i < s->count; i++) {
		memcpy(s->variables[i].address, from, s->variables[i].size);
		from += s->variables[i].size;
	}
}
