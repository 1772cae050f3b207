/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fold.c - which failures are the same bug. */
#include "command/triage/fold.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

/* ---- two failures */

typedef bool agree_fn(const struct triage_frame *a, const struct triage_frame *b);

static bool is_function(const struct triage_frame *a, const struct triage_frame *b)
{
	return strcmp(a->function, b->function) == 0;
}

/* Instances of a template, and parts that the compiler made of a function, have names of
 * their own and the same line. */
static bool is_line(const struct triage_frame *a, const struct triage_frame *b)
{
	if (a->file && b->file && a->line && b->line)
		return a->line == b->line && strcmp(a->file, b->file) == 0;
	return is_function(a, b);
}

/* Length of the longest common subsequence of the frames. */
static size_t common(const struct triage_run *a, const struct triage_run *b,
		     agree_fn *agree)
{
	size_t length[TRIAGE_TOP + 1][TRIAGE_TOP + 1] = {{0}};

	for (size_t i = 1; i <= a->top_count; i++)
		for (size_t j = 1; j <= b->top_count; j++) {
			const size_t up = length[i - 1][j], left = length[i][j - 1];
			if (agree(a->top[i - 1], b->top[j - 1]))
				length[i][j] = length[i - 1][j - 1] + 1;
			else
				length[i][j] = up > left ? up : left;
		}
	return length[a->top_count][b->top_count];
}

static bool has_inner(const struct triage_run *in, const struct triage_run *of)
{
	for (size_t i = 0; i < in->top_count; i++)
		if (is_function(in->top[i], of->top[0]))
			return true;
	return false;
}

/* A wrong pointer or index leads anywhere: to null, past the end, to an address that there
 * is not. */
static bool is_bad_access(const struct triage_run *run)
{
	return run->by_lines && run->signal &&
	       (strcmp(run->signal, "SEGV") == 0 || strcmp(run->signal, "BUS") == 0);
}

bool triage_access_read(const char *detail, struct triage_access *a)
{
	static const char *const places[] = {", past the end of ", ", in front of "};

	for (size_t i = 0; detail && i < sizeof places / sizeof *places; i++) {
		const char *at = strstr(detail, places[i]);
		if (!at || sscanf(at + strlen(places[i]), "%63s (%u element", a->name,
				  &a->elements) != 2)
			continue;
		const char *from = strstr(detail, ": ");
		a->told = (int)(at - (from && from < at ? from + 2 : detail));
		return true;
	}
	return false;
}

/* Whether one leaves an array by a fault, and the other one the same array outside of what is
 * assumed: where that is empty. */
static bool leave_one_array(const struct triage_run *a, const struct triage_run *b)
{
	struct triage_access of_a, of_b;

	if ((a->ended != ME_END_OUTSIDE || b->ended != ME_END_SIGNAL) &&
	    (a->ended != ME_END_SIGNAL || b->ended != ME_END_OUTSIDE))
		return false;
	return triage_access_read(a->detail, &of_a) &&
	       triage_access_read(b->detail, &of_b) &&
	       strcmp(of_a.name, of_b.name) == 0;
}

static bool is_same_type(const struct triage_run *a, const struct triage_run *b)
{
	if ((a->ended != b->ended && !leave_one_array(a, b)) ||
	    a->by_lines != b->by_lines)
		return false;
	if (a->assertion && b->assertion && strcmp(a->assertion, b->assertion) != 0)
		return false;
	return strcmp(a->type, b->type) == 0 ||
	       (is_bad_access(a) && is_bad_access(b) && a->top_count);
}

bool fold_is_same(const struct triage_run *a, const struct triage_run *b)
{
	const size_t least = a->top_count < b->top_count ? a->top_count : b->top_count;

	if (!is_same_type(a, b))
		return false;
	if (!least)
		return a->top_count == b->top_count;
	if (a->by_lines ? !is_line(a->top[0], b->top[0])
			: !has_inner(a, b) || !has_inner(b, a))
		return false;
	const size_t wanted = least < 2 ? least : 2;
	return common(a, b, is_function) >= wanted || common(a, b, is_line) >= wanted;
}

/* ---- all of them */

static size_t call_length(const struct triage_artifact *a)
{
	return a->run.call ? strlen(a->run.call) : 0;
}

static bool is_outside(const struct triage_artifact *a)
{
	return a->run.ended == ME_END_OUTSIDE;
}

/* The artifact that stands for a group: a fault, one that fails each time, a short one. */
static bool is_better(const struct triage_artifact *a, const struct triage_artifact *b)
{
	if (is_outside(a) != is_outside(b))
		return is_outside(b);
	if (triage_is_flaky(a) != triage_is_flaky(b))
		return triage_is_flaky(b);
	if (a->size != b->size)
		return a->size < b->size;
	return call_length(a) < call_length(b);
}

static size_t root_of(const struct triage *t, size_t i)
{
	while (t->artifacts[i].group != i)
		i = t->artifacts[i].group;
	return i;
}

/* For now an artifact's group is another artifact of it, or itself. */
static void join_all(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct triage_run *run = &t->artifacts[i].run;

		t->artifacts[i].group = triage_failed(run) ? i : TRIAGE_NONE;
		for (size_t k = 0; k < i && triage_failed(run); k++)
			if (t->artifacts[k].group != TRIAGE_NONE &&
			    root_of(t, k) != root_of(t, i) &&
			    fold_is_same(run, &t->artifacts[k].run))
				t->artifacts[root_of(t, i)].group = root_of(t, k);
	}
}

static void group_add(struct triage *t, struct triage_group *g, size_t i)
{
	if (!g->count || is_better(&t->artifacts[i], &t->artifacts[g->shown]))
		g->shown = i;
	g->is_outside = is_outside(&t->artifacts[g->shown]);
	g->count++;
}

static int by_count(const void *a, const void *b)
{
	const struct triage_group *x = a, *y = b;

	if (x->is_outside != y->is_outside)
		return x->is_outside ? 1 : -1;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->shown < y->shown ? -1 : 1;
}

static void number_groups(struct triage *t, const size_t *roots)
{
	for (size_t g = 0; g < t->group_count; g++) {
		const size_t root = roots[t->groups[g].shown];
		for (size_t i = 0; i < t->count; i++)
			if (roots[i] == root)
				t->artifacts[i].group = g;
	}
}

void fold(struct triage *t)
{
	size_t *roots = array_new(t->count, sizeof(*roots));
	size_t *number = array_new(t->count, sizeof(*number));

	t->groups = array_new(t->count, sizeof(*t->groups));
	join_all(t);
	for (size_t i = 0; i < t->count; i++) {
		roots[i] = TRIAGE_NONE;
		if (t->artifacts[i].group == TRIAGE_NONE)
			continue;
		roots[i] = root_of(t, i);
		if (roots[i] == i)
			number[i] = t->group_count++;
	}
	for (size_t i = 0; i < t->count; i++)
		if (roots[i] != TRIAGE_NONE)
			group_add(t, &t->groups[number[roots[i]]], i);
	qsort(t->groups, t->group_count, sizeof(*t->groups), by_count);
	number_groups(t, roots);
	while (t->group_count && t->groups[t->group_count - 1].is_outside) {
		t->group_count--;
		t->outside_count++;
	}
	free(roots);
	free(number);
}
