/* SPDX-License-Identifier: GPL-3.0-or-later */
/* body_values.cc - the numbers and texts that the body compares or copies to. */
#include "plugin/gcc.h"
#include "plugin/bodies/leaves.h"
#include "plugin/entry/body.h"
#include "plugin/unit/symbol.h"

enum { ENUMERATION_MOST = 1 << 12 };

/* Bytes of a text literal that is passed; 0: it is none. */
static HOST_WIDE_INT literal_length(const body_frame *f, tree argument)
{
	tree t = bounds_strip(f, argument);

	if (TREE_CODE(t) == ADDR_EXPR)
		t = get_base_address(TREE_OPERAND(t, 0));
	return t && TREE_CODE(t) == STRING_CST ? TREE_STRING_LENGTH(t) : 0;
}

struct text_context {
	tree base;
	HOST_WIDE_INT end;
};

static void visit_text(body_frame *f, const fact *what, void *context)
{
	text_context *s = (text_context *)context;
	HOST_WIDE_INT from = -1, length = 0;

	if (what->kind != FACT_CALL)
		return;
	const unsigned count = gimple_call_num_args(what->call);
	for (unsigned i = 0; i < count; i++)
		length = MAX(length, literal_length(f, gimple_call_arg(what->call, i)));
	for (unsigned i = 0; i < count && length; i++) {
		const interval v = bounds(f, gimple_call_arg(what->call, i));
		if (v.base == s->base)
			from = MAX(from, v.has_low ? v.low : 0);
	}
	if (from >= 0)
		s->end = MAX(s->end, from + length);
}

HOST_WIDE_INT body_text_end(tree entry, const parameter_list *parameters, unsigned of)
{
	text_context s = {(*parameters)[of].decl, 0};

	body_visit(entry, parameters, NULL, visit_text, &s);
	return s.end;
}

/* Whether an integer is compared with a constant from low to high. */
struct order_context {
	tree name; /* null: that of the only member which has a value */
	const decls
	    *passed; /* parameters of other functions that the entry passes it for */
	HOST_WIDE_INT low, high;
	bool is_sign; /* x > 0 and x <= 0 do not tell -1 from 0 */
	bool
	    is_told; /* low..high are values that it is told apart from the one before by */
	bool
	    is_equal; /* x == -1 tells -1, though x == 0 does not tell numbers below it */
	bool found;
};

static void visit_order(body_frame *f, const fact *what, void *context)
{
	order_context *s = (order_context *)context;
	HOST_WIDE_INT ignored;

	if (what->kind != FACT_COMPARE || !tree_fits_shwi_p(what->b) ||
	    (!fact_is_order(what) && (!s->is_equal || integer_zerop(what->b))) ||
	    (s->is_sign && (what->code == GT_EXPR || what->code == LE_EXPR)) ||
	    (s->name && f->b->decl != DECL_CONTEXT(s->name) && !s->passed->length()))
		return;
	tree side = bounds_strip(f, what->a);
	if (bounds_memory(side))
		side = bounds_memory(side);
	const bool is_beyond =
	    s->is_told && (what->code == GT_EXPR || what->code == LE_EXPR);
	const HOST_WIDE_INT n = tree_to_shwi(what->b) + is_beyond;
	s->found |= (s->name ? side == s->name || s->passed->contains(side)
			     : bounds_member(f, side, &ignored)) &&
		    n >= s->low && n <= s->high;
}

/* Adds the parameters of functions of the unit for which the entry passes the value of its own. */
static void add_passed(tree entry, tree name, decls *out)
{
	const body *b = body_of(entry);
	body_frame f;

	f.b = b;
	f.depth = 0;
	for (unsigned i = 0; b && i < b->facts.length(); i++) {
		const fact *c = &b->facts[i];
		tree callee =
		    c->kind == FACT_CALL ? gimple_call_fndecl(c->call) : NULL_TREE;
		unsigned at = 0;
		if (!callee || !body_of(callee))
			continue;
		for (tree p = DECL_ARGUMENTS(callee);
		     p && at < gimple_call_num_args(c->call); p = DECL_CHAIN(p), at++)
			if (bounds_strip(&f, gimple_call_arg(c->call, at)) == name)
				out->safe_push(p);
	}
}

static bool tests_order(tree entry, const parameter_list *parameters, unsigned of,
			order_context s)
{
	const bool is_member = of >= parameters->length();
	auto_vec<HOST_WIDE_INT> arguments;
	auto_vec<parameter_member> members;

	decls passed;

	s.name = is_member ? NULL_TREE : (*parameters)[of].decl;
	s.passed = &passed;
	if (s.name)
		add_passed(entry, s.name, &passed);
	parameter_members(parameters, &members);
	for (unsigned i = 0; i < parameters->length() + members.length(); i++)
		arguments.safe_push(i == of ||
					    (i < parameters->length() &&
					     (*parameters)[i].passing != ME_BY_POINTER)
					? 0
					: BODY_NO_INTEGER);
	body_visit(entry, parameters, is_member ? arguments.address() : NULL,
		   visit_order, &s);
	return s.found;
}

