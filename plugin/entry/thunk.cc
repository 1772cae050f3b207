/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * thunk.cc - calls the entry function. For `double f(double x, int *n)` the unit gets
 *
 *     static void __me_call_f(void **slots, void *result)
 *     {
 *             *(double *)result = f(*(double *)slots[0], (int *)slots[1]);
 *     }
 *
 * and in C++
 *
 *     static void __me_catch_f(void **slots, void *result)
 *     {
 *             try {
 *                     __me_call_f(slots, result);
 *             } catch (...) {
 *             }
 *     }
 *
 * whose personality routine, of libme, says which exceptions the handler takes.
 *
 * Before the call the descriptor of each array of assumed shape is filled, and global variables
 * that are inputs are stored.
 */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"
#include "plugin/unit/artificial.h"
#include "plugin/sites/shape.h"

/* The front end of C++ alone has it. */
extern bool mark_used(tree) __attribute__((weak));

/* The complete destructor of a class, or null: it has none, or no definition. */
static tree result_destructor(tree type)
{
	if (TREE_CODE(type) != RECORD_TYPE)
		return NULL_TREE;
	for (tree m = TYPE_FIELDS(TYPE_MAIN_VARIANT(type)); m; m = DECL_CHAIN(m))
		if (TREE_CODE(m) == FUNCTION_DECL && DECL_NAME(m) &&
		    startswith(IDENTIFIER_POINTER(DECL_NAME(m)), "__dt_comp"))
			return m;
	return NULL_TREE;
}

void thunk_keep_destructor(tree entry)
{
	bool (*use)(tree) = mark_used;
	tree type = TREE_TYPE(TREE_TYPE(entry));
	tree destructor = TREE_ADDRESSABLE(type) ? result_destructor(type) : NULL_TREE;

	if (!destructor || !use)
		return;
	use(destructor);
	DECL_PRESERVE_P(destructor) = 1;
}

/* The thunk while it is being built. */
struct building {
	tree thunk, slots;
	tree variables; /* chain of its own */
	tree statements;
	const parameter_list *parameters;
};

static tree slot(const struct building *b, unsigned i)
{
	return build2(MEM_REF, ptr_type_node, b->slots,
		      build_int_cst(TREE_TYPE(b->slots), (HOST_WIDE_INT)i * 8));
}

static tree at_slot(const struct building *b, unsigned i, tree type)
{
	tree to = build_pointer_type(type);

	return build2(MEM_REF, type, fold_convert(to, slot(b, i)),
		      build_int_cst(to, 0));
}

static tree add_variable(struct building *b, const char *name, tree type)
{
	tree variable =
	    build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name), type);

	DECL_ARTIFICIAL(variable) = 1;
	DECL_CONTEXT(variable) = b->thunk;
	TREE_ADDRESSABLE(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_CHAIN(variable) = b->variables;
	b->variables = variable;
	return variable;
}

/* The values of the parameters that are the extents of parameter i, or its number of
 * elements; null where there is none. */
static void extent_values(const struct building *b, unsigned i,
			  tree extents[PARAMETER_RANK])
{
	unsigned n = 0;

	memset(extents, 0, PARAMETER_RANK * sizeof *extents);
	for (unsigned k = 0; k < b->parameters->length(); k++)
		if ((*b->parameters)[k].length_of == i && n < PARAMETER_RANK)
			extents[n++] =
			    at_slot(b, k, (*b->parameters)[k].fields[0].type);
}

/* The address of a descriptor; null if the array is absent. */
static tree descriptor(struct building *b, unsigned i, tree type)
{
	const parameter *p = &(*b->parameters)[i];
	tree variable = add_variable(b, "descriptor", TREE_TYPE(type));
	tree extents[PARAMETER_RANK];

	extent_values(b, i, extents);
	fortran_describe(&b->statements, p, variable, slot(b, i), extents);
	tree address = fold_convert(type, build_fold_addr_expr(variable));
	if (!(p->flags & ME_PARAMETER_NULLABLE))
		return address;
	return build3(COND_EXPR, type,
		      build2(NE_EXPR, boolean_type_node, slot(b, i), null_pointer_node),
		      address, build_zero_cst(type));
}

