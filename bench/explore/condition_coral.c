/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_coral TARGET FUNCTION METHOD SEEDS BUDGET VARIANT X...: solves the path
 * condition of the one if of a function of bench/minimisers/coral/generate.c, whose
 * planted solution is X. It prints a line for each seed: function, variables and
 * conjuncts that were sent, method, variant, seed, evaluations and milliseconds of CPU,
 * and the method that solved it, or `-`.
 *
 * VARIANT is `default` or a parameter of Concolic Walk that differs: T=0, T=n,
 * nobisect, I=10, I=75, I=300, R=3, R=25, R=100.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "me/ir.h"
#include "prover/encode/encode.h"
#include "prover/executable/section.h"
#include "prover/search/condition_search.h"

enum { VARIABLES_MOST = 64, CONDITIONS_MOST = 64 };

struct coral {
	struct gimple_program program;
	const struct function *function;
	struct encoding encoding;
	struct entry entry;
	struct me_field field;
	struct me_parameter parameters[VARIABLES_MOST];
	unsigned char planted[8 * VARIABLES_MOST], start[8 * VARIABLES_MOST];
	size_t size;
	expr conditions[CONDITIONS_MOST];
	size_t count;
	struct condition_search search;
};

static void fail(const char *what)
{
	fprintf(stderr, "condition_coral: %s\n", what);
	exit(1);
}

static void load(struct coral *c, const char *target, const char *function)
{
	char why[256] = "no such function", *text = NULL;
	size_t size;

	if (section_read(target, ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(&c->program, text, size, why) ||
	    !(c->function = gimple_find(&c->program, function, NULL)) ||
	    c->function->parameter_count > VARIABLES_MOST)
		fail(why);
}

static void encode_function_of(struct coral *c)
{
	static const struct bounds bounds = {.otherwise = 1};
	char why[256];

	c->field = (struct me_field){.count = 1, .type = ME_F64};
	c->entry = (struct entry){.name = c->function->name,
				  .unit = c->function->unit,
				  .ranges = "",
				  .parameters = c->parameters,
				  .parameter_count = c->function->parameter_count};
	for (size_t i = 0; i < c->entry.parameter_count; i++)
		c->parameters[i] = (struct me_parameter){.count = 1,
							 .size = 8,
							 .length_of = ME_NO_PARAMETER,
							 .fields = &c->field,
							 .field_count = 1};
	c->size = entry_file_size(&c->entry);
	if (encode(&c->encoding, &c->program, &c->entry, &bounds, ENCODE_INLINING, why))
		fail(why);
}

/* The number of conjuncts on the way to the goal, if the planted point takes it. */
static size_t length_of(struct coral *c, expr reach)
{
	struct condition_search s;
	unsigned char nothing[8 * VARIABLES_MOST];

	condition_search_init(&s, &c->encoding.store);
	s.entry = &c->entry;
	s.budget = 0;
	if (condition_search(&s, &reach, 1, c->planted, c->size, nothing) !=
	    SEARCH_FOUND)
		return 0;
	size_t length = 1;
	for (expr e = reach; expr_at(&c->encoding.store, e)->op == EXPR_AND;
	     e = expr_at(&c->encoding.store, e)->a)
		length++;
	return length;
}

/* The path condition is that of the last side that the planted point takes. */
static void find_condition(struct coral *c)
{
	size_t most = 0;

	for (size_t i = 0; i < c->encoding.goal_count; i++) {
		const size_t length = length_of(c, c->encoding.goals[i].reach);
		if (length > most) {
			most = length;
			c->conditions[0] = c->encoding.goals[i].reach;
			c->count = 1;
		}
	}
	if (!most)
		fail("the planted point takes no branch");
}

static void set_variant(struct walk_options *w, const char *variant)
{
	if (strcmp(variant, "T=0") == 0)
		w->tabu = TABU_NONE;
	else if (strcmp(variant, "T=n") == 0)
		w->tabu = TABU_ALL;
	else if (strcmp(variant, "nobisect") == 0)
		w->no_bisection = true;
	else if (strncmp(variant, "I=", 2) == 0)
		w->steps = (unsigned)atoi(variant + 2);
	else if (strncmp(variant, "R=", 2) == 0)
		w->neighbours = (unsigned)atoi(variant + 2);
	else if (strcmp(variant, "default") != 0)
		fail("no such variant");
}

static void solve(struct coral *c, const char *variant, unsigned long seed)
{
	struct condition_search *s = &c->search;
	unsigned char found[8 * VARIABLES_MOST];
	const clock_t before = clock();

	s->seed = seed;
	const bool solved = condition_search(s, c->conditions, c->count, c->start,
					     c->size, found) == SEARCH_FOUND;
	printf("%s\t%zu\t%zu\t%s\t%s\t%lu\t%zu\t%.1f\t%s\n", c->function->name,
	       s->variables, s->conjuncts, condition_method_name(s->method), variant,
	       seed, s->evaluations, 1e3 * (double)(clock() - before) / CLOCKS_PER_SEC,
	       !solved	      ? "-"
	       : s->solved_by ? s->solved_by
			      : "start");
}

int main(int argc, char **argv)
{
	static struct coral c;

	if (argc < 7) {
		fprintf(stderr, "usage: condition_coral TARGET FUNCTION METHOD SEEDS "
				"BUDGET VARIANT X...\n");
		return 2;
	}
	load(&c, argv[1], argv[2]);
	encode_function_of(&c);
	for (int i = 7; i < argc && i - 7 < VARIABLES_MOST; i++) {
		const double x = atof(argv[i]);
		memcpy(c.planted + 8 * (i - 7), &x, sizeof x);
	}
	find_condition(&c);
	condition_search_init(&c.search, &c.encoding.store);
	c.search.entry = &c.entry;
	c.search.method = condition_method_find(argv[3]);
	c.search.budget = strtoul(argv[5], NULL, 10);
	if (!c.search.method)
		fail("no such method");
	set_variant(&c.search.options.walk, argv[6]);
	for (unsigned long seed = 1; seed <= strtoul(argv[4], NULL, 10); seed++)
		solve(&c, argv[6], seed);
	encoding_done(&c.encoding);
	return 0;
}
