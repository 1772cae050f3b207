/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link_record.c - an object that records in the program how it was linked. */
#include "command/driver/cc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command/base/process.h"

#define BYTES_IN_A_LINE 64

/* .ascii directives for the string and its NUL. */
static void ascii_add(struct text_buffer *text, const char *string)
{
	const size_t size = strlen(string) + 1;

	for (size_t i = 0; i < size; i++) {
		const unsigned char c = (unsigned char)string[i];

		if (i % BYTES_IN_A_LINE == 0)
			text_add(text, "%s\t.ascii \"", i ? "\"\n" : "");
		if (c < ' ' || c > '~' || c == '"' || c == '\\')
			text_add(text, "\\%03o", c);
		else
			text_add_char(text, (char)c);
	}
	text_add(text, "\"\n");
}

static void source_write(struct text_buffer *text, const char *directory,
			 const char *line)
{
	text_add(text, "\t.section .rodata\n"
		       "\t.globl __me_link_record\n"
		       "\t.type __me_link_record, %%object\n"
		       "__me_link_record:\n");
	ascii_add(text, directory);
	ascii_add(text, line);
	text_add(text, "\t.size __me_link_record, . - __me_link_record\n"
		       "\t.section .note.GNU-stack,\"\",%%progbits\n");
}

/* -m32, -march=...: the object must be compatible with the others. */
static void machine_add(struct words *out, const struct words *words)
{
	for (size_t i = 1; i < words->count; i++)
		if (strncmp(words->items[i], "-m", 2) == 0)
			words_add(out, words->items[i]);
}

static int assemble(struct command *command, const struct words *compiler,
		    const struct words *words, const struct text_buffer *source,
		    const char *object)
{
	struct process run = {.input = source->bytes, .input_size = source->size};

	words_add_all(&run.words, compiler);
	machine_add(&run.words, words);
	words_add_each(&run.words, "-c", "-x", "assembler", "-", "-o", object);
	const int err = process_check(command, &run);
	process_done(&run);
	return err;
}

int link_record_make(struct command *command, const struct words *compiler,
		     const struct words *words, struct link_record *record)
{
	char *line = words_quote(words), *directory = getcwd(NULL, 0);
	struct text_buffer source = {0};
	int err = 0;

	record->fd = memfd_create("me-link-record.o", MFD_CLOEXEC);
	snprintf(record->path, sizeof(record->path), "/proc/%d/fd/%d", (int)getpid(),
		 record->fd);
	if (record->fd < 0 || !directory)
		err = command_fail(command, "the record of the link", "%s",
				   strerror(errno));
	if (!err) {
		source_write(&source, directory, line);
		err = assemble(command, compiler, words, &source, record->path);
	}
	text_done(&source);
	free(directory);
	free(line);
	return err;
}

void link_record_done(struct link_record *record)
{
	if (record->fd >= 0)
		close(record->fd);
	record->fd = -1;
}
