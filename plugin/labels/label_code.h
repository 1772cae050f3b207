/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label_code.h - the labels at one place, and how their predicates are written. */
#ifndef PLUGIN_LABEL_CODE_H
#define PLUGIN_LABEL_CODE_H

/* Begins empty: {the place, NULL_TREE, NULL}, or with the statement. */
struct label_code {
	location_t where;
	tree labels; /* expressions joined by commas */
	gimple *before; /* labels are put in front of this statement; or null */
};

/* Adds a label. The predicate belongs to it from now on: it shares nothing with the
 * program; `text` is the predicate as source text. The texts must stay. */
void label_add(struct label_code *c, const char *kind, const char *name, tree predicate,
	       const char *text);

/* Adds a label with its own text for one that no input covers: "is never executed". */
void label_add_never(struct label_code *c, const char *kind, const char *name,
		     tree predicate, const char *never);

/* `labels, expression`: the expression itself where there are none. */
tree label_before(const struct label_code *c, tree expression);

/* The expression as it was before labels came into it: a copy, which shares with it what
 * is evaluated once. */
tree label_without(tree expression);

/* The comparison with the operator and the constant that its source has: b < 3, where
 * the front end made b <= 2 of it. Another expression is returned as it is. */
tree label_written(tree comparison);

/* The expression as source text, which stays; between parentheses where it is no name,
 * number or call. */
char *label_text(tree expression);
char *label_operand_text(tree expression);

/* ---- predicates */

/* `a code b` of two numbers, with copies of the operands of its own. */
tree label_compare(enum tree_code code, tree a, tree b);
/* `a code b` of two truth values, either of which may be null: then it is the other one. */
tree label_join(enum tree_code code, tree a, tree b);
/* The statement `variable = value`. */
tree label_assign(tree variable, tree value);

/* ---- variables that labels add to the function: what predicates read later than the
 * program computes it */

/* A new variable, which is `first` when the function is entered. */
tree label_variable(tree first);

/* A new variable for what a decision with labels behind it decides. */
tree label_variable_of_decision(tree first);

/* Declares the variables since the last call in the function of that body. */
void label_variables_declare(tree function, tree *body);

/* ---- what is left out */

/* Notes that a place gets no labels of a criterion, or of several (CRITERIA). */
void label_leave_out(location_t where, unsigned criterion, const char *why);

#endif