/* *(T *)slots[i], also for a pointer that is always null; or slots[i] itself as a pointer. */
static tree argument(struct building *b, unsigned i, tree type)
{
	if ((*b->parameters)[i].rank)
		return descriptor(b, i, type);
	if (POINTER_TYPE_P(type) && (*b->parameters)[i].passing == ME_BY_POINTER)
		return fold_convert(type, slot(b, i));
	return at_slot(b, i, type);
}

/* __me_returned (&object), where the driver says how its result is shown (me/shown.h); or null. */
static tree returned_call(tree object)
{
	static const char *const shows = "__me_shows";
	symtab_node *shown = symtab_node::get_for_asmname(get_identifier(shows));

	if (!shown || !is_a<cgraph_node *>(shown))
		return NULL_TREE;
	tree returned = build_fn_decl(
	    "__me_returned",
	    build_function_type_list(void_type_node, ptr_type_node, NULL_TREE));
	return build_call_expr(returned, 1, build_fold_addr_expr(object));
}

/* An object that the callee constructs in place is in a variable of its own, which is
 * destroyed after the call. */
static tree call_for_object(struct building *b, tree call)
{
	tree variable = add_variable(b, "object", TREE_TYPE(call));
	tree destructor = result_destructor(TREE_TYPE(call)), both = NULL_TREE;

	tree set = build2(INIT_EXPR, TREE_TYPE(call), variable, call);
	TREE_SIDE_EFFECTS(set) = 1;
	append_to_statement_list(set, &both);
	append_to_statement_list(returned_call(variable), &both);
	if (destructor)
		append_to_statement_list(
		    build_call_expr(destructor, 1, build_fold_addr_expr(variable)),
		    &both);
	return both;
}

/* Whether the type has nothing but floats of one type, that of *code unless it is ME_VOID. */
static bool has_only_floats(tree type, unsigned *code)
{
	if (TREE_CODE(type) == COMPLEX_TYPE || TREE_CODE(type) == ARRAY_TYPE)
		return has_only_floats(TREE_TYPE(type), code);
	if (TREE_CODE(type) == RECORD_TYPE) {
		for (tree f = TYPE_FIELDS(type); f; f = DECL_CHAIN(f))
			if (TREE_CODE(f) == FIELD_DECL &&
			    !has_only_floats(TREE_TYPE(f), code))
				return false;
		return true;
	}
	const unsigned own = shape_operand_type(type);
	if (*code == ME_VOID)
		*code = own;
	return own == *code && (own == ME_F32 || own == ME_F64 || own == ME_F80);
}

unsigned thunk_result_floats(tree type, unsigned *code)
{
	*code = ME_VOID;
	if (VOID_TYPE_P(type) || TREE_ADDRESSABLE(type) ||
	    !has_only_floats(TYPE_MAIN_VARIANT(type), code) || *code == ME_VOID ||
	    !tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) ||
	    tree_to_uhwi(TYPE_SIZE_UNIT(type)) > ME_RESULT_MOST)
		return 0;
	return tree_to_uhwi(TYPE_SIZE_UNIT(type)) / (*code == ME_F32   ? 4
						     : *code == ME_F64 ? 8
								       : 16);
}

/* A variable for a result that nobody reads: without one, a call of a pure function is none. */
static tree unread_result(struct building *b, tree type)
{
	tree variable = add_variable(b, "unread", type);

	TREE_THIS_VOLATILE(variable) = 1;
	TREE_ADDRESSABLE(variable) = 1;
	return variable;
}

