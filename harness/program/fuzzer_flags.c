/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzzer_flags.c - libFuzzer's command line: values, and defaults of ours. */
#include "harness/program/fuzzer_flags.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int options_is_flag(const char *argument, const char *name, const char **value)
{
	size_t n = strlen(name);

	if (argument[0] != '-' || strncmp(argument + 1, name, n) ||
	    argument[1 + n] != '=')
		return 0;
	*value = argument + 2 + n;
	return 1;
}

const char *options_flag(int argc, char **argv, const char *name)
{
	const char *value = NULL;

	for (int i = 1; i < argc; i++)
		options_is_flag(argv[i], name, &value);
	return value;
}

long long options_number(int argc, char **argv, const char *name, long long otherwise)
{
	const char *value = options_flag(argc, argv, name);

	return value ? atoll(value) : otherwise;
}

/* ---- defaults of libFuzzer's flags */

static int is_replaced(const struct flag_default *defaults, const char *argument)
{
	const char *value;

	for (; defaults->flag; defaults++)
		if (defaults->rules &&
		    options_is_flag(argument, defaults->flag, &value))
			return 1;
	return 0;
}

char **default_flags(const struct flag_default *defaults, int *argc, char **argv)
{
	enum { MADE_MOST = 4 };
	/* In use until the process ends: no leaks. */
	static char **volatile made[MADE_MOST] __attribute__((unused));
	static unsigned made_count;
	int n = 0, most = 0;

	while (defaults[most].flag)
		most++;
	char **out = calloc((size_t)*argc + (size_t)most + 1, sizeof *out);
	if (!out)
		return argv;
	made[made_count++ % MADE_MOST] = out;
	out[n++] = argv[0];
	for (int i = 0; i < most; i++)
		if (defaults[i].rules || !options_flag(*argc, argv, defaults[i].flag))
			out[n++] = (char *)(uintptr_t)defaults[i].argument;
	for (int i = 1; i < *argc; i++)
		if (!is_replaced(defaults, argv[i]))
			out[n++] = argv[i];
	*argc = n;
	return out;
}

char **default_flags_one_form(size_t file_size, int *argc, char **argv)
{
	static char max_len[40];
	static const struct flag_default defaults[] = {
	    {"max_len", max_len, 0},
	    {"use_counters", "-use_counters=0", 0},
	    {"reload", "-reload=0", 0},
	    {"timeout", "-timeout=10", 0},
	    {"print_final_stats", "-print_final_stats=1", 0},
	    {0}};

	snprintf(max_len, sizeof max_len, "-max_len=%zu", file_size);
	return default_flags(defaults, argc, argv);
}

char **default_flags_survivor(int *argc, char **argv)
{
	static const struct flag_default defaults[] = {
	    {"ignore_crashes", "-ignore_crashes=1", 0},
	    {"ignore_timeouts", "-ignore_timeouts=1", 0},
	    {"ignore_ooms", "-ignore_ooms=1", 0},
	    {0}};

	return default_flags(defaults, argc, argv);
}

char **default_flags_fuzzed(int *argc, char **argv)
{
	static const struct flag_default defaults[] = {
	    {"len_control", "-len_control=100", 0}, {0}};

	return default_flags(defaults, argc, argv);
}

char **default_flags_watched(size_t memory_mb, int *argc, char **argv)
{
	static char limit[40];
	static const struct flag_default defaults[] = {
	    {"malloc_limit_mb", limit, 0}, {"rss_limit_mb", "-rss_limit_mb=0", 1}, {0}};

	snprintf(limit, sizeof limit, "-malloc_limit_mb=%zu", memory_mb);
	return default_flags(defaults, argc, argv);
}
