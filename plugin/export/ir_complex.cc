/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ir_complex.cc - complex numbers as their two parts.
 *
 * The SSA name %z of a complex type is written as %z.re and %z.im, and what is computed
 * with it as what GCC makes of it after the export (its pass cplxlower):
 *
 *	z + w	(z.re + w.re, z.im + w.im)
 *	z * w	(z.re w.re - z.im w.im, z.re w.im + z.im w.re); where both are no numbers
 *		C and C++ call __muldc3, which may make infinities of them (C11, G.5.1):
 *		unknown
 *	z / w	by Smith's method in Fortran; in C and C++ by __divdc3: unknown
 *
 * A complex number that is an argument or a result goes through an object, as a
 * structure does.
 */
#include "plugin/gcc.h"
#include "plugin/export/export.h"

void ir_put_part_result(struct ir_text *t, tree name, unsigned number)
{
	ir_put_named(t, name, number);
	ir_put(t, " ");
	ir_put_name_type(t, TREE_TYPE(name));
	ir_put(t, " = ");
}

/* ---- objects */

tree ir_complex_object(struct ir_objects *objects, tree type, unsigned position)
{
	type = TYPE_MAIN_VARIANT(type);
	for (unsigned i = 0; i < objects->complex.length(); i++)
		if (TREE_TYPE(objects->complex[i].decl) == type &&
		    objects->complex[i].position == position)
			return objects->complex[i].decl;
	tree decl =
	    build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("complex"), type);
	layout_decl(decl, 0);
	objects->complex.safe_push({decl, position});
	return decl;
}

/* Where the parts lie; false: the reference has no address. */
static bool put_addresses(struct ir_text address[2], tree ref)
{
	const enum tree_code parts[2] = {REALPART_EXPR, IMAGPART_EXPR};
	const char *why;

	for (unsigned i = 0; i < 2; i++)
		if (!ir_put_address(&address[i],
				    build1(parts[i], TREE_TYPE(TREE_TYPE(ref)), ref),
				    &why))
			return false;
	return true;
}

bool ir_put_complex_store(struct ir_text *t, gimple *stmt, tree to, tree value)
{
	struct ir_text address[2] = {{t->objects}, {t->objects}};

	if (!put_addresses(address, to))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		ir_put(t, "store ");
		ir_put_name_type(t, TREE_TYPE(to));
		ir_put(t, " %s ", ir_flag_of(to));
		t->bytes.safe_splice(address[i].bytes);
		ir_put(t, " ");
		ir_put_named(t, value, i);
		ir_put_end(t, stmt);
	}
	return true;
}

bool ir_put_complex_load(struct ir_text *t, gimple *stmt, tree name, tree from)
{
	struct ir_text address[2] = {{t->objects}, {t->objects}};

	if (!put_addresses(address, from))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		ir_put_part_result(t, name, i);
		ir_put(t, "load %s ", ir_flag_of(from));
		t->bytes.safe_splice(address[i].bytes);
		if (stmt)
			ir_put_end(t, stmt);
		else
			ir_put(t, "\n");
	}
	return true;
}

/* ---- arithmetic */

/* The operands and the steps of one statement. */
struct complex_steps {
	struct ir_text *t;
	gimple *stmt;
	struct ir_text type; /* of the parts, with a '\0' */
};

/* A part, or the result of a step. */
struct complex_operand {
	tree value; /* null: a step */
	unsigned number; /* of the part, or of the step */
};

static void put_part(struct complex_steps *s, struct complex_operand a)
{
	ir_put(s->t, " ");
	if (a.value)
		ir_put_named(s->t, a.value, a.number);
	else
		ir_put(s->t, "%%part.%u", a.number);
}

static void put_part_operation(struct complex_steps *s, enum tree_code code,
			       struct complex_operand a, struct complex_operand b)
{
	ir_put(s->t, "%s", get_tree_code_name(code));
	put_part(s, a);
	if (TREE_CODE_LENGTH(code) == 2)
		put_part(s, b);
	ir_put_end(s->t, s->stmt);
}

static struct complex_operand new_part_step(struct complex_steps *s, const char *type)
{
	const struct complex_operand made = {NULL_TREE, s->t->objects->temporaries++};

	ir_put(s->t, "%%part.%u %s = ", made.number, type);
	return made;
}

static struct complex_operand put_part_step(struct complex_steps *s,
					    enum tree_code code,
					    struct complex_operand a,
					    struct complex_operand b)
{
	const struct complex_operand made = new_part_step(s, s->type.bytes.address());

	put_part_operation(s, code, a, b);
	return made;
}

static struct complex_operand put_truth(struct complex_steps *s, enum tree_code code,
					struct complex_operand a,
					struct complex_operand b)
{
	const struct complex_operand made = new_part_step(s, "u1");

