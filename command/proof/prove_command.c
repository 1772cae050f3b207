/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove_command.c - `me prove`: an input or a proof for each goal that the corpus does
 * not meet. */
#include <string.h>

#include "command/proof/proof.h"
#include "system/clock.h"

#define DEFAULT_SECONDS 20
#define DEFAULT_UNWIND 64
#define DEFAULT_PATHS 100000
#define DEFAULT_PROVE_SECONDS 60

static const char *const algorithms[] = {[PROVE_GOALS] = "goal",
					 [PROVE_STATEMENTS] = "statement",
					 [PROVE_PATHS] = "path",
					 [PROVE_PREFIXES] = "prefix",
					 NULL};

#define AT(member) .at = offsetof(struct prove_options, member)

static const struct option_row cover_keys[] = {
    {"integers", NULL, "integers are unbounded: no proof", OPTION_FLAG, AT(integers),
     .of = algorithms + PROVE_STATEMENTS},
    {"paths", "N", "find at most N paths" USAGE_DEFAULT(DEFAULT_PATHS), OPTION_NUMBER,
     AT(paths), .least = 1, .most = 100000000, .of = algorithms + PROVE_STATEMENTS},
    {"no-near", NULL, "try no random inputs, none near known ones", OPTION_FLAG,
     AT(asks_all), .of = algorithms + PROVE_STATEMENTS},
    {"statistics", NULL, "print what the cover costs", OPTION_FLAG, AT(statistics),
     .of = algorithms + PROVE_STATEMENTS},
};

static const struct option_row proof_rows[] = {
    {"timeout", "SECONDS",
     "CPU time of one run of a solver" USAGE_DEFAULT(DEFAULT_SECONDS), OPTION_NUMBER,
     AT(seconds), .least = 1, .most = 86400},
    {"unwind", "N",
     "iterations to which a loop is unwound at most" USAGE_DEFAULT(DEFAULT_UNWIND),
     OPTION_NUMBER, AT(unwind), .least = 1, .most = 4096},
    {"time", "SECONDS",
     "end after that time by the clock, 0: never (me prove: 60, me resolve: 0)",
     OPTION_NUMBER, AT(max_time), .most = 31536000},
    {"explain", NULL, "print the statements that each proof needs", OPTION_FLAG,
     AT(explain)},
    {"functions", "all|static|GLOB", "functions whose goals are sought", OPTION_TEXT,
     AT(choice.functions)},
    {"kinds", "KIND,...", "kinds of goals that count: branch, label, ... (all)",
     OPTION_TEXT, AT(choice.kinds)},
    GOAL_CHOICE_PATH_ROW(AT, choice.),
    {"complete", NULL, "ask whether a run that takes a branch can return", OPTION_FLAG,
     AT(complete)},
    {"json", NULL, "print lines of JSON, described in me/schema.h", OPTION_FLAG,
     AT(json)},
    {"algorithm", "A[,KEY=VALUE...]", "goal, or a cover: statement, path, prefix",
     OPTION_CHOICE, AT(algorithm), .choices = algorithms, OPTION_KEYS(cover_keys),
     .readers = FOR_METHODS},
    {"no-search", NULL, "me prove: no goal is searched for before it is proven",
     OPTION_FLAG, AT(no_search), .readers = FOR_METHODS},
    {"solvers", "LIST", "cvc5, z3, bitwuzla; NAME=PATH names the program", OPTION_TEXT,
     AT(solvers), .readers = FOR_METHODS},
    {"dump", "DIRECTORY", "keep the queries there, as SMT-LIB files", OPTION_TEXT,
     AT(dump), .readers = FOR_METHODS},
};

#define COMMON                                                                         \
	.operands = "TARGET CORPUS", .least = 2, .most = 2, USAGE_ROWS(proof_rows),    \
	.verbose = "show the commands that are run"

const struct usage prove_usage = {
    .name = "prove",
    .help = "find an input or a proof for each open branch",
    COMMON,
};

const struct usage resolve_usage = {
    .name = "resolve",
    .help = "search and prove alternately until nothing changes",
    COMMON,
};

bool proof_asks_for(const struct prove_options *o, const char *kind)
{
	const size_t length = strlen(kind);

	for (const char *at = o->choice.kinds; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strcspn(at, ",") == length && strncmp(at, kind, length) == 0)
			return true;
	}
	return false;
}

int proof_options_read(struct command *command, int argc, char **argv,
		       struct prove_options *o)
{
	const struct usage *usage =
	    strcmp(argv[0], prove_usage.name) == 0 ? &prove_usage : &resolve_usage;
	struct operands operands;

	*o = (struct prove_options){
	    .seconds = DEFAULT_SECONDS,
	    .unwind = DEFAULT_UNWIND,
	    .paths = DEFAULT_PATHS,
	    .no_search = usage == &resolve_usage, /* it searches itself */
	    .max_time = usage == &prove_usage
			    ? (unsigned)(DEFAULT_PROVE_SECONDS * clock_load())
			    : 0};
	const int code = usage_read(command, usage, argc, argv, o, &operands);
	if (code != COMMAND_DONE)
		return code;
	o->target = operands.list[0];
	o->corpus = operands.list[1];
	if (proof_asks_for(o, "custom"))
		return usage_fail(command, usage->name, "--kinds=",
				  "the verdict on a custom goal is unknown: only the "
				  "target searches it, and no proof of it is made");
	if (proof_asks_for(o, "path") &&
	    (o->algorithm != PROVE_GOALS || o->complete || o->explain))
		return usage_fail(command, usage->name, "--kinds=path",
				  "a path is proven with --algorithm=goal, and without "
				  "--complete and --explain");
	return COMMAND_DONE;
}

int prove_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	struct triage faults = {0};
	struct status status = {0};
	struct proof_session session = {.command = command, .may_lack_solvers = true};
	int code = proof_options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	proof_begin(command, &options, &status);
	status_do(&status, "reading the target");
	const bool failed = proof_open(&session, &options) ||
			    proof_run(&session, &summary) ||
			    proof_tell_faults(command, &options, &faults, &summary);
	code = proof_end(command, &options, failed ? NULL : &summary);
	proof_close(&session);
	triage_done(&faults);
	return code;
}
