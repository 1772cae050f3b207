/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * export.cc - writes a function as text (include/me/ir.h) into a section of the object.
 *
 *	.pushsection .me_ir,"",@progbits
 *	.ascii "function f 0123456789abcdef\n..."
 *	.popsection
 *
 * Assembly at top level is all that survives -flto and its partitions.
 */
#include "plugin/gcc.h"
#include "plugin/export/export.h"
#include "plugin/unit/unit.h"
#include "me/ir.h"
#include "tree-dfa.h"

/* ---- the head */

/* The size of what a parameter points to: a descriptor of Fortran's is larger than the
 * elements that the entry gets. */
static void put_target_size(struct ir_text *t, tree type)
{
	if (!POINTER_TYPE_P(type))
		return;
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(type));
	if (size && tree_fits_uhwi_p(size))
		ir_put(t, " " HOST_WIDE_INT_PRINT_UNSIGNED, tree_to_uhwi(size));
}

/* A pointer that is no parameter in the source. */
static void put_hidden(struct ir_text *t, function *fun, tree decl)
{
	tree value = decl ? ssa_default_def(fun, decl) : NULL_TREE;

	ir_put(t, "param ptr ");
	if (value)
		ir_put_ssa(t, value);
	else
		ir_put(t, "-");
	ir_put(t, " \"\"\n");
}

/* A nested function gets the address of the variables that it shares; an object that has
 * to be constructed is put where a pointer leads to. */
static void put_hidden_parameters(struct ir_text *t, function *fun)
{
	if (DECL_STATIC_CHAIN(fun->decl))
		put_hidden(t, fun, fun->static_chain_decl);
	if (DECL_BY_REFERENCE(DECL_RESULT(fun->decl)))
		put_hidden(t, fun, DECL_RESULT(fun->decl));
}

/* The parameter's complex value, or null: it is an object, whose parts are read. */
static tree complex_value(function *fun, tree p)
{
	return is_gimple_reg(p) && ir_has_parts(TREE_TYPE(p)) ? ssa_default_def(fun, p)
							      : NULL_TREE;
}

static void put_parameters(struct ir_text *t, function *fun)
{
	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p)) {
		const char *name = DECL_NAME(p) ? IDENTIFIER_POINTER(DECL_NAME(p)) : "";
		tree value = is_gimple_reg(p) ? ssa_default_def(fun, p) : NULL_TREE;

		ir_put(t, "param ");
		ir_put_type(t, TREE_TYPE(p));
		ir_put(t, " ");
		if (complex_value(fun, p))
			ir_put_object(t, p);
		else if (value)
			ir_put_ssa(t, value);
		else if (is_gimple_reg(p))
			ir_put(t, "-");
		else
			ir_put_object(t, p);
		ir_put(t, " ");
		ir_put_quoted(t, name);
		put_target_size(t, TREE_TYPE(p));
		ir_put(t, "\n");
	}
	put_hidden_parameters(t, fun);
}

/* The block of the entry, or GCC's block in front of it. */
static basic_block first_block(function *fun)
{
	basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(fun);

	return single_pred_p(single_succ(entry)) ? single_succ(entry) : entry;
}

static void put_complex_parameters(struct ir_text *t, function *fun)
{
	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p))
		if (tree value = complex_value(fun, p))
			ir_put_complex_load(t, NULL, value, p);
}

static bool is_parameter(function *fun, tree decl)
{
	if (decl == DECL_RESULT(fun->decl))
		return DECL_BY_REFERENCE(decl);
	if (decl == fun->static_chain_decl)
		return DECL_STATIC_CHAIN(fun->decl);
	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p))
		if (p == decl)
			return true;
	return false;
}

/* What has a value at the entry and is no parameter has an undefined one. */
static void put_undefined(struct ir_text *t, function *fun)
{
	unsigned i;
	tree name;

	FOR_EACH_SSA_NAME(i, name, fun)
	{
		if (!SSA_NAME_IS_DEFAULT_DEF(name) || virtual_operand_p(name) ||
		    is_parameter(fun, SSA_NAME_VAR(name)))
			continue;
		for (unsigned k = 0; k < ir_name_count(TREE_TYPE(name)); k++) {
			ir_put(t, "undefined ");
			ir_put_name_type(t, TREE_TYPE(name));
			ir_put(t, " ");
			ir_put_named(t, name, k);
			ir_put(t, "\n");
		}
	}
}

