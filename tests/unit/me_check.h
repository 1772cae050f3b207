/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_check.h - a check that prints `ok NAME` or `not ok NAME: why`. */
#ifndef TESTS_UNIT_ME_CHECK_H
#define TESTS_UNIT_ME_CHECK_H

#include <stdio.h>

static int me_check_failures;

static inline void check(int good, const char *name, const char *why)
{
	if (good)
		printf("ok %s\n", name);
	else
		printf("not ok %s: %s\n", name, why);
	me_check_failures += !good;
}

#endif
