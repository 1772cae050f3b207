/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/message.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

struct head {
	uint32_t kind, number, row_kind, is_same;
	uint64_t name_size, data_size; /* the name with its NUL */
	double numbers[ROW_NUMBERS];
};

int message_send(int socket, const struct message *m, int flags)
{
	const struct row *r = &m->row;
	const char *name = r->name ? r->name : "";
	struct head head = {m->kind,	      m->number, r->kind, (uint32_t)r->is_same,
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

int message_receive(int socket, struct message *m, char *room, int flags)
{
	struct head head;
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
	m->row = (struct row){.kind = (enum row_kind)head.row_kind,
			      .name = room + sizeof head,
			      .data = room + sizeof head + head.name_size,
			      .size = head.data_size,
			      .is_same = (int)head.is_same};
	memcpy(m->row.number, head.numbers, sizeof head.numbers);
	return 1;
}
