/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * execution_tree_test.c - the execution tree, its choice of sides and its file: what is
 * added in random order keeps its promises, each strategy's order is that of its
 * definition, and a tree that is written and read is the same, also when its file is cut
 * at any byte, changed in any, or another one's.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prover/explore/tree_choice.h"
#include "prover/explore/execution_tree.h"

enum { BLOCKS = 4, SIDES = 2, KEY = 4711 };

static void check(bool good, const char *name, const char *why)
{
	if (good)
		printf("ok %s\n", name);
	else
		printf("not ok %s: %s\n", name, why);
}

/* ---- a program of one function: each block jumps to two others */

static struct edge edges[BLOCKS][SIDES];
static struct block blocks[BLOCKS];
static struct function function;
static struct gimple_program program;

static void program_make(void)
{
	for (uint32_t b = 0; b < BLOCKS; b++) {
		for (uint32_t i = 0; i < SIDES; i++)
			edges[b][i].block = (b + i + 1) % BLOCKS;
		blocks[b].end.edges = edges[b];
		blocks[b].end.edge_count = SIDES;
	}
	function.name = "f";
	function.blocks = blocks;
	function.block_count = BLOCKS;
	program.functions = &function;
	program.function_count = 1;
}

/* The path of a run: the edges that it takes from block 0 on. */
struct run {
	struct path_choice choices[16];
	expr conditions[16][SIDES];
	struct path_walk path;
};

static void run_make(struct run *r, const char *taken)
{
	uint32_t block = 0;

	memset(r, 0, sizeof *r);
	expr_init(&r->path.encoding.store);
	r->path.choices = r->choices;
	for (; taken[r->path.count]; r->path.count++) {
		const size_t i = r->path.count;
		const uint32_t edge =
		    taken[i] == '.' ? GIMPLE_NONE : (uint32_t)(taken[i] - '0');
		for (int k = 0; k < SIDES; k++)
			r->conditions[i][k] = expr_var(
			    &r->path.encoding.store, SORT_BOOL, VARIABLE_FRESH, 0, "c");
		r->choices[i] = (struct path_choice){.function = &function,
						     .block = block,
						     .goal = GIMPLE_NONE,
						     .edge_count = SIDES,
						     .taken = edge,
						     .conditions = r->conditions[i]};
		block = edge == GIMPLE_NONE ? 0 : edges[block][edge].block;
	}
}

static void run_done(struct run *r)
{
	expr_done(&r->path.encoding.store);
}

static void take(struct execution_tree *t, const char *taken,
		 const struct tree_listener *listener)
{
	struct run r;

	run_make(&r, taken);
	execution_tree_take(t, &r.path, execution_tree_input(t, taken, 0, false), NULL,
			    listener);
	run_done(&r);
}

static bool knows(const struct execution_tree *t, const char *taken)
{
	struct run r;

	run_make(&r, taken);
	const bool is = execution_tree_knows(t, &r.path);
	run_done(&r);
	return is;
}

/* ---- what a tree knows */

static void check_paths(void)
{
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	check(!knows(&t, "0") && execution_tree_paths(&t) == 0, "tree_empty",
	      "no run was made");
	take(&t, "010", NULL);
	take(&t, "011", NULL);
	take(&t, "00.", NULL); /* it fails at the third choice */
	check(knows(&t, "010") && knows(&t, "01") && knows(&t, "00.") &&
		  !knows(&t, "000") && !knows(&t, "1"),
	      "tree_knows", "a path, and its beginnings");
	check(execution_tree_paths(&t) == 2, "tree_paths",
	      "a path whose end is not known is none of its own yet");
	check(t.node_count == 4 && t.states[SIDE_SEEN] == 5 && t.states[SIDE_OPEN] == 3,
	      "tree_states", "four choices of two sides");
	uint32_t *way = execution_tree_edges(&t, 2);
	check(t.nodes[2].depth == 2 && way[0] == 0 && way[1] == 1, "tree_edges",
	      "the third choice is behind 0, 1");
	free(way);
	execution_tree_done(&t);
}

