/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * me_property.h - a property that holds of many values: of those that break it the
 * first is told.
 */
#ifndef TESTS_UNIT_ME_PROPERTY_H
#define TESTS_UNIT_ME_PROPERTY_H

#include <stdarg.h>

#include "tests/unit/me_check.h"

static char why[256];

__attribute__((format(printf, 1, 2))) static inline void say_why(const char *format,
								 ...)
{
	va_list arguments;

	if (*why) /* the first one is told */
		return;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
}

/* The property is at its end; the next one begins. */
static inline void check_property(const char *name)
{
	check(!*why, name, why);
	*why = 0;
}

#endif
