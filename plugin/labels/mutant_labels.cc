/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutant_labels.cc - weak mutation: for each operator of the source, labels that hold
 * where a small change of it would make another value there.
 *
 *	ROR   a < b  ->  a <= b, a > b, a >= b, a == b, a != b
 *	AOR   a + b  ->  a - b, a * b, a / b, a % b
 *	COR   a && b  ->  a || b, and back
 *	SOR   a << b  ->  a >> b, and back
 *	LOR   a & b  ->  a | b, a ^ b; likewise a | b and a ^ b
 *	ABS   an operand a of these, or a value that is stored  ->  |a|, -|a|
 *	UOI   the same  ->  -a
 *
 * A label e != e' is written by the condition under which the two differ, where that is
 * simpler and leads a search there: a < b and a <= b differ where a == b, a and |a|
 * where a < 0, a & b and a ^ b where (a | b) != 0. That of floats is not met where e
 * and e' are both NaN, nor where they are 0.0 and -0.0. What the mutant could not
 * compute, a division by 0, is no difference.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/label_code.h"
#include "plugin/labels/label_goals.h"
#include "gimplify.h"

/* The operator that is being labelled. */
struct operator_labels {
	struct label_code *code;
	unsigned number;
	tree a, b;
};

static void add_mutant(const struct operator_labels *o, enum criterion criterion,
		       const char *name, tree predicate, const char *text)
{
	label_add(o->code, criteria_kind(criterion),
		  xasprintf("%u.%s", o->number, name), predicate, text);
}

/* `a OPERATOR b` as text. */
static char *operation_text(const struct operator_labels *o, const char *operator_text)
{
	return xasprintf("%s %s %s", label_operand_text(o->a), operator_text,
			 label_operand_text(o->b));
}

/* ---- ROR */

/* When a comparison is true, or-ed. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNRELATED = 8 };

struct relation {
	enum tree_code code;
	const char *name;
	unsigned when;
};

static const struct relation relations[] = {
    {LT_EXPR, "lt", LESS},
    {LE_EXPR, "le", LESS | EQUAL},
    {GT_EXPR, "gt", GREATER},
    {GE_EXPR, "ge", GREATER | EQUAL},
    {EQ_EXPR, "eq", EQUAL},
    {NE_EXPR, "ne", LESS | GREATER | UNRELATED},
    /* no operators of C, but differences of two: */
    {UNEQ_EXPR, NULL, EQUAL | UNRELATED},
    {LTGT_EXPR, NULL, LESS | GREATER},
    {UNLT_EXPR, NULL, LESS | UNRELATED},
    {UNLE_EXPR, NULL, LESS | EQUAL | UNRELATED},
    {UNGT_EXPR, NULL, GREATER | UNRELATED},
    {UNGE_EXPR, NULL, GREATER | EQUAL | UNRELATED},
    {UNORDERED_EXPR, NULL, UNRELATED},
    {ORDERED_EXPR, NULL, LESS | EQUAL | GREATER},
};

static const struct relation *relation_of(enum tree_code code)
{
	for (unsigned i = 0; i < ARRAY_SIZE(relations); i++)
		if (relations[i].code == code && relations[i].name)
			return &relations[i];
	return NULL;
}

/* Where a relation holds of a and b just when one of those in `when` does. */
static tree related(const struct operator_labels *o, unsigned when)
{
	const bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(o->a));
	const unsigned possible =
	    is_float ? LESS | EQUAL | GREATER | UNRELATED : LESS | EQUAL | GREATER;

	if ((when & possible) == possible)
		return boolean_true_node;
	for (unsigned i = 0; i < ARRAY_SIZE(relations); i++)
		if ((relations[i].when & possible) == (when & possible) &&
		    (is_float || relations[i].name))
			return label_compare(relations[i].code, o->a, o->b);
	return NULL_TREE;
}

