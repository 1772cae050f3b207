/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.c - the lines of libFuzzer that tell of runs. */
#include "harness/libfuzzer/statistics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/program/fuzzer_flags.h"
#include "system/clock.h"

/* libFuzzer's vfprintf(), and what it is where the library was compiled with
 * _FORTIFY_SOURCE. */
int __me_fuzzer_vfprintf(FILE *out, const char *format, va_list arguments);
int __me_fuzzer_vfprintf_chk(FILE *out, int flag, const char *format,
			     va_list arguments);

static struct {
	unsigned long long (*inner)(void); /* null: no session of ours */
	double start; /* of clock_now() */
} statistics;

/* A line that announces an input, until the input is on disk: libFuzzer prints it first. */
static struct {
	int holds; /* such lines are held */
	int is_open; /* one is being printed, or waits */
	size_t size;
	char text[2048];
} held;

static unsigned long long inner_runs(void)
{
	return statistics.inner ? statistics.inner() : 0;
}

/* Runs that are added to those a second: 0 in the first tenth of a second. */
static unsigned long long inner_rate(void)
{
	const double seconds = clock_now() - statistics.start;

	return seconds < 0.1 ? 0 : (unsigned long long)((double)inner_runs() / seconds);
}

/* What follows the number in a line. */
enum rest { REST_NONE, REST_TEXT, REST_NUMBER };

/* All numbers are size_t; libFuzzer 14 to 20. */
static const struct line {
	const char *format;
	unsigned long long (*more)(void); /* to be added to the first number */
	enum rest rest;
} lines[] = {{"#%zd\t%s", inner_runs, REST_TEXT},
	     {" exec/s: %zd", inner_rate, REST_NONE},
	     {"Done %zd runs in %zd second(s)\n", inner_runs, REST_NUMBER},
	     {"stat::number_of_executed_units: %zd\n", inner_runs, REST_NONE},
	     {"stat::average_exec_per_sec:     %zd\n", inner_rate, REST_NONE}};

enum { LINES = sizeof lines / sizeof *lines };

static const struct line *line_of(const char *format)
{
	for (int i = 0; i < LINES; i++)
		if (!strcmp(format, lines[i].format))
			return &lines[i];
	return NULL;
}

static int print(FILE *out, const struct line *line, va_list arguments)
{
	const size_t number = va_arg(arguments, size_t) + (size_t)line->more();

	if (line->rest == REST_TEXT)
		return fprintf(out, line->format, number,
			       va_arg(arguments, const char *));
	if (line->rest == REST_NUMBER)
		return fprintf(out, line->format, number, va_arg(arguments, size_t));
	return fprintf(out, line->format, number);
}

/* Descriptor 2 is the program's while its failures are kept from standard error (quiet.h);
 * libFuzzer's lines are a session's messages, as ours are. */
static FILE *stream(FILE *out)
{
	return fileno(out) == STDERR_FILENO ? stderr : out;
}

static int print_now(FILE *out, const char *format, va_list arguments)
{
	const struct line *line = statistics.inner ? line_of(format) : NULL;

	out = stream(out);
	return line ? print(out, line, arguments) : vfprintf(out, format, arguments);
}

/* Whether the line that this begins announces an input. */
static int announces(const char *format, va_list arguments)
{
	if (strcmp(format, lines[0].format) != 0)
		return 0;
	va_arg(arguments, size_t);
	const char *what = va_arg(arguments, const char *);
	return !strncmp(what, "NEW", 3) || !strncmp(what, "REDUCE", 6);
}

static int begins_line(const char *format, va_list arguments)
{
	va_list copy;

	va_copy(copy, arguments);
	const int is_one = announces(format, copy);
	va_end(copy);
	return is_one;
}

void statistics_release(void)
{
	const size_t size = held.size;

	held.is_open = 0;
	held.size = 0;
	if (size)
		fprintf(stderr, "%.*s", (int)size, held.text);
}

/* A line that is longer is printed at once. */
static int hold(const char *format, va_list arguments)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);

	if (!memory)
		return 0;
	print_now(memory, format, arguments);
	fclose(memory);
	if (size > sizeof held.text - held.size)
		statistics_release();
	if (size > sizeof held.text - held.size) {
		fprintf(stderr, "%s", text);
	} else {
		memcpy(held.text + held.size, text, size);
		held.size += size;
	}
	free(text);
	return (int)size;
}

