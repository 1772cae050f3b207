/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source_conditions.h - above -O0 the front ends of C and C++ fold conditions before any
 * pass sees them (fold_truth_andor): of `c >= '0' && c <= '9'` they make one comparison,
 * of `a > 0 && b < 3` one jump. Branches would not be those of the source, nor of gcov's
 * build at -O0, and inputs on either side of a range would be one to the search.
 *
 * Some warnings of the front ends depend on what they fold, so this is the default only
 * where there are no warnings (-w).
 */
#ifndef PLUGIN_SOURCE_CONDITIONS_H
#define PLUGIN_SOURCE_CONDITIONS_H

/* From now on conditions of functions reach the passes as they are written. Not where a
 * profile is made or used: it has to fit the program without hooks. */
void source_conditions_keep(const char *plugin_name);

#endif
