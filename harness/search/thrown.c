/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thrown.c - a table of types. */
#include "harness/search/thrown.h"

#include <stdio.h>
#include <string.h>

#include "harness/input/exception.h"
#include "me/ends.h"

enum { THROWN_TYPES = 64, CALL_TEXT = 200 };

static struct thrown_type {
	char type[ME_THROWN_TEXT], call[CALL_TEXT];
	unsigned inputs;
} types[THROWN_TYPES];

/* Types for which there is no room are not told. */
static struct thrown_type *find(const char *type)
{
	for (struct thrown_type *t = types; t < types + THROWN_TYPES; t++)
		if (!t->inputs || !strcmp(t->type, type))
			return t;
	return NULL;
}

void thrown_note(const struct subject *s, struct input in)
{
	char type[ME_THROWN_TEXT];
	struct thrown_type *t = exception_left(type, sizeof type) ? find(type) : NULL;

	if (!t)
		return;
	if (!t->inputs++) {
		memcpy(t->type, type, sizeof t->type);
		if (s->kind->describe)
			s->kind->describe(s, in, t->call, sizeof t->call);
	}
}

void thrown_tell(void)
{
	char type[ME_THROWN_TEXT];

	if (exception_left(type, sizeof type))
		printf("ends with %s\n", type);
	fflush(stdout);
}

void thrown_print(void)
{
	for (const struct thrown_type *t = types; t < types + THROWN_TYPES && t->inputs;
	     t++)
		fprintf(stderr, "INFO: me: %u input%s with %s: %s\n", t->inputs,
			t->inputs == 1 ? " ends" : "s end", t->type, t->call);
}
