/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label_code.cc - labels as expressions, the variables that they read, and the text of
 * their predicates. */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/goals/written_operator.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/label_goals.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/condition.h"
#include "me/labels.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "gimplify-me.h"

enum { MOST_TEXT = 400 };

/* ---- labels */

/* Inserts a label among the statements of a function. */
static void insert_label(const struct label_code *c, const char *kind, const char *name,
			 tree predicate, const char *never)
{
	gimple_seq seq = NULL;
	tree truth = force_gimple_operand(fold_convert(integer_type_node, predicate),
					  &seq, true, NULL_TREE);

	for (gimple_stmt_iterator i = gsi_start(seq); !gsi_end_p(i); gsi_next(&i))
		gimple_set_location(gsi_stmt(i), c->where);
	goals_insert(c->before, c->where, seq, truth, kind, name, never);
}

void label_add_never(struct label_code *c, const char *kind, const char *name,
		     tree predicate, const char *never)
{
	if (c->before) {
		insert_label(c, kind, name, predicate, never);
		return;
	}
	tree label =
	    options.direct
		? goals_direct_expression(c->where, predicate, kind, name, never)
		: goals_expression(c->where, predicate, kind, name, never);

	c->labels = c->labels ? build2_loc(c->where, COMPOUND_EXPR, void_type_node,
					   c->labels, label)
			      : label;
}

void label_add(struct label_code *c, const char *kind, const char *name, tree predicate,
	       const char *text)
{
	label_add_never(c, kind, name, predicate,
			xasprintf(ME_LABEL_NEVER "%.*s", (int)MOST_TEXT, text));
}

tree label_before(const struct label_code *c, tree expression)
{
	if (!c->labels)
		return expression;
	return build2_loc(EXPR_LOC_OR_LOC(expression, c->where), COMPOUND_EXPR,
			  TREE_TYPE(expression), c->labels, expression);
}

/* ---- predicates */

tree label_compare(enum tree_code code, tree a, tree b)
{
	return build2(code, boolean_type_node, unshare_expr(a), unshare_expr(b));
}

tree label_join(enum tree_code code, tree a, tree b)
{
	return a && b ? build2(code, boolean_type_node, a, b) : a ? a : b;
}

tree label_assign(tree variable, tree value)
{
	return build2(MODIFY_EXPR, TREE_TYPE(variable), variable, value);
}

/* ---- variables */

struct added_variable {
	tree var, first;
};

static auto_vec<added_variable> added_variables;

static tree new_variable(tree first, const char *name)
{
	tree var = create_tmp_var_raw(TREE_TYPE(first), name);

	added_variables.safe_push({var, first});
	return var;
}

tree label_variable(tree first)
{
	return new_variable(first, "me_label");
}

tree label_variable_of_decision(tree first)
{
	return new_variable(first, CONDITION_OF_LABELS);
}

/* Whether it is one of those since the last call of label_variables_declare. */
static bool label_variable_is(tree t)
{
	for (unsigned i = 0; i < added_variables.length(); i++)
		if (added_variables[i].var == t)
			return true;
	return false;
}

void label_variables_declare(tree function, tree *body)
{
	if (!added_variables.length())
		return;
	if (TREE_CODE(*body) != BIND_EXPR)
		*body = build3(BIND_EXPR, void_type_node, NULL_TREE, *body, NULL_TREE);
	tree list = alloc_stmt_list();
	for (unsigned i = 0; i < added_variables.length(); i++) {
		tree var = added_variables[i].var;
		DECL_CONTEXT(var) = function;
		DECL_CHAIN(var) = BIND_EXPR_VARS(*body);
		BIND_EXPR_VARS(*body) = var;
		append_to_statement_list(label_assign(var, added_variables[i].first),
					 &list);
	}
	append_to_statement_list(BIND_EXPR_BODY(*body), &list);
	BIND_EXPR_BODY(*body) = list;
	TREE_SIDE_EFFECTS(*body) = 1;
	added_variables.truncate(0);
}

/* ---- what is left out */

static unsigned places_left_out;