	put_part_operation(s, code, a, b);
	return made;
}

/* c ? a : b */
static struct complex_operand put_choice(struct complex_steps *s,
					 struct complex_operand c,
					 struct complex_operand a,
					 struct complex_operand b)
{
	const struct complex_operand made = new_part_step(s, s->type.bytes.address());

	ir_put(s->t, "cond_expr");
	put_part(s, c);
	put_part(s, a);
	put_part(s, b);
	ir_put_end(s->t, s->stmt);
	return made;
}

static struct complex_operand put_unknown_part(struct complex_steps *s, const char *why)
{
	const struct complex_operand made = new_part_step(s, s->type.bytes.address());

	ir_put(s->t, "unknown ");
	ir_put_quoted(s->t, why);
	ir_put_end(s->t, s->stmt);
	return made;
}

static void put_parts(struct complex_steps *s, struct complex_operand re,
		      struct complex_operand im)
{
	for (unsigned i = 0; i < 2; i++) {
		ir_put_part_result(s->t, gimple_assign_lhs(s->stmt), i);
		ir_put(s->t, "move");
		put_part(s, i ? im : re);
		ir_put_end(s->t, s->stmt);
	}
}

/* The statement's operation, of each part. */
static void put_each(struct complex_steps *s, struct complex_operand re,
		     struct complex_operand im, struct complex_operand with_re,
		     struct complex_operand with_im)
{
	const enum tree_code code = gimple_assign_rhs_code(s->stmt);

	re = put_part_step(s, code, re, with_re);
	im = put_part_step(s, code, im, with_im);
	put_parts(s, re, im);
}

/* Both are no numbers. */
static struct complex_operand put_both_unordered(struct complex_steps *s,
						 struct complex_operand a,
						 struct complex_operand b)
{
	const struct complex_operand first = put_truth(s, UNORDERED_EXPR, a, a);
	const struct complex_operand second = put_truth(s, UNORDERED_EXPR, b, b);

	return put_truth(s, BIT_AND_EXPR, first, second);
}

static void put_product(struct complex_steps *s, tree a, tree b)
{
	const struct complex_operand ar = {a, 0}, ai = {a, 1}, br = {b, 0}, bi = {b, 1};
	const struct complex_operand rr = put_part_step(s, MULT_EXPR, ar, br);
	const struct complex_operand ii = put_part_step(s, MULT_EXPR, ai, bi);
	const struct complex_operand ri = put_part_step(s, MULT_EXPR, ar, bi);
	const struct complex_operand ir = put_part_step(s, MULT_EXPR, ai, br);
	const char *why =
	    "a product of complex numbers where both parts are no numbers";

	struct complex_operand re = put_part_step(s, MINUS_EXPR, rr, ii);
	struct complex_operand im = put_part_step(s, PLUS_EXPR, ri, ir);
	if (flag_complex_method == 2 && SCALAR_FLOAT_TYPE_P(TREE_TYPE(TREE_TYPE(a)))) {
		const struct complex_operand both = put_both_unordered(s, re, im);
		re = put_choice(s, both, put_unknown_part(s, why), re);
		im = put_choice(s, both, put_unknown_part(s, why), im);
	}
	put_parts(s, re, im);
}

/* Smith's method, where `large` is the part of w that is not smaller. With ratio = small
 * / large and w's square w = small ratio + large the parts are (x ratio + y) / w and
 * +-(y ratio - x) / w. */
static void put_smith(struct complex_steps *s, tree a, bool im_is_large,
		      struct complex_operand small, struct complex_operand large,
		      struct complex_operand *re, struct complex_operand *im)
{
	const struct complex_operand ar = {a, 0}, ai = {a, 1};
	const struct complex_operand ratio = put_part_step(s, RDIV_EXPR, small, large);
	const struct complex_operand scaled = put_part_step(s, MULT_EXPR, small, ratio);
	const struct complex_operand w = put_part_step(s, PLUS_EXPR, scaled, large);
	const struct complex_operand scaled_re = put_part_step(s, MULT_EXPR, ar, ratio);
	const struct complex_operand scaled_im = put_part_step(s, MULT_EXPR, ai, ratio);

	*re = im_is_large ? put_part_step(s, PLUS_EXPR, scaled_re, ai)
			  : put_part_step(s, PLUS_EXPR, scaled_im, ar);
	*im = im_is_large ? put_part_step(s, MINUS_EXPR, scaled_im, ar)
			  : put_part_step(s, MINUS_EXPR, ai, scaled_re);
	*re = put_part_step(s, RDIV_EXPR, *re, w);
	*im = put_part_step(s, RDIV_EXPR, *im, w);
}

