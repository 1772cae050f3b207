/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_options.c - the arguments of `me explore`. */
#include "command/explore/exploring.h"

#include <string.h>

#include "command/base/usage.h"
#include "command/proof/proof.h"

#define DEFAULT_SECONDS 20
#define DEFAULT_UNWIND 64
#define DEFAULT_SEED 1

static const char *const strategies[] = {
    [STRATEGY_FAIR] = "fair",	    [STRATEGY_DFS] = "dfs",
    [STRATEGY_FITNESS] = "fitness", [STRATEGY_STATEMENT] = "statement",
    [STRATEGY_PATH] = "path",	    NULL};

static const char *const instrumentations[] = {[PATH_LABELS_NONE] = "none",
					       [PATH_LABELS_TIGHT] = "tight",
					       [PATH_LABELS_DIRECT] = "direct",
					       NULL};
static const char *const deletions[] = {
    [DELETE_COVERED] = "all", [DELETE_SOLVED] = "solved", [DELETE_NONE] = "none", NULL};

const struct condition_method *explore_search(void)
{
	const struct condition_method *all = condition_method_find("portfolio");

	return all ? all : condition_method_find("avm");
}

/* What is before the name of a method of searches. */
static const char corrected[] = "smt+";

/* A method of searches is taken by its name, if it is there. */
static bool find_method(struct explore_options *o)
{
	const size_t skipped = strncmp(o->solve, corrected, sizeof corrected - 1)
				   ? 0
				   : sizeof corrected - 1;
	const struct condition_method *search =
	    condition_method_find(o->solve + skipped);

	o->search = search ? search : explore_search();
	o->method = strcmp(o->solve, "portfolio") == 0	? SIDE_PORTFOLIO
		    : strcmp(o->solve, "smt") == 0	? SIDE_SMT
		    : strcmp(o->solve, "simplify") == 0 ? SIDE_SIMPLIFY
		    : strcmp(o->solve, "mixed") == 0	? SIDE_MIXED
		    : skipped				? SIDE_CORRECTED
							: SIDE_SEARCH;
	return (o->method != SIDE_SEARCH && o->method != SIDE_CORRECTED) || search;
}

#define AT(member) .at = offsetof(struct explore_options, member)

static const struct option_row explore_rows[] = {
    {"strategy", "S",
     "what is tried next: fair (default), dfs, fitness; or first the inputs of a "
     "cover: statement, path",
     OPTION_CHOICE, AT(strategy), .choices = strategies},
    {"unwind", "N",
     "iterations to which a cover unwinds a loop at most" USAGE_DEFAULT(DEFAULT_UNWIND),
     OPTION_NUMBER, AT(proof.unwind), .least = 1, .most = 4096},
    {"solve", "METHOD",
     "how conditions are solved: portfolio (default), smt, simplify, mixed, random, "
     "avm, es, cw; smt+avm and the like",
     OPTION_TEXT, AT(solve)},
    {"seed", "N", "seed of the searches" USAGE_DEFAULT(DEFAULT_SEED), OPTION_NUMBER,
     AT(seed), .most = UINT32_MAX},
    {"ordered", NULL,
     "avm, es and cw move floats by representable numbers instead of by values",
     OPTION_FLAG, AT(ordered)},
    {"instrumentation", "HOW",
     "what labels are to paths: tight (default), places asked for by themselves; "
     "direct, "
     "conditions; none",
     OPTION_CHOICE, AT(labels), .choices = instrumentations},
    {"label-deletion", "WHICH",
     "with tight, labels that are not asked for again: all (default), which a run "
     "covers; solved, by themselves; none",
     OPTION_CHOICE, AT(deletion), .choices = deletions},
    {"max-length", "N", "choices of a path at most" USAGE_DEFAULT(EXPLORE_LENGTH),
     OPTION_NUMBER, AT(length), .least = 1, .most = 100000},
    {"max-visits", "N",
     "choices of one block on a path at most" USAGE_DEFAULT(EXPLORE_VISITS),
     OPTION_NUMBER, AT(visits), .least = 1, .most = 100000},
    {"max-paths", "N", "end after so many new paths (no limit)", OPTION_NUMBER,
     AT(paths), .least = 1, .most = 100000000},
    {"until-covered", NULL, "end when each goal is covered or proven infeasible",
     OPTION_FLAG, AT(covers)},
    {"timeout", "SECONDS",
     "CPU time of one run of a solver" USAGE_DEFAULT(DEFAULT_SECONDS), OPTION_NUMBER,
     AT(proof.seconds), .least = 1, .most = 86400},
    {"max-time", "SECONDS", "end after that time by the clock (no limit)",
     OPTION_NUMBER, AT(proof.max_time), .least = 1, .most = 31536000},
    {"solvers", "LIST", "cvc5, z3, bitwuzla; NAME=PATH names the program", OPTION_TEXT,
     AT(proof.solvers)},
    {"dump", "DIRECTORY", "keep the queries there, as SMT-LIB files", OPTION_TEXT,
     AT(proof.dump)},
    {"goals", "all|static|GLOB", "functions whose decisions make up paths", OPTION_TEXT,
     AT(proof.choice.functions)},
    {"goal", "KIND,...", "kinds of goals that count: branch, label, ... (all)",
     OPTION_TEXT, AT(proof.choice.kinds)},
    {"json", NULL, "lines of JSON, described in me/schema.h", OPTION_FLAG,
     AT(proof.json)},
};

const struct usage explore_usage = {
    .name = "explore",
    .operands = "TARGET CORPUS",
    .help = "take each path of the target, or prove that it cannot be taken",
    .least = 2,
    .most = 2,
    USAGE_ROWS(explore_rows),
    .verbose = "show the commands that are run",
};

int explore_options_read(struct command *command, int argc, char **argv,
			 struct explore_options *o)
{
	struct operands operands;

	*o = (struct explore_options){
	    .proof = {.seconds = DEFAULT_SECONDS, .unwind = DEFAULT_UNWIND},
	    .length = EXPLORE_LENGTH,
	    .visits = EXPLORE_VISITS,
	    .seed = DEFAULT_SEED,
	    .labels = PATH_LABELS_TIGHT,
	    .solve = "portfolio"};
	const int code = usage_read(command, &explore_usage, argc, argv, o, &operands);
	if (code != COMMAND_DONE)
		return code;
	o->proof.target = operands.list[0];
	o->proof.corpus = operands.list[1];
	o->covers |= o->strategy == STRATEGY_STATEMENT;
	if (!find_method(o))
		return usage_fail(command, explore_usage.name,
				  "--solve=", "there is no method %s", o->solve);
	o->proof.asks_none = o->method == SIDE_SEARCH && !o->proof.solvers &&
			     o->strategy != STRATEGY_STATEMENT &&
			     o->strategy != STRATEGY_PATH;
	if (proof_asks_for(&o->proof, "path") || proof_asks_for(&o->proof, "custom"))
		return usage_fail(command, explore_usage.name,
				  "--goal=", "a goal over a whole run is not explored");
	return COMMAND_DONE;
}
