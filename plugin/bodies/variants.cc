/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * variants.cc - structures of which an integer says which pointers are set, and which member of a
 * union is:
 *
 *	struct node { int kind; struct node *left, *right; double value; };
 *	switch (n->kind) {
 *	case ADD: return sum(n->left) + sum(n->right);
 *	case NEGATIVE: return -sum(n->left);
 *	default: return n->value; }
 *
 * For each constant that bodies compare the integer with, and for another number, the blocks are
 * walked that it leads to. The pointers that these read, and do not compare with null, are needed.
 */
#include "plugin/gcc.h"
#include "gimple-walk.h"
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/leaves.h"
#include "plugin/bodies/variants.h"

enum { VALUES_MOST = 24 };

/* A member of what a variable points to: its own name, that of the union in which it stands, or null.
 * False: it is none. */
static bool read_member(const body_frame *f, tree t, tree *pointer, tree *member,
			tree *of_union)
{
	t = f ? bounds_strip(f, t) : t;
	*of_union = NULL_TREE;
	*member = TREE_CODE(t) == COMPONENT_REF ? TREE_OPERAND(t, 1) : NULL_TREE;
	for (; TREE_CODE(t) == COMPONENT_REF; t = TREE_OPERAND(t, 0))
		if (TREE_CODE(DECL_CONTEXT(TREE_OPERAND(t, 1))) == UNION_TYPE)
			*of_union = TREE_OPERAND(t, 1);
	*pointer = TREE_CODE(t) == MEM_REF ? TREE_OPERAND(t, 0) : NULL_TREE;
	return *member && *pointer && DECL_P(*pointer);
}

/* The structure that a variable points to. */
static tree record_of(tree pointer)
{
	return TYPE_MAIN_VARIANT(TREE_TYPE(TREE_TYPE(pointer)));
}

/* The integer member that decides at the end of the block; or null. */
static tree decided_by(const body_frame *f, basic_block bb, tree *pointer)
{
	gimple *last = last_stmt(bb);
	tree member = NULL_TREE, of_union, value = NULL_TREE;

	if (last && gimple_code(last) == GIMPLE_SWITCH)
		value = gimple_switch_index(as_a<gswitch *>(last));
	else if (last && gimple_code(last) == GIMPLE_COND &&
		 TREE_CODE(gimple_cond_rhs(last)) == INTEGER_CST)
		value = gimple_cond_lhs(last);
	return value && read_member(f, value, pointer, &member, &of_union) &&
		       !of_union && INTEGRAL_TYPE_P(TREE_TYPE(member))
		   ? member
		   : NULL_TREE;
}

/* ---- values */

static void add_value(variants *v, tree value)
{
	if (!value || !tree_fits_shwi_p(value) || v->list.length() >= VALUES_MOST)
		return;
	for (unsigned i = 0; i < v->list.length(); i++)
		if (v->list[i]->value == tree_to_shwi(value))
			return;
	variant *added = new variant;
	added->value = tree_to_shwi(value);
	v->list.safe_push(added);
}

static void add_values(variants *v, gimple *decision)
{
	if (gimple_code(decision) == GIMPLE_COND) {
		add_value(v, gimple_cond_rhs(decision));
		return;
	}
	gswitch *s = as_a<gswitch *>(decision);
	for (unsigned i = 1; i < gimple_switch_num_labels(s); i++)
		add_value(v, CASE_LOW(gimple_switch_label(s, i)));
}

/* One more, that is none of them. */
static void add_other(variants *v)
{
	HOST_WIDE_INT most = 0;

	for (unsigned i = 0; i < v->list.length(); i++)
		most = MAX(most, v->list[i]->value);
	variant *other = new variant;
	other->value = most + 1;
	other->is_other = true;
	v->list.safe_push(other);
}

/* ---- what a value leads to */

static edge edge_for(basic_block bb, HOST_WIDE_INT value)
{
	gimple *last = last_stmt(bb);

	if (gimple_code(last) == GIMPLE_SWITCH) {
		tree type = TREE_TYPE(gimple_switch_index(as_a<gswitch *>(last)));
		return find_taken_edge(bb, build_int_cst(type, value));
	}
	tree right = gimple_cond_rhs(last);
	return find_taken_edge(
	    bb, fold_build2(gimple_cond_code(last), boolean_type_node,
			    build_int_cst(TREE_TYPE(right), value), right));
}

struct variant_reading {
	const body_frame *f;
	tree pointer;
	variant *v;
};

static tree see_read(tree *at, int *, void *data)
{
	variant_reading *r = (variant_reading *)((walk_stmt_info *)data)->info;
	tree pointer, member, of_union;

	if (TREE_CODE(*at) != COMPONENT_REF ||
	    !read_member(NULL, *at, &pointer, &member, &of_union) ||
	    pointer != r->pointer)
		return NULL_TREE;
	if (POINTER_TYPE_P(TREE_TYPE(member)) && !r->v->needs.contains(member))
		r->v->needs.safe_push(member);
	if (of_union && !r->v->of_union)
		r->v->of_union = of_union;
	return NULL_TREE;
}

