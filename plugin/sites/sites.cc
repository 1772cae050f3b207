/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sites.cc - finds the comparisons of a function and names its branches.
 *
 * A branch is (function, ordinal, rank). The ordinal counts the blocks that end in a
 * condition, a switch or a dispatch of exceptions and have at least two successors, in
 * the order of the blocks right after the pass `ssa`; .gcno files of a plain -O0 build
 * count the same blocks.
 */
#include "plugin/gcc.h"
#include "plugin/plugin_options.h"
#include "plugin/goals/written_text.h"
#include "plugin/sites/shape.h"
#include "plugin/unit/condition.h"

unsigned shape_operand_type(tree type)
{
	if (POINTER_TYPE_P(type))
		return ME_PTR;
	if (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type))) {
		if (TYPE_MODE(type) == TYPE_MODE(float_type_node))
			return ME_F32;
		if (TYPE_MODE(type) == TYPE_MODE(double_type_node))
			return ME_F64;
		if (TYPE_MODE(type) == TYPE_MODE(long_double_type_node) &&
		    TYPE_PRECISION(type) == 80)
			return ME_F80;
		return TYPE_MODE(type) == TFmode ? ME_F128 : ME_VOID;
	}
	if (!INTEGRAL_TYPE_P(type) || TYPE_PRECISION(type) > 128)
		return ME_VOID;
	if (TYPE_PRECISION(type) > 64)
		return TYPE_UNSIGNED(type) ? ME_U128 : ME_I128;
	if (TREE_CODE(type) == BOOLEAN_TYPE || TYPE_PRECISION(type) == 1)
		return ME_BOOL;
	unsigned bits = TYPE_PRECISION(type);
	unsigned size = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
	return (TYPE_UNSIGNED(type) ? ME_U8 : ME_I8) + size;
}

/* The code of what a hook gets, or ME_VOID when there is none. A pointer to a data
 * member is an offset. */
static unsigned hook_type(tree type)
{
	if (TREE_CODE(type) == OFFSET_TYPE)
		return ME_I64;
	if (!SCALAR_FLOAT_TYPE_P(type) || !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)))
		return shape_operand_type(type);
	if (!ENABLE_DECIMAL_BID_FORMAT)
		return ME_VOID;
	return TYPE_PRECISION(type) == 32   ? ME_D32
	       : TYPE_PRECISION(type) == 64 ? ME_D64
					    : ME_D128;
}

/* The code of the type in which two operands are compared. x87 code has floats in
 * registers of 80 bits, and rounds them to their type only where it stores them. */
static unsigned compared_type(tree type)
{
	unsigned code = hook_type(type);

	if ((code == ME_F32 || code == ME_F64) &&
	    targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) ==
		FLT_EVAL_METHOD_PROMOTE_TO_LONG_DOUBLE)
		return ME_F80;
	return code;
}

/* signbit and its like: the operator, or ME_OP_COUNT when the call is another. */
static unsigned shape_builtin_op(gimple *stmt)
{
	if (!is_gimple_call(stmt) || !gimple_call_lhs(stmt) ||
	    gimple_call_num_args(stmt) != 1)
		return ME_OP_COUNT;
	switch (gimple_call_combined_fn(stmt)) {
	case CFN_BUILT_IN_SIGNBIT:
	case CFN_BUILT_IN_SIGNBITF:
	case CFN_BUILT_IN_SIGNBITL:
	case CFN_BUILT_IN_SIGNBITD32:
	case CFN_BUILT_IN_SIGNBITD64:
	case CFN_BUILT_IN_SIGNBITD128:
		return ME_SIGNBIT;
	case CFN_BUILT_IN_ISNAN:
	case CFN_BUILT_IN_ISNANF:
	case CFN_BUILT_IN_ISNANL:
	case CFN_BUILT_IN_ISNAND32:
	case CFN_BUILT_IN_ISNAND64:
	case CFN_BUILT_IN_ISNAND128:
		return ME_UNORDERED;
	default:
		return ME_OP_COUNT;
	}
}

