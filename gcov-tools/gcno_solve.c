/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcno_solve.c - computes the counts of all arcs from those that are counted, and
 * gcov's numbers from these.
 *
 * GCC counts only the arcs outside a spanning tree of the graph. At each block except
 * entry and exit the sums of incoming and of outgoing arcs are equal. So if all arcs on
 * one side of a block are known, the block's count is known; and if one arc of a side
 * is unknown, it follows from the block's count. Each arc becomes known once: the work
 * is linear in the number of arcs.
 */
#include "gcov-tools/gcno.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

enum block_side { IN, OUT };

struct flow_solver {
	struct gcno_function *function;
	size_t *first_in; /* block -> index into `in`; one more at the end */
	size_t *in; /* arcs ordered by their destination */
	size_t *unknown[2]; /* unknown arcs of a block, by side */
	bool *known; /* the block's count is valid */
	uint32_t *queue; /* queue of blocks; each is in it at most once */
	bool *queued;
	size_t head, used;
};

static void solver_done(struct flow_solver *solver)
{
	free(solver->first_in);
	free(solver->in);
	free(solver->unknown[IN]);
	free(solver->unknown[OUT]);
	free(solver->known);
	free(solver->queue);
	free(solver->queued);
}

static void block_queue(struct flow_solver *solver, uint32_t block)
{
	const size_t blocks = solver->function->block_count;

	if (solver->queued[block])
		return;
	solver->queued[block] = true;
	solver->queue[(solver->head + solver->used++) % blocks] = block;
}

/* Sorts the arcs by destination and counts the unknown ones. */
static void solver_fill(struct flow_solver *solver)
{
	const struct gcno_function *function = solver->function;
	size_t *next = solver->first_in;

	for (size_t i = 0; i < function->arc_count; i++)
		next[function->arcs[i].destination + 1]++;
	for (size_t b = 0; b < function->block_count; b++)
		next[b + 1] += next[b];
	/* Placing an arc moves its block's start forward; then all are moved back. */
	for (size_t i = 0; i < function->arc_count; i++)
		solver->in[next[function->arcs[i].destination]++] = i;
	memmove(next + 1, next, function->block_count * sizeof(*next));
	next[0] = 0;
	for (size_t i = 0; i < function->arc_count; i++) {
		struct gcno_arc *arc = function->arcs + i;

		arc->known = !arc->on_tree;
		solver->unknown[OUT][arc->source] += arc->on_tree;
		solver->unknown[IN][arc->destination] += arc->on_tree;
	}
	for (size_t b = 0; b < function->block_count; b++)
		block_queue(solver, (uint32_t)b);
}

static void solver_init(struct flow_solver *solver, struct gcno_function *function)
{
	const size_t blocks = function->block_count;

	memset(solver, 0, sizeof(*solver));
	solver->function = function;
	solver->first_in = array_new(blocks + 1, sizeof(*solver->first_in));
	solver->in = array_new(function->arc_count, sizeof(*solver->in));
	solver->unknown[IN] = array_new(blocks, sizeof(size_t));
	solver->unknown[OUT] = array_new(blocks, sizeof(size_t));
	solver->known = array_new(blocks, sizeof(bool));
	solver->queue = array_new(blocks, sizeof(*solver->queue));
	solver->queued = array_new(blocks, sizeof(bool));
	solver_fill(solver);
}

static size_t side_count(const struct flow_solver *solver, uint32_t block,
			 enum block_side side)
{
	return side == OUT ? solver->function->blocks[block].arc_count
			   : solver->first_in[block + 1] - solver->first_in[block];
}

static struct gcno_arc *side_arc(const struct flow_solver *solver, uint32_t block,
				 enum block_side side, size_t i)
{
	const size_t index = side == OUT ? solver->function->blocks[block].first_arc + i
					 : solver->in[solver->first_in[block] + i];

	return solver->function->arcs + index;
}

/* The sum of a side's known arcs; *unknown gets an unknown one, or NULL. */
static uint64_t side_sum(const struct flow_solver *solver, uint32_t block,
			 enum block_side side, struct gcno_arc **unknown)
{
	uint64_t sum = 0;

	*unknown = NULL;
	for (size_t i = 0; i < side_count(solver, block, side); i++) {
		struct gcno_arc *arc = side_arc(solver, block, side, i);

		if (arc->known)
			sum += arc->count;
		else
			*unknown = arc;
	}
	return sum;
}

/* A side without arcs, as at entry and exit, determines nothing. Another block without
 * incoming arcs is reached by other means, such as longjmp: it counts as 0, as in gcov.
 */
static bool says_nothing(const struct flow_solver *solver, uint32_t block,
			 enum block_side side)
{
	return !side_count(solver, block, side) && (side == OUT || block == 0);
}