static void put_head(struct ir_text *t, function *fun)
{
	expanded_location at = expand_location(DECL_SOURCE_LOCATION(fun->decl));

	ir_put(t, "source ");
	ir_put_quoted(t, at.file ? at.file : "");
	ir_put(t, " %d ", at.line);
	ir_put_quoted(t, DECL_NAME(fun->decl) ? IDENTIFIER_POINTER(DECL_NAME(fun->decl))
					      : "");
	ir_put(t, "\nflags%s%s%s%s%s%s\nresult ",
	       TREE_PUBLIC(fun->decl) ? "" : " static",
	       stdarg_p(TREE_TYPE(fun->decl)) ? " variadic" : "",
	       DECL_STATIC_CHAIN(fun->decl) ? " nested" : "",
	       symbol_is_open(fun->decl) ? " open" : "",
	       DECL_BY_REFERENCE(DECL_RESULT(fun->decl)) ? " placed" : "",
	       DECL_STATIC_CONSTRUCTOR(fun->decl) ? " constructor" : "");
	if (VOID_TYPE_P(TREE_TYPE(TREE_TYPE(fun->decl))))
		ir_put(t, "void");
	else
		ir_put_type(t, TREE_TYPE(TREE_TYPE(fun->decl)));
	ir_put(t, "\n");
}

/* ---- blocks */

/* The phi of one name of the result. */
static void put_phi(struct ir_text *t, gphi *phi, unsigned number)
{
	tree result = gimple_phi_result(phi);

	ir_put(t, "phi ");
	ir_put_named(t, result, number);
	ir_put(t, " ");
	ir_put_name_type(t, TREE_TYPE(result));
	for (unsigned k = 0; k < gimple_phi_num_args(phi); k++) {
		ir_put(t, " %d ", gimple_phi_arg_edge(phi, k)->src->index);
		ir_put_named(t, gimple_phi_arg_def(phi, k), number);
	}
	ir_put(t, "\n");
}

static void put_phis(struct ir_text *t, basic_block bb)
{
	for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i)) {
		tree result = gimple_phi_result(i.phi());
		if (virtual_operand_p(result))
			continue;
		for (unsigned k = 0; k < ir_name_count(TREE_TYPE(result)); k++)
			put_phi(t, i.phi(), k);
	}
}

static void put_ordinal(struct ir_text *t, const struct shape *s, gimple *stmt)
{
	const shape_site *site = shape_site_of(s, stmt);

	if (site && site->ordinal != NO_ORDINAL)
		ir_put(t, " %u", site->ordinal);
	else
		ir_put(t, shape_is_observer(s, stmt) ? " =" : " -");
}

/* The condition tests an unknown value, and has its operands as the reason. */
static void put_unknown_truth(struct ir_text *t, gcond *stmt, const char *why)
{
	const unsigned number = t->objects->temporaries++;

	ir_put(t, "%%truth.%u u1 = unknown ", number);
	ir_put_quoted(t, why);
	ir_put(t, " ");
	ir_put_operand(t, gimple_cond_lhs(stmt));
	ir_put(t, " ");
	ir_put_operand(t, gimple_cond_rhs(stmt));
	ir_put_end(t, stmt);
	ir_put(t, "cond ne_expr %%truth.%u u1:0", number);
}

static void put_cond(struct ir_text *t, const struct shape *s, gcond *stmt)
{
	edge on_true = shape_side_edge(stmt, 0), on_false = shape_side_edge(stmt, 1);
	const char *why = ir_inexact(stmt);

	if (why) {
		put_unknown_truth(t, stmt, why);
	} else {
		ir_put(t, "cond %s ", get_tree_code_name(gimple_cond_code(stmt)));
		ir_put_operand(t, gimple_cond_lhs(stmt));
		ir_put(t, " ");
		ir_put_operand(t, gimple_cond_rhs(stmt));
	}
	ir_put(t, " %d %d", on_true->dest->index, on_false->dest->index);
	put_ordinal(t, s, stmt);
	ir_put(t, " %u %u", shape_edge_rank(on_true), shape_edge_rank(on_false));
	ir_put_end(t, stmt);
}

static int block_of_label(tree label)
{
	return label_to_block(cfun, CASE_LABEL(label))->index;
}

