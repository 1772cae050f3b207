/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rte_goals.cc - run-time errors (labels=RTE; kinds=rte): goals in front of operations,
 * met when the operation would be an error in the language. With L and G the least and
 * the greatest number of the type, r the exact result:
 *
 *	divzero	   a / b, a % b of integers: b == 0
 *	overflow   signed a + b, a - b, a * b, -a: r < L | r > G;
 *		   a / b: a == L & b == -1
 *	shift	   a << b, a >> b: b < 0 | b >= the bits of a
 *	index	   a[i] of an array of known size n, or of a variable's a[n]: i < 0 | i >= n;
 *		   of its address: i > n
 *	null	   *p: p == 0
 *	front.a	   a[i] of an array that is a parameter of the entry: i < 0
 *
 * and the floating-point exceptions overflow, invalid and divzero of fpe_goals.cc,
 * where a conversion to an integer out of its range is called `convert`. r is computed
 * in integers of twice the bits, so that the observer overflows nowhere and tells a
 * search how far it is. What constants rule out is no goal, nor is an operation that
 * wraps (-fwrapv), a reference of C++ or Fortran, or a pointer that the same block has
 * used.
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/rte.h"
#include "plugin/exceptions/fpe.h"
#include "plugin/goals/hazards.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/condition.h"

/* The statement whose operations are being read. */
struct error_walk {
	function *fun;
	const char *kind; /* of the goals */
	unsigned errors; /* that have goals, or-ed */
	gimple *stmt;
	unsigned number; /* of operations so far */
	hash_set<gimple *> observed; /* not the source's */
	hash_set<tree> used; /* pointers of the block so far */
};

/* ---- goals */

static struct observer_code begin_code(const struct error_walk *w)
{
	location_t where = gimple_location(w->stmt);

	if (LOCATION_LOCUS(where) == UNKNOWN_LOCATION)
		where = DECL_SOURCE_LOCATION(w->fun->decl);
	return {NULL, where};
}

static void insert_goal(const struct error_walk *w, struct observer_code *c, tree truth,
			const char *name, const char *never)
{
	goals_observe(w->stmt, c, truth, w->kind, xasprintf("%u.%s", w->number, name),
		      never);
}

/* ---- divisions */

static void add_division(const struct error_walk *w, tree a, tree b)
{
	const bool constant = TREE_CODE(b) == INTEGER_CST;

	if (!constant || integer_zerop(b)) {
		struct observer_code c = begin_code(w);
		insert_goal(
		    w, &c,
		    observer_compare(&c, EQ_EXPR, b, build_zero_cst(TREE_TYPE(b))),
		    "divzero", "never divides by zero");
	}
	if (TYPE_UNSIGNED(TREE_TYPE(a)) || (constant && !integer_minus_onep(b)) ||
	    TREE_CODE(a) == INTEGER_CST)
		return;
	struct observer_code c = begin_code(w);
	tree least = observer_compare(&c, EQ_EXPR, a, TYPE_MIN_VALUE(TREE_TYPE(a)));
	tree minus = constant ? NULL_TREE
			      : observer_compare(&c, EQ_EXPR, b,
						 build_minus_one_cst(TREE_TYPE(b)));
	insert_goal(w, &c, observer_and(&c, least, minus), "overflow",
		    "never overflows");
}

/* ---- overflow */

/* A type that has all results; null: there is none. */
static tree wide_type(tree type)
{
	const unsigned bits = TYPE_PRECISION(type);

	if (bits > 64 || (bits > 32 && !targetm.scalar_mode_supported_p(TImode)))
		return NULL_TREE;
	return build_nonstandard_integer_type(bits > 32 ? 128 : 64, 0);
}

static tree widened(struct observer_code *c, tree type, tree value)
{
	return TREE_CODE(value) == INTEGER_CST
		   ? fold_convert(type, value)
		   : observer_emit(c, type, NOP_EXPR, value);
}

