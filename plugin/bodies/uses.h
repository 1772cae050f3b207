/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * uses.h - what the bodies of a unit do with parameters and with members of structures,
 * whichever object these are of.
 */
#ifndef PLUGIN_USES_H
#define PLUGIN_USES_H

struct decl_use {
	tree decl; /* PARM_DECL or FIELD_DECL; of RECORD_TYPE: a structure */
	bool used; /* it occurs in a body */
	bool accessed; /* what it points to is accessed */
	bool indexed; /* and that by an index */
	/* A container of C++: elements of it are accessed; and something else is done with it, as with
	 * one whose size is asked. Then the same of the containers in it; and only the size of one of
	 * them is asked, which is the first or the last. */
	bool elements, sized, row_elements, row_sized, row_first;
	bool is_index,
	    permuted; /* its elements are indices of another one; of it, elements of one */
	bool null; /* it is compared with null */
	bool freed; /* what it points to is freed, or may be moved by realloc() */
	bool negative; /* the integer is compared with 0 as if it could be negative */
	unsigned compared; /* the largest constant that it is compared with, to 1000 */
	bool
	    escapes; /* a structure: its address is passed to a function without a body */
	tree cast; /* of a void *: what it is taken for, a pointer type; or null */
	tree
	    length; /* the integer that bounds the indices of what it points to; or null */
	bool
	    one_more; /* and there is one element more than it says: x[i + 1], i <= n */
	bool is_less; /* not so: i < n - 1 */
	tree stride; /* and the one that these are multiplied by; or null */
	tree index_in; /* of an integer: the array that it is an index of; or null */
	bool index_checked; /* and it is compared with the number of its elements */
	tree
	    inside; /* of a pointer to pointers: stands for what it points to; or null */
	tree
	    called_with; /* of a void *: the pointer to a function that gets it; or null */
};

/* What a call says of the containers that it gets, and of the elements that are indices. */
struct fact;
struct body_frame;
struct uses_writer {
	decl_use *(*use_of)(tree decl);
	void (*set)(bool *flag);
	/* These indices are those of an access to the elements of a container. */
	void (*take)(const body_frame *f, tree container, const auto_vec<tree> *indices,
		     const auto_vec<tree> *factors, tree offset, const fact *at);
};
void uses_see_containers(const body_frame *f, const fact *at, const uses_writer *to);
/* What the called function does with a container is done with the one that it is given. */
void uses_pass_container(tree callee, const decl_use *inner, decl_use *outer,
			 void (*set)(bool *flag));
/* Reads all bodies of the unit, once. */
void uses_read(void);
/* What is known of it; null: nothing. */
const decl_use *uses_of(tree decl);
/* Adds the functions and variables that the wanted function reaches; none: all may be. */
void uses_reached(auto_vec<symtab_node *> *reached);
/* Whether a variable, a parameter or a name occurs in the expression. */
bool uses_in_tree(tree t, tree decl);
/* Whether a variable or a name is an operand of the statement, and not what it assigns; of a
 * parameter or member, whether it is any operand. */
bool uses_in_statement(gimple *stmt, tree decl);
/* Adds the functions with a body that those of the list call, directly or not. */
void uses_add_callees(auto_vec<cgraph_node *> *functions);
/* Whether the called function (or null) is free(), realloc() or the like. */
bool uses_is_free(tree callee);
/* Whether the function compares a pointer of an object with null, and does not store it: asks for
 * one that was not set up. */
bool uses_ask_member(tree function);
/* Whether the function, or one of the unit that it calls, frees or moves memory. */
bool uses_free(tree function);

#endif
