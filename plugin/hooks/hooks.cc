/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hooks.cc - inserts the distance hooks.
 *
 * Before:                   After:
 *     <rest of block>           <rest of block>
 *     if (a < b)                s = me_state[i];
 *                               if (s != 0)
 *                                 __me_compare (&me_sites[i], bits (a), bits (b));
 *                               if (a < b)
 *
 *       block                     head
 *       /   \                      |  \
 *      T     F                     |  call
 *                                  |  /
 *                                 rest
 *                                 /   \
 *                                T     F
 *
 * bits () is the operand's integer image, so that no hook and no conversion for it
 * touches the floating-point environment; long double goes as it is, since x87 loads
 * and stores of 80 bits raise nothing.
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"

/* ---- hooks of comparisons */

static bool is_wide_type(unsigned type)
{
	return type == ME_I128 || type == ME_U128 || type == ME_F128 || type == ME_D128;
}

/* All three are declared at once: this is the order of their names in the output. */
static tree compare_hook(unsigned type)
{
	tree integers = unit_hook("__me_compare", "vpqq");
	tree f80 = unit_hook("__me_compare_f80", "vpee");
	tree wide = unit_hook("__me_compare_128", "vpww");

	return is_wide_type(type) ? wide : type == ME_F80 ? f80 : integers;
}

/* ---- operands */

static tree assign(gimple_seq *seq, tree type, enum tree_code code, tree value,
		   location_t location)
{
	tree name = make_ssa_name(type);
	tree rhs = code == VIEW_CONVERT_EXPR ? build1(code, type, value) : value;
	gassign *stmt = gimple_build_assign(name, code, rhs);

	shape_place(stmt, location);
	gimple_seq_add_stmt(seq, stmt);
	return name;
}

/* The bits of a constant. Folding would leave a signaling NaN as it is. */
static tree constant_image(tree value, tree image)
{
	unsigned char bytes[16];
	int length = native_encode_expr(value, bytes, sizeof bytes);

	return native_interpret_expr(image, bytes, length);
}

tree shape_operand_bits(gimple_seq *seq, tree value, unsigned type, location_t where)
{
	tree word = is_wide_type(type) ? unit_wide_word() : uint64_type_node;

	if (type == ME_F80)
		return useless_type_conversion_p(long_double_type_node,
						 TREE_TYPE(value))
			   ? value
			   : assign(seq, long_double_type_node, NOP_EXPR, value, where);
	if (SCALAR_FLOAT_TYPE_P(TREE_TYPE(value))) {
		tree image = type == ME_F32 || type == ME_D32 ? uint32_type_node : word;
		if (TREE_CODE(value) == REAL_CST)
			return fold_convert(word, constant_image(value, image));
		value = assign(seq, image, VIEW_CONVERT_EXPR, value, where);
	}
	if (CONSTANT_CLASS_P(value))
		return fold_convert(word, value);
	return assign(seq, word, NOP_EXPR, value, where);
}

/* ---- the guarded call */

static void insert_call(gimple *stmt, unsigned site, tree hook, tree a, tree b,
			unsigned type)
{
	location_t where = gimple_location(stmt);
	basic_block bb = shape_guarded_block(stmt, site, where);
	gimple_seq seq = NULL;
	tree first = shape_operand_bits(&seq, a, type, where);
	tree second = b ? shape_operand_bits(&seq, b, type, where) : NULL_TREE;
	gcall *call =
	    second ? gimple_build_call(hook, 3, unit_site_address(site), first, second)
		   : gimple_build_call(hook, 2, unit_site_address(site), first);

	shape_place(call, where);
	gimple_seq_add_stmt(&seq, call);
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
}

/* The image of a constant as a hook takes it, or null. */
static tree constant_word(tree value, unsigned type)
{
	if (!CONSTANT_CLASS_P(value))
		return NULL_TREE;
	if (type == ME_F32 || type == ME_F64)
		value = constant_image(value, type == ME_F32 ? uint32_type_node
							     : uint64_type_node);
	return fold_convert(uint64_type_node, value);
}

