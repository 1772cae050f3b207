/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scalar_text.h - a scalar as C or Fortran writes it, or as a person does. Floats are the
 * shortest decimals that are read as the same number of their type.
 */
#ifndef VALUE_SCALAR_TEXT_H
#define VALUE_SCALAR_TEXT_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

enum text_form {
	TEXT_PLAIN, /* 1.5, 2, inf, nan */
	TEXT_SOURCE, /* of the language, exact: 1.5f, 2.0, 3ull, __builtin_inf(); 1.5d0 */
	TEXT_HEX, /* source, but floats of C hexadecimal: 0x1.8p+0f */
};

/* Given its parts (type_parts()). Returns the required length, like snprintf. */
int scalar_text_c(enum me_type type, const coord *parts, enum text_form form, char *out,
		  size_t size);

/* `kind` is that of a logical; 0: the default one. What has no constant is written by its
 * bits: real(z'7ff0000000000000', 8). */
int scalar_text_fortran(enum me_type type, const coord *parts, unsigned kind,
			enum text_form form, char *out, size_t size);

#endif
