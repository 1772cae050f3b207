/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function whose formulas exceed the limit of expressions: a goal behind what is too large is
 * unknown, and says so; the others, before it and beside it, have their verdicts.
 */
#include <stdio.h>
#include <string.h>

#include "me/ir.h"
#include "prover/verify/goal_verdict.h"
#include "tests/unit/me_check.h"

/* Of a parameter, x: if (x == 5 && x == 5) return 3;
 * for (n = x, i = 0; i <= 63; i++) n = n * 3 + i;
 * if (n == 7654321) return 1; return 0; */
static const char body[] = "source \"sized.c\" 1 \"sized\"\n"
			   "flags\n"
			   "result i32\n"
			   "param i32 %x_5 \"x\"\n"
			   "entry 2\n"
			   "block 2\n"
			   "cond eq_expr %x_5 i32:5 3 5 0 0 1 @3:5\n"
			   "block 3\n"
			   "cond eq_expr %x_5 i32:5 4 5 1 0 1 @3:13\n"
			   "block 4\n"
			   "%_6 i32 = move i32:3 @4:10\n"
			   "goto 11\n"
			   "block 5\n"
			   "%n_7 i32 = move %x_5 @5:6\n"
			   "%i_8 i32 = move i32:0 @6:11\n"
			   "goto 7\n"
			   "block 6\n"
			   "%_1 i32 = mult_expr %n_2 i32:3 @7:9\n"
			   "%n_11 i32 = plus_expr %i_3 %_1 @7:5\n"
			   "%i_12 i32 = plus_expr %i_3 i32:1 @6:29\n"
			   "goto 7\n"
			   "block 7\n"
			   "phi %n_2 i32 5 %n_7 6 %n_11\n"
			   "phi %i_3 i32 5 %i_8 6 %i_12\n"
			   "cond le_expr %i_3 i32:3f 6 8 2 0 1 @6:20\n"
			   "block 8\n"
			   "cond eq_expr %n_2 i32:74cbb1 9 10 3 0 1 @8:5\n"
			   "block 9\n"
			   "%_10 i32 = move i32:1 @9:10\n"
			   "goto 11\n"
			   "block 10\n"
			   "%_9 i32 = move i32:0 @10:9\n"
			   "goto 11\n"
			   "block 11\n"
			   "phi %_4 i32 4 %_6 9 %_10 10 %_9\n"
			   "return %_4\n";

/* The exported text. */
static int write_text(char *text, size_t size)
{
	uint64_t hash = ME_IR_HASH_START;

	for (const char *c = body; *c; c++)
		hash = (hash ^ (unsigned char)*c) * ME_IR_HASH_PRIME;
	return snprintf(text, size,
			"me-ir %d \"sized.c\"\nfunction sized %llx\n%send\n",
			ME_IR_VERSION, (unsigned long long)hash, body);
}

enum {
	BESIDE = 3 /* the second comparison fails */,
	BEHIND = 6 /* the last one holds */
};

static void check_goal(const struct gimple_program *program, size_t expressions,
		       struct prove_goal *goal, uint32_t number)
{
	static const struct me_field field = {0, 1, ME_I32};
	static const struct me_parameter parameter = {.passing = ME_BY_VALUE,
						      .count = 1,
						      .size = 4,
						      .length_of = ME_NO_PARAMETER,
						      .fields = &field,
						      .field_count = 1};
	const struct function *f = program->functions;
	const struct entry entry = {.name = f->name,
				    .unit = f->unit,
				    .ranges = "",
				    .parameters = &parameter,
				    .parameter_count = 1};
	struct prover p = {.program = program,
			   .entry = &entry,
			   .seconds = 1,
			   .unwind = 64,
			   .expressions = expressions};

	*goal = (struct prove_goal){
	    .function = f->name, .unit = f->unit, .name = f->goals[number].name};
	prove(&p, goal);
	prove_done(&p);
}

int main(void)
{
	enum { FEW = 100 };
	static const char too_large[] = "the formulas grow too large: sized";
	struct gimple_program program;
	struct prove_goal goal;
	char exported[sizeof body + 100], why[256];

	const int size = write_text(exported, sizeof exported);
	if (gimple_read(&program, exported, (size_t)size, why)) {
		check(false, "size_read", why);
		return 1;
	}
	check_goal(&program, FEW, &goal, BEHIND);
	check(goal.verdict == VERDICT_UNKNOWN &&
		  strncmp(goal.why, too_large, sizeof too_large - 1) == 0,
	      "size_behind", goal.why);
	check_goal(&program, FEW, &goal, BESIDE);
	check(goal.verdict == VERDICT_INFEASIBLE, "size_beside", goal.why);
	check_goal(&program, 0, &goal, BEHIND);
	check(strncmp(goal.why, too_large, sizeof too_large - 1) != 0, "size_enough",
	      goal.why);
	gimple_done(&program);
	return me_check_failures != 0;
}
