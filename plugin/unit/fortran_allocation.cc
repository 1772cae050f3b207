/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_allocation.cc - conditions that gfortran makes of ALLOCATE, DEALLOCATE, and the
 * assignment of a text, of a variable that is ALLOCATABLE, or of one with such components. Such a statement has a place of
 * its own, behind the condition of an IF, at which it calls realloc(), memmove(), memset() with
 * blanks, malloc() for a component that is there, or libgfortran for an error that no condition of
 * the source is about.
 */
#include "plugin/gcc.h"
#include "plugin/unit/condition.h"
#include "plugin/unit/symbol.h"

static struct {
	tree function;
	hash_set<location_t, false, int_hash<location_t, UNKNOWN_LOCATION, 1>> *places;
} known;

/* The text that an argument points to, or "". */
static const char *text_of(tree argument)
{
	while (argument &&
	       (TREE_CODE(argument) == ADDR_EXPR || TREE_CODE(argument) == ARRAY_REF))
		argument = TREE_OPERAND(argument, 0);
	return argument && TREE_CODE(argument) == STRING_CST
		   ? TREE_STRING_POINTER(argument)
		   : "";
}

/* "Attempt to DEALLOCATE unallocated 'x'"; -fcheck= has others. */
static bool tells_of_memory(gimple *call)
{
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		const char *text = text_of(gimple_call_arg(call, i));
		if (startswith(text, "Attempt") || startswith(text, "Integer overflow"))
			return true;
	}
	return false;
}

static bool moves_text(gimple *stmt)
{
	return gimple_call_builtin_p(stmt, BUILT_IN_MEMMOVE) ||
	       (gimple_call_builtin_p(stmt, BUILT_IN_MEMSET) &&
		integer_onep(fold_build2(EQ_EXPR, boolean_type_node,
					 gimple_call_arg(stmt, 1),
					 build_int_cst(integer_type_node, ' '))));
}

static bool gets_memory(gimple *stmt)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	if (!callee)
		return false;
	return fndecl_built_in_p(callee, BUILT_IN_REALLOC) ||
	       symbol_is_named(callee, "_gfortran_os_error_at") ||
	       symbol_is_named(callee, "_gfortran_os_error") ||
	       ((symbol_is_named(callee, "_gfortran_runtime_error") ||
		 symbol_is_named(callee, "_gfortran_runtime_error_at")) &&
		tells_of_memory(stmt));
}

/* Whether the block gets memory for a copy of a component, since its pointer is not null: all there stands
 * at one place. */
static bool copies_component(basic_block bb, gimple *call)
{
	const location_t place = LOCATION_LOCUS(gimple_location(call));
	gimple *last = single_pred_p(bb) ? last_stmt(single_pred(bb)) : NULL;

	return gimple_call_builtin_p(call, BUILT_IN_MALLOC) && last &&
	       gimple_code(last) == GIMPLE_COND && gimple_cond_code(last) == NE_EXPR &&
	       POINTER_TYPE_P(TREE_TYPE(gimple_cond_lhs(last))) &&
	       integer_zerop(gimple_cond_rhs(last)) &&
	       LOCATION_LOCUS(gimple_location(last)) == place;
}

static void places_read(function *fun)
{
	basic_block bb;

	delete known.places;
	known.places =
	    new hash_set<location_t, false, int_hash<location_t, UNKNOWN_LOCATION, 1>>;
	known.function = fun->decl;
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (gets_memory(gsi_stmt(i)) || moves_text(gsi_stmt(i)) ||
		    copies_component(bb, gsi_stmt(i)))
			known.places->add(LOCATION_LOCUS(gimple_location(gsi_stmt(i))));
}

/* Whether one of its sides gives back memory at the same place: that of a temporary. */
static bool frees(gimple *condition, location_t place)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, gimple_bb(condition)->succs)
	for (gimple_stmt_iterator i = gsi_start_bb(e->dest);
	     single_pred_p(e->dest) && !gsi_end_p(i); gsi_next(&i))
		if (gimple_call_builtin_p(gsi_stmt(i), BUILT_IN_FREE) &&
		    LOCATION_LOCUS(gimple_location(gsi_stmt(i))) == place)
			return true;
	return false;
}

bool condition_of_allocation(gimple *condition)
{
	const location_t place = LOCATION_LOCUS(gimple_location(condition));

	if (!lang_GNU_Fortran())
		return false;
	if (known.function != cfun->decl)
		places_read(cfun);
	return known.places->contains(place) || frees(condition, place);
}
