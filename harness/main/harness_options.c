/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness_options.c - reads --name=value, and what it must know of libFuzzer's flags. */
#include "harness/main/requests.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/goals/goal_names.h"
#include "harness/libfuzzer/user.h"
#include "harness/program/fuzzer_flags.h"
#include "system/option.h"

/*
 * ---- checks flags by libFuzzer's own table. libFuzzer reads the digits that a
 * number begins with and no others: -runs=1e3 is one run, and -seed=x aborts.
 */

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

/* Whether the argument, -name=value, is a flag of libFuzzer. */
static int fuzzer_flag_is(const char *argument)
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

/* 0 when the argument, which begins with one dash, is no flag of libFuzzer, or one whose
 * value libFuzzer can take; else -1: *why (static) says what would be a value. */
static int fuzzer_flag_check(const char *argument, const char **why)
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

/* Of an argument that libFuzzer does not know: the flag that its name resembles most. Null: it
 * is a flag, or there is none alike. */
static const char *fuzzer_flag_near(const char *argument)
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

static char option_error[400];

/* What a method may have is as it is for the paper's. */
static int set_method(void *record, const char *value)
{
	struct harness_options *o = record;

	o->minimising = (struct minimiser_options){.n_iter = 5, .temperature = 1};
	o->distance = DISTANCE_ULP;
	o->deletion = DELETE_ALL;
	o->minimiser = minimiser_find(value);
	o->method = METHOD_ONE;
	if (!strcmp(value, "auto"))
		o->method = METHOD_AUTO;
	else if (!strcmp(value, "coverme"))
		o->method = METHOD_COVERME, o->distance = DISTANCE_REAL;
	else if (!strcmp(value, "off"))
		o->method = METHOD_OFF;
	else if (!o->minimiser)
		return -1;
	return 0;
}

static const struct minimiser *const locals[] = {&minimiser_signed, &minimiser_simplex,
						 &minimiser_powell};
static const char *const local_names[] = {"signed", "simplex", "powell", NULL};

static int set_local(void *record, const char *value)
{
	struct harness_options *o = record;

	for (int i = 0; local_names[i]; i++)
		if (!strcmp(value, local_names[i]))
			o->minimising.local = locals[i];
	return o->minimising.local ? 0 : -1;
}

static const char *const distances[] = {[DISTANCE_ULP] = "ulp",
					[DISTANCE_REAL] = "real",
					[DISTANCE_FLOPSY] = "flopsy",
					NULL};
static const char *const deletions[] = {
    [DELETE_ALL] = "all", [DELETE_SOLVED] = "solved", [DELETE_NONE] = "none", NULL};
static const char *const exception_kinds[] = {"faults", "results", NULL};
static const char *const states[] = {"restore", "keep", "fork", NULL};

static const struct fault_name {
	const char *name;
	unsigned fault;
} fault_names[] = {{"none", FAULTS_NONE},
		   {"crash", FAULTS_CRASH},
		   {"rte", FAULTS_RTE},
		   {"nonfinite", FAULTS_NONFINITE},
		   {"leak", FAULTS_LEAK}};
enum { FAULT_NAMES = sizeof fault_names / sizeof *fault_names };

static int set_faults(void *record, const char *value)
{
	struct harness_options *o = record;
	const char *at = value;

	o->faults = 0;
	for (size_t n, i; *at; at += n + (at[n] == ',')) {
		n = strcspn(at, ",");
		for (i = 0; i < FAULT_NAMES; i++)
			if (strlen(fault_names[i].name) == n &&
			    strncmp(fault_names[i].name, at, n) == 0)
				break;
		if (i == FAULT_NAMES)
			return -1;
		o->faults |= fault_names[i].fault;
	}
	return at == value ? -1 : 0;
}

#define AT(member) .at = offsetof(struct harness_options, member)
#define REQUEST(code) .kind = OPTION_CONSTANT, AT(request), .least = code

static const char *const hopping[] = {"auto", "basin-hopping", "coverme", NULL};

static const struct option_row method_keys[] = {
    {"distance", "ulp|real|flopsy",
     "of branches: numbers between the operands (default), their squared difference "
     "(of coverme the default), FloPSy's difference",
     OPTION_CHOICE, AT(distance), .choices = distances},
    {"deletion", "all|solved|none",
     "labels and other predicates that are covered cost nothing from then on: of each "
     "run (default), on the way to the goal that it was for, or never",
     OPTION_CHOICE, AT(deletion), .choices = deletions},
    {"local", "signed|simplex|powell", "local method; default powell", OPTION_CALL,
     .set = set_local, .of = hopping},
    {"hops", "N", "of one basin-hopping; default 5", OPTION_NUMBER,
     AT(minimising.n_iter), .least = 0, .most = 1 << 30, .of = hopping},
    {"temperature", "T", "at which a hop is accepted; default 1", OPTION_REAL,
     AT(minimising.temperature), .least = 1e-300, .most = 1e300, .of = hopping},
};

