/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * backtrace.c - stack traces with functions and lines, also without a sanitizer, in the
 * form that triage tools read: `    #N 0xADDRESS in FUNCTION FILE:LINE`. libFuzzer
 * calls
 * __sanitizer_print_stack_trace when there is one; ours gives way to a sanitizer's.
 */
#include "harness/program/backtrace.h"

#include <stdio.h>
#include <string.h>

#include <backtrace.h>

#include "harness/program/module.h"

enum { FRAMES_MOST = 64 }; /* of an endless recursion the innermost ones */

void __sanitizer_print_stack_trace(void);

struct frames {
	struct backtrace_state *state;
	int number;
	int inside; /* the frames of the handler are behind us */
};

static void on_error(void *data, const char *text, int number)
{
	(void)data;
	(void)text;
	(void)number;
}

/* Made when first asked for: that reads the program's symbols. */
static struct backtrace_state *state(void)
{
	static struct backtrace_state *made;

	if (!made)
		made = backtrace_create_state(NULL, 0, on_error, NULL);
	return made;
}

static void name_symbol(void *data, uintptr_t pc, const char *name, uintptr_t value,
			uintptr_t size)
{
	const char **out = data;

	(void)pc;
	(void)value;
	(void)size;
	*out = name;
}

static int starts_with(const char *text, const char *start)
{
	return text && !strncmp(text, start, strlen(start));
}

/* What lies above the program under test: libFuzzer's handler and ours, and the
 * signal's frame. */
static int is_handler(const char *function, const char *file)
{
	if (starts_with(function, "_ZN6fuzzer") ||
	    starts_with(function, "__restore_rt") ||
	    starts_with(function, "__me_failure"))
		return 1;
	return file &&
	       (strstr(file, "sigaction") || strstr(file, "harness/runtime/guard.c") ||
		strstr(file, "harness/libfuzzer/failure.c"));
}

static int print_frame(void *data, uintptr_t pc, const char *file, int line,
		       const char *function)
{
	struct frames *f = data;

	if (!function)
		backtrace_syminfo(f->state, pc, name_symbol, on_error, &function);
	if (!f->inside && is_handler(function, file))
		return 0;
	if (starts_with(function, "__me_call_"))
		return 1; /* below is the harness */
	f->inside = 1;
	fprintf(stderr, "    #%d 0x%lx in %s", f->number++, (unsigned long)pc,
		function ? function : "??");
	if (file)
		fprintf(stderr, " %s:%d", file, line);
	fprintf(stderr, "\n");
	return f->number == FRAMES_MOST || starts_with(function, "main");
}

__attribute__((weak, visibility("default"))) void __sanitizer_print_stack_trace(void)
{
	struct frames frames = {state(), 0, 0};

	if (frames.state)
		backtrace_full(frames.state, 1, print_frame, on_error, &frames);
}

/* ---- whose a program counter is */

/* Whether the symbol is the function, or a part or copy of it that GCC made
 * (`f.part.0`). */
static int is_of(const char *symbol, const char *function)
{
	const size_t n = strlen(function);

	return strncmp(symbol, function, n) == 0 &&
	       (symbol[n] == '\0' || symbol[n] == '.');
}

static void find_function(void *data, uintptr_t pc, const char *name, uintptr_t value,
			  uintptr_t size)
{
	int *found = data;

	(void)pc;
	(void)value;
	(void)size;
	for (const struct me_module *m = module_first(); m && name; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++)
			for (uint32_t i = 0; i < u->function_count && !*found; i++)
				*found = is_of(name, u->functions[i].name);
}

int backtrace_in_program(uintptr_t pc)
{
	int found = 0;

	if (state())
		backtrace_syminfo(state(), pc, find_function, on_error, &found);
	return found;
}
