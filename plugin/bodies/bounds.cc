/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds.cc - bounds of the integers and pointers of a body, by intervals over its assignments and
 * comparisons, without regard to their order. For
 *
 *	for (i = 1; i < n; i++)
 *		if (x[i] < x[i - 1])
 *
 * i lies between 1, which is assigned, and n - 1, by the comparison: x is accessed up to
 * element n - 1. The bounds are guesses: a variable that is compared with several others
 * has the largest one as its bound.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"

/* Of a unit. Where hundreds of numbers depend on each other, as in code that was translated from
 * Fortran, the ways through them are too many; then nothing more is known. */
enum { STEPS_MOST = 3000000 };

static unsigned steps_taken;

bool bounds_given_up(void)
{
	return steps_taken > STEPS_MOST;
}

/* ---- bounds */

/* t is `name`, or name + constant; *shift: that constant. */
static bool is_shifted(const body_frame *f, tree t, tree name, HOST_WIDE_INT *shift)
{
	*shift = 0;
	if (TREE_CODE(name) == PLUS_EXPR)
		return shape_same_sum(f, t, name);
	t = bounds_strip(f, t);
	if (TREE_CODE(t) == PLUS_EXPR || TREE_CODE(t) == MINUS_EXPR) {
		tree c = bounds_strip(f, TREE_OPERAND(t, 1));
		/* i + width <= n: i, too, is at most n. */
		if (TREE_CODE(c) != INTEGER_CST)
			return TREE_CODE(t) == PLUS_EXPR &&
			       TREE_CODE(name) != PARM_DECL &&
			       (shape_same(c, name) ||
				shape_same(bounds_strip(f, TREE_OPERAND(t, 0)), name));
		*shift =
		    TREE_CODE(t) == PLUS_EXPR ? bounds_addend(c) : -bounds_addend(c);
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	}
	return shape_same(t, name);
}

/* name = name + c: 1 where it grows, -1 where it becomes smaller, 0: something else. */
static int step_of(const body_frame *f, tree value, tree name)
{
	tree t = value ? bounds_strip(f, value) : NULL_TREE;
	HOST_WIDE_INT shift;

	if (t && TREE_CODE(t) == POINTER_PLUS_EXPR &&
	    bounds_strip(f, TREE_OPERAND(t, 0)) == name) {
		tree c = bounds_strip(f, TREE_OPERAND(t, 1));
		return tree_fits_shwi_p(c) && tree_to_shwi(c) < 0 ? -1 : 1;
	}
	if (t && (TREE_CODE(t) == PLUS_EXPR || TREE_CODE(t) == MINUS_EXPR) &&
	    bounds_strip(f, TREE_OPERAND(t, 0)) == name)
		return is_shifted(f, t, name, &shift) ? shift < 0 ? -1 : 1
		       : TREE_CODE(t) == PLUS_EXPR    ? 1
						      : -1;
	return 0;
}

/* Raises the bound. */
static void raise(interval *most, HOST_WIDE_INT high)
{
	if (!most->has_high || most->high < high)
		most->high = high;
	most->has_high = true;
}

/* What lies between two values of the name that follow each other: an element's bytes. */
static HOST_WIDE_INT unit_of(tree name)
{
	tree type = TREE_TYPE(name);
	tree size = POINTER_TYPE_P(type) ? TYPE_SIZE_UNIT(TREE_TYPE(type)) : NULL_TREE;

	return size && tree_fits_shwi_p(size) ? tree_to_shwi(size) : 1;
}

/* The bound of the name by one comparison, into variable bounds or, of comparisons with
 * constants, constant ones. */
static void compare_bound(body_frame *f, tree name, tree side, tree other,
			  tree_code code, bool is_left, interval *variable,
			  interval *constant)
{
	HOST_WIDE_INT shift;
	bool swapped = !is_left;
	tree target = bounds_strip(f, other), ignored;

	/* What is asked for because of the other one says nothing of it: i > last. */
	if (!is_shifted(f, side, name, &shift) ||
	    (TREE_CODE(target) == PARM_DECL && f->active.contains(target)))
		return;
	if (swapped)
		code = swap_tree_comparison(code);
	bool fixed = TREE_CODE(target) == INTEGER_CST;
	bool guard = code == GT_EXPR || code == GE_EXPR;
	/* lo < hi says nothing of hi. */
	const bool with_parameter =
	    TREE_CODE(target) == PARM_DECL || bounds_memory(target);
	if (guard &&
	    (fixed ? swapped || TREE_CODE(name) == PARM_DECL
		   : !with_parameter &&
			 (swapped || (DECL_P(target) && DECL_NAME(target) &&
				      assignments_of(f, target, &ignored) > 1))))
		return;
	if ((code == EQ_EXPR || code == NE_EXPR) && fixed)
		return;
	interval b = bounds(f, other);
	if (!b.has_high || (fixed && (guard && b.high < 2)) || (fixed && b.high < 1))
		return;
	bool strict =
	    code == LT_EXPR || code == GE_EXPR || code == EQ_EXPR || code == NE_EXPR;
	raise(fixed ? constant : variable,
	      b.high - shift - (strict ? unit_of(name) : 0));
}

