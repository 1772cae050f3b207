/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * partition.h - the file of an input domain partition (partition=FILE): a line for each
 * parameter, with ranges of its values in increasing order.
 *
 *	# comment
 *	n: ..-1, 0, 1..9, 10..
 *	x: nan, ..0, 0, 0..1.5, 1.5..
 *
 * A range of integers contains both ends. A range of floats contains its low end,
 * unless that is a range before, and its high end only if it is the last one. An end
 * that is missing is that of the parameter; nan is the first or the last range.
 * Together, the ranges contain each value once.
 */
#ifndef PLUGIN_PARTITION_H
#define PLUGIN_PARTITION_H

struct partition_range {
	const char *text; /* all of it */
	const char *low, *high; /* as they were written; null: the parameter's */
	bool is_single; /* one number, or nan */
	bool is_nan;
};

struct partition {
	const char *parameter;
	unsigned line;
	auto_vec<partition_range> ranges;
	bool is_used; /* the entry has the parameter */
};

/* Reads the file; null: none. Reports an error with its line, and returns false. */
bool partition_read(const char *file);

/* The partition of a parameter, or null. It counts as used. */
partition *partition_of(const char *parameter);

/* The ends of the ranges as constants of the type; null where nothing bounds them, or
 * it is nan. `least` and `greatest` are the parameter's; null: it has none. Reports
 * holes, overlaps and bad numbers as errors, and returns false. */
bool partition_ends(const partition *p, tree type, tree least, tree greatest,
		    vec<tree> *low, vec<tree> *high);

/* Reports an error at its line. */
void partition_error(const partition *p, const char *what, const char *which);

/* Reports each partition that is not used as an error. */
void partition_check_used(const char *function);

/* ---- numbers that are written in arguments and files */

/* Whether labels know the values of the type: integers and binary floats. */
bool constant_has_type(tree type);

/* The number as a constant of the type, rounded to it if it is a float; null: the text
 * is no number, or none of the type. */
tree constant_read(tree type, const char *text);

#endif
