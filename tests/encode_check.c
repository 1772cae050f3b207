/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * encode_check.c - whether the conditions that the encoder makes for goals agree with
 * what a run does:
 *
 *	encode_check TARGET FUNCTION LIBRARY RUNS SEED
 *
 * A function is encoded once. Then it is interpreted on random arguments, in all four
 * rounding modes, and each condition is evaluated on the same arguments: it must hold
 * where the run took the goal's edge. If it depends on the input alone, it must also
 * not hold elsewhere; calls of libm that a search executes are executed here too. Runs
 * that pass the frontier of the walk are not compared.
 */
#include <fenv.h>
#include <stdio.h>

#include "me/ir.h"
#include "prover/encode/encode.h"
#include "prover/executable/section.h"
#include "tests/expr_evaluate.h"
#include "tests/native.h"
#include "value/type.h"

enum { UNWIND = 6 };

struct check {
	const struct gimple_program *program;
	const struct function *function;
	struct encoding encoding;
	struct entry entry;
	struct me_field fields[ARGUMENTS];
	struct me_parameter parameters[ARGUMENTS];
	bool *determined; /* by expression: it depends on the input alone */
	bool *taken; /* by goal of the encoding: in this run */
	uint64_t *values; /* of the variables */
	unsigned long compared, exact, excluded, stopped, differ;
};

/* ---- the layout: what draw_value() draws */

static enum me_type type_of(struct type type)
{
	static const enum me_type words[2][4] = {{ME_I8, ME_I16, ME_I32, ME_I64},
						 {ME_U8, ME_U16, ME_U32, ME_U64}};

	if (type.kind == TYPE_POINTER)
		return ME_F64;
	if (type.kind == TYPE_FLOAT)
		return type.bits == 32 ? ME_F32 : ME_F64;
	return words[type.kind == TYPE_UNSIGNED][type.bits <= 8	   ? 0
						 : type.bits <= 16 ? 1
						 : type.bits <= 32 ? 2
								   : 3];
}

static void make_entry(struct check *c)
{
	const struct function *f = c->function;

	c->entry = (struct entry){.name = f->name,
				  .unit = f->unit,
				  .ranges = "",
				  .parameters = c->parameters,
				  .parameter_count = f->parameter_count};
	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const bool pointer = f->parameters[i].type.kind == TYPE_POINTER;
		c->fields[i] = (struct me_field){0, 1, type_of(f->parameters[i].type)};
		c->parameters[i] = (struct me_parameter){
		    .passing = pointer ? ME_BY_POINTER : ME_BY_VALUE,
		    .count = pointer ? BUFFER : 1,
		    .size = 8,
		    .length_of = ME_NO_PARAMETER,
		    .fields = &c->fields[i],
		    .field_count = 1};
	}
}

/* ---- what depends on the input alone */

/* Whether the variable is of the input, or what a function of libm makes of that. */
static bool is_determined(const struct check *c, const struct variable *v)
{
	if (!v->native)
		return v->kind == VARIABLE_INPUT;
	for (unsigned i = 0; i < native_function_count(v->native); i++)
		if (!c->determined[v->arguments[i]])
			return false;
	return true;
}

static void find_determined(struct check *c)
{
	const struct expr_store *s = &c->encoding.store;

	c->determined = calloc(s->count, sizeof *c->determined);
	c->determined[0] = true;
	for (expr e = 1; e < s->count; e++) {
		const struct expr_node *n = &s->nodes[e];
		c->determined[e] =
		    c->determined[n->a] && c->determined[n->b] && c->determined[n->c];
		if (n->op == EXPR_VAR)
			c->determined[e] = is_determined(c, &s->variables[n->value]);
	}
}

/* ---- one run */

static void note_goal(void *context, const struct function *function, uint32_t goal)
{
	struct check *c = context;

	for (size_t i = 0; i < c->encoding.goal_count; i++) {
		const struct encoded_goal *g = &c->encoding.goals[i];
		if (g->function == function && g->goal == goal) {
			c->taken[i] = true;
			return;
		}
	}
	/* No condition at all: only right when it cannot be come to. */
	c->taken[c->encoding.goal_count] = true;
}

/* What the call makes of its arguments, which are those of earlier variables. */
static uint64_t call_result(const struct check *c, const struct variable *v)
{
	uint64_t arguments[NATIVE_ARGUMENTS] = {0};

	for (unsigned i = 0; i < native_function_count(v->native); i++)
		arguments[i] =
		    expr_evaluate(&c->encoding.store, v->arguments[i], c->values);
	return native_function_call(v->native, arguments);
}

static void set_inputs(struct check *c, const uint8_t *file)
{
	const struct expr_store *s = &c->encoding.store;

	for (size_t i = 0; i < s->variable_count; i++) {
		const struct variable *v = &s->variables[i];
		c->values[i] =
		    v->kind == VARIABLE_ADDRESS ? 0x10000 * (v->index + 1u) : draw();
		if (v->native)
			c->values[i] = call_result(c, v);
		if (v->kind != VARIABLE_INPUT)
			continue;
		c->values[i] = 0;
		memcpy(&c->values[i], file + v->index, v->sort / 8u);
	}
}

