/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_text.h - the call of the entry, as its language writes it. */
#ifndef HARNESS_CALL_TEXT_H
#define HARNESS_CALL_TEXT_H

#include "harness/input/arguments.h"
#include "value/scalar_text.h"

/* What of a call is printed. */
struct call_text_form {
	enum text_form
	    numbers; /* PLAIN: f({1, 2}, 0.75), else source of the language */
	/* By parameter, those that are left out, since they are no more than results; or
	 * null. */
	const unsigned char *results;
};

/* `acos(0.75)`, `sum((double[]){1.0, 2.0}, 2)`; of Fortran `r = f(2.5d0, [1, 2])` or
 * `call s(2.5d0, [1, 2])`. Returns the required length, like snprintf. */
int call_text_print(const struct layout *l, const coord *x, struct call_text_form form,
		    char *out, size_t size);

/* The value of a parameter, as in a plain call: {1, 2}, 3, "abc". */
int call_text_print_value(const struct layout *l, const struct layout_parameter *p,
			  const coord *x, char *out, size_t size);

/* The text of the next result that is no number is written there, as its driver shows it
 * (me/shown.h); it stays as it is where no driver has one. */
void shown_result_ask(char *text, size_t room);

#endif