static unsigned comparison_op(enum tree_code code)
{
	static const struct {
		enum tree_code code;
		unsigned op;
	} operators[] = {
	    {LT_EXPR, ME_LT},
	    {LE_EXPR, ME_LE},
	    {EQ_EXPR, ME_EQ},
	    {NE_EXPR, ME_NE},
	    {GE_EXPR, ME_GE},
	    {GT_EXPR, ME_GT},
	    {UNORDERED_EXPR, ME_UNORDERED},
	    {ORDERED_EXPR, ME_ORDERED},
	    {UNLT_EXPR, ME_UNLT},
	    {UNLE_EXPR, ME_UNLE},
	    {UNGT_EXPR, ME_UNGT},
	    {UNGE_EXPR, ME_UNGE},
	    {UNEQ_EXPR, ME_UNEQ},
	    {LTGT_EXPR, ME_LTGT},
	};

	for (const auto &known : operators)
		if (known.code == code)
			return known.op;
	return ME_OP_COUNT;
}

/* ---- sites and goals */

edge shape_side_edge(gimple *stmt, unsigned side)
{
	basic_block bb = gimple_bb(stmt);
	edge on_true, on_false;

	if (gimple_code(stmt) == GIMPLE_SWITCH)
		return EDGE_SUCC(bb, side);
	extract_true_false_edges_from_block(bb, &on_true, &on_false);
	return side == 0 ? on_true : on_false;
}

unsigned shape_edge_rank(edge e)
{
	for (unsigned i = 0; i < EDGE_COUNT(e->src->succs); i++)
		if (EDGE_SUCC(e->src, i) == e)
			return i;
	gcc_unreachable();
}

/* The pointer that the condition compares with null, without conversions; or null. */
static tree compared_with_null(gimple *stmt)
{
	gcond *cond = dyn_cast<gcond *>(stmt);

	if (!cond || !integer_zerop(gimple_cond_rhs(cond)) ||
	    (gimple_cond_code(cond) != EQ_EXPR && gimple_cond_code(cond) != NE_EXPR))
		return NULL_TREE;
	tree value = gimple_cond_lhs(cond);
	while (TREE_CODE(value) == SSA_NAME && POINTER_TYPE_P(TREE_TYPE(value)) &&
	       is_gimple_assign(SSA_NAME_DEF_STMT(value)) &&
	       gimple_assign_cast_p(SSA_NAME_DEF_STMT(value)))
		value = gimple_assign_rhs1(SSA_NAME_DEF_STMT(value));
	return POINTER_TYPE_P(TREE_TYPE(value)) ? value : NULL_TREE;
}

/* Names the side that is taken when a pointer of the entry is null which never is. */
static void note_null(const struct shape *s, gimple *stmt, unit_goal *g)
{
	tree pointer = compared_with_null(stmt);
	int parameter = pointer ? s->never_null(pointer) : -1;

	if (parameter < 0 || g->side != (gimple_cond_code(stmt) != EQ_EXPR))
		return;
	g->flags |= ME_GOAL_NULL;
	g->parameter = parameter;
}

static unit_goal new_goal(const struct shape *s)
{
	unit_goal g;

	memset(&g, 0, sizeof g);
	g.function = s->number;
	g.site = unit.sites.length() - 1;
	g.line = expand_location(unit.sites.last().location).line;
	g.next = NO_LIST;
	return g;
}

/* Of `do while (c)` gfortran asks whether to leave: the condition is true where c is false. */
static bool asks_to_leave(location_t where)
{
	const expanded_location at = expand_location(where);
	char text[WRITTEN_TEXT_MAX];

	if (!lang_GNU_Fortran() || !text_line(at.file, at.line, text))
		return false;
	for (const char *at_do = text; (at_do = strcasestr(at_do, "do")); at_do++) {
		const char *next = at_do + 2;
		next += strspn(next, " \t0123456789"); /* do 10 while */
		if ((at_do == text || !text_is_in_name(at_do[-1])) &&
		    !strncasecmp(next, "while", 5) && next - text < at.column)
			return true;
	}
	return false;
}