static const struct option_row option_table[] = {
    {"starts", "N", "end after N starts in a row without a new goal; default 500",
     OPTION_NUMBER, AT(n_start), .least = 1, .most = 1 << 30, .group = "The search"},
    {"method", "NAME[,KEY=VALUE...]",
     "how goals are minimised; default auto; off: by libFuzzer's mutations alone",
     OPTION_CALL, .set = set_method, OPTION_KEYS(method_keys)},
    {"state", "restore|keep|fork",
     "static variables before each run: put back, or left, or each run has a process "
     "of its own; default restore, for bytes targets keep",
     OPTION_CHOICE, AT(state), .least = STATE_RESTORE, .choices = states},
    {"database", "FILE|none",
     "what the search learns is kept there, and taken up by the next session; default "
     "CORPUS.me/search.db",
     OPTION_TEXT, AT(database)},
    {"status", "FILE",
     "how far the session is, as JSON, written as it goes on; %p in the name is the "
     "process's number",
     OPTION_TEXT, AT(status)},
    {"functions", "all|static|GLOB",
     "functions whose branches are goals: all; the entry and the static functions that "
     "it calls; those that match; default: those of the entry's file that it can "
     "reach",
     OPTION_TEXT, AT(goals), .group = "Goals"},
    {"kinds", "KIND,...",
     "the kinds of goals that count: branch, label, assert, reach, and those that "
     "-fplugin-arg-me-kinds= made; or path, or custom; default all",
     OPTION_TEXT, AT(kinds)},
    {"path", "FILE",
     "with --kinds=path: the path, a goal's id a line, as --path-of prints them",
     OPTION_TEXT, AT(path)},
    {"custom", "LIB.so",
     "with --kinds=custom: the goal of a shared object (me/custom.h)", OPTION_TEXT,
     AT(custom)},
    {"faults", "crash|rte|nonfinite|leak,...|none",
     "faults that are searched for when the goals are closed: runs that fail, "
     "divisions and indices, results that are not finite, memory that is lost; "
     "default all",
     OPTION_CALL, .set = set_faults, .group = "Faults"},
    {"exceptions", "faults|results",
     "exceptions that leave the entry: all are faults, or all are results; default: "
     "those that the program's own code throws are results",
     OPTION_CHOICE, AT(exceptions), .least = EXCEPTIONS_FAULTS,
     .choices = exception_kinds},
    {"abort-on", "KIND,...",
     "a run that meets a goal of these kinds fails: fpe, boundary, label, ...",
     OPTION_TEXT, AT(fatal)},
    {"show", NULL, "print each FILE as a call, and its results", REQUEST(REQUEST_SHOW),
     .group = "Instead of a search"},
    {"hex", NULL,
     "calls are shown as source, with hexadecimal floats; --show then runs nothing",
     OPTION_CONSTANT, AT(shows_hex), .least = 1},
    {"path-of", NULL, "print for each FILE the decisions of its run, one a line",
     REQUEST(REQUEST_PATH)},
    {"entry-notes", NULL,
     "print what is assumed of the entry's parameters, as entry= takes it, and why",
     REQUEST(REQUEST_NOTES)},
    {"help", NULL, "print this list", REQUEST(REQUEST_HELP)},
    {"as-found", NULL,
     "inputs stay as they were found, and are not replaced by simpler ones",
     OPTION_CONSTANT, AT(as_found), .least = 1, .readers = FOR_METHODS},
#define FOR_ME .readers = FOR_PROGRAMS
    {"units", NULL, "how the instrumented units were built", REQUEST(REQUEST_UNITS),
     FOR_ME, .group = "What me asks a target for, answered by lines of JSON"},
    {"goals", NULL, "the goals", REQUEST(REQUEST_GOALS), FOR_ME},
    {"trace", NULL, "for each FILE the goals that it meets", REQUEST(REQUEST_TRACE),
     FOR_ME},
    {"trace-new", NULL,
     "with --trace: of each FILE only goals that no earlier one meets", OPTION_CONSTANT,
     AT(trace_new), .least = 1, FOR_ME},
    {"trace-limit", "SECONDS",
     "with --trace: CPU of a run, more is a hang; default 2; with --path-of: in whole "
     "seconds, no default but with --serve; with --failure and --simplify: of all runs for "
     "a FILE, by the clock",
     OPTION_REAL, AT(trace_limit), .least = 0.001, .most = 3600, FOR_ME},
    {"failure", NULL, "for each FILE how its run fails", REQUEST(REQUEST_FAILURE),
     FOR_ME},
    {"simplify", "DIRECTORY",
     "with --failure, or --trace: writes for each FILE a simpler input that fails "
     "alike, or meets the same goals",
     OPTION_TEXT, AT(simplified), FOR_ME},
    {"draws", NULL, "of a target built with --nondet: for each FILE what its run draws",
     REQUEST(REQUEST_DRAWS), FOR_ME},
    {"calls", NULL, "calls functions that are declared const, as `me explore` asks",
     REQUEST(REQUEST_CALLS), FOR_ME},
    {"serve", NULL,
     "with one of these: the FILEs are named on standard input, each ended by a NUL",
     OPTION_CONSTANT, AT(serves), .least = 1, FOR_ME},
};

