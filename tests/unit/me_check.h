/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_check.h - a check that prints `ok NAME` or `not ok NAME: FILE:LINE: why`. */
#ifndef TESTS_UNIT_ME_CHECK_H
#define TESTS_UNIT_ME_CHECK_H

#include <stdio.h>

static int me_check_failures;

#define check(good, name, why) me_check((good), (name), (why), __FILE__, __LINE__)

static inline void me_check(int good, const char *name, const char *why,
			    const char *file, int line)
{
	if (good)
		printf("ok %s\n", name);
	else
		printf("not ok %s: %s:%d: %s\n", name, file, line, why);
	me_check_failures += !good;
}

#endif