static void label_relation(const struct operator_labels *o, const struct relation *is)
{
	const bool is_pointer = POINTER_TYPE_P(TREE_TYPE(o->a));

	for (unsigned i = 0; relations[i].name; i++) {
		const struct relation *other = &relations[i];
		if (other == is ||
		    (is_pointer && other->code != EQ_EXPR && other->code != NE_EXPR))
			continue;
		tree differ = related(o, is->when ^ other->when);
		if (differ)
			add_mutant(o, RELATIONAL_OPERATORS, other->name, differ,
				   differ == boolean_true_node ? "true"
							       : label_text(differ));
	}
}

/* ---- AOR */

struct arithmetic {
	enum tree_code code;
	const char *name, *text;
};

static const struct arithmetic arithmetics[] = {
    {PLUS_EXPR, "plus", "+"},	  {MINUS_EXPR, "minus", "-"},
    {MULT_EXPR, "times", "*"},	  {TRUNC_DIV_EXPR, "div", "/"},
    {TRUNC_MOD_EXPR, "mod", "%"}, {RDIV_EXPR, "div", "/"},
};

static const struct arithmetic *arithmetic_of(enum tree_code code)
{
	for (unsigned i = 0; i < ARRAY_SIZE(arithmetics); i++)
		if (arithmetics[i].code == code)
			return &arithmetics[i];
	return NULL;
}

/* The front end makes n + -7 of n - 7. */
static bool adds_negative(tree t)
{
	tree b = TREE_OPERAND(t, 1);

	return TREE_CODE(t) == PLUS_EXPR && TREE_CODE(b) == INTEGER_CST &&
	       wi::neg_p(wi::to_wide(b)) &&
	       !tree_int_cst_equal(b, TYPE_MIN_VALUE(signed_type_for(TREE_TYPE(b))));
}

static bool divides(enum tree_code code)
{
	return code == TRUNC_DIV_EXPR || code == TRUNC_MOD_EXPR;
}

/* a op b; sums and products of integers wrap around. */
static tree computed(const struct operator_labels *o, enum tree_code code)
{
	tree type = TREE_TYPE(o->a), a = unshare_expr(o->a), b = unshare_expr(o->b);

	if (SCALAR_FLOAT_TYPE_P(type) || divides(code))
		return build2(code, type, a, b);
	tree wrapping = unsigned_type_for(type);
	return fold_convert(type, build2(code, wrapping, fold_convert(wrapping, a),
					 fold_convert(wrapping, b)));
}

/* Whether two operators give different results; floats that are both NaN do not
 * differ. */
static tree differ(const struct operator_labels *o, enum tree_code code,
		   enum tree_code other)
{
	tree one = computed(o, code), two = computed(o, other);

	if (!SCALAR_FLOAT_TYPE_P(TREE_TYPE(o->a)))
		return label_compare(NE_EXPR, one, two);
	tree one_is_number = label_compare(ORDERED_EXPR, one, one);
	tree two_is_number = label_compare(ORDERED_EXPR, two, two);
	return label_join(TRUTH_AND_EXPR, label_compare(NE_EXPR, one, two),
			  label_join(TRUTH_OR_EXPR, one_is_number, two_is_number));
}

/* n / 0 and the least number by -1 are not computed. Null: both never come. */
static tree can_divide(const struct operator_labels *o)
{
	tree type = TREE_TYPE(o->b);

	if (TREE_CODE(o->b) == INTEGER_CST && !integer_zerop(o->b) &&
	    !integer_minus_onep(o->b))
		return NULL_TREE;
	tree can = label_compare(NE_EXPR, o->b, build_zero_cst(type));

	if (TYPE_UNSIGNED(type))
		return can;
	tree least = label_compare(NE_EXPR, o->a, TYPE_MIN_VALUE(TREE_TYPE(o->a)));
	tree minus = label_compare(NE_EXPR, o->b, build_minus_one_cst(type));
	return label_join(TRUTH_AND_EXPR, can, label_join(TRUTH_OR_EXPR, least, minus));
}

