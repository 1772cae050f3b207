/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness_options.c - reads --name=value, and what it must know of libFuzzer's flags.
 */
#include "harness/search/harness_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char message[256];

typedef int option_fn(struct harness_options *o, const char *value);

static int set_unsigned(unsigned *target, const char *value, unsigned least)
{
	char *end;

	errno = 0;
	unsigned long n = strtoul(value, &end, 10);
	if (errno || end == value || *end || *value == '-' || n < least || n > 1u << 30)
		return -1;
	*target = (unsigned)n;
	return 0;
}

static int set_method(struct harness_options *o, const char *value)
{
	if (!strcmp(value, "auto"))
		o->method = METHOD_AUTO;
	else if (!strcmp(value, "coverme"))
		o->method = METHOD_COVERME;
	else if (!strcmp(value, "off"))
		o->method = METHOD_OFF;
	else {
		o->method = METHOD_ONE;
		o->minimiser = minimiser_find(value);
		return o->minimiser ? 0 : -1;
	}
	return 0;
}

static int set_local(struct harness_options *o, const char *value)
{
	o->minimising.local = minimiser_find(value);
	return o->minimising.local && o->minimising.local != &minimiser_basin_hopping
		   ? 0
		   : -1;
}

static int set_distance(struct harness_options *o, const char *value)
{
	static const char *const names[] = {"ulp", "real", "boolean"};

	for (int k = 0; k < 3; k++)
		if (!strcmp(value, names[k])) {
			o->distance = (enum distance_kind)k;
			return 0;
		}
	return -1;
}

static int set_n_start(struct harness_options *o, const char *value)
{
	return set_unsigned(&o->n_start, value, 1);
}

static int set_n_iter(struct harness_options *o, const char *value)
{
	return set_unsigned(&o->minimising.n_iter, value, 0);
}

static int set_temperature(struct harness_options *o, const char *value)
{
	char *end;

	o->minimising.temperature = strtod(value, &end);
	return end != value && !*end && o->minimising.temperature > 0 ? 0 : -1;
}

static int set_goals(struct harness_options *o, const char *value)
{
	o->goals = value;
	return *value ? 0 : -1;
}

static int set_state(struct harness_options *o, const char *value)
{
	if (strcmp(value, "restore") && strcmp(value, "keep"))
		return -1;
	o->state = strcmp(value, "keep") ? STATE_RESTORE : STATE_KEEP;
	return 0;
}

static int set_catching(struct harness_options *o, const char *value)
{
	(void)value;
	o->catching = 1;
	return 0;
}

static const struct option {
	const char *name;
	const char *values; /* null: it takes none */
	const char *help;
	option_fn *set; /* null: a request */
	enum request request;
} table[] = {
    {"method", "auto|signed|simplex|powell|valley|basin-hopping|coverme|off",
     "how goals are minimised; default auto", set_method, 0},
    {"local", "signed|simplex|powell",
     "local method of basin-hopping and coverme; default powell", set_local, 0},
    {"distance", "ulp|real|boolean",
     "branch distance; default ulp, and real with --method=coverme", set_distance, 0},
    {"n_start", "N", "stop after N starts in a row without a new goal; default 500",
     set_n_start, 0},
    {"n_iter", "N", "hops of a basin-hopping; default 5", set_n_iter, 0},
    {"temperature", "T", "of the acceptance of a hop; default 1", set_temperature, 0},
    {"goals", "all|GLOB",
     "functions whose branches are sought; default: the entry "
     "and the static functions that it calls",
     set_goals, 0},
    {"state", "restore|keep",
     "static variables before each run; default restore, of bytes targets keep",
     set_state, 0},
    {"catch", NULL,
     "an exception that leaves the entry is no crash: the run ends there", set_catching,
     0},
    {"help_me", NULL, "this list", NULL, REQUEST_HELP},
    {"units", NULL, "how the instrumented units were built, as JSON lines", NULL,
     REQUEST_UNITS},
    {"goals", NULL, "the goals, as JSON lines", NULL, REQUEST_GOALS},
    {"trace", NULL, "for each FILE the goals that it meets, as JSON lines", NULL,
     REQUEST_TRACE},
    {"show", NULL, "each FILE as a call", NULL, REQUEST_SHOW},
};

enum { TABLE_SIZE = sizeof table / sizeof *table };

void options_help(void)
{
	printf("Options of me (all others are libFuzzer's, see -help=1):\n");
	for (int i = 0; i < TABLE_SIZE; i++) {
		char left[64];
		snprintf(left, sizeof left, "--%s%s%s", table[i].name,
			 table[i].values ? "=" : "",
			 table[i].values ? table[i].values : "");
		printf("  %-24s%s%s\n", left, strlen(left) >= 24 ? "\n\t\t\t  " : "",
		       table[i].help);
	}
}

