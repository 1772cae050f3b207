/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * database.h - a session's connection to its database. Where there is none, or it does not
 * work, a session says so in one line and goes on without.
 *
 * harness/database holds what keeps a search's knowledge for the next session. SQLite never
 * runs where the program under test does: a process of its own, forked before the first run,
 * loads it into a name space of its own (sqlite.h) and is spoken to by a socket. learnt.h
 * says what the rows (store.h) mean to a search.
 */
#ifndef HARNESS_DATABASE_H
#define HARNESS_DATABASE_H

#include <stdint.h>

#include "harness/database/store.h"

/*
 * Reads the rows of the file `path`, the cache of the corpus (null: of none), for the build
 * of that hash; from now on changes can be made. Call it before the first run, while the
 * process has one thread. The texts outlive the session.
 */
void database_start(const char *path, const char *corpus, uint64_t program);

/* Whether there is one. */
int database_is_there(void);

/* The rows that were there at the start, sorted by kind and name, and how many; until they
 * are forgotten. */
const struct store_row *database_rows(size_t *count);
void database_forget_rows(void);

/* Puts a row, or takes one away. The process of the database gets it at once, and commits
 * it when it is told to, or when this process is killed. A handler of signals may call
 * these. */
void database_put(const struct store_row *row);
void database_drop(enum row_kind kind, const char *name);

/* The rows until here belong together. With `waits` it returns when they are on disk, or
 * cannot be. */
void database_commit(int waits);

#endif
