/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * store.h - what is kept of a search from one session to the next: rows of one table, in an
 * SQLite file with a write-ahead log beside the corpus, which several processes may use at
 * once. It is a cache: whoever deletes it loses time and nothing else, since inputs that
 * closed a goal lie in the corpus, and a session without the file learns the rest again.
 *
 *	kind		name		data			numbers
 *	best		a goal's id	the best input's file	its value, turns of the goal
 *	method		its name				goals closed, cost, turns
 *	state		what it is	of this build alone
 *	failing		the artifact	its bytes
 *
 * Rows of one name replace each other; of a goal's best inputs the one with the least
 * value stays, unless it is of another build. A file that is damaged is renamed to
 * FILE.damaged and another one is begun. One of a newer version, or of another program
 * than ME, is left as it is.
 */
#ifndef HARNESS_STORE_H
#define HARNESS_STORE_H

#include <stddef.h>
#include <stdint.h>

enum row_kind { ROW_BEST, ROW_METHOD, ROW_STATE, ROW_FAILING, ROW_KINDS };

enum { ROW_NUMBERS = 3 };

struct store_row {
	enum row_kind kind;
	const char *name;
	const void *data; /* size bytes */
	size_t size;
	double number[ROW_NUMBERS];
	int is_same; /* this build of the program has left it */
};

/* Raised when the table or the meaning of a row changes. */
enum { STORE_VERSION = 1 };

enum { STORE_TEXT = 1024 };

struct store {
	const char *path;
	const char *corpus; /* whose cache it is: rows of an empty one are not used, and
			       deleted; null: of none */
	uint64_t program; /* a hash of the build */
	/* The store's own. */
	void *db;
	int in_batch, is_bad; /* rows were put since the last commit; one was not */
	int is_read_only, is_useless; /* nothing is written; nor read */
	char text[STORE_TEXT]; /* what a person is to be told, or "" */
};

typedef void store_row_fn(void *context, const struct store_row *row);

/* Calls fn with each row of the file, if there is one; the texts live until it returns.
 * s->text says what is wrong. */
void store_read(struct store *s, store_row_fn *fn, void *context);

/* Changes that stay only when they are committed. The file is made where there is none. */
void store_put(struct store *s, const struct store_row *row);
void store_drop(struct store *s, const struct store_row *row);
/* Without changes there is nothing to be done. Where it fails, nothing is changed and
 * s->text says why. */
void store_commit(struct store *s);

void store_close(struct store *s);

/* Whether the path is a regular file with content that no store has written: a text, or the
 * database of another program. */
int store_is_foreign(const char *path);

#endif
