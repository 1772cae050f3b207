/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry_integers.h - the integers that may be lengths and indices: parameters, by their numbers, and
 * behind these the members of structures (parameter_members()).
 */
#ifndef PLUGIN_ENTRY_INTEGERS_H
#define PLUGIN_ENTRY_INTEGERS_H

#include "plugin/entry/parameter.h"

typedef auto_vec<HOST_WIDE_INT> numbers;

unsigned integer_count(const parameter_list *parameters);
const parameter *integer_owner(const parameter_list *parameters, unsigned integer);
/* Null: the parameter is no integer. */
parameter_field *integer_field(const parameter_list *parameters, unsigned integer);
/* All integers have the value. */
void integers_fill(const parameter_list *parameters, HOST_WIDE_INT value, numbers *out);

/* Whether nothing limits it. */
bool integer_is_free(const parameter_list *parameters, unsigned integer);
/* -1 where the body compares the signed integer with 0: one that refuses negative numbers is to
 * get them; else 0. */
HOST_WIDE_INT integer_least(tree entry, const parameter_list *parameters, unsigned n);
/* Above the constants that the body tells its values apart by. */
HOST_WIDE_INT integer_most(tree entry, const parameter_list *parameters, unsigned n);

/* Limits it to least..most by default, for the array `of`; least: -1 or more. */
void integer_limit(parameter_list *parameters, unsigned integer, HOST_WIDE_INT least,
		   HOST_WIDE_INT most, unsigned of);
/* A member that is an index of an array beside it lies in that: what else it could be, no caller
 * passes. One that is compared before may be one more. */
void integers_limit_members(tree entry, parameter_list *parameters);

#endif
