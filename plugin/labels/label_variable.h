/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label_variable.h - variables that labels add to the function: what predicates read
 * later than the program computes it. */
#ifndef PLUGIN_LABEL_VARIABLE_H
#define PLUGIN_LABEL_VARIABLE_H

/* A new variable, which is `first` when the function is entered. */
tree label_variable(tree first);

/* The same for what a decision with labels behind it decides. */
tree label_variable_of_decision(tree first);

/* Whether it is one of those since the last call of label_variables_declare. */
bool label_variable_is(tree t);

/* Declares the variables since the last call in the function of that body. */
void label_variables_declare(tree function, tree *body);

#endif
