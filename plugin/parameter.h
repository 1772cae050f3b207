/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parameter.h - the parameters of the entry function as include/me/abi.h describes
 * them: a structure, an array or a complex number is flattened into its scalars.
 */
#ifndef PLUGIN_PARAMETER_H
#define PLUGIN_PARAMETER_H

#include "me/abi.h"

/* A run of scalars in an element. */
struct parameter_field {
	tree type; /* of one scalar */
	unsigned offset, count, code; /* code: enum me_type */
};

/* As in struct me_parameter. The texts and the vector are never freed. */
struct parameter {
	tree decl;
	const char *name, *literal, *element;
	vec<parameter_field> fields;
	unsigned count, size, length_of, passing, flags;
	uint64_t low[2], high[2];
};

/* Reads the parameters and applies the counts, lengths and ranges that options.h has
 * for them. Reports what cannot be driven as an error and returns false. */
bool parameters_read(tree entry, auto_vec<parameter> *parameters);

/* The table of struct me_parameter. */
tree parameters_write(const auto_vec<parameter> *parameters);

#endif
