/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boundary_goals.cc - boundary values (kinds=boundary): for each comparison `a op b` of
 * integers or of binary floating-point numbers three goals, met when control reaches
 * the comparison and
 *
 *	at	a == b
 *	below	a is the neighbour just below b
 *	above	a is the neighbour just above b
 *
 * A neighbour is the next number of the type in which the two are compared. Where one is
 * constant and the other is converted to that type from one with fewer numbers (`f < 0.1`
 * with a float), it is the next number of that one. A number without neighbour on a side
 * has no goal there. The names of a condition's goals begin with
 * the ordinal of its branches.
 *
 * With b constant the predicate is a comparison with b or with its neighbour. Else a is
 * below b when
 *
 *	a < b & position (a) + 1 == position (b)
 *
 * where the position of an integer is the integer, and that of a float its place among
 * the numbers of its type: the two zeros have one place. NaN has no neighbours.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/goals/written_operator.h"
#include "plugin/unit/condition.h"

enum position { AT, BELOW, ABOVE };

struct comparison {
	gimple *stmt;
	enum tree_code code;
	tree a, b; /* only b may be a constant */
	tree own; /* the type that `a` was converted from, or its type */
	const char *name;
	unsigned before; /* comparisons at the same place */
};

/* Comparisons with and without a boundary. */
struct found {
	auto_vec<comparison> all;
	hash_map<int_hash<location_t, UNKNOWN_LOCATION>, unsigned> at_place;
	unsigned data = 0; /* that are data */
};

/* ---- statements of an observer */

static tree emit_number(struct observer_code *c, tree type, enum tree_code code, tree a,
			const wide_int &b)
{
	return observer_emit(c, type, code, a, wide_int_to_tree(type, b));
}

/* The low `bits` bits of an integer. */
static wide_int low_bits(tree type, unsigned bits)
{
	return wi::mask(bits, false, TYPE_PRECISION(type));
}

/* ---- positions of floats */

static bool is_x87(tree type)
{
	return TYPE_PRECISION(type) == 80;
}

/* Sign (0 or -1) and magnitude of a float whose bits are in an integer. */
static tree ieee_parts(struct observer_code *c, tree bits, tree *sign)
{
	tree type = TREE_TYPE(bits);
	const unsigned top = TYPE_PRECISION(type) - 1;

	*sign = observer_emit(c, type, RSHIFT_EXPR, bits,
			      build_int_cst(integer_type_node, top));
	return emit_number(c, type, BIT_AND_EXPR, bits, low_bits(type, top));
}

/* Sign and magnitude of x87's 80 bits, which store the leading one of the significand:
 * without it, magnitudes are consecutive integers. */
static tree x87_parts(struct observer_code *c, tree bits, tree *sign)
{
	tree type = TREE_TYPE(bits);
	tree top = observer_emit(c, type, RSHIFT_EXPR, bits,
				 build_int_cst(integer_type_node, 64));
	tree exponent = emit_number(c, type, BIT_AND_EXPR, top, low_bits(type, 15));
	tree fraction = emit_number(c, type, BIT_AND_EXPR, bits, low_bits(type, 63));
	tree shifted = observer_emit(c, type, LSHIFT_EXPR, exponent,
				     build_int_cst(integer_type_node, 63));
	tree negative = observer_emit(c, type, RSHIFT_EXPR, top,
				      build_int_cst(integer_type_node, 15));

	negative = emit_number(c, type, BIT_AND_EXPR, negative, low_bits(type, 1));
	*sign = observer_emit(c, type, MINUS_EXPR, build_zero_cst(type), negative);
	return observer_emit(c, type, BIT_IOR_EXPR, shifted, fraction);
}

static tree float_position(struct observer_code *c, tree value)
{
	const unsigned size = tree_to_uhwi(TYPE_SIZE(TREE_TYPE(value)));
	tree type = build_nonstandard_integer_type(size, 0), sign;
	tree bits = observer_emit(c, type, VIEW_CONVERT_EXPR,
				  build1(VIEW_CONVERT_EXPR, type, value));
	tree magnitude = is_x87(TREE_TYPE(value)) ? x87_parts(c, bits, &sign)
						  : ieee_parts(c, bits, &sign);
	tree flipped = observer_emit(c, type, BIT_XOR_EXPR, magnitude, sign);

	return observer_emit(c, type, MINUS_EXPR, flipped, sign);
}

/* ---- predicates */

/* The neighbour of a constant among the numbers of type `own`, in the constant's type; or
 * null when there is none. */
