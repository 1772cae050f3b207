/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * label_walk.cc - finds what gets labels in the front end's trees: decisions, which are
 * what if, loops and ?: ask, and wherever else truth values are joined (`ok = a && b`);
 * then operators, whose labels stand where the program evaluates them.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_tree.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/label_code.h"
#include "plugin/labels/label_goals.h"
#include "plugin/labels/partition.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/condition.h"
#include "gimplify.h"

/* The function that is being walked, for decisions or for operators. */
struct label_walk {
	walk_tree_fn visit;
	hash_set<tree> seen;
	hash_set<tree> shared; /* what hangs at several places has no labels */
	unsigned decisions, operators; /* how many there were */
	auto_vec<tree> variables; /* that may be assigned to here */
};

static void walk_all(tree *slot, struct label_walk *w)
{
	if (*slot)
		walk_tree(slot, w->visit, w, NULL);
}

/* ---- what has labels inside of it */

static unsigned labelled(const struct label_walk *w)
{
	return w->decisions + w->operators;
}

/* Whether a copy stands for the same, and the front end may fold it. */
static bool may_be_copied(tree t)
{
	if (UNARY_CLASS_P(t) || BINARY_CLASS_P(t) || REFERENCE_CLASS_P(t) ||
	    truth_value_p(TREE_CODE(t)))
		return true;
	switch (TREE_CODE(t)) {
	case COND_EXPR:
	case COMPOUND_EXPR:
	case MODIFY_EXPR:
	case INIT_EXPR:
	case ADDR_EXPR:
	case CALL_EXPR:
		return true;
	default:
		return false;
	}
}

/* What has labels inside of it has effects. The front end of C++ remembers how it has
 * folded the expression when it had none: so it becomes another one. */
static tree with_labels(tree t)
{
	if (may_be_copied(t))
		t = copy_node(t);
	TREE_SIDE_EFFECTS(t) = 1;
	return t;
}

/* ---- decisions */

/* The labels are copies of the decision as it was: what is inside of it gets its own
 * ones after that. */
static void label_decision(tree *slot, struct label_walk *w)
{
	struct decision d;
	auto_vec<tree *> inside;

	d.number = w->decisions++;
	d.where = EXPR_LOC_OR_LOC(*slot, input_location);
	decision_read(&d, slot);
	if (d.nodes[0].hazards & HAZARD_EFFECT) {
		if (d.nodes.length() > 1)
			decision_label_kept(&d, &inside);
		else
			inside.safe_push(decision_label_in_place(&d));
		for (unsigned i = 0; i < inside.length(); i++)
			walk_all(inside[i], w);
		return;
	}
	struct label_code c = {d.where, NULL_TREE, NULL};
	const unsigned before = labelled(w);
	decision_label(&d, &c);
	for (unsigned k = 0; k < d.conditions.length(); k++)
		walk_all(d.nodes[d.conditions[k]].slot, w);
	if (labelled(w) != before)
		*slot = with_labels(unshare_expr(*slot));
	*slot = label_before(&c, *slot);
}

/* What an if, a loop or ?: asks. Macros of the system's headers ask on their own. */
static void visit_asked(tree *slot, location_t where, struct label_walk *w)
{
	if (!*slot)
		return;
	while (TREE_CODE(*slot) == CLEANUP_POINT_EXPR)
		slot = &TREE_OPERAND(*slot, 0);
	if (CONSTANT_CLASS_P(*slot) || in_system_header_at(where) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(*slot)))
		walk_all(slot, w);
	else if (!w->seen.add(*slot))
		label_decision(slot, w);
}

/* ---- statements */

/* The number of the operand that is asked; -1: none. */
static int asked_operand(tree t)
{
	switch (TREE_CODE(t)) {
	case COND_EXPR:
	case IF_STMT:
	case WHILE_STMT:
	case DO_STMT:
		return 0;
	case FOR_STMT:
		return 1;
	default:
		return -1;
	}
}

static tree visit_statement(tree t, struct label_walk *w)
{
	const int asked = asked_operand(t);
	const unsigned before = labelled(w);

	for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
		if (i == asked)
			visit_asked(&TREE_OPERAND(t, i), EXPR_LOCATION(t), w);
		else
			walk_all(&TREE_OPERAND(t, i), w);
	return labelled(w) != before && !VOID_TYPE_P(TREE_TYPE(t)) ? with_labels(t) : t;
}

