/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * preprocessor.h - the unit's preprocessor, which only the front ends of C and C++ have:
 * in others its functions are absent. Includes plugin/gcc.h before it.
 */
#ifndef PLUGIN_PREPROCESSOR_H
#define PLUGIN_PREPROCESSOR_H

extern cpp_reader *parse_in __attribute__((weak));
#pragma weak cpp_define
#pragma weak cpp_get_callbacks
#pragma weak cpp_get_options

/* Null where there is none that can define macros: in preprocessed input (from ccache,
 * distcc, -save-temps) the text of a definition would be an error. */
static inline cpp_reader *preprocessor(void)
{
	void (*define)(cpp_reader *, const char *) = cpp_define;

	return &parse_in && define && parse_in && !cpp_get_options(parse_in)->preprocessed
		   ? parse_in
		   : NULL;
}

#endif