static void label_exchange(const struct operator_labels *o, const struct arithmetic *is,
			   const struct arithmetic *other)
{
	const bool is_new = divides(other->code) && !divides(is->code);
	tree predicate = differ(o, is->code, other->code);
	tree can = is_new ? can_divide(o) : NULL_TREE;
	const char *text = xasprintf("%s != %s", operation_text(o, is->text),
				     operation_text(o, other->text));

	if (can) {
		predicate = build2(TRUTH_ANDIF_EXPR, boolean_type_node, can, predicate);
		text = xasprintf("%s != 0 && %s", label_operand_text(o->b), text);
	}
	add_mutant(o, ARITHMETIC_OPERATORS, other->name, predicate, text);
}

static void label_arithmetic(const struct operator_labels *o,
			     const struct arithmetic *is)
{
	const bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(o->a));

	for (unsigned i = 0; i < ARRAY_SIZE(arithmetics); i++) {
		const enum tree_code other = arithmetics[i].code;
		const bool fits = is_float ? !divides(other) : other != RDIV_EXPR;
		if (&arithmetics[i] != is && fits)
			label_exchange(o, is, &arithmetics[i]);
	}
}

static void label_sum(struct operator_labels *o, tree t)
{
	const bool negative = adds_negative(t);

	if (negative)
		o->b = fold_build1(NEGATE_EXPR, TREE_TYPE(o->b), o->b);
	label_arithmetic(o, arithmetic_of(negative ? MINUS_EXPR : TREE_CODE(t)));
}

/* ---- SOR */

static bool is_shift(enum tree_code code)
{
	return code == LSHIFT_EXPR || code == RSHIFT_EXPR;
}

/* Where the count is one that shifts have; null: always. */
static tree can_shift(const struct operator_labels *o)
{
	tree type = TREE_TYPE(o->b);
	const unsigned bits = TYPE_PRECISION(TREE_TYPE(o->a));

	if (TREE_CODE(o->b) == INTEGER_CST && wi::ltu_p(wi::to_wide(o->b), bits))
		return NULL_TREE;
	tree below = label_compare(LT_EXPR, o->b, build_int_cst(type, bits));

	return TYPE_UNSIGNED(type)
		   ? below
		   : label_join(TRUTH_AND_EXPR,
				label_compare(GE_EXPR, o->b, build_zero_cst(type)),
				below);
}

/* A shift to the left drops what does not fit. */
static void label_shift(const struct operator_labels *o, enum tree_code code)
{
	tree type = TREE_TYPE(o->a), bits = unsigned_type_for(type);
	tree a = unshare_expr(o->a), b = unshare_expr(o->b), can = can_shift(o);
	tree left = fold_convert(
	    type, build2(LSHIFT_EXPR, bits, fold_convert(bits, unshare_expr(a)), b));
	tree predicate = label_compare(NE_EXPR, left, build2(RSHIFT_EXPR, type, a, b));
	const bool is_left = code == LSHIFT_EXPR;

	add_mutant(o, SHIFT_OPERATORS, is_left ? "right" : "left",
		   can ? label_join(TRUTH_AND_EXPR, can, predicate) : predicate,
		   xasprintf("(%s) != (%s)", operation_text(o, is_left ? "<<" : ">>"),
			     operation_text(o, is_left ? ">>" : "<<")));
}

/* ---- LOR */

static const struct bit_operator {
	enum tree_code code;
	const char *name;
	unsigned when; /* of the bits 0 0, 1 and 0, 1 1: where it is 1, or-ed */
} bit_operators[] = {
    {BIT_AND_EXPR, "and", 4},
    {BIT_IOR_EXPR, "or", 2 | 4},
    {BIT_XOR_EXPR, "xor", 2},
};

