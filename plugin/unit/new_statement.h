/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_statement.h - statements that are put in front of others, at their places. */
#ifndef PLUGIN_NEW_STATEMENT_H
#define PLUGIN_NEW_STATEMENT_H

/* Puts `name = code a b c` (b and c may be null) before the iterator's statement, with its
 * location; returns the new name of that type. */
tree statement_before(gimple_stmt_iterator *before, tree type, enum tree_code code,
		      tree a, tree b = NULL_TREE, tree c = NULL_TREE);

/* Takes a statement that changes no memory out of its block. */
void statement_remove(gimple *stmt);

/* ---- parts of complex numbers */

bool complex_is(tree value);

/* REALPART_EXPR or IMAGPART_EXPR of a complex constant; null: it is none, or null. */
tree complex_constant_part(tree value, enum tree_code which);

/* The part of a complex constant, or of an SSA name, which a statement before the
 * iterator's reads. */
tree complex_part(gimple_stmt_iterator *before, enum tree_code which, tree value);

#endif
