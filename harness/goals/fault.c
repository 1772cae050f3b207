/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/goals/fault.h"

#include <stdint.h>
#include <stdio.h>
#include <ucontext.h>

#include "system/signal_name.h"

enum { NULL_MOST = 4096 }; /* an address below it is a null pointer's, or a member's */

/* The program's own frame is what it could not reach. */
int fault_is_stack(int number, const siginfo_t *info, const void *context)
{
	const ucontext_t *u = context;
	enum { RED_ZONE = 128, FRAME_MOST = 1 << 16 };

	if (number != SIGSEGV || !info || !context || info->si_code == SI_KERNEL)
		return 0;
	const uintptr_t least = (uintptr_t)u->uc_mcontext.gregs[REG_RSP] - RED_ZONE;
	return (uintptr_t)info->si_addr - least < RED_ZONE + FRAME_MOST;
}

/* The processor tells the address. */
static int has_address(int number, const siginfo_t *info, const void *context)
{
	return number == SIGSEGV && info && context && info->si_code != SI_KERNEL;
}

static int writes(const void *context)
{
	const ucontext_t *u = context;

	return (u->uc_mcontext.gregs[REG_ERR] & 2) != 0;
}

static int is_in_parameter(const struct subject *s, const void *address, char *where,
			   size_t size)
{
	return s->kind->describe_address &&
	       s->kind->describe_address(s, address, where, size);
}

void fault_describe(const struct subject *s, int number, const siginfo_t *info,
		    const void *context, char *text, size_t size)
{
	char where[300];

	if (number == SIGVTALRM || !number)
		snprintf(text, size, "it did not end");
	else if (number == SIGFPE && info && info->si_code == FPE_INTDIV)
		snprintf(text, size, "SIGFPE: integer division by zero, or overflow");
	else if (has_address(number, info, context)) {
		if (!is_in_parameter(s, info->si_addr, where, sizeof where))
			snprintf(where, sizeof where, "address %p", info->si_addr);
		snprintf(text, size, "SIGSEGV: %s %s",
			 writes(context) ? "write to" : "read of", where);
	} else
		snprintf(text, size, "SIG%s", signal_name(number));
}

static const char *access_type(const struct subject *s, const void *address, int writes)
{
	char where[300];

	if ((uintptr_t)address < NULL_MOST)
		return writes ? "null pointer write" : "null pointer read";
	if (is_in_parameter(s, address, where, sizeof where))
		return writes ? "out-of-bounds write" : "out-of-bounds read";
	return writes ? "invalid write" : "invalid read";
}

const char *fault_type(const struct subject *s, int number, const siginfo_t *info,
		       const void *context)
{
	if (fault_is_stack(number, info, context))
		return "stack overflow";
	if (has_address(number, info, context))
		return access_type(s, info->si_addr, writes(context));
	switch (number) {
	case SIGSEGV:
		return "invalid access";
	case SIGBUS:
		return "bus error";
	case SIGFPE:
		return info && info->si_code == FPE_INTDIV ? "integer division"
							   : "arithmetic trap";
	case SIGILL:
		return "illegal instruction";
	case SIGABRT:
		return "abort";
	case SIGVTALRM:
		return "timeout";
	default:
		return NULL;
	}
}
