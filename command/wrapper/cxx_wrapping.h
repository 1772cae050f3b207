/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_wrapping.h - values of C++ in a driver that is being written (wrapping.h).
 *
 * Lengths and choices are integers, which ME_NOTES before the driver limits. What is made in
 * a loop has parameters that are arrays, with an index for each loop.
 */
#ifndef COMMAND_CXX_WRAPPING_H
#define COMMAND_CXX_WRAPPING_H

#include "command/wrapper/wrapping.h"

enum {
	CXX_CALLS = 4, /* of functions of an object, before it is used */
	CXX_CHOICES = 4, /* of ways to make an object, of classes that it may be of */
	CXX_DEEP = 5, /* values in values */
};

/* ---- cxx_parts.c */

/* A parameter of a type as C++ writes it, with `more` behind its name; returns the expression of
 * its value there. `note`: what limits it, "0..3", or "". */
char *cxx_parameter(struct wrapping *w, const char *type, const char *name,
		    const struct value_place *at, const char *more, const char *note);
/* An integer from 0 to most. */
char *cxx_count(struct wrapping *w, const char *name, long most,
		const struct value_place *at);
/* Numbers of the type beside each other: a parameter, whose value is returned; *count: that of
 * their number, which is another one. In no loop there are up to `most`, or w->most. */
char *cxx_counted(struct wrapping *w, const char *type, const char *name,
		  const char *count_name, const struct value_place *at, long most,
		  char **count);
/* The value, or nullptr as a parameter says: takes the value. */
char *cxx_or_null(struct wrapping *w, char *value, const char *name,
		  const struct value_place *at);
/* The name of a file in memory, for a parameter by which a body opens one; null: it is of another type. */
char *cxx_file(struct wrapping *w, const json_t *parameter, const char *name,
	       const struct value_place *at);
/* The text, or one of numbers as the function reads them from a stream, where it does: takes the text. */
char *cxx_numbers_or(struct wrapping *w, char *text, const char *name,
		     const struct value_place *at);
/* The place of an element in a loop of at most so many: to be done with. */
struct cxx_loop {
	struct value_place in;
	struct text_buffer body;
	char *dims, *index, *indent;
	const char *variable;
};
void cxx_loop_begin(struct cxx_loop *loop, const struct value_place *at, long most);
/* How many loops the place is in; the variable of one more there, of another one in that, ... */
size_t cxx_loops(const struct value_place *at);
const char *cxx_loop_variable(const struct value_place *at, size_t more);
/* Writes the loop, that ends at the count, into the statements at the place. */
void cxx_loop_end(struct wrapping *w, struct cxx_loop *loop,
		  const struct value_place *at, const char *count);

/* A list of expressions, each of them owned. */
struct cxx_list {
	struct text_buffer text;
	size_t count;
};
void cxx_list_add(struct cxx_list *list, char *expression);

/* What w had when a try began, to go back to it when it fails: w->why is then "" again. */
struct cxx_mark {
	size_t sizes[8], names, derived;
};
void cxx_mark(const struct wrapping *w, const struct value_place *at,
	      struct cxx_mark *mark);
void cxx_back(struct wrapping *w, const struct value_place *at,
	      const struct cxx_mark *mark);

/* The type as a name, "std::vector<double>", "const char *". The caller frees. */
char *cxx_spell(const struct wrapping *w, const json_t *type);
/* The unqualified name: median of stats::median. The caller frees. */
char *cxx_noun(const char *name);
/* A function as calls name it, stats::median. The caller frees. */
char *cxx_called(const json_t *function);

/* An expression that has the type, or converts to it: w->make(), which is cxx_make(). */
char *cxx_value(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at);

/* Names of classes and enumerations mean these. */
void cxx_names_reserve(struct wrapping *w);

/* What stands for <me/driver.h> where a test is compiled without ME. */
extern const char cxx_plain_blocks[];
/* A value for a parameter that is a reference. */
char *cxx_plain_reference(struct wrapping *w, const json_t *type, const char *name,
			  const json_t *facts, const struct value_place *at);

/* ---- cxx_elements.c */