void label_leave_out(location_t where, unsigned criterion, const char *why)
{
	places_left_out++;
	if (criterion == CRITERIA)
		inform(where, "plugin me: fewer labels here: %s", why);
	else
		inform(where, "plugin me: no labels of %s here: %s",
		       criteria_kind((enum criterion)criterion), why);
}

void labels_finish(void)
{
	if (places_left_out)
		inform(UNKNOWN_LOCATION, "plugin me: %u %s fewer labels",
		       places_left_out,
		       places_left_out == 1 ? "place has" : "places have");
}

/* ---- expressions without labels */

/* Labels, and nothing else: each has its beginning (that of a direct one splits the
 * path) and its end, joined by a comma, as several labels are. */
static bool is_labels(tree t)
{
	if (TREE_CODE(t) != COMPOUND_EXPR)
		return false;
	tree first = TREE_OPERAND(t, 0), last = TREE_OPERAND(t, 1);

	if (!goals_calls_end(last))
		return is_labels(first) && is_labels(last);
	return goals_calls_begin(first) || (TREE_CODE(first) == COMPOUND_EXPR &&
					    goals_is_direct(TREE_OPERAND(first, 1)));
}

/* What is assigned to the variable in expressions joined by commas; or null. */
static tree assigned(tree t, tree variable)
{
	if (TREE_CODE(t) == COMPOUND_EXPR) {
		tree last = assigned(TREE_OPERAND(t, 1), variable);
		return last ? last : assigned(TREE_OPERAND(t, 0), variable);
	}
	return TREE_CODE(t) == MODIFY_EXPR && TREE_OPERAND(t, 0) == variable
		   ? TREE_OPERAND(t, 1)
		   : NULL_TREE;
}

/* The expression whose value labels keep (decision_label_kept); null: this is none. */
static tree kept_value(tree t)
{
	tree kept = TREE_OPERAND(t, 1);

	if (CONVERT_EXPR_P(kept))
		kept = TREE_OPERAND(kept, 0);
	tree value =
	    label_variable_is(kept) ? assigned(TREE_OPERAND(t, 0), kept) : NULL_TREE;

	return value && CONVERT_EXPR_P(value) &&
		       TREE_TYPE(TREE_OPERAND(value, 0)) == TREE_TYPE(t)
		   ? TREE_OPERAND(value, 0)
		   : value;
}

static tree remove_labels(tree *at, int *walk_subtrees, void *)
{
	while (TREE_CODE(*at) == COMPOUND_EXPR) {
		tree within = is_labels(TREE_OPERAND(*at, 0)) ? TREE_OPERAND(*at, 1)
							      : kept_value(*at);
		if (!within)
			break;
		*at = within;
	}
	/* These are the program's own, and no copies. */
	if (TYPE_P(*at) || DECL_P(*at) || TREE_CODE(*at) == SAVE_EXPR ||
	    TREE_CODE(*at) == TARGET_EXPR)
		*walk_subtrees = 0;
	return NULL_TREE;
}

tree label_without(tree expression)
{
	tree copy = unshare_expr(expression);

	walk_tree(&copy, remove_labels, NULL, NULL);
	return copy;
}

/* ---- comparisons as they were written */

/* The operator that made `code` with a constant that is greater by `moved`. */
static enum tree_code written_code(enum tree_code code, int moved)
{
	switch (code) {
	case LE_EXPR: /* a < c + 1 */
		return moved > 0 ? LT_EXPR : code;
	case GT_EXPR: /* a >= c + 1 */
		return moved > 0 ? GE_EXPR : code;
	case LT_EXPR: /* a <= c - 1 */
		return moved < 0 ? LE_EXPR : code;
	case GE_EXPR: /* a > c - 1 */
		return moved < 0 ? GT_EXPR : code;
	case EQ_EXPR: /* at an end of the type: unsigned a < 1, a > max - 1 */
		return moved > 0 ? LT_EXPR : GT_EXPR;
	case NE_EXPR:
		return moved > 0 ? GE_EXPR : LE_EXPR;
	default:
		return code;
	}
}