static void put_switch(struct ir_text *t, const struct shape *s, gswitch *stmt)
{
	basic_block bb = gimple_bb(stmt);

	ir_put(t, "switch ");
	ir_put_operand(t, gimple_switch_index(stmt));
	ir_put(t, " %d", block_of_label(gimple_switch_default_label(stmt)));
	for (unsigned i = 1; i < gimple_switch_num_labels(stmt); i++) {
		tree label = gimple_switch_label(stmt, i);
		ir_put(t, " ");
		ir_put_operand(t, CASE_LOW(label));
		ir_put(t, " ");
		ir_put_operand(t,
			       CASE_HIGH(label) ? CASE_HIGH(label) : CASE_LOW(label));
		ir_put(t, " %d", block_of_label(label));
	}
	ir_put(t, " ;");
	put_ordinal(t, s, stmt);
	for (unsigned i = 0; i < EDGE_COUNT(bb->succs); i++)
		ir_put(t, " %d %u", EDGE_SUCC(bb, i)->dest->index, i);
	ir_put_end(t, stmt);
}

/* A complex number that is returned, as the bytes of an object. */
static tree complex_result(struct ir_text *t, greturn *stmt, tree value)
{
	if (!is_gimple_val(value))
		return value;
	tree object = ir_complex_object(t->objects, TREE_TYPE(value), IR_RESULT);
	ir_put_complex_store(t, stmt, object, value);
	return object;
}

/* Only a plain value can be exported; a whole returned in memory cannot. */
static void put_return(struct ir_text *t, greturn *stmt)
{
	tree value = gimple_return_retval(stmt);
	struct ir_text moved(t->objects);

	if (value && ir_has_parts(TREE_TYPE(value)))
		value = complex_result(t, stmt, value);
	if (value &&
	    (AGGREGATE_TYPE_P(TREE_TYPE(value)) || ir_has_parts(TREE_TYPE(value))))
		ir_put_argument(&moved, value);
	else if (value)
		ir_put_moved(t, &moved, stmt, value);
	ir_put(t, "return");
	if (value) {
		ir_put(t, " ");
		t->bytes.safe_splice(moved.bytes);
	}
	ir_put_end(t, stmt);
}

/* Whether control goes on behind the call that is last or, by an exception, elsewhere. */
static bool ends_by_exception(basic_block bb, gimple *last)
{
	edge e;
	edge_iterator ei;
	bool goes_on = false;

	if (!last || !is_gimple_call(last))
		return false;

	FOR_EACH_EDGE(e, ei, bb->succs)
	{
		if (!(e->flags & (EDGE_FALLTHRU | EDGE_EH)) ||
		    (e->flags & EDGE_ABNORMAL))
			return false;
		goes_on |= (e->flags & EDGE_FALLTHRU) != 0;
	}
	return goes_on;
}

static void put_destinations(struct ir_text *t, basic_block bb, bool usual)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, bb->succs)
	if (e->dest != EXIT_BLOCK_PTR_FOR_FN(cfun) &&
	    ((e->flags & EDGE_FALLTHRU) != 0) == usual)
		ir_put(t, " %d", e->dest->index);
}

static void put_any_destination(struct ir_text *t, basic_block bb, gimple *last)
{
	ir_put(t, "any ");
	ir_put_quoted(t, ends_by_exception(bb, last) ? ME_IR_EXCEPTION
			 : last ? gimple_code_name[(int)gimple_code(last)]
				: "");
	put_destinations(t, bb, true);
	put_destinations(t, bb, false);
	ir_put(t, "\n");
}

/* The end of a block that no condition ends: exceptions and computed jumps are any. */
static void put_plain_end(struct ir_text *t, basic_block bb, gimple *last)
{
	if (EDGE_COUNT(bb->succs) == 0) {
		ir_put(t, "stop\n");
	} else if (single_succ_p(bb) &&
		   single_succ(bb) != EXIT_BLOCK_PTR_FOR_FN(cfun)) {
		ir_put(t, "goto %d\n", single_succ(bb)->index);
	} else if (single_succ_p(bb)) {
		ir_put(t, "return\n");
	} else {
		put_any_destination(t, bb, last);
	}
}

/* The predicate of a goal: what search and proof both have it from. */
static void put_predicate(struct ir_text *t, const goal_predicate *p)
{
	ir_put(t, "goal ");
	ir_put_quoted(t, p->kind);
	ir_put(t, " ");
	ir_put_quoted(t, p->name);
	ir_put(t, " = ");
	ir_put_operand(t, p->truth);
	ir_put_end(t, p->end);
}

