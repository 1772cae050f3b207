/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition.cc - conditions that no source line wrote, those that count, and the calls of
 * sanitizers, by their names.
 */
#include "plugin/gcc.h"
#include "plugin/unit/condition.h"
#include "plugin/unit/symbol.h"
#include "internal-fn.h"

/* ---- sanitizers */

static bool is_check_name(const char *name)
{
	return startswith(name, "UBSAN_") || startswith(name, "ASAN_") ||
	       startswith(name, "HWASAN_") || startswith(name, "TSAN_");
}

static bool is_report(tree callee)
{
	return callee && DECL_NAME(callee) &&
	       strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), "__ubsan_handle");
}

enum sanitizer_call sanitizer_call_of(const gimple *stmt)
{
	if (!is_gimple_call(stmt))
		return SANITIZER_NONE;
	if (gimple_call_internal_p(stmt)) {
		const char *name = internal_fn_name(gimple_call_internal_fn(stmt));
		return !gimple_call_lhs(stmt) && is_check_name(name) ? SANITIZER_CHECK
								     : SANITIZER_NONE;
	}
	return is_report(gimple_call_fndecl(stmt)) ? SANITIZER_REPORT : SANITIZER_NONE;
}

bool sanitizer_reports(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (sanitizer_call_of(gsi_stmt(i)) == SANITIZER_REPORT)
			return true;
	return false;
}

bool sanitizer_asks(tree t)
{
	if (TREE_CODE(t) != COND_EXPR)
		return false;
	tree report = TREE_OPERAND(t, 1);
	while (report && TREE_CODE(report) == COMPOUND_EXPR)
		report = TREE_OPERAND(report, 1);
	if (!report || TREE_CODE(report) != CALL_EXPR)
		return false;
	tree callee = get_callee_fndecl(report);
	return is_report(callee) || (sanitizers_trap() && callee &&
				     fndecl_built_in_p(callee, BUILT_IN_TRAP));
}

/* ---- conditions */

/* The test of a guard of a static object of C++: it reads _ZGV..., as an atomic one too, or calls
 * __cxa_guard_acquire. */
static bool tests_guard(gimple *cond)
{
	tree value = gimple_cond_lhs(cond);

	for (int depth = 0; depth < 4 && TREE_CODE(value) == SSA_NAME; depth++) {
		gimple *def = SSA_NAME_DEF_STMT(value);
		if (gimple_call_builtin_p(def, BUILT_IN_ATOMIC_LOAD_1) &&
		    TREE_CODE(gimple_call_arg(def, 0)) == ADDR_EXPR)
			value = TREE_OPERAND(gimple_call_arg(def, 0), 0);
		else if (is_gimple_call(def))
			return symbol_is_named(gimple_call_fndecl(def),
					       "__cxa_guard_acquire");
		else if (is_gimple_assign(def))
			value = gimple_assign_rhs1(def);
		else
			return false;
	}
	tree base = get_base_address(value);
	return lang_GNU_CXX() && base && VAR_P(base) && DECL_ARTIFICIAL(base) &&
	       TREE_STATIC(base);
}

/* Whether the condition tests the stride of an array, which Fortran keeps in a
 * descriptor and no source can name. */
static bool tests_stride(gimple *stmt)
{
	gcond *cond = dyn_cast<gcond *>(stmt);
	tree value = cond ? gimple_cond_lhs(cond) : NULL_TREE;
	gimple *def =
	    value && TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;
	tree from = def && gimple_assign_load_p(def) ? gimple_assign_rhs1(def) : NULL;
	tree record = from && TREE_CODE(from) == COMPONENT_REF
			  ? TYPE_NAME(TREE_TYPE(TREE_OPERAND(from, 0)))
			  : NULL;

	if (record && TREE_CODE(record) == TYPE_DECL)
		record = DECL_NAME(record);
	return record && id_equal(record, "descriptor_dimension");
}

/* ---- what C++'s new and delete test of themselves */

/* The deleting destructor of a class, which is called by the object's table. */
static bool is_deleting_destructor(tree function)
{
	tree name = function && DECL_P(function) && DECL_CXX_DESTRUCTOR_P(function) &&
			    HAS_DECL_ASSEMBLER_NAME_P(function)
			? DECL_ASSEMBLER_NAME(function)
			: NULL_TREE;

	return name && strstr(IDENTIFIER_POINTER(name), "D0Ev");
}

