/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_internal.h - what the files of problem.h share. */
#ifndef SAT_PROBLEM_INTERNAL_H
#define SAT_PROBLEM_INTERNAL_H

#include <z3.h>

#include "sat/smtlib/problem.h"

/* Names that errors are about; 0 when it is none. */
enum { LIBRARY_NAME = 64 };

struct problem_library {
	Z3_context context;
	Z3_ast_vector assertions;
	unsigned count; /* of those that the script makes */
	/* The terms of Z3's expressions, by their numbers; TERM_NONE: not known yet. */
	term_id *known;
	size_t known_size;
};

/* The sort; false when it has no values here. */
bool sort_read(Z3_context context, Z3_sort z3_sort, struct sort *sort);

/*
 * The term of an expression. Returns 0, or -1 and what is not supported: LIBRARY_NAME
 * bytes, "" when memory is out.
 */
int term_read(struct problem *problem, Z3_ast expression, term_id *term, char *name);

/* Notes that the expression is that term; false when memory is out. */
bool term_know(struct problem_library *library, Z3_ast expression, term_id term);

#endif
