/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_ir.c - `me ir`: the GIMPLE that a target carries, as text (me/ir.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/usage.h"
#include "me/ir.h"
#include "prover/executable/section.h"
#include "prover/ir/gimple.h"

/* Whether a line is the first one of that function, by its name in assembly. */
static bool begins_function(const char *line, size_t length, const char *name)
{
	static const char word[] = "function ";
	const size_t n = strlen(name);

	return length > sizeof word - 1 + n &&
	       memcmp(line, word, sizeof word - 1) == 0 &&
	       memcmp(line + sizeof word - 1, name, n) == 0 &&
	       line[sizeof word - 1 + n] == ' ';
}

/* Prints the lines of one function; returns how many functions of that name there are.
 */
static int function_print(const char *text, size_t size, const char *name)
{
	bool inside = false;
	int found = 0;

	for (const char *end = text + size; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((newline ? newline + 1 : end) - text);
		if (begins_function(text, length, name)) {
			inside = true;
			found++;
		}
		if (inside)
			fwrite(text, 1, length, stdout);
		if (length == 4 && memcmp(text, "end\n", 4) == 0)
			inside = false;
		text += length;
	}
	return found;
}

const struct usage ir_usage = {
    .name = "ir",
    .operands = "TARGET [FUNCTION]",
    .help = "print the GIMPLE that proofs are about",
    .least = 1,
    .most = 2,
};

int ir_main(struct command *command, int argc, char **argv)
{
	struct operands words;
	char why[256];
	char *text = NULL;
	size_t size = 0;
	struct program program = {0};
	int err = 0;
	const int code = usage_read(command, &ir_usage, argc, argv, NULL, &words);

	if (code != COMMAND_DONE)
		return code;
	if (section_read(words.list[0], ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(&program, text, size, why))
		err = command_fail(command, words.list[0], "%s", why);
	else if (words.count == 1)
		fwrite(text, 1, size, stdout);
	else if (!function_print(text, size, words.list[1]))
		err = command_fail(command, words.list[0], "has no function %s",
				   words.list[1]);
	gimple_done(&program);
	free(text);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