static void add_branch_goals(struct shape *s, gimple *stmt, unsigned ordinal)
{
	unit_site *site = &unit.sites.last();
	const bool assumes = condition_assumes(stmt);
	const bool is_own =
	    !assumes && !(site->flags & ME_SITE_COMPILER) &&
	    !lookup_attribute("me_driver", DECL_ATTRIBUTES(s->fun->decl));

	const bool is_turned =
	    gimple_code(stmt) == GIMPLE_COND && is_own && asks_to_leave(site->location);
	site->goal = unit.goals.length();
	site->sides = EDGE_COUNT(gimple_bb(stmt)->succs);
	for (unsigned side = 0; side < site->sides; side++) {
		unit_goal g = new_goal(s);
		g.flags = is_own ? 0 : ME_GOAL_COMPILER;
		if (is_turned)
			g.flags |= ME_GOAL_TURNED;
		if (assumes && !condition_ends(shape_side_edge(stmt, side)->dest))
			g.flags |= ME_GOAL_WAY;
		g.side = side;
		g.ordinal = ordinal;
		g.rank = site->kind == ME_SITE_SWITCH
			     ? side
			     : shape_edge_rank(shape_side_edge(stmt, side));
		note_null(s, stmt, &g);
		unit.goals.safe_push(g);
	}
}

/* Whether a hook is to decide where the branch goes. */
static bool is_forced(gimple *stmt, unsigned type)
{
	return options.force && type != ME_VOID && !condition_is_compilers(stmt) &&
	       !stmt_could_throw_p(cfun, stmt);
}

static unit_site *add_site(struct shape *s, gimple *stmt, unsigned kind, unsigned op,
			   unsigned type, unsigned ordinal)
{
	unit_site site;
	shape_site here = {stmt, unit.sites.length(), ordinal};

	memset(&site, 0, sizeof site);
	site.location = gimple_location(stmt);
	site.function = s->number;
	site.kind = kind;
	site.op = op;
	site.type = type;
	site.guide = NO_LIST;
	bool branch = kind == ME_SITE_COND || kind == ME_SITE_SWITCH;
	if (branch && condition_is_compilers(stmt))
		site.flags |= ME_SITE_COMPILER;
	if (branch && is_forced(stmt, type))
		site.flags |= ME_SITE_FORCED;
	s->site_of.put(stmt, s->sites.length());
	s->sites.safe_push(here);
	unit.sites.safe_push(site);
	if (kind == ME_SITE_SWITCH && lang_GNU_Fortran())
		unit.sites.last().location = shape_select_place(site.location);
	else if (branch && lang_GNU_Fortran())
		unit.sites.last().location = shape_type_place(stmt, site.location);
	if (branch)
		add_branch_goals(s, stmt, ordinal);
	return &unit.sites.last();
}

static HOST_WIDE_INT case_bits(tree constant)
{
	return TYPE_UNSIGNED(TREE_TYPE(constant))
		   ? (HOST_WIDE_INT)tree_to_uhwi(constant)
		   : tree_to_shwi(constant);
}

/* Counts a comparison whose operands have no hook. */
static void count_skipped(gimple *stmt, tree type)
{
	const char *kind = "other operands";

	unit.skipped++;
	if (!options.verbose)
		return;
	if (VECTOR_TYPE_P(type))
		kind = "vectors";
	else if (TREE_CODE(type) == COMPLEX_TYPE)
		kind = "complex numbers";
	inform(gimple_location(stmt), "plugin me: skipped: %s", kind);
}

/* The side that a label leads to; the edges carry their rank (add_switch). */
static unsigned side_of_label(gswitch *stmt, tree case_label)
{
	edge e =
	    find_edge(gimple_bb(stmt), label_to_block(cfun, CASE_LABEL(case_label)));

	return (unsigned)(uintptr_t)e->aux;
}

static void add_cases(gswitch *stmt, unit_site *site)
{
	site->first_case = unit.cases.length();
	site->default_side = side_of_label(stmt, gimple_switch_default_label(stmt));
	for (unsigned i = 1; i < gimple_switch_num_labels(stmt); i++) {
		tree label = gimple_switch_label(stmt, i);
		unit_case c;
		c.low = case_bits(CASE_LOW(label));
		c.high = CASE_HIGH(label) ? case_bits(CASE_HIGH(label)) : c.low;
		c.side = side_of_label(stmt, label);
		unit.cases.safe_push(c);
		site->case_count++;
	}
}

