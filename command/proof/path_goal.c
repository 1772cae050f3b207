/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_goal.c - the path that a target seeks with --kinds=path, as the prover's goal. The ids of
 * a branch's sides differ in what follows their last dot. */
#include "command/proof/proof.h"

#include <stdlib.h>
#include <string.h>

static bool is_of_one_site(const char *a, const char *b)
{
	const char *const dot = strrchr(a, '.');
	const size_t size = dot ? (size_t)(dot - a) + 1 : strlen(a) + 1;

	return strncmp(a, b, size) == 0 && strchr(b + size, '.') == NULL;
}

void path_goal_sides(const struct build_record *r, struct prove_side *sides,
		     size_t *number, size_t *count)
{
	const char *before = "";

	for (size_t i = 0; i < r->goal_count; i++) {
		const struct build_goal *g = &r->goals[i];
		if (!g->is_decision)
			continue;
		const bool again = *count && is_of_one_site(before, g->id);
		number[i] = *count;
		sides[*count] =
		    (struct prove_side){g->function, r->units[g->unit].source, g->name,
					again ? sides[*count - 1].site : *count};
		before = g->id;
		++*count;
	}
}

static const struct build_goal *find_path(const struct build_record *r)
{
	for (size_t i = 0; i < r->goal_count; i++)
		if (r->goals[i].path)
			return &r->goals[i];
	return NULL;
}

int path_goal_read(const struct build_record *r, struct prove_path *path)
{
	const struct build_goal *goal = find_path(r);
	const size_t length = goal ? json_array_size(goal->path) : 0;
	struct prove_side *sides = calloc(r->goal_count + 1, sizeof *sides);
	struct prove_decision *decisions = calloc(length + 1, sizeof *decisions);
	size_t *number = calloc(r->goal_count + 1, sizeof *number);

	*path = (struct prove_path){.sides = sides, .decisions = decisions};
	if (sides && decisions && number)
		path_goal_sides(r, sides, number, &path->side_count);
	for (size_t i = 0; i < length && path->side_count; i++) {
		const char *id = json_string_value(json_array_get(goal->path, i));
		const bool negated = *id == '!';
		const size_t at = build_record_goal(r, id + negated);
		if (at < r->goal_count)
			decisions[path->length++] =
			    (struct prove_decision){number[at], negated};
	}
	free(number);
	return sides && decisions ? 0 : -1;
}

void path_goal_done(struct prove_path *path)
{
	free((void *)(uintptr_t)path->sides);
	free((void *)(uintptr_t)path->decisions);
	memset(path, 0, sizeof *path);
}
