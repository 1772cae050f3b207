/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants.h - structures of which an integer says which pointers are set. */
#ifndef PLUGIN_VARIANTS_H
#define PLUGIN_VARIANTS_H

/* A value of the integer: the pointers that are read where it has that, those that are compared with
 * null, and the first member of a union that is. */
struct variant {
	HOST_WIDE_INT value;
	bool is_other = false; /* stands for all that are not compared */
	auto_vec<tree> needs, tested;
	tree of_union = NULL_TREE;
};

struct variants {
	tree tag = NULL_TREE; /* the member; null: there is none */
	auto_vec<variant *> list;
};

/* Of a structure, as the functions take it that are reached (none: all). */
void variants_read(tree record, const auto_vec<symtab_node *> *reached, variants *v);

/* Where the member is in the structure, "u.pair.left"; null: nowhere. The caller frees. */
char *variants_path(tree record, tree member);
/* Whether a member of the type, or of one in it, leads to the structure. */
bool variants_is_node(tree type, tree record);

#endif
