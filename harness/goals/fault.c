/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fault.c - how runs fail, in words and numbers. */
#include "harness/goals/fault.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include "harness/goals/goal_names.h"
#include "harness/input/exception.h"
#include "harness/program/backtrace.h"
#include "harness/program/walled.h"
#include "harness/runtime/trace.h"
#include "me/ends.h"
#include "system/signal_name.h"

enum { NULL_MOST = 4096 }; /* an address below it is a null pointer's, or a member's */

/* ---- what a driver does by itself */

static const char *driver_name, *driven_name;

void fault_set_driver(const char *driver, const char *driven)
{
	driver_name = driver;
	driven_name = driven;
}

/* Whether the driver is on the stack, and the function that it is for is not. */
static int is_of_driver(void)
{
	enum { FRAMES = 64 };
	static struct backtrace_frame frames[FRAMES];
	const size_t count = driven_name ? backtrace_frames(frames, FRAMES) : 0;
	int is_in_driver = 0;

	for (size_t i = 0; i < count; i++) {
		const char *name = frames[i].is_program ? frames[i].function : NULL;
		if (name && !strcmp(name, driven_name))
			return 0;
		is_in_driver |= name && !strcmp(name, driver_name);
	}
	return is_in_driver;
}

int fault_tell_driver(char *text, size_t size)
{
	const size_t used = strlen(text);

	if (!is_of_driver())
		return 0;
	snprintf(text + used, size - used, "%s%s() does it by itself", used ? "; " : "",
		 driver_name);
	return 1;
}

/* ---- signals */

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

static int is_write(const void *context)
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

/* Whether it is outside of guesses only; advice: what would say more. */
static int is_assumed(const struct subject *s, const void *address, int is_write,
		      char *advice, size_t size)
{
	return s->kind->is_assumed &&
	       s->kind->is_assumed(s, address, is_write, advice, size);
}

/* How far an access is from its array, and where in the program, wherever that is loaded; a
 * library is far from it. */
static void note_outside(const struct subject *s, const void *address, uintptr_t pc)
{
	enum { OF_PROGRAM = 1 << 24 };
	const uintptr_t at = pc - (uintptr_t)&fault_note_outside + OF_PROGRAM;

	if (!s->kind->outside)
		return;
	trace.record.outside = s->kind->outside(s, address);
	trace.record.outside_at = at < 2 * OF_PROGRAM ? (uint16_t)at : 0;
}