static void compare_bounds(body_frame *f, tree name, interval *variable,
			   interval *constant)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind != FACT_COMPARE || SCALAR_FLOAT_TYPE_P(TREE_TYPE(c->a)) ||
		    ++steps_taken > STEPS_MOST)
			continue;
		compare_bound(f, name, c->a, c->b, c->code, true, variable, constant);
		compare_bound(f, name, c->b, c->a, c->code, false, variable, constant);
	}
}

static bool frame_value(const body_frame *f, tree name, interval *value)
{
	for (unsigned i = 0; i < f->names.length(); i++)
		if (f->names[i] == name) {
			*value = f->values[i];
			return true;
		}
	return false;
}

/* Whether it is a number whose bounds are being computed, or less: high = middle - 1. */
static bool is_active(const body_frame *f, tree t)
{
	HOST_WIDE_INT shift = 0;

	t = bounds_strip(f, t);
	if ((TREE_CODE(t) == PLUS_EXPR || TREE_CODE(t) == MINUS_EXPR) &&
	    is_shifted(f, t, bounds_strip(f, TREE_OPERAND(t, 0)), &shift) && shift < 0)
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	return f->active.contains(t);
}

/* From all that is assigned; `grows`: a step upwards is among it, too. */
static interval assigned_bounds(body_frame *f, tree name, bool *grows)
{
	interval r = UNBOUNDED;
	bool first = true, low = true, high = true;

	if (frame_value(f, name, &r)) { /* a parameter that is changed */
		first = false;
		low = r.has_low;
		high = r.has_high;
	}

	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if ((a->kind != FACT_ASSIGN && a->kind != FACT_CALL) || a->a != name)
			continue;
		tree value = a->kind == FACT_ASSIGN ? a->b : NULL_TREE;
		int step = step_of(f, value, name);
		*grows |= step > 0;
		if (step < 0)
			low = false;
		if (step)
			continue;
		/* stride = MAX (stride, 0), as Fortran has it: no less than it was */
		const bool is_extreme =
		    value &&
		    (TREE_CODE(value) == MAX_EXPR || TREE_CODE(value) == MIN_EXPR) &&
		    TREE_OPERAND(value, 0) == name;
		const bool is_most = is_extreme && TREE_CODE(value) == MAX_EXPR;
		if (is_extreme)
			value = TREE_OPERAND(value, 1);
		interval v = value ? bounds(f, value) : UNBOUNDED;
		if (is_most && !first && low && v.has_low && v.low < r.low)
			v.low = r.low;
		if (v.base)
			r.base = v.base;
		if (value && is_active(f, value))
			continue;
		low &= v.has_low;
		high &= v.has_high;
		r.low = first	       ? v.low
			: f->is_latest ? MAX(r.low, v.low)
				       : MIN(r.low, v.low);
		r.high = first ? v.high : MAX(r.high, v.high);
		first = false;
	}
	r.has_low = low && !first;
	r.has_high = high && !first;
	return r;
}

/* Whether a way leads from the block to the other one. */
static bool leads_to(basic_block from, basic_block to)
{
	auto_vec<basic_block> ways;
	hash_set<basic_block> seen;

	ways.safe_push(from);
	while (ways.length()) {
		edge e;
		edge_iterator at;
		FOR_EACH_EDGE(e, at, ways.pop()->succs)
		{
			if (e->dest == to)
				return true;
			if (++steps_taken <= STEPS_MOST && !seen.add(e->dest))
				ways.safe_push(e->dest);
		}
	}
	return false;
}

/* Whether a loop has the statement, and an upward step of the name. */
static bool steps_beside(const body_frame *f, tree name, const fact *down)
{
	basic_block bb = gimple_bb(down->call);

	for (unsigned i = 0; bb && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		basic_block other =
		    a->kind == FACT_ASSIGN && a->a == name ? gimple_bb(a->call) : NULL;
		if (other && step_of(f, a->b, name) > 0 && leads_to(bb, other) &&
		    leads_to(other, bb))
			return true;
	}
	return !bb;
}

