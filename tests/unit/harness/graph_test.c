/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units joined to a program, and saturation over loops, calls, recursion and units: a
 * side is saturated exactly when it and all that can follow it is done. The program
 * under test is written by hand:
 *
 *	unit 0					unit 1
 *	f()					g()		public
 *	{					{
 *		while (s0) {				if (s0) unknown();
 *			if (s1) g();			else h(); [its own h]
 *			else h();		}
 *		}				static h()
 *		if (s2) r();			{
 *	}						if (s1) ; else ;
 *	static h() { if (s3) ; else ; }		}
 *	static r() { if (s4) r(); }		static lonely() { if (s2) ; else ; }
 */
#include "harness/program/side_graph.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/me_check.h"

#define CALL(n) (ME_NEXT_CALL | (n))
#define END ME_NEXT_END

static uint8_t counters[16];
static uint8_t first_state[5], second_state[3];

/* ---- unit 0: goals 2 * site + side; callees: 0 g, 1 h, 2 r */

static const uint32_t from_f[] = {0, END};
static const uint32_t from_h[] = {3, END};
static const uint32_t from_r[] = {4, END};
static const uint32_t s0_true[] = {1, END};
static const uint32_t s0_false[] = {2, END};
static const uint32_t s1_true[] = {CALL(0), 0, END};
static const uint32_t s1_false[] = {CALL(1), 0, END};
static const uint32_t s2_true[] = {CALL(2), END};
static const uint32_t s4_true[] = {CALL(2), END};
static const uint32_t nothing[] = {END};

#define SITE(number, of)                                                               \
	{                                                                              \
		.function = of, .kind = ME_SITE_COND, .op = ME_LT, .type = ME_F64,     \
		.goal = 2 * (number), .sides = 2, .file = "f.c"                        \
	}
#define SIDE(of_site, which, of, successors)                                           \
	{                                                                              \
		.side = which, .function = of, .site = of_site, .counter = counters,   \
		.next = successors                                                     \
	}

static struct me_site first_sites[] = {SITE(0, 0), SITE(1, 0), SITE(2, 0), SITE(3, 1),
				       SITE(4, 2)};
static struct me_goal first_goals[] = {
    SIDE(0, 0, 0, s0_true),  SIDE(0, 1, 0, s0_false), SIDE(1, 0, 0, s1_true),
    SIDE(1, 1, 0, s1_false), SIDE(2, 0, 0, s2_true),  SIDE(2, 1, 0, nothing),
    SIDE(3, 0, 1, nothing),  SIDE(3, 1, 1, nothing),  SIDE(4, 0, 2, s4_true),
    SIDE(4, 1, 2, nothing),
};
static struct me_function first_functions[] = {
    {.name = "f", .source_name = "f", .returns = ME_NO_FLAG, .next = from_f},
    {.name = "h",
     .source_name = "h",
     .flags = ME_FUNCTION_LOCAL,
     .returns = ME_NO_FLAG,
     .next = from_h},
    {.name = "r",
     .source_name = "r",
     .flags = ME_FUNCTION_LOCAL,
     .returns = ME_NO_FLAG,
     .next = from_r},
};
static const char *const first_callees[] = {"g", "h", "r"};

/* ---- unit 1: callees: 0 unknown, 1 h */

static const uint32_t from_g[] = {0, END};
static const uint32_t from_other_h[] = {1, END};
static const uint32_t from_lonely[] = {2, END};
static const uint32_t g_true[] = {CALL(0), END};
static const uint32_t g_false[] = {CALL(1), END};

static struct me_site second_sites[] = {SITE(0, 0), SITE(1, 1), SITE(2, 2)};
static struct me_goal second_goals[] = {
    SIDE(0, 0, 0, g_true),  SIDE(0, 1, 0, g_false), SIDE(1, 0, 1, nothing),
    SIDE(1, 1, 1, nothing), SIDE(2, 0, 2, nothing), SIDE(2, 1, 2, nothing),
};
static struct me_function second_functions[] = {
    {.name = "g", .source_name = "g", .returns = ME_NO_FLAG, .next = from_g},
    {.name = "h",
     .source_name = "h",
     .flags = ME_FUNCTION_LOCAL,
     .returns = ME_NO_FLAG,
     .next = from_other_h},
    {.name = "lonely",
     .source_name = "lonely",
     .flags = ME_FUNCTION_LOCAL,
     .returns = ME_NO_FLAG,
     .next = from_lonely},
};
static const char *const second_callees[] = {"unknown", "h"};

static struct me_unit units[] __attribute__((section("me_units"), used)) = {
    {.abi = ME_ABI,
     .source = "f.c",
     .site_count = 5,
     .goal_count = 10,
     .function_count = 3,
     .callee_count = 3,
     .sites = first_sites,
     .state = first_state,
     .goals = first_goals,
     .functions = first_functions,
     .callees = first_callees},
    {.abi = ME_ABI,
     .source = "f.c",
     .site_count = 3,
     .goal_count = 6,
     .function_count = 3,
     .callee_count = 2,
     .sites = second_sites,
     .state = second_state,
     .goals = second_goals,
     .functions = second_functions,
     .callees = second_callees},
};

enum { GOALS = 16, FUNCTIONS = 6, FIRST = 10 /* goals of unit 0 */ };

