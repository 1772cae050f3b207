/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * copy_goals.cc - faults of calls that copy memory or texts, where what they access is an array of
 * known size or both places are computed of one pointer:
 *
 *	memcpy (p + a, p + b, n)	overlap: a != b, and they are less than n apart
 *	memcpy (&x[i], q, n)		copy: n > 0, and i + n > the size of x; likewise what is read
 *	strcpy (x, q)			copy: q has no NUL in as many bytes as x has
 *	strlen (x)			end: x has no NUL
 *
 * No memory ends behind an array in a structure or on the stack, so that such an access goes on in
 * what lies there. That an array which the function has not filled is a text is its caller's to see to.
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/rte.h"
#include "plugin/goals/makers.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/unit.h"

/* A function of libc, its arguments by their numbers from 1: the bytes that it writes and reads, and
 * how many; the texts that it reads to their ends; the text that it copies as a whole. */
struct copying_call {
	enum built_in_function function;
	unsigned to, from, bytes, texts[2], text_to;
	bool overlaps; /* it must not */
};

static const copying_call copying_calls[] = {
    {BUILT_IN_MEMCPY, 1, 2, 3, {0, 0}, 0, true},
    {BUILT_IN_MEMMOVE, 1, 2, 3, {0, 0}, 0, false},
    {BUILT_IN_MEMSET, 1, 0, 3, {0, 0}, 0, false},
    {BUILT_IN_STRNCPY, 1, 0, 3, {0, 0}, 0, false},
    {BUILT_IN_STRCPY, 0, 0, 0, {2, 0}, 1, false},
    {BUILT_IN_STRCAT, 0, 0, 0, {1, 2}, 0, false},
    {BUILT_IN_STRLEN, 0, 0, 0, {1, 0}, 0, false},
    {BUILT_IN_STRDUP, 0, 0, 0, {1, 0}, 0, false},
    {BUILT_IN_PUTS, 0, 0, 0, {1, 0}, 0, false},
    {BUILT_IN_FPUTS, 0, 0, 0, {1, 0}, 0, false},
};

struct copy_walk {
	gimple *stmt;
	unsigned number; /* of goals so far */
};

static void insert_goal(copy_walk *w, observer_code *c, tree truth, const char *name,
			const char *never)
{
	goals_observe(w->stmt, c, truth, ME_KIND_FAULT,
		      xasprintf("%s%u", name, w->number++), never);
}

/* ---- where a pointer leads to */

/* A place in an array of known size: bytes behind its beginning; null: they are 0. */
struct array_place {
	tree array, offset;
};

static gassign *assignment_of(tree name)
{
	return TREE_CODE(name) == SSA_NAME
		   ? safe_dyn_cast<gassign *>(SSA_NAME_DEF_STMT(name))
		   : NULL;
}

/* The address of an object that the pointer is a copy of; or the pointer. */
static tree stripped(tree pointer)
{
	for (;;) {
		const gassign *def = assignment_of(pointer);
		if (!def || !(gimple_assign_single_p(def) ||
			      CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(def))))
			return pointer;
		tree from = gimple_assign_rhs1(def);
		if (TREE_CODE(from) != SSA_NAME && TREE_CODE(from) != ADDR_EXPR)
			return pointer;
		pointer = from;
	}
}

static bool place_of(tree pointer, array_place *place)
{
	tree t = stripped(pointer);
	const gassign *def = assignment_of(t);

	place->offset = NULL_TREE;
	if (def && gimple_assign_rhs_code(def) == POINTER_PLUS_EXPR) {
		place->offset = gimple_assign_rhs2(def);
		t = stripped(gimple_assign_rhs1(def));
	}
	if (TREE_CODE(t) != ADDR_EXPR)
		return false;
	place->array = TREE_OPERAND(t, 0);
	/* &x[0] of x, as a parameter gets it */
	if (TREE_CODE(place->array) == ARRAY_REF &&
	    integer_zerop(TREE_OPERAND(place->array, 1)))
		place->array = TREE_OPERAND(place->array, 0);
	return TREE_CODE(TREE_TYPE(place->array)) == ARRAY_TYPE &&
	       rte_has_size(place->array);
}

static tree bytes_of(tree array)
{
	return fold_convert(sizetype, TYPE_SIZE_UNIT(TREE_TYPE(array)));
}

static const char *named(const char *what, tree array)
{
	const char *leaves = rte_never_leaves(array);

	return xasprintf("%s%s", what, leaves + strlen("never leaves "));
}

/* ---- goals */

/* The call accesses n bytes from the pointer on. */
static void add_copy(copy_walk *w, tree pointer, tree n)
{
	array_place place;

	if (!place_of(pointer, &place) ||
	    (TREE_CODE(n) == INTEGER_CST && !place.offset))
		return;
	observer_code c = {NULL, gimple_location(w->stmt)};
	tree size = bytes_of(place.array);
	tree beyond = observer_compare(&c, GT_EXPR, n, size);
	if (place.offset) {
		tree rest = observer_emit(&c, sizetype, MINUS_EXPR, size, n);
		tree behind = observer_compare(&c, GT_EXPR, place.offset, rest);
		tree any = observer_compare(&c, NE_EXPR, n, size_zero_node);
		beyond = observer_or(&c, beyond, observer_and(&c, any, behind));
	}
	insert_goal(w, &c, beyond, "copy", named("never leaves ", place.array));
}

