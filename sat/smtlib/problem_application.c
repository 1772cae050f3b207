/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/smtlib/problem_internal.h"

#include "sat/number/float_arithmetic.h"

bool application_is_number(Z3_context context, Z3_ast expression)
{
	const Z3_sort_kind kind =
	    Z3_get_sort_kind(context, Z3_get_sort(context, expression));

	return kind == Z3_REAL_SORT || kind == Z3_INT_SORT;
}

static term_id operand(const struct application *r, unsigned i)
{
	return term_known(r->problem->library, Z3_get_app_arg(r->context, r->app, i));
}

static struct sort application_sort(const struct application *r, term_id term)
{
	return term_at(&r->problem->formula, term)->sort;
}

enum application_shape {
	SHAPE_SAME, /* the operands as they are */
	SHAPE_CHAIN, /* pairs from the left */
	SHAPE_SWAPPED, /* the two operands exchanged */
	SHAPE_NEGATED, /* a chain, and the whole complemented */
};

static const struct application_row {
	Z3_decl_kind kind;
	enum term_operation operation;
	enum application_shape shape;
} rows[] = {
    {Z3_OP_NOT, OP_NOT, SHAPE_SAME},
    {Z3_OP_AND, OP_AND, SHAPE_CHAIN},
    {Z3_OP_OR, OP_OR, SHAPE_CHAIN},
    {Z3_OP_ITE, OP_ITE, SHAPE_SAME},
    {Z3_OP_FPA_ABS, OP_FP_ABS, SHAPE_SAME},
    {Z3_OP_FPA_NEG, OP_FP_NEG, SHAPE_SAME},
    {Z3_OP_FPA_ADD, OP_FP_ADD, SHAPE_SAME},
    {Z3_OP_FPA_SUB, OP_FP_SUB, SHAPE_SAME},
    {Z3_OP_FPA_MUL, OP_FP_MUL, SHAPE_SAME},
    {Z3_OP_FPA_DIV, OP_FP_DIV, SHAPE_SAME},
    {Z3_OP_FPA_FMA, OP_FP_FMA, SHAPE_SAME},
    {Z3_OP_FPA_SQRT, OP_FP_SQRT, SHAPE_SAME},
    {Z3_OP_FPA_REM, OP_FP_REM, SHAPE_SAME},
    {Z3_OP_FPA_ROUND_TO_INTEGRAL, OP_FP_ROUND, SHAPE_SAME},
    {Z3_OP_FPA_MIN, OP_FP_MIN, SHAPE_SAME},
    {Z3_OP_FPA_MAX, OP_FP_MAX, SHAPE_SAME},
    {Z3_OP_FPA_LE, OP_FP_LEQ, SHAPE_SAME},
    {Z3_OP_FPA_LT, OP_FP_LT, SHAPE_SAME},
    {Z3_OP_FPA_GE, OP_FP_LEQ, SHAPE_SWAPPED},
    {Z3_OP_FPA_GT, OP_FP_LT, SHAPE_SWAPPED},
    {Z3_OP_FPA_EQ, OP_FP_EQ, SHAPE_SAME},
    {Z3_OP_FPA_IS_NORMAL, OP_FP_IS_NORMAL, SHAPE_SAME},
    {Z3_OP_FPA_IS_SUBNORMAL, OP_FP_IS_SUBNORMAL, SHAPE_SAME},
    {Z3_OP_FPA_IS_ZERO, OP_FP_IS_ZERO, SHAPE_SAME},
    {Z3_OP_FPA_IS_INF, OP_FP_IS_INFINITE, SHAPE_SAME},
    {Z3_OP_FPA_IS_NAN, OP_FP_IS_NAN, SHAPE_SAME},
    {Z3_OP_FPA_IS_NEGATIVE, OP_FP_IS_NEGATIVE, SHAPE_SAME},
    {Z3_OP_FPA_IS_POSITIVE, OP_FP_IS_POSITIVE, SHAPE_SAME},
    {Z3_OP_FPA_TO_FP_UNSIGNED, OP_FP_OF_UNSIGNED, SHAPE_SAME},
    {Z3_OP_FPA_TO_UBV, OP_FP_TO_UNSIGNED, SHAPE_SAME},
    {Z3_OP_FPA_TO_SBV, OP_FP_TO_SIGNED, SHAPE_SAME},
    {Z3_OP_FPA_TO_IEEE_BV, OP_FP_TO_BITS, SHAPE_SAME},
    {Z3_OP_BNOT, OP_BV_NOT, SHAPE_SAME},
    {Z3_OP_BNEG, OP_BV_NEG, SHAPE_SAME},
    {Z3_OP_BAND, OP_BV_AND, SHAPE_CHAIN},
    {Z3_OP_BOR, OP_BV_OR, SHAPE_CHAIN},
    {Z3_OP_BXOR, OP_BV_XOR, SHAPE_CHAIN},
    {Z3_OP_BNAND, OP_BV_AND, SHAPE_NEGATED},
    {Z3_OP_BNOR, OP_BV_OR, SHAPE_NEGATED},
    {Z3_OP_BXNOR, OP_BV_XOR, SHAPE_NEGATED},
    {Z3_OP_BADD, OP_BV_ADD, SHAPE_CHAIN},
    {Z3_OP_BSUB, OP_BV_SUB, SHAPE_CHAIN},
    {Z3_OP_BMUL, OP_BV_MUL, SHAPE_CHAIN},
    {Z3_OP_BUDIV, OP_BV_UDIV, SHAPE_SAME},
    {Z3_OP_BUREM, OP_BV_UREM, SHAPE_SAME},
    {Z3_OP_BSDIV, OP_BV_SDIV, SHAPE_SAME},
    {Z3_OP_BSREM, OP_BV_SREM, SHAPE_SAME},
    {Z3_OP_BSMOD, OP_BV_SMOD, SHAPE_SAME},
    {Z3_OP_BSHL, OP_BV_SHL, SHAPE_SAME},
    {Z3_OP_BLSHR, OP_BV_LSHR, SHAPE_SAME},
    {Z3_OP_BASHR, OP_BV_ASHR, SHAPE_SAME},
    {Z3_OP_ULT, OP_BV_ULT, SHAPE_SAME},
    {Z3_OP_ULEQ, OP_BV_ULE, SHAPE_SAME},
    {Z3_OP_UGT, OP_BV_ULT, SHAPE_SWAPPED},
    {Z3_OP_UGEQ, OP_BV_ULE, SHAPE_SWAPPED},
    {Z3_OP_SLT, OP_BV_SLT, SHAPE_SAME},
    {Z3_OP_SLEQ, OP_BV_SLE, SHAPE_SAME},
    {Z3_OP_SGT, OP_BV_SLT, SHAPE_SWAPPED},
    {Z3_OP_SGEQ, OP_BV_SLE, SHAPE_SWAPPED},
    {Z3_OP_CONCAT, OP_BV_CONCAT, SHAPE_CHAIN},
    {Z3_OP_ZERO_EXT, OP_BV_ZERO_EXTEND, SHAPE_SAME},
    {Z3_OP_SIGN_EXT, OP_BV_SIGN_EXTEND, SHAPE_SAME},
};

