/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/triage/triage_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/triage/failure_type.h"

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static unsigned number_of(const json_t *object, const char *name)
{
	return (unsigned)json_integer_value(json_object_get(object, name));
}

static int frames_read(struct triage_run *run)
{
	const json_t *stack = json_object_get(run->line, "stack");
	const size_t count = json_array_size(stack);

	run->frames = calloc(count + 1, sizeof(*run->frames));
	if (!run->frames)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const json_t *frame = json_array_get(stack, i);
		const char *function = text_of(frame, "function");

		run->frames[i] =
		    (struct triage_frame){.function = function ? function : "??",
					  .file = text_of(frame, "file"),
					  .line = number_of(frame, "line"),
					  .times = number_of(frame, "times"),
					  .is_inlined = number_of(frame, "inlined"),
					  .is_program = number_of(frame, "program")};
	}
	run->frame_count = count;
	return 0;
}

static bool is_same_frame(const struct triage_frame *a, const struct triage_frame *b,
			  bool by_lines)
{
	return strcmp(a->function, b->function) == 0 &&
	       (!by_lines || a->line == b->line);
}

/* A function that calls itself counts once. */
static void top_add(struct triage_run *run, const struct triage_frame *frame)
{
	for (size_t i = 0; i < run->top_count; i++)
		if (is_same_frame(run->top[i], frame, run->by_lines))
			return;
	if (run->top_count < TRIAGE_TOP)
		run->top[run->top_count++] = frame;
}

static bool recurs(const struct triage_run *run, const char *function)
{
	for (size_t i = 0; i < run->frame_count; i++)
		if (run->frames[i].times > 1 &&
		    strcmp(run->frames[i].function, function) == 0)
			return true;
	return false;
}

/* Where a stack is used up by recursion, what the last of its functions calls is there by
 * chance: the first frame of the recursion; else 0. */
static size_t recursion_find(const struct triage_run *run)
{
	for (size_t i = 0; i < run->frame_count; i++)
		if (run->frames[i].is_program && recurs(run, run->frames[i].function))
			return i;
	return 0;
}

/* The innermost frames of the program; of any code, where the program has none. */
static void top_find(struct triage_run *run, bool is_stack)
{
	for (size_t i = is_stack ? recursion_find(run) : 0; i < run->frame_count; i++)
		if (run->frames[i].is_program)
			top_add(run, &run->frames[i]);
	for (size_t i = 0; i < run->frame_count && !run->top_count; i++)
		if (run->frames[i].file)
			top_add(run, &run->frames[i]);
}

int triage_run_read(struct triage_run *run, json_t *line, const char *output)
{
	const char *told = text_of(line, "type");

	*run = (struct triage_run){.line = line,
				   .ended = text_of(line, "ended"),
				   .signal = text_of(line, "signal"),
				   .detail = text_of(line, "detail"),
				   .call = text_of(line, "call"),
				   .by_lines = number_of(line, "lines") != 0,
				   .wanted_size = number_of(line, "bytes")};
	if (!run->ended)
		run->ended = "returns";
	if (frames_read(run))
		return -1;
	top_find(run, told && strcmp(told, "stack overflow") == 0);
	failure_type(run, told, output);
	run->message = failure_message(output);
	return 0;
}
