/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parameter.h - the parameters of the entry function as include/me/abi.h describes
 * them: a structure, an array or a complex number is flattened into its scalars.
 */
#ifndef PLUGIN_PARAMETER_H
#define PLUGIN_PARAMETER_H

#include "me/abi.h"
#include "plugin/options.h"

/* A parameter of more scalars is refused. */
enum { PARAMETER_SCALARS = 1 << 20 };

/* A run of scalars in an element. */
struct parameter_field {
	tree type; /* of one scalar */
	const char *path; /* of the member that it is: "", "in.n"; "re", "im" */
	unsigned offset, count, code; /* code: enum me_type */
	bool limited; /* to low..high */
	uint64_t low[2], high[2];
};

/* A Fortran array has at most so many dimensions. */
enum { PARAMETER_RANK = 15 };

/* As in struct me_parameter. The texts and the vector are never freed. */
struct parameter {
	tree decl;
	tree pointed; /* the type of what a pointer points to, as it is driven; or null
		       */
	const char *name, *literal, *element;
	vec<parameter_field> fields;
	unsigned count, size, length_of, passing, flags;
	/* Of Fortran's assumed shape: the dimensions of the array that a descriptor
	 * tells of; the rank is 0 for what is no such array. */
	unsigned rank, extent[PARAMETER_RANK];
	/* Says whether a value of Fortran's OPTIONAL is present: the number of the
	 * value's parameter, or ME_NO_PARAMETER. */
	unsigned presence_of;
};

/* limit.cc: limits one of them further. Reports what cannot be as an error and returns
 * false. */
bool parameter_limit(tree entry, const struct entry_limit *limit,
		     auto_vec<parameter> *parameters);

/* What cannot be driven, as an error that names the entry, the parameter and its type;
 * returns false. */
bool parameter_refuse(tree entry, const parameter *p, const char *why);
bool parameter_refuse_entry(tree entry, const char *what, const char *name);

/* How many parameters stand before it. */
unsigned parameter_position(tree entry, const parameter *p);

/* The number of the parameter of that name, or -1. */
int parameter_find(const auto_vec<parameter> *parameters, const char *name);

/* The table of struct me_parameter. */
tree parameters_write(const auto_vec<parameter> *parameters);

#endif
