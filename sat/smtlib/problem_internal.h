/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_internal.h - what the files of problem.h share. */
#ifndef SAT_PROBLEM_INTERNAL_H
#define SAT_PROBLEM_INTERNAL_H

#include <stdio.h>
#include <z3.h>

#include "sat/smtlib/problem.h"

/* Bytes of the name that an error is about. */
enum { LIBRARY_NAME = 64 };
#define QUANTIFIER "a quantifier" /* has none */

struct problem_library {
	Z3_context context;
	Z3_ast_vector assertions;
	unsigned count; /* of those that the script makes */
	unsigned literals; /* the last of these, which are assumed */
	/* The terms of Z3's expressions, by their numbers; TERM_NONE: not known yet. */
	term_id *known;
	size_t known_size;
};

/* Reads a sort; false when it is none of sort.h. */
bool sort_read(Z3_context context, Z3_sort z3_sort, struct sort *sort);

/*
 * The term of an expression. Returns 0, or -1 and what is not supported: LIBRARY_NAME
 * bytes.
 */
int term_read(struct problem *problem, Z3_ast expression, term_id *term, char *name);

/* The term of an expression; TERM_NONE when it is not known. */
term_id term_known(const struct problem_library *library, Z3_ast expression);

/* Notes that the expression is that term. */
void term_know(struct problem_library *library, Z3_ast expression, term_id term);

/* A text that Z3 is to read, written piece by piece. */
struct z3_question {
	FILE *out;
	char *text;
	size_t size;
};

/* Begins with the text, which it frees. False when memory is out or the text is null;
 * else question_end() has to be called. */
void question_begin(struct z3_question *question, char *said);
/* Adds "(assert (= EXPRESSION EXPRESSION))": so Z3 gives us the expression. */
void question_ask(struct z3_question *question, const char *expression, size_t length);
/* Asks for all in the list of a command, (get-value (TERM...)). Returns how many. */
unsigned question_ask_list(struct z3_question *question, const struct script *script,
			   const struct script_command *command);
/* The text, or null when memory is out; the caller frees. */
char *question_end(struct z3_question *question);

/* The assertions that Z3 reads, until the context goes; or null and what is wrong. */
Z3_ast_vector question_parse(Z3_context context, const char *text,
			     struct script_error *error);
/* Changes the place of an error in the text of a question to that in the script, where
 * the question is a part of the script up to that command, and then its list. */
void question_place(const char *text, const struct script *script,
		    const struct script_command *command, struct script_error *error);
/* The expression that assertion i asks for. */
Z3_ast question_asked(const struct problem_library *library, Z3_ast_vector read,
		      unsigned i);

/* Declarations too. */
bool is_definition(const struct script *script, const struct script_command *command);
/* Definitions, and assertions that name terms: (assert (! TERM :named NAME)). */
bool is_naming(const struct script *script, const struct script_command *command);

/* Where assertion i of what the first `commands` say has a term that term_read() does
 * not support, whose operation has that name: line and column of the error. */
void problem_locate(struct problem *problem, const struct script *script,
		    size_t commands, unsigned i, const char *name,
		    struct script_error *error);

/* What each operation of Z3's is as a term. */
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
