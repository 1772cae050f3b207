/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/side/side_query.h"

#include <string.h>

const char *const search_type_names[SEARCH_TYPES] = {"float", "double", "integer"};
const char *const search_operator_names[SEARCH_OPERATORS] = {
    "add", "multiply", "divide", "sqrt", "pow", "call", "round", "convert", "integer"};

static enum search_type type_of(const struct condition_scalar *scalar)
{
	switch (scalar->axis.kind) {
	case AXIS_F32:
		return SEARCH_FLOAT;
	case AXIS_INTEGER:
		return SEARCH_INTEGER;
	default:
		return SEARCH_DOUBLE;
	}
}

/* The operator of a variable: SEARCH_OPERATORS, if it is no result of a call. */
static enum search_operator call_of(const struct variable *v)
{
	if (!v || !v->native)
		return SEARCH_OPERATORS;
	return strcmp(v->native->name, "pow") == 0 ||
		       strcmp(v->native->name, "powf") == 0
		   ? SEARCH_POW
		   : SEARCH_CALL;
}

static enum search_operator operator_of(const struct condition_step *step)
{
	switch (step->node.op) {
	case EXPR_FADD:
	case EXPR_FSUB:
		return SEARCH_ADD;
	case EXPR_FMUL:
	case EXPR_FMA:
		return SEARCH_MULTIPLY;
	case EXPR_FDIV:
		return SEARCH_DIVIDE;
	case EXPR_FSQRT:
		return SEARCH_SQRT;
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		return SEARCH_ROUND;
	case EXPR_FRESIZE:
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
	case EXPR_TO_SIGNED:
		return SEARCH_CONVERT;
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_UDIV:
	case EXPR_UREM:
	case EXPR_SDIV:
	case EXPR_SREM:
	case EXPR_NEG:
		return SEARCH_INTEGERS;
	case EXPR_VAR:
		return call_of(step->variable);
	default:
		return SEARCH_OPERATORS;
	}
}

static bool is_of_library(const struct variable *v)
{
	return v && v->native && !native_function_is_opaque(v->native);
}

static bool has_floats(const struct condition_program *program)
{
	for (size_t i = 0; i < program->count; i++)
		if (program->steps[i].node.sort >= SORT_FLOAT ||
		    is_of_library(program->steps[i].variable))
			return true;
	return false;
}

bool search_counts_problem(struct search_counts *counts,
			   const struct condition_problem *problem)
{
	const struct condition_program *program = &problem->program;

	if (!has_floats(program))
		return false;
	for (size_t k = 0; k < problem->n; k++)
		counts->types[type_of(&problem->scalars[k])]++;
	for (size_t i = 0; i < program->count; i++) {
		const enum search_operator op = operator_of(&program->steps[i]);
		if (op != SEARCH_OPERATORS)
			counts->operators[op]++;
	}
	return true;
}

void search_counts_end(struct search_counts *counts, enum search_end end,
		       size_t variables)
{
	counts->invoked++;
	counts->solved += end == SEARCH_SOLVED;
	counts->timeouts += end == SEARCH_LIMITED;
	counts->failed += end == SEARCH_FAILED;
	counts->fixed += end == SEARCH_FAILED && !variables;
}

void search_counts_add(struct search_counts *to, const struct search_counts *from)
{
	to->invoked += from->invoked;
	to->solved += from->solved;
	to->timeouts += from->timeouts;
	to->failed += from->failed;
	to->fixed += from->fixed;
	for (size_t i = 0; i < SEARCH_TYPES; i++)
		to->types[i] += from->types[i];
	for (size_t i = 0; i < SEARCH_OPERATORS; i++)
		to->operators[i] += from->operators[i];
}