static tree constant_neighbour(tree b, tree own, enum position position)
{
	tree type = TREE_TYPE(b);
	REAL_VALUE_TYPE end, near, next;

	if (TREE_CODE(b) == INTEGER_CST) {
		const widest_int n = wi::to_widest(b) + (position == BELOW ? -1 : 1);
		return wi::fits_to_tree_p(n, type) ? wide_int_to_tree(type, n)
						   : NULL_TREE;
	}
	const REAL_VALUE_TYPE *const r = TREE_REAL_CST_PTR(b);
	if (REAL_VALUE_ISNAN(*r))
		return NULL_TREE;
	real_inf(&end);
	if (position == BELOW)
		end = real_value_negate(&end);
	real_convert(&near, TYPE_MODE(own), r);
	if (position == BELOW ? real_less(&near, r) : real_less(r, &near))
		next = near;
	else
		real_nextafter(&next, TYPE_MODE(own), &near, &end);
	return real_identical(&next, r) ? NULL_TREE : build_real(type, next);
}

/* a + 1 or a - 1, which may wrap around. */
static tree step(struct observer_code *c, tree a, enum position position)
{
	tree type = TREE_TYPE(a), wrapping = unsigned_type_for(type);
	const enum tree_code code = position == BELOW ? PLUS_EXPR : MINUS_EXPR;
	tree number = observer_emit(c, wrapping, NOP_EXPR, a);
	tree next = observer_emit(c, wrapping, code, number, build_one_cst(wrapping));

	return observer_emit(c, type, NOP_EXPR, next);
}

/* The truth of `a is next to b, on that side`. */
static tree next_to(struct observer_code *c, tree a, tree b, enum position position)
{
	const enum tree_code side = position == BELOW ? LT_EXPR : GT_EXPR;
	const bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(a));
	tree beside = observer_emit(c, boolean_type_node, side, a, b);
	tree own = is_float ? float_position(c, a) : a;
	tree other = is_float ? float_position(c, b) : b;
	tree near =
	    observer_emit(c, boolean_type_node, EQ_EXPR, step(c, own, position), other);

	return observer_emit(c, boolean_type_node, BIT_AND_EXPR, beside, near);
}

/* Emits the predicate; null when no number has a neighbour on that side. */
static tree emit_truth(struct observer_code *c, tree a, tree b, tree own,
		       enum position position)
{
	if (position != AT && !CONSTANT_CLASS_P(b))
		return next_to(c, a, b, position);
	tree other = position == AT ? b : constant_neighbour(b, own, position);
	return other ? observer_emit(c, boolean_type_node, EQ_EXPR, a, other)
		     : NULL_TREE;
}

/* ---- goals */

static const char *never_text(tree b, enum position position)
{
	static const char *const places[] = {"at", "just below", "just above"};
	char number[64];

	if (TREE_CODE(b) == REAL_CST)
		real_to_decimal(number, &TREE_REAL_CST(b), sizeof number, 17, 1);
	else if (TREE_CODE(b) == INTEGER_CST)
		print_dec(wi::to_wide(b), number, TYPE_SIGN(TREE_TYPE(b)));
	else
		return xasprintf("is never %s its boundary", places[position]);
	return xasprintf("is never %s its boundary %s", places[position], number);
}

static void add_boundary_goal(const struct comparison *is, tree b,
			      enum position position)
{
	static const char *const names[] = {"at", "below", "above"};
	struct observer_code c = {NULL, gimple_location(is->stmt)};
	tree truth = emit_truth(&c, is->a, b, is->own, position);

	if (!truth)
		return;
	goals_observe(is->stmt, &c, truth, "boundary",
		      xasprintf("%s.%s", is->name, names[position]),
		      never_text(b, position));
}

/* `count` comparisons are at that place. */
static void add_boundary_goals(const struct comparison *is, unsigned count)
{
	const made_comparison made = {
	    gimple_location(is->stmt), is->code, is->a, is->b, is->before == 0,
	    is->before + 1 == count};
	tree b = written_constant(&made);

	add_boundary_goal(is, b, AT);
	add_boundary_goal(is, b, BELOW);
	add_boundary_goal(is, b, ABOVE);
}

/* ---- comparisons */

/* Whether the value is the result, 0 or 1, of a comparison that has its own goals. */
static bool is_comparison_result(tree value)
{
	gimple *def = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;

	if (def && gimple_assign_cast_p(def))
		return is_comparison_result(gimple_assign_rhs1(def));
	return TREE_CODE(TREE_TYPE(value)) == BOOLEAN_TYPE ||
	       (INTEGRAL_TYPE_P(TREE_TYPE(value)) &&
		TYPE_PRECISION(TREE_TYPE(value)) == 1);
}

