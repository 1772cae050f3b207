/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * poisoned.h - for tests that store arguments. What lies in front of them is poisoned for the
 * program's accesses; in a target the harness's memcpy() and memcmp() are none of
 * AddressSanitizer's (tools/runtime.sh), in a test they would report.
 */
#ifndef TESTS_UNIT_POISONED_H
#define TESTS_UNIT_POISONED_H

const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "intercept_memcmp=0:replace_intrin=0";
}

#endif
