/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_names.c - a sorted table of ids. */
#include "harness/goals/goal_names.h"

#include <stdlib.h>
#include <string.h>

struct goal_name {
	char *id;
	uint32_t goal;
};

static int by_id(const void *a, const void *b)
{
	return strcmp(((const struct goal_name *)a)->id,
		      ((const struct goal_name *)b)->id);
}

void goal_names_init(struct goal_names *n, const struct program *p)
{
	char id[PROGRAM_ID_SIZE];

	n->count = 0;
	n->list = calloc(p->goal_count + 1, sizeof *n->list);
	for (uint32_t i = 0; n->list && i < p->goal_count; i++) {
		if (program_first_goal(p, i) != i ||
		    program_goal_id(p, i, id, sizeof id) >= sizeof id)
			continue;
		n->list[n->count].id = strdup(id);
		n->list[n->count].goal = i;
		n->count += n->list[n->count].id != NULL;
	}
	if (n->list)
		qsort(n->list, n->count, sizeof *n->list, by_id);
}

void goal_names_done(struct goal_names *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		free(n->list[i].id);
	free(n->list);
}

uint32_t goal_names_find(const struct goal_names *n, const char *id)
{
	const struct goal_name wanted = {(char *)(uintptr_t)id, 0};
	const struct goal_name *found =
	    n->list ? bsearch(&wanted, n->list, n->count, sizeof wanted, by_id) : NULL;

	return found ? found->goal : PROGRAM_NONE;
}
