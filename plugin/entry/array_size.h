/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * array_size.h - the size of an array as a function of the integer parameters, and the integers
 * that may be such sizes and indices: parameters, by their numbers, and behind these the members of
 * structures (parameter_members()).
 */
#ifndef PLUGIN_ARRAY_SIZE_H
#define PLUGIN_ARRAY_SIZE_H

#include "plugin/entry/body.h"
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
 * get them; and where it refuses only large numbers of bytes; else 0. */
HOST_WIDE_INT integer_least(tree entry, const parameter_list *parameters, unsigned n);
/* Above the constants that the body tells its values apart by. */
HOST_WIDE_INT integer_most(tree entry, const parameter_list *parameters, unsigned n);

/* Limits it to least..most by default, for the array `of`; least: -1 or more. */
void integer_limit(parameter_list *parameters, unsigned integer, HOST_WIDE_INT least,
		   HOST_WIDE_INT most, unsigned of);
/* An index of an array with a size of its own in what another parameter leads to, and a number of its
 * elements in use, are so by default. */
void integers_limit_given(tree entry, parameter_list *parameters);
/* A member that is an index of an array beside it lies in that: what else it could be, no caller
 * passes. One that is compared before may be one more. */
void integers_limit_members(tree entry, parameter_list *parameters);
/* Numbers of elements in use that pointers lead to, as in x[(*n)++] = v behind if (*n >= room): who
 * does not ask whether they are below 0 expects none. `of`: the array. */
void integers_limit_used(tree entry, parameter_list *parameters, unsigned of);
/* The integer that is the length of the array, or is said to be; or how many parameters there are. */
unsigned integer_counting(const parameter_list *parameters, unsigned of);
/* The one that says by its name how many characters a function of C may write to what stands in front of
 * it: char *out, int size; or -1. */
int integer_sizing(const parameter_list *parameters, unsigned of);

/* A value of an integer that is larger than constant indices mostly are. */
enum { PROBE = 50 };

/* Elements of the array where the integers have these values, as the source declares them or, where
 * it does not, as the body accesses them; -1: neither is known. */
HOST_WIDE_INT array_size(tree entry, const parameter *p,
			 const parameter_list *parameters, const numbers *arguments);
/* Whether the source declares it. */
bool array_is_declared(tree entry, const parameter *p,
		       const parameter_list *parameters);
/* Whether the size depends on the integer. */
bool array_depends(tree entry, const parameter *p, const parameter_list *parameters,
		   unsigned integer);
/* Whether it depends on none of many integers: asked at once, since one by one takes too long. */
bool array_is_fixed(tree entry, const parameter *p, const parameter_list *parameters);
/* The integer that is the number of its elements, or -1. */
int array_length(tree entry, const parameter *p, const parameter_list *parameters);
/* The one that the body only compares those with that the size depends on, from + n <= length: who
 * passes it means the number of elements. Or -1. */
int array_guard(tree entry, const parameter *p, const parameter_list *parameters);

/* How the body uses an array where nobody limits the integers. */
body_use array_use(tree entry, const parameter_list *parameters, unsigned of);
/* Whether it is bytes that are only read, and no other argument has indices of them: which one is
 * accessed is in the bytes, unchecked, or the function's own. */
bool array_is_parsed(const parameter *p, const parameter_list *parameters,
		     const body_use &use);
/* Whether what it accesses depends on the integer, whatever the source declares. */
bool array_use_depends(tree entry, const parameter_list *parameters, unsigned of,
		       unsigned integer);
/* Whether its declared size is that of parameters, and indices of it come from memory: x(ipvt(j)),
 * or, with `any`, may do so in a function of another unit, as those of another array do here. */
bool array_is_permuted(tree entry, const parameter_list *parameters, unsigned of,
		       bool any);
/* Whether indices of any array do, where one is declared. */
bool arrays_any_indexed(tree entry, const parameter_list *parameters);
/* Whether its indices go up to a parameter that declares the size of other arrays alone: callers
 * know from a comment which is the larger one. */
bool array_goes_across(tree entry, const parameter_list *parameters, unsigned of);
/* Finds arrays of Fortran with a length that does nothing but declare them, beside another integer:
 * they are as those without a size. */
void arrays_find_undeclared(tree entry, parameter_list *parameters);

/* Whether the procedure of Fortran, or one that it calls, asks how large the parameter of assumed
 * shape is. */
bool shape_is_asked(tree entry, tree decl);

#endif
