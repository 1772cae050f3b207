/* SPDX-License-Identifier: GPL-3.0-or-later */
/* body.cc - what the entry, and the functions that it calls, do with its parameters. */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/unit/symbol.h"

enum { CALLS_DEEP = 4 };

/* ---- what is accessed */

/* A function of libc that accesses so many bytes behind pointers: which of its arguments these are.
 * Of those whose name is a part, __builtin_memcpy and __memcpy_chk are others. */
struct sized_call {
	const char *name;
	bool is_part;
	unsigned arguments, pointer, pointers, bytes;
	int times; /* the argument by which `bytes` is multiplied; -1: none */
};

static const sized_call *sized_call_of(const fact *c)
{
	static const sized_call all[] = {
	    {"memcpy", true, 3, 0, 2, 2, -1}, {"memmove", true, 3, 0, 2, 2, -1},
	    {"memset", true, 3, 0, 1, 2, -1}, {"memcmp", true, 3, 0, 2, 2, -1},
	    {"fread", false, 4, 0, 1, 1, 2},  {"fwrite", false, 4, 0, 1, 1, 2},
	    {"read", false, 3, 1, 1, 2, -1},  {"write", false, 3, 1, 1, 2, -1},
	    {"fgets", false, 3, 0, 1, 1, -1}};
	tree callee = gimple_call_fndecl(c->call);
	const char *name =
	    callee && DECL_NAME(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "";

	for (const sized_call &s : all)
		if (gimple_call_num_args(c->call) == s.arguments &&
		    (s.is_part ? strstr(name, s.name) != NULL : !strcmp(name, s.name)))
			return &s;
	return NULL;
}

static interval bytes_of(body_frame *f, const fact *c, const sized_call *s)
{
	const interval n = bounds(f, gimple_call_arg(c->call, s->bytes));

	return s->times < 0
		   ? n
		   : bounds_multiply(n, bounds(f, gimple_call_arg(c->call, s->times)));
}

static void visit_body(body_frame *f, unsigned deep, body_visit_fn *visit,
		       void *context);

static void visit_call(body_frame *f, const fact *c, unsigned deep,
		       body_visit_fn *visit, void *context)
{
	tree callee = gimple_call_fndecl(c->call);
	const body *b = callee && deep < CALLS_DEEP ? body_of(callee) : NULL;
	unsigned i = 0;

	visit(f, c, context);
	if (!b || b == f->b)
		return;
	body_frame inner;
	inner.b = b;
	inner.depth = 0;
	inner.members = f->members;
	inner.is_given_loads = f->is_given_loads;
	for (tree p = DECL_ARGUMENTS(callee); p && i < gimple_call_num_args(c->call);
	     p = DECL_CHAIN(p), i++) {
		f->loads = false;
		const interval v = bounds(f, gimple_call_arg(c->call, i));
		inner.is_given_loads |= f->loads && !v.has_high;
		inner.names.safe_push(p);
		inner.values.safe_push(v);
	}
	visit_body(&inner, deep + 1, visit, context);
}

static void visit_body(body_frame *f, unsigned deep, body_visit_fn *visit,
		       void *context)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *what = &f->b->facts[i];
		if (what->kind == FACT_CALL)
			visit_call(f, what, deep, visit, context);
		else
			visit(f, what, context);
	}
}

/* Their values stand behind those of the parameters. */
static void member_values(const parameter_list *parameters,
			  const HOST_WIDE_INT *arguments, vec<member_value> *values)
{
	auto_vec<parameter_member> members;

	if (arguments)
		parameter_members(parameters, &members);
	for (unsigned i = 0; i < members.length(); i++) {
		const parameter *p = &(*parameters)[members[i].of];
		const HOST_WIDE_INT value = arguments[parameters->length() + i];
		const member_value m = {p->decl, p->fields[members[i].field].offset,
					value};
		if (value != BODY_NO_INTEGER)
			values->safe_push(m);
	}
}

bool body_visit(tree entry, const parameter_list *parameters,
		const HOST_WIDE_INT *arguments, body_visit_fn *visit, void *context)
{
	auto_vec<member_value> members;
	body_frame f;

	f.b = body_of(entry);
	f.depth = 0;
	f.is_given_loads = false;
	member_values(parameters, arguments, &members);
	f.members = &members;
	if (!f.b)
		return false;
	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		interval v = bounds_number(arguments ? arguments[i] : 0);
		if (p->passing == ME_BY_POINTER &&
		    (!arguments || arguments[i] == BODY_NO_INTEGER)) {
			v = bounds_number(0);
			v.base = p->decl;
		} else if (!p->fields.length() || p->fields[0].code > ME_U64) {
			v = UNBOUNDED;
		}
		f.names.safe_push(p->decl);
		f.values.safe_push(v);
	}
	visit_body(&f, 0, visit, context);
	return true;
}