static void label_value(tree *slot, struct label_walk *w);
static tree visit_operator(tree *slot, int *walk_subtrees, void *data);

/* `int ok = a && b;` */
static void visit_declaration(tree var, struct label_walk *w)
{
	if (!VAR_P(var) || TREE_STATIC(var) || DECL_EXTERNAL(var) || !DECL_INITIAL(var))
		return;
	if (w->visit == visit_operator && !DECL_ARTIFICIAL(var))
		label_value(&DECL_INITIAL(var), w);
	if (EXPR_P(DECL_INITIAL(var)))
		walk_all(&DECL_INITIAL(var), w);
	if (target_is_variable(var))
		w->variables.safe_push(var);
}

/* No part of the source. */
static bool is_added(tree t)
{
	return goals_calls_end(t) || goals_is_direct(t) || sanitizer_asks(t);
}

/* The variables of a block end with it. */
static void walk_block(tree block, struct label_walk *w)
{
	const unsigned outside = w->variables.length();

	walk_all(&BIND_EXPR_BODY(block), w);
	w->variables.truncate(outside);
}

static bool is_container(tree t)
{
	return TREE_CODE(t) == STATEMENT_LIST || TREE_CODE(t) == CONSTRUCTOR ||
	       TREE_CODE(t) == TREE_LIST;
}

/* What is alike for decisions and operators. Returns whether it is an expression that
 * the caller has to visit. */
static bool enters(tree t, int *walk_subtrees, struct label_walk *w)
{
	*walk_subtrees = !EXPR_P(t) && is_container(t);
	if (!EXPR_P(t) || w->seen.add(t) || is_added(t) || w->shared.contains(t))
		return false;
	/* What destroys a temporary object, an array's elements in a loop too, is the
	 * compiler's; and it is copied to where the object may end. */
	if (TREE_CODE(t) == TARGET_EXPR && TARGET_EXPR_CLEANUP(t))
		w->seen.add(TARGET_EXPR_CLEANUP(t));
	if (TREE_CODE(t) == BIND_EXPR)
		walk_block(t, w);
	else if (TREE_CODE(t) == DECL_EXPR)
		visit_declaration(DECL_EXPR_DECL(t), w);
	else
		return true;
	return false;
}

/* p[i] is p + i * 4: that product is the compiler's. */
static tree *written_operand(tree t, int i)
{
	tree *slot = &TREE_OPERAND(t, i), *offset = slot;

	if (TREE_CODE(t) != POINTER_PLUS_EXPR || i != 1)
		return slot;
	while (CONVERT_EXPR_P(*offset))
		offset = &TREE_OPERAND(*offset, 0);
	return TREE_CODE(*offset) == MULT_EXPR ? &TREE_OPERAND(*offset, 0) : slot;
}

/* Returns the expression with the labels inside of it. */
static tree walk_operands(tree t, struct label_walk *w)
{
	const unsigned before = labelled(w);

	for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
		if (TREE_OPERAND(t, i))
			walk_all(written_operand(t, i), w);
	return labelled(w) != before ? with_labels(t) : t;
}

static tree visit_decision(tree *slot, int *walk_subtrees, void *data)
{
	struct label_walk *w = (struct label_walk *)data;
	tree t = *slot;

	if (!enters(t, walk_subtrees, w))
		return NULL_TREE;
	if (asked_operand(t) >= 0)
		*slot = visit_statement(t, w);
	else if (decision_is_joined(t) && INTEGRAL_TYPE_P(TREE_TYPE(t)))
		label_decision(slot, w);
	else
		*slot = walk_operands(t, w);
	return NULL_TREE;
}

/* ---- operators */

/* An expression as it was before decisions inside of it were labelled. */
static tree as_it_was(tree t)
{
	return criteria_any(DECISION_CRITERIA) ? label_without(t) : t;
}

