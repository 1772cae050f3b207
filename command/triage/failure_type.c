/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/triage/failure_type.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the stack of an abort() */

/* Names of glibc's own: __GI___libc_free is free. */
static const char *plain_name(const char *function)
{
	static const char *const prefixes[] = {"__GI_", "__libc_", "__"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		const size_t n = strlen(prefixes[i]);
		if (strncmp(function, prefixes[i], n) == 0 && function[n])
			function += n;
	}
	return function;
}

/* What the program has called when it was aborted, or null. */
static const char *called_by_program(const struct triage_run *run)
{
	for (size_t i = 1; i < run->frame_count; i++)
		if (run->frames[i].is_program)
			return run->frames[i - 1].is_program
				   ? NULL
				   : plain_name(run->frames[i - 1].function);
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

/* ---- what sanitizers print */

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

static const char *behind(const char *text, const char *mark)
{
	const char *found = strstr(text, mark);

	return found ? found + strlen(mark) : NULL;
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
	const char *error = behind(output, "runtime error: ");

	if (!error)
		return false;
	copy_without_numbers(run->type, sizeof(run->type), error);
	cut_function(run->type, triage_place(run));
	return true;
}

/* SUMMARY: AddressSanitizer: heap-buffer-overflow FILE:LINE in FUNCTION */
static void type_sanitizer(struct triage_run *run, const char *output)
{
	const char *summary = behind(output, "SUMMARY: ");
	const char *type = summary ? behind(summary, "Sanitizer: ") : NULL;

	if (type_runtime_error(run, output))
		return;
	if (type && *type)
		snprintf(run->type, sizeof(run->type), "%.*s",
			 (int)strcspn(type, " \n"), type);
	else
		snprintf(run->type, sizeof(run->type), "sanitizer's report");
}

/* ---- */

static const struct ending {
	const char *ended, *type;
} endings[] = {{"exit", "exit"},
	       {"leak", "memory leak"},
	       {"timeout", "timeout"},
	       {"oom", "out of memory"}};

void failure_type(struct triage_run *run, const char *told, const char *output)
{
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(run->ended, endings[i].ended) == 0)
			told = endings[i].type;
	if (!told)
		told = "";
	if (strcmp(run->ended, "sanitizer") == 0)
		type_sanitizer(run, output);
	else if (strcmp(told, "abort") == 0)
		type_abort(run, told);
	else if (strcmp(told, "arithmetic trap") != 0 ||
		 !type_runtime_error(run, output))
		snprintf(run->type, sizeof(run->type), "%s", told);
}

char *failure_message(const char *output)
{
	static const char *const marks[] = {
	    "runtime error: ", "Sanitizer: ", "Assertion "};
	const char *at = NULL, *end = output + strlen(output);

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]) && !at; i++)
		at = strstr(output, marks[i]);
	while (!at && end > output && isspace((unsigned char)end[-1]))
		end--;
	if (!at)
		at = end;
	while (at > output && at[-1] != '\n')
		at--;
	return *at ? strndup(at, strcspn(at, "\n")) : NULL;
}
