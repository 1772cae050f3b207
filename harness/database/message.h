/* SPDX-License-Identifier: GPL-3.0-or-later */
/* message.h - what a session and the process of its database tell each other: one message
 * is one packet of a socket, and arrives whole or not at all. */
#ifndef HARNESS_MESSAGE_H
#define HARNESS_MESSAGE_H

#include "harness/database/row.h"

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
	struct row row;
};

/* Sends it; flags as of sendmsg(). 0, or -1 with errno set. Allocates nothing, and may be
 * called in a handler of signals. */
int message_send(int socket, const struct message *m, int flags);

/* The next message, whose texts lie in `room`, MESSAGE_MOST bytes. 1; 0 when the other end
 * is closed; -1 with errno set. */
int message_receive(int socket, struct message *m, char *room, int flags);

#endif