static void check_sides(void)
{
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	take(&t, "0", NULL);
	execution_tree_set(&t, 0, 0, SIDE_UNKNOWN);
	check(execution_tree_side(&t, 0, 0)->state == SIDE_SEEN, "tree_seen_stays",
	      "a side that was seen is unknown");
	execution_tree_set(&t, 0, 1, SIDE_INFEASIBLE);
	check(t.refuted == 0 && t.states[SIDE_INFEASIBLE] == 1, "tree_infeasible",
	      "one side is");
	take(&t, "1", NULL);
	check(t.refuted == 1 && t.states[SIDE_INFEASIBLE] == 0 &&
		  t.states[SIDE_SEEN] == 2,
	      "tree_refuted", "a run that takes a side proven infeasible is counted");
	check(execution_tree_side(&t, 0, 1)->input == execution_tree_find(&t, "1"),
	      "tree_input", "the first input that takes a side is noted");
	execution_tree_done(&t);
}

static uint32_t add(struct execution_tree *t, uint32_t parent, uint32_t edge,
		    uint32_t f, uint32_t block, uint32_t sides)
{
	const struct tree_node node = {.parent = parent,
				       .edge = edge,
				       .function = f,
				       .block = block,
				       .goal = GIMPLE_NONE,
				       .side_count = sides};

	return execution_tree_add(t, &node);
}

/* Nodes that cannot be there are refused. */
static void check_bad_nodes(void)
{
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	check(add(&t, TREE_NONE, 0, 1, 0, SIDES) == TREE_NONE &&
		  add(&t, TREE_NONE, 0, 0, BLOCKS, SIDES) == TREE_NONE &&
		  add(&t, TREE_NONE, 0, 0, 0, SIDES + 1) == TREE_NONE &&
		  add(&t, 0, 0, 0, 0, SIDES) == TREE_NONE,
	      "tree_refuses", "a function, block, side or parent that is not there");
	add(&t, TREE_NONE, 0, 0, 0, SIDES);
	add(&t, 0, 1, 0, 2, SIDES);
	check(add(&t, TREE_NONE, 0, 0, 0, SIDES) == TREE_NONE &&
		  add(&t, 0, SIDES, 0, 0, SIDES) == TREE_NONE &&
		  add(&t, 0, 1, 0, 2, SIDES) == TREE_NONE && t.node_count == 2,
	      "tree_refuses_second", "a second root, a side's second child");
	execution_tree_done(&t);
}

/* ---- which side is next */

static bool chosen(struct execution_tree *t, enum tree_strategy strategy,
		   const struct tree_bounds *bounds, uint32_t node, uint32_t edge,
		   size_t beyond)
{
	/* An open goal is in block 3. */
	static const uint32_t distance[BLOCKS] = {1, 1, 1, 0};
	struct tree_pick pick = {TREE_NONE, 0, TREE_NONE};
	size_t out = 0;
	const bool found = tree_choose(t, strategy, bounds, distance, &pick, &out);

	return out == beyond &&
	       (node == TREE_NONE ? !found
				  : found && pick.node == node && pick.edge == edge);
}

/* Block 0 jumps to 1 and 2, 1 to 2 and 3, 2 to 3 and 0: open are the sides 1 of the root,
 * 1 of block 1 (to block 3) and 0 of block 2 behind it. */
static void check_choice(void)
{
	const struct tree_bounds wide = {100, 100, false}, two = {2, 100, false},
				 none = {0, 100, false};
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	take(&t, "001", NULL);
	check(chosen(&t, TREE_DEPTH_FIRST, &wide, 2, 0, 0), "choice_dfs",
	      "the last node");
	check(chosen(&t, TREE_FITNESS, &wide, 1, 1, 0), "choice_fitness",
	      "the side to block 3");
	check(chosen(&t, TREE_FAIR, &wide, 0, 1, 0), "choice_fair", "the root");
	t.tries[0] = 1;
	check(chosen(&t, TREE_FAIR, &wide, 1, 1, 0), "choice_fair_tried",
	      "a block that was not tried");
	check(chosen(&t, TREE_DEPTH_FIRST, &two, 1, 1, 1), "choice_length",
	      "two choices at most");
	check(chosen(&t, TREE_FAIR, &none, TREE_NONE, 0, 3), "choice_beyond",
	      "all are out of bounds");
	execution_tree_done(&t);
}