/* No NUL is in the bytes of the array, from the pointer on. */
static void add_text(copy_walk *w, tree pointer, tree array, const char *name,
		     const char *never)
{
	if (TREE_CODE(TREE_TYPE(TREE_TYPE(array))) != INTEGER_TYPE ||
	    !integer_onep(TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(array)))))
		return;
	observer_code c = {NULL, gimple_location(w->stmt)};
	gcall *call = gimple_build_call(builtin_decl_explicit(BUILT_IN_MEMCHR), 3,
					pointer, integer_zero_node, bytes_of(array));
	tree found = make_ssa_name(ptr_type_node);
	gimple_call_set_lhs(call, found);
	gimple_set_location(call, c.where);
	gimple_set_vuse(call, gimple_vuse(w->stmt));
	gimple_seq_add_stmt(&c.seq, call);
	insert_goal(w, &c, observer_compare(&c, EQ_EXPR, found, null_pointer_node),
		    name, named(never, array));
}

/* What the pointer is computed of, and how many bytes it lies behind that; null: none. */
static tree origin_of(tree pointer)
{
	for (;;) {
		const gassign *def = assignment_of(pointer);
		if (!def)
			return pointer;
		const tree_code code = gimple_assign_rhs_code(def);
		tree from = gimple_assign_rhs1(def);
		if (code != POINTER_PLUS_EXPR && code != SSA_NAME &&
		    !CONVERT_EXPR_CODE_P(code))
			return from;
		pointer = from;
		if (TREE_CODE(pointer) != SSA_NAME)
			return pointer;
	}
}

static void add_overlap(copy_walk *w, tree to, tree from, tree n)
{
	tree a = origin_of(to), b = origin_of(from);

	if (a != b && !operand_equal_p(a, b, 0))
		return;
	observer_code c = {NULL, gimple_location(w->stmt)};
	tree left = observer_emit(&c, sizetype, NOP_EXPR, to),
	     right = observer_emit(&c, sizetype, NOP_EXPR, from);
	tree ahead = observer_emit(&c, sizetype, MINUS_EXPR, left, right),
	     behind = observer_emit(&c, sizetype, MINUS_EXPR, right, left);
	tree near = observer_or(&c, observer_compare(&c, LT_EXPR, ahead, n),
				observer_compare(&c, LT_EXPR, behind, n));
	tree apart = observer_compare(&c, NE_EXPR, ahead, size_zero_node);
	insert_goal(w, &c, observer_and(&c, apart, near), "overlap",
		    "never copies to where it reads");
}

static bool is_local(tree array)
{
	tree base = get_base_address(array);

	return base && VAR_P(base) && !TREE_STATIC(base) && !DECL_EXTERNAL(base);
}

/* Whether a call before, on each way, copies to the array. */
static bool is_filled(const copy_walk *w, const auto_vec<gimple *> *calls, tree array)
{
	array_place to;

	for (gimple *call : *calls) {
		if (call == w->stmt)
			break;
		if ((gimple_call_builtin_p(call, BUILT_IN_STRNCPY) ||
		     gimple_call_builtin_p(call, BUILT_IN_MEMCPY)) &&
		    place_of(gimple_call_arg(call, 0), &to) &&
		    operand_equal_p(to.array, array, 0) &&
		    dominated_by_p(CDI_DOMINATORS, gimple_bb(w->stmt), gimple_bb(call)))
			return true;
	}
	return false;
}

static bool has_more_bytes(tree array, tree than)
{
	return tree_int_cst_lt(bytes_of(than), bytes_of(array));
}

static tree argument(const copy_walk *w, unsigned n)
{
	return n && n <= gimple_call_num_args(w->stmt) ? gimple_call_arg(w->stmt, n - 1)
						       : NULL_TREE;
}

static void read_call(copy_walk *w, const copying_call *k,
		      const auto_vec<gimple *> *calls)
{
	tree to = argument(w, k->to), from = argument(w, k->from),
	     n = argument(w, k->bytes), text_to = argument(w, k->text_to);
	array_place place, source;

	if (n && k->overlaps)
		add_overlap(w, to, from, n);
	if (n && to)
		add_copy(w, to, n);
	if (n && from)
		add_copy(w, from, n);
	if (text_to && place_of(text_to, &place) && !place.offset &&
	    (!place_of(argument(w, k->texts[0]), &source) ||
	     has_more_bytes(source.array, place.array)))
		add_text(w, argument(w, k->texts[0]), place.array, "copy",
			 "never leaves ");
	for (unsigned text : k->texts)
		if (argument(w, text) && place_of(argument(w, text), &place) &&
		    !place.offset &&
		    (is_local(place.array) || is_filled(w, calls, place.array)))
			add_text(w, argument(w, text), place.array, "end",
				 "always ends in ");
}

static void add_copies(function *fun)
{
	copy_walk w = {NULL, 0};
	auto_vec<gimple *> calls;
	basic_block bb;

	if (!options.entry || lang_GNU_Fortran())
		return;
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (gimple_call_builtin_p(gsi_stmt(i), BUILT_IN_NORMAL))
			calls.safe_push(gsi_stmt(i));
	const bool has_dominators = dom_info_available_p(CDI_DOMINATORS);
	if (calls.length())
		calculate_dominance_info(CDI_DOMINATORS);
	for (gimple *call : calls)
		for (const copying_call &k : copying_calls)
			if (gimple_call_builtin_p(call, k.function)) {
				w.stmt = call;
				read_call(&w, &k, &calls);
			}
	if (calls.length() && !has_dominators)
		free_dominance_info(CDI_DOMINATORS);
}

static goal_maker copy_goals(ME_KIND_FAULT, GOALS_ALWAYS, add_copies);