/* The guarded call of __me_compare as one statement, where that is possible. */
static bool insert_cold_call(gimple *stmt, unsigned site, tree a, tree b, unsigned type)
{
	if (!cold_call_can(TREE_TYPE(a)) || !cold_call_can(TREE_TYPE(b)))
		return false;
	const tree values[] = {a, b};
	const tree images[] = {constant_word(a, type), constant_word(b, type)};
	shape_insert_before(stmt, cold_call_call(site, "__me_compare", values, images));
	return true;
}

/* A float that is compared in 80 bits (compared_type): extended before the block ends,
 * so that it is not rounded on its way into the next one. */
static tree extended(gimple *stmt, tree value)
{
	gimple_seq seq = NULL;
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	if (CONSTANT_CLASS_P(value))
		return fold_convert(long_double_type_node, value);
	value =
	    assign(&seq, long_double_type_node, NOP_EXPR, value, gimple_location(stmt));
	gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
	return value;
}

/* Makes the comparison one of a and b. */
static void set_operands(gimple *stmt, tree a, tree b)
{
	if (gcond *cond = dyn_cast<gcond *>(stmt)) {
		gimple_cond_set_lhs(cond, a);
		gimple_cond_set_rhs(cond, b);
	} else if (COMPARISON_CLASS_P(gimple_assign_rhs1(stmt))) {
		tree truth = gimple_assign_rhs1(stmt);
		gimple_assign_set_rhs1(
		    stmt, build2(TREE_CODE(truth), TREE_TYPE(truth), a, b));
	} else {
		gimple_assign_set_rhs1(stmt, a);
		gimple_assign_set_rhs2(stmt, b);
	}
	update_stmt(stmt);
}

/*
 * What Fortran's SELECT CASE of texts compares: libgfortran looks the text up in a sorted
 * table (abi.h), and the switch, or where there is one case the comparison, has the number that
 * it finds there. The text may be gone then: that of trim(a) is freed behind the lookup.
 *
 * Before:                                          After:
 *     n = _gfortran_select_string (t, k, a, l);        if (me_state[i] != 0)
 *     switch (n) <...>                                   __me_texts (&me_sites[i], a, l, t, k, 0);
 *                                                      n = _gfortran_select_string (t, k, a, l);
 *                                                      switch (n) <...>
 */
static void insert_select(gimple *stmt, tree index, unsigned site)
{
	gcall *lookup = TREE_CODE(index) == SSA_NAME
			    ? dyn_cast<gcall *>(SSA_NAME_DEF_STMT(index))
			    : NULL;
	tree callee = lookup ? gimple_call_fndecl(lookup) : NULL_TREE;

	if (!callee || gimple_call_num_args(lookup) != 4 ||
	    strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)),
		   "_gfortran_select_string"))
		return;
	location_t where = gimple_location(stmt);
	basic_block bb = shape_guarded_block(lookup, site, where);
	gimple_seq seq = NULL;
	tree entries =
	    shape_operand_bits(&seq, gimple_call_arg(lookup, 1), ME_U64, where);
	tree length =
	    shape_operand_bits(&seq, gimple_call_arg(lookup, 3), ME_U64, where);
	gcall *call = gimple_build_call(
	    unit_hook("__me_texts", "vppqpql"), 6, unit_site_address(site),
	    gimple_call_arg(lookup, 2), length, gimple_call_arg(lookup, 0), entries,
	    build_int_cst(intDI_type_node, 0));

	shape_place(call, where);
	gimple_seq_add_stmt(&seq, call);
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
}

static void insert_hook(const shape_site *here)
{
	const unit_site *site = &unit.sites[here->number];
	gimple *stmt = here->stmt;
	tree a, b;

	if (site->type == ME_VOID || site->kind == ME_SITE_PREDICATE)
		return;
	if (site->op >= ME_COMPARE_BYTES) {
		shape_insert_call_hook(here);
		return;
	}
	if (site->kind == ME_SITE_SWITCH) {
		a = gimple_switch_index(as_a<gswitch *>(stmt));
		insert_select(stmt, a, here->number);
		insert_call(stmt, here->number, unit_hook("__me_switch", "vpq"), a,
			    NULL_TREE, site->type);
		return;
	}
	if (gimple_code(stmt) == GIMPLE_COND) {
		a = gimple_cond_lhs(stmt);
		b = gimple_cond_rhs(stmt);
		insert_select(stmt, a, here->number);
	} else if (is_gimple_call(stmt)) {
		a = b = gimple_call_arg(stmt, 0);
	} else {
		a = gimple_assign_rhs1(stmt);
		b = gimple_assign_rhs2(stmt);
		if (COMPARISON_CLASS_P(a)) {
			b = TREE_OPERAND(a, 1);
			a = TREE_OPERAND(a, 0);
		}
	}
	if (site->type == ME_F80 && shape_operand_type(TREE_TYPE(a)) != ME_F80) {
		a = extended(stmt, a);
		b = extended(stmt, b);
		set_operands(stmt, a, b);
	}
	if (!insert_cold_call(stmt, here->number, a, b, site->type))
		insert_call(stmt, here->number, compare_hook(site->type), a, b,
			    site->type);
}