bool body_tests_order(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT low, HOST_WIDE_INT high)
{
	return tests_order(entry, parameters, of,
			   {NULL_TREE, NULL, low, high, false, false, false, false});
}

bool body_tests_value(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT low, HOST_WIDE_INT high)
{
	return tests_order(entry, parameters, of,
			   {NULL_TREE, NULL, low, high, false, false, true, false});
}

bool body_tests_sign(tree entry, const parameter_list *parameters, unsigned of)
{
	return tests_order(entry, parameters, of,
			   {NULL_TREE, NULL, 0, 0, true, false, false, false});
}

bool body_tells_above(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT value)
{
	return tests_order(
	    entry, parameters, of,
	    {NULL_TREE, NULL, value + 1, HOST_WIDE_INT_MAX, false, true, false, false});
}

struct constant_context {
	HOST_WIDE_INT most, found;
};

/* The elements of a variable's array, where an index is not known to be below them. */
static HOST_WIDE_INT elements_passed(body_frame *f, const fact *what)
{
	tree domain = TYPE_DOMAIN(TREE_TYPE(what->a));
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	if (!last || !tree_fits_shwi_p(last))
		return 0;
	const interval at = bounds(f, what->b);
	return at.has_high && at.high <= tree_to_shwi(last) ? 0
							    : tree_to_shwi(last) + 1;
}

static void visit_constant(body_frame *f, const fact *what, void *context)
{
	constant_context *s = (constant_context *)context;

	if (what->kind == FACT_ELEMENT) {
		const HOST_WIDE_INT n = elements_passed(f, what);
		if (n <= s->most)
			s->found = MAX(s->found, n);
		return;
	}
	if (what->kind != FACT_COMPARE || !tree_fits_shwi_p(what->b) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(what->a)))
		return;
	tree side = bounds_strip(f, what->a);
	if (bounds_memory(side))
		side = bounds_memory(side);
	const HOST_WIDE_INT n = tree_to_shwi(what->b);
	/* Characters are read from memory. */
	if (DECL_P(side) && n <= s->most)
		s->found = MAX(s->found, n);
}

HOST_WIDE_INT body_largest_constant(tree entry, const parameter_list *parameters,
				    const HOST_WIDE_INT *arguments, HOST_WIDE_INT most)
{
	constant_context s = {most, 0};

	body_visit(entry, parameters, arguments, visit_constant, &s);
	return s.found;
}

/* Whether it is the length of a text, or of a part of one. */
static bool is_text_length(const body_frame *f, tree t)
{
	static const char *const names[] = {"strlen", "strnlen", "strspn", "strcspn"};
	const unsigned *last = f->b->assigned.get(bounds_strip(f, t));
	const fact *from = last ? &f->b->facts[*last - 1] : NULL;

	for (const char *name : names)
		if (from && from->kind == FACT_CALL &&
		    symbol_is_called(from->call, name))
			return true;
	return false;
}

/* Whether the function copies a text, however long it is. */
static bool copies_text(const fact *c)
{
	static const char *const names[] = {"strcpy",  "strcat",   "stpcpy",
					    "sprintf", "vsprintf", "sscanf"};

	for (const char *name : names)
		if (symbol_is_called(c->call, name))
			return true;
	return false;
}

static bool is_of_characters(tree array)
{
	return TREE_CODE(TREE_TYPE(array)) == ARRAY_TYPE &&
	       INTEGRAL_TYPE_P(TREE_TYPE(TREE_TYPE(array))) &&
	       TYPE_PRECISION(TREE_TYPE(TREE_TYPE(array))) == BITS_PER_UNIT;
}

enum { DIGITS = 20 }; /* of the largest number of 64 bits */

/* A digit more of a number of 64 bits, as where one is read. */
static bool adds_digit(const fact *what)
{
	return what->kind == FACT_ASSIGN && TREE_CODE(what->b) == MULT_EXPR &&
	       INTEGRAL_TYPE_P(TREE_TYPE(what->b)) &&
	       TYPE_PRECISION(TREE_TYPE(what->b)) == 64 &&
	       tree_fits_shwi_p(TREE_OPERAND(what->b, 1)) &&
	       tree_to_shwi(TREE_OPERAND(what->b, 1)) == 10;
}

/* An array of characters, a variable's or a member's, to which a text is copied, or that is indexed
 * beyond what is known; what a text's length is compared with; and the digits of a number. */
