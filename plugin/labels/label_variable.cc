/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label_variable.cc - makes variables and declares them. */
#include "plugin/gcc.h"
#include "plugin/labels/label_variable.h"
#include "plugin/unit/condition.h"
#include "gimple-expr.h"

struct added_variable {
	tree var, first;
};

static auto_vec<added_variable> added;

static tree add(tree first, const char *name)
{
	tree var = create_tmp_var_raw(TREE_TYPE(first), name);

	added.safe_push({var, first});
	return var;
}

tree label_variable(tree first)
{
	return add(first, "me_label");
}

tree label_variable_of_decision(tree first)
{
	return add(first, CONDITION_OF_LABELS);
}

bool label_variable_is(tree t)
{
	for (unsigned i = 0; i < added.length(); i++)
		if (added[i].var == t)
			return true;
	return false;
}

void label_variables_declare(tree function, tree *body)
{
	if (!added.length())
		return;
	if (TREE_CODE(*body) != BIND_EXPR)
		*body = build3(BIND_EXPR, void_type_node, NULL_TREE, *body, NULL_TREE);
	tree list = alloc_stmt_list();
	for (unsigned i = 0; i < added.length(); i++) {
		tree var = added[i].var;
		DECL_CONTEXT(var) = function;
		DECL_CHAIN(var) = BIND_EXPR_VARS(*body);
		BIND_EXPR_VARS(*body) = var;
		append_to_statement_list(
		    build2(MODIFY_EXPR, TREE_TYPE(var), var, added[i].first), &list);
	}
	append_to_statement_list(BIND_EXPR_BODY(*body), &list);
	BIND_EXPR_BODY(*body) = list;
	TREE_SIDE_EFFECTS(*body) = 1;
	added.truncate(0);
}
