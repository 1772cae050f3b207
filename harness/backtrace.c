/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * backtrace.c - stack traces with functions and lines, also without a sanitizer, in the
 * form that triage tools read: `    #N 0xADDRESS in FUNCTION FILE:LINE`. libFuzzer calls
 * __sanitizer_print_stack_trace when there is one; ours gives way to a sanitizer's.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <backtrace.h>

void __sanitizer_print_stack_trace(void);

struct frames {
	struct backtrace_state *state;
	int number;
	int inside; /* frames of the harness and of the signal are behind us */
};

static void on_error(void *data, const char *text, int number)
{
	(void)data;
	(void)text;
	(void)number;
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

static int print_frame(void *data, uintptr_t pc, const char *file, int line,
		       const char *function)
{
	struct frames *f = data;

	if (!function)
		backtrace_syminfo(f->state, pc, name_symbol, on_error, &function);
	if (function && !strncmp(function, "LLVMFuzzer", 10))
		return 1;
	fprintf(stderr, "    #%d 0x%lx in %s", f->number++, (unsigned long)pc,
		function ? function : "??");
	if (file)
		fprintf(stderr, " %s:%d", file, line);
	fprintf(stderr, "\n");
	return function && !strcmp(function, "main");
}

__attribute__((weak, visibility("default"))) void __sanitizer_print_stack_trace(void)
{
	static struct backtrace_state *state;
	struct frames frames = {NULL, 0, 0};

	if (!state)
		state = backtrace_create_state(NULL, 0, on_error, NULL);
	frames.state = state;
	if (state)
		backtrace_full(state, 1, print_frame, on_error, &frames);
}