enum { OPTION_TABLE_SIZE = sizeof option_table / sizeof *option_table };

void options_help(enum option_readers readers)
{
	if (readers == FOR_USERS)
		printf("ME's options (those with one dash are libFuzzer's, see "
		       "-help=1)\n");
	option_help(option_table, OPTION_TABLE_SIZE, readers);
	if (readers != FOR_METHODS)
		return;
	printf("NAME is auto, coverme, off, or a minimiser:\n");
	for (int i = 0; minimiser_all[i]; i++)
		option_help_line(minimiser_all[i]->name, minimiser_all[i]->summary);
}

static int fail_option(const char **error, const char *argument, const char *why)
{
	snprintf(option_error, sizeof option_error, "%.150s: %s", argument, why);
	*error = option_error;
	return -1;
}

/* An option with a value and one without may have the same name. */
static const struct option_row *find_row(const char *name, int has_value)
{
	for (int i = 0; i < OPTION_TABLE_SIZE; i++)
		if (!strcmp(name, option_table[i].name) &&
		    has_value == !!option_table[i].value)
			return &option_table[i];
	return NULL;
}

static int read_own(struct harness_options *o, const char *argument, const char **error)
{
	char name[40], why[OPTION_WHY + 20];
	const char *value = strchr(argument, '=');
	size_t length = value ? (size_t)(value - argument - 2) : strlen(argument + 2);

	if (option_help_asked(argument, &o->help_for))
		o->request = REQUEST_HELP;
	snprintf(name, sizeof name, "%.*s", (int)length, argument + 2);
	const struct option_row *row = find_row(name, value != NULL);
	if (row && option_store(row, value ? value + 1 : "", o, why)) {
		strcat(why, "; see --help");
		return fail_option(error, argument, why);
	}
	return 0;
}

static void name_of(const char *argument, char name[40])
{
	const char *bare = argument + strspn(argument, "-");

	snprintf(name, 40, "%.*s", (int)strcspn(bare, "="), bare);
}

static int is_own(const char *argument)
{
	char name[40];

	name_of(argument, name);
	return argument[1] == '-' && find_row(name, strchr(argument, '=') != NULL);
}

/* An option of ours without its value, with one, or with one letter changed. */
static const char *near_own(const char *argument)
{
	char name[40];

	name_of(argument, name);
	return option_near(option_table, OPTION_TABLE_SIZE, name);
}

static void tell_of(const char *kind, const char *argument, const char *dashes,
		    const char *near)
{
	const struct option_row *bare = near ? find_row(near, 0) : NULL;
	const int wants = near && (!strcmp(dashes, "-") || !bare || bare->readers);

	fprintf(stderr, "%s: me: unknown option '%.100s'; ", kind, argument);
	if (near)
		fprintf(stderr, "did you mean %s%s%s?\n", dashes, near,
			wants ? "=" : "");
	else
		fprintf(stderr, "see --help\n");
}

/* Those with two dashes libFuzzer leaves to the program, which can read them in
 * LLVMFuzzerInitialize only; of others it warns. */
int options_check(int argc, char **argv)
{
	int wrong = 0;

	for (int i = 1; i < argc && strcmp(argv[i], "-ignore_remaining_args=1"); i++) {
		enum option_readers readers;
		if (argv[i][0] != '-' || !argv[i][1] || is_own(argv[i]) ||
		    (argv[i][1] == '-' && option_help_asked(argv[i], &readers)))
			continue;
		const int own = argv[i][1] == '-';
		const char *flag = fuzzer_flag_near(argv[i] + own);
		const char *near = near_own(argv[i]);
		const int is_wrong = own && argv[i][2] && !user_initializes();
		char name[40];

		name_of(argv[i], name);
		if (own && fuzzer_flag_is(argv[i] + 1))
			flag = name, near = NULL;
		const char *kind = is_wrong ? "ERROR" : "WARNING";
		if (own ? near != NULL : near && !flag && !fuzzer_flag_is(argv[i]))
			tell_of(kind, argv[i], "--", near);
		else if (flag)
			tell_of(kind, argv[i], "-", flag);
		else if (is_wrong)
			tell_of(kind, argv[i], "", NULL);
		wrong |= is_wrong;
	}
	return wrong;
}