/*
 * ---- forced branches
 *
 * A branch goes where a hook says: with -fplugin-arg-me-force each one, else those of
 * chains (chains.cc).
 *
 * Before:                         After:
 *     if (a < b)                      t = (uint64_t) (a < b);
 *                                     s = me_state[i];
 *                                     if (s != 0)
 *                                       f = __me_force (&me_sites[i], t);
 *                                     # w = PHI <t, f>
 *                                     if (w != 0)
 *
 * A switch takes w in the place of its value.
 */

static tree place_before(gimple *stmt, gassign *assign)
{
	shape_insert_before(stmt, assign);
	return gimple_assign_lhs(assign);
}

/* value as another type of integers, computed in front of the statement. */
static tree convert_before(gimple *stmt, tree type, tree value)
{
	return place_before(stmt,
			    gimple_build_assign(make_ssa_name(type), NOP_EXPR, value));
}

/* The outcome as a word: the truth of a condition, or the value of a switch. */
static tree outcome(gimple *stmt)
{
	if (gswitch *choice = dyn_cast<gswitch *>(stmt))
		return convert_before(stmt, uint64_type_node,
				      gimple_switch_index(choice));
	gcond *cond = as_a<gcond *>(stmt);
	tree truth = place_before(
	    stmt, gimple_build_assign(make_ssa_name(boolean_type_node),
				      gimple_cond_code(cond), gimple_cond_lhs(cond),
				      gimple_cond_rhs(cond)));
	return convert_before(stmt, uint64_type_node, truth);
}

/* What the hook makes of the outcome, where the site is open. */
static tree forced(gimple *stmt, unsigned site, tree word)
{
	basic_block body = shape_guarded_block(stmt, site, gimple_location(stmt));
	basic_block head = single_pred(body), rest = gimple_bb(stmt);
	gcall *call = gimple_build_call(unit_hook("__me_force", "qpq"), 2,
					unit_site_address(site), word);
	gimple_stmt_iterator gsi = gsi_start_bb(body);

	gimple_call_set_lhs(call, make_ssa_name(uint64_type_node));
	shape_place(call, gimple_location(stmt));
	gsi_insert_before(&gsi, call, GSI_NEW_STMT);
	gphi *phi = create_phi_node(make_ssa_name(uint64_type_node), rest);
	add_phi_arg(phi, word, find_edge(head, rest), UNKNOWN_LOCATION);
	add_phi_arg(phi, gimple_call_lhs(call), single_succ_edge(body),
		    UNKNOWN_LOCATION);
	return gimple_phi_result(phi);
}

static void insert_force(const shape_site *here)
{
	gimple *stmt = here->stmt;

	if (!(unit.sites[here->number].flags & (ME_SITE_FORCED | ME_SITE_CHAINED)))
		return;
	tree word = forced(stmt, here->number, outcome(stmt));
	if (gswitch *choice = dyn_cast<gswitch *>(stmt))
		gimple_switch_set_index(
		    choice,
		    convert_before(stmt, TREE_TYPE(gimple_switch_index(choice)), word));
	else
		gimple_cond_set_condition(as_a<gcond *>(stmt), NE_EXPR, word,
					  build_zero_cst(uint64_type_node));
	update_stmt(stmt);
}

/* ---- all */

void shape_insert_hooks(struct shape *s)
{
	for (unsigned i = 0; i < s->sites.length(); i++) {
		insert_hook(&s->sites[i]);
		insert_force(&s->sites[i]);
	}
}
