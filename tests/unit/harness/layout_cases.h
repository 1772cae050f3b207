/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_cases.h - an entry with each type, by value and by pointer, and touches of memory. */
#ifndef TESTS_UNIT_LAYOUT_CASES_H
#define TESTS_UNIT_LAYOUT_CASES_H

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/input/call_text.h"
#include "tests/unit/harness/poisoned.h"
#include "tests/unit/me_check.h"

#define SCALAR(t) [t] = {.count = 1, .type = t}
static const struct me_field scalars[ME_TYPE_COUNT] = {
    SCALAR(ME_BOOL), SCALAR(ME_I8),  SCALAR(ME_I16),  SCALAR(ME_I32),  SCALAR(ME_I64),
    SCALAR(ME_U8),   SCALAR(ME_U16), SCALAR(ME_U32),  SCALAR(ME_U64),  SCALAR(ME_F32),
    SCALAR(ME_F64),  SCALAR(ME_F80), SCALAR(ME_I128), SCALAR(ME_U128), SCALAR(ME_F128),
};

/* A parameter of scalars of one type. */
#define FIELD(c_name, c_type, n, scalar, how)                                          \
	{                                                                              \
		.name = c_name, .element = "@", .field_count = 1, .count = n,          \
		.literal = how == ME_BY_VALUE ? "" : "(" #c_type "[])",                \
		.size = sizeof(c_type), .length_of = ME_NO_PARAMETER, .passing = how,  \
		.fields = &scalars[scalar]                                             \
	}

/* Every type, by value and by pointer. */
static const struct me_parameter fields[] = {
    FIELD("b", _Bool, 1, ME_BOOL, ME_BY_VALUE),
    FIELD("c", signed char, 1, ME_I8, ME_BY_VALUE),
    FIELD("s", short, 1, ME_I16, ME_BY_VALUE),
    FIELD("i", int, 1, ME_I32, ME_BY_VALUE),
    FIELD("l", long, 1, ME_I64, ME_BY_VALUE),
    FIELD("uc", unsigned char, 1, ME_U8, ME_BY_VALUE),
    FIELD("us", unsigned short, 1, ME_U16, ME_BY_VALUE),
    FIELD("u", unsigned, 1, ME_U32, ME_BY_VALUE),
    FIELD("ul", unsigned long, 1, ME_U64, ME_BY_VALUE),
    FIELD("f", float, 1, ME_F32, ME_BY_VALUE),
    FIELD("d", double, 1, ME_F64, ME_BY_VALUE),
    FIELD("ld", long double, 1, ME_F80, ME_BY_VALUE),
    FIELD("w", __int128, 1, ME_I128, ME_BY_VALUE),
    FIELD("uw", unsigned __int128, 1, ME_U128, ME_BY_VALUE),
    FIELD("q", _Float128, 1, ME_F128, ME_BY_VALUE),
    FIELD("pb", _Bool, 3, ME_BOOL, ME_BY_POINTER),
    FIELD("pi", int, 1, ME_I32, ME_BY_POINTER),
    FIELD("pf", float, 2, ME_F32, ME_BY_POINTER),
    FIELD("pd", double, 4, ME_F64, ME_BY_POINTER),
    FIELD("pld", long double, 2, ME_F80, ME_BY_POINTER),
    FIELD("pq", _Float128, 2, ME_F128, ME_BY_POINTER),
};

enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static void *seen_slots[FIELD_COUNT];

static void note_call(void **slots, void *result)
{
	double sum = 0;

	memcpy(seen_slots, slots, sizeof seen_slots);
	for (int i = 0; i < 4; i++)
		sum += ((double *)slots[18])[i];
	memcpy(result, &sum, sizeof sum);
}

static const struct me_entry entry = {
    ME_ABI, FIELD_COUNT, "everything", "everything", "everything.c", 1,	   ME_F64,
    fields, "",		 "",	       NULL,	     note_call,	     NULL,
};

static volatile char *beyond;

__attribute__((no_sanitize("address"))) static void touch(int writes)
{
	if (writes)
		*beyond = 1;
	else
		(void)*beyond;
}

/* The signal that ends a child that touches memory, 0 when it lives. */
static inline int signal_of_touch(volatile char *address, int writes)
{
	const struct rlimit no_core = {0, 0};
	int status;

	beyond = address;
	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would exit */
		touch(writes);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
