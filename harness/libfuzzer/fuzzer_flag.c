/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzzer_flag.c - checks flags by libFuzzer's own table. libFuzzer reads the digits that a
 * number begins with and no others: -runs=1e3 is one run, and -seed=x aborts.
 */
#include "harness/libfuzzer/fuzzer_flag.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/option.h"

/* libFuzzer's FlagDescription: one of three places, none of a flag that is ignored. */
struct flag {
	const char *name, *description;
	int otherwise;
	int *whole;
	const char **text;
	unsigned *positive;
};

/* Named by tools/runtime.sh. */
extern const struct flag __me_libfuzzer_flags[] __attribute__((weak));
extern const struct flag __me_libfuzzer_flags_end[] __attribute__((weak));

static size_t flag_count(void)
{
	return (size_t)(__me_libfuzzer_flags_end - __me_libfuzzer_flags);
}

/* The length of the name in -name=value or -name. */
static size_t name_length(const char *argument)
{
	return strcspn(argument + 1, "=");
}

static const struct flag *find(const char *argument)
{
	const size_t length = name_length(argument);

	for (size_t i = 0; i < flag_count(); i++)
		if (strlen(__me_libfuzzer_flags[i].name) == length &&
		    !strncmp(__me_libfuzzer_flags[i].name, argument + 1, length))
			return &__me_libfuzzer_flags[i];
	return NULL;
}

int fuzzer_flag_is(const char *argument)
{
	return find(argument) != NULL;
}

static int is_whole(const char *value, long long least, long long most)
{
	char *end;

	if (!strchr("+-0123456789", *value) || !*value)
		return 0;
	errno = 0;
	const long long n = strtoll(value, &end, 10);
	return !errno && end != value && !*end && n >= least && n <= most;
}

int fuzzer_flag_check(const char *argument, const char **why)
{
	static char text[80];
	const struct flag *flag = find(argument);
	const char *value = strchr(argument, '=');

	if (!flag || !value || (!flag->whole && !flag->positive))
		return 0;
	const long long least = flag->whole ? INT_MIN : 0;
	const long long most = flag->whole ? INT_MAX : UINT_MAX;
	if (is_whole(value + 1, least, most))
		return 0;
	snprintf(text, sizeof text, "wants a whole number from %lld to %lld", least,
		 most);
	*why = text;
	return -1;
}

const char *fuzzer_flag_near(const char *argument)
{
	enum { NEAR = 2 };
	char name[64];
	const char *near = NULL;
	unsigned least = NEAR + 1;

	snprintf(name, sizeof name, "%.*s", (int)name_length(argument), argument + 1);
	if (find(argument))
		return NULL;
	for (size_t i = 0; i < flag_count(); i++) {
		const unsigned distance =
		    edit_distance(name, __me_libfuzzer_flags[i].name);
		if (distance < least) {
			least = distance;
			near = __me_libfuzzer_flags[i].name;
		}
	}
	return near;
}
