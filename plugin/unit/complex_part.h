/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complex_part.h - the parts of complex numbers. */
#ifndef PLUGIN_COMPLEX_PART_H
#define PLUGIN_COMPLEX_PART_H

/* REALPART_EXPR or IMAGPART_EXPR of a complex value: a constant's own, or an SSA name's, read by
 * a statement that is put before the iterator's and has its location. */
tree complex_part(gimple_stmt_iterator *before, enum tree_code which, tree value);

#endif
