/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * front_end.h - what the plugin needs of the front ends, and changes in them: the
 * preprocessor, the conditions of the source, the warnings. Include plugin/gcc.h before it.
 */
#ifndef PLUGIN_FRONT_END_H
#define PLUGIN_FRONT_END_H

/* ---- the unit's preprocessor, which only the front ends of C and C++ have: in others its
 * functions are absent */

extern cpp_reader *parse_in __attribute__((weak));
#pragma weak cpp_define
#pragma weak cpp_forall_identifiers
#pragma weak cpp_get_callbacks
#pragma weak cpp_get_options

/* Null where there is none that can define macros: in preprocessed input (from ccache,
 * distcc, -save-temps) the text of a definition would be an error. */
static inline cpp_reader *preprocessor(void)
{
	void (*define)(cpp_reader *, const char *) = cpp_define;

	return &parse_in && define && parse_in &&
		       !cpp_get_options(parse_in)->preprocessed
		   ? parse_in
		   : NULL;
}

/*
 * ---- source_conditions.cc
 *
 * Above -O0 the front ends of C and C++ fold conditions before any pass sees them
 * (fold_truth_andor): of `c >= '0' && c <= '9'` they make one comparison,
 * of `a > 0 && b < 3` one jump. Branches would not be those of the source, nor of gcov's
 * build at -O0, and inputs on either side of a range would be one to the search.
 *
 * Some warnings of the front ends depend on what they fold, so this is the default only
 * where there are no warnings (-w).
 */

/* From now on conditions of functions reach the passes as they are written. Not where a
 * profile is made or used: it has to fit the program without hooks. */
void source_conditions_keep(const char *plugin_name);

/* ---- warnings.cc: above -O0 GCC warns about what its optimisers see: this has to be the
 * program as written, not as instrumented */

/* Forks the compiler if its warnings could be about our code. Returns true in the copy,
 * which must not change the program. Call it before anything is changed. */
bool warnings_double(void);

/* In the copy: whether the function needs the passes that generate code, because they
 * may warn. */
void warnings_shorten(function *fun);

/* Enables or disables diagnostics in the compiler itself while the copy runs: only the
 * plugin's own diagnostics are enabled. */
void warnings_enable(bool on);

/* Waits for the copy and adopts its error count; the copy ends here. */
void warnings_finish(void);

/* Gives the procedures of the unit the attributes that comments of Fortran have for them
 * (directives.cc). Before the first pass reads any. */
void directives_read(void);

#endif
