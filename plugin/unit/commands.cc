/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * commands.cc - the driver's command, found from inside the compiler proper: the driver
 * passes its options in COLLECT_GCC_OPTIONS and is the parent process.
 */
#include "plugin/gcc.h"
#include "plugin/unit/commands.h"

static const char *from_environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* Appends one word in single quotes. */
static void append_quoted(auto_vec<char> *out, const char *word)
{
	out->safe_push('\'');
	for (; *word; word++) {
		if (*word == '\'') {
			const char escaped[] = "'\\''";
			for (int i = 0; escaped[i]; i++)
				out->safe_push(escaped[i]);
		} else {
			out->safe_push(*word);
		}
	}
	out->safe_push('\'');
}

static void read_words(FILE *f, auto_vec<char> *out)
{
	auto_vec<char> word;
	int c;

	while ((c = getc(f)) != EOF) {
		word.safe_push((char)c);
		if (c)
			continue;
		if (out->length())
			out->safe_push(' ');
		append_quoted(out, word.address());
		word.truncate(0);
	}
}

static char *parent_command(void)
{
	char path[64];
	auto_vec<char> out;

	snprintf(path, sizeof path, "/proc/%ld/cmdline", (long)getppid());
	FILE *f = fopen(path, "r");
	if (f) {
		read_words(f, &out);
		fclose(f);
	}
	out.safe_push(0);
	return xstrdup(out.address());
}

void driver_command_read(struct driver_command *out)
{
	out->source = main_input_filename ? main_input_filename : "";
	out->directory = getcwd(NULL, 0);
	if (!out->directory)
		out->directory = xstrdup("");
	out->compiler = from_environment("COLLECT_GCC");
	out->options = from_environment("COLLECT_GCC_OPTIONS");
	out->command = *out->options ? parent_command() : xstrdup("");
}

void driver_command_done(struct driver_command *c)
{
	free(c->directory);
	free(c->command);
}
