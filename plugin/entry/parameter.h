/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parameter.h - the parameters of the entry function as include/me/abi.h describes
 * them: a structure, an array or a complex number is flattened into its scalars.
 */
#ifndef PLUGIN_PARAMETER_H
#define PLUGIN_PARAMETER_H

#include "me/abi.h"
#include "plugin/plugin_options.h"

/* A parameter of more scalars is refused. */
enum { PARAMETER_SCALARS = 1 << 20 };

/* A run of scalars in an element. */
struct parameter_field {
	tree type; /* of one scalar */
	const char *path; /* of the member that it is: "", "in.n"; "re", "im" */
	unsigned offset, count, code; /* code: enum me_type */
	bool limited; /* to low..high */
	bool is_default; /* by the type alone */
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
	/* The dimensions of an array of Fortran's assumed shape, which a descriptor
	 * describes; rank 0: it is no such array. */
	unsigned rank, extent[PARAMETER_RANK];
	bool
	    varies; /* each extent lies in 0..extent[i], and is a parameter by itself */
	/* Says whether a value of Fortran's OPTIONAL is present: the number of the
	 * value's parameter, or ME_NO_PARAMETER. */
	unsigned presence_of;
	unsigned counted_by; /* as there, but ME_NO_PARAMETER for none */
	unsigned placed, inside; /* as there */
	unsigned alias_of; /* the array that it may lie in; or ME_NO_PARAMETER */
	location_t alias_at; /* the comparison that says so, or UNKNOWN_LOCATION */
	bool is_noted; /* entry= has an item of its count: nothing is guessed */
	bool is_guess; /* entry= has an item that is only a guess: x:~8, n:~len(x) */
	bool is_null_guessed; /* and not yet told in options.ranges */
	/* What the body has of it: the access that its size comes from, and the comparison
	 * with null; UNKNOWN_LOCATION: the body says nothing. */
	location_t used_at, null_at;
	bool is_guarded; /* indices are kept below its length (array_guard()) */
	bool is_crossed; /* its indices go up to the declared length of other arrays */
	bool
	    is_undeclared; /* its declared size is that of a length which is used for nothing else */
	unsigned declares; /* of such a length: an array; or ME_NO_PARAMETER */
	unsigned limited_for; /* the array that the integer's range is for; or
				 ME_NO_PARAMETER */
};

typedef auto_vec<parameter> parameter_list;

/* Limits one of them further, by an item of `entry=`. Reports what cannot be as an error
 * and returns false. */
bool parameter_limit(tree entry, const struct entry_limit *limit,
		     parameter_list *parameters);

/* Where a driver may be written that calls the function, the caller told the file that gets why
 * it is needed: for the parameter, or, null, for the result. The compiler then ends without a
 * word. */
void parameter_hand_over(const parameter *p, const char *why);
/* What else is told then. */
void parameter_tell_at_hand_over(void (*tell)(void));

/* What cannot be driven, as an error that names the entry, the parameter and its type;
 * returns false. */
bool parameter_refuse(tree entry, const parameter *p, const char *why);
bool parameter_refuse_entry(tree entry, const char *name);

/* What GCC's attribute "access" says of the parameter behind "^NUMBER[", where the source
 * declares bounds, a[n]; or null. */
const char *parameter_bounds(tree entry, const parameter *p);
/* The bound of `double y[4]`, else 0: the attribute of `f(int n, double y[4])` is ^1[4], of
 * y[static 4] ^1[s4]. */
unsigned parameter_bound(tree function, tree decl);
/* Whether the attribute "nonnull" is that of the parameter. */
bool parameter_is_nonnull(tree function, unsigned position);

/* An integer in a structure, which is passed by value or behind a pointer to one. */
struct parameter_member {
	unsigned of, field;
};

/* Those that may be lengths and indices, the first of them. */
void parameter_members(const parameter_list *parameters,
		       auto_vec<parameter_member> *members);

/* One element of nothing yet, tied to no other parameter. */
void parameter_init(parameter *p, const char *name);
/* Adds an input that is no argument: an integer of the type from 0 to `most`. */
parameter *parameter_add(parameter_list *parameters, char *name, tree type,
			 HOST_WIDE_INT most, unsigned flags);

/* The number of the parameter of that name, or -1. */
int parameter_find(const parameter_list *parameters, const char *name);

/* Adds to options.ranges, and frees the text. */
void parameter_add_text(char *text);

/* The table of struct me_parameter. */
tree parameters_write(const parameter_list *parameters);

/* ---- flatten.cc: the scalars that a type consists of */

struct flattening {
	tree entry;
	vec<parameter_field> fields;
	char *text; /* me_parameter.element */
	const char *path; /* of the member that is being flattened: "", "in.n" */
	char *why; /* why it cannot be flattened, or null */
	bool braces; /* a complex number is written {re, im} */
	bool is_pointed; /* a pointer leads to it: its object may be larger */
};

/* Adds the scalars of a value of the type at that offset. Returns false and says why if
 * a part of it cannot come from an input. */
