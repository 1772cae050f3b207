/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.c - the lines of libFuzzer that tell of runs. */
#include "harness/libfuzzer/statistics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

int __me_fuzzer_vfprintf(FILE *out, const char *format, va_list arguments)
{
	const struct line *line = statistics.inner ? line_of(format) : NULL;

	return line ? print(out, line, arguments) : vfprintf(out, format, arguments);
}

int __me_fuzzer_vfprintf_chk(FILE *out, int flag, const char *format, va_list arguments)
{
	(void)flag;
	return __me_fuzzer_vfprintf(out, format, arguments);
}

void statistics_begin(unsigned long long (*inner)(void))
{
	statistics.inner = inner;
	statistics.start = clock_now();
}