/* The same open sides; that of the root was deferred once. */
static void check_deferral(void)
{
	const struct tree_bounds in_turn = {100, 100, false, DEFERRED_IN_TURN},
				 last = {100, 100, false, DEFERRED_LAST},
				 first = {100, 100, false, DEFERRED_FIRST};
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	take(&t, "001", NULL);
	execution_tree_side(&t, 0, 1)->attempts = 1;
	check(chosen(&t, TREE_FAIR, &in_turn, 1, 1, 0), "choice_deferred",
	      "behind blocks that were tried as often");
	t.tries[1] = t.tries[2] = 100;
	check(chosen(&t, TREE_FAIR, &in_turn, 0, 1, 0), "choice_deferred_in_turn",
	      "before blocks that were tried much more often");
	check(chosen(&t, TREE_FAIR, &last, 1, 1, 0) &&
		  chosen(&t, TREE_DEPTH_FIRST, &last, 2, 0, 0),
	      "choice_deferred_last", "after all others");
	t.tries[0] = 1000;
	check(chosen(&t, TREE_FAIR, &first, 0, 1, 0) &&
		  chosen(&t, TREE_DEPTH_FIRST, &first, 0, 1, 0),
	      "choice_deferred_first", "before all others");
	execution_tree_side(&t, 0, 1)->is_last = true;
	t.tries[0] = 0;
	check(chosen(&t, TREE_FAIR, &first, 1, 1, 0) &&
		  chosen(&t, TREE_DEPTH_FIRST, &last, 2, 0, 0),
	      "choice_last", "after all others, though deferred ones come first");
	check(chosen(&t, TREE_DEPTH_FIRST, &in_turn, 2, 0, 0), "choice_last_in_turn",
	      "in its turn it is as others");
	execution_tree_set(&t, 1, 1, SIDE_UNKNOWN);
	execution_tree_set(&t, 2, 0, SIDE_UNKNOWN);
	check(chosen(&t, TREE_FAIR, &first, 0, 1, 0), "choice_last_left",
	      "when there are no others");
	execution_tree_done(&t);
}

/* A loop: block 0 again and again. */
static void check_visits(void)
{
	const struct tree_bounds bounds = {100, 2, false};
	struct execution_tree t;

	execution_tree_init(&t, &program, 0);
	edges[0][0].block = 0;
	take(&t, "0001", NULL);
	check(t.nodes[3].visits == 3, "choice_visits_counted",
	      "the block's fourth visit");
	check(chosen(&t, TREE_DEPTH_FIRST, &bounds, 1, 1, 2), "choice_visits",
	      "two visits of a block at most");
	edges[0][0].block = 1;
	execution_tree_done(&t);
}

/* ---- on disk */

static char directory[] = "/tmp/me-tree-XXXXXX";
static char path[64], aside[64];

static enum tree_file_found open_file(struct tree_file *f, struct execution_tree *t,
				      uint64_t key)
{
	execution_tree_init(t, &program, 0);
	return tree_file_open(f, path, aside, key, t);
}

static void close_file(struct tree_file *f, struct execution_tree *t)
{
	tree_file_done(f);
	execution_tree_done(t);
}

static void write_path(struct tree_file *f, struct execution_tree *t, const char *taken)
{
	const struct tree_listener listener = tree_file_listener(f);

	take(t, taken, &listener);
	if (tree_file_write(f, execution_tree_find(t, taken)))
		printf("not ok file_write: %s\n", strerror(errno));
}

/* How many parts of the file a tree has: the paths, and the side that was proven. */
static size_t parts_of(const struct execution_tree *t)
{
	return t->input_count + t->states[SIDE_INFEASIBLE];
}

static size_t read_all(char *text, size_t room)
{
	FILE *file = fopen(path, "rb");
	const size_t size = file ? fread(text, 1, room, file) : 0;

	if (file)
		fclose(file);
	return size;
}

static void write_all(const char *text, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(text, 1, size, file) != size || fclose(file))
		printf("not ok file_made: %s\n", strerror(errno));
}