/* What an integer counts down from beside the name: while (n--) *a++ takes n steps. */
static interval countdown(body_frame *f, tree name)
{
	interval most = UNBOUNDED;

	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		bool ignored = false;
		if (a->kind != FACT_ASSIGN || f->active.contains(a->a) ||
		    !INTEGRAL_TYPE_P(TREE_TYPE(a->a)) || step_of(f, a->b, a->a) >= 0 ||
		    !steps_beside(f, name, a))
			continue;
		f->active.safe_push(a->a);
		interval from = assigned_bounds(f, a->a, &ignored);
		f->active.pop();
		if (from.has_high)
			raise(&most, from.high);
	}
	return most;
}

/* How far steps of another number lead, ix = ix + incx: no loop of a body makes more of them
 * than its largest integer says. */
static interval stride(body_frame *f, tree name)
{
	interval most = UNBOUNDED, step = UNBOUNDED;

	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind != FACT_ASSIGN || a->a != name ||
		    step_of(f, a->b, name) <= 0)
			continue;
		tree by = TREE_OPERAND(bounds_strip(f, a->b), 1);
		if (TREE_CODE(bounds_strip(f, by)) == INTEGER_CST)
			return UNBOUNDED;
		interval v = bounds(f, by);
		if (v.has_high)
			raise(&step, v.high);
	}
	for (unsigned i = 0; i < f->values.length(); i++)
		if (f->values[i].has_high && !f->values[i].base)
			raise(&most, f->values[i].high);
	return bounds_multiply(most, step);
}

static interval variable_bounds(body_frame *f, tree name)
{
	interval variable = UNBOUNDED, constant = UNBOUNDED;
	bool grows = false;

	interval passed = UNBOUNDED;
	if (f->active.contains(name) || f->active.length() > EXPRESSIONS_DEEP) {
		frame_value(f, name, &passed);
		return passed;
	}
	f->active.safe_push(name);
	if (tree modulus = shape_modulus(f, name)) {
		interval r = bounds(f, modulus);
		f->active.pop();
		return bounds_binary(TRUNC_MOD_EXPR, UNBOUNDED, r);
	}
	interval r = assigned_bounds(f, name, &grows);
	/* const double *end = x + n */
	const bool is_end = POINTER_TYPE_P(TREE_TYPE(name)) && r.has_high && !grows;
	if (TREE_CODE(name) != SSA_NAME && !is_end)
		compare_bounds(f, name, &variable, &constant);
	const interval steps = grows && r.has_high ? countdown(f, name) : UNBOUNDED;
	const interval far = grows && r.has_high ? stride(f, name) : UNBOUNDED;
	f->active.pop();
	if (variable.has_high || constant.has_high) {
		r.has_high = true;
		r.high = variable.has_high ? variable.high : constant.high;
	} else if (grows) {
		r.has_high = steps.has_high || far.has_high;
		r.high +=
		    far.has_high ? far.high : MAX(steps.high - 1, 0) * unit_of(name);
	}
	if (!r.has_low && !r.base)
		r.has_low = true, r.low = 0;
	if (r.has_low && r.has_high) /* for (i = first; i < last; i++) */
		r.low = MIN(r.low, r.high);
	return r;
}

static bool is_passed(const body_frame *f, const fact *c, tree name)
{
	for (unsigned i = 0; i < gimple_call_num_args(c->call); i++)
		if (bounds_strip(f, gimple_call_arg(c->call, i)) == name)
			return true;
	return false;
}

/* for (i = n - 1; i >= 0; i--) */
static bool counts_down(const body_frame *f, const fact *a, tree name)
{
	HOST_WIDE_INT shift;
	bool begins = a->kind == FACT_ASSIGN && VAR_P(a->a) && a->a != name &&
		      DECL_NAME(a->a) && is_shifted(f, a->b, name, &shift);

	for (unsigned i = 0; i < f->b->facts.length() && begins; i++) {
		const fact *step = &f->b->facts[i];
		if (step->kind == FACT_ASSIGN && step->a == a->a &&
		    step_of(f, step->b, step->a) < 0)
			return true;
	}
	return false;
}

static bool changes(const body_frame *f, tree t)
{
	tree ignored;

	t = bounds_strip(f, t);
	return REFERENCE_CLASS_P(t) || (VAR_P(t) && assignments_of(f, t, &ignored) > 1);
}

/* Whether it bounds a variable that changes, or may do so in another function: it is a length,
 * and no index by itself. */
