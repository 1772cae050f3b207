/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/database/message.h"
#include "harness/program/exit_now.h"

/* The session's descriptor has a number that programs rarely come to. */
enum { LEAST_DESCRIPTOR = 100 };

/* ---- in the database's process */

static void send_row(void *context, const struct row *row)
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

static void receive(struct store *s, int socket)
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

static void serve(const struct store *store, int socket)
{
	struct store s = *store;

	leave_session(socket);
	store_read(&s, send_row, &socket);
	send_done(&s, socket, 0);
	receive(&s, socket);
	__me_exit_now(0);
}

/* ---- in the session */

static int move_up(int descriptor)
{
	const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);

	if (high < 0)
		return descriptor;
	close(descriptor);
	return high;
}

int server_start(const struct store *store)
{
	int ends[2], status;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -1;
	const pid_t child = fork();
	if (!child) {
		close(ends[0]);
		if (!fork())
			serve(store, ends[1]);
		__me_exit_now(0);
	}
	close(ends[1]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return move_up(ends[0]);
}
