/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.h - the statements of a body as facts: what is assigned, compared and accessed. */
#ifndef PLUGIN_FACTS_H
#define PLUGIN_FACTS_H

enum fact_kind {
	FACT_ASSIGN,
	FACT_STORE,
	FACT_COMPARE,
	FACT_SWITCH,
	FACT_ACCESS,
	FACT_ELEMENT,
	FACT_PLACE,
	FACT_CALL
};

struct fact {
	fact_kind kind;
	tree_code code; /* COMPARE */
	/* ASSIGN: a = b; STORE: a pointer b in memory a; COMPARE: a code b; ACCESS, SWITCH: a;
	 * ELEMENT: that of a variable, or in it, a[b], where b is not constant; PLACE: &a[b], code
	 * ARRAY_REF, or &a[b].x, COMPONENT_REF */
	tree a, b;
	gimple *call; /* the statement */
	location_t where;
	unsigned
	    before; /* ASSIGN, CALL: the number of the last one to a, from 1; or 0 */
};

struct body {
	tree decl;
	auto_vec<fact> facts;
	mutable hash_map<tree, unsigned>
	    assigned; /* the number of the last fact that does, from 1 */
};

/* The facts of a function, read once; null if it has no body in this unit, or one that is
 * not yet lowered to blocks. */
body *body_of(tree decl);
/* Whether a comparison is one by order: no == or !=. */
inline bool fact_is_order(const fact *c)
{
	return c->code != EQ_EXPR && c->code != NE_EXPR;
}
/* Whether an assertion fails where the comparison is true, or false: its author says that no caller
 * makes it so. */
bool fact_asserts(const fact *c, bool wrong);
/* Whether an assertion fails where the pointer is null that this compares with null, by == or !=:
 * its author says that no caller passes it. */
bool fact_asserts_pointer(const fact *c);
/* Keeps what becomes functions of their own, for the facts of the function that it stands in. */
void facts_keep_outlined(struct function *fun);
/* For GCC's collector of garbage. */
void facts_mark(void *, void *);

#endif
