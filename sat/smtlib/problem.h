/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * problem.h - what a script asserts up to one of its commands, read by Z3 and turned
 * into terms; and models of it, which Z3 evaluates.
 *
 * Callers see nothing of Z3 but this header; only problem_internal.h includes z3.h.
 */
#ifndef SAT_PROBLEM_H
#define SAT_PROBLEM_H

#include "sat/formula/term.h"
#include "sat/smtlib/script.h"

struct problem_constant {
	char *name; /* as in SMT-LIB, with bars where it needs them */
	struct sort sort;
	term_id variable;
	void *declaration; /* Z3's */
};

struct problem {
	struct formula formula;
	term_id *roots; /* all of them are to be true */
	size_t root_count;
	struct problem_constant *constants; /* all that are declared */
	size_t constant_count;
	struct problem_library *library;
};

/* Reads declarations, definitions and assertions among the first `commands`; if the next
 * one is (check-sat-assuming), its literals are assertions too. Returns 0, or -1 and says
 * why; problem_done() is safe in both cases. */
int problem_init(struct problem *problem, const struct script *script, size_t commands,
		 struct script_error *error);
void problem_done(struct problem *problem);

/* Whether Z3 computes that all assertions are true where constant i is values[i]. It
 * shares nothing with term_compute(). */
bool problem_is_model(const struct problem *problem, const word *values);

/*
 * The answer to (get-value (TERM...)), which is `command`, in that model. Returns 0 and
 * the text, which the caller frees; or -1 and says why.
 */
int problem_values(const struct problem *problem, const struct script *script,
		   const struct script_command *command, const word *values,
		   char **text, struct script_error *error);

#endif