void fault_note_outside(const struct subject *s, int number, const siginfo_t *info,
			const void *context)
{
	const ucontext_t *u = context;

	if (number == SIGSEGV)
		note_outside(s, info->si_addr,
			     (uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
}

enum me_end fault_end_of_damage(const struct subject *s)
{
	char advice[200];

	return is_assumed(s, NULL, 1, advice, sizeof advice) ? ME_END_OUTSIDE
							     : ME_END_SIGNAL;
}

enum me_end fault_end(const struct subject *s, int number, const siginfo_t *info,
		      const void *context)
{
	char advice[200];

	if (number == SIGVTALRM)
		return ME_END_TIMEOUT;
	if (is_of_driver())
		return ME_END_OUTSIDE;
	if (number == SIGABRT)
		return walled_leak() ? ME_END_LEAK : fault_end_of_damage(s);
	return !fault_is_stack(number, info, context) &&
		       has_address(number, info, context) &&
		       is_assumed(s, info->si_addr, is_write(context), advice,
				  sizeof advice)
		   ? ME_END_OUTSIDE
		   : ME_END_SIGNAL;
}

static void describe(const struct subject *s, int number, const siginfo_t *info,
		     const void *context, char *text, size_t size)
{
	char where[300], advice[200] = "";
	int is_freed;

	if (number == SIGVTALRM || !number)
		snprintf(text, size, "it did not end");
	else if (number == SIGFPE && info && info->si_code == FPE_INTDIV)
		snprintf(text, size, "SIGFPE: integer division by zero, or overflow");
	else if (fault_is_stack(number, info, context))
		snprintf(text, size, "SIGSEGV: " ME_FAULT_STACK);
	else if (has_address(number, info, context)) {
		const void *at = info->si_addr;
		if (!is_in_parameter(s, at, where, sizeof where) &&
		    !walled_describe(at, &is_freed, where, sizeof where))
			snprintf(where, sizeof where, "address %p", at);
		const int outside =
		    is_assumed(s, at, is_write(context), advice, sizeof advice);
		snprintf(text, size, "%s%s %s%s%s", outside ? "" : "SIGSEGV: ",
			 is_write(context) ? "write to" : "read of", where,
			 outside ? "; " : "", advice);
	} else if (number == SIGABRT && exception_refused(where, sizeof where))
		snprintf(text, size, "SIGABRT: uncaught %s", where);
	else if (number == SIGABRT && walled_leak())
		snprintf(text, size, "%s", walled_leak());
	else if (number == SIGABRT && walled_abort())
		snprintf(text, size, "SIGABRT: %s", walled_abort());
	else
		snprintf(text, size, "SIG%s", signal_name(number));
}

void fault_describe(const struct subject *s, int number, const siginfo_t *info,
		    const void *context, char *text, size_t size)
{
	describe(s, number, info, context, text, size);
	if (number && number != SIGVTALRM)
		fault_tell_driver(text, size);
}

static const char *access_type(const struct subject *s, const void *address,
			       int is_write)
{
	char where[300];
	int is_freed = 0;

	if ((uintptr_t)address < NULL_MOST)
		return is_write ? "null pointer write" : "null pointer read";
	if (is_in_parameter(s, address, where, sizeof where) ||
	    walled_describe(address, &is_freed, where, sizeof where))
		return is_freed
			   ? is_write ? "write of freed memory" : "read of freed memory"
		       : is_write ? "out-of-bounds write"
				  : "out-of-bounds read";
	return is_write ? "invalid write" : "invalid read";
}

#define FAULT_TYPE(number, type) [number] = (type),

const char *fault_type(const struct subject *s, int number, const siginfo_t *info,
		       const void *context)
{
	static const char *const types[_NSIG] = {ME_FAULTS(FAULT_TYPE)};

	if (fault_is_stack(number, info, context))
		return ME_FAULT_STACK;
	if (has_address(number, info, context))
		return access_type(s, info->si_addr, is_write(context));
	if (number == SIGFPE && info && info->si_code == FPE_INTDIV)
		return "integer division";
	if (number == SIGVTALRM)
		return me_ends[ME_END_TIMEOUT].type;
	if (number == SIGABRT && walled_abort())
		return walled_leak() ? me_ends[ME_END_LEAK].type : walled_abort();
	return number > 0 && number < _NSIG ? types[number] : NULL;
}

const char *fault_access(const struct subject *s, const void *address, uintptr_t pc,
			 int is_write, enum me_end *end, char *text, size_t size)
{
	char where[300], advice[200] = "";

	if (!is_in_parameter(s, address, where, sizeof where))
		return NULL;
	const int outside = is_assumed(s, address, is_write, advice, sizeof advice);
	if (outside)
		*end = ME_END_OUTSIDE;
	note_outside(s, address, pc);
	snprintf(text, size, "%s %s%s%s", is_write ? "write to" : "read of", where,
		 outside ? "; " : "", advice);
	return access_type(s, address, is_write);
}

/* ---- goals whose runs fail */

static const char *fatal_kinds;
static uint32_t failing_goal; /* the goal that a run fails for, and 1 */

/* UBSan's words where it has some, else what the goal is called. */
static const char *words_of(const struct me_predicate *p)
{
	static const char *const words[][2] = {
	    {"divzero", "division by zero"},
	    {"overflow", "floating-point overflow"},
	    {"underflow", "floating-point underflow"},
	    {"invalid", "invalid floating-point operation"},
	    {"inexact", "conversion to an integer loses a fraction"},
	};
	const char *dot = strrchr(p->name, '.');

	for (size_t i = 0; dot && i < sizeof words / sizeof *words; i++)
		if (!strcmp(dot + 1, words[i][0]) && !strcmp(p->kind, "fpe"))
			return words[i][1];
	return p->name;
}

static void fail_at(uint32_t goal)
{
	const struct program *p = trace.program;
	const struct me_goal *q = p->goals[goal];
	const struct me_site *s = p->sites[program_goal_site(p, goal)];

	if (!kinds_has(fatal_kinds, q->predicate->kind))
		return;
	fprintf(stderr, "%s:%u:%u: runtime error: %s in %s\n", s->file, s->line,
		s->column, words_of(q->predicate),
		program_goal_function(p, goal)->source_name);
	failing_goal = goal + 1;
	raise(SIGFPE);
}

uint32_t abort_on_take(void)
{
	const uint32_t goal = failing_goal;

	failing_goal = 0;
	return goal;
}

abort_on_fn *abort_on(const char *kinds)
{
	fatal_kinds = kinds;
	return kinds ? fail_at : NULL;
}
