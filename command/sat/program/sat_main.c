/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_main.c - the program `me-sat`, which `me sat` becomes. */
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/sat/program/sat_check.h"
#include "command/sat/sat_options.h"
#include "system/stop.h"

/* The whole file, ended by a NUL. */
static int file_read(struct command *command, const char *name, char **text,
		     size_t *size)
{
	FILE *in = fopen(name, "r"), *out;
	char block[65536];
	size_t n;
	bool failed;

	*text = NULL;
	if (!in)
		return command_fail(command, name, "%s", strerror(errno));
	out = open_memstream(text, size);
	while (out && (n = fread(block, 1, sizeof(block), in)) > 0)
		fwrite(block, 1, n, out);
	failed = ferror(in) != 0;
	fclose(in);
	if (!out || fclose(out) != 0)
		return command_no_memory(command);
	if (!failed)
		return 0;
	free(*text);
	return command_fail(command, name, "cannot be read");
}

static int sat_run(struct command *command, const struct sat_options *options)
{
	struct script_error error = {0};
	struct script script;
	char *text;
	size_t size;
	int code;

	if (file_read(command, options->file, &text, &size) != 0)
		return COMMAND_ERROR;
	if (script_init(&script, text, size, &error) != 0)
		return sat_fail(command, options->file, &error);
	if (sat_check(&script, &error) != 0)
		code = sat_fail(command, options->file, &error);
	else
		code = sat_session(command, options, &script);
	script_done(&script);
	return code;
}

int main(int argc, char **argv)
{
	struct command command = {.program = "me"};
	struct sat_options options;
	int code = sat_options_read(&command, argc, argv, &options);

	if (code == COMMAND_DONE) {
		gsl_set_error_handler_off(); /* it aborts */
		stop_begin(options.max_time);
		code = sat_run(&command, &options);
		command_report(&command);
		fflush(stdout);
		stop_end();
	}
	command_report(&command);
	fflush(NULL);
	/* Z3's library would tear down all that it holds. */
	quick_exit(code);
}