tree label_written(tree t)
{
	if (!COMPARISON_CLASS_P(t) || TREE_CODE(TREE_OPERAND(t, 1)) != INTEGER_CST ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 1))))
		return t;
	tree made = TREE_OPERAND(t, 1);
	const made_comparison is = {
	    EXPR_LOCATION(t), TREE_CODE(t), TREE_OPERAND(t, 0), made, false, false};
	tree now = written_constant(&is);
	const int moved = tree_int_cst_compare(now, made);

	if (!moved)
		return t;
	return build2_loc(EXPR_LOCATION(t), written_code(TREE_CODE(t), moved),
			  TREE_TYPE(t), TREE_OPERAND(t, 0), now);
}

/* ---- text */

/* Lines and tabs become blanks, and several of them one. */
static void join_lines(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (!ISSPACE(*from))
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
}

/* The fewest digits that are the same number. */
static void shorten_number(char *digits, size_t length)
{
	const double number = strtod(digits, NULL);
	char text[40];

	for (int n = 1; n <= 17; n++) {
		snprintf(text, sizeof text, "%.*g", n, number);
		if (strtod(text, NULL) == number)
			break;
	}
	if (!strpbrk(text, ".e"))
		strcat(text, ".0");
	if (strlen(text) > length)
		return;
	memset(digits, ' ', length);
	memcpy(digits, text, strlen(text));
	memmove(digits + strlen(text), digits + length, strlen(digits + length) + 1);
}

/* The compiler prints 0.95 as 9.4999999999999996e-1. */
static void shorten_numbers(char *text)
{
	for (char *at = text; *at; at++) {
		const size_t digits = strspn(at, "0123456789.");
		const bool is_begin =
		    at == text || (!ISALNUM(at[-1]) && !strchr("_.", at[-1]));
		if (!ISDIGIT(*at) || !is_begin || digits > 18 || at[digits] != 'e')
			continue;
		const size_t sign =
		    digits + 1 + (at[digits + 1] && strchr("+-", at[digits + 1]));
		shorten_number(at, sign + strspn(at + sign, "0123456789"));
	}
}

/* The name of the constant, which C's own printer of expressions looks for in a wrong
 * place; a number where it has none. */
static tree named_constant(tree constant)
{
	tree type = TREE_TYPE(constant);

	for (tree all = TYPE_VALUES(type); all; all = TREE_CHAIN(all)) {
		tree value = TREE_VALUE(all);
		if (TREE_CODE(value) == CONST_DECL)
			value = DECL_INITIAL(value);
		if (TREE_CODE(value) == INTEGER_CST &&
		    wi::to_widest(value) == wi::to_widest(constant))
			return build_decl(UNKNOWN_LOCATION, CONST_DECL,
					  TREE_PURPOSE(all), type);
	}
	return wide_int_to_tree(long_long_integer_type_node, wi::to_widest(constant));
}

static tree name_constants(tree *at, int *walk_subtrees, void *)
{
	if (TREE_CODE(*at) == INTEGER_CST && TREE_CODE(TREE_TYPE(*at)) == ENUMERAL_TYPE)
		*at = named_constant(*at);
	/* These are the program's own, and no copies. */
	if (TYPE_P(*at) || TREE_CODE(*at) == SAVE_EXPR || TREE_CODE(*at) == TARGET_EXPR)
		*walk_subtrees = 0;
	return NULL_TREE;
}

char *label_text(tree expression)
{
	tree shown = unshare_expr(label_written(expression));

	if (lang_GNU_C())
		walk_tree(&shown, name_constants, NULL, NULL);
	char *text = print_expression(shown);

	join_lines(text);
	shorten_numbers(text);
	return text;
}

static bool is_simple(const char *text)
{
	int depth = 0;

	for (; *text; text++) {
		depth +=
		    (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
		if (!depth && !ISALNUM(*text) && !strchr("_.:>-)]", *text))
			return false;
	}
	return true;
}

char *label_operand_text(tree expression)
{
	char *text = label_text(expression);

	return is_simple(text) ? text : xasprintf("(%s)", text);
}
