/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wrapping.h - a driver of C that is being written.
 *
 * make_...() return an expression for a value of a type, and add what it needs: parameters of
 * the driver, objects, statements before the call. The caller frees it; null after wrap_refuse().
 */
#ifndef COMMAND_WRAPPING_H
#define COMMAND_WRAPPING_H

#include "command/base/text.h"
#include "command/base/words.h"
#include "command/wrapper/unit_types.h"

enum {
	WRAP_ELEMENTS = 8, /* of an array of which nothing says how many */
	WRAP_OBJECTS = 4, /* of a list, of an array of structures */
	WRAP_DEEP = 6, /* pointers in what pointers lead to */
};

/* The objects of a structure that leads to itself. */
struct wrap_pool {
	const json_t *record;
	char *name; /* of the array */
	char *ahead; /* the enumeration of its links */
	unsigned count, roots;
};

struct value_place;
struct wrapping;

/* `facts`: the parameter or the member that the value becomes. */
typedef char *make_fn(struct wrapping *w, const json_t *type, const char *name,
		      const json_t *facts, const struct value_place *at);

struct wrapping {
	const json_t *unit, *function;
	const char *of; /* the function's name */
	struct text_buffer above; /* what stands before the driver */
	struct text_buffer guesses; /* lines of its comment */
	struct text_buffer parameters;
	struct text_buffer objects; /* declarations */
	struct text_buffer statements;
	struct text_buffer after; /* what comes behind the call */
	struct words names; /* that are taken */
	struct wrap_pool pools[16];
	size_t pool_count;
	make_fn *make; /* make_value(), for what a structure leads to */
	bool loops; /* the statements count by i */
	char why[256]; /* it cannot be driven; or "" */
};

/* Where a value is made: alone, or of each object of an array. */
struct value_place {
	const char *dims; /* behind the name of a parameter: "[4]" or "" */
	const char *index; /* behind it in an expression: "[i]" or "" */
	const char *self; /* the number of the object: "i" or "0" */
	struct text_buffer *statements; /* what has to be done there */
	const char *indent; /* of these */
	const char
	    *path; /* what the value becomes: "v.name"; where it can be assigned to */
	unsigned deep;
};

/* Notes why, and returns null. */
char *wrap_refuse(struct wrapping *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line of the comment. */
void wrap_guess(struct wrapping *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A name that nothing has yet, made of this one. It lives as long as w. */
const char *wrap_name(struct wrapping *w, const char *wanted);
/* Adds a parameter of the type; returns the expression of its value there. */
char *wrap_parameter(struct wrapping *w, const json_t *type, const char *name,
		     const struct value_place *at, const char *more);
/* One that lies between two numbers, by an enumeration. */
char *wrap_choice(struct wrapping *w, const char *name, long low, long high,
		  const struct value_place *at);
char *wrap_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void wrapping_done(struct wrapping *w);

/* ---- c_values.c */

/* A value of any type. */
char *make_value(struct wrapping *w, const json_t *type, const char *name,
		 const json_t *facts, const struct value_place *at);

/* ---- c_objects.c */

/* An initialiser, {.n = n, .x = x}. */
char *make_record(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at);
/* A pointer to one. */
char *make_record_pointer(struct wrapping *w, const json_t *to, const char *name,
			  const json_t *facts, const struct value_place *at);

/* ---- c_driver.c */

/* The text of a driver of the function, without its first line, into *text; `include`: how the
 * source is named there. 0, or -1: w->why says what cannot be made. */
int c_driver_write(struct wrapping *w, const char *include, struct text_buffer *text);

#endif
