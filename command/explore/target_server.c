/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/explore/target_server.h"

#include <stdlib.h>

#include "command/base/process.h"
#include "system/clock.h"

bool target_server_start(struct target_server *server, const struct proving *p,
			 const char *const *options, bool (*is_over)(void))
{
	struct words words = {0};

	build_record_add_target(&p->record, &words);
	for (; *options; options++)
		words_add(&words, *options);
	const struct child_plan plan = {.words = (const char *const *)words.items,
					.streams = CHILD_APART,
					.is_tied = true};
	process_show(p->command, &(struct process){.words = &words});
	server->runs = !words.failed && child_start(&server->child, &plan) == 0;
	words_done(&words);
	server->child.is_over = is_over;
	return server->runs;
}

bool target_server_ask(struct target_server *server, const void *question, size_t size,
		       double seconds)
{
	struct child *c = &server->child;

	c->deadline = clock_now() + seconds;
	c->output.size = c->errors.size = 0;
	return child_write(c, question, size);
}

void target_server_end(struct target_server *server)
{
	int status;

	if (server->runs)
		child_end(&server->child, true, &status);
	free(server->child.output.bytes);
	free(server->child.errors.bytes);
	*server = (struct target_server){0};
}
