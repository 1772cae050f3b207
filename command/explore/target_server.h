/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_server.h - a process of the target that stays and answers one question after the
 * other. */
#ifndef COMMAND_TARGET_SERVER_H
#define COMMAND_TARGET_SERVER_H

#include "command/proof/proving.h"
#include "system/child.h"

/* Zero: none. */
struct target_server {
	struct child child;
	bool runs;
};

/* Starts the target with options, a list that a null ends; whether it runs. It is late as
 * soon as is_over says so. */
bool target_server_start(struct target_server *server, const struct proving *p,
			 const char *const *options, bool (*is_over)(void));
/* Begins a question: what was answered before is forgotten, and the answer has so many
 * seconds by the clock. False: the target has ended, or does not take the question. */
bool target_server_ask(struct target_server *server, const void *question, size_t size,
		       double seconds);
/* Kills it, if it runs; another one may be started. */
void target_server_end(struct target_server *server);

#endif