/* The two joined; of bit-vectors that are concatenated the widths are added. */
static term_id join_application(struct formula *f, enum term_operation operation,
				term_id a, term_id b)
{
	struct sort sort = term_at(f, a)->sort;

	if (operation == OP_BV_CONCAT)
		sort = sort_word((unsigned)sort.width + term_at(f, b)->sort.width);
	return term_binary(f, operation, sort, a, b);
}

static term_id read_chain(const struct application *r, enum term_operation operation)
{
	term_id all = operand(r, 0);

	for (unsigned i = 1; i < r->count; i++)
		all = join_application(&r->problem->formula, operation, all,
				       operand(r, i));
	return all;
}

static term_id read_row(const struct application *r, const struct application_row *row)
{
	struct formula *f = &r->problem->formula;
	term_id operands[TERM_OPERANDS];

	switch (row->shape) {
	case SHAPE_CHAIN:
		return read_chain(r, row->operation);
	case SHAPE_NEGATED:
		return term_unary(f, OP_BV_NOT, r->sort, read_chain(r, row->operation));
	case SHAPE_SWAPPED:
		return term_binary(f, row->operation, r->sort, operand(r, 1),
				   operand(r, 0));
	default:
		break;
	}
	if (r->count == 0 || r->count > TERM_OPERANDS)
		return TERM_NONE;
	for (unsigned i = 0; i < r->count; i++)
		operands[i] = operand(r, i);
	return term_make(f, row->operation, r->sort, 0, operands, r->count);
}

