/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * definite.h - definite assignment: whether each read of a variable in a function is reached only
 * through an assignment of what it reads, in the same call.
 */
#ifndef PLUGIN_DEFINITE_H
#define PLUGIN_DEFINITE_H

enum { DEFINITE_MOST = 64 }; /* bytes of a variable, each of which has a bit */

/* What a function does with a variable, or with what a pointer or reference that it gets points to. */
struct definite_effect {
	uint64_t reads; /* bytes that it may not have assigned before */
	uint64_t changes; /* those that it may assign */
	uint64_t assigned; /* and those that it has assigned whenever it returns */
	bool lends; /* some are read by what it calls, which gets the address */
	bool leaks; /* its address goes where nothing is known of it */
	bool leaks_unset; /* and that before all of it is assigned */
};

/* Of a variable of static storage, or a parameter of the function. Its body must have been lowered to
 * blocks; without one, and of what is larger or volatile, all is possible. */
void definite_read(tree function, tree decl, definite_effect *effect);

/* Of the argument of a call that is the address of the variable; if there are several, of all. Nothing
 * is assigned and all else possible where the body of what is called is not there. */
void definite_lent(gcall *call, tree variable, definite_effect *effect);

/* unset.cc: adds what the function may read unset to the unit's. It is in SSA form, without hooks, and
 * what it calls of its unit comes before it. */
void unset_see(struct function *fun);

#endif
