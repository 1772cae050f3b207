/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_public.h - a source of Fortran whose modules hide nothing from a driver. */
#ifndef COMMAND_FORTRAN_PUBLIC_H
#define COMMAND_FORTRAN_PUBLIC_H

#include <jansson.h>
#include <stdbool.h>

#include "command/base/text.h"

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