static void add_overflow(const struct error_walk *w, enum tree_code code, tree a,
			 tree b)
{
	tree type = TREE_TYPE(a), wide = wide_type(type);

	if (!wide || !ANY_INTEGRAL_TYPE_P(type) || TYPE_OVERFLOW_WRAPS(type) ||
	    (CONSTANT_CLASS_P(a) && (!b || CONSTANT_CLASS_P(b))))
		return;
	struct observer_code c = begin_code(w);
	tree left = widened(&c, wide, a);
	tree right = b ? widened(&c, wide, b) : NULL_TREE;
	tree exact = observer_emit(&c, wide, code, left, right);
	tree above = observer_compare(&c, GT_EXPR, exact,
				      fold_convert(wide, TYPE_MAX_VALUE(type)));
	tree below = b ? observer_compare(&c, LT_EXPR, exact,
					  fold_convert(wide, TYPE_MIN_VALUE(type)))
		       : NULL_TREE;
	insert_goal(w, &c, observer_or(&c, above, below), "overflow",
		    "never overflows");
}

/* ---- shifts */

static void add_shift(const struct error_walk *w, tree a, tree count)
{
	tree type = TREE_TYPE(count);
	const unsigned bits = TYPE_PRECISION(TREE_TYPE(a));

	if (TREE_CODE(count) == INTEGER_CST && wi::ltu_p(wi::to_wide(count), bits))
		return;
	struct observer_code c = begin_code(w);
	tree beyond = observer_compare(&c, GE_EXPR, count, build_int_cst(type, bits));
	tree negative = TYPE_UNSIGNED(type) ? NULL_TREE
					    : observer_compare(&c, LT_EXPR, count,
							       build_zero_cst(type));
	insert_goal(w, &c, observer_or(&c, beyond, negative), "shift",
		    "never shifts by too much");
}

/* ---- arrays */

bool rte_has_size(tree array)
{
	tree domain = TREE_CODE(TREE_TYPE(array)) == ARRAY_TYPE
			  ? TYPE_DOMAIN(TREE_TYPE(array))
			  : NULL_TREE;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;
	tree first = domain ? TYPE_MIN_VALUE(domain) : NULL_TREE;

	if (!last || TREE_CODE(last) != INTEGER_CST || TREE_CODE(first) != INTEGER_CST)
		return false;
	return tree_int_cst_lt(first, last) || DECL_P(get_base_address(array));
}

/* The bound as a number of the index's type; null: all its numbers are on the good
 * side. */
static tree index_bound(tree type, const widest_int &n)
{
	return wi::fits_to_tree_p(n, type) ? wide_int_to_tree(type, n) : NULL_TREE;
}

const char *rte_never_leaves(tree array)
{
	tree domain = TYPE_DOMAIN(TREE_TYPE(array));
	const widest_int count = wi::to_widest(TYPE_MAX_VALUE(domain)) -
				 wi::to_widest(TYPE_MIN_VALUE(domain)) + 1;
	tree decl = TREE_CODE(array) == COMPONENT_REF ? TREE_OPERAND(array, 1) : array;
	const char *name = DECL_P(decl) && DECL_NAME(decl)
			       ? IDENTIFIER_POINTER(DECL_NAME(decl))
			       : "its array";

	return xasprintf("never leaves %s (%u element%s)", name,
			 (unsigned)count.to_uhwi(), count == 1 ? "" : "s");
}

/* Of `double c[n]` the bytes that it was given, (*c.1)[i] where c.1 = alloca (bytes); or null. */
static tree bytes_given(tree reference)
{
	tree array = TREE_OPERAND(reference, 0);
	tree pointer =
	    TREE_CODE(array) == MEM_REF && integer_zerop(TREE_OPERAND(array, 1))
		? TREE_OPERAND(array, 0)
		: NULL_TREE;
	gimple *def = pointer && TREE_CODE(pointer) == SSA_NAME && SSA_NAME_VAR(pointer)
			  ? SSA_NAME_DEF_STMT(pointer)
			  : NULL;

	return def && gimple_call_builtin_p(def, BUILT_IN_ALLOCA_WITH_ALIGN)
		   ? gimple_call_arg(def, 0)
		   : NULL_TREE;
}