bool flatten(struct flattening *f, tree type, HOST_WIDE_INT offset);

/* The member of that path, "in.n", of a structure; or null. */
tree flatten_find(tree type, const char *path);

/* The type as the source spells it: "double", "struct p"; "" when it has no name. */
char *flatten_spell(tree type);
/* The same where a typedef gives it a name, or a member of one of the types leads to it: then
 * "__typeof__(((struct heap *)0)->at[0])". */
char *flatten_spell_among(tree type, const vec<tree> *types);

/* ---- extent.cc: sizes of arrays that other parameters give, as the source declares them */

/* A length or an extent that nobody limits lies in 0..EXTENT_MOST. */
enum { EXTENT_MOST = 8 };

/*
 * For `int n, double a[n]` of C and `integer n; real a(n)` of Fortran: unless entry=
 * says so otherwise, n is the number of elements of a, which has up to EXTENT_MOST. Of
 * an array with another size, a[n][m] or a(2*n+1), n and m lie in 0..EXTENT_MOST, and
 * it has as many elements as they need at the most. Where nothing is declared the body
 * says it (body.h): an array has the elements that are accessed, and a pointer may be null
 * if it is compared with null. What is decided so is added to options.ranges.
 */
void extents_read(tree entry, parameter_list *parameters);

/* ---- reasons.cc */

/* A line for each parameter of which something was guessed, with its reason: "n: length of x
 * and y (table.c:8: `s += x[i];`)". The text stays. */
char *reasons_text(const parameter_list *parameters);

/* ---- enumeration.cc: an enumeration has its enumerators as values, and others where the
 * body asks for them */

/* For one field of parameter `of`; it is added to options.ranges. */
void enumeration_read(tree entry, parameter_list *parameters, unsigned of,
		      parameter_field *f);

/* ---- alias.cc: pointers that may lead into what another one leads to */

/* Of C++, by their types and names: the parameter that is the end of the range that this one
 * begins; or null. */
tree range_end(tree first);
/* A driver makes both ends of a range of numbers. */
void ranges_hand_over(tree entry);

/* Whether a call as source text has to pass a variable: it may lie in another one, or another one
 * in it, or it is a reference beside such. */
bool alias_is_shared(const parameter_list *parameters, const parameter *p);
/* Notes those that the body compares with another one. */
void aliases_guess(tree entry, parameter_list *parameters);

/* Adds an input for each pointer that has alias_of, behind all other parameters. Reports what
 * cannot lie in the other one as an error and returns false. */
bool aliases_add(tree entry, parameter_list *parameters);

/* ---- global_input.cc */

/* Adds the global variables that are read, in the entry or in what it may call of its unit. */
void globals_add(tree entry, parameter_list *parameters);

/* ---- fortran.cc: what Fortran passes besides the arguments in the source: descriptors of
 * arrays of assumed shape, lengths of CHARACTER, the presence of OPTIONAL values */

/* Call before the type of parameter p is flattened: finds the type and the number of
 * its elements. `parameters` are those before it. If an input cannot provide the
 * parameter, reports it and returns false. */
bool fortran_read(tree entry, parameter_list *parameters, parameter *p);

/* Call after it: limits the arguments that the compiler adds to valid values. */
bool fortran_finish(tree entry, parameter_list *parameters, parameter *p);

/* Limits integers that are places in a text. */
void fortran_limit_cursors(tree entry, parameter_list *parameters);

/* Adds the extents that vary as parameters, without a declaration, behind all others. */
void fortran_add_extents(parameter_list *parameters);

/* What stands before its elements (me_parameter.literal), when all else is known. */
const char *fortran_literal(const parameter *p);

/* Why a function of this kind cannot be an entry, or null: a PROGRAM, a result by
 * reference. */
const char *fortran_refusal(tree entry);

/* Why a driver makes the arguments of a procedure that could be called directly; or null. */
const char *fortran_driver_reason(tree entry);

/* Adds statements to the list that fill the descriptor `array` for p, whose elements
 * begin at `data`; extents[i]: that of dimension i, or null if it is fixed. */
void fortran_describe(tree *list, const parameter *p, tree array, tree data,
		      const tree *extents);

/* ---- signature.cc */

/* Reads the parameters and applies the counts, lengths and ranges that plugin_options.h has
 * for them. Reports what cannot be driven as an error and returns false. */
bool parameters_read(tree entry, parameter_list *parameters);

/* ---- thunk.cc: the functions by which the harness calls the entry */

/* A function of (void **slots, void *result) that calls the entry; as me_entry.call. */
tree thunk_build(tree entry, const parameter_list *parameters);

/* Call when the front end has read the entry: the destructor of the object that it returns
 * is then part of the unit. */
void thunk_keep_destructor(tree entry);

/* How many floats a result of this type is, all of one type; 0: it is something else, or too
 * much of it. *code is then enum me_type. */
unsigned thunk_result_floats(tree type, unsigned *code);

/* As me_entry.call_catching; null if no exception is possible. */
tree thunk_build_catching(tree entry, tree thunk);

#endif