static void add_switch(struct shape *s, gswitch *stmt, unsigned ordinal)
{
	unsigned type = shape_operand_type(TREE_TYPE(gimple_switch_index(stmt)));

	if (type == ME_I128 || type == ME_U128)
		type = ME_VOID; /* labels are numbers of 64 bits */
	unit_site *site = add_site(s, stmt, ME_SITE_SWITCH, ME_SWITCH, type, ordinal);
	basic_block bb = gimple_bb(stmt);

	if (type == ME_VOID) {
		count_skipped(stmt, TREE_TYPE(gimple_switch_index(stmt)));
		return;
	}
	for (unsigned i = 0; i < EDGE_COUNT(bb->succs); i++)
		EDGE_SUCC(bb, i)->aux = (void *)(uintptr_t)i;
	add_cases(stmt, site);
	for (unsigned i = 0; i < EDGE_COUNT(bb->succs); i++)
		EDGE_SUCC(bb, i)->aux = NULL;
}

const shape_site *shape_site_of(const struct shape *s, gimple *stmt)
{
	unsigned *index =
	    stmt ? const_cast<struct shape *>(s)->site_of.get(stmt) : NULL;

	return index ? &s->sites[*index] : NULL;
}

const shape_site *shape_branch_at_end(const struct shape *s, basic_block bb)
{
	const shape_site *site = shape_site_of(s, last_stmt(bb));

	return site && site_branches(&unit.sites[site->number]) ? site : NULL;
}

goal_predicate *shape_predicate(const struct shape *s, const gimple *end)
{
	for (unsigned i = 0; i < s->predicates.length(); i++)
		if (s->predicates[i].end == end)
			return const_cast<goal_predicate *>(&s->predicates[i]);
	return NULL;
}

bool shape_is_observer(const struct shape *s, gimple *condition)
{
	return const_cast<struct shape *>(s)->inner.contains(condition);
}

/* Predicates of one operation stand next to each other. */
static void note_operation(struct shape *s, unit_site *site, const goal_predicate *p)
{
	const unsigned number = unit.sites.length() - 1;

	site->type = shape_operand_type(TREE_TYPE(p->operation.a));
	site->flags |= ME_SITE_OPERATION;
	site->arithmetic = p->operation.arithmetic;
	site->exception = p->operation.exception;
	if (s->first_of_operation &&
	    s->first_of_operation->operation.result == p->operation.result) {
		unit.sites[s->first_of_operation->site].group++;
		gcc_assert(s->first_of_operation->site +
			       unit.sites[s->first_of_operation->site].group ==
			   number + 1);
		return;
	}
	s->first_of_operation = p;
	site->group = 1;
}

static void add_predicate(struct shape *s, goal_predicate *p)
{
	unit_site *site =
	    add_site(s, p->end, ME_SITE_PREDICATE, ME_NE, ME_I32, NO_ORDINAL);

	site->goal = unit.goals.length();
	site->sides = 1;
	p->site = unit.sites.length() - 1;
	if (p->is_operation)
		note_operation(s, site, p);
	unit_goal g = new_goal(s);
	g.kind = p->kind;
	g.name = p->name;
	g.never = p->never;
	unit.goals.safe_push(g);
}

/* A condition inside of a predicate is no branch of the program's. */
static void add_inner(struct shape *s, gcond *stmt)
{
	unsigned type = compared_type(TREE_TYPE(gimple_cond_lhs(stmt)));

	if (type != ME_VOID)
		add_site(s, stmt, ME_SITE_INNER, comparison_op(gimple_cond_code(stmt)),
			 type, NO_ORDINAL);
}

static void add_condition(struct shape *s, gcond *stmt, unsigned ordinal)
{
	unsigned type = compared_type(TREE_TYPE(gimple_cond_lhs(stmt)));

	if (type == ME_VOID)
		count_skipped(stmt, TREE_TYPE(gimple_cond_lhs(stmt)));
	add_site(s, stmt, ME_SITE_COND, comparison_op(gimple_cond_code(stmt)), type,
		 ordinal);
}

/* `(hx | lx) == 0` looks at the two words of one number: whether the statement computes
 * such an OR that is only compared with 0. */
