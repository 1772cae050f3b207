/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/database.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/database/message.h"
#include "harness/database/server.h"
#include "harness/program/threads.h"

/* How long the other process may take to read, and to commit. */
enum { READ_MS = 30000, SEND_S = 2 };

static struct {
	int socket; /* -1: none */
	ino_t inode; /* of it: the program may close it, and open something there */
	struct row *rows;
	size_t count, room;
	unsigned commit, done; /* the last one made; answered */
	char said[STORE_TEXT]; /* the last text */
} database = {.socket = -1};

int database_is_there(void)
{
	return database.socket >= 0;
}

/* ---- rows that were there */

static void *copy(const void *bytes, size_t size)
{
	void *made = malloc(size + 1);

	if (made)
		memcpy(made, bytes, size);
	return made;
}

/* Without memory it is not there. */
static void add_row(const struct row *row)
{
	if (database.count == database.room) {
		const size_t room = database.room ? 2 * database.room : 64;
		struct row *rows = realloc(database.rows, room * sizeof *rows);
		if (!rows)
			return;
		database.rows = rows;
		database.room = room;
	}
	struct row *r = &database.rows[database.count];
	*r = *row;
	r->name = copy(row->name, strlen(row->name) + 1);
	r->data = copy(row->data, row->size);
	database.count += r->name && r->data;
}

const struct row *database_rows(size_t *count)
{
	*count = database.count;
	return database.rows;
}

void database_forget_rows(void)
{
	for (size_t i = 0; i < database.count; i++) {
		free((void *)(uintptr_t)database.rows[i].name);
		free((void *)(uintptr_t)database.rows[i].data);
	}
	free(database.rows);
	database.rows = NULL;
	database.count = database.room = 0;
}

/* ---- answers */

static void say(const char *text)
{
	if (!*text || !strcmp(text, database.said))
		return;
	snprintf(database.said, sizeof database.said, "%s", text);
	fprintf(stderr, "WARNING: me: %s\n", text);
}

static int is_ours(void)
{
	struct stat st;

	return database.socket >= 0 && !fstat(database.socket, &st) &&
	       S_ISSOCK(st.st_mode) && st.st_ino == database.inode;
}

static void end(void)
{
	if (is_ours())
		close(database.socket);
	database.socket = -1;
	say("the process of the database has ended: nothing more is kept there");
}

/* The next message within so many milliseconds. */
static int await(struct message *m, char *room, int limit_ms)
{
	struct pollfd p = {.fd = database.socket, .events = POLLIN};
	int ready;

	do
		ready = poll(&p, 1, limit_ms);
	while (ready < 0 && errno == EINTR);
	return ready > 0 ? message_receive(database.socket, m, room, MSG_DONTWAIT) : -1;
}

static void read_rows(void)
{
	char *room = malloc(MESSAGE_MOST);
	struct message m = {.kind = MESSAGE_ROW};

	while (room && m.kind == MESSAGE_ROW && await(&m, room, READ_MS) > 0)
		if (m.kind == MESSAGE_ROW)
			add_row(&m.row);
	if (room && m.kind == MESSAGE_DONE)
		say(m.row.name);
	else
		end();
	free(room);
}

/* Reads what was answered; with `waits` until all commits were. */
static void read_answers(int waits)
{
	static char room[MESSAGE_MOST];
	struct message m;

	while (database.done != database.commit &&
	       await(&m, room, waits ? READ_MS : 0) > 0) {
		database.done = m.number;
		say(m.row.name);
	}
}

/* ---- beginning and changing */

void database_start(const char *path, const char *corpus, uint64_t program)
{
	const struct store store = {.path = path, .corpus = corpus, .program = program};
	const struct timeval patience = {SEND_S, 0};
	struct stat st;

	if (threads_count() != 1) {
		if (!getenv(THREADS_RESTART))
			say("the program has started threads: nothing is kept of the "
			    "search");
		return;
	}
	database.socket = server_start(&store);
	if (database.socket < 0)
		return;
	if (!fstat(database.socket, &st))
		database.inode = st.st_ino;
	setsockopt(database.socket, SOL_SOCKET, SO_SNDTIMEO, &patience,
		   sizeof patience);
	read_rows();
}

void database_put(const struct row *row)
{
	const struct message m = {.kind = MESSAGE_ROW, .row = *row};

	if (is_ours())
		message_send(database.socket, &m, 0);
}

void database_drop(enum row_kind kind, const char *name)
{
	const struct message m = {.kind = MESSAGE_DROP,
				  .row = {.kind = kind, .name = name}};

	if (is_ours())
		message_send(database.socket, &m, 0);
}

/* No process of the session has made one of this number. */
static unsigned next_commit(void)
{
	static unsigned commits;

	return (unsigned)getpid() << 16 | (++commits & 0xffff);
}

void database_commit(int waits)
{
	struct message m = {.kind = MESSAGE_COMMIT};

	if (database.socket < 0)
		return;
	m.number = next_commit();
	if (!is_ours() || (message_send(database.socket, &m, 0) && errno != EAGAIN)) {
		end();
		return;
	}
	database.commit = m.number;
	read_answers(waits);
}