static bool is_bound(const body_frame *f, tree name)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if ((c->kind == FACT_CALL && is_passed(f, c, name)) ||
		    counts_down(f, c, name))
			return true;
		if (c->kind != FACT_COMPARE)
			continue;
		for (int swapped = 0; swapped < 2; swapped++) {
			tree side = bounds_strip(f, swapped ? c->b : c->a);
			tree other = bounds_strip(f, swapped ? c->a : c->b);
			if ((shape_same(side, name) || bounds_memory(side) == name) &&
			    (BINARY_CLASS_P(other)
				 ? changes(f, TREE_OPERAND(other, 0)) ||
				       changes(f, TREE_OPERAND(other, 1))
				 : changes(f, other)))
				return true;
		}
	}
	return false;
}

/* A parameter that is an index by itself is bounded where it is compared with others. */
static interval parameter_bounds_of(body_frame *f, tree name, interval value)
{
	interval variable = UNBOUNDED, constant = UNBOUNDED;

	tree ignored;
	if (assignments_of(f, name, &ignored))
		return variable_bounds(f, name);
	if (value.base || f->active.contains(name) || is_bound(f, name))
		return value;
	f->active.safe_push(name);
	compare_bounds(f, name, &variable, &constant);
	f->active.pop();
	if (variable.has_high && value.has_high && variable.high < value.high)
		value.high = variable.high;
	return value;
}

tree bounds_memory(tree t)
{
	return TREE_CODE(t) == MEM_REF && integer_zerop(TREE_OPERAND(t, 1))
		   ? TREE_OPERAND(t, 0)
		   : NULL_TREE;
}

/* An index of an array that is a member lies in it. */
static interval bounds_index(body_frame *f, tree t)
{
	interval i = bounds(f, TREE_OPERAND(t, 1));
	tree array = TREE_OPERAND(t, 0);
	tree domain = TYPE_DOMAIN(TREE_TYPE(array));
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	while (TREE_CODE(array) == ARRAY_REF)
		array = TREE_OPERAND(array, 0);
	if (TREE_CODE(array) != COMPONENT_REF || !last || !tree_fits_shwi_p(last) ||
	    tree_to_shwi(last) < 2)
		return i;
	i.high = i.has_high ? MIN(i.high, tree_to_shwi(last)) : tree_to_shwi(last);
	i.low = i.has_low ? MIN(i.low, i.high) : 0;
	i.has_low = i.has_high = true;
	return i;
}

/* The address of what is referred to. */
interval bounds_address(body_frame *f, tree t)
{
	interval r = bounds_number(0);

	for (; handled_component_p(t); t = TREE_OPERAND(t, 0)) {
		if (TREE_CODE(t) == ARRAY_REF && TYPE_SIZE_UNIT(TREE_TYPE(t)) &&
		    tree_fits_shwi_p(TYPE_SIZE_UNIT(TREE_TYPE(t)))) {
			interval i = bounds_index(f, t);
			tree first = array_ref_low_bound(t);
			if (tree_fits_shwi_p(first))
				i = bounds_add(i, bounds_number(-tree_to_shwi(first)));
			r = bounds_add(
			    r, bounds_multiply(i, bounds_number(tree_to_shwi(
						      TYPE_SIZE_UNIT(TREE_TYPE(t))))));
		} else if (TREE_CODE(t) == COMPONENT_REF) {
			r = bounds_add(
			    r, bounds_number(int_byte_position(TREE_OPERAND(t, 1))));
		}
	}
	if (TREE_CODE(t) != MEM_REF)
		return UNBOUNDED;
	interval pointer = bounds(f, TREE_OPERAND(t, 0));
	tree base = pointer.base;
	r = bounds_add(
	    bounds_add(r, pointer),
	    bounds_number((HOST_WIDE_INT)TREE_INT_CST_LOW(TREE_OPERAND(t, 1))));
	r.base = base;
	return r;
}

bool bounds_member(body_frame *f, tree t, HOST_WIDE_INT *value)
{
	HOST_WIDE_INT offset = 0;
	tree base = t;

	for (; TREE_CODE(base) == COMPONENT_REF; base = TREE_OPERAND(base, 0))
		offset += int_byte_position(TREE_OPERAND(base, 1));
	if (base == t || !f->members->length())
		return false;
	if (TREE_CODE(base) == MEM_REF) {
		const interval pointer = bounds(f, TREE_OPERAND(base, 0));
		if (!pointer.base || !pointer.has_low || !pointer.has_high ||
		    pointer.low != pointer.high)
			return false;
		offset += pointer.low +
			  (HOST_WIDE_INT)TREE_INT_CST_LOW(TREE_OPERAND(base, 1));
		base = pointer.base;
	}
	for (unsigned i = 0; i < f->members->length(); i++) {
		const member_value *m = &(*f->members)[i];
		if (m->decl == base && m->offset == offset) {
			*value = m->value;
			return true;
		}
	}
	return false;
}

