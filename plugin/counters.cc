/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters.cc - libFuzzer's 8-bit counters: one at the entry of each function and one
 * on each side of each branch (on the edge, which is split where it is critical), so
 * that both sides are features of their own. Edges that cannot be split (abnormal ones,
 * those of exceptions) are counted at the start of the block that they lead to.
 *
 * Units of a typed target, built with entry=, only say that a side was taken: it asks
 * no more, and where a small loop counts, each round waits for the one before.
 */
#include "plugin/gcc.h"
#include "plugin/options.h"
#include "plugin/shape.h"

/* Without a warning; before it has the program's location, as in hooks.cc. */
static void add(gimple_seq *seq, gimple *stmt, location_t where)
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

static tree address_of(tree byte)
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
	    gimple_build_call(builtin, 2, address_of(byte),
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
	return gimple_build_call(builtin, 3, address_of(byte), value,
				 build_int_cst(integer_type_node, MEMMODEL_RELAXED));
}

/* c = 1 */
static void mark(gimple_seq *seq, unsigned counter, location_t where)
{
	add(seq, store(counter, build_one_cst(unsigned_char_type_node)), where);
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
	    gimple_build_assign(after, PLUS_EXPR, before, one),
	    store(counter, after)};

	for (gimple *stmt : statements)
		add(seq, stmt, where);
}

static gimple_seq count(unsigned counter, location_t where)
{
	gimple_seq seq = NULL;

	if (options.entry)
		mark(&seq, counter, where);
	else
		increment(&seq, counter, where);
	return seq;
}

static unsigned new_counter(struct shape *s, unsigned block, bool entry)
{
	unit_counter c = {s->fun->decl, block, entry};

	unit.counters.safe_push(c);
	return unit.counters.length() - 1;
}

static void count_at_start(basic_block bb, unsigned counter)
{
	gimple_stmt_iterator gsi = gsi_after_labels(bb);

	gsi_insert_seq_before(&gsi, count(counter, UNKNOWN_LOCATION), GSI_SAME_STMT);
}

static void count_on_edge(edge e, unsigned counter, location_t where)
{
	if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
		count_at_start(e->dest, counter);
	else
		gsi_insert_seq_on_edge(e, count(counter, where));
}

void shape_insert_counters(struct shape *s)
{
	unsigned block = 0;
	location_t entry = unit.functions[s->number].location;

	count_on_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(s->fun)),
		      new_counter(s, block++, true), entry);
	for (unsigned i = 0; i < s->sites.length(); i++) {
		const shape_site *here = &s->sites[i];
		const unit_site site = unit.sites[here->number];
		for (unsigned side = 0; side < site.sides; side++) {
			unsigned counter = new_counter(s, block++, false);
			unit.goals[site.goal + side].counter = counter;
			count_on_edge(shape_side_edge(here->stmt, side), counter,
				      site.location);
		}
	}
	gsi_commit_edge_inserts();
}