/* "never leaves c", of c.1; the text stays. */
static const char *never_leaves_given(tree reference)
{
	tree variable = SSA_NAME_VAR(TREE_OPERAND(TREE_OPERAND(reference, 0), 0));
	const char *name =
	    DECL_NAME(variable) ? IDENTIFIER_POINTER(DECL_NAME(variable)) : "";

	return *name ? xasprintf("never leaves %.*s", (int)strcspn(name, "."), name)
		     : "never leaves its array";
}

static void add_variable_index(struct error_walk *w, tree reference, bool is_address)
{
	tree index = TREE_OPERAND(reference, 1), bytes = bytes_given(reference);
	tree each = bytes ? TYPE_SIZE_UNIT(TREE_TYPE(reference)) : NULL_TREE;

	if (!each || TREE_CODE(each) != INTEGER_CST || integer_zerop(each))
		return;
	struct observer_code c = begin_code(w);
	tree count = observer_emit(&c, sizetype, TRUNC_DIV_EXPR, bytes,
				   fold_convert(sizetype, each));
	tree end = observer_emit(&c, ssizetype, NOP_EXPR, count);
	tree at = widened(&c, ssizetype, index);
	tree below = observer_compare(&c, LT_EXPR, at, build_zero_cst(ssizetype));
	tree above = observer_compare(&c, is_address ? GT_EXPR : GE_EXPR, at, end);
	insert_goal(w, &c, observer_or(&c, below, above), "index",
		    never_leaves_given(reference));
	w->number++;
}

static void add_index(struct error_walk *w, tree reference, bool is_address)
{
	tree index = TREE_OPERAND(reference, 1), type = TREE_TYPE(index);

	if (TREE_CODE(index) != SSA_NAME)
		return;
	if (!rte_has_size(TREE_OPERAND(reference, 0))) {
		add_variable_index(w, reference, is_address);
		return;
	}
	tree domain = TYPE_DOMAIN(TREE_TYPE(TREE_OPERAND(reference, 0)));
	tree low = index_bound(type, wi::to_widest(TYPE_MIN_VALUE(domain)));
	tree high = index_bound(type, wi::to_widest(TYPE_MAX_VALUE(domain)) +
					  (is_address ? 1 : 0));
	struct observer_code c = begin_code(w);
	tree below = low && !(TYPE_UNSIGNED(type) && integer_zerop(low))
			 ? observer_compare(&c, LT_EXPR, index, low)
			 : NULL_TREE;
	tree above = high ? observer_compare(&c, GT_EXPR, index, high) : NULL_TREE;
	tree truth = observer_or(&c, below, above);
	if (!truth)
		return;
	insert_goal(w, &c, truth, "index",
		    rte_never_leaves(TREE_OPERAND(reference, 0)));
	w->number++;
}

/* ---- pointers */

/* Whether it refers to an object that is always there. */
static bool is_reference(tree pointer)
{
	tree var = SSA_NAME_VAR(pointer);

	return TREE_CODE(TREE_TYPE(pointer)) == REFERENCE_TYPE ||
	       (var && TREE_CODE(var) == PARM_DECL && DECL_ARTIFICIAL(var));
}

/* The pointer that p + 4, &p->member and casts were made of; null: it is an object's
 * address. */
