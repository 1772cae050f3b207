/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written_operator.h - the constant of an integer comparison as its source has it. */
#ifndef PLUGIN_WRITTEN_OPERATOR_H
#define PLUGIN_WRITTEN_OPERATOR_H

/* A comparison of the compiler's. && and the operators between truths lend their place to
 * the comparison on either side. */
struct made_comparison {
	location_t where;
	enum tree_code code;
	tree a, constant;
	bool is_first, is_last; /* of those at that place; both false: not known */
};

/*
 * The front ends turn `b < 3` into `b <= 2`, also at -O0. Reads the text at the place
 * of the comparison, and returns the constant that is written there.
 * Where the compiler has taken a number to the other side (`b - 1 < 43`), the constant to
 * which `b` alone is compared so. When the text cannot be read, or leaves a doubt, that
 * is `constant` itself.
 */
tree written_constant(const made_comparison *made);

#endif
