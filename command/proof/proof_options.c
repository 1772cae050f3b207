/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_options.c - the arguments of prove and resolve. */
#include <stdlib.h>
#include <string.h>

#include "command/proof/proof_session.h"
#include "prover/verify/prover.h"

enum { DEFAULT_SECONDS = 20, DEFAULT_UNWIND = 64, DEFAULT_PATHS = 100000 };

static int usage_error(struct command *command, const char *word, const char *reason)
{
	command_fail(command, word, "%s; try `me help`", reason);
	return COMMAND_USAGE;
}

static bool number_read(const char *text, unsigned limit, unsigned *value)
{
	char *end;
	const unsigned long n = strtoul(text, &end, 10);

	*value = (unsigned)n;
	return end != text && *end == '\0' && *text != '-' && n >= 1 && n <= limit;
}

static bool algorithm_read(const char *text, enum prove_algorithm *algorithm)
{
	static const char *const names[] = {[PROVE_GOALS] = "goal",
					    [PROVE_STATEMENTS] = "statement",
					    [PROVE_PATHS] = "path",
					    [PROVE_PREFIXES] = "prefix"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(text, names[i]) == 0) {
			*algorithm = (enum prove_algorithm)i;
			return true;
		}
	return false;
}

int proving_options(struct command *command, int argc, char **argv,
		    struct prove_options *o)
{
	*o = (struct prove_options){.seconds = DEFAULT_SECONDS,
				    .unwind = DEFAULT_UNWIND,
				    .paths = DEFAULT_PATHS};
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (strncmp(word, "--solvers=", 10) == 0)
			o->solvers = word + 10;
		else if (strncmp(word, "--dump=", 7) == 0)
			o->dump = word + 7;
		else if (strncmp(word, "--timeout=", 10) == 0) {
			if (!number_read(word + 10, 86400, &o->seconds))
				return usage_error(command, word,
						   "not a number of seconds");
		} else if (strncmp(word, "--unwind=", 9) == 0) {
			if (!number_read(word + 9, 4096, &o->unwind))
				return usage_error(command, word,
						   "not a number of turns");
		} else if (strncmp(word, "--max-time=", 11) == 0) {
			if (!number_read(word + 11, 31536000, &o->max_time))
				return usage_error(command, word,
						   "not a number of seconds");
		} else if (strncmp(word, "--paths=", 8) == 0) {
			if (!number_read(word + 8, 100000000, &o->paths))
				return usage_error(command, word,
						   "not a number of paths");
		} else if (strncmp(word, "--algorithm=", 12) == 0) {
			if (!algorithm_read(word + 12, &o->algorithm))
				return usage_error(command, word,
						   "neither goal, statement, path "
						   "nor prefix");
		} else if (strcmp(word, "--explain") == 0)
			o->explain = true;
		else if (strcmp(word, "--integers") == 0)
			o->integers = true;
		else if (strcmp(word, "--complete") == 0)
			o->complete = true;
		else if (strcmp(word, "--no-near") == 0)
			o->asks_all = true;
		else if (strcmp(word, "--statistics") == 0)
			o->statistics = true;
		else if (strcmp(word, "-v") == 0)
			command->verbose = true;
		else if (*word == '-')
			return usage_error(command, word, "unknown option");
		else if (!o->target)
			o->target = word;
		else if (!o->corpus)
			o->corpus = word;
		else
			return usage_error(command, word, "a third argument");
	}
	if (o->max_time)
		o->deadline = solver_clock() + o->max_time;
	if (!o->corpus)
		return usage_error(command, argv[0], "wants TARGET and CORPUS");
	if (o->algorithm == PROVE_GOALS && o->integers)
		return usage_error(command, "--integers",
				   "wants --algorithm=statement, path or prefix");
	return COMMAND_DONE;
}