/* ---- libFuzzer's flags */

static int read_flag(struct harness_options *o, const char *argument,
		     const char **error)
{
	static const char *const passive[] = {
	    "merge",	     "set_cover_merge",	     "minimize_crash",
	    "cleanse_crash", "merge_control_file",   "minimize_crash_internal_step",
	    "merge_inner",   "set_cover_merge_inner"};
	const char *value, *why;

	if (fuzzer_flag_check(argument, &why))
		return fail_option(error, argument, why);

	if (options_is_flag(argument, "runs", &value)) {
		o->runs = atoll(value);
		o->runs_given = o->runs >= 0;
		o->time_given |= o->runs_given;
	}
	if (options_is_flag(argument, "max_total_time", &value) && atoi(value) > 0) {
		o->max_total_time = (unsigned)atoi(value);
		o->time_given = 1;
	}
	if (options_is_flag(argument, "max_len", &value) && atoll(value) > 0)
		o->max_len = (size_t)atoll(value);
	if (options_is_flag(argument, "close_fd_mask", &value))
		o->closes_stderr = (atoi(value) & 2) != 0;
	if (options_is_flag(argument, "only_ascii", &value))
		o->only_ascii = atoi(value) != 0;
	if (options_is_flag(argument, "create_missing_dirs", &value))
		o->creates_dirs = atoi(value) != 0;
	if (options_is_flag(argument, "fork", &value))
		o->fork = atoi(value) > 0 ? (unsigned)atoi(value) : 0;
	for (size_t i = 0; i < sizeof passive / sizeof *passive; i++)
		if (options_is_flag(argument, passive[i], &value) && strcmp(value, "0"))
			o->passive = 1;
	return 0;
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

static int read_run_goal(struct harness_options *o, const char **error)
{
	const int path = o->kinds && kinds_has(o->kinds, "path");
	const int custom = o->kinds && kinds_has(o->kinds, "custom");

	if (path && custom)
		return fail_option(
		    error, o->kinds,
		    "path and custom are both over the whole run: a session "
		    "has one of them");
	o->run_goal = path ? RUN_GOAL_PATH : custom ? RUN_GOAL_CUSTOM : RUN_GOAL_NONE;
	if (custom != (o->custom != NULL))
		return fail_option(error, custom ? "--kinds=custom" : "--custom=",
				   custom ? "needs --custom=LIB.so"
					  : "needs --kinds=custom");

	if (path != (o->path != NULL))
		return fail_option(error, path ? "--kinds=path" : "--path=",
				   path ? "needs --path=FILE" : "needs --kinds=path");
	if (o->run_goal && o->method == METHOD_COVERME)
		return fail_option(error, "--method=coverme",
				   "covers branches and nothing else");
	if (path && o->distance == DISTANCE_REAL)
		return fail_option(
		    error, "--method=",
		    "distance=real may be 0 for a decision that was not taken; "
		    "a path needs ulp or flopsy");
	return 0;
}

int options_read(struct harness_options *o, int argc, char **argv, const char **error)
{
	memset(o, 0, sizeof *o);
	o->runs = -1;
	o->n_start = N_START_DEFAULT;
	o->faults = FAULTS_ALL;
	set_method(o, "auto");
	o->replay = 1;
	o->files = calloc((size_t)argc + 1, sizeof *o->files);
	if (!o->files)
		return fail_option(error, argv[0], "out of memory");
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-ignore_remaining_args=1"))
			break;
		if (!strncmp(argv[i], "--", 2)) {
			if (read_own(o, argv[i], error))
				return -1;
		} else if (argv[i][0] == '-') {
			if (read_flag(o, argv[i], error))
				return -1;
		} else {
			read_positional(o, argv[i]);
		}
	}
	if (!o->file_count)
		o->replay = 0;
	if (read_run_goal(o, error))
		return -1;
	/* Minimised inputs are any bytes. */
	if (o->only_ascii)
		o->method = METHOD_OFF;
	if (o->creates_dirs && o->file_count && access(o->files[0], F_OK))
		o->corpus = o->files[0];
	return 0;
}