static void put_quotient(struct complex_steps *s, tree a, tree b)
{
	const struct complex_operand br = {b, 0}, bi = {b, 1};
	struct complex_operand re[2], im[2];

	const struct complex_operand abs_re = put_part_step(s, ABS_EXPR, br, br);
	const struct complex_operand abs_im = put_part_step(s, ABS_EXPR, bi, bi);
	const struct complex_operand im_is_large =
	    put_truth(s, LT_EXPR, abs_re, abs_im);
	put_smith(s, a, false, bi, br, &re[0], &im[0]);
	put_smith(s, a, true, br, bi, &re[1], &im[1]);
	put_parts(s, put_choice(s, im_is_large, re[1], re[0]),
		  put_choice(s, im_is_large, im[1], im[0]));
}

/* ---- statements */

static void put_move(struct complex_steps *s, struct complex_operand a)
{
	ir_put_ssa(s->t, gimple_assign_lhs(s->stmt));
	ir_put(s->t, " %s = move", s->type.bytes.address());
	put_part(s, a);
	ir_put_end(s->t, s->stmt);
}

/* The parts of a COMPLEX_EXPR, which are no complex numbers. */
static void put_made(struct complex_steps *s)
{
	for (int i = 0; i < 2; i++) {
		ir_put_part_result(s->t, gimple_assign_lhs(s->stmt), (unsigned)i);
		ir_put(s->t, "move ");
		ir_put_operand(s->t, gimple_op(s->stmt, i + 1));
		ir_put_end(s->t, s->stmt);
	}
}

/* To a complex SSA name. False: it has no form. */
static bool put_value(struct complex_steps *s, tree a, tree b)
{
	const enum tree_code code = gimple_assign_rhs_code(s->stmt);
	const bool is_float =
	    SCALAR_FLOAT_TYPE_P(TREE_TYPE(TREE_TYPE(gimple_assign_lhs(s->stmt))));
	const struct complex_operand re = {a, 0}, im = {a, 1};

	switch (code) {
	case COMPLEX_EXPR:
		put_made(s);
		return true;
	case SSA_NAME:
	case COMPLEX_CST:
	case PAREN_EXPR:
		put_parts(s, re, im);
		return true;
	case NEGATE_EXPR:
		put_each(s, re, im, re, im);
		return true;
	case CONJ_EXPR:
		put_parts(s, re, put_part_step(s, NEGATE_EXPR, im, im));
		return true;
	case PLUS_EXPR:
	case MINUS_EXPR:
		put_each(s, re, im, {b, 0}, {b, 1});
		return true;
	case MULT_EXPR:
		put_product(s, a, b);
		return true;
	case RDIV_EXPR:
		if (!is_float || flag_complex_method != 1)
			return false;
		put_quotient(s, a, b);
		return true;
	default:
		return false;
	}
}

/* Whether the operand of the statement is a complex number whose parts have names. */
static bool has_named_parts(tree value)
{
	return value && is_gimple_val(value) && ir_has_parts(TREE_TYPE(value));
}

static bool put_complex_value(struct complex_steps *s)
{
	tree lhs = gimple_assign_lhs(s->stmt), a = gimple_assign_rhs1(s->stmt),
	     b = gimple_assign_rhs2(s->stmt);

	ir_put_type(&s->type, TREE_TYPE(TREE_TYPE(lhs)));
	s->type.bytes.safe_push('\0');
	if (ir_inexact(s->stmt) && !gimple_assign_single_p(s->stmt))
		return false;
	if (gimple_assign_load_p(s->stmt))
		return ir_put_complex_load(s->t, s->stmt, lhs, a);
	if (gimple_assign_rhs_code(s->stmt) != COMPLEX_EXPR &&
	    (!has_named_parts(a) || (b && !has_named_parts(b))))
		return false;
	return put_value(s, a, b);
}

bool ir_put_complex(struct ir_text *t, gimple *stmt)
{
	struct complex_steps s = {t, stmt, {}};
	tree lhs = gimple_assign_lhs(stmt), rhs = gimple_assign_rhs1(stmt);
	const enum tree_code code = gimple_assign_rhs_code(stmt);

	if (TREE_CODE(lhs) != SSA_NAME)
		return gimple_assign_single_p(stmt) && has_named_parts(rhs) &&
		       ir_put_complex_store(t, stmt, lhs, rhs);
	if (ir_has_parts(TREE_TYPE(lhs)))
		return put_complex_value(&s);
	if ((code != REALPART_EXPR && code != IMAGPART_EXPR) ||
	    !has_named_parts(TREE_OPERAND(rhs, 0)))
		return false;
	ir_put_type(&s.type, TREE_TYPE(lhs));
	s.type.bytes.safe_push('\0');
	put_move(&s, {TREE_OPERAND(rhs, 0), code == IMAGPART_EXPR});
	return true;
}