static void check_file(void)
{
	struct execution_tree t;
	struct tree_file f;

	check(open_file(&f, &t, KEY) == TREE_FILE_NEW, "file_new", "there was none");
	write_path(&f, &t, "010");
	write_path(&f, &t, "00.");
	execution_tree_set(&t, 0, 1, SIDE_INFEASIBLE);
	tree_file_side(&f, 0, 1);
	tree_file_write(&f, TREE_NONE);
	close_file(&f, &t);
	check(open_file(&f, &t, KEY) == TREE_FILE_CONTINUED && t.node_count == 4 &&
		  t.states[SIDE_SEEN] == 4 && t.states[SIDE_INFEASIBLE] == 1 &&
		  t.states[SIDE_OPEN] == 3 && t.input_count == 2 && knows(&t, "010") &&
		  knows(&t, "00."),
	      "file_same", "what was written is not what is read");
	close_file(&f, &t);
}

/* Cut anywhere: the parts before the cut, none of them damaged, and it goes on there. */
static void check_cuts(void)
{
	static char text[4096], now[4096];
	const size_t size = read_all(text, sizeof text);
	struct execution_tree t;
	struct tree_file f;
	size_t before = 0, bad = 0;

	for (size_t cut = 0; cut <= size; cut++) {
		write_all(text, cut);
		const enum tree_file_found found = open_file(&f, &t, KEY);
		const bool is_whole =
		    found == TREE_FILE_CONTINUED || found == TREE_FILE_NEW;
		bad += !is_whole || parts_of(&t) < before || t.refuted;
		before = parts_of(&t);
		close_file(&f, &t);
		/* What is left is whole, and is read again. */
		const size_t left = read_all(now, sizeof now);
		bad += left > cut && cut > 40;
		open_file(&f, &t, KEY);
		bad += parts_of(&t) != before;
		close_file(&f, &t);
	}
	check(bad == 0 && before == 3, "file_cut",
	      "a part was lost, or damage was seen");
	write_all(text, size);
}

/* One bit changed anywhere: damage or another build is seen, or what is behind the change
 * counts for nothing; it is never read as something else. */
static void check_damage(void)
{
	static char text[4096], changed[4096];
	const size_t size = read_all(text, sizeof text);
	struct execution_tree t;
	struct tree_file f;
	size_t bad = 0, aside_count = 0;

	for (size_t at = 0; at < size; at++) {
		memcpy(changed, text, size);
		changed[at] ^= 1;
		write_all(changed, size);
		const enum tree_file_found found = open_file(&f, &t, KEY);
		const bool is_aside =
		    found == TREE_FILE_DAMAGED || found == TREE_FILE_OTHER;
		aside_count += is_aside;
		bad += is_aside ? parts_of(&t) != 0 || access(aside, F_OK)
				: parts_of(&t) >= 3;
		close_file(&f, &t);
		remove(aside);
	}
	check(bad == 0 && aside_count > size / 2, "file_damaged",
	      "a changed byte was read as if it were none");
	write_all(text, size);
	check(open_file(&f, &t, KEY + 1) == TREE_FILE_OTHER && parts_of(&t) == 0,
	      "file_other", "the tree of another program was read");
	struct execution_tree second;
	struct tree_file busy;
	check(open_file(&busy, &second, KEY + 1) == TREE_FILE_BUSY, "file_busy",
	      "two have it open");
	close_file(&busy, &second);
	close_file(&f, &t);
}

/* A disk that is full: the error is told, and nothing but the last part is lost. */
static void check_full(void)
{
	struct execution_tree t;
	struct tree_file f;

	remove(path);
	if (symlink("/dev/full", path) || access(path, W_OK)) {
		printf("SKIP file_full: there is no /dev/full\n");
		return;
	}
	const enum tree_file_found found = open_file(&f, &t, KEY);
	int err = ENOSPC;
	if (found != TREE_FILE_ERROR) {
		const struct tree_listener listener = tree_file_listener(&f);
		take(&t, "0", &listener);
		err = tree_file_write(&f, 0);
	}
	check(err == ENOSPC, "file_full", "a full disk was not told");
	close_file(&f, &t);
}

int main(void)
{
	program_make();
	check_paths();
	check_sides();
	check_bad_nodes();
	check_choice();
	check_deferral();
	check_visits();
	if (!mkdtemp(directory)) {
		printf("not ok file_directory: %s\n", strerror(errno));
		return 1;
	}
	snprintf(path, sizeof path, "%s/tree", directory);
	snprintf(aside, sizeof aside, "%s/tree.old", directory);
	check_file();
	check_cuts();
	check_damage();
	check_full();
	remove(path);
	remove(aside);
	rmdir(directory);
	return 0;
}