static tree virtual_function(tree callee)
{
	if (!callee || TREE_CODE(callee) != OBJ_TYPE_REF)
		return NULL_TREE;
	tree binfo = TYPE_BINFO(obj_type_ref_class(callee));
	tree method = binfo ? BINFO_VIRTUALS(binfo) : NULL_TREE;
	unsigned HOST_WIDE_INT slot = tree_to_uhwi(OBJ_TYPE_REF_TOKEN(callee));

	while (method && slot--)
		method = TREE_CHAIN(method);
	return method ? TREE_VALUE(method) : NULL_TREE;
}

static bool is_operator_delete(tree function)
{
	static const char *const endings[] = {"dlPv", "daPv", "dlEPv", "daEPv"};
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));

	for (unsigned i = 0; i < ARRAY_SIZE(endings); i++)
		if (startswith(name, "_Z") && strstr(name, endings[i]))
			return true;
	return false;
}

static bool is_delete_call(gimple *stmt)
{
	if (!is_gimple_call(stmt))
		return false;
	tree callee = gimple_call_fndecl(stmt);
	if (!callee)
		return is_deleting_destructor(virtual_function(gimple_call_fn(stmt)));
	return is_operator_delete(callee) &&
	       gimple_call_from_new_or_delete(as_a<gcall *>(stmt));
}

/* Whether the block allocates what C++'s new asks for. */
static bool leads_to_new(basic_block bb)
{
	for (gimple_stmt_iterator i = bb ? gsi_start_bb(bb) : gsi_none();
	     bb && !gsi_end_p(i); gsi_next(&i))
		if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
			return gimple_call_from_new_or_delete(call);
	return false;
}

/* Of a size that is none: new[] of objects whose number is kept beside them gets all ones. */
static bool throws_length(gimple *stmt)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return symbol_is_named(callee, "__cxa_throw_bad_array_new_length") ||
	       (gimple_assign_single_p(stmt) &&
		TYPE_UNSIGNED(TREE_TYPE(gimple_assign_rhs1(stmt))) &&
		integer_all_onesp(gimple_assign_rhs1(stmt)) &&
		leads_to_new(single_succ_p(gimple_bb(stmt))
				 ? single_succ(gimple_bb(stmt))
				 : NULL));
}

static bool aborts_guard(gimple *stmt)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return symbol_is_named(callee, "__cxa_guard_abort");
}

/* Whether control comes from `bb` to such a call, before a condition at another place. */
static bool leads_to(basic_block bb, bool (*is_call)(gimple *), location_t place)
{
	for (int blocks = 0; bb && blocks < 8; blocks++) {
		gimple *last = last_stmt(bb);
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		     gsi_next(&i))
			if (is_call(gsi_stmt(i)))
				return true;
		if (last && gimple_code(last) == GIMPLE_COND &&
		    LOCATION_LOCUS(gimple_location(last)) != place)
			return false;
		edge e, onward = NULL;
		edge_iterator ei;
		FOR_EACH_EDGE(e, ei, bb->succs)
		if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL | EDGE_FALSE_VALUE)) &&
		    !onward)
			onward = e;
		bb = onward ? onward->dest : NULL;
	}
	return false;
}

/* What goes on in a loop and has no name in the source. */
static bool is_unnamed_step(tree value)
{
	return TREE_CODE(value) == SSA_NAME && !SSA_NAME_IDENTIFIER(value) &&
	       gimple_code(SSA_NAME_DEF_STMT(value)) == GIMPLE_PHI;
}

/* Whether the objects of the array that begins there are destroyed behind the block. */
static bool destroys_elements(basic_block bb, tree array)
{
	gimple *last = single_succ_p(bb) ? last_stmt(single_succ(bb)) : NULL;

	return last && gimple_code(last) == GIMPLE_COND &&
	       gimple_cond_code(last) == EQ_EXPR &&
	       ((gimple_cond_rhs(last) == array &&
		 is_unnamed_step(gimple_cond_lhs(last))) ||
		(gimple_cond_lhs(last) == array &&
		 is_unnamed_step(gimple_cond_rhs(last))));
}

