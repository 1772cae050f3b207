/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was answered before is not asked again, and two queries of one hash do not share
 * an answer: an UNSAT is a proof. The solvers here are scripts that say unsat to one of
 * the queries.
 */
#include "prover/verify/ask.h"
#include "prover/verify/goal_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/me_check.h"

/* Each says unsat where 42 is in the query. */
static int write_solver(const char *path)
{
	FILE *out = fopen(path, "w");

	if (!out)
		return -1;
	fputs("#!/bin/sh\n"
	      "answer=unknown\n"
	      "while read -r line; do\n"
	      "	case $line in *2a*|*bv42*) answer=unsat ;; esac\n"
	      "	case $line in *check-sat*) echo $answer; exit ;; esac\n"
	      "done\n",
	      out);
	return fclose(out) != 0 || chmod(path, 0755) != 0 ? -1 : 0;
}

static uint64_t same_hash(const char *text)
{
	(void)text;
	return 1;
}

static enum finding ask_equal(struct prover *p, uint64_t value)
{
	struct encoding e = {0};

	expr_init(&e.store);
	const expr x = expr_var(&e.store, 32, VARIABLE_INPUT, 0, "x");
	struct question q = {.encoding = &e, .title = "a value", .brief = true};

	q.condition =
	    expr_binary(&e.store, EXPR_EQ, x, expr_const(&e.store, 32, value));
	const enum finding finding = ask(p, &q);
	expr_done(&e.store);
	return finding;
}

static void check_prover(const char *name, uint64_t (*hash)(const char *text))
{
	struct prover p = {
	    .solvers = {{{"cvc5", "./one"}, {"z3", "./two"}}, 2},
	    .seconds = 10,
	    .hash = hash,
	};
	char text[64];

	snprintf(text, sizeof text, "%s_unsat", name);
	check(ask_equal(&p, 42) == FINDING_NEVER, text, "no proof");
	const size_t first = p.queries;
	snprintf(text, sizeof text, "%s_again", name);
	check(ask_equal(&p, 42) == FINDING_NEVER && p.queries == first, text,
	      "the same query is asked again");
	snprintf(text, sizeof text, "%s_other", name);
	check(ask_equal(&p, 43) == FINDING_NONE && p.queries > first, text,
	      "the answer to another query is taken");
	snprintf(text, sizeof text, "%s_other_again", name);
	check(ask_equal(&p, 42) == FINDING_NEVER, text, "the proof is forgotten");
	prove_done(&p);
}

int main(void)
{
	check(write_solver("one") == 0 && write_solver("two") == 0, "memo_solvers",
	      "they cannot be written");
	check_prover("memo", NULL);
	check_prover("memo_one_hash", same_hash);
	return me_check_failures != 0;
}
