/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_term.c - Z3's expressions as terms. */
#include <stdio.h>
#include <stdlib.h>

#include "sat/smtlib/problem_internal.h"
#include "system/allocation.h"

bool sort_read(Z3_context context, Z3_sort z3_sort, struct sort *sort)
{
	unsigned exponent, significand, width;

	switch (Z3_get_sort_kind(context, z3_sort)) {
	case Z3_BOOL_SORT:
		*sort = sort_bool();
		return true;
	case Z3_ROUNDING_MODE_SORT:
		*sort = sort_rounding();
		return true;
	case Z3_BV_SORT:
		width = Z3_get_bv_sort_size(context, z3_sort);
		*sort = sort_word(width);
		return width <= SORT_BITS_MOST;
	case Z3_FLOATING_POINT_SORT:
		exponent = Z3_fpa_get_ebits(context, z3_sort);
		significand = Z3_fpa_get_sbits(context, z3_sort);
		*sort = sort_float(exponent, significand);
		return sort_float_fits(exponent, significand);
	default:
		return false;
	}
}

/* ---- what is known */

term_id term_known(const struct problem_library *library, Z3_ast expression)
{
	const unsigned id = Z3_get_ast_id(library->context, expression);

	return id < library->known_size ? library->known[id] : TERM_NONE;
}

void term_know(struct problem_library *library, Z3_ast expression, term_id term)
{
	const size_t id = Z3_get_ast_id(library->context, expression);

	if (id >= library->known_size) {
		const size_t size = 2 * id + 64;

		library->known = memory_checked(
		    reallocarray(library->known, size, sizeof *library->known));
		for (size_t i = library->known_size; i < size; i++)
			library->known[i] = TERM_NONE;
		library->known_size = size;
	}
	library->known[id] = term;
}

/* ---- one expression */

/* Names the operation of an expression. */
static void name_print(Z3_context context, Z3_ast expression, char *name)
{
	const Z3_func_decl function =
	    Z3_get_app_decl(context, Z3_to_app(context, expression));

	snprintf(name, LIBRARY_NAME, "%s",
		 Z3_get_symbol_string(context, Z3_get_decl_name(context, function)));
}

/* Names what is not supported: the operation, or an operand that is a number. */
static int unsupported(const struct application *r, char *name)
{
	name_print(r->context, (Z3_ast)r->app, name);
	for (unsigned i = 0; i < r->count; i++) {
		const Z3_ast next = Z3_get_app_arg(r->context, r->app, i);

		if (application_is_number(r->context, next) &&
		    !Z3_is_numeral_ast(r->context, next))
			name_print(r->context, next, name);
	}
	return -1;
}

static bool is_known_all(const struct application *r)
{
	for (unsigned i = 0; i < r->count; i++) {
		const Z3_ast next = Z3_get_app_arg(r->context, r->app, i);

		if (term_known(r->problem->library, next) == TERM_NONE)
			return false;
	}
	return true;
}

/* One expression whose operands are known. */
static int read_one(struct problem *problem, Z3_ast expression, char *name)
{
	const Z3_context context = problem->library->context;
	struct application r = {.problem = problem, .context = context};
	term_id term = TERM_NONE;

	name[0] = '\0';
	r.app = Z3_to_app(context, expression);
	r.function = Z3_get_app_decl(context, r.app);
	r.kind = Z3_get_decl_kind(context, r.function);
	r.count = Z3_get_app_num_args(context, r.app);
	if (sort_read(context, Z3_get_sort(context, expression), &r.sort) &&
	    (r.kind == Z3_OP_FPA_TO_FP || is_known_all(&r)))
		term = application_read(&r);
	if (term == TERM_NONE)
		return unsupported(&r, name);
	term_know(problem->library, expression, term);
	return 0;
}

/* ---- all that it is made of */

struct stack {
	Z3_ast *items;
	size_t count, room;
};

static void push(struct stack *stack, Z3_ast item)
{
	ARRAY_ADD(stack->items, stack->count, stack->room, item);
}

/* Pushes the operands that are not known yet. */
static void push_operands(const struct problem_library *library, struct stack *stack,
			  Z3_ast expression)
{
	const Z3_context context = library->context;
	const Z3_app app = Z3_to_app(context, expression);

	for (unsigned i = 0; i < Z3_get_app_num_args(context, app); i++) {
		const Z3_ast next = Z3_get_app_arg(context, app, i);

		if (!application_is_number(context, next) &&
		    term_known(library, next) == TERM_NONE)
			push(stack, next);
	}
}

int term_read(struct problem *problem, Z3_ast expression, term_id *term, char *name)
{
	struct problem_library *library = problem->library;
	struct stack stack = {0};
	int result = 0;

	name[0] = '\0';
	push(&stack, expression);
	while (result == 0 && stack.count > 0) {
		const Z3_ast next = stack.items[stack.count - 1];
		const size_t before = stack.count;

		if (term_known(library, next) != TERM_NONE) {
			stack.count--;
			continue;
		}
		if (Z3_get_ast_kind(library->context, next) != Z3_APP_AST &&
		    Z3_get_ast_kind(library->context, next) != Z3_NUMERAL_AST) {
			snprintf(name, LIBRARY_NAME, QUANTIFIER);
			result = -1;
			continue;
		}
		push_operands(library, &stack, next);
		if (stack.count == before)
			result = read_one(problem, next, name);
	}
	free(stack.items);
	*term = result == 0 ? term_known(library, expression) : 0;
	return result;
}
