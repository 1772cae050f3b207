/* SPDX-License-Identifier: GPL-3.0-or-later */
/* database.c - the process of a database, and a session's connection to it. */
#include "harness/database/database.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/program/own_process.h"

/* ---- messages */

/* One message is one packet of the socket, and arrives whole or not at all. */
enum message_kind {
	MESSAGE_ROW, /* a row; to the database: it replaces one of the same name */
	MESSAGE_DROP, /* the row of this kind and name is not needed any more */
	MESSAGE_COMMIT, /* the rows until here belong together */
	MESSAGE_DONE, /* all rows were sent, or that commit was made; the name is what a
			 person is to be told, or "" */
};

/* Bytes of a message; a larger row is not kept. */
enum { MESSAGE_MOST = 1 << 17 };

struct message {
	enum message_kind kind;
	unsigned number; /* of the commit */
	struct store_row row;
};

struct message_head {
	uint32_t kind, number, row_kind, is_same;
	uint64_t name_size, data_size; /* the name with its NUL */
	double numbers[ROW_NUMBERS];
};

/* Sends it; flags as of sendmsg(). 0, or -1 with errno set. Allocates nothing, and may be
 * called in a handler of signals. */
static int message_send(int socket, const struct message *m, int flags)
{
	const struct store_row *r = &m->row;
	const char *name = r->name ? r->name : "";
	struct message_head head = {
	    m->kind,	      m->number, r->kind, (uint32_t)r->is_same,
	    strlen(name) + 1, r->size,	 {0}};
	struct iovec parts[] = {{&head, sizeof head},
				{(void *)(uintptr_t)name, head.name_size},
				{(void *)(uintptr_t)r->data, r->size}};
	const struct msghdr packet = {.msg_iov = parts, .msg_iovlen = r->size ? 3 : 2};
	ssize_t sent;

	memcpy(head.numbers, r->number, sizeof head.numbers);
	if (sizeof head + head.name_size + r->size > MESSAGE_MOST) {
		errno = EMSGSIZE;
		return -1;
	}
	do
		sent = sendmsg(socket, &packet, flags | MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

/* The next message, whose texts lie in `room`, MESSAGE_MOST bytes. 1; 0 when the other end
 * is closed; -1 with errno set. */
static int message_receive(int socket, struct message *m, char *room, int flags)
{
	struct message_head head;
	ssize_t size;

	do
		size = recv(socket, room, MESSAGE_MOST, flags);
	while (size < 0 && errno == EINTR);
	if (size <= 0)
		return (int)size;
	errno = EPROTO;
	if ((size_t)size < sizeof head)
		return -1;
	memcpy(&head, room, sizeof head);
	if (sizeof head + head.name_size + head.data_size != (size_t)size)
		return -1;
	m->kind = (enum message_kind)head.kind;
	m->number = head.number;
	m->row = (struct store_row){.kind = (enum row_kind)head.row_kind,
				    .name = room + sizeof head,
				    .data = room + sizeof head + head.name_size,
				    .size = head.data_size,
				    .is_same = (int)head.is_same};
	memcpy(m->row.number, head.numbers, sizeof head.numbers);
	return 1;
}

/* The session's descriptor has a number that programs rarely come to. */
enum { LEAST_DESCRIPTOR = 100 };

/* ---- in the database's process */

static void send_row(void *context, const struct store_row *row)
{
	const struct message m = {.kind = MESSAGE_ROW, .row = *row};

	message_send(*(int *)context, &m, 0);
}

/* Says what there is to say, once. */
static void send_done(struct store *s, int socket, unsigned number)
{
	const struct message m = {
	    .kind = MESSAGE_DONE, .number = number, .row = {.name = s->text}};

	message_send(socket, &m, MSG_DONTWAIT);
	*s->text = '\0';
}

static void receive_changes(struct store *s, int socket)
{
	static char room[MESSAGE_MOST];
	struct message m;

	while (message_receive(socket, &m, room, 0) > 0) {
		if (m.kind == MESSAGE_ROW)
			store_put(s, &m.row);
		else if (m.kind == MESSAGE_DROP)
			store_drop(s, &m.row);
		if (m.kind != MESSAGE_COMMIT)
			continue;
		store_commit(s);
		send_done(s, socket, m.number);
	}
	store_commit(s);
	store_close(s);
}

/* Keeps nothing of the session but its end of the socket: neither a pipe that somebody
 * reads to its end, nor its terminal. */
static void leave_session(int socket)
{
	DIR *list = opendir("/proc/self/fd");
	const struct dirent *entry;
	const int null = open("/dev/null", O_RDWR);
	sigset_t none;

	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int i = 0; null >= 0 && i <= STDERR_FILENO; i++)
		dup2(null, i);
	while (list && (entry = readdir(list))) {
		const int file = atoi(entry->d_name);
		if (file > STDERR_FILENO && file != socket && file != dirfd(list))
			close(file);
	}
	if (list)
		closedir(list);
}

static void serve_store(const struct store *store, int socket)
{
	struct store s = *store;

	leave_session(socket);
	store_read(&s, send_row, &socket);
	send_done(&s, socket, 0);
	receive_changes(&s, socket);
	__me_exit_now(0);
}

/* ---- in the session: the connection */

static int move_up(int descriptor)
{
	const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);

	if (high < 0)
		return descriptor;
	close(descriptor);
	return high;
}

