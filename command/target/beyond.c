/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beyond.c - counts the goals that are reachable and out of scope. */
#include "command/target/beyond.h"

#include <stdio.h>
#include <string.h>

#include "me/schema.h"

static const char *plural(unsigned count)
{
	return count == 1 ? "" : "s";
}

void beyond_text(const struct build_record *record, char *text, size_t size)
{
	const struct build_goal *first = NULL, *last = NULL;
	unsigned goals = 0, functions = 0;
	char more[64] = "";

	*text = '\0';
	/* The goals of a function stand together. */
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *g = record->goals + i;

		if (!g->beyond)
			continue;
		first = first ? first : g;
		functions += !last || last->unit != g->unit ||
			     strcmp(last->function, g->function) != 0;
		last = g;
		goals++;
	}
	if (!goals)
		return;
	if (functions > 1)
		snprintf(more, sizeof more, ME_BEYOND_MORE, functions - 1,
			 plural(functions - 1));
	snprintf(text, size, ME_BEYOND_START "%s" ME_BEYOND_END, goals, plural(goals),
		 *first->source_name ? first->source_name : first->function,
		 first->file, more, goals == 1 ? "is" : "are",
		 goals == 1 ? "it" : "them");
}