static term_id equal(struct formula *f, term_id a, term_id b)
{
	return term_binary(f, OP_EQUAL, sort_bool(), a, b);
}

/* All operands are equal, or no two of them. */
static term_id read_equal(const struct application *r, bool is_distinct)
{
	struct formula *f = &r->problem->formula;
	term_id all = term_bool(f, true);

	for (unsigned i = 0; i < r->count; i++)
		for (unsigned j = i + 1; j < (is_distinct ? r->count : i + 2); j++) {
			term_id pair;

			if (j == r->count)
				continue;
			pair = equal(f, operand(r, i), operand(r, j));
			all = join_application(f, OP_AND, all,
					       is_distinct ? term_not(f, pair) : pair);
		}
	return all;
}

static term_id read_xor(const struct application *r)
{
	struct formula *f = &r->problem->formula;
	term_id all = operand(r, 0);

	for (unsigned i = 1; i < r->count; i++)
		all = term_not(f, equal(f, all, operand(r, i)));
	return all;
}

static term_id read_extract(const struct application *r, term_id a, unsigned from,
			    unsigned width)
{
	return term_make(&r->problem->formula, OP_BV_EXTRACT, sort_word(width), from,
			 &a, 1);
}

/* The highest k bits and the others change places. */
static term_id read_rotation(const struct application *r, bool to_left)
{
	const unsigned width = r->sort.width;
	const unsigned n =
	    (unsigned)Z3_get_decl_int_parameter(r->context, r->function, 0) % width;
	const unsigned k = to_left ? n : (width - n) % width;
	const term_id a = operand(r, 0);

	if (k == 0)
		return a;
	return join_application(&r->problem->formula, OP_BV_CONCAT,
				read_extract(r, a, 0, width - k),
				read_extract(r, a, width - k, k));
}

static term_id read_repeat(const struct application *r)
{
	const int n = Z3_get_decl_int_parameter(r->context, r->function, 0);
	const term_id a = operand(r, 0);
	term_id all = a;

	for (int i = 1; i < n; i++)
		all = join_application(&r->problem->formula, OP_BV_CONCAT, all, a);
	return all;
}

/* ---- floats of other things */

static term_id of_bits(struct formula *f, struct sort sort, term_id bits)
{
	return term_unary(f, OP_FP_OF_BITS, sort, bits);
}

/* A number of Z3's, for which the rounding mode chooses a constant. */
static term_id of_number(const struct application *r, term_id rounding,
			 Z3_ast expression)
{
	struct formula *f = &r->problem->formula;
	const Z3_ast number = Z3_simplify(r->context, expression);
	term_id all = TERM_NONE;

	if (!Z3_is_numeral_ast(r->context, number))
		return TERM_NONE;
	for (unsigned i = 0; i < ROUNDINGS; i++) {
		const char *text = Z3_get_numeral_string(r->context, number);
		term_id constant, operands[3];
		word value;

		if (!float_of_fraction(r->sort, (enum rounding_mode)i, text, &value))
			return TERM_NONE;
		constant = term_constant(f, r->sort, value);
		operands[0] = equal(f, rounding, term_constant(f, sort_rounding(), i));
		operands[1] = constant;
		operands[2] = all;
		all = all == TERM_NONE ? constant
				       : term_make(f, OP_ITE, r->sort, 0, operands, 3);
	}
	return all;
}

static term_id of_fields(const struct application *r)
{
	struct formula *f = &r->problem->formula;
	const term_id head =
	    join_application(f, OP_BV_CONCAT, operand(r, 0), operand(r, 1));

	return of_bits(f, r->sort,
		       join_application(f, OP_BV_CONCAT, head, operand(r, 2)));
}

