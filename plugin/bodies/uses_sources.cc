/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses_sources.cc - what is known of each declaration, and which ones a value comes from. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses_sources.h"

static hash_map<tree, decl_use *> uses;
static bool changed; /* by this round over the bodies */
static bool is_reached; /* the body that is read, from the wanted function */
static unsigned rounds;

decl_use *uses_note(tree decl)
{
	bool was;
	decl_use *&u = uses.get_or_insert(decl, &was);

	if (!was) {
		u = XCNEW(decl_use);
		u->decl = decl;
	}
	return u;
}

const decl_use *uses_of(tree decl)
{
	decl_use **u = uses.get(decl);

	return u ? *u : NULL;
}

void uses_set(bool *flag)
{
	changed |= !*flag;
	*flag = true;
}

void uses_set_if(bool holds, bool *flag)
{
	if (holds)
		uses_set(flag);
}

void uses_begin_body(bool reached)
{
	is_reached = reached;
}

bool uses_is_reached(void)
{
	return is_reached;
}

void uses_set_decl(tree *where, tree value)
{
	if (*where || !value)
		return;
	*where = value;
	changed = true;
}

void uses_set_compared(unsigned *most, unsigned value)
{
	changed |= value > *most;
	*most = MAX(*most, value);
}

void uses_set_least(unsigned *least, unsigned value)
{
	if (!value || (*least && *least <= value))
		return;
	*least = value;
	changed = true;
}

void uses_begin_round(void)
{
	changed = false;
	rounds++;
}

unsigned uses_round(void)
{
	return rounds;
}

bool uses_changed(void)
{
	return changed;
}

bool uses_names_count(tree decl)
{
	static const char *const words[] = {"len", "size", "count",
					    "Len", "Size", "Count"};
	const char *name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";

	for (const char *word : words)
		if (strstr(name, word))
			return true;
	return false;
}

bool uses_is_uncounted(const body_frame *f, tree array, tree index, tree length)
{
	tree element = TREE_TYPE(array);

	element = POINTER_TYPE_P(element) || TREE_CODE(element) == ARRAY_TYPE
		      ? TREE_TYPE(element)
		      : NULL_TREE;
	/* A text has a NUL behind what is counted. */
	if (TREE_CODE(array) != FIELD_DECL || lang_GNU_Fortran() || !element ||
	    integer_onep(TYPE_SIZE_UNIT(element)) || !uses_names_count(length))
		return true;
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind == FACT_ASSIGN && a->a == index && integer_zerop(a->b))
			return false;
	}
	return true;
}

/* ---- where a value comes from */

/* What stands for that which a pointer to pointers points to. */
tree uses_inside(tree decl)
{
	decl_use *u = uses_note(decl);
	tree type = TREE_TYPE(decl);

	if (!POINTER_TYPE_P(type) || !POINTER_TYPE_P(TREE_TYPE(type)))
		return NULL_TREE;
	if (!u->inside) {
		u->inside =
		    build_decl(UNKNOWN_LOCATION, PARM_DECL, NULL_TREE, TREE_TYPE(type));
		DECL_CONTEXT(u->inside) = DECL_CONTEXT(decl);
		uses_note(u->inside)->outer = decl;
	}
	return u->inside;
}

/* Adds the parameters and members whose value it may be, moved or not. */
static void add_sources(const body_frame *f, tree t, decls *out, decls *seen,
			unsigned deep)
{
	t = bounds_strip(f, t);
	if (deep > SOURCES_DEEP || seen->contains(t))
		return;
	seen->safe_push(t);
	tree member = leaf_member(t);
	if (TREE_CODE(t) == PARM_DECL || member) {
		tree decl = member ? member : t;
		if (!out->contains(decl))
			out->safe_push(decl);
	} else if (TREE_CODE(t) == POINTER_PLUS_EXPR) {
		add_sources(f, TREE_OPERAND(t, 0), out, seen, deep + 1);
	} else if (TREE_CODE(t) == MEM_REF && POINTER_TYPE_P(TREE_TYPE(t))) {
		decls outer;
		add_sources(f, TREE_OPERAND(t, 0), &outer, seen, deep + 1);
		for (unsigned i = 0; i < outer.length(); i++)
			if (uses_inside(outer[i]) &&
			    !out->contains(uses_inside(outer[i])))
				out->safe_push(uses_inside(outer[i]));
	}
	/* A parameter that is changed has other values, too. */
	if (DECL_P(t) && !member)
		for (unsigned i = 0; i < f->b->facts.length(); i++) {
			const fact *a = &f->b->facts[i];
			if (a->kind == FACT_ASSIGN && a->a == t)
				add_sources(f, a->b, out, seen, deep + 1);
		}
}

void uses_sources(const body_frame *f, tree t, decls *out)
{
	decls seen;

	add_sources(f, t, out, &seen, 0);
}

bool uses_ends_record(tree member)
{
	tree type = TREE_TYPE(member), next = DECL_CHAIN(member);

	while (next && TREE_CODE(next) != FIELD_DECL)
		next = DECL_CHAIN(next);
	return !lang_GNU_Fortran() && !next && TREE_CODE(type) == ARRAY_TYPE &&
	       (!TYPE_SIZE_UNIT(type) || integer_zerop(TYPE_SIZE_UNIT(type)) ||
		tree_int_cst_equal(TYPE_SIZE_UNIT(type),
				   TYPE_SIZE_UNIT(TREE_TYPE(type))));
}

bool uses_is_tail(tree member)
{
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(member));
	const decl_use *u = uses_of(member);

	return uses_ends_record(member) &&
	       (!size || integer_zerop(size) || (u && u->indexed));
}

bool uses_copies(gimple *call)
{
	return gimple_call_builtin_p(call, BUILT_IN_MEMCPY) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMMOVE) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMSET);
}

bool uses_is_counter(const body_frame *f, tree index)
{
	if (!VAR_P(index))
		return true;
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind == FACT_ASSIGN && a->a == index &&
		    BINARY_CLASS_P(bounds_strip(f, a->b)))
			return true;
	}
	return false;
}

/* ---- what is passed with an array */

/* The integer parameter, or what it refers to, that the value is; or null. */
static tree passed_integer(const body_frame *f, tree value)
{
	tree t = bounds_strip(f, value);

	if (TREE_CODE(t) == MEM_REF && integer_zerop(TREE_OPERAND(t, 1)))
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	return TREE_CODE(t) == PARM_DECL ? t : NULL_TREE;
}

static void note_given(tree integer, tree in, unsigned decl_use::*where, unsigned count)
{
	if (!integer || integer == in)
		return;
	decl_use *u = uses_note(integer);
	uses_set_least(&(u->*where), count);
	uses_set_decl(&u->given_in, in);
}

void uses_see_given(const body_frame *f, tree in, tree index, unsigned count)
{
	tree own = bounds_strip(f, index);

	note_given(passed_integer(f, index), in, &decl_use::given_index_of, count);
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind == FACT_COMPARE &&
		    (c->code == LT_EXPR || c->code == GE_EXPR) &&
		    bounds_strip(f, c->a) == own)
			note_given(passed_integer(f, c->b), in,
				   &decl_use::given_bound_of, count);
	}
}
