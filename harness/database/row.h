/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * row.h - what is kept of a search from one session to the next, as rows of one table.
 *
 * The room harness/database keeps what a search has learnt in an SQLite file beside its
 * corpus. It is a cache: whoever deletes it loses time and nothing else, since inputs that
 * closed a goal lie in the corpus, and a session without the file learns the rest again.
 *
 *	kind		name		data			numbers
 *	best		a goal's id	the best input's file	its value, turns of the goal
 *	method		its name				goals closed, cost, turns
 *	state		what it is	of this build alone
 *	failing		the artifact	its bytes
 *
 * SQLite never runs where the program under test does: a process of its own, forked before
 * the first run, loads it into a name space of its own (sqlite.h) and is spoken to by a
 * socket (server.h). database.h is the session's end of it; learnt.h says what the rows
 * mean to a search. The room may include the rooms up to harness/search, and corpus.
 */
#ifndef HARNESS_ROW_H
#define HARNESS_ROW_H

#include <stddef.h>

enum row_kind { ROW_BEST, ROW_METHOD, ROW_STATE, ROW_FAILING, ROW_KINDS };

enum { ROW_NUMBERS = 3 };

struct row {
	enum row_kind kind;
	const char *name;
	const void *data; /* size bytes */
	size_t size;
	double number[ROW_NUMBERS];
	int is_same; /* this build of the program has left it */
};

#endif