static void visit_buffer(body_frame *f, const fact *what, void *context)
{
	constant_context *s = (constant_context *)context;

	if (what->kind == FACT_COMPARE && tree_fits_shwi_p(what->b) &&
	    tree_to_shwi(what->b) <= s->most && is_text_length(f, what->a))
		s->found = MAX(s->found, tree_to_shwi(what->b));
	if (adds_digit(what))
		s->found = MAX(s->found, DIGITS);
	if (what->kind == FACT_ELEMENT && is_of_characters(what->a))
		visit_constant(f, what, context);
	if (what->kind != FACT_CALL || !copies_text(what))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(what->call); i++) {
		tree t = bounds_strip(f, gimple_call_arg(what->call, i));
		tree array = TREE_CODE(t) == ADDR_EXPR ? TREE_OPERAND(t, 0) : t;
		tree size = (VAR_P(array) || TREE_CODE(array) == COMPONENT_REF) &&
				    is_of_characters(array)
				? TYPE_SIZE_UNIT(TREE_TYPE(array))
				: NULL_TREE;
		if (size && tree_fits_shwi_p(size) && tree_to_shwi(size) <= s->most)
			s->found = MAX(s->found, tree_to_shwi(size));
	}
}

HOST_WIDE_INT body_text_buffer(tree entry, const parameter_list *parameters,
			       HOST_WIDE_INT most)
{
	constant_context s = {most, 0};

	body_visit(entry, parameters, NULL, visit_buffer, &s);
	return s.found;
}

struct enumeration_context {
	tree type, decl; /* decl: of the parameter */
	bool is_member;
	HOST_WIDE_INT *range;
	/* The values from `first` on that it is compared with by == or !=, as bits. */
	HOST_WIDE_INT first;
	unsigned HOST_WIDE_INT equals;
};

static bool has_case(const gswitch *s, HOST_WIDE_INT n)
{
	for (unsigned i = 1; i < gimple_switch_num_labels(s); i++) {
		tree label = gimple_switch_label(s, i), low = CASE_LOW(label);
		tree high = CASE_HIGH(label) ? CASE_HIGH(label) : low;
		if (tree_fits_shwi_p(low) && tree_fits_shwi_p(high) &&
		    n >= tree_to_shwi(low) && n <= tree_to_shwi(high))
			return true;
	}
	return false;
}

static void include(HOST_WIDE_INT range[2], HOST_WIDE_INT n)
{
	range[0] = MIN(range[0], n);
	range[1] = MAX(range[1], n);
}

/* Where each value has a case, the next one has none. */
static void widen_to_default(const gswitch *s, HOST_WIDE_INT range[2])
{
	for (unsigned i = 1; i < gimple_switch_num_labels(s); i++) {
		tree low = CASE_LOW(gimple_switch_label(s, i));
		if (tree_fits_shwi_p(low))
			include(range, tree_to_shwi(low));
	}
	HOST_WIDE_INT n = range[0];
	while (n <= range[1] && n - range[0] < ENUMERATION_MOST && has_case(s, n))
		n++;
	include(range, n);
}

static void visit_enumeration(body_frame *f, const fact *what, void *context)
{
	enumeration_context *e = (enumeration_context *)context;
	HOST_WIDE_INT n;

	if (what->kind != FACT_COMPARE && what->kind != FACT_SWITCH)
		return;
	tree side = bounds_strip(f, what->a);
	if (TYPE_MAIN_VARIANT(TREE_TYPE(side)) != TYPE_MAIN_VARIANT(e->type))
		return;
	/* Another value of the type; what a called function has may be this one. */
	if (TREE_CODE(side) == COMPONENT_REF
		? !e->is_member
		: TREE_CODE(side) == PARM_DECL &&
		      DECL_CONTEXT(side) == DECL_CONTEXT(e->decl) && side != e->decl)
		return;
	if (what->kind == FACT_SWITCH) {
		widen_to_default(as_a<gswitch *>(what->call), e->range);
		return;
	}
	/* Wider numbers are no enumerators that a next one follows. */
	if (!tree_fits_shwi_p(what->b) ||
	    (int)tree_to_shwi(what->b) != tree_to_shwi(what->b))
		return;
	n = tree_to_shwi(what->b);
	include(e->range, n);
	if (what->code == GT_EXPR || what->code == LE_EXPR)
		include(e->range, n + 1);
	else if (what->code == LT_EXPR || what->code == GE_EXPR)
		include(e->range, n - 1);
	else if (n >= e->first && n - e->first < 64)
		e->equals |= (unsigned HOST_WIDE_INT)1 << (n - e->first);
}

void body_asks_enumeration(tree entry, const parameter_list *parameters, unsigned of,
			   const parameter_field *field, HOST_WIDE_INT range[2])
{
	enumeration_context e = {
	    field->type, (*parameters)[of].decl, *field->path != 0, range, range[0], 0};
	const HOST_WIDE_INT high = range[1];

	body_visit(entry, parameters, NULL, visit_enumeration, &e);
	/* A chain of comparisons with each value is a switch. */
	if (high - e.first < 63 && e.equals + 1 == (unsigned HOST_WIDE_INT)2
						       << (high - e.first))
		include(range, high + 1);
}
