/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * me_property.h - a property that holds of many values: of those that break it the
 * first is told, with the line that found it.
 */
#ifndef TESTS_UNIT_ME_PROPERTY_H
#define TESTS_UNIT_ME_PROPERTY_H

#include <stdarg.h>

#include "tests/unit/me_check.h"

static char why[256];
static int why_line;

#define say_why(...) me_say_why(__LINE__, __VA_ARGS__)
/* The property is at its end; the next one begins. */
#define check_property(name) me_check_property((name), __FILE__, __LINE__)

__attribute__((format(printf, 2, 3))) static inline void
me_say_why(int line, const char *format, ...)
{
	va_list arguments;

	if (*why) /* the first one is told */
		return;
	why_line = line;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
}

static inline void me_check_property(const char *name, const char *file, int line)
{
	me_check(!*why, name, why, file, *why ? why_line : line);
	*why = 0;
}

#endif