static const struct bit_operator *bit_operator_of(enum tree_code code)
{
	for (unsigned i = 0; i < ARRAY_SIZE(bit_operators); i++)
		if (bit_operators[i].code == code)
			return &bit_operators[i];
	return NULL;
}

/* Two of them differ where the bits in which their tables do are not all 0. */
static void label_bits(const struct operator_labels *o, const struct bit_operator *is)
{
	tree type = TREE_TYPE(o->a);

	for (unsigned i = 0; i < ARRAY_SIZE(bit_operators); i++) {
		const struct bit_operator *other = &bit_operators[i];
		const unsigned when = is->when ^ other->when;
		if (other == is)
			continue;
		tree differ =
		    when == 2
			? label_compare(NE_EXPR, o->a, o->b)
			: label_compare(NE_EXPR,
					build2(when == 4 ? BIT_AND_EXPR : BIT_IOR_EXPR,
					       type, unshare_expr(o->a),
					       unshare_expr(o->b)),
					build_zero_cst(type));
		add_mutant(o, BIT_OPERATORS, other->name, differ, label_text(differ));
	}
}

/* ---- COR */

/* a && b and a || b differ where just one of them holds. A second operand that may trap
 * is evaluated only where the operator does so. */
static void label_logic(const struct operator_labels *o, enum tree_code code)
{
	tree a = unshare_expr(o->a), b = unshare_expr(o->b);
	const bool is_and = code == TRUTH_ANDIF_EXPR;
	tree first = is_and ? a : build1(TRUTH_NOT_EXPR, boolean_type_node, a);
	tree second = is_and ? build1(TRUTH_NOT_EXPR, boolean_type_node, b) : b;

	tree predicate =
	    hazards_of(b) ? build2(TRUTH_ANDIF_EXPR, boolean_type_node, first, second)
			  : build2(TRUTH_XOR_EXPR, boolean_type_node, a, b);
	add_mutant(o, CONDITIONAL_OPERATORS, is_and ? "or" : "and", predicate,
		   hazards_of(o->b)
		       ? xasprintf(is_and ? "%s && !%s" : "!%s && %s",
				   label_operand_text(o->a), label_operand_text(o->b))
		       : operation_text(o, "!="));
}

/* ---- operands */

static bool is_logic(enum tree_code code)
{
	return code == TRUTH_ANDIF_EXPR || code == TRUTH_ORIF_EXPR;
}

/* A truth value as a float: the front end makes `a < b ? 1.0 : 0.0` of it. */
static bool is_float_of_truth(tree t)
{
	return TREE_CODE(t) == COND_EXPR && real_onep(TREE_OPERAND(t, 1)) &&
	       real_zerop(TREE_OPERAND(t, 2));
}

/* A number that may be negative; truths are none. */
static bool may_be_negative(tree operand)
{
	tree type = TREE_TYPE(operand);

	while (CONVERT_EXPR_P(operand) || TREE_CODE(operand) == FLOAT_EXPR)
		operand = TREE_OPERAND(operand, 0);
	return !CONSTANT_CLASS_P(operand) && !is_float_of_truth(operand) &&
	       !COMPARISON_CLASS_P(operand) && !is_logic(TREE_CODE(operand)) &&
	       TREE_CODE(operand) != TRUTH_NOT_EXPR &&
	       ((INTEGRAL_TYPE_P(type) && !TYPE_UNSIGNED(type) &&
		 TREE_CODE(type) != ENUMERAL_TYPE) ||
		(SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type))));
}

