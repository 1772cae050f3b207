/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_source.h - statements of a source of Fortran: what gfortran's dump leaves out, the
 * interfaces of procedures that are arguments or components.
 */
#ifndef COMMAND_FORTRAN_SOURCE_H
#define COMMAND_FORTRAN_SOURCE_H

#include <jansson.h>
#include <stdbool.h>

#include "command/base/text.h"
#include "command/base/words.h"

struct fortran_source {
	bool is_fixed; /* its form */
	struct words statements; /* in small letters, without comments, blanks as one */
	bool has_program;
};

/* Whether a file of that name is Fortran; and in fixed form. */
bool fortran_is_source(const char *path);
bool fortran_is_fixed(const char *path);
/* Whether a name may have that character. */
bool fortran_in_name(char c);
/* False: it cannot be read. */
bool fortran_source_read(struct fortran_source *s, const char *path);
void fortran_source_done(struct fortran_source *s);

/* The type in "pure real(8) function f(x)": behind what is before it. */
const char *fortran_type_begin(const char *head);

/*
 * The interface of the procedure that is a dummy argument or a component of that name in the
 * procedure or the type `in`: an object with name; subroutine; dummies, declarations as
 * fortran_unit.h has them; result, of a function; and text, the statements of its body, where it
 * is written as an interface, or procedure, the name of a procedure that has it. Null: nothing
 * tells of it. The caller owns it.
 */
json_t *fortran_interface(const struct fortran_source *s, const char *in,
			  const char *name);

/* ---- fortran_public.c: a source whose modules hide nothing from a driver */

/* Whether the text has modules or types that keep something for themselves. */
bool fortran_has_private(const char *text, bool is_fixed);

/*
 * Writes a copy of the unit's source, whose text is changed, in which that is public in the modules of
 * which the driver names something, "use M, only:": the attribute and the statement with names become
 * `public `, a statement without names becomes blanks, since a type has no statement `public`. What
 * another module that uses one of these has by the same name, it gets by another one. All else stays
 * at its line and column.
 */
void fortran_public(const json_t *unit, char *text, bool is_fixed, const char *driver,
		    struct text_buffer *out);

#endif
