/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_application.h - what each operation of Z3's is as a term. */
#ifndef SAT_PROBLEM_APPLICATION_H
#define SAT_PROBLEM_APPLICATION_H

#include "sat/smtlib/problem_internal.h"

/* An expression of Z3's: a function applied to operands, none for a constant. */
struct application {
	struct problem *problem;
	Z3_context context;
	Z3_app app;
	Z3_func_decl function;
	Z3_decl_kind kind;
	struct sort sort; /* of the result */
	unsigned count; /* of operands */
};

/* The term of an application whose operands have terms; TERM_NONE when it is not
 * supported. Only to_fp may have others: numbers, or what is not supported. */
term_id application_read(const struct application *application);

/* Whether an expression is an integer or a real number, which has no term. */
bool application_is_number(Z3_context context, Z3_ast expression);

#endif