/* Goals by name. */
enum {
	LOOP = 0,
	LEAVE = 1,
	CALL_G = 2,
	CALL_H = 3,
	CALL_R = 4,
	NO_R = 5,
	H_TRUE = 6,
	H_FALSE = 7,
	R_AGAIN = 8,
	R_END = 9,
	G_TRUE = FIRST,
	G_FALSE = FIRST + 1,
	OTHER_TRUE = FIRST + 2,
	OTHER_FALSE = FIRST + 3,
	LONELY_TRUE = FIRST + 4,
	LONELY_FALSE = FIRST + 5,
};

/* ---- joining */

static void check_numbers(const struct program *p)
{
	int bad = 0;

	for (uint32_t s = 0; s < p->site_count; s++)
		bad += p->sites[s]->id != s;
	for (uint32_t g = 0; g < p->goal_count; g++)
		bad += program_site_goal(p, program_goal_site(p, g)) != (g & ~1u);
	check(p->unit_count == 2 && p->site_count == 8 && p->goal_count == GOALS &&
		  p->function_count == FUNCTIONS && !bad,
	      "program_numbers", "sites or goals are not numbered through");
	check(p->units[0].callees[0] == 3, "program_call_across_units", "g not found");
	check(p->units[0].callees[1] == 1 && p->units[1].callees[1] == 4,
	      "program_static_names", "a static h of another unit is called");
	check(p->units[1].callees[0] == PROGRAM_NONE, "program_unknown_callee",
	      "unknown() is a function");
	check(p->site_state[5] == second_state, "program_state", "of another site");
	check(program_function(p, "r") == 2 && program_function(p, "x") == PROGRAM_NONE,
	      "program_function_by_name", "another one");
}

static void check_abi(void)
{
	struct program p;
	const char *error = NULL;

	units[1].abi = ME_ABI + 1;
	check(program_init(&p, &error) != 0 && error, "program_other_abi", "taken");
	program_done(&p);
	units[1].abi = ME_ABI;
}

/* ---- saturation */

/* What the definition says, by closure: no side that can follow is open. */
static void reach_all(const struct graph *g, uint32_t node, unsigned char *seen)
{
	for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
		if (!seen[g->targets[e]]) {
			seen[g->targets[e]] = 1;
			reach_all(g, g->targets[e], seen);
		}
}

static int saturated_by_definition(const struct graph *g, uint32_t goal,
				   const unsigned char *done)
{
	unsigned char seen[GOALS + FUNCTIONS] = {0};

	seen[goal] = 1;
	reach_all(g, goal, seen);
	for (uint32_t i = 0; i < GOALS; i++)
		if (seen[i] && !done[i])
			return 0;
	return 1;
}

static void check_definition(const struct graph *g)
{
	unsigned char done[GOALS], saturated[GOALS];
	int bad = 0;

	for (uint32_t set = 0; set < 1u << GOALS; set++) {
		for (uint32_t i = 0; i < GOALS; i++)
			done[i] = set >> i & 1;
		graph_saturate(g, done, saturated);
		for (uint32_t i = 0; i < GOALS; i += 1 + set % 3)
			bad += saturated[i] != saturated_by_definition(g, i, done);
	}
	check(!bad, "graph_definition", "not the closure over descendants");
}

static void expect(const struct graph *g, const char *name, const unsigned char *done,
		   const char *wanted)
{
	unsigned char saturated[GOALS];
	char got[GOALS + 1] = {0};

	graph_saturate(g, done, saturated);
	for (int i = 0; i < GOALS; i++)
		got[i] = saturated[i] ? '1' : '0';
	check(!strcmp(got, wanted), name, got);
}

static void check_cases(const struct graph *g)
{
	unsigned char done[GOALS];

	memset(done, 0, GOALS);
	expect(g, "graph_nothing", done, "0000000000000000");
	memset(done, 1, GOALS);
	expect(g, "graph_everything", done, "1111111111111111");
	done[NO_R] = 0; /* after the loop: open for all of f, not for its callees */
	expect(g, "graph_behind_loop", done, "0000101111111111");
	done[NO_R] = 1;
	done[OTHER_TRUE] = 0; /* through g in the other unit */
	expect(g, "graph_through_call", done, "0100111111100111");
	done[OTHER_TRUE] = 1;
	done[R_END] = 0; /* recursion: both of r, and the side that calls it */
	expect(g, "graph_recursion", done, "0000011100111111");
	done[R_END] = 1;
	done[LONELY_TRUE] = 0;
	expect(g, "graph_not_called", done, "1111111111111101");
}

/* ---- callees */

static void check_callees(const struct graph *g)
{
	unsigned char reached[FUNCTIONS] = {0};

	graph_callees(g, 0, 1, reached);
	check(reached[0] && reached[1] && reached[2] && !reached[3] && !reached[4] &&
		  !reached[5],
	      "graph_local_callees", "not f, h and r");
	memset(reached, 0, sizeof reached);
	graph_callees(g, 0, 0, reached);
	check(reached[0] && reached[1] && reached[2] && reached[3] && reached[4] &&
		  !reached[5],
	      "graph_all_callees", "not all but lonely");
}

int main(void)
{
	struct program p;
	struct graph g;

	if (program_init(&p, NULL) || graph_init(&g, &p)) {
		check(0, "graph_init", "out of memory");
		return 1;
	}
	check_numbers(&p);
	check_cases(&g);
	check_definition(&g);
	check_callees(&g);
	graph_done(&g);
	program_done(&p);
	check_abi();
	return me_check_failures != 0;
}