/* Edit distance of two short words, at most 2 counts as near. */
static int is_near(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	unsigned row[40];

	if (n >= 40 || m >= 40)
		return 0;
	for (size_t j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned diagonal = row[0];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			unsigned above = row[j],
				 best = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[m] <= 2;
}

static const char *near_name(const char *name)
{
	for (int i = 0; i < TABLE_SIZE; i++)
		if (is_near(name, table[i].name))
			return table[i].name;
	return NULL;
}

static int fail(const char **error, const char *argument, const char *why)
{
	snprintf(message, sizeof message, "%.150s: %s", argument, why);
	*error = message;
	return -1;
}

static int read_own(struct harness_options *o, const char *argument, const char **error,
		    const char **warning)
{
	char name[40];
	const char *value = strchr(argument, '=');
	size_t length = value ? (size_t)(value - argument - 2) : strlen(argument + 2);

	snprintf(name, sizeof name, "%.*s", (int)length, argument + 2);
	for (int i = 0; i < TABLE_SIZE; i++) {
		const struct option *t = &table[i];
		if (strcmp(name, t->name) || !value != !t->values)
			continue;
		if (!t->set)
			o->request = t->request;
		else if (t->set(o, value ? value + 1 : ""))
			return fail(error, argument,
				    "not a value of this option, see "
				    "--help_me");
		return 0;
	}
	const char *near = near_name(name);
	if (near) {
		static char text[256];
		snprintf(text, sizeof text,
			 "unknown option '%.100s'; did you mean --%s?", argument, near);
		*warning = text;
	}
	return 0;
}

/* ---- libFuzzer's flags */

static int is_flag(const char *argument, const char *name, const char **value)
{
	size_t n = strlen(name);

	if (argument[0] != '-' || strncmp(argument + 1, name, n) ||
	    argument[1 + n] != '=')
		return 0;
	*value = argument + 2 + n;
	return 1;
}

static void read_flag(struct harness_options *o, const char *argument)
{
	static const char *const passive[] = {
	    "merge",	     "set_cover_merge",	     "minimize_crash",
	    "cleanse_crash", "merge_control_file",   "minimize_crash_internal_step",
	    "merge_inner",   "set_cover_merge_inner"};
	const char *value;

	if (is_flag(argument, "runs", &value)) {
		o->runs = atoll(value);
		o->time_given |= o->runs >= 0;
	}
	if (is_flag(argument, "max_total_time", &value) && atoi(value) > 0)
		o->time_given = 1;
	if (is_flag(argument, "max_len", &value) && atoll(value) > 0)
		o->max_len = (size_t)atoll(value);
	if (is_flag(argument, "close_fd_mask", &value))
		o->closes_stderr = (atoi(value) & 2) != 0;
	if (is_flag(argument, "only_ascii", &value))
		o->only_ascii = atoi(value) != 0;
	if (is_flag(argument, "create_missing_dirs", &value))
		o->creates_dirs = atoi(value) != 0;
	if (is_flag(argument, "fork", &value))
		o->fork = atoi(value) > 0 ? (unsigned)atoi(value) : 0;
	for (size_t i = 0; i < sizeof passive / sizeof *passive; i++)
		if (is_flag(argument, passive[i], &value) && strcmp(value, "0"))
			o->passive = 1;
}

static void read_positional(struct harness_options *o, char *argument)
{
	struct stat s;

	o->files[o->file_count++] = argument;
	if (stat(argument, &s) || !S_ISREG(s.st_mode))
		o->replay = 0;
	if (!o->corpus && o->file_count == 1 && !stat(argument, &s) &&
	    S_ISDIR(s.st_mode))
		o->corpus = argument;
}

int options_read(struct harness_options *o, int argc, char **argv, const char **error,
		 const char **warning)
{
	int distance_given = 0;

	memset(o, 0, sizeof *o);
	o->runs = -1;
	o->n_start = 500;
	o->minimising = (struct minimiser_options){5, 1, NULL};
	o->replay = 1;
	*warning = NULL;
	o->files = calloc((size_t)argc + 1, sizeof *o->files);
	if (!o->files)
		return fail(error, argv[0], "out of memory");
	for (int i = 1; i < argc; i++) {
		distance_given |= !strncmp(argv[i], "--distance=", 11);
		if (!strcmp(argv[i], "-ignore_remaining_args=1"))
			break;
		if (!strncmp(argv[i], "--", 2)) {
			if (read_own(o, argv[i], error, warning))
				return -1;
		} else if (argv[i][0] == '-') {
			read_flag(o, argv[i]);
		} else {
			read_positional(o, argv[i]);
		}
	}
	if (!o->file_count)
		o->replay = 0;
	if (o->method == METHOD_COVERME && !distance_given)
		o->distance = DISTANCE_REAL;
	/* Minimised inputs are any bytes. */
	if (o->only_ascii)
		o->method = METHOD_OFF;
	if (o->creates_dirs && o->file_count && access(o->files[0], F_OK))
		o->corpus = o->files[0];
	return 0;
}