/* ---- how far */

struct use_context {
	tree base;
	body_use use;
};

static void extend(use_context *u, const body_frame *f, interval at, HOST_WIDE_INT size,
		   location_t where)
{
	if (at.base != u->base)
		return;
	if (!at.has_high) {
		u->use.unknown = true;
		if (!u->use.end)
			u->use.where = where;
		u->use.indexed |= f->loads || f->is_given_loads;
	} else if (at.high + size > u->use.end) {
		u->use.end = at.high + size;
		u->use.where = where;
	}
}

/* Whether the index of what is accessed is a value of memory as it is, x[k] with k = next[i]. */
static bool is_chosen(const body_frame *f, tree access)
{
	tree t = access;

	while (handled_component_p(t))
		t = TREE_OPERAND(t, 0);
	t = TREE_CODE(t) == MEM_REF ? bounds_strip(f, TREE_OPERAND(t, 0)) : t;
	if (TREE_CODE(t) != POINTER_PLUS_EXPR)
		return false;
	t = bounds_strip(f, TREE_OPERAND(t, 1));
	if (TREE_CODE(t) == MULT_EXPR)
		t = TREE_OPERAND(t, 0);
	return REFERENCE_CLASS_P(bounds_assigned(f, t));
}

/* The member of a structure in whose array the pointer lies: m->x of &m->x[i] + n; or null. */
static tree member_pointed_into(const body_frame *f, tree pointer)
{
	tree t = bounds_strip(f, pointer);

	while (TREE_CODE(t) == POINTER_PLUS_EXPR)
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	t = TREE_CODE(t) == ADDR_EXPR ? TREE_OPERAND(t, 0) : NULL_TREE;
	while (t && TREE_CODE(t) == ARRAY_REF)
		t = TREE_OPERAND(t, 0);
	return t && TREE_CODE(t) == COMPONENT_REF &&
		       TREE_CODE(TREE_TYPE(t)) == ARRAY_TYPE
		   ? t
		   : NULL_TREE;
}

/* A function accesses bytes from the pointer on, which do not leave the member that it lies in. */
static void extend_by_call(use_context *u, body_frame *f, const fact *c,
			   const sized_call *s, tree pointer)
{
	tree member = member_pointed_into(f, pointer);
	tree size = member ? TYPE_SIZE_UNIT(TREE_TYPE(member)) : NULL_TREE;

	if (size && tree_fits_shwi_p(size))
		extend(u, f, bounds_address(f, member), tree_to_shwi(size), c->where);
	else if (s->times < 0)
		extend(u, f, bounds_sum(f, pointer, gimple_call_arg(c->call, s->bytes)),
		       0, c->where);
	else
		extend(u, f, bounds_add(bounds(f, pointer), bytes_of(f, c, s)), 0,
		       c->where);
}

static void visit_use(body_frame *f, const fact *what, void *context)
{
	use_context *u = (use_context *)context;
	const sized_call *s = what->kind == FACT_CALL ? sized_call_of(what) : NULL;

	f->loads = false;
	if (what->kind == FACT_ACCESS) {
		tree size = TYPE_SIZE_UNIT(TREE_TYPE(what->a));
		const interval at = bounds_address(f, what->a);
		u->use.chosen |=
		    at.base == u->base && !at.has_high && is_chosen(f, what->a);
		extend(u, f, at,
		       size && tree_fits_shwi_p(size) ? tree_to_shwi(size) : 1,
		       what->where);
	} else if (s && !body_of(gimple_call_fndecl(what->call))) {
		const interval n = bytes_of(f, what, s);
		const interval to = bounds(f, gimple_call_arg(what->call, s->pointer));
		u->use.whole |= !strcmp(s->name, "memset") && to.base == u->base &&
				to.has_high && to.high == 0 && n.has_high;
		for (unsigned i = 0; i < s->pointers; i++)
			extend_by_call(u, f, what, s,
				       gimple_call_arg(what->call, s->pointer + i));
	} else if (what->kind == FACT_STORE) {
		u->use.external |= bounds(f, what->b).base == u->base;
	} else if (what->kind == FACT_CALL) {
		tree callee = gimple_call_fndecl(what->call);
		if (callee && body_of(callee))
			return;
		for (unsigned i = 0; i < gimple_call_num_args(what->call); i++)
			u->use.external |=
			    bounds(f, gimple_call_arg(what->call, i)).base == u->base;
	}
}

