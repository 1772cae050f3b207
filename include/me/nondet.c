/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * nondet.c - drives the main() of a program that draws its inputs by
 * __VERIFIER_nondet_int() and the like, as programs of SV-COMP and Test-Comp do.
 *
 * me-cc --nondet=N compiles this file beside the program, with ME_NONDET(X) as
 * X(NAME, TYPE, N) for each function that the program names. An input is a structure of N
 * values for each: the k-th call returns the k-th value, and 0 behind the last one. The
 * program is compiled with -fplugin-arg-me-nondet, which calls its main()
 * __me_nondet_main and its abort(), exit() and __VERIFIER_assume() as below: these end the run,
 * and are no failures. A failed assertion is one.
 */
#include <signal.h>
#include <stddef.h>

#include "me/target.h"

/* Neither hooks, ME_DRIVER as well, nor gcov's counters. */
#define UNSEEN __attribute__((no_profile_instrument_function, noinline))

#ifdef __ME__
/* Of libme: a value was drawn. */
void __me_drawn(const char *name, const void *value, size_t size);
#else
#define __me_drawn(name, value, size) ((void)0)
#endif

/* The search aims at all functions: this unit has none of the program. */
const char __me_nondet_program = 1;

int __me_nondet_main(); /* any main() */

/* Of libme: ends the call of the entry. */
__attribute__((noreturn)) void __me_end_call(void);

UNSEEN ME_IGNORE __attribute__((noreturn)) void __me_nondet_abort(void)
{
	__me_end_call();
}

UNSEEN ME_IGNORE __attribute__((noreturn)) void __me_nondet_exit(int status)
{
	(void)status;
	__me_end_call();
}

UNSEEN ME_DRIVER void __me_nondet_assume(int holds)
{
	if (!holds)
		__me_end_call();
}

/* What the program may define itself. */
UNSEEN ME_IGNORE __attribute__((weak)) void __VERIFIER_error(void)
{
	raise(SIGABRT);
}

UNSEEN ME_IGNORE __attribute__((weak)) void reach_error(void)
{
	raise(SIGABRT);
}

static char program_name[] = "program";
static char *program_arguments[] = {program_name, NULL};

#ifdef ME_NONDET

#define MEMBER(NAME, TYPE, N) TYPE nondet_##NAME[N];

struct me_nondet {
	ME_NONDET(MEMBER)
};

static const struct me_nondet *values;

/* What is drawn when no value is left is any value to proofs, which do not see this function. */
#define DRAW(NAME, TYPE, N)                                                            \
	UNSEEN ME_IGNORE static TYPE __me_drawn_beyond_##NAME(void)                    \
	{                                                                              \
		return 0;                                                              \
	}                                                                              \
	UNSEEN ME_DRIVER TYPE __VERIFIER_nondet_##NAME(void)                           \
	{                                                                              \
		static unsigned next;                                                  \
		const TYPE value = next < N ? values->nondet_##NAME[next++]            \
					    : __me_drawn_beyond_##NAME();              \
                                                                                       \
		__me_drawn(#NAME, &value, sizeof value);                               \
		return value;                                                          \
	}

ME_NONDET(DRAW)

void me_nondet(struct me_nondet v)
{
	values = &v;
	__me_nondet_main(1, program_arguments);
}

#else

/* An entry has a parameter. */
void me_nondet(_Bool nothing)
{
	(void)nothing;
	__me_nondet_main(1, program_arguments);
}

#endif