/* Processes a block: its count from a side that is known, then the only unknown arc of
 * a side. */
static void block_solve(struct flow_solver *solver, uint32_t index)
{
	struct gcno_block *block = solver->function->blocks + index;
	struct gcno_arc *arc;

	for (int side = IN; side <= OUT && !solver->known[index]; side++) {
		if (solver->unknown[side][index] || says_nothing(solver, index, side))
			continue;
		block->count = side_sum(solver, index, side, &arc);
		solver->known[index] = true;
	}
	for (int side = IN; side <= OUT && solver->known[index]; side++) {
		if (solver->unknown[side][index] != 1)
			continue;
		arc = NULL;
		const uint64_t sum = side_sum(solver, index, side, &arc);

		if (!arc)
			continue;
		arc->count = block->count - sum;
		arc->known = true;
		solver->unknown[OUT][arc->source]--;
		solver->unknown[IN][arc->destination]--;
		block_queue(solver, arc->source);
		block_queue(solver, arc->destination);
	}
}

enum { LEFT_MOST = 1 << 20 };

/* Whether the count is one of this graph. A run that is left between two arcs, by a signal say,
 * has counted its way into a block, and not out of it: one that follows from the others may then
 * be less than 0, by 1 for each such run, and is 0. On a fake arc that means that the call
 * returned more often than it was made. */
static bool arc_settle(struct gcno_arc *arc)
{
	const int64_t count = (int64_t)arc->count;

	if (!arc->known || (!arc->fake && count < -LEFT_MOST))
		return false;
	if (!arc->fake && count < 0)
		arc->count = 0;
	return true;
}

int gcno_solve(struct gcno_function *function)
{
	struct flow_solver solver;

	if (function->block_count == 0)
		return GCNO_OK;
	int err = 0;
	solver_init(&solver, function);
	while (solver.used) {
		const uint32_t block = solver.queue[solver.head];

		solver.head = (solver.head + 1) % function->block_count;
		solver.used--;
		solver.queued[block] = false;
		block_solve(&solver, block);
	}
	for (size_t i = 0; i < function->arc_count && !err; i++)
		if (!arc_settle(function->arcs + i))
			err = GCNO_EGRAPH;
	solver_done(&solver);
	return err;
}

/* ---- what is counted */

static size_t fake_count(const struct gcno_function *function,
			 const struct gcno_block *block)
{
	size_t fakes = 0;

	for (size_t i = 0; i < block->arc_count; i++)
		fakes += function->arcs[block->first_arc + i].fake;
	return fakes;
}

static bool block_branches(const struct gcno_function *function,
			   const struct gcno_block *block)
{
	return block->arc_count >= 2 && fake_count(function, block) == 0;
}

const struct gcno_block *gcno_branching(const struct gcno_function *function,
					size_t ordinal)
{
	for (size_t b = 0; b < function->block_count; b++)
		if (block_branches(function, function->blocks + b) && ordinal-- == 0)
			return function->blocks + b;
	return NULL;
}

size_t gcno_branching_count(const struct gcno_function *function)
{
	size_t count = 0;

	for (size_t b = 0; b < function->block_count; b++)
		count += block_branches(function, function->blocks + b);
	return count;
}

/* A line is executed when one of its blocks is. */
static void lines_count(const struct gcno_function *function,
			struct gcno_totals *totals)
{
	bool executed = false;

	for (size_t i = 0; i < function->line_count; i++) {
		const struct gcno_line *line = function->lines + i;

		executed |= function->blocks[line->block].count > 0;
		if (i + 1 < function->line_count && line[1].number == line->number)
			continue;
		totals->lines++;
		totals->lines_executed += executed;
		executed = false;
	}
}

/*
 * gcov's rules: the first block, the last one and blocks without a line are left out; a
 * block with n ranges of lines counts n times; a fake arc is a call; the only arc of a
 * block that is not fake is no branch. Lines are counted differently from gcov, which
 * assigns a line to the first function that has it and adds inlined lines.
 */
void gcno_count(const struct gcno_function *function, struct gcno_totals *totals)
{
	memset(totals, 0, sizeof(*totals));
	lines_count(function, totals);
	for (size_t b = 1; b + 1 < function->block_count; b++) {
		const struct gcno_block *block = function->blocks + b;
		const size_t fakes = fake_count(function, block);
		const bool branches = block->arc_count - fakes != 1;
		const unsigned times = block->line_groups;

		for (size_t i = 0; i < block->arc_count; i++) {
			const struct gcno_arc *arc =
			    function->arcs + block->first_arc + i;

			if (arc->fake) {
				totals->calls += times;
				totals->calls_executed += block->count ? times : 0;
			} else if (branches) {
				totals->branches += times;
				totals->executed += block->count ? times : 0;
				totals->taken += arc->count ? times : 0;
			}
		}
	}
}