/*
 * Forks the process, which is no child of this one: what the program under test waits for
 * does not include it. It sends all rows and MESSAGE_DONE, then keeps what it is sent, and
 * ends when the session's end of the socket is closed, also by a kill; what has arrived
 * until then is committed. Returns the session's end, or -1. The texts of the store outlive
 * the call.
 */
static int server_start(const struct store *store)
{
	int ends[2], status;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -1;
	const pid_t child = fork();
	if (!child) {
		close(ends[0]);
		if (!fork())
			serve_store(store, ends[1]);
		__me_exit_now(0);
	}
	close(ends[1]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return move_up(ends[0]);
}

/* How long the other process may take to read, and to commit. */
enum { READ_MS = 30000, SEND_S = 2 };

static struct {
	int socket; /* -1: none */
	ino_t inode; /* of it: the program may close it, and open something there */
	struct store_row *rows;
	size_t count, room;
	unsigned commit, done; /* the last one made; answered */
	char said[STORE_TEXT]; /* the last text */
} database = {.socket = -1};

int database_is_there(void)
{
	return database.socket >= 0;
}

/* ---- rows that were there */

static void *copy_bytes_of(const void *bytes, size_t size)
{
	void *made = malloc(size + 1);

	if (made)
		memcpy(made, bytes, size);
	return made;
}

/* Without memory it is not there. */
static void keep_row(const struct store_row *row)
{
	if (database.count == database.room) {
		const size_t room = database.room ? 2 * database.room : 64;
		struct store_row *rows = realloc(database.rows, room * sizeof *rows);
		if (!rows)
			return;
		database.rows = rows;
		database.room = room;
	}
	struct store_row *r = &database.rows[database.count];
	*r = *row;
	r->name = copy_bytes_of(row->name, strlen(row->name) + 1);
	r->data = copy_bytes_of(row->data, row->size);
	database.count += r->name && r->data;
}

const struct store_row *database_rows(size_t *count)
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

static void say_once(const char *text)
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

static void end_connection(void)
{
	if (is_ours())
		close(database.socket);
	database.socket = -1;
	say_once("the process of the database has ended: nothing more is kept there");
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
			keep_row(&m.row);
	if (room && m.kind == MESSAGE_DONE)
		say_once(m.row.name);
	else
		end_connection();
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
		say_once(m.row.name);
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
			say_once(
			    "the program has started threads: nothing is kept of the "
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

void database_put(const struct store_row *row)
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
		end_connection();
		return;
	}
	database.commit = m.number;
	read_answers(waits);
}