/* Whether the run may have come to the condition: none of its conjuncts that depend on
 * the input alone is false. */
static bool may_hold(const struct check *c, const uint64_t *all, expr condition)
{
	const struct expr_node *n = expr_at(&c->encoding.store, condition);

	if (n->op == EXPR_AND)
		return may_hold(c, all, n->a) && may_hold(c, all, n->b);
	return !c->determined[condition] || all[condition];
}

static bool passes_frontier(const struct check *c, const uint64_t *all)
{
	for (size_t i = 0; i < c->encoding.frontier_count; i++)
		if (may_hold(c, all, c->encoding.frontier[i].reach))
			return true;
	return false;
}

static void compare(struct check *c, const struct value *arguments)
{
	uint64_t *all = expr_evaluate_all(&c->encoding.store, c->values);

	if (passes_frontier(c, all)) {
		c->excluded++;
		free(all);
		return;
	}
	c->differ += c->taken[c->encoding.goal_count];
	for (size_t i = 0; i < c->encoding.goal_count; i++) {
		const struct encoded_goal *g = &c->encoding.goals[i];
		if (!c->determined[g->reach])
			continue;
		c->exact++;
		if (c->taken[i] == (all[g->reach] != 0))
			continue;
		c->differ++;
		printf("%s: goal %s: %smet, the formula says otherwise;",
		       g->function->name, g->function->goals[g->goal].name,
		       c->taken[i] ? "" : "not ");
		for (uint32_t k = 0; k < c->function->parameter_count; k++)
			printf(" %016llx", (unsigned long long)arguments[k].low);
		printf("\n");
	}
	c->compared++;
	free(all);
}

static void run_once(struct check *c)
{
	double drawn[ARGUMENTS][BUFFER];
	struct value arguments[ARGUMENTS], result;
	uint8_t file[ARGUMENTS * BUFFER * 8] = {0};
	size_t at = 0;
	struct interpreter run = {.program = c->program,
				  .steps = 1000000,
				  .call = call_outside,
				  .meet = note_goal,
				  .context = c};

	memset(drawn, 0, sizeof drawn);
	memset(c->taken, 0, (c->encoding.goal_count + 1) * sizeof *c->taken);
	for (uint32_t i = 0; i < c->function->parameter_count; i++) {
		const struct me_parameter *p = &c->parameters[i];
		const size_t size = p->passing == ME_BY_POINTER
					? sizeof drawn[i]
					: type_scalar_size(p->fields[0].type);
		arguments[i] = draw_value(c->function->parameters[i].type, drawn[i]);
		memcpy(file + at,
		       p->passing == ME_BY_POINTER ? (void *)drawn[i]
						   : &arguments[i].low,
		       size);
		at += size;
	}
	set_inputs(c, file);
	if (interpret(&run, c->function, arguments, &result))
		c->stopped++;
	else
		compare(c, arguments);
	interpret_done(&run);
}

static int check_all(struct check *c, unsigned long runs)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
				    FE_TOWARDZERO};
	struct bounds bounds = {.otherwise = UNWIND};
	char why[256];

	make_entry(c);
	if (encode(&c->encoding, c->program, &c->entry, &bounds, ENCODE_INLINING,
		   why)) {
		printf("%s: %s\n", c->function->name, why);
		return 1;
	}
	find_determined(c);
	c->taken = calloc(c->encoding.goal_count + 1, sizeof *c->taken);
	c->values = calloc(c->encoding.store.variable_count + 1, sizeof *c->values);
	for (unsigned long i = 0; i < runs; i++) {
		fesetround(modes[i % 4]);
		run_once(c);
	}
	fesetround(FE_TONEAREST);
	printf(
	    "%s: %lu runs, %lu cut, %lu stopped, %lu conditions compared, %lu differ\n",
	    c->function->name, c->compared, c->excluded, c->stopped, c->exact,
	    c->differ);
	free(c->taken);
	free(c->values);
	free(c->determined);
	encoding_done(&c->encoding);
	return c->differ != 0 || c->exact == 0;
}

int main(int argc, char **argv)
{
	struct gimple_program program;
	struct check c = {.program = &program};
	char why[256] = "no such function";
	char *text = NULL;
	size_t size;

	if (argc != 6) {
		fprintf(stderr,
			"usage: encode_check TARGET FUNCTION LIBRARY RUNS SEED\n");
		return 2;
	}
	library = dlopen(argv[3], OPEN_FLAGS);
	state = strtoul(argv[5], NULL, 10) * 0x9e3779b97f4a7c15u | 1;
	if (!library || section_read(argv[1], ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(&program, text, size, why) ||
	    !(c.function = gimple_find(&program, argv[2], NULL)) ||
	    c.function->parameter_count > ARGUMENTS) {
		fprintf(stderr, "encode_check: %s\n", library ? why : dlerror());
		return 1;
	}
	const int failed = check_all(&c, strtoul(argv[4], NULL, 10));
	gimple_done(&program);
	free(text);
	return failed;
}