static tree origin_of(tree pointer)
{
	for (;;) {
		gimple *def = SSA_NAME_DEF_STMT(pointer);
		if (gimple_call_builtin_p(def, BUILT_IN_ALLOCA_WITH_ALIGN))
			return NULL_TREE;
		if (!is_gimple_assign(def) || is_reference(pointer))
			return pointer;
		tree from = gimple_assign_rhs1(def);
		const enum tree_code code = gimple_assign_rhs_code(def);
		if (code == ADDR_EXPR) {
			tree base = get_base_address(TREE_OPERAND(from, 0));
			if (!base || TREE_CODE(base) != MEM_REF)
				return NULL_TREE;
			from = TREE_OPERAND(base, 0);
		} else if (code != POINTER_PLUS_EXPR && code != SSA_NAME &&
			   !CONVERT_EXPR_CODE_P(code)) {
			return pointer;
		}
		if (TREE_CODE(from) == ADDR_EXPR)
			return NULL_TREE;
		if (TREE_CODE(from) != SSA_NAME || !POINTER_TYPE_P(TREE_TYPE(from)) ||
		    SSA_NAME_OCCURS_IN_ABNORMAL_PHI(from))
			return pointer;
		pointer = from;
	}
}

static void add_null(struct error_walk *w, tree base)
{
	tree pointer = TREE_OPERAND(base, 0);
	tree origin = TREE_CODE(pointer) == SSA_NAME ? origin_of(pointer) : NULL_TREE;

	if (!origin || is_reference(origin) || w->used.add(origin))
		return;
	struct observer_code c = begin_code(w);
	insert_goal(
	    w, &c,
	    observer_compare(&c, EQ_EXPR, origin, build_zero_cst(TREE_TYPE(origin))),
	    "null", "never follows a null pointer");
	w->number++;
}

/* ---- in front of arrays */

bool (*rte_front)(tree value);

/* Whether the condition at the end of the block that leads here says that the value is not less
 * than what is not negative. */
static bool is_guarded(basic_block bb, tree value)
{
	for (; single_pred_p(bb); bb = single_pred(bb)) {
		gimple *last = last_stmt(single_pred(bb));
		gcond *cond = last ? dyn_cast<gcond *>(last) : NULL;
		if (!cond || gimple_cond_lhs(cond) != value ||
		    TREE_CODE(gimple_cond_rhs(cond)) != INTEGER_CST)
			continue;
		enum tree_code code = gimple_cond_code(cond);
		if (single_pred_edge(bb)->flags & EDGE_FALSE_VALUE)
			code = invert_tree_comparison(code, false);
		const widest_int least = wi::to_widest(gimple_cond_rhs(cond));
		if ((code == GE_EXPR && wi::ges_p(least, 0)) ||
		    (code == GT_EXPR && wi::ges_p(least, -1)))
			return true;
	}
	return false;
}

/* Whether a number is not negative by how it is made: a counter that begins at 0 and grows. Of
 * parameters only declarations know what they may be. */
static bool is_natural(basic_block bb, tree value, hash_set<tree> *seen)
{
	if (TREE_CODE(value) == INTEGER_CST)
		return !wi::neg_p(wi::to_wide(value), SIGNED);
	if (TREE_CODE(value) != SSA_NAME || seen->add(value) ||
	    SSA_NAME_IS_DEFAULT_DEF(value) || is_guarded(bb, value))
		return true;
	gimple *def = SSA_NAME_DEF_STMT(value);
	if (gphi *phi = dyn_cast<gphi *>(def)) {
		for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
			if (!is_natural(bb, gimple_phi_arg_def(phi, i), seen))
				return false;
		return true;
	}
	if (!is_gimple_assign(def))
		return false;
	tree a = gimple_assign_rhs1(def), b = gimple_assign_rhs2(def);
	switch (gimple_assign_rhs_code(def)) {
	case SSA_NAME:
	CASE_CONVERT:
		return (TYPE_UNSIGNED(TREE_TYPE(a)) &&
			TYPE_PRECISION(TREE_TYPE(a)) <
			    TYPE_PRECISION(TREE_TYPE(value))) ||
		       is_natural(bb, a, seen);
	case RSHIFT_EXPR:
	case TRUNC_MOD_EXPR:
		return is_natural(bb, a, seen);
	case BIT_AND_EXPR:
		return is_natural(bb, a, seen) || is_natural(bb, b, seen);
	case PLUS_EXPR:
	case MULT_EXPR:
	case TRUNC_DIV_EXPR:
	case BIT_IOR_EXPR:
	case MAX_EXPR:
	case MIN_EXPR:
		return is_natural(bb, a, seen) && is_natural(bb, b, seen);
	default:
		return false;
	}
}

