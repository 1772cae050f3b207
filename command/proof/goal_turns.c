/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/proof/goal_turns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

/* A share of the time is at least so many seconds of a processor, in which solvers
 * answer some short queries, but at most a part of what is left. */
enum { LEAST_SHARE_SECONDS = 2, PART_OF_TIME = 4 };

static bool same_function(const struct build_goal *a, const struct build_goal *b)
{
	return a->unit == b->unit && strcmp(a->function, b->function) == 0;
}

/* Goals of a function are beside each other. */
void turns_init(const struct proof_session *p, struct turns *t)
{
	const struct build_goal *goals = p->record.goals;
	const size_t n = p->record.goal_count;

	t->list = array_new(n, sizeof *t->list);
	t->late = array_new(n, sizeof *t->late);
	for (size_t i = 0; i < n; i++) {
		t->list[i].is_own = strcmp(goals[i].type, "assert") == 0 ||
				    strcmp(goals[i].function, p->entry.name) == 0;
		t->list[i].function = i ? t->list[i - 1].function +
					      !same_function(&goals[i - 1], &goals[i])
					: 0;
	}
}

void turns_done(struct turns *t)
{
	free(t->list);
	free(t->late);
}

static bool is_alike(const struct turn *a, const struct turn *b)
{
	return a->late == b->late && a->is_own == b->is_own;
}

static bool is_earlier(const struct turns *t, const struct turn *a,
		       const struct turn *b)
{
	if (a->late != b->late)
		return a->late < b->late;
	if (a->is_own != b->is_own)
		return a->is_own;
	return t->late[a->function] < t->late[b->function];
}

struct turn *turns_next(const struct proof_session *p, struct turns *t, size_t *left)
{
	struct turn *next = NULL;
	size_t others = 0;

	*left = 0;
	for (size_t i = 0; i < p->record.goal_count; i++) {
		struct turn *turn = &t->list[i];
		turn->done |= !turn->late && !proof_is_open(p, i);
		if (!turn->done && (!next || is_earlier(t, turn, next)))
			next = turn;
	}
	for (size_t i = 0; i < p->record.goal_count && next; i++) {
		*left += !t->list[i].done && is_alike(&t->list[i], next);
		others += !t->list[i].done && t->list[i].late == next->late;
	}
	if (others > *left)
		*left *= 2;
	return next;
}

double turns_share(double left, size_t goals_left)
{
	const double even = left / (double)goals_left;
	const double least =
	    fmin(LEAST_SHARE_SECONDS * clock_load(), left / PART_OF_TIME);

	return fmax(even, least);
}

void turns_tell(const struct proof_session *p, const struct turns *t, size_t number)
{
	const struct build_goal *g = &p->record.goals[number];
	size_t all = p->open;

	for (size_t i = 0; i < p->record.goal_count; i++)
		all += !t->list[i].done;
	status_do(p->command->status, "proving goal %zu of %zu, %s (%s:%u)",
		  p->open + 1, all, g->id, path_base(g->file), g->line);
}
