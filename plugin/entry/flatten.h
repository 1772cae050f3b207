/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flatten.h - the scalars that a type consists of. */
#ifndef PLUGIN_FLATTEN_H
#define PLUGIN_FLATTEN_H

#include "plugin/entry/parameter.h"

struct flattening {
	vec<parameter_field> fields;
	char *text; /* me_parameter.element */
	const char *path; /* of the member that is being flattened: "", "in.n" */
	char *why; /* why it cannot be flattened, or null */
	bool braces; /* a complex number is written {re, im} */
};

/* Adds the scalars of a value of the type at that offset. Returns false and says why if
 * a part of it cannot come from an input. */
bool flatten(struct flattening *f, tree type, HOST_WIDE_INT offset);

/* The type as the source spells it: "double", "struct p"; "" when it has no name. */
char *flatten_spell(tree type);

#endif
