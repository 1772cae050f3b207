/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage.c - a run that may have failed, as the target tells it, and its type. */
#include "command/triage/triage.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "system/allocation.h"
#include "system/demangled.h"

/* ---- the type of a failure: by the stack of an abort() */

/* Names of glibc's own: __GI___libc_free is free, and so is cfree, which lies at its place. */
static const char *libc_name(const char *function)
{
	static const char *const prefixes[] = {"__GI_", "__libc_", "__"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		const size_t n = strlen(prefixes[i]);
		if (strncmp(function, prefixes[i], n) == 0 && function[n])
			function += n;
	}
	return strcmp(function, "cfree") == 0 ? "free" : function;
}

/* What the program has called when it was aborted, or null. */
static const char *called_by_program(const struct triage_run *run)
{
	for (size_t i = 1; i < run->frame_count; i++)
		if (run->frames[i].is_program)
			return run->frames[i - 1].is_program
				   ? NULL
				   : libc_name(run->frames[i - 1].function);
	return NULL;
}

static bool stack_has(const struct triage_run *run, const char *part)
{
	for (size_t i = 0; i < run->frame_count && !run->frames[i].is_program; i++)
		if (strstr(run->frames[i].function, part))
			return true;
	return false;
}

static void type_abort(struct triage_run *run, const char *told)
{
	const char *called = called_by_program(run);

	if (stack_has(run, "assert"))
		told = "assertion failed";
	else if (stack_has(run, "terminate"))
		told = "uncaught exception";
	else if (called && strcmp(called, "abort") && strcmp(called, "raise") &&
		 strcmp(called, "??")) {
		snprintf(run->type, sizeof(run->type), "abort by %s", called);
		return;
	}
	snprintf(run->type, sizeof(run->type), "%s", told);
}

/* ---- its type: by what sanitizers print */

/* Copies up to the end of the line or a colon; each number becomes N. */
static void copy_without_numbers(char *to, size_t size, const char *from)
{
	size_t n = 0;

	while (*from && !strchr("\n\r:", *from) && n + 2 < size) {
		if (!isdigit((unsigned char)*from)) {
			to[n++] = *from++;
			continue;
		}
		to[n++] = 'N';
		while (isalnum((unsigned char)*from) || *from == '.')
			from++;
	}
	to[n] = '\0';
}

/* "division by zero in f": the place is told anyway. */
static void cut_function(char *type, const struct triage_frame *place)
{
	char *in = place ? strstr(type, " in ") : NULL;

	if (in && strcmp(in + 4, place->function) == 0)
		*in = '\0';
}

static bool type_runtime_error(struct triage_run *run, const char *output)
{
	const char *error = text_behind(output, "runtime error: ");

	if (!error)
		return false;
	copy_without_numbers(run->type, sizeof(run->type), error);
	cut_function(run->type, triage_place(run));
	return true;
}

/* SUMMARY: AddressSanitizer: heap-buffer-overflow FILE:LINE in FUNCTION */
static void type_sanitizer(struct triage_run *run, const char *told, const char *output)
{
	const char *summary = text_behind(output, "SUMMARY: ");
	const char *type = summary ? text_behind(summary, "Sanitizer: ") : NULL;

	if (type_runtime_error(run, output))
		return;
	/* In front of an array the memory is poisoned, and the target knows of whose. */
	if (*told && type && strncmp(type, "use-after-poison", 16) == 0)
		snprintf(run->type, sizeof(run->type), "%s", told);
	else if (type && *type)
		snprintf(run->type, sizeof(run->type), "%.*s",
			 (int)strcspn(type, " \n"), type);
	else
		snprintf(run->type, sizeof(run->type), "sanitizer's report");
}

/* ---- its type */

/* Sets run->type. `told` is the target's word for it, or null. */
static void failure_type(struct triage_run *run, const char *told, const char *output)
{
	if (me_ends[run->ended].type)
		told = me_ends[run->ended].type;
	if (!told)
		told = "";
	if (run->ended == ME_END_SANITIZER)
		type_sanitizer(run, told, output);
	else if (strcmp(told, ME_FAULT_ABORT) == 0)
		type_abort(run, told);
	else if (strcmp(told, ME_FAULT_ARITHMETIC) != 0 ||
		 !type_runtime_error(run, output))
		snprintf(run->type, sizeof(run->type), "%s", told);
}

/* The line of what a run has printed that says most: a sanitizer's or an assertion's, else
 * the last one. Null when there is none. The caller frees. */
static char *failure_message(const char *output)
{
	static const char *const marks[] = {"runtime error: ", "irect leak of ",
					    "Sanitizer: ", "Assertion "};
	const char *at = NULL, *end = output + strlen(output);

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]) && !at; i++)
		at = strstr(output, marks[i]);
	while (!at && end > output && isspace((unsigned char)end[-1]))
		end--;
	if (!at)
		at = end;
	while (at > output && at[-1] != '\n')
		at--;
	return *at ? string_copy_part(at, strcspn(at, "\n")) : NULL;
}