/* Whether it is computed of parameters alone, once: which of these fit each other is a condition
 * of the function. */
static bool is_of_parameters(tree value)
{
	if (TREE_CODE(value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF(value))
		return true;
	gimple *def = SSA_NAME_DEF_STMT(value);
	for (unsigned i = 1; is_gimple_assign(def) && i < gimple_num_ops(def); i++)
		if (!is_of_parameters(gimple_op(def, i)))
			return false;
	return is_gimple_assign(def) && !gimple_vuse(def);
}

/* Of *(p + offset), and of (*p)[index] in Fortran. */
static void add_front(struct error_walk *w, tree pointer, tree offset, tree least)
{
	hash_set<tree> seen;

	if (TREE_CODE(offset) != SSA_NAME || TREE_CODE(pointer) != SSA_NAME ||
	    !rte_front(pointer) || is_of_parameters(offset) ||
	    is_natural(gimple_bb(w->stmt), offset, &seen))
		return;
	struct observer_code c = begin_code(w);
	tree signed_offset = observer_emit(&c, ssizetype, NOP_EXPR, offset);
	char *name = xasprintf(ME_FRONT "%s",
			       IDENTIFIER_POINTER(DECL_NAME(SSA_NAME_VAR(pointer))));
	insert_goal(w, &c, observer_compare(&c, LT_EXPR, signed_offset, least), name,
		    "never leaves its array");
	free(name);
	w->number++;
}

static void read_front(struct error_walk *w, tree memory)
{
	tree pointer = TREE_OPERAND(memory, 0);
	gimple *def =
	    TREE_CODE(pointer) == SSA_NAME ? SSA_NAME_DEF_STMT(pointer) : NULL;

	if (def && is_gimple_assign(def) &&
	    gimple_assign_rhs_code(def) == POINTER_PLUS_EXPR)
		add_front(w, gimple_assign_rhs1(def), gimple_assign_rhs2(def),
			  wide_int_to_tree(ssizetype,
					   -wi::to_widest(TREE_OPERAND(memory, 1))));
}

/* As Fortran accesses an array, whose first index is a constant there. */
static void read_front_index(struct error_walk *w, tree reference)
{
	tree memory = TREE_OPERAND(reference, 0),
	     domain = TYPE_DOMAIN(TREE_TYPE(memory));
	tree least = domain ? TYPE_MIN_VALUE(domain) : NULL_TREE;

	if (TREE_CODE(memory) == MEM_REF && integer_zerop(TREE_OPERAND(memory, 1)) &&
	    least && TREE_CODE(least) == INTEGER_CST &&
	    !rte_has_size(TREE_OPERAND(reference, 0)))
		add_front(w, TREE_OPERAND(memory, 0), TREE_OPERAND(reference, 1),
			  fold_convert(ssizetype, least));
}

/* ---- statements */

static void read_reference(struct error_walk *w, tree t, bool is_address)
{
	for (; handled_component_p(t); t = TREE_OPERAND(t, 0), is_address = false) {
		if (TREE_CODE(t) == ARRAY_REF && w->errors & RTE_INDEX)
			add_index(w, t, is_address);
		if (TREE_CODE(t) == ARRAY_REF && !is_address && w->errors & RTE_FRONT)
			read_front_index(w, t);
	}
	if (TREE_CODE(t) == MEM_REF && !is_address && w->errors & RTE_NULL)
		add_null(w, t);
	if (TREE_CODE(t) == MEM_REF && !is_address && w->errors & RTE_FRONT)
		read_front(w, t);
}

static void read_references(struct error_walk *w)
{
	for (unsigned i = 0; i < gimple_num_ops(w->stmt); i++) {
		tree op = gimple_op(w->stmt, i);
		if (!op || TREE_CODE(op) == SSA_NAME || CONSTANT_CLASS_P(op))
			continue;
		if (TREE_CODE(op) == ADDR_EXPR)
			read_reference(w, TREE_OPERAND(op, 0), true);
		else
			read_reference(w, op, false);
	}
}

/* The error that the operation on integers can be, or 0. */
static unsigned error_of(enum tree_code code)
{
	if (divides_integers(code))
		return RTE_DIVISION;
	if (code == LSHIFT_EXPR || code == RSHIFT_EXPR)
		return RTE_SHIFT;
	return code == PLUS_EXPR || code == MINUS_EXPR || code == MULT_EXPR ||
		       code == NEGATE_EXPR
		   ? RTE_OVERFLOW
		   : 0;
}

static void read_operation(struct error_walk *w)
{
	const enum tree_code code = gimple_assign_rhs_code(w->stmt);
	const unsigned error = error_of(code) & w->errors;
	tree a = gimple_assign_rhs1(w->stmt), b = gimple_assign_rhs2(w->stmt);

	if (!error || !INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(w->stmt))) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(a)))
		return;
	if (error == RTE_DIVISION)
		add_division(w, a, b);
	else if (error == RTE_SHIFT)
		add_shift(w, a, b);
	else
		add_overflow(w, code, a, b);
	w->number++;
}