/* An integer in memory, r->head, is bounded where it is compared. */
static interval loaded_bounds(body_frame *f, tree t)
{
	interval variable = UNBOUNDED, constant = UNBOUNDED;

	f->loads = true;
	if (f->depth > EXPRESSIONS_DEEP)
		return UNBOUNDED;
	f->depth += EXPRESSIONS_DEEP / 2;
	HOST_WIDE_INT value = 0;
	const bool is_given = bounds_member(f, t, &value);
	if (!is_given || !is_bound(f, t))
		compare_bounds(f, t, &variable, &constant);
	f->depth -= EXPRESSIONS_DEEP / 2;
	if (is_given && (!variable.has_high || value < variable.high))
		return bounds_number(value);
	variable.has_low = true; /* 0, as of all that is an index */
	return variable;
}

static interval binary_bounds(body_frame *f, tree t)
{
	interval variable = UNBOUNDED, constant = UNBOUNDED;
	tree first = TREE_OPERAND(t, 0), second = TREE_OPERAND(t, 1);

	if (shape_middle(f, t, &first, &second)) {
		interval a = bounds(f, first), b = bounds(f, second);
		a.high -= shape_below(f, second, first);
		b.high -= shape_below(f, first, second);
		interval r = bounds_binary(MAX_EXPR, a, b);
		r.low = MIN(a.low, b.low);
		return r;
	}
	interval r =
	    bounds_binary(TREE_CODE(t), bounds(f, first),
			  TREE_CODE(t) == PLUS_EXPR && TREE_CODE(second) == INTEGER_CST
			      ? bounds_number(bounds_addend(second))
			      : bounds(f, second));
	if (!shape_same_sum(f, t, t))
		return r;
	f->depth += EXPRESSIONS_DEEP / 2;
	compare_bounds(f, t, &variable, &constant); /* i + k < n */
	f->depth -= EXPRESSIONS_DEEP / 2;
	if (variable.has_high && (!r.has_high || variable.high < r.high)) {
		r.has_high = true;
		r.high = variable.high;
	}
	return r;
}

interval bounds(body_frame *f, tree t)
{
	interval known = UNBOUNDED;

	if (f->depth > EXPRESSIONS_DEEP * 8 || ++steps_taken > STEPS_MOST)
		return UNBOUNDED;
	if (tree_fits_shwi_p(t))
		return bounds_number(tree_to_shwi(t));
	if (CONVERT_EXPR_P(t))
		return bounds(f, TREE_OPERAND(t, 0));
	if (TREE_CODE(t) == INTEGER_CST) /* sizetype: -8 */
		return bounds_number((HOST_WIDE_INT)TREE_INT_CST_LOW(t));
	if (frame_value(f, t, &known) ||
	    (bounds_memory(t) && frame_value(f, bounds_memory(t), &known) &&
	     !known.base)) {
		tree name = bounds_memory(t) ? bounds_memory(t) : t;
		return parameter_bounds_of(f, name, known);
	}
	if (VAR_P(t) || TREE_CODE(t) == SSA_NAME || TREE_CODE(t) == PARM_DECL) {
		f->depth += 4;
		interval r = variable_bounds(f, t);
		f->depth -= 4;
		return r;
	}
	if (REFERENCE_CLASS_P(t) && INTEGRAL_TYPE_P(TREE_TYPE(t)))
		return loaded_bounds(f, t);
	if (TREE_CODE(t) == ADDR_EXPR)
		return bounds_address(f, TREE_OPERAND(t, 0));
	if (TREE_CODE(t) == NEGATE_EXPR)
		return bounds_negate(bounds(f, TREE_OPERAND(t, 0)));
	if (TREE_CODE(t) == BIT_NOT_EXPR)
		return bounds_add(bounds_negate(bounds(f, TREE_OPERAND(t, 0))),
				  bounds_number(-1));
	return BINARY_CLASS_P(t) ? binary_bounds(f, t) : UNBOUNDED;
}

bool bounds_is_argument(const body_frame *f, tree t, tree decl)
{
	t = bounds_strip(f, t);
	if (bounds_memory(t))
		t = bounds_strip(f, bounds_memory(t));
	return (TREE_CODE(t) == SSA_NAME ? SSA_NAME_VAR(t) : t) == decl;
}
