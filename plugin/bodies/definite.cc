/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * definite.cc - definite assignment, a forward data flow over the blocks of a function: for each byte of
 * the variable, whether it has been assigned on all ways from the entry.
 *
 *	in(b)  = intersection of out(a) over all edges from a to b; of the entry nothing
 *	out(b) = in(b) and what b assigns; on an edge of an exception, without its last statement
 *
 * What is lent by its address is assigned by the call if the called function assigns what its parameter
 * points to, found in the same way.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/definite.h"
#include "plugin/unit/symbol.h"

#include "gimple-walk.h"
#include "tree-dfa.h"

static const uint64_t ALL = HOST_WIDE_INT_M1U;

/* The variable, or the pointer of what is followed, where the walk over the blocks is. */
struct definite_walk {
	tree decl;
	bool is_pointed;
	HOST_WIDE_INT size; /* bytes */
	uint64_t assigned;
	definite_effect effect;
};

static const definite_effect UNKNOWN = {ALL, ALL, 0, false, true, true};

/* ---- references */

static bool is_pointer(const definite_walk *w, tree t)
{
	return w->is_pointed && (t == w->decl || (TREE_CODE(t) == SSA_NAME &&
						  SSA_NAME_VAR(t) == w->decl));
}

/* Whether the base of a reference is what is followed. */
static bool is_followed(const definite_walk *w, tree base)
{
	if (!base)
		return false;
	if (TREE_CODE(base) != MEM_REF && TREE_CODE(base) != TARGET_MEM_REF)
		return !w->is_pointed && base == w->decl;
	tree address = TREE_OPERAND(base, 0);
	return w->is_pointed ? is_pointer(w, address)
			     : TREE_CODE(address) == ADDR_EXPR &&
				   get_base_address(address) == w->decl;
}

/* The bytes from `first` on; 0: they are not all its own. */
static uint64_t bytes_at(const definite_walk *w, HOST_WIDE_INT first,
			 HOST_WIDE_INT count)
{
	if (first < 0 || count <= 0 || first > w->size - count)
		return 0;
	return (count == DEFINITE_MOST ? ALL : (HOST_WIDE_INT_1U << count) - 1)
	       << first;
}

/* Those that a reference is to; 0: that is not known. */
static uint64_t bytes_of(const definite_walk *w, tree reference, HOST_WIDE_INT *first)
{
	HOST_WIDE_INT bit = 0, bits = 0;
	bool reverse = false;
	tree base = get_ref_base_and_extent_hwi(reference, &bit, &bits, &reverse);

	if (!base || bit % BITS_PER_UNIT || bits % BITS_PER_UNIT)
		return 0;
	*first = bit / BITS_PER_UNIT;
	if (TREE_CODE(base) == MEM_REF)
		*first += (HOST_WIDE_INT)TREE_INT_CST_LOW(TREE_OPERAND(base, 1));
	return bytes_at(w, *first, bits / BITS_PER_UNIT);
}

/* ---- statements */

static uint64_t all_bytes(const definite_walk *w)
{
	return bytes_at(w, 0, w->size);
}

static bool see_load(gimple *, tree base, tree reference, void *walk)
{
	definite_walk *w = (definite_walk *)walk;
	HOST_WIDE_INT first = 0;

	if (!is_followed(w, base))
		return false;
	const uint64_t bytes = bytes_of(w, reference, &first);
	w->effect.reads |= (bytes ? bytes : all_bytes(w)) & ~w->assigned;
	return false;
}

static bool see_store(gimple *stmt, tree base, tree reference, void *walk)
{
	definite_walk *w = (definite_walk *)walk;
	HOST_WIDE_INT first = 0;

	if (!is_followed(w, base))
		return false;
	const uint64_t bytes = bytes_of(w, reference, &first);
	w->effect.changes |= bytes ? bytes : all_bytes(w);
	if (gimple_get_lhs(stmt) == reference && !gimple_clobber_p(stmt))
		w->assigned |= bytes;
	return false;
}

/* Whether the value is the address of what is followed, or of a part of it. */
static bool is_address(const definite_walk *w, tree value)
{
	return is_pointer(w, value) ||
	       (TREE_CODE(value) == ADDR_EXPR &&
		is_followed(w, get_base_address(TREE_OPERAND(value, 0))));
}

static void see_leak(definite_walk *w)
{
	w->effect.leaks = true;
	w->effect.leaks_unset |= (all_bytes(w) & ~w->assigned) != 0;
}

static void parameter_effect(gcall *call, unsigned number, definite_effect *effect);

static void see_lent(definite_walk *w, gcall *call, unsigned number)
{
	tree value = gimple_call_arg(call, number);
	HOST_WIDE_INT first = 0;
	definite_effect e;

	parameter_effect(call, number, &e);
	if (TREE_CODE(value) == ADDR_EXPR &&
	    !bytes_of(w, TREE_OPERAND(value, 0), &first))
		e = UNKNOWN;
	if (e.leaks)
		see_leak(w);
	w->effect.changes |= e.changes << first & all_bytes(w);
	if (e.leaks)
		return;
	w->effect.lends |= (e.reads << first & all_bytes(w) & ~w->assigned) != 0;
	w->effect.reads |= e.reads << first & all_bytes(w) & ~w->assigned;
	w->assigned |= e.assigned << first & all_bytes(w);
}