struct body_use body_use_of(tree entry, const parameter_list *parameters, unsigned of,
			    const HOST_WIDE_INT *arguments)
{
	use_context u;

	memset(&u, 0, sizeof u);
	u.base = (*parameters)[of].decl;
	body_visit(entry, parameters, arguments, visit_use, &u);
	/* What it has not found may be there. */
	u.use.unknown |= bounds_given_up();
	u.use.external |= bounds_given_up();
	return u.use;
}

struct conversion_context {
	tree name;
	bool is_limited, is_converted;
};

/* Whether the integer is refused or cut down where it is above the other side, no index of a loop. */
static bool limits(const body_frame *f, tree name, tree side, tree_code code,
		   tree other)
{
	tree most = bounds_strip(f, other);

	while (BINARY_CLASS_P(most) && tree_fits_shwi_p(TREE_OPERAND(most, 1)))
		most = bounds_strip(f, TREE_OPERAND(most, 0));
	return side == name && (code == GT_EXPR || code == GE_EXPR) &&
	       (tree_fits_shwi_p(most) ? tree_to_shwi(most) > 0
				       : TREE_CODE(most) == PARM_DECL);
}

static void visit_conversion(body_frame *f, const fact *what, void *context)
{
	conversion_context *c = (conversion_context *)context;
	const sized_call *s = what->kind == FACT_CALL ? sized_call_of(what) : NULL;

	if (f->b->decl != DECL_CONTEXT(c->name))
		return;
	if (s) {
		tree n = bounds_strip(f, gimple_call_arg(what->call, s->bytes));
		if (TREE_CODE(n) == MULT_EXPR && tree_fits_shwi_p(TREE_OPERAND(n, 1)))
			n = bounds_strip(f, TREE_OPERAND(n, 0));
		c->is_converted |= n == c->name;
	} else if (what->kind == FACT_COMPARE) {
		c->is_limited |= limits(f, c->name, what->a, what->code, what->b) ||
				 limits(f, c->name, what->b,
					swap_tree_comparison(what->code), what->a);
	}
}

bool body_converts(tree entry, const parameter_list *parameters, unsigned of)
{
	if (of >= parameters->length() ||
	    TREE_CODE((*parameters)[of].decl) != PARM_DECL)
		return false;
	conversion_context c = {(*parameters)[of].decl, false, false};
	body_visit(entry, parameters, NULL, visit_conversion, &c);
	return c.is_limited && c.is_converted;
}

struct begin_context {
	tree base;
	bool is_latest;
	HOST_WIDE_INT begin, least;
};

static void visit_begin(body_frame *f, const fact *what, void *context)
{
	begin_context *b = (begin_context *)context;

	if (what->kind != FACT_ACCESS)
		return;
	f->is_latest = b->is_latest;
	const interval at = bounds_address(f, what->a);
	f->is_latest = false;
	if (at.base != b->base || !at.has_low)
		return;
	b->begin = MAX(b->begin, at.low);
	b->least = MIN(b->least, at.low);
}

HOST_WIDE_INT body_begin(tree entry, const parameter_list *parameters, unsigned of,
			 const HOST_WIDE_INT *arguments, bool is_latest)
{
	begin_context b = {(*parameters)[of].decl, is_latest, 0, HOST_WIDE_INT_MAX};

	body_visit(entry, parameters, arguments, visit_begin, &b);
	return b.begin;
}

HOST_WIDE_INT body_begin_least(tree entry, const parameter_list *parameters,
			       unsigned of, const HOST_WIDE_INT *arguments)
{
	begin_context b = {(*parameters)[of].decl, false, 0, HOST_WIDE_INT_MAX};

	body_visit(entry, parameters, arguments, visit_begin, &b);
	return b.least;
}

struct null_context {
	tree base;
	bool found;
	location_t where;
};