/* The labels of an operator are copies of its operands as they were. */
static void label_operator(tree *slot, struct label_walk *w)
{
	struct label_code c = {EXPR_LOC_OR_LOC(*slot, input_location), NULL_TREE, NULL};
	tree t = *slot;

	if (!mutant_label(as_it_was(t), w->operators++, &c))
		label_leave_out(c.where, CRITERIA, "an operand has side effects");
	*slot = label_before(&c, walk_operands(t, w));
}

/* What an assignment stores: `x = y`, also that of an initialiser and of return. */
static void label_value(tree *slot, struct label_walk *w)
{
	struct label_code c = {EXPR_LOC_OR_LOC(*slot, input_location), NULL_TREE, NULL};
	tree value = as_it_was(*slot);

	if (!mutant_is_wanted_of_value(value) || in_system_header_at(c.where) ||
	    w->shared.contains(*slot))
		return;
	if (!mutant_label_value(value, w->operators++, &c))
		label_leave_out(c.where, CRITERIA,
				"the value that is stored has side effects");
	*slot = label_before(&c, *slot);
}

/* Where it is stored. The labels, of the value as it was, stand in front of its own. */
static void label_target(tree assignment, tree value, struct label_walk *w)
{
	tree *slot = &TREE_OPERAND(assignment, 1);
	struct label_code c = {EXPR_LOC_OR_LOC(assignment, input_location), NULL_TREE,
			       NULL};

	if (!target_is_wanted(assignment) || in_system_header_at(c.where) ||
	    w->shared.contains(assignment))
		return;
	if (!target_label(as_it_was(TREE_OPERAND(assignment, 0)), value, w->variables,
			  w->operators++, &c))
		label_leave_out(c.where, ASSIGNMENT_TARGETS,
				"the target or the value has side effects");
	*slot = label_before(&c, *slot);
}

/* Not to a variable of the compiler's or of a label's. */
static bool stores(tree t)
{
	return (TREE_CODE(t) == MODIFY_EXPR || TREE_CODE(t) == INIT_EXPR) &&
	       !(VAR_P(TREE_OPERAND(t, 0)) && DECL_ARTIFICIAL(TREE_OPERAND(t, 0)));
}

static tree visit_operator(tree *slot, int *walk_subtrees, void *data)
{
	struct label_walk *w = (struct label_walk *)data;
	tree t = *slot;

	if (!enters(t, walk_subtrees, w))
		return NULL_TREE;
	if (stores(t)) {
		tree value = as_it_was(TREE_OPERAND(t, 1));
		label_value(&TREE_OPERAND(t, 1), w);
		label_target(t, value, w);
	}
	if (mutant_is_wanted(t) && !in_system_header_at(EXPR_LOCATION(t)))
		label_operator(slot, w);
	else
		*slot = walk_operands(t, w);
	return NULL_TREE;
}

/* ---- what is shared */

/* An expression that hangs at two places (a[i + 1] += 2) becomes two, and a label is at
 * one place. Each of these is evaluated once: */
static bool may_be_shared(tree t)
{
	return TREE_CODE(t) == SAVE_EXPR || TREE_CODE(t) == TARGET_EXPR;
}

static tree find_shared(tree *slot, int *walk_subtrees, void *data)
{
	struct label_walk *w = (struct label_walk *)data;

	if (!EXPR_P(*slot) || !w->seen.add(*slot))
		return NULL_TREE;
	*walk_subtrees = 0;
	if (!may_be_shared(*slot))
		w->shared.add(*slot);
	return NULL_TREE;
}

/* ---- functions */

/* C++ evaluates these while it compiles, from the same trees. */
static bool is_constexpr(tree function)
{
	return lang_GNU_CXX() && DECL_LANG_FLAG_8(function);
}

/* Constructors and destructors of C++ are copied with the labels that they have. */
static bool is_copy(tree function)
{
	tree origin = DECL_ABSTRACT_ORIGIN(function);

	return origin && origin != function;
}

static bool is_left_out(tree function)
{
	const char *name =
	    DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";

	return lookup_attribute("me_ignore", DECL_ATTRIBUTES(function)) ||
	       lookup_attribute("me_driver", DECL_ATTRIBUTES(function)) ||
	       lookup_attribute("naked", DECL_ATTRIBUTES(function)) ||
	       in_system_header_at(DECL_SOURCE_LOCATION(function)) ||
	       !options_select(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)), name,
			       DECL_SOURCE_FILE(function));
}

