/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complex_part.h - the parts of complex numbers. */
#ifndef PLUGIN_COMPLEX_PART_H
#define PLUGIN_COMPLEX_PART_H

bool complex_is(tree value);

/* REALPART_EXPR or IMAGPART_EXPR of a complex constant; null: it is none, or null. */
tree complex_constant_part(tree value, enum tree_code which);

/* The same of a complex constant or SSA name, whose part is read by a statement that is
 * put before the iterator's and has its location. */
tree complex_part(gimple_stmt_iterator *before, enum tree_code which, tree value);

#endif