/* The operand by another name: its least number and its own negative are the same. */
static void label_operand(const struct operator_labels *o, tree operand,
			  const char *name)
{
	tree zero = build_zero_cst(TREE_TYPE(operand));

	if (!may_be_negative(operand))
		return;
	if (criteria_has(ABSOLUTE_VALUES)) {
		add_mutant(o, ABSOLUTE_VALUES, concat(name, ".abs", NULL),
			   label_compare(LT_EXPR, operand, zero),
			   xasprintf("%s < 0", label_operand_text(operand)));
		add_mutant(o, ABSOLUTE_VALUES, concat(name, ".negabs", NULL),
			   label_compare(GT_EXPR, operand, zero),
			   xasprintf("%s > 0", label_operand_text(operand)));
	}
	if (!criteria_has(UNARY_OPERATORS))
		return;
	tree predicate =
	    SCALAR_FLOAT_TYPE_P(TREE_TYPE(operand))
		? label_compare(LTGT_EXPR, operand, zero)
		: label_join(TRUTH_AND_EXPR, label_compare(NE_EXPR, operand, zero),
			     label_compare(NE_EXPR, operand,
					   TYPE_MIN_VALUE(TREE_TYPE(operand))));
	add_mutant(o, UNARY_OPERATORS, concat(name, ".minus", NULL), predicate,
		   label_text(predicate));
}

/* ---- all */

/* Numbers alone have these operators; pointers are compared. */
static bool has_numbers(tree expression)
{
	tree type = TREE_TYPE(TREE_OPERAND(expression, 0));

	return (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) > 1) ||
	       (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)));
}

static bool changes_operands(void)
{
	return criteria_has(ABSOLUTE_VALUES) || criteria_has(UNARY_OPERATORS);
}

/* The criterion that changes the operator of numbers; CRITERIA: none does. */
static enum criterion criterion_of(enum tree_code code)
{
	return relation_of(code)       ? RELATIONAL_OPERATORS
	       : arithmetic_of(code)   ? ARITHMETIC_OPERATORS
	       : is_shift(code)	       ? SHIFT_OPERATORS
	       : bit_operator_of(code) ? BIT_OPERATORS
				       : CRITERIA;
}

/* The labels of the operator itself. */
static void label_numbers(struct operator_labels *o, tree t)
{
	const enum tree_code code = TREE_CODE(t);

	switch (criterion_of(code)) {
	case RELATIONAL_OPERATORS:
		label_relation(o, relation_of(code));
		break;
	case ARITHMETIC_OPERATORS:
		label_sum(o, t);
		break;
	case SHIFT_OPERATORS:
		label_shift(o, code);
		break;
	default:
		label_bits(o, bit_operator_of(code));
		break;
	}
}

bool mutant_is_wanted(tree t)
{
	const enum tree_code code = TREE_CODE(t);

	if (is_logic(code))
		return criteria_has(CONDITIONAL_OPERATORS);
	if (criterion_of(code) == CRITERIA)
		return false;
	if (relation_of(code) && POINTER_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 0))))
		return criteria_has(RELATIONAL_OPERATORS);
	return has_numbers(t) &&
	       (criteria_has(criterion_of(code)) || changes_operands());
}

bool mutant_label(tree expression, unsigned number, struct label_code *c)
{
	tree t = label_written(expression);
	struct operator_labels o = {c, number, TREE_OPERAND(t, 0), TREE_OPERAND(t, 1)};
	const enum tree_code code = TREE_CODE(t);

	if (hazards_of(t) & HAZARD_EFFECT)
		return false;
	if (is_logic(code)) {
		label_logic(&o, code);
		return true;
	}
	if (criteria_has(criterion_of(code)))
		label_numbers(&o, t);
	if (!has_numbers(t))
		return true;
	label_operand(&o, o.a, "a");
	label_operand(&o, o.b, "b");
	return true;
}

/* ---- values that are stored */

bool mutant_is_wanted_of_value(tree value)
{
	return changes_operands() && may_be_negative(value);
}

bool mutant_label_value(tree value, unsigned number, struct label_code *c)
{
	const struct operator_labels o = {c, number, NULL_TREE, NULL_TREE};

	if (hazards_of(value) & HAZARD_EFFECT)
		return false;
	label_operand(&o, value, "rhs");
	return true;
}