static void add_parameters(tree function, struct label_walk *w)
{
	w->variables.truncate(0);
	for (tree p = DECL_ARGUMENTS(function); p; p = DECL_CHAIN(p))
		if (target_is_variable(p))
			w->variables.safe_push(p);
}

void labels_add(tree function, bool is_entry)
{
	struct label_walk w;

	if (!criteria_any(ALL_CRITERIA) || seen_error() || options.twin ||
	    TREE_CODE(function) != FUNCTION_DECL || is_copy(function) ||
	    is_left_out(function))
		return;
	if (is_constexpr(function)) {
		label_leave_out(DECL_SOURCE_LOCATION(function), CRITERIA,
				"the function may be evaluated by the compiler");
		return;
	}
	w.decisions = w.operators = 0;
	walk_tree(&DECL_SAVED_TREE(function), find_shared, &w, NULL);
	w.seen.empty();
	w.visit = visit_decision;
	if (criteria_any(DECISION_CRITERIA))
		walk_all(&DECL_SAVED_TREE(function), &w);
	w.seen.empty();
	w.visit = visit_operator;
	add_parameters(function, &w);
	if (criteria_any(OPERATOR_CRITERIA | 1u << ASSIGNMENT_TARGETS))
		walk_all(&DECL_SAVED_TREE(function), &w);
	if (criteria_has(STATEMENTS) && !DECL_ARTIFICIAL(function))
		statement_labels_add(&DECL_SAVED_TREE(function));
	if (criteria_has(LOOPS)) /* each one becomes a list */
		loop_labels_add(&DECL_SAVED_TREE(function));
	if (is_entry && (criteria_has(INPUT_BOUNDARIES) || criteria_has(INPUT_DOMAINS)))
		input_labels_add(function, &DECL_SAVED_TREE(function));
	label_variables_declare(function, &DECL_SAVED_TREE(function));
}

/* ---- the unit */

bool labels_read_partition(void)
{
	if (criteria_has(INPUT_DOMAINS) && options.partition)
		return partition_read(options.partition);
	if (criteria_has(INPUT_DOMAINS))
		error("plugin me: argument %<labels=IDC%> needs %<partition=FILE%>");
	else if (options.partition)
		error("plugin me: argument %<partition=%s%> needs %<labels=IDC%>",
		      options.partition);
	return !criteria_has(INPUT_DOMAINS) && !options.partition;
}

/* Whether .and. and .or. are jumps. */
static bool fortran_jumps(void)
{
#ifdef flag_frontend_optimize
	return optimize || flag_frontend_optimize > 0;
#else
	return optimize;
#endif
}

static void start_fortran(void)
{
	if (criteria_any(ALL_CRITERIA & ~DECISION_CRITERIA))
		error("plugin me: argument %<labels=%s%>: of Fortran no trees are "
		      "known; it has DC, CC, DCC, MCC, MCDC, NCC1 to NCC6, RTE, FC and "
		      "CB",
		      options.labels);
	if (options.direct)
		error("plugin me: argument %<instrumentation=direct%>: not in Fortran");
	if (!criteria_any(DECISION_CRITERIA))
		return;
	if (fortran_jumps())
		error("plugin me: %<labels=%> in Fortran needs %<-O0%>: above it "
		      "%<.and.%> and %<.or.%> are decisions apart");
	options.goals = options.goals
			    ? concat(options.goals, ",", FORTRAN_DECISIONS, NULL)
			    : FORTRAN_DECISIONS;
}

void labels_start(void)
{
	if (lang_GNU_Fortran())
		start_fortran();
	if (lang_GNU_C() && optimize &&
	    criteria_any(DECISION_CRITERIA | OPERATOR_CRITERIA |
			 1u << ASSIGNMENT_TARGETS))
		error(
		    "plugin me: %<labels=%> in C needs %<-O0%>: above it the compiler "
		    "has joined conditions (%<a > 3 && a < 10%> to one comparison) "
		    "before they can be labelled");
	if (options.direct && flag_sanitize)
		error("plugin me: %<instrumentation=direct%> and %<-fsanitize=%> "
		      "exclude each other: the predicates would be checked too");
}