/* `delete p` does nothing for a null pointer, `new T[n]` throws for a size that is none, and what
 * a constructor that throws had got is given back, or the guard of a static object: each is a test,
 * of a pointer, of the size and of a variable without a name. */
static bool tests_allocation(gimple *stmt)
{
	gcond *cond = dyn_cast<gcond *>(stmt);
	edge taken, other;

	if (!cond)
		return false;
	location_t place = LOCATION_LOCUS(gimple_location(stmt));
	extract_true_false_edges_from_block(gimple_bb(stmt), &taken, &other);
	tree value = gimple_cond_lhs(cond);
	if (TREE_CODE(value) != SSA_NAME)
		return false;
	if (gimple_cond_code(cond) == LE_EXPR &&
	    TREE_CODE(gimple_cond_rhs(cond)) == INTEGER_CST)
		return leads_to(other->dest, throws_length, place);
	if (gimple_cond_code(cond) != NE_EXPR || !integer_zerop(gimple_cond_rhs(cond)))
		return false;
	tree variable = SSA_NAME_VAR(value);
	const bool is_flag = TREE_CODE(TREE_TYPE(value)) == BOOLEAN_TYPE &&
			     (!variable || DECL_ARTIFICIAL(variable));
	return ((is_flag || POINTER_TYPE_P(TREE_TYPE(value))) &&
		(leads_to(taken->dest, is_delete_call, place) ||
		 destroys_elements(taken->dest, value))) ||
	       (is_flag && leads_to(other->dest, aborts_guard, place));
}

/* Fortran looks at the descriptors of arrays first: those conditions stand where the
 * procedure names its arguments. On the first line of a procedure no other ones can. */
static bool is_prologue(gimple *stmt)
{
	expanded_location at = expand_location(gimple_location(stmt));
	expanded_location head = expand_location(DECL_SOURCE_LOCATION(cfun->decl));

	return lang_GNU_Fortran() && ((at.line == head.line && at.file == head.file &&
				       !symbol_of_region(cfun->decl)) ||
				      tests_stride(stmt));
}

/* A check of UBSan's: the twin has none, so it has no ordinal and is no site. */
bool condition_of_sanitizer(gimple *stmt)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, gimple_bb(stmt)->succs)
	if (sanitizer_reports(e->dest))
		return true;
	return false;
}

/* Whether a variable without a name has constants alone: a flag of the compiler's. */
static bool is_flag_of_constants(tree value, int depth)
{
	if (TREE_CODE(value) == INTEGER_CST || depth == 6)
		return true;
	if (TREE_CODE(value) != SSA_NAME || SSA_NAME_IDENTIFIER(value) ||
	    TREE_CODE(TREE_TYPE(value)) != BOOLEAN_TYPE)
		return false;
	gimple *def = SSA_NAME_DEF_STMT(value);
	if (gimple_assign_single_p(def))
		return is_flag_of_constants(gimple_assign_rhs1(def), depth + 1);
	if (gimple_code(def) != GIMPLE_PHI)
		return false;
	for (unsigned i = 0; i < gimple_phi_num_args(def); i++)
		if (!is_flag_of_constants(gimple_phi_arg_def(def, i), depth + 1))
			return false;
	return true;
}

/* Whether a temporary object, or a part of one, was made, which is then destroyed: in C++
 * `c ? "" : f()` has a flag for it, and `push_back({1, f()})` for when push_back() throws. */
static bool tests_cleanup(gimple *stmt)
{
	tree flag = gimple_cond_lhs(stmt);
	tree name = TREE_CODE(flag) == SSA_NAME && !SSA_NAME_VAR(flag)
			? SSA_NAME_IDENTIFIER(flag)
			: NULL_TREE;

	return name ? startswith(IDENTIFIER_POINTER(name), "cleanup")
		    : TREE_CODE(flag) == SSA_NAME && is_flag_of_constants(flag, 0);
}

/* Whether objects of an array are left, which C++ makes or destroys one by one, also those of
 * `{{1, 2}, {3}}`: by the place of the last one that is there, or by their number. */