/* ---- lines that mean nothing here */

/* The mutator and the flags are ours, and the session has lines of its own for what it finds.
 * One may go on in further calls, up to the end of the line.
 * The lines of modules and PC tables stay: OSS-Fuzz's check of a build reads how many edges
 * there are in them, and ClusterFuzz takes a log without them for a crash at the start. */
static const char *const idle_lines[] = {
    "WARNING: Failed to find function ",
    "INFO: found LLVMFuzzerCustomMutator ",
    "INFO: libFuzzer ignores flags that start with ",
    "INFO: A corpus is not provided",
    "INFO: signal received, trying to exit gracefully",
    "INFO: Running with entropic power schedule",
};

/* Of -print_final_stats=1, where it is not asked for: all but how many runs there were. */
static const char *const idle_statistics[] = {
    "stat::average_exec_per_sec:",
    "stat::new_units_added:",
    "stat::slowest_unit_time_sec:",
    "stat::peak_rss_mb:",
};

/* Of `#N WORD`. */
static const char *const idle_words[] = {"NEW", "REDUCE", "pulse"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static struct {
	int is_on, also_statistics;
	int is_inside; /* of such a line */
} omitting;

static int begins_with(const char *text, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strncmp(text, list[i], strlen(list[i])))
			return 1;
	return 0;
}

static int is_idle(const char *format, va_list arguments)
{
	if (begins_with(format, idle_lines, COUNT(idle_lines)))
		return 1;
	if (begins_with(format, idle_statistics, COUNT(idle_statistics)))
		return omitting.also_statistics;
	const int is_found = !strcmp(format, "INFO: %8zd files found in %s\n");
	if (!is_found && strcmp(format, lines[0].format) != 0)
		return 0;
	const size_t number = va_arg(arguments, size_t);
	if (is_found)
		return !number;
	return begins_with(va_arg(arguments, const char *), idle_words,
			   COUNT(idle_words));
}

/* Whether what is printed ends its line. */
static int ends_line(const char *format, va_list arguments)
{
	char text[512];
	const int n = vsnprintf(text, sizeof text, format, arguments);
	const char *end = n < (int)sizeof text ? text : format;
	const size_t size = strlen(end);

	return size && end[size - 1] == '\n';
}

static int is_omitted(const char *format, va_list arguments)
{
	va_list first, second;

	va_copy(first, arguments);
	va_copy(second, arguments);
	if (!omitting.is_inside)
		omitting.is_inside = is_idle(format, first);
	const int omitted = omitting.is_inside;
	if (omitted)
		omitting.is_inside = !ends_line(format, second);
	va_end(first);
	va_end(second);
	return omitted;
}

/* ---- what libFuzzer prints */

/* What a handler of signals prints ("==%lu== libFuzzer: run interrupted; exiting"), maybe in the
 * middle of a line, is no part of that. */
static void interrupt_line(void)
{
	omitting.is_inside = 0;
	statistics_release();
}

int __me_fuzzer_vfprintf(FILE *out, const char *format, va_list arguments)
{
	if (!strncmp(format, "==", 2))
		interrupt_line();
	if (omitting.is_on && is_omitted(format, arguments))
		return 0;
	/* The line before is whole: no file has followed it. */
	if (held.is_open && held.size && held.text[held.size - 1] == '\n')
		statistics_release();
	if (held.holds && begins_line(format, arguments))
		held.is_open = 1;
	return held.is_open ? hold(format, arguments)
			    : print_now(out, format, arguments);
}

int __me_fuzzer_vfprintf_chk(FILE *out, int flag, const char *format, va_list arguments)
{
	(void)flag;
	return __me_fuzzer_vfprintf(out, format, arguments);
}

void statistics_hold(void)
{
	held.holds = 1;
}

void statistics_begin(unsigned long long (*inner)(void), int omits, int argc,
		      char **argv)
{
	omitting.is_on = omits && options_number(argc, argv, "verbosity", 1) < 2;
	omitting.also_statistics = !options_number(argc, argv, "print_final_stats", 0);
	statistics.inner = inner;
	statistics.start = clock_now();
}
