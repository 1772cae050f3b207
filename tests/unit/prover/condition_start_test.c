/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_start_test.c - a solver's model with floating point left open, corrected by
 * a search; and solvers that are missing, wrong or find no model. The solver is a script
 * with the answers that one would give.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "prover/expr/node.h"
#include "prover/search/condition_start.h"
#include "tests/unit/me_check.h"

enum { SIZE = 12 };

static struct expr_store store;
static expr conditions[4];
static size_t count;
static unsigned char start[SIZE], found[SIZE];

static expr two(enum expr_op op, expr a, expr b)
{
	return expr_binary(&store, op, a, b);
}

static expr number(expr bits)
{
	return expr_make(&store, EXPR_TOFP, SORT_F64, bits, EXPR_NONE, EXPR_NONE, 0);
}

static expr constant(double d)
{
	return number(expr_const(&store, 64, node_bits(SORT_F64, d)));
}

/* i * i == 81, i > 0 and i * x * x > 20. */
static void begin(void)
{
	expr_init(&store);
	const expr i = expr_var(&store, 32, VARIABLE_INPUT, 0, "i");
	const expr x = number(expr_var(&store, 64, VARIABLE_INPUT, 4, "x"));
	const expr as_number =
	    expr_make(&store, EXPR_FROM_SIGNED, SORT_F64, i, EXPR_NONE, EXPR_NONE, 0);

	conditions[0] =
	    expr_eq(&store, two(EXPR_MUL, i, i), expr_const(&store, 32, 81));
	conditions[1] = two(EXPR_SLT, expr_const(&store, 32, 0), i);
	conditions[2] = two(EXPR_FLT, constant(20),
			    two(EXPR_FMUL, as_number, two(EXPR_FMUL, x, x)));
	count = 3;
	memset(start, 0, sizeof start);
	memset(found, 0xee, sizeof found);
}

/* A solver that reads its queries and prints these lines, one for each. */
static struct solver script(const char *name, const char *first, const char *second)
{
	FILE *f = fopen(name, "w");

	fprintf(f,
		"#!/bin/sh\nwhile read -r line; do case $line in *check-sat*) echo "
		"'%s' ;; *get-value*) echo '%s' ;; *exit*) exit ;; esac; done\n",
		first, second);
	fclose(f);
	chmod(name, 0755);
	return (struct solver){"z3", name};
}

static enum search_answer search(struct condition_search *s,
				 const struct solver *solver)
{
	condition_search_init(s, &store);
	s->method = condition_method_find("avm");
	s->budget = 2000;
	return condition_search_in_phases(s, solver, 10, conditions, count, start,
					  sizeof start, found);
}

static void check_phases(void)
{
	const struct solver solver =
	    script("./sat", "sat", "((v0 #x00000009) (v1 #x3ff0000000000000))");
	struct condition_search s;
	int32_t i;
	double x;

	begin();
	const enum search_answer answer = search(&s, &solver);
	memcpy(&i, found, sizeof i);
	memcpy(&x, found + 4, sizeof x);
	check(answer == SEARCH_FOUND && i == 9 && i * x * x > 20 && s.variables == 2,
	      "phases", s.why[0] ? s.why : "the model was not corrected");
	check(!s.options.floats_only, "phases_options", "the caller's option changed");
	expr_done(&store);
}

static void check_none(void)
{
	const struct solver solver = script("./unsat", "unsat", "");
	struct condition_search s;

	begin();
	check(search(&s, &solver) == SEARCH_NONE && strstr(s.why, "no model") &&
		  found[0] == 0xee && s.evaluations == 0,
	      "phases_unsat", "one solver's word is no verdict and no input");
	expr_done(&store);
}

static void check_bad(void)
{
	const struct solver missing = {"z3", "./no-such-solver"};
	const struct solver wrong = script("./wrong", "maybe", "");
	const struct solver unknown = script("./unknown", "unknown", "");
	struct condition_search s;

	begin();
	check(search(&s, &missing) == SEARCH_UNABLE && s.why[0] && found[0] == 0xee,
	      "phases_missing", "a solver that is not there");
	check(search(&s, &wrong) == SEARCH_UNABLE && s.why[0], "phases_wrong",
	      "an answer that is none");
	check(search(&s, &unknown) == SEARCH_UNABLE && s.why[0], "phases_unknown",
	      "a solver that gave up");
	expr_done(&store);
}

int main(void)
{
	check_phases();
	check_none();
	check_bad();
	return me_check_failures != 0;
}