static term_id read_to_fp(const struct application *r)
{
	struct formula *f = &r->problem->formula;
	term_id operands[2];
	Z3_ast second;

	if (r->count == 1)
		return of_bits(f, r->sort, operand(r, 0));
	if (r->count == 3)
		return operand(r, 0) == TERM_NONE || operand(r, 1) == TERM_NONE ||
			       application_sort(r, operand(r, 0)).kind != SORT_WORD
			   ? TERM_NONE
			   : of_fields(r);
	operands[0] = operand(r, 0);
	operands[1] = operand(r, 1);
	second = Z3_get_app_arg(r->context, r->app, 1);
	if (application_is_number(r->context, second))
		return of_number(r, operands[0], second);
	return term_make(f,
			 application_sort(r, operands[1]).kind == SORT_WORD
			     ? OP_FP_OF_SIGNED
			     : OP_FP_OF_FP,
			 r->sort, 0, operands, 2);
}

/* ---- constants */

static term_id read_numeral(const struct application *r)
{
	struct formula *f = &r->problem->formula;
	const char *text = Z3_get_numeral_string(r->context, (Z3_ast)r->app);
	word value = 0;

	for (; *text >= '0' && *text <= '9'; text++)
		value = 10 * value + (word)(*text - '0');
	return *text ? TERM_NONE : term_constant(f, r->sort, value);
}

static term_id read_special(const struct application *r, bool *is_special)
{
	struct formula *f = &r->problem->formula;
	const struct sort sort = r->sort;

	*is_special = true;
	switch (r->kind) {
	case Z3_OP_TRUE:
	case Z3_OP_FALSE:
		return term_bool(f, r->kind == Z3_OP_TRUE);
	case Z3_OP_BNUM:
		return read_numeral(r);
	case Z3_OP_FPA_PLUS_INF:
	case Z3_OP_FPA_MINUS_INF:
		return term_constant(
		    f, sort, sort_infinity(sort, r->kind == Z3_OP_FPA_MINUS_INF));
	case Z3_OP_FPA_PLUS_ZERO:
	case Z3_OP_FPA_MINUS_ZERO:
		return term_constant(f, sort,
				     sort_zero(sort, r->kind == Z3_OP_FPA_MINUS_ZERO));
	case Z3_OP_FPA_NAN:
		return term_constant(f, sort, sort_nan(sort));
	case Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN:
		return term_constant(f, sort, ROUND_NEAREST_EVEN);
	case Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY:
		return term_constant(f, sort, ROUND_NEAREST_AWAY);
	case Z3_OP_FPA_RM_TOWARD_POSITIVE:
		return term_constant(f, sort, ROUND_UP);
	case Z3_OP_FPA_RM_TOWARD_NEGATIVE:
		return term_constant(f, sort, ROUND_DOWN);
	case Z3_OP_FPA_RM_TOWARD_ZERO:
		return term_constant(f, sort, ROUND_ZERO);
	default:
		*is_special = false;
		return TERM_NONE;
	}
}

/* ---- what is no row of the table */

static term_id read_other(const struct application *r)
{
	struct formula *f = &r->problem->formula;
	term_id operands[3];

	switch (r->kind) {
	case Z3_OP_EQ:
	case Z3_OP_IFF:
		return read_equal(r, false);
	case Z3_OP_DISTINCT:
		return read_equal(r, true);
	case Z3_OP_XOR:
		return read_xor(r);
	case Z3_OP_IMPLIES:
		return join_application(f, OP_OR, term_not(f, operand(r, 0)),
					operand(r, 1));
	case Z3_OP_FPA_FP:
		return of_fields(r);
	case Z3_OP_FPA_TO_FP:
		return read_to_fp(r);
	case Z3_OP_EXTRACT:
		return read_extract(
		    r, operand(r, 0),
		    (unsigned)Z3_get_decl_int_parameter(r->context, r->function, 1),
		    r->sort.width);
	case Z3_OP_REPEAT:
		return read_repeat(r);
	case Z3_OP_ROTATE_LEFT:
	case Z3_OP_ROTATE_RIGHT:
		return read_rotation(r, r->kind == Z3_OP_ROTATE_LEFT);
	case Z3_OP_BCOMP:
		operands[0] = equal(f, operand(r, 0), operand(r, 1));
		operands[1] = term_constant(f, r->sort, 1);
		operands[2] = term_constant(f, r->sort, 0);
		return term_make(f, OP_ITE, r->sort, 0, operands, 3);
	default:
		return TERM_NONE;
	}
}

term_id application_read(const struct application *r)
{
	bool is_special;
	term_id term = read_special(r, &is_special);

	if (is_special)
		return term;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].kind == r->kind)
			return read_row(r, &rows[i]);
	return read_other(r);
}
