/* SPDX-License-Identifier: GPL-3.0-or-later */
/* truth.h - truth values: integers that are 0 or 1, and tests that tell them apart. */
#ifndef PLUGIN_TRUTH_H
#define PLUGIN_TRUTH_H

/* What a value is compared with: `value CODE constant`. */
struct truth_test {
	enum tree_code code;
	tree constant;
};

/* The constant that a value is, also by way of a copy (at -O0 every constant has a
 * name), or the value itself. */
tree truth_constant(tree value);

/* `value != 0`. */
struct truth_test truth_test_for(tree type);
/* Whether a constant passes. Copies may have changed its type on the way. */
bool truth_passes(struct truth_test test, tree constant);
bool truth_is_same(struct truth_test a, struct truth_test b);
/* Whether the test tells 0 from 1; *negated: it passes 0. */
bool truth_is_told(struct truth_test test, bool *negated);

/* Whether an integer is 0 or 1, as far as its definitions show. */
bool truth_is_value(tree value);

#endif