/* What a failed assertion says of itself, behind its place, in the message. Null: the run
 * has failed by none. */
static const char *assertion_text(const struct triage_run *run)
{
	const bool failed = strcmp(run->type, "assertion failed") == 0;

	return failed && run->message ? strstr(run->message, "Assertion ") : NULL;
}

/* ---- what the target tells */

static const char *member_text(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static unsigned member_number(const json_t *object, const char *name)
{
	return (unsigned)json_integer_value(json_object_get(object, name));
}

/* Of a library without debugging information the frames have assembler names. */
static const char *frame_function(json_t *frame)
{
	const char *name = member_text(frame, "function");
	char *plain = name ? demangled(name) : NULL;

	if (plain && !json_object_set_new(frame, "function", json_text(plain)))
		name = member_text(frame, "function");
	free(plain);
	return name;
}

static void frames_read(struct triage_run *run)
{
	const json_t *stack = json_object_get(run->line, "stack");
	const size_t count = json_array_size(stack);

	run->frames = array_new(count, sizeof(*run->frames));
	for (size_t i = 0; i < count; i++) {
		json_t *frame = json_array_get(stack, i);
		const char *function = frame_function(frame);

		run->frames[i] = (struct triage_frame){
		    .function = function ? function : "??",
		    .file = member_text(frame, "file"),
		    .line = member_number(frame, "line"),
		    .times = member_number(frame, "times"),
		    .is_inlined = member_number(frame, "inlined"),
		    .is_program = member_number(frame, "program")};
	}
	run->frame_count = count;
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

/* The innermost frames of the program, and of its own code where there are such; of any
 * code, where the program has none. */
static void top_find(struct triage_run *run, bool is_stack)
{
	const size_t first = is_stack ? recursion_find(run) : 0;

	for (size_t i = first; i < run->frame_count; i++)
		if (run->frames[i].is_program &&
		    !me_is_standard_header(run->frames[i].file))
			top_add(run, &run->frames[i]);
	for (size_t i = first; i < run->frame_count && !run->top_count; i++)
		if (run->frames[i].is_program)
			top_add(run, &run->frames[i]);
	for (size_t i = 0; i < run->frame_count && !run->top_count; i++)
		if (run->frames[i].file)
			top_add(run, &run->frames[i]);
}

void triage_run_read(struct triage_run *run, json_t *line, const char *output)
{
	const char *told = member_text(line, "type");

	*run = (struct triage_run){.line = line,
				   .ended = me_end_named(member_text(line, "ended")),
				   .signal = member_text(line, "signal"),
				   .detail = member_text(line, "detail"),
				   .call = member_text(line, "call"),
				   .by_lines = member_number(line, "lines") != 0,
				   .wanted_size = member_number(line, "bytes")};
	frames_read(run);
	top_find(run, told && strcmp(told, ME_FAULT_STACK) == 0);
	failure_type(run, told, output);
	run->message = failure_message(output);
	run->assertion = assertion_text(run);
}

/* ---- runs and artifacts */

bool triage_failed(const struct triage_run *run)
{
	return run->line && run->ended;
}

bool triage_is_flaky(const struct triage_artifact *a)
{
	return a->failed && (a->failed < a->runs || a->differs);
}

const struct triage_frame *triage_place(const struct triage_run *run)
{
	return run->top_count ? run->top[0] : NULL;
}

char *triage_again(const struct triage *t, const char *path)
{
	struct words words = {0};

	/* Without a slash the shell would look it up in PATH. */
	words_add_format(&words, "%s%s", strchr(t->target, '/') ? "" : "./", t->target);
	words_add_all(&words, &t->arguments);
	words_add_format(&words, "%s%s", *path == '-' ? "./" : "", path);
	char *line = words_show(&words);
	words_done(&words);
	return line;
}

void triage_run_done(struct triage_run *run)
{
	json_decref(run->line);
	free(run->frames);
	free(run->message);
	*run = (struct triage_run){0};
}

void triage_groups_drop(struct triage *t)
{
	for (size_t i = 0; i < t->group_count + t->outside_count; i++) {
		free(t->groups[i].simpler);
		free(t->groups[i].simpler_call);
		free(t->groups[i].simpler_detail);
	}
	free(t->groups);
	t->groups = NULL;
	t->group_count = t->outside_count = 0;
}

void triage_done(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->artifacts[i].path);
		free(t->artifacts[i].trouble);
		triage_run_done(&t->artifacts[i].run);
	}
	triage_groups_drop(t);
	free(t->artifacts);
	words_done(&t->arguments);
}
