/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"

/* A call of the entry. */
struct entry_call {
	body_frame f; /* of the caller */
	gimple *call;
};

/* Calls of it by itself are none. */
static const vec<entry_call *> &calls_of(tree entry)
{
	static auto_vec<entry_call *> calls;
	static tree of;
	cgraph_node *node;

	if (of == entry)
		return calls;
	of = entry;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
		const body *b = node->decl == entry ? NULL : body_of(node->decl);
		for (unsigned i = 0; b && i < b->facts.length(); i++) {
			if (b->facts[i].kind != FACT_CALL ||
			    gimple_call_fndecl(b->facts[i].call) != entry)
				continue;
			static const auto_vec<member_value> none;
			entry_call *c = new entry_call;
			c->f.b = b;
			c->f.depth = 0;
			c->f.members = &none;
			c->f.is_given_loads = false;
			c->call = b->facts[i].call;
			calls.safe_push(c);
		}
	}
	return calls;
}

static tree argument(const entry_call *c, unsigned n)
{
	return n < gimple_call_num_args(c->call)
		   ? bounds_strip(&c->f, gimple_call_arg(c->call, n))
		   : NULL_TREE;
}

/* What is behind the address of an array, or of an element of one; 0: it is neither. */
static HOST_WIDE_INT bytes_at(tree address)
{
	if (!address || TREE_CODE(address) != ADDR_EXPR)
		return 0;
	tree object = TREE_OPERAND(address, 0), skipped = NULL_TREE;
	if (TREE_CODE(object) == ARRAY_REF) {
		skipped = TREE_OPERAND(object, 1);
		object = TREE_OPERAND(object, 0);
	}
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(object));
	if (TREE_CODE(TREE_TYPE(object)) != ARRAY_TYPE || !size ||
	    !tree_fits_shwi_p(size) || (skipped && !tree_fits_shwi_p(skipped)))
		return 0;
	tree one = TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(object)));
	return tree_to_shwi(size) -
	       (skipped ? tree_to_shwi(skipped) * tree_to_shwi(one) : 0);
}

static bool number_of(entry_call *c, unsigned n, HOST_WIDE_INT *value)
{
	tree t = argument(c, n);
	const interval v =
	    t && INTEGRAL_TYPE_P(TREE_TYPE(t)) ? bounds(&c->f, t) : UNBOUNDED;

	*value = v.low;
	return v.has_low && v.has_high && v.low == v.high && !v.base;
}

HOST_WIDE_INT callers_bytes(tree entry, unsigned of, location_t *where)
{
	HOST_WIDE_INT least = 0;

	for (entry_call *c : calls_of(entry)) {
		const HOST_WIDE_INT bytes = bytes_at(argument(c, of));
		if (bytes <= 0 || (least && bytes >= least))
			continue;
		least = bytes;
		*where = gimple_location(c->call);
	}
	return least;
}

bool callers_pass_null(tree entry, unsigned of, location_t *where)
{
	for (entry_call *c : calls_of(entry)) {
		tree t = argument(c, of);
		if (!t || !POINTER_TYPE_P(TREE_TYPE(t)) || !integer_zerop(t))
			continue;
		*where = gimple_location(c->call);
		return true;
	}
	return false;
}

bool callers_count(tree entry, unsigned array, HOST_WIDE_INT element, unsigned integer,
		   location_t *where)
{
	bool any = false;

	for (entry_call *c : calls_of(entry)) {
		const HOST_WIDE_INT bytes = bytes_at(argument(c, array));
		HOST_WIDE_INT value;
		if (bytes <= 0)
			continue;
		if (!number_of(c, integer, &value) || value * element != bytes)
			return false;
		*where = gimple_location(c->call);
		any = true;
	}
	return any;
}
