/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of libFuzzer: which are printed, with which number of runs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/libfuzzer/statistics.h"
#include "tests/unit/me_check.h"

int __me_fuzzer_vfprintf(FILE *out, const char *format, va_list arguments);

static FILE *out;
static char *text;
static size_t size;

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	__me_fuzzer_vfprintf(out, format, arguments);
	va_end(arguments);
}

static void is_printed(const char *name, const char *expected)
{
	fclose(out);
	check(!strcmp(text, expected), name, text);
}

static void begin(void)
{
	free(text);
	out = open_memstream(&text, &size);
}

static unsigned long long seven(void)
{
	return 7;
}

static void test_runs(void)
{
	begin();
	print("Done %zd runs in %zd second(s)\n", (size_t)5, (size_t)2);
	is_printed("runs", "Done 12 runs in 2 second(s)\n");
}

/* Such a line comes by several calls. */
static void test_omitted(void)
{
	begin();
	print("#%zd\t%s", (size_t)5, "pulse ");
	print(" cov: %zd", (size_t)3);
	print("\n");
	print("#%zd\t%s", (size_t)6, "INITED");
	print("\n");
	is_printed("omitted", "#13\tINITED\n");
}

static void test_interrupted(void)
{
	begin();
	print("#%zd\t%s", (size_t)5, "pulse ");
	print("==%lu== libFuzzer: run interrupted; exiting\n", 9ul);
	is_printed("interrupted", "==9== libFuzzer: run interrupted; exiting\n");
}

int main(void)
{
	char *argv[] = {"fuzz_target", NULL};

	statistics_begin(seven, 1, 1, argv);
	test_runs();
	test_omitted();
	test_interrupted();
	free(text);
	return me_check_failures != 0;
}
