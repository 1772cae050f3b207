/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * diamonds_generate.c - a random loop-free program as Arlt and others measure their
 * algorithms on (Towards Bounded Infeasible Code Detection, section 7):
 *	diamonds_generate SEED DIAMONDS
 * prints a function of 10 to 20 integers, which are all that it reads and writes. Each
 * diamond is two levels of if and else, so that four ways go through it; each block has
 * three assignments of linear expressions; conditions are linear too. One seed, one
 * text.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MIN_VARIABLES = 10, MAX_VARIABLES = 20, STATEMENTS = 3 };

struct generator {
	uint64_t state;
	unsigned variables;
};

/* Below n. */
static unsigned draw(struct generator *g, unsigned n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (unsigned)((g->state * 0x2545f4914f6cdd1du >> 33) % n);
}

static void indent(unsigned depth)
{
	for (unsigned i = 0; i < depth; i++)
		putchar('\t');
}

static unsigned variable(struct generator *g)
{
	return draw(g, g->variables);
}

static int constant(struct generator *g)
{
	return (int)draw(g, 41) - 20;
}

static void put_assignment(struct generator *g)
{
	const unsigned a = variable(g), b = variable(g);

	printf("x%u = ", variable(g));
	switch (draw(g, 5)) {
	case 0:
		printf("%d;\n", constant(g));
		break;
	case 1:
		printf("x%u + %d;\n", a, constant(g));
		break;
	case 2:
		printf("x%u + x%u;\n", a, b);
		break;
	case 3:
		printf("x%u - x%u;\n", a, b);
		break;
	default:
		printf("%u * x%u;\n", 2 + draw(g, 2), a);
	}
}

static void put_block(struct generator *g, unsigned depth)
{
	for (unsigned i = 0; i < STATEMENTS; i++) {
		indent(depth);
		put_assignment(g);
	}
}

static void put_condition(struct generator *g)
{
	static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!="};

	printf("x%u %s ", variable(g), operators[draw(g, 6)]);
	if (draw(g, 2))
		printf("%d", constant(g));
	else
		printf("x%u", variable(g));
}

/* An if and an else, `levels` of them inside each other. */
static void put_diamond(struct generator *g, unsigned levels, unsigned depth)
{
	put_block(g, depth);
	if (!levels)
		return;
	indent(depth);
	printf("if (");
	put_condition(g);
	printf(") {\n");
	put_diamond(g, levels - 1, depth + 1);
	indent(depth);
	printf("} else {\n");
	put_diamond(g, levels - 1, depth + 1);
	indent(depth);
	printf("}\n");
}

int main(int argc, char **argv)
{
	struct generator g = {0};

	if (argc != 3) {
		fprintf(stderr, "usage: diamonds_generate SEED DIAMONDS\n");
		return 2;
	}
	g.state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
	for (int i = 0; i < 20; i++)
		draw(&g, 2); /* near seeds part */
	g.variables = MIN_VARIABLES + draw(&g, MAX_VARIABLES - MIN_VARIABLES + 1);
	printf("int diamonds(");
	for (unsigned i = 0; i < g.variables; i++)
		printf("%sint x%u", i ? ", " : "", i);
	printf(")\n{\n");
	for (unsigned long i = strtoul(argv[2], NULL, 10); i > 0; i--)
		put_diamond(&g, 2, 1);
	printf("\treturn x0");
	for (unsigned i = 1; i < g.variables; i++)
		printf(" + x%u", i);
	printf(";\n}\n");
	return 0;
}
