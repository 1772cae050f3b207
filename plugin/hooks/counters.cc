/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters.cc - libFuzzer's 8-bit counters: one at the entry of each function and one
 * on each side of each branch (on the edge, which is split where it is critical), so
 * that both sides are features of their own. Edges that cannot be split (abnormal ones,
 * those of exceptions) are counted at the start of the block that they lead to.
 *
 * Units of a typed target, built with entry=, only say that a side was taken: it asks
 * no more, and where a small loop counts, each round waits for the one before.
 *
 * To count takes one instruction with a carry, which GIMPLE cannot say, and five
 * statements cost up to a quarter of the time that compiling takes. So a volatile store
 * of 1 stands for the count until the optimisers are done. What LTO compiles later,
 * without us perhaps, is counted by assembly at once, and what ThreadSanitizer is to
 * see, or a transaction to undo, by the five statements.
 */
#include "plugin/gcc.h"
#include "plugin/plugin_options.h"
#include "plugin/hooks/instrument.h"
#include "gimplify.h"

/* Without a warning; before it has the program's location, as in hooks.cc. */
static void add_counting(gimple_seq *seq, gimple *stmt, location_t where)
{
	suppress_warning(stmt);
	gimple_set_location(stmt, where);
	gimple_seq_add_stmt(seq, stmt);
}

/* ThreadSanitizer would take the program's threads to race for our counters; of atomic
 * accesses it says nothing. Null without it: plain accesses do. */
static tree atomic(enum built_in_function code)
{
	return sanitize_flags_p(SANITIZE_THREAD) ? builtin_decl_explicit(code)
						 : NULL_TREE;
}

static tree byte_address(tree byte)
{
	return build1(ADDR_EXPR, build_pointer_type(TREE_TYPE(byte)), byte);
}

static gimple *load(tree into, unsigned counter)
{
	tree byte = unit_counter_byte(counter);
	tree builtin = atomic(BUILT_IN_ATOMIC_LOAD_1);

	if (!builtin)
		return gimple_build_assign(into, byte);
	gcall *call =
	    gimple_build_call(builtin, 2, byte_address(byte),
			      build_int_cst(integer_type_node, MEMMODEL_RELAXED));
	gimple_call_set_lhs(call, into);
	return call;
}

static gimple *store(unsigned counter, tree value)
{
	tree byte = unit_counter_byte(counter);
	tree builtin = atomic(BUILT_IN_ATOMIC_STORE_1);

	if (!builtin)
		return gimple_build_assign(byte, value);
	return gimple_build_call(builtin, 3, byte_address(byte), value,
				 build_int_cst(integer_type_node, MEMMODEL_RELAXED));
}

/* c = 1 */
static void mark_taken(gimple_seq *seq, unsigned counter, location_t where)
{
	add_counting(seq, store(counter, build_one_cst(unsigned_char_type_node)),
		     where);
}

/* c = 1, volatile: it stands for a count. */
static void mark_count(gimple_seq *seq, unsigned counter, location_t where)
{
	tree byte = unit_counter_byte(counter);

	TREE_THIS_VOLATILE(byte) = 1;
	add_counting(seq,
		     gimple_build_assign(byte, build_one_cst(unsigned_char_type_node)),
		     where);
}

/* c = c + (c != 255): a side taken 256 times was taken. */
static void increment(gimple_seq *seq, unsigned counter, location_t where)
{
	tree byte = unsigned_char_type_node;
	tree before = make_ssa_name(byte), after = make_ssa_name(byte);
	tree counts = make_ssa_name(boolean_type_node), one = make_ssa_name(byte);
	gimple *statements[] = {
	    load(before, counter),
	    gimple_build_assign(counts, NE_EXPR, before, build_all_ones_cst(byte)),
	    gimple_build_assign(one, NOP_EXPR, counts),
	    gimple_build_assign(after, PLUS_EXPR, before, one), store(counter, after)};

	for (gimple *stmt : statements)
		add_counting(seq, stmt, where);
}