static void read_statement(struct error_walk *w)
{
	if (is_gimple_debug(w->stmt) || gimple_clobber_p(w->stmt) ||
	    goals_is_mark(w->stmt) || w->observed.contains(w->stmt))
		return;
	read_references(w);
	if (is_gimple_assign(w->stmt))
		read_operation(w);
}

unsigned rte_add(function *fun, const char *kind, unsigned errors)
{
	struct error_walk w;
	basic_block bb;

	w.fun = fun;
	w.kind = kind;
	w.errors = errors;
	w.number = 0;
	goals_observed(fun, &w.observed);
	condition_collect_data(fun, &w.observed); /* what a sanitizer computes */
	FOR_EACH_BB_FN(bb, fun)
	{
		w.used.empty();
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		     gsi_next(&i)) {
			w.stmt = gsi_stmt(i);
			read_statement(&w);
		}
	}
	return w.number;
}

static void add_errors(function *fun)
{
	const unsigned count = rte_add(fun, "rte", RTE_ALL);

	fpe_add(fun, "rte", OVERFLOW | INVALID | DIVZERO, count, "convert");
}

static goal_maker rte_goals("rte", GOALS_ASKED, add_errors);

/* ---- errors that are always looked for: rarely what a program means, and few places */

static void add_faults(function *fun)
{
	unsigned errors = RTE_DIVISION | RTE_SHIFT | RTE_INDEX | RTE_FRONT;

	if (!options.entry)
		return;
	if (sanitize_flags_p(SANITIZE_BOUNDS | SANITIZE_BOUNDS_STRICT, fun->decl))
		errors &= ~RTE_INDEX;
	if (sanitize_flags_p(SANITIZE_DIVIDE, fun->decl))
		errors &= ~RTE_DIVISION;
	if (sanitize_flags_p(SANITIZE_SHIFT, fun->decl))
		errors &= ~RTE_SHIFT;
	rte_add(fun, ME_KIND_FAULT, errors);
}

static goal_maker fault_goals(ME_KIND_FAULT, GOALS_ALWAYS, add_faults);
