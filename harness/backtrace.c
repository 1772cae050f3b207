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
	int inside; /* the frames of the handler are behind us */
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

static int starts_with(const char *text, const char *start)
{
	return text && !strncmp(text, start, strlen(start));
}

/* What lies above the program under test: libFuzzer's handler and the signal's frame. */
static int is_handler(const char *function, const char *file)
{
	if (starts_with(function, "_ZN6fuzzer") || starts_with(function, "__restore_rt"))
		return 1;
	return file && strstr(file, "sigaction");
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
	return starts_with(function, "main");
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