/* Numbers for the elements of an object, where it gives them by reference. */
void cxx_elements(struct wrapping *w, const json_t *type, const char *object,
		  const struct value_place *at);
/* Whether it gives them and has resize(): then it is made without arguments. */
bool cxx_is_resized(const struct wrapping *w, const json_t *type);
/* Whether a member is such an object. */
bool cxx_has_matrix(const struct wrapping *w, const json_t *type);
/* How many rows and columns such objects have whose sizes nothing compares: a parameter, which has the
 * name where this is the first one. */
char *cxx_shape(struct wrapping *w, const char *name, const struct value_place *at);

/* Where an operator of the class is tested that takes indices, and does not compare them: assumes that
 * these, the arguments, are of elements that the object has. */
void cxx_indices_assume(struct wrapping *w, const json_t *type, const char *object,
			const char *arguments, const struct value_place *at);
/* Whether all that the function does is to give an element, or the place of one. */
bool cxx_gives_element(const struct wrapping *w, const json_t *function);

/* ---- cxx_lists.c */

/* Values for a list of parameters, separated by commas. 0, or -1. */
int cxx_arguments(struct wrapping *w, const json_t *parameters, const char *prefix,
		  const struct value_place *at, struct cxx_list *list);

/* Containers in a list of parameters or members, of which those whose size nothing asks have as many
 * elements as the measure, the first one whose size is asked, or as an integer of the list says. */
struct cxx_rows {
	const json_t *list;
	long measure; /* its number; -1: there is none */
	char *made, *count; /* the measure before its turn; how many elements it has */
};
void cxx_rows_begin(const struct wrapping *w, const json_t *list,
		    struct cxx_rows *rows);
/* Number i of the list as a value; null: it is no such container. */
char *cxx_row(struct wrapping *w, size_t i, const char *prefix,
	      const struct value_place *at, struct cxx_rows *rows);
void cxx_rows_done(struct cxx_rows *rows);

/* ---- cxx_callback.c: functions, whose results are inputs */

/* A function object, as std::function takes it, and a pointer to a function. */
char *cxx_callback(struct wrapping *w, const json_t *function, const char *name,
		   const struct value_place *at);
char *cxx_callback_pointer(struct wrapping *w, const json_t *function, const char *name,
			   const struct value_place *at);

/* ---- cxx_class.c: classes of the unit */

char *cxx_class(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at);
/* For a parameter of type T & or T *: an object of the class, or of one that is derived of it. */
char *cxx_class_object(struct wrapping *w, const json_t *type, const char *name,
		       const struct value_place *at);
/* A pointer to a new object of it: `new T(x)`. */
char *cxx_class_new(struct wrapping *w, const json_t *type, const char *name,
		    const struct value_place *at);

/* Up to so many calls of functions of the list, of the object unless that is "". Whether one can be
 * called. */
bool cxx_calls(struct wrapping *w, const json_t *const *list, size_t size, long most,
	       const char *object, const struct value_place *at);

/* ---- cxx_callback.c: classes that the driver derives */

/* Whether the class is derived of the other one. */
bool cxx_has_base(const struct wrapping *w, const json_t *type, const json_t *base);
/* A class of the driver that implements an abstract one, as a type of the unit; null after a
 * refusal. */
const json_t *cxx_derived(struct wrapping *w, const json_t *type,
			  const struct value_place *at);

/* ---- cxx_library.c: classes of the standard library */

/* How deep lists and trees are of nodes with so many links. */
unsigned cxx_levels(unsigned links);
/* Null, and w->why is "", where it is no class that is known. */
char *cxx_library(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at);

/* ---- cxx_values.c */

char *cxx_make(struct wrapping *w, const json_t *type, const char *name,
	       const json_t *facts, const struct value_place *at);

/* ---- cxx_driver.c */


/* As c_driver_write(). */
int cxx_driver_write(struct wrapping *w, const char *include, struct text_buffer *text);

/* Whether the function takes what C has, and its bodies say more of that than the types do: its driver is
 * c_driver_write()'s. */
bool cxx_is_plain(const struct wrapping *w);
/* The unit with those functions alone that such a driver may call. The caller drops it. */
json_t *cxx_plain_unit(const struct wrapping *w);

#endif
