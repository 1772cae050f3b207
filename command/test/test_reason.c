/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reason.c - why a goal is open, in words that say what to do. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/test/testing.h"
#include "system/allocation.h"
#include "system/demangled.h"

void test_command_print(FILE *out, const json_t *report, const char *option)
{
	struct words words = {0};

	words_add_each(&words, "me", "test", option, json_member_text(report, "file"));
	words_add_format(&words, "%s%s", json_member_text(report, "function"),
			 json_member_text(report, "notes"));
	char *line = words_show(&words);
	fprintf(out, "`%s`", line);
	free(line);
	words_done(&words);
}

/* Where more would help: the command that goes on with this target. */
static void prove_print(FILE *out, const json_t *report, const char *option)
{
	fprintf(out, "; `me prove %s %s %s` goes further", option,
		json_member_text(report, "target"), json_member_text(report, "corpus"));
}

/* What is named in a list "a, b, .0" by the source; the rest is the prover's. */
static bool is_of_source(const char *name, size_t size)
{
	static const char *const own[] = {"jump", "joined", "phi", "store", "edge"};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strlen(own[i]) == size && strncmp(name, own[i], size) == 0)
			return false;
	return size && *name != '.';
}

static bool is_allocation(const char *name, size_t size)
{
	static const char *const own[] = {"malloc", "calloc",  "realloc",
					  "strdup", "strndup", "aligned_alloc"};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strlen(own[i]) == size && strncmp(name, own[i], size) == 0)
			return true;
	return false;
}

/* Whether all names up to the end are those of functions that allocate. */
static bool are_allocations(const char *names, const char *end)
{
	size_t size;

	for (; names < end; names += size + strspn(names + size, ", ")) {
		size = strcspn(names, ",;");
		if (!is_allocation(names, size))
			return false;
	}
	return true;
}

/* A value or a called function, as the source spells it: without the number of a value, the
 * parameters and arguments of templates. */
static void unknown_name_print(FILE *out, const char *name, size_t size)
{
	char *symbol = string_format("%.*s", (int)size, name);
	char *plain = demangled(symbol);
	const char *shown = plain ? plain : symbol;
	int depth = 0;

	for (const char *c = shown; *c && (plain ? *c != '(' || depth : *c != '.');
	     c++) {
		depth -= *c == '>';
		if (!depth)
			fputc(*c, out);
		if (*c == '<' && !depth++)
			fputs("...", out);
	}
	free(plain);
	free(symbol);
}

/* What it is that the prover knows nothing of; `names` end with a semicolon or the text. */
static void unknown_print(FILE *out, const char *names)
{
	const char *end = names + strcspn(names, ";");
	size_t told = 0, size;

	fprintf(out, "no input found, and no proof: ");
	if (names < end && are_allocations(names, end)) {
		const bool is_one = !memchr(names, ',', (size_t)(end - names));
		fprintf(out,
			"only where %s%.*s returns null, and ME makes no call of %s "
			"fail%s",
			is_one ? "" : "one of ", (int)(end - names), names,
			is_one ? "it" : "them", end);
		return;
	}
	for (; names < end; names += size + strspn(names + size, ", ")) {
		size = strcspn(names, ",;");
		if (!is_of_source(names, size))
			continue;
		fputs(told++ ? ", " : "it depends on ", out);
		unknown_name_print(out, names, size);
	}
	fprintf(out, "%s, of which the prover knows nothing%s",
		told ? "" : "it depends on values", end);
}

/* What the prover says, in words that say what to do. */
void test_reason_print(FILE *out, const json_t *report, const json_t *goal)
{
	static const char refuted[] = "the run refutes the model",
			  unknown[] = "unconstrained: ";
	const char *why = json_member_text(goal, "why"),
		   *verdict = json_member_text(goal, "unproven");
	const char *names = strstr(why, unknown);
	names = names ? names + strlen(unknown) : NULL;
	const size_t seconds =
	    (size_t)json_integer_value(json_object_get(report, "seconds"));

	if (strcmp(verdict, "interrupted") == 0) {
		fprintf(out, "interrupted; `me test` goes on where it was");
	} else if (!*verdict || strcmp(verdict, "time-is-up") == 0) {
		char option[32];
		snprintf(option, sizeof option, "--time=%zu", 6 * seconds);
		fprintf(out, "not decided in %zu s; ", seconds);
		test_command_print(out, report, option);
		fprintf(out, " gives it more");
	} else if (strcmp(verdict, "infeasible-within") == 0) {
		fprintf(out,
			"no input within the passes of loops that were looked at (%s)",
			why);
		prove_print(out, report, "--unwind=1024");
	} else if (strstr(why, "unwinding assertion")) {
		fprintf(out, "no input found; %s", why);
		prove_print(out, report, "--unwind=1024");
	} else if (names) {
		unknown_print(out, names);
	} else if (strstr(why, refuted)) {
		fprintf(out,
			"no input found, and no proof: what solvers propose does not "
			"take it when it is run");
	} else {
		fprintf(out, "no input found, and no proof: %s", why);
	}
}
