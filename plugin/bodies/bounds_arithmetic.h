/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bounds_arithmetic.h - intervals, and those of sums, products and the like. */
#ifndef PLUGIN_BOUNDS_ARITHMETIC_H
#define PLUGIN_BOUNDS_ARITHMETIC_H

/* Numbers from low to high, each of which may be unknown; of a pointer, bytes from where
 * the entry's parameter `base` points to. */
struct interval {
	bool has_low, has_high;
	HOST_WIDE_INT low, high;
	tree base;
};

static const interval UNBOUNDED = {false, false, 0, 0, NULL_TREE};

/* The interval of a single number. */
interval bounds_number(HOST_WIDE_INT value);
/* That of a sum, by what is known of both. */
interval bounds_add(interval a, interval b);
interval bounds_negate(interval a);
/* Where a low bound is not known, it is 0, or above. */
interval bounds_multiply(interval a, interval b);
/* That of the operation; unbounded where nothing is known of it. */
interval bounds_binary(tree_code code, interval a, interval b);

#endif
