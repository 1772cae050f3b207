/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of its time a question takes: one that intervals answer for runs that round to
 * nearest is asked of solvers, in the other modes, only while there is time for that.
 */
#include "prover/verify/ask.h"
#include "prover/verify/goal_verdict.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "system/stop.h"
#include "tests/unit/me_check.h"

static void write_solver(const char *path)
{
	FILE *out = fopen(path, "w");

	fputs("#!/bin/sh\n"
	      "while read -r line; do\n"
	      "	case $line in *check-sat*) echo unknown; exit ;; esac\n"
	      "done\n",
	      out);
	fclose(out);
	chmod(path, 0755);
}

/* The first solver that is waited for: from then on so many seconds are left. */
static void shorten(void *context, const char *what)
{
	double *left = context;

	if (strcmp(what, "z3") != 0 || !*left)
		return;
	stop_begin(*left);
	*left = 0;
}

static expr number(struct expr_store *s, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return expr_number(s, SORT_F64, bits);
}

/* 1 - x < 1 with 0 < x < 1e-300. Returns the queries. */
static size_t ask_modes(double left)
{
	struct prover p = {.solvers = {{{"z3", "./solver"}}, 1},
			   .seconds = 10,
			   .client = {.wait = shorten, .context = &left}};
	struct encoding e = {0};
	struct expr_store *s = &e.store;

	expr_init(s);
	const expr x = expr_convert(s, EXPR_TOFP, SORT_F64,
				    expr_var(s, 64, VARIABLE_INPUT, 0, "x"));
	const expr one = number(s, 1);
	const expr is_tiny = expr_and(s, expr_binary(s, EXPR_FLT, number(s, 0), x),
				      expr_binary(s, EXPR_FLT, x, number(s, 1e-300)));
	struct question q = {.encoding = &e, .title = "a difference"};

	q.condition =
	    expr_and(s, is_tiny,
		     expr_binary(s, EXPR_FLT, expr_binary(s, EXPR_FSUB, one, x), one));
	check(ask(&p, &q) == FINDING_NEVER_NEAREST, "ask_nearest", "no proof");
	const size_t queries = p.queries;
	expr_done(s);
	prove_done(&p);
	return queries;
}

int main(void)
{
	write_solver("solver");
	const size_t all = ask_modes(0), in_time = ask_modes(7);
	check(all > 1, "ask_modes", "there is one query");
	check(in_time == 1, "ask_modes_in_time", "others took the time that was left");
	return me_check_failures != 0;
}