/* Whether the type's numbers have neighbours. */
static bool has_order(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return TYPE_PRECISION(type) <= 128;
	return SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)) &&
	       TYPE_PRECISION(type) >= 32 && !MODE_COMPOSITE_P(TYPE_MODE(type));
}

static bool compares(enum tree_code code)
{
	return TREE_CODE_CLASS(code) == tcc_comparison && code != ORDERED_EXPR &&
	       code != UNORDERED_EXPR;
}

/* The type of fewer numbers that the float was converted from; or its own. */
static tree own_type(tree a)
{
	tree type = TREE_TYPE(a);
	gimple *def = TREE_CODE(a) == SSA_NAME ? SSA_NAME_DEF_STMT(a) : NULL;

	if (!SCALAR_FLOAT_TYPE_P(type) || !def || !gimple_assign_cast_p(def))
		return type;
	tree from = TREE_TYPE(gimple_assign_rhs1(def));
	return SCALAR_FLOAT_TYPE_P(from) && has_order(from) &&
		       TYPE_PRECISION(from) < TYPE_PRECISION(type)
		   ? from
		   : type;
}

static bool has_boundary(struct comparison *is)
{
	if (!compares(is->code) || !has_order(TREE_TYPE(is->a)) ||
	    is_comparison_result(is->a) ||
	    (CONSTANT_CLASS_P(is->a) && CONSTANT_CLASS_P(is->b)))
		return false;
	if (CONSTANT_CLASS_P(is->a)) {
		std::swap(is->a, is->b);
		is->code = swap_tree_comparison(is->code);
	}
	is->own = own_type(is->a);
	return true;
}

/* How many comparisons are at that place. */
static unsigned *count_at(struct found *f, gimple *stmt)
{
	const location_t where = LOCATION_LOCUS(gimple_location(stmt));

	return where == UNKNOWN_LOCATION ? NULL : &f->at_place.get_or_insert(where);
}

/* The comparison of the statement, which is counted. */
static comparison read_comparison(struct found *f, gimple *stmt, enum tree_code code,
				  tree a, tree b)
{
	unsigned *count = count_at(f, stmt);

	return {stmt, code, a, b, NULL_TREE, NULL, count ? (*count)++ : 0};
}

/* The comparison that an assignment makes, whose result is data. */
static void find_data(gimple *stmt, struct found *f)
{
	if (!is_gimple_assign(stmt) ||
	    TREE_CODE_CLASS(gimple_assign_rhs_code(stmt)) != tcc_comparison)
		return;
	struct comparison is =
	    read_comparison(f, stmt, gimple_assign_rhs_code(stmt),
			    gimple_assign_rhs1(stmt), gimple_assign_rhs2(stmt));
	if (!has_boundary(&is))
		return;
	is.name = xasprintf("data%u", f->data++);
	f->all.safe_push(is);
}

static void find_condition(gcond *stmt, struct found *f, unsigned ordinal)
{
	struct comparison is =
	    read_comparison(f, stmt, gimple_cond_code(stmt), gimple_cond_lhs(stmt),
			    gimple_cond_rhs(stmt));

	if (condition_is_compilers(stmt) || !has_boundary(&is))
		return;
	is.name = xasprintf("%u", ordinal);
	f->all.safe_push(is);
}

static void find_comparisons(function *fun, struct found *f)
{
	hash_set<gimple *> left_out; /* of observers, or not in the source */
	unsigned ordinal = 0;
	basic_block bb;

	condition_collect_data(fun, &left_out);
	goals_observed(fun, &left_out);
	FOR_EACH_BB_FN(bb, fun)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		     gsi_next(&i))
			if (!left_out.contains(gsi_stmt(i)))
				find_data(gsi_stmt(i), f);
		gimple *last = last_stmt(bb);
		if (!condition_counts(last) || left_out.contains(last))
			continue;
		if (gcond *cond = dyn_cast<gcond *>(last))
			find_condition(cond, f, ordinal);
		ordinal++;
	}
}

static void add_boundaries(function *fun)
{
	struct found f;

	find_comparisons(fun, &f);
	for (unsigned i = 0; i < f.all.length(); i++) {
		const unsigned *count = count_at(&f, f.all[i].stmt);
		add_boundary_goals(&f.all[i], count ? *count : 1);
	}
}

static goal_maker boundary_goals("boundary", GOALS_ASKED, add_boundaries);