static void put_block(struct ir_text *t, const struct shape *s, basic_block bb)
{
	gimple *last = last_stmt(bb);

	ir_put(t, "block %d\n", bb->index);
	put_phis(t, bb);
	if (bb == first_block(s->fun))
		put_complex_parameters(t, s->fun);
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		enum gimple_code code = gimple_code(stmt);
		if (const goal_predicate *p = shape_predicate(s, stmt)) {
			put_predicate(t, p);
			continue;
		}
		if (goals_is_mark(stmt))
			continue;
		if (code != GIMPLE_COND && code != GIMPLE_SWITCH &&
		    code != GIMPLE_RETURN && code != GIMPLE_GOTO)
			ir_put_statement(t, stmt);
	}
	if (last && gimple_code(last) == GIMPLE_COND && EDGE_COUNT(bb->succs) == 2)
		put_cond(t, s, as_a<gcond *>(last));
	else if (last && gimple_code(last) == GIMPLE_SWITCH)
		put_switch(t, s, as_a<gswitch *>(last));
	else if (last && gimple_code(last) == GIMPLE_RETURN)
		put_return(t, as_a<greturn *>(last));
	else
		put_plain_end(t, bb, last);
}

/* GCC's block in front of the first one has a line `block` where jumps go back to the
 * first one: then its phis have values for both edges. */
static void put_entry(struct ir_text *t, function *fun)
{
	const int first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun))->index;

	ir_put(t, "entry %d\n", first_block(fun)->index);
	if (first_block(fun)->index == first)
		return;
	ir_put(t, "block %d\n", first_block(fun)->index);
	put_complex_parameters(t, fun);
	ir_put(t, "goto %d\n", first);
}

/* ---- the section */

static void put_ascii(struct ir_text *t, const struct ir_text *from)
{
	ir_put(t, ".ascii \"");
	for (unsigned i = 0; i < from->bytes.length(); i++) {
		const char c = from->bytes[i];
		if (c == '\n')
			ir_put(t, i + 1 < from->bytes.length() ? "\\n\"\n.ascii \""
							       : "\\n");
		else if (c == '"' || c == '\\')
			ir_put(t, "\\%c", c);
		else if (c < ' ' || c > '~')
			ir_put(t, "\\%03o", (unsigned char)c);
		else
			t->bytes.safe_push(c);
	}
	ir_put(t, "\"\n");
}

static void emit(const struct ir_text *text)
{
	struct ir_text assembly;

	ir_put(&assembly, "\t.pushsection " ME_IR_SECTION ",\"\",@progbits\n");
	put_ascii(&assembly, text);
	ir_put(&assembly, "\t.popsection");
	symtab->finalize_toplevel_asm(
	    build_string(assembly.bytes.length(), assembly.bytes.address()));
}

static void put_unit_once(struct ir_text *t)
{
	static bool done;

	if (done)
		return;
	done = true;
	ir_put(t, "me-ir %d ", ME_IR_VERSION);
	ir_put_quoted(t, main_input_filename);
	ir_put(t, "\n");
}

/* What the unit says of itself for those who keep proofs. */
static void note_exported(const char *name, unsigned HOST_WIDE_INT hash)
{
	unsigned HOST_WIDE_INT *sum = &unit.exported;

	for (const char *c = name; *c; c++)
		*sum = (*sum ^ (unsigned char)*c) * ME_IR_HASH_PRIME;
	*sum = (*sum ^ hash) * ME_IR_HASH_PRIME;
}

void ir_export(const struct shape *s)
{
	struct ir_objects objects;
	struct ir_text whole, head, parameters(&objects), entry(&objects),
	    blocks(&objects);
	basic_block bb;

	objects.temporaries = 0;
	put_head(&head, s->fun);
	put_parameters(&parameters, s->fun);
	put_undefined(&parameters, s->fun);
	put_entry(&entry, s->fun);
	FOR_EACH_BB_FN(bb, s->fun)
	put_block(&blocks, s, bb);
	head.bytes.safe_splice(objects.lines.bytes);
	head.bytes.safe_splice(parameters.bytes);
	head.bytes.safe_splice(entry.bytes);
	head.bytes.safe_splice(blocks.bytes);
	put_unit_once(&whole);
	const char *name = symbol_name(s->fun->decl);
	ir_put(&whole, "function ");
	ir_put_name(&whole, name);
	ir_put(&whole, " %016" HOST_WIDE_INT_PRINT "x\n", ir_hash(&head));
	note_exported(name, ir_hash(&head));
	whole.bytes.safe_splice(head.bytes);
	ir_put(&whole, "end\n");
	emit(&whole);
}

void ir_export_unit(void)
{
	struct ir_text aliases, whole;

	ir_put_aliases(&aliases);
	if (!aliases.bytes.length())
		return;
	put_unit_once(&whole);
	note_exported("alias", ir_hash(&aliases));
	whole.bytes.safe_splice(aliases.bytes);
	emit(&whole);
}
