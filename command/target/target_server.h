/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * target_server.h - TARGET --serve: a process of the target that answers one question after
 * the other by records (me/schema.h). It is killed when an answer takes too long, and started
 * again when it has died.
 */
#ifndef COMMAND_TARGET_SERVER_H
#define COMMAND_TARGET_SERVER_H

#include <jansson.h>

#include "command/base/command.h"
#include "command/base/words.h"
#include "corpus/files/corpus.h"
#include "system/child.h"

struct target_server {
	struct command *command;
	const char *target, *request;
	struct words words; /* the caller adds more options */
	bool (*is_over)(void); /* stop_now(), unless the caller sets another one */
	struct child child;
	bool runs;
	bool refuses; /* it has said what is wrong with it */
	bool
	    has_ended; /* the last run it told of has ended its process, maybe the target's */
	size_t at; /* of what it has printed, so much has been read */
};

/* A line. The texts of its JSON are bytes (json_text.h). */
struct target_record {
	json_t *json; /* null: there is none */
	const char *kind, *line;
	size_t size; /* of the line */
};

/* request: "--trace". The texts stay in use. */
void target_server_init(struct target_server *server, struct command *command,
			const char *target, const char *request);
void target_server_done(struct target_server *server);

/* Starts the target, unless it runs. Returns 0, or -1 after a message: it cannot be run, or
 * says what is wrong. */
int target_server_start(struct target_server *server);
/* Kills it, if it runs. */
void target_server_end(struct target_server *server);

/* Starts the target, and tells of all its records until it ends. 0, or -1 after a message. */
typedef void record_fn(void *context, size_t input, const struct target_record *record);
int target_server_listen(struct target_server *server, record_fn *tell, void *context);

/*
 * Asks about each file, and tells of the records in the order of the files, by their number;
 * an error of a file is one, too. No answer may take longer than so many seconds by the clock,
 * 0: any time; the target is killed then. Of a file at which it dies nothing is told, and the
 * others go on; at stop_now() the rest is left out. `begins`: the kind of a record behind which
 * another one comes for its file, or null. 0, or -1 after a message: the target cannot be run,
 * or says what is wrong with it.
 */
int target_ask(struct target_server *server, const struct corpus_list *files,
	       const char *begins, double seconds, record_fn *tell, void *context);

#endif