/* Where its address goes. */
static void see_addresses(definite_walk *w, gimple *stmt)
{
	gcall *call = dyn_cast<gcall *>(stmt);
	const unsigned before_arguments = call ? 3 : 0;

	if (gimple_code(stmt) == GIMPLE_COND) /* compared, with null perhaps */
		return;
	if (gimple_code(stmt) == GIMPLE_ASM)
		see_leak(w);
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
		tree value = gimple_op(stmt, i);
		if (!value || !is_address(w, value))
			continue;
		if (i >= before_arguments && call)
			see_lent(w, call, i - before_arguments);
		else
			see_leak(w);
	}
}

static void see_statement(definite_walk *w, gimple *stmt)
{
	if (is_gimple_debug(stmt))
		return;
	walk_stmt_load_store_addr_ops(stmt, w, see_load, NULL, NULL);
	see_addresses(w, stmt);
	walk_stmt_load_store_addr_ops(stmt, w, NULL, see_store, NULL);
}

/* ---- blocks */

/* Of each block, by its number, what is assigned at its end and before its last statement. */
struct block_states {
	auto_vec<uint64_t> out, before_last;
};

static uint64_t state_into(const block_states *s, basic_block bb)
{
	uint64_t in = ALL;
	edge_iterator at;
	edge e;

	FOR_EACH_EDGE(e, at, bb->preds)
	in &= e->flags & EDGE_COMPLEX ? s->before_last[e->src->index]
				      : s->out[e->src->index];
	return in;
}

static bool see_block(definite_walk *w, block_states *s, basic_block bb)
{
	const uint64_t was = s->out[bb->index], before = s->before_last[bb->index];

	w->assigned = state_into(s, bb);
	s->before_last[bb->index] = w->assigned;
	for (gphi_iterator at = gsi_start_phis(bb); !gsi_end_p(at); gsi_next(&at))
		for (unsigned i = 0; i < gimple_phi_num_args(at.phi()); i++)
			if (is_address(w, gimple_phi_arg_def(at.phi(), i)))
				see_leak(w);
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
	     gsi_next(&at)) {
		s->before_last[bb->index] = w->assigned;
		see_statement(w, gsi_stmt(at));
	}
	s->out[bb->index] = w->assigned;
	return s->out[bb->index] != was || s->before_last[bb->index] != before;
}

/* Until nothing changes: the last time what is read is told from what is assigned everywhere. */
static void see_function(definite_walk *w, struct function *fun)
{
	block_states s;
	bool is_changed = true;
	basic_block bb;

	for (int i = 0; i < last_basic_block_for_fn(fun); i++) {
		s.out.safe_push(ALL);
		s.before_last.safe_push(ALL);
	}
	s.out[ENTRY_BLOCK] = s.before_last[ENTRY_BLOCK] = 0;
	while (is_changed) {
		is_changed = false;
		w->effect = {};
		FOR_EACH_BB_FN(bb, fun)
		is_changed |= see_block(w, &s, bb);
	}
	w->effect.assigned = state_into(&s, EXIT_BLOCK_PTR_FOR_FN(fun)) & all_bytes(w);
}

void definite_read(tree function, tree decl, definite_effect *effect)
{
	struct function *fun = DECL_STRUCT_FUNCTION(function);
	const bool is_pointed = TREE_CODE(decl) == PARM_DECL;
	tree type = TREE_TYPE(decl);
	definite_walk w = {decl, is_pointed, 0, 0, {}};

	*effect = UNKNOWN;
	if (is_pointed && (!POINTER_TYPE_P(type) || TREE_ADDRESSABLE(decl)))
		return;
	type = is_pointed ? TREE_TYPE(type) : type;
	w.size = TYPE_P(type) && COMPLETE_TYPE_P(type) ? int_size_in_bytes(type) : -1;
	if (!fun || !fun->cfg || TYPE_VOLATILE(type) || w.size < 1 ||
	    w.size > DEFINITE_MOST)
		return;
	push_cfun(fun);
	see_function(&w, fun);
	pop_cfun();
	*effect = w.effect;
	if (w.effect.leaks)
		effect->changes = ALL;
}

/* ---- calls */

static tree parameter_of(gcall *call, unsigned number)
{
	tree callee = gimple_call_fndecl(call);
	tree p = callee ? DECL_ARGUMENTS(callee) : NULL_TREE;

	while (p && number--)
		p = DECL_CHAIN(p);
	return p;
}

/* Each parameter is looked at once; one that is being looked at is unknown. */
static void parameter_effect(gcall *call, unsigned number, definite_effect *effect)
{
	static hash_map<tree, definite_effect *> known;
	tree callee = gimple_call_fndecl(call), p = parameter_of(call, number);
	cgraph_node *node = callee ? cgraph_node::get(callee) : NULL;

	*effect = UNKNOWN;
	if (!p || !node || !node->has_gimple_body_p() || symbol_is_open(callee))
		return;
	bool was;
	definite_effect **slot = &known.get_or_insert(p, &was);
	if (!was) {
		definite_effect *own = XNEW(definite_effect);
		*own = UNKNOWN;
		*slot = own;
		definite_read(callee, p, own);
		*effect = *own;
		return;
	}
	*effect = **slot;
}

void definite_lent(gcall *call, tree variable, definite_effect *effect)
{
	definite_effect e;

	*effect = {};
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i);
		if (TREE_CODE(value) != ADDR_EXPR ||
		    get_base_address(TREE_OPERAND(value, 0)) != variable)
			continue;
		parameter_effect(call, i, &e);
		effect->reads |= e.reads;
		effect->changes |= e.changes;
		effect->leaks |= e.leaks;
	}
}