static void visit_null(body_frame *f, const fact *what, void *context)
{
	null_context *n = (null_context *)context;

	if (what->kind != FACT_COMPARE || n->found ||
	    (what->code != EQ_EXPR && what->code != NE_EXPR) ||
	    !POINTER_TYPE_P(TREE_TYPE(what->a)) || !integer_zerop(what->b) ||
	    fact_asserts_pointer(what))
		return;
	/* A variable that also points behind it, as q = p + 1 or what strchr(q, ',') returns, says
	 * nothing of it. */
	const interval at = bounds(f, what->a);
	const bool is_own = TREE_CODE(bounds_strip(f, what->a)) == PARM_DECL;
	if (at.base != n->base || (!is_own && !(at.has_low && at.low == 0)))
		return;
	n->found = true;
	n->where = what->where;
}

bool body_tests_null(tree entry, const parameter_list *parameters, unsigned of,
		     location_t *where)
{
	null_context n = {(*parameters)[of].decl, false, UNKNOWN_LOCATION};

	body_visit(entry, parameters, NULL, visit_null, &n);
	*where = n.where;
	return n.found;
}

struct passing_context {
	const_tree decl;
	const body *outer; /* of the entry */
	bool is_passed, is_used;
};

/* Whether a function whose body is there gets the pointer itself. */
static void visit_passing(body_frame *f, const fact *what, void *context)
{
	passing_context *p = (passing_context *)context;

	if (f->b != p->outer)
		return;
	if (what->kind == FACT_ACCESS) {
		p->is_used |= bounds_address(f, what->a).base == p->decl;
	} else if (what->kind == FACT_ASSIGN || what->kind == FACT_STORE) {
		p->is_used |= bounds_strip(f, what->b) == p->decl;
	} else if (what->kind == FACT_CALL) {
		tree callee = gimple_call_fndecl(what->call);
		for (unsigned i = 0; i < gimple_call_num_args(what->call); i++)
			if (bounds_strip(f, gimple_call_arg(what->call, i)) == p->decl)
				(callee && body_of(callee) ? p->is_passed
							   : p->is_used) = true;
	}
}

bool body_only_passes(tree entry, const parameter_list *parameters, unsigned of)
{
	passing_context p = {(*parameters)[of].decl, body_of(entry), false, false};

	body_visit(entry, parameters, NULL, visit_passing, &p);
	return p.is_passed && !p.is_used;
}

struct pair_context {
	tree a, b;
	location_t where;
};

static void visit_pair(body_frame *f, const fact *what, void *context)
{
	pair_context *p = (pair_context *)context;

	if (what->kind != FACT_COMPARE || !POINTER_TYPE_P(TREE_TYPE(what->a)))
		return;
	tree a = bounds(f, what->a).base, b = bounds(f, what->b).base;
	if ((a == p->a && b == p->b) || (a == p->b && b == p->a))
		p->where = what->where;
}

bool body_compares(tree entry, const parameter_list *parameters, unsigned a, unsigned b,
		   location_t *where)
{
	pair_context p = {(*parameters)[a].decl, (*parameters)[b].decl,
			  UNKNOWN_LOCATION};

	body_visit(entry, parameters, NULL, visit_pair, &p);
	*where = p.where;
	return p.where != UNKNOWN_LOCATION;
}

static void visit_end(body_frame *f, const fact *what, void *context)
{
	null_context *n = (null_context *)context;

	if (what->kind != FACT_COMPARE || n->found ||
	    (what->code != EQ_EXPR && what->code != NE_EXPR) || !integer_zerop(what->b))
		return;
	tree side = bounds_strip(f, what->a);
	n->found = REFERENCE_CLASS_P(side) && bounds_address(f, side).base == n->base;
}

static void visit_sought(body_frame *f, const fact *what, void *context)
{
	null_context *n = (null_context *)context;

	visit_end(f, what, context);
	n->found |= what->kind == FACT_CALL && symbol_is_called(what->call, "strlen") &&
		    bounds(f, gimple_call_arg(what->call, 0)).base == n->base;
}

bool body_seeks_end(tree entry, const parameter_list *parameters, unsigned of)
{
	null_context n = {(*parameters)[of].decl, false, UNKNOWN_LOCATION};

	body_visit(entry, parameters, NULL, visit_sought, &n);
	return n.found;
}

bool body_tests_end(tree entry, const parameter_list *parameters, unsigned of)
{
	null_context n = {(*parameters)[of].decl, false, UNKNOWN_LOCATION};

	body_visit(entry, parameters, NULL, visit_end, &n);
	return n.found;
}