static bool tests_elements(gimple *stmt)
{
	tree a = gimple_cond_lhs(stmt), b = gimple_cond_rhs(stmt);

	if (!lang_GNU_CXX())
		return false;
	if (POINTER_TYPE_P(TREE_TYPE(a)))
		return gimple_cond_code(stmt) == EQ_EXPR &&
		       (is_unnamed_step(a) || is_unnamed_step(b));
	return gimple_cond_code(stmt) == GE_EXPR && integer_zerop(b) &&
	       TREE_TYPE(a) == ptrdiff_type_node && is_unnamed_step(a);
}

bool condition_is_compilers(gimple *stmt)
{
	if (LOCATION_LOCUS(gimple_location(stmt)) == UNKNOWN_LOCATION ||
	    is_prologue(stmt))
		return true;
	return gimple_code(stmt) == GIMPLE_COND &&
	       (tests_guard(stmt) || tests_allocation(stmt) || tests_cleanup(stmt) ||
		tests_elements(stmt) || condition_of_allocation(stmt));
}

/* ---- assumptions */

bool condition_rejects(const gimple *stmt)
{
	return symbol_is_called(stmt, "__me_reject");
}

/* Whether a macro of that name wrote it, also as its argument. */
static bool is_in_macro(location_t where, const char *name)
{
	const line_map *map = NULL;

	while (linemap_location_from_macro_expansion_p(line_table, where)) {
		map = linemap_lookup(line_table, where);
		if (!strcmp(linemap_map_get_macro_name(linemap_check_macro(map)), name))
			return true;
		where = linemap_unwind_toward_expansion(line_table, where, &map);
	}
	return false;
}

bool condition_ends(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (condition_rejects(gsi_stmt(i)))
			return true;
	return false;
}

bool condition_assumes(gimple *condition)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, gimple_bb(condition)->succs)
	if (condition_ends(e->dest))
		return true;
	return is_in_macro(LOCATION_LOCUS(gimple_location(condition)), "ME_ASSUME");
}

/* Adds the statements that compute a value from comparisons, and those alone. */
static void collect_makers(tree value, hash_set<gimple *> *makers, int depth)
{
	use_operand_p use;
	gimple *user;

	if (depth == 8 || TREE_CODE(value) != SSA_NAME ||
	    !single_imm_use(value, &use, &user))
		return;
	gimple *def = SSA_NAME_DEF_STMT(value);
	if (!is_gimple_assign(def))
		return;
	makers->add(def);
	collect_makers(gimple_assign_rhs1(def), makers, depth + 1);
	if (gimple_assign_rhs2(def))
		collect_makers(gimple_assign_rhs2(def), makers, depth + 1);
}

void condition_collect_data(function *fun, hash_set<gimple *> *makers)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	{
		gcond *cond = safe_dyn_cast<gcond *>(last_stmt(bb));
		if (cond &&
		    (condition_of_sanitizer(cond) || condition_is_compilers(cond)))
			collect_makers(gimple_cond_lhs(cond), makers, 0);
	}
}

static bool branches(gimple *last)
{
	if (!last || EDGE_COUNT(gimple_bb(last)->succs) < 2)
		return false;
	/* Not a computed goto: for its abnormal edges gcov adds a fake arc. */
	return gimple_code(last) == GIMPLE_COND || gimple_code(last) == GIMPLE_SWITCH ||
	       gimple_code(last) == GIMPLE_EH_DISPATCH;
}

/* A jump by what a decision has decided, behind its labels. No name in a source has a
 * dot in it. */
static bool is_of_labels(gimple *last)
{
	gcond *cond = dyn_cast<gcond *>(last);
	tree value = cond ? gimple_cond_lhs(cond) : NULL_TREE;

	while (value && TREE_CODE(value) == SSA_NAME && !SSA_NAME_IDENTIFIER(value) &&
	       gimple_assign_cast_p(SSA_NAME_DEF_STMT(value)))
		value = gimple_assign_rhs1(SSA_NAME_DEF_STMT(value));
	tree name = value && TREE_CODE(value) == SSA_NAME ? SSA_NAME_IDENTIFIER(value)
							  : NULL_TREE;

	return name && startswith(IDENTIFIER_POINTER(name), CONDITION_OF_LABELS ".");
}

bool condition_counts(gimple *last)
{
	return branches(last) && !condition_of_sanitizer(last) && !is_of_labels(last);
}