static tree call_statement(struct building *b, tree entry, tree result)
{
	auto_vec<tree> arguments;
	tree type = TREE_TYPE(TREE_TYPE(entry));
	unsigned i = 0, code;

	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p))
		arguments.safe_push(argument(b, i++, TREE_TYPE(p)));
	tree call =
	    build_call_array_loc(BUILTINS_LOCATION, type, build_fold_addr_expr(entry),
				 arguments.length(), arguments.address());
	TREE_SIDE_EFFECTS(call) = 1;
	if (TREE_ADDRESSABLE(type))
		return call_for_object(b, call);
	if (VOID_TYPE_P(type))
		return call;
	tree to = build_pointer_type(type);
	tree target =
	    shape_operand_type(type) == ME_VOID && !thunk_result_floats(type, &code)
		? unread_result(b, type)
		: build2(MEM_REF, type, fold_convert(to, result), build_int_cst(to, 0));
	tree set = build2(MODIFY_EXPR, type, target, call), both = NULL_TREE;
	TREE_SIDE_EFFECTS(set) = 1;
	append_to_statement_list(set, &both);
	append_to_statement_list(returned_call(target), &both);
	return both;
}

static void store_global(struct building *b, unsigned i)
{
	const parameter *p = &(*b->parameters)[i];

	if (!(p->flags & ME_PARAMETER_GLOBAL))
		return;
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(p->decl));
	tree set = build2(MODIFY_EXPR, type, p->decl, at_slot(b, i, type));
	TREE_SIDE_EFFECTS(set) = 1;
	append_to_statement_list(set, &b->statements);
}

static tree declare_thunk(tree entry, const char *prefix)
{
	char *name =
	    concat(prefix, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(entry)), NULL);
	tree thunk = made_function_declare(name, build_pointer_type(ptr_type_node),
					   ptr_type_node);

	free(name);
	return thunk;
}

tree thunk_build(tree entry, const parameter_list *parameters)
{
	tree thunk = declare_thunk(entry, "__me_call_");
	tree slots = DECL_ARGUMENTS(thunk), result = DECL_CHAIN(slots);
	struct building b = {thunk, slots, NULL_TREE, NULL_TREE, parameters};

	for (unsigned i = 0; i < parameters->length(); i++)
		store_global(&b, i);
	tree call = call_statement(&b, entry, result);
	append_to_statement_list(call, &b.statements);
	made_function_define(thunk, b.variables, b.statements);
	return thunk;
}

/* ---- exceptions */

/* { __cxa_begin_catch (<the exception>); __cxa_end_catch (); } */
static tree catch_all(void)
{
	tree begin = build_fn_decl(
	    "__cxa_begin_catch",
	    build_function_type_list(ptr_type_node, ptr_type_node, NULL_TREE));
	tree end = build_fn_decl("__cxa_end_catch",
				 build_function_type_list(void_type_node, NULL_TREE));
	tree pointer = build_call_expr(builtin_decl_explicit(BUILT_IN_EH_POINTER), 1,
				       integer_zero_node);
	tree body = NULL_TREE;

	append_to_statement_list(build_call_expr(begin, 1, pointer), &body);
	append_to_statement_list(build_call_expr(end, 0), &body);
	return build2(CATCH_EXPR, void_type_node, NULL_TREE, body);
}

tree thunk_build_catching(tree entry, tree thunk)
{
	if (!startswith(lang_hooks.name, "GNU C++") || !flag_exceptions)
		return NULL_TREE;
	tree catching = declare_thunk(entry, "__me_catch_");
	tree slots = DECL_ARGUMENTS(catching), result = DECL_CHAIN(slots);
	tree call = build_call_expr(thunk, 2, slots, result), handlers = NULL_TREE;

	TREE_NOTHROW(thunk) = 0;
	append_to_statement_list(catch_all(), &handlers);
	tree whole = build2(TRY_CATCH_EXPR, void_type_node, call, handlers);
	TREE_SIDE_EFFECTS(whole) = 1;
	DECL_FUNCTION_PERSONALITY(catching) = build_fn_decl(
	    "__me_personality", build_function_type_list(integer_type_node, NULL_TREE));
	made_function_define(catching, NULL_TREE, whole);
	return catching;
}
