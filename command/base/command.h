/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * command.h - what the subcommands of `me` have in common: how they are called, where
 * ME's own files lie, and how a failure reaches main, which alone prints it.
 *
 * command/base holds what serves all subcommands: processes, words of a command line,
 * texts. Its functions return a failure and end nothing; what they print is notes and,
 * with -v, the commands that they run.
 */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "corpus/files/sha1.h"

/* A word that libme needs on the link line because of how it was built itself (the
 * sanitizer of `make MODE=asan`), or "". */
#ifndef ME_RUNTIME_FLAG
#define ME_RUNTIME_FLAG ""
#endif

/* Exit codes. */
enum command_exit {
	COMMAND_DONE = 0,
	COMMAND_ERROR = 1,
	COMMAND_USAGE = 2,
	COMMAND_BELOW = 3, /* --fail-under= */
	COMMAND_FAULTS = 4, /* the program has failed: `me triage`, --fail-on-faults */
};

struct status;

struct command {
	const char *program; /* "me" or "me-cc": begins each message */
	bool verbose; /* show the commands that are run */
	struct status *status; /* on the terminal; or null */
	char failure[2048]; /* "" while nothing failed */
};

/* Notes `file: reason` for main (`reason` alone if file is NULL). Returns -1. */
int command_fail(struct command *command, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int command_no_memory(struct command *command);

/* Flushes standard output. 0, or -1 with the failure noted: not all of it is written. */
int command_flush(struct command *command);

/* Prints the failure that was noted, and forgets it: the command goes on. */
void command_report(struct command *command);

/* A note on stderr that does not end the command. */
void command_note(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * The absolute path of one of ME's own files (me.so, libme.a, include, ...): beside
 * the running program, or in ../lib/me. The caller frees *path.
 */
int command_own_file(struct command *command, const char *name, char **path);

/* Reads a regular file, as corpus_read_regular() does, or writes one, as corpus_write_file(). 0,
 * or -1 with the failure noted. */
int command_read(struct command *command, const char *path, unsigned char **bytes,
		 size_t *size);
int command_write(struct command *command, const char *path, const void *bytes,
		  size_t size);

/* Makes the directory unless it is there. 0, or -1 with the failure noted. */
int command_make_directory(struct command *command, const char *path);

/* Makes the file unless it is there, and takes its lock, until what is returned is closed. -1 with
 * the failure noted; *is_free: no other process has the lock. A file system without such locks
 * has none. */
int command_lock(struct command *command, const char *path, bool *is_free);

/* The SHA-1 of a regular file. 0, or -1 with the failure noted. */
int command_file_sha1(struct command *command, const char *path,
		      char hex[SHA1_HEX_SIZE]);

/*
 * A line on the terminal that says how far a long command is: rewritten in place, a second
 * apart at least, and erased before anything else is printed. There is none where stderr
 * is no terminal.
 */
struct status {
	bool is_on, is_drawn;
	double drawn_at; /* of clock_now() */
	size_t goals; /* in scope; 0: not known yet */
	size_t covered, infeasible;
	unsigned long long executions; /* of the target, in all */
	char doing[200];
	const char *waits_for; /* what of it takes time: "cvc5"; or null */
};

/* From now on stop_asked() draws it. */
void status_begin(struct status *status);

/* The status of a command that has none is null. */
void status_erase(struct status *status);

/* What is being done: "searching". */
void status_do(struct status *status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What it waits for, a text that lasts, until something else is done. */
void status_wait(struct status *status, const char *what);

#endif