static bool joins_words(gimple *stmt)
{
	use_operand_p use;
	gimple *user;
	tree type = TREE_TYPE(gimple_assign_lhs(stmt));

	if (gimple_assign_rhs_code(stmt) != BIT_IOR_EXPR || !INTEGRAL_TYPE_P(type) ||
	    TYPE_PRECISION(type) != 32 ||
	    TREE_CODE(gimple_assign_lhs(stmt)) != SSA_NAME ||
	    !single_imm_use(gimple_assign_lhs(stmt), &use, &user))
		return false;
	gcond *cond = dyn_cast<gcond *>(user);
	return cond &&
	       (gimple_cond_code(cond) == EQ_EXPR ||
		gimple_cond_code(cond) == NE_EXPR) &&
	       integer_zerop(gimple_cond_rhs(cond));
}

static void collect_words(function *fun, hash_set<gimple *> *words)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (is_gimple_assign(gsi_stmt(i)) && joins_words(gsi_stmt(i)))
			words->add(gsi_stmt(i));
}

static bool add_call(struct shape *s, gimple *stmt)
{
	const struct known_call *k = known_call_find(stmt);

	if (!k)
		return false;
	add_site(s, stmt, k->op < ME_PARSE_NUMBER ? ME_SITE_DATA : ME_SITE_PARSE, k->op,
		 k->type, 0);
	return true;
}

/* A comparison whose result is data: an assignment or a predicate of the compiler's. */
static void add_data(struct shape *s, gimple *stmt)
{
	unsigned op = ME_OP_COUNT;
	tree operand = NULL_TREE;

	if (goal_predicate *p = shape_predicate(s, stmt)) {
		add_predicate(s, p);
		return;
	}
	if (add_call(s, stmt))
		return;
	if (is_gimple_assign(stmt)) {
		op = comparison_op(gimple_assign_rhs_code(stmt));
		operand = gimple_assign_rhs1(stmt);
		if (gimple_assign_rhs_code(stmt) == COND_EXPR &&
		    COMPARISON_CLASS_P(operand)) {
			op = comparison_op(TREE_CODE(operand));
			operand = TREE_OPERAND(operand, 0);
		}
		if (s->words.contains(stmt))
			op = ME_WORDS;
	} else {
		op = shape_builtin_op(stmt);
		if (op != ME_OP_COUNT)
			operand = gimple_call_arg(stmt, 0);
	}
	if (op == ME_OP_COUNT)
		return;
	unsigned type = is_gimple_assign(stmt) ? compared_type(TREE_TYPE(operand))
					       : hook_type(TREE_TYPE(operand));
	if (type == ME_VOID)
		count_skipped(stmt, TREE_TYPE(operand));
	else
		add_site(s, stmt,
			 s->inner.contains(stmt) ? ME_SITE_INNER : ME_SITE_DATA, op,
			 type, NO_ORDINAL);
}

void shape_read(struct shape *s, function *fun)
{
	unit_function f = {fun->decl, DECL_SOURCE_LOCATION(fun->decl), ME_NO_FLAG, 0,
			   NO_LIST};
	basic_block bb;
	unsigned ordinal = 0;
	hash_set<gimple *> hidden; /* comparisons that are no sites */

	condition_collect_data(fun, &hidden);
	collect_words(fun, &s->words);
	s->fun = fun;
	s->number = unit.functions.length();
	unit.functions.safe_push(f);
	unit_keep(fun->decl);
	goals_make(fun);
	goals_read(fun, &s->predicates, &s->inner, &hidden);
	FOR_EACH_BB_FN(bb, fun)
	{
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
		     gsi_next(&i))
			if (!hidden.contains(gsi_stmt(i)))
				add_data(s, gsi_stmt(i));
		gimple *last = last_stmt(bb);
		if (last && s->inner.contains(last)) {
			if (gcond *cond = dyn_cast<gcond *>(last))
				add_inner(s, cond);
			continue;
		}
		if (!condition_counts(last))
			continue;
		if (gcond *cond = dyn_cast<gcond *>(last))
			add_condition(s, cond, ordinal);
		else if (gswitch *choice = dyn_cast<gswitch *>(last))
			add_switch(s, choice, ordinal);
		ordinal++;
	}
	unit.functions[s->number].ordinals = ordinal;
}