/* Assembly is no part of a transaction, and ThreadSanitizer does not see it. */
static bool counts_in_assembly(void)
{
	return HAS_CARRY_TO_MEMORY && !flag_tm && !sanitize_flags_p(SANITIZE_THREAD);
}

/* c - 255 borrows unless c is 255. */
static gasm *count_with_carry(tree byte)
{
	vec<tree, va_gc> *in = NULL, *out = NULL;

	vec_safe_push(in, asm_operand("m", unshare_expr(byte)));
	vec_safe_push(out, asm_operand("=m", byte));
	return gimple_build_asm_vec("{cmpb\t$-1, %1|cmp\t%1, -1}\n\t"
				    "{adcb\t$0, %0|adc\t%0, 0}",
				    in, out, NULL, NULL);
}

/* A count that the optimisers of LTO leave as it is. */
static gasm *count_for_good(tree byte)
{
	gasm *stmt = count_with_carry(byte);

	gimple_asm_set_volatile(stmt, true);
	gimple_asm_set_inline(stmt, true);
	return stmt;
}

static gimple_seq counting_code(unsigned counter, location_t where)
{
	gimple_seq seq = NULL;

	if (options.entry)
		mark_taken(&seq, counter, where);
	else if (!counts_in_assembly())
		increment(&seq, counter, where);
	else if (flag_generate_lto)
		add_counting(&seq, count_for_good(unit_counter_byte(counter)), where);
	else
		mark_count(&seq, counter, where);
	return seq;
}

static unsigned new_counter(bool entry)
{
	unit.counters.safe_push(entry);
	return unit.counters.length() - 1;
}

static void count_at_start(basic_block bb, unsigned counter)
{
	gimple_stmt_iterator gsi = gsi_after_labels(bb);

	gsi_insert_seq_before(&gsi, counting_code(counter, UNKNOWN_LOCATION),
			      GSI_SAME_STMT);
}

static void count_on_edge(edge e, unsigned counter, location_t where)
{
	if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
		count_at_start(e->dest, counter);
	else
		gsi_insert_seq_on_edge(e, counting_code(counter, where));
}

void shape_number_counters(struct shape *s)
{
	s->entry_counter = new_counter(true);
	for (unsigned i = 0; i < s->sites.length(); i++) {
		const unit_site *site = &unit.sites[s->sites[i].number];
		for (unsigned side = 0; side < site->sides; side++)
			unit.goals[site->goal + side].counter = new_counter(false);
	}
}

/* Not the line of a function that is copied into others: gcov would count it there. */
static location_t entry_location(const struct shape *s)
{
	if (lookup_attribute("always_inline", DECL_ATTRIBUTES(s->fun->decl)))
		return UNKNOWN_LOCATION;
	return unit.functions[s->number].location;
}

/* The hook of a predicate sets its counter. */
void shape_insert_counters(struct shape *s)
{
	count_on_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(s->fun)),
		      s->entry_counter, entry_location(s));
	for (unsigned i = 0; i < s->sites.length(); i++) {
		const shape_site *here = &s->sites[i];
		const unit_site *site = &unit.sites[here->number];
		for (unsigned k = 0; site_branches(site) && k < site->sides; k++)
			count_on_edge(shape_side_edge(here->stmt, k),
				      unit.goals[site->goal + k].counter,
				      site->location);
	}
	gsi_commit_edge_inserts();
}

/* ---- when the optimisers are done */

/* The store of 1 that stands for a count. */
static bool is_count(gimple *stmt)
{
	if (!gimple_store_p(stmt) || !gimple_has_volatile_ops(stmt))
		return false;
	return get_base_address(gimple_get_lhs(stmt)) == unit.counters_table;
}

void counters_write(function *fun)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *store = gsi_stmt(i);
		if (!is_count(store))
			continue;
		tree byte = gimple_assign_lhs(store);
		TREE_THIS_VOLATILE(byte) = 0;
		gasm *stmt = count_with_carry(byte);
		gimple_set_location(stmt, gimple_location(store));
		gimple_move_vops(stmt, store);
		gsi_replace(&i, stmt, false);
	}
}
