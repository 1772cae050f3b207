/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_options.c - the arguments of `me explore`. */
#include "command/explore/exploring.h"

#include <stdio.h>
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

static const char *const covers[] = {"statement", "path", NULL};

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
static int set_solve(void *record, const char *solve)
{
	struct explore_options *o = record;
	const size_t skipped =
	    strncmp(solve, corrected, sizeof corrected - 1) ? 0 : sizeof corrected - 1;
	const struct condition_method *search = condition_method_find(solve + skipped);

	snprintf(o->solve, sizeof o->solve, "%s", solve);
	o->search = search ? search : explore_search();
	o->method = strcmp(solve, "portfolio") == 0  ? SIDE_PORTFOLIO
		    : strcmp(solve, "smt") == 0	     ? SIDE_SMT
		    : strcmp(solve, "simplify") == 0 ? SIDE_SIMPLIFY
		    : strcmp(solve, "mixed") == 0    ? SIDE_MIXED
		    : skipped			     ? SIDE_CORRECTED
						     : SIDE_SEARCH;
	return (o->method == SIDE_SEARCH || o->method == SIDE_CORRECTED) && !search ? -1
										    : 0;
}

#define AT(member) .at = offsetof(struct explore_options, member)

static const struct option_row strategy_keys[] = {
    {"max-paths", "N", "end after so many new paths (no limit)", OPTION_NUMBER,
     AT(paths), .least = 1, .most = 100000000},
    {"max-length", "N", "choices of a path at most" USAGE_DEFAULT(EXPLORE_LENGTH),
     OPTION_NUMBER, AT(length), .least = 1, .most = 100000},
    {"max-visits", "N",
     "choices of one block on a path at most" USAGE_DEFAULT(EXPLORE_VISITS),
     OPTION_NUMBER, AT(visits), .least = 1, .most = 100000},
    {"unwind", "N",
     "iterations to which a cover unwinds a loop at most" USAGE_DEFAULT(DEFAULT_UNWIND),
     OPTION_NUMBER, AT(proof.unwind), .least = 1, .most = 4096, .of = covers},
};

static const struct option_row solve_keys[] = {
    {"ordered", NULL,
     "avm, es and cw move floats by representable numbers instead of by values",
     OPTION_FLAG, AT(ordered)},
};

static const struct option_row label_keys[] = {
    {"deletion", "WHICH",
     "labels that are not asked for again: all (default), which a run covers; solved, "
     "by themselves; none",
     OPTION_CHOICE, AT(deletion), .choices = deletions},
};

static const struct option_row explore_rows[] = {
    {"until-covered", NULL, "end when each goal is covered or proven infeasible",
     OPTION_FLAG, AT(covers)},
    {"timeout", "SECONDS",
     "CPU time of one run of a solver" USAGE_DEFAULT(DEFAULT_SECONDS), OPTION_NUMBER,
     AT(proof.seconds), .least = 1, .most = 86400},
    {"time", "SECONDS", "end after that time by the clock (no limit)", OPTION_NUMBER,
     AT(proof.max_time), .least = 1, .most = 31536000},
    {"functions", "all|static|GLOB", "functions whose decisions make up paths",
     OPTION_TEXT, AT(proof.choice.functions)},
    {"kinds", "KIND,...", "kinds of goals that count: branch, label, ... (all)",
     OPTION_TEXT, AT(proof.choice.kinds)},
    {"json", NULL, "print lines of JSON, described in me/schema.h", OPTION_FLAG,
     AT(proof.json)},
    {"strategy", "S[,KEY=VALUE...]",
     "what is tried next: fair (default), dfs, fitness; or first the inputs of a "
     "cover: statement, path",
     OPTION_CHOICE, AT(strategy), .choices = strategies, OPTION_KEYS(strategy_keys),
     .readers = FOR_METHODS},
    {"solve", "METHOD[,ordered]",
     "how conditions are solved: portfolio (default), smt, simplify, mixed, random, "
     "avm, es, cw; smt+avm and the like",
     OPTION_CALL, .set = set_solve, OPTION_KEYS(solve_keys), .readers = FOR_METHODS},
    {"seed", "N", "seed of the searches" USAGE_DEFAULT(DEFAULT_SEED), OPTION_NUMBER,
     AT(seed), .most = UINT32_MAX, .readers = FOR_METHODS},
    {"instrumentation", "HOW[,deletion=WHICH]",
     "what labels are to paths: tight (default), places asked for by themselves; "
     "direct, conditions; none",
     OPTION_CHOICE, AT(labels), .choices = instrumentations, OPTION_KEYS(label_keys),
     .readers = FOR_METHODS},
    {"solvers", "LIST", "cvc5, z3, bitwuzla; NAME=PATH names the program", OPTION_TEXT,
     AT(proof.solvers), .readers = FOR_METHODS},
    {"dump", "DIRECTORY", "keep the queries there, as SMT-LIB files", OPTION_TEXT,
     AT(proof.dump), .readers = FOR_METHODS},
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

	*o = (struct explore_options){.proof = {.seconds = DEFAULT_SECONDS,
						.unwind = DEFAULT_UNWIND,
						.no_search = true},
				      .length = EXPLORE_LENGTH,
				      .visits = EXPLORE_VISITS,
				      .seed = DEFAULT_SEED,
				      .solve = "portfolio",
				      .search = explore_search(),
				      .method = SIDE_PORTFOLIO,
				      .labels = PATH_LABELS_TIGHT};
	const int code = usage_read(command, &explore_usage, argc, argv, o, &operands);
	if (code != COMMAND_DONE)
		return code;
	o->proof.target = operands.list[0];
	o->proof.corpus = operands.list[1];
	o->covers |= o->strategy == STRATEGY_STATEMENT;
	o->proof.asks_none = o->method == SIDE_SEARCH && !o->proof.solvers &&
			     o->strategy != STRATEGY_STATEMENT &&
			     o->strategy != STRATEGY_PATH;
	if (proof_asks_for(&o->proof, "path") || proof_asks_for(&o->proof, "custom"))
		return usage_fail(command, explore_usage.name, "--kinds=",
				  "a goal over a whole run is not explored");
	return COMMAND_DONE;
}
