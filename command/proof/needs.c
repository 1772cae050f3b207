/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.c - what entry= would have to say for goals that are unknown. */
#include "command/proof/proof.h"

#include <stdio.h>

static bool is_integer(unsigned type)
{
	return type >= ME_I8 && type <= ME_U64;
}

/* The first integer that may be an array's length; null: none. */
static const struct me_parameter *length_for(const struct entry *e, size_t array)
{
	const struct me_parameter *first = NULL;

	for (size_t i = e->parameter_count; i-- > 0;) {
		const struct me_parameter *p = &e->parameters[i];
		if (p->length_of == array)
			return NULL;
		if (p->passing == ME_BY_VALUE && p->length_of == ME_NO_PARAMETER &&
		    p->field_count == 1 && *p->name && is_integer(p->fields[0].type))
			first = p;
	}
	return first;
}

void needs_text(const struct entry *e, const size_t *needs, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (size_t i = 0; i < e->parameter_count && n < size; i++) {
		const struct me_parameter *array = &e->parameters[i];
		const struct me_parameter *length = length_for(e, i);
		if (!needs[i])
			continue;
		n += (size_t)snprintf(
		    text + n, size - n,
		    "%zu goal%s %s to have more than %u element%s: %s:%u%s%s%s%s%s\n",
		    needs[i], needs[i] == 1 ? " needs" : "s need", array->name,
		    array->count, array->count == 1 ? "" : "s", array->name,
		    array->count < 4 ? 8 : 2 * array->count, length ? "," : "",
		    length ? length->name : "", length ? ":len(" : "",
		    length ? array->name : "", length ? ")" : "");
	}
}
