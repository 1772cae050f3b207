/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_wrapping.h - a driver of Fortran that is being written.
 *
 * It is a procedure of no module whose arguments are numbers, texts and arrays of these. What
 * cannot be passed as it is becomes a variable of the driver, which has the name of the
 * function's argument; statements set its components.
 */
#ifndef COMMAND_FORTRAN_WRAPPING_H
#define COMMAND_FORTRAN_WRAPPING_H

#include "command/fortran/fortran_source.h"
#include "command/fortran/fortran_unit.h"
#include "command/wrapper/wrapping.h"

enum { FORTRAN_POOLS = 16, FORTRAN_MODULES = 16 };

struct fortran_place;
struct fortran_driver;

typedef void fortran_fill_fn(struct fortran_driver *f, const json_t *d,
			     const struct fortran_place *p);

/* Objects of a type that leads to itself: elements of an array. */
struct fortran_pool {
	const json_t *type;
	char root[64]; /* the driver's variable that leads to them */
	char name[136]; /* of the array, and of the parameters that fill it */
};

struct fortran_driver {
	struct wrapping *w; /* objects: variables; above: procedures of the parts */
	const struct fortran_source *source;
	const json_t *scope; /* of the function */
	json_t *called; /* fortran_called() of it */
	struct text_buffer scalars, arrays; /* declarations of the driver's arguments */
	struct text_buffer pools; /* statements that make objects of lists */
	struct text_buffer data; /* variables of the module of parts */
	struct text_buffer handler; /* a procedure before the driver */
	struct text_buffer closing; /* statements behind the call */
	bool is_checked; /* fortran_is_checked() */
	bool has_calls; /* fortran_calls_before(): what these call has no goals */
	struct words uses; /* "lists, only: node" */
	struct fortran_pool pooled[FORTRAN_POOLS];
	unsigned pool_count, roots;
	const char *ranked; /* the argument of assumed rank that has several; or null */
	char *rank; /* which one it has: the text of an integer */
	long rank_most;
	fortran_fill_fn *fill; /* fortran_fill(), for components of objects */
};

/* Where a value goes. */
struct fortran_place {
	const char *path; /* "m%val", "t_pool(i)%key" */
	const char *object; /* "m": what the path is a component of; or "" */
	const char *name; /* of the parameters that make it: "m_val" */
	const char *dims, *index; /* in loops: of the parameters, "4" and "i"; or "" */
	struct text_buffer *body;
	unsigned indent, deep;
	const struct fortran_pool *pool; /* whose objects are made there, or null */
};

/* A line of statements at the place. */
void fortran_line(const struct fortran_place *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A parameter of the driver; its name. `more`: dimensions of each value, "8" or ":" or "". */
const char *fortran_parameter(struct fortran_driver *f, const char *type,
			      const char *name, const char *more,
			      const struct fortran_place *p);
/* An integer of a range. Its value at the place. The caller frees. */
char *fortran_choice(struct fortran_driver *f, const char *name, long low, long high,
		     const struct fortran_place *p);
/* The driver names what the module has. */
void fortran_use(struct fortran_driver *f, const char *module, const char *name);

/* How many elements dimension i of an array has, "m%n + 1", where others say it, and the most;
 * null: none does. The caller frees. */
char *fortran_extent(const json_t *d, size_t i, const struct fortran_place *p,
		     long *most);
/* Of a component that is as long as another one of its object, that one: "x)"; or "". */
const char *fortran_measure(const json_t *d);

/* An argument a(..) in the call, of each rank that the body selects and one more. The caller frees. */
char *fortran_ranked(struct fortran_driver *f, const json_t *d, const char *name,
		     const struct fortran_place *p);
/* The text of a call for rank i of that argument. The caller frees. */
char *fortran_with_rank(const struct fortran_driver *f, const char *text, long i);

/* ---- fortran_values.c */

/* Declares a variable for the argument or result; `more`: attributes before those it has. */
void fortran_declare(struct fortran_driver *f, const json_t *d, const char *name,
		     const char *more);
/* Declares a variable for what a function returns, of any type. */
void fortran_result_declare(struct fortran_driver *f, const json_t *result,
			    const char *name);
/* Statements that give the place a value of its declaration. */
fortran_fill_fn fortran_fill;
/* "x(1:m%n)" of an argument whose extents others say; null: none does. The caller frees. */
char *fortran_sliced(struct fortran_driver *f, const json_t *d, const char *name,
		     const struct fortran_place *p);

/* ---- fortran_files.c */

/* A variable with the name of a file in memory, of which `d` says what is read. The caller frees. */
char *fortran_file(struct fortran_driver *f, const json_t *d, const char *name,
		   const struct fortran_place *p);
/* Statements that open such a file, as the unit in the variable or component `path`. */
void fortran_unit_open(struct fortran_driver *f, const json_t *d, const char *name,
		       const char *path, const struct fortran_place *p);

/* An argument that is the name of a file or a unit; null: it is neither. The caller frees. */
char *fortran_file_argument(struct fortran_driver *f, const json_t *d, const char *name,
			    const struct fortran_place *p);

/* ---- fortran_objects.c */

fortran_fill_fn fortran_fill_object;

/* ---- fortran_checked.c */

/* Whether the function calls XERBLA where arguments do not fit. */
bool fortran_is_checked(const struct fortran_driver *f);
/* An argument of such a function; null: it is made as others are. The caller frees. */
char *fortran_checked_argument(struct fortran_driver *f, const json_t *d,
			       const char *name, const struct fortran_place *p);
/* When all arguments are made. */
void fortran_checked_finish(struct fortran_driver *f);

/* ---- fortran_calls.c */

/* Calls that change variables which the procedure reads; `last`: the arguments of its own call.
 * Whether there are any. */
bool fortran_calls_before(struct fortran_driver *f, const struct words *last);

/* ---- fortran_driver.c */

/* The text of a driver, without its first line, as c_driver_write() of wrapping.h; `path`: of the
 * source. */
int fortran_driver_write(struct wrapping *w, const char *path, const char *include,
			 struct text_buffer *text);

/* ---- fortran_callbacks.c */

/* A procedure pointer for the argument or component of the procedure or type `in`; its name,
 * or null: w->why says what cannot be made. The caller frees. */
char *fortran_callback(struct fortran_driver *f, const char *in, const json_t *d,
		       const char *name);

#endif
