/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Short queries in open sessions: answers and values are those of a process for each query,
 * what one asserts is gone in the next, and few processes are started. Queries with
 * arithmetic of floating point and long ones have no session, and a solver that breaks
 * three, or that its limit of work does not stop, has none any more.
 */
#include "prover/solver/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/me_check.h"

enum { MANY = 120 };

static const char counted[] = "#!/bin/sh\necho >> starts\nexec z3 -smt2 -in\n";
static const char dead[] = "#!/bin/sh\necho >> starts\nkill -9 $$\n";
static const char spinning[] = "#!/bin/sh\necho >> starts\nwhile :; do :; done\n";

static void write_script(const char *text)
{
	FILE *out = fopen("solver", "w");

	fputs(text, out);
	fclose(out);
	chmod("solver", 0755);
	remove("starts");
}

static int starts(void)
{
	FILE *in = fopen("starts", "r");
	int lines = 0, c;

	while (in && (c = getc(in)) != EOF)
		lines += c == '\n';
	if (in)
		fclose(in);
	return lines;
}

static expr input(struct expr_store *s, unsigned sort)
{
	return expr_var(s, sort, VARIABLE_INPUT, 0, "x");
}

static void check_count(const char *name, int wanted, int got)
{
	char why[64];

	snprintf(why, sizeof why, "%d, wanted %d", got, wanted);
	check(got == wanted, name, why);
}

static void write_query(struct query *q, const struct expr_store *s, expr condition,
			enum stage stage)
{
	const struct query_options options = {.stage = stage};

	smt_write(q, s, &condition, 1, &options, "a test");
}

/* x == value, or with `twice` x + x == value. */
static void make_query(struct query *q, uint64_t value, bool twice)
{
	struct expr_store s;

	expr_init(&s);
	const expr x = input(&s, 32);
	const expr left = twice ? expr_binary(&s, EXPR_ADD, x, x) : x;
	write_query(q, &s, expr_binary(&s, EXPR_EQ, left, expr_const(&s, 32, value)),
		    STAGE_FULL);
	expr_done(&s);
}

static void check_answers(const struct smt_solver *solver)
{
	struct open_sessions o = {0};
	struct solution solution;
	int wrong = 0;

	for (unsigned i = 0; i < MANY; i++) {
		struct query q;
		const bool never = i % 3 == 0;
		make_query(&q, never ? 2 * i + 1 : i, never);
		const bool answered = open_sessions_ask(&o, solver, &q, &solution);
		wrong += !answered ||
			 solution.answer != (never ? ANSWER_UNSAT : ANSWER_SAT) ||
			 (!never && solution.values[0] != i);
		free(solution.values);
		smt_done(&q);
	}
	open_sessions_done(&o);
	check_count("open_answers", 0, wrong);
}

/* x + y < y + z, as numbers or as words. */
static void make_sum(struct query *q, bool numbers, enum stage stage)
{
	struct expr_store s;
	expr v[3];

	expr_init(&s);
	for (int i = 0; i < 3; i++) {
		v[i] = input(&s, 64);
		if (numbers)
			v[i] = expr_convert(&s, EXPR_TOFP, SORT_F64, v[i]);
	}
	const enum expr_op add = numbers ? EXPR_FADD : EXPR_ADD;
	const expr left = expr_binary(&s, add, v[0], v[1]);
	const expr right = expr_binary(&s, add, v[1], v[2]);
	write_query(q, &s, expr_binary(&s, numbers ? EXPR_FLT : EXPR_ULT, left, right),
		    stage);
	expr_done(&s);
}

static bool is_answered(struct open_sessions *o, const struct smt_solver *solver,
			const struct query *q)
{
	struct solution solution;
	const bool answered = open_sessions_ask(o, solver, q, &solution);

	free(solution.values);
	return answered;
}

static void check_short(const struct smt_solver *solver)
{
	struct open_sessions o = {0};
	struct query q;

	make_sum(&q, true, STAGE_FULL);
	check(!is_answered(&o, solver, &q), "open_numbers", "arithmetic was asked");
	smt_done(&q);
	make_sum(&q, false, STAGE_FULL);
	q.end = 0;
	check(!is_answered(&o, solver, &q), "open_integers", "another logic was asked");
	smt_done(&q);
	make_sum(&q, false, STAGE_FULL);
	q.size = 1 << 20;
	check(!is_answered(&o, solver, &q), "open_long", "a long one was asked");
	smt_done(&q);
	open_sessions_done(&o);
	check_count("open_not_started", 0, starts());
}

/* With its arithmetic left open it is short, and still one with floating point. */
static void check_open(const struct smt_solver *solver)
{
	struct open_sessions o = {0};
	struct query q;

	make_sum(&q, true, STAGE_HAVOC);
	check(is_answered(&o, solver, &q), "open_havoc", "it was not answered");
	smt_done(&q);
	open_sessions_done(&o);
	check_count("open_havoc_failures", 0, (int)o.failures);
}

/* It breaks its sessions; so many are started. */
static void check_broken(const struct smt_solver *solver, const char *name, int most)
{
	struct open_sessions o = {0};
	struct query q;
	int answered = 0;

	make_query(&q, 7, false);
	for (int i = 0; i < 10; i++)
		answered += is_answered(&o, solver, &q);
	smt_done(&q);
	open_sessions_done(&o);
	check_count(name, 0, answered);
	check_count(name, most, starts());
}

int main(void)
{
	const struct smt_solver solver = {"z3", "./solver"};

	write_script(counted);
	check_answers(&solver);
	check_count("open_starts", 3, starts()); /* 50, 50 and 20 queries */
	write_script(counted);
	check_short(&solver);
	check_open(&solver);
	write_script(dead);
	check_broken(&solver, "open_dead", 3);
	write_script(spinning);
	check_broken(&solver, "open_spinning", 1);
	return me_check_failures != 0;
}