static void see_block(variant_reading *r, basic_block bb)
{
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
	     gsi_next(&at)) {
		gimple *stmt = gsi_stmt(at);
		walk_stmt_info info = {};
		tree pointer, member, of_union;
		/* What is stored is not needed. */
		if (gimple_store_p(stmt))
			continue;
		info.info = r;
		walk_gimple_op(stmt, see_read, &info);
		if (gimple_code(stmt) == GIMPLE_COND &&
		    integer_zerop(gimple_cond_rhs(stmt)) &&
		    read_member(r->f, gimple_cond_lhs(stmt), &pointer, &member,
				&of_union) &&
		    pointer == r->pointer && POINTER_TYPE_P(TREE_TYPE(member)))
			r->v->tested.safe_push(member);
	}
}

/* Walks what is reached in the function where the member that `pointer` leads to has the value. */
static void walk(const body_frame *f, tree pointer, tree tag, variant *v)
{
	struct function *fun = DECL_STRUCT_FUNCTION(f->b->decl);
	variant_reading r = {f, pointer, v};
	auto_vec<basic_block> list;
	hash_set<basic_block> seen;

	push_cfun(fun); /* for the labels of a switch */
	list.safe_push(single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun)));
	while (list.length()) {
		basic_block bb = list.pop();
		tree decides = NULL_TREE, of = NULL_TREE;
		if (bb == EXIT_BLOCK_PTR_FOR_FN(fun) || seen.add(bb))
			continue;
		see_block(&r, bb);
		decides = decided_by(f, bb, &of);
		edge taken =
		    decides == tag && of == pointer ? edge_for(bb, v->value) : NULL;
		for (unsigned i = 0; i < EDGE_COUNT(bb->succs); i++)
			if (!taken || EDGE_SUCC(bb, i) == taken)
				list.safe_push(EDGE_SUCC(bb, i)->dest);
	}
	pop_cfun();
}

/* ---- all functions */

/* Whether the function compares a pointer to the structure with null, that is no member. */
static bool may_be_null(const body_frame *f, tree record)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		tree t = c->kind == FACT_COMPARE && integer_zerop(c->b)
			     ? bounds_strip(f, c->a)
			     : NULL_TREE;
		if (t && DECL_P(t) && POINTER_TYPE_P(TREE_TYPE(t)) &&
		    record_of(t) == record)
			return true;
	}
	return false;
}

struct decision_place {
	tree pointer;
	const body *b;
};

void variants_read(tree record, const auto_vec<symtab_node *> *reached, variants *v)
{
	auto_vec<decision_place> places;
	cgraph_node *node;
	body_frame f;

	f.depth = 0;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
		struct function *fun = DECL_STRUCT_FUNCTION(node->decl);
		basic_block bb;
		tree pointer;
		f.b = body_of(node->decl);
		if (!f.b || (reached->length() && !reached->contains(node)))
			continue;
		if (may_be_null(&f, record)) {
			v->tag = NULL_TREE;
			return;
		}
		FOR_EACH_BB_FN(bb, fun)
		{
			tree tag = decided_by(&f, bb, &pointer);
			if (!tag || record_of(pointer) != record ||
			    DECL_CONTEXT(tag) != record || (v->tag && v->tag != tag))
				continue;
			v->tag = tag;
			add_values(v, last_stmt(bb));
			places.safe_push({pointer, f.b});
		}
	}
	if (!v->tag)
		return;
	add_other(v);
	for (unsigned i = 0; i < places.length(); i++)
		for (unsigned k = 0; k < v->list.length(); k++) {
			f.b = places[i].b;
			walk(&f, places[i].pointer, v->tag, v->list[k]);
		}
}

/* ---- where members are */

char *variants_path(tree record, tree member)
{
	for (tree m = TYPE_FIELDS(record); m; m = DECL_CHAIN(m)) {
		const char *own = DECL_NAME(m) ? IDENTIFIER_POINTER(DECL_NAME(m)) : "";
		if (TREE_CODE(m) != FIELD_DECL)
			continue;
		if (m == member)
			return xstrdup(own);
		char *inner = RECORD_OR_UNION_TYPE_P(TREE_TYPE(m))
				  ? variants_path(TREE_TYPE(m), member)
				  : NULL;
		if (inner)
			return concat(own, *own ? "." : "", inner, NULL);
	}
	return NULL;
}

bool variants_is_node(tree type, tree record)
{
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m)) {
		if (TREE_CODE(m) != FIELD_DECL)
			continue;
		tree of = TREE_TYPE(m);
		if ((POINTER_TYPE_P(of) &&
		     TYPE_MAIN_VARIANT(TREE_TYPE(of)) == record) ||
		    (RECORD_OR_UNION_TYPE_P(of) && variants_is_node(of, record)))
			return true;
	}
	return false;
}
