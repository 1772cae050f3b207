/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * me_gcno_test.c - the flow graph: random walks through random graphs, of which only
 * the arcs outside a spanning tree are told, must come back whole; and the formats of
 * gcc 11 (words) and gcc 12 (bytes), also cut short anywhere.
 */
#include "gcov-tools/gcno.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/me_check.h"

#define BLOCKS 12
#define ARCS_MAX (3 * BLOCKS)

/* ---- solving */

struct sample {
	struct gcno_block blocks[BLOCKS];
	struct gcno_arc arcs[ARCS_MAX];
	uint64_t truth[ARCS_MAX];
	struct gcno_function function;
};

static size_t arc_add(struct sample *sample, uint32_t source, uint32_t destination)
{
	struct gcno_function *function = &sample->function;
	struct gcno_block *block = sample->blocks + source;

	for (size_t i = 0; i < block->arc_count; i++)
		if (sample->arcs[block->first_arc + i].destination == destination)
			return function->arc_count;
	if (block->arc_count++ == 0)
		block->first_arc = function->arc_count;
	sample->arcs[function->arc_count].source = source;
	sample->arcs[function->arc_count].destination = destination;
	return ++function->arc_count;
}

/* Block 0 is the entry, 1 the exit. Each block has an arc onward, so that walks end. */
static void sample_make(struct sample *sample, unsigned *seed)
{
	memset(sample, 0, sizeof(*sample));
	sample->function.blocks = sample->blocks;
	sample->function.arcs = sample->arcs;
	sample->function.block_count = BLOCKS;
	arc_add(sample, 0, 2);
	for (uint32_t b = 2; b < BLOCKS; b++) {
		const int more = rand_r(seed) % 3;

		for (int i = 0; i < more; i++)
			arc_add(sample, b, 2 + (uint32_t)rand_r(seed) % (BLOCKS - 2));
		arc_add(sample, b, b + 1 < BLOCKS ? b + 1 : 1);
	}
}

static void sample_walk(struct sample *sample, unsigned *seed)
{
	for (uint32_t b = 0; b != 1;) {
		const struct gcno_block *block = sample->blocks + b;
		const size_t arc =
		    block->first_arc + (size_t)rand_r(seed) % block->arc_count;

		sample->truth[arc]++;
		b = sample->arcs[arc].destination;
	}
}

static uint32_t component(const uint32_t *parent, uint32_t b)
{
	while (parent[b] != b)
		b = parent[b];
	return b;
}

/* As GCC does it: exit and entry are joined first, then what closes no circle. */
static void sample_hide(struct sample *sample)
{
	uint32_t parent[BLOCKS];

	for (uint32_t b = 0; b < BLOCKS; b++)
		parent[b] = b;
	parent[1] = 0;
	for (size_t i = 0; i < sample->function.arc_count; i++) {
		struct gcno_arc *arc = sample->arcs + i;
		const uint32_t a = component(parent, arc->source);
		const uint32_t b = component(parent, arc->destination);

		arc->on_tree = a != b;
		arc->count = arc->on_tree ? 0 : sample->truth[i];
		parent[a] = b;
	}
}

/* The count of each arc, whatever order the arcs have now. */
static int sample_is_solved(const struct sample *sample, const struct gcno_arc *before)
{
	for (size_t i = 0; i < sample->function.arc_count; i++) {
		const struct gcno_block *block = sample->blocks + before[i].source;
		int found = 0;

		for (size_t k = 0; k < block->arc_count; k++) {
			const struct gcno_arc *arc =
			    sample->arcs + block->first_arc + k;

			found |= arc->destination == before[i].destination &&
				 arc->count == sample->truth[i];
		}
		if (!found)
			return 0;
	}
	return 1;
}

static void test_solve(void)
{
	unsigned seed = 7;
	int good = 1;

	for (int round = 0; round < 300 && good; round++) {
		struct sample sample;
		struct gcno_arc before[ARCS_MAX];

		sample_make(&sample, &seed);
		for (int i = 0; i < round % 5; i++)
			sample_walk(&sample, &seed);
		sample_hide(&sample);
		memcpy(before, sample.arcs, sizeof(before));
		good = gcno_solve(&sample.function) == GCNO_OK &&
		       sample_is_solved(&sample, before);
	}
	check(good, "gcno_solve", "other counts");
}

/* A run is left in the middle of a way: no count is below 0, and none fails. */
static void test_left(void)
{
	unsigned seed = 11;
	int good = 1;

	for (int round = 0; round < 300 && good; round++) {
		struct sample sample;

		sample_make(&sample, &seed);
		for (int i = 0; i < round % 5 + 1; i++)
			sample_walk(&sample, &seed);
		sample_hide(&sample);
		for (size_t i = 0; i < sample.function.arc_count; i++)
			if (!sample.arcs[i].on_tree && sample.arcs[i].count) {
				sample.arcs[i].count--;
				break;
			}
		good = gcno_solve(&sample.function) == GCNO_OK;
		for (size_t i = 0; i < sample.function.arc_count; i++)
			good &= sample.arcs[i].fake ||
				(int64_t)sample.arcs[i].count >= 0;
	}
	check(good, "gcno_left", "counts below 0, or an error");
}

static void test_unsolvable(void)
{
	struct sample sample;
	unsigned seed = 3;

	sample_make(&sample, &seed);
	for (size_t i = 0; i < sample.function.arc_count; i++)
		sample.arcs[i].on_tree = true;
	check(gcno_solve(&sample.function) == GCNO_EGRAPH, "gcno_unsolvable", "solved");
}

/* ---- the files */

struct bytes_target {
	unsigned char data[1024];
	size_t size;
	int gcc;
};

static void put(struct bytes_target *out, uint32_t word)
{
	memcpy(out->data + out->size, &word, 4);
	out->size += 4;
}

static void put_string(struct bytes_target *out, const char *string)
{
	const size_t n = strlen(string) + 1;
	const size_t room = out->gcc >= 12 ? n : (n + 3) / 4 * 4;

	put(out, (uint32_t)(out->gcc >= 12 ? room : room / 4));
	memcpy(out->data + out->size, string, n);
	memset(out->data + out->size + n, 0, room - n);
	out->size += room;
}

/* Begins a record; the length is filled in by record_end(). */
static size_t record_begin(struct bytes_target *out, uint32_t tag)
{
	put(out, tag);
	put(out, 0);
	return out->size;
}

static void record_end(struct bytes_target *out, size_t start)
{
	const uint32_t n = (uint32_t)(out->size - start);
	const uint32_t length = out->gcc >= 12 ? n : n / 4;

	memcpy(out->data + start - 4, &length, 4);
}

static void put_header(struct bytes_target *out, uint32_t magic, int gcc)
{
	out->size = 0;
	out->gcc = gcc;
	put(out, magic);
	put(out, (uint32_t)('A' + gcc / 10) << 24 | (uint32_t)('0' + gcc % 10) << 16 |
		     (uint32_t)'2' << 8 | '*');
	put(out, 42);
	if (gcc >= 12)
		put(out, 0);
}

static void put_arcs(struct bytes_target *out, uint32_t source, uint32_t a, uint32_t a_flags,
		     uint32_t b, uint32_t b_flags)
{
	const size_t start = record_begin(out, 0x01430000);

	put(out, source);
	put(out, a);
	put(out, a_flags);
	if (b) {
		put(out, b);
		put(out, b_flags);
	}
	record_end(out, start);
}

/* The block has a line of the function's file and, if there is one, of in.h. */
static void put_line(struct bytes_target *out, uint32_t block, uint32_t line, uint32_t inlined)
{
	const size_t start = record_begin(out, 0x01450000);

	put(out, block);
	put(out, 0);
	put_string(out, "f.c");
	put(out, line);
	if (inlined) {
		put(out, 0);
		put_string(out, "in.h");
		put(out, inlined);
	}
	put(out, 0);
	put(out, 0);
	record_end(out, start);
}

/* 0 -> 2; 2 -> 3 or 4; 3 calls, goes on to 4 or never returns; 4 -> 1. */
static void put_notes(struct bytes_target *out, int gcc)
{
	size_t start;

	put_header(out, 0x67636e6f, gcc);
	put_string(out, "/src");
	put(out, 1);
	start = record_begin(out, 0x01000000);
	put(out, 77);
	put(out, 78);
	put(out, 79);
	put_string(out, "f");
	put(out, 0);
	put_string(out, "f.c");
	for (uint32_t i = 0; i < 4; i++)
		put(out, 10 + i);
	record_end(out, start);
	start = record_begin(out, 0x01410000);
	put(out, 5);
	record_end(out, start);
	put_arcs(out, 0, 2, 4, 0, 0);
	put_arcs(out, 2, 4, 1, 3, 4);
	put_arcs(out, 3, 4, 4, 1, 3);
	put_arcs(out, 4, 1, 1, 0, 0);
	put_line(out, 2, 11, 0);
	put_line(out, 3, 12, 0);
	put_line(out, 4, 11, 99);
	put(out, 0);
}

/* 0->2: 3 times, 2->3: once, 3->4: once. */
static void put_data(struct bytes_target *out, int gcc)
{
	static const uint32_t counts[] = {3, 0, 1, 0, 1, 0};
	size_t start;

	put_header(out, 0x67636461, gcc);
	start = record_begin(out, 0x01000000);
	put(out, 77);
	put(out, 78);
	put(out, 79);
	record_end(out, start);
	start = record_begin(out, 0x01a10000);
	for (size_t i = 0; i < 6; i++)
		put(out, counts[i]);
	record_end(out, start);
	put(out, 0);
}

static void test_file(int gcc, const char *name)
{
	struct bytes_target notes, data;
	struct gcno gcno;
	struct gcno_totals totals = {0};
	const struct gcno_block *block = NULL;
	int err;

	put_notes(&notes, gcc);
	put_data(&data, gcc);
	err = gcno_parse(&gcno, notes.data, notes.size);
	if (!err)
		err = gcno_parse_counts(&gcno, data.data, data.size);
	if (!err && gcno.function_count == 1) {
		block = gcno_branching(gcno.functions, 0);
		gcno_count(gcno.functions, &totals);
	}
	/* Ranks go by the place in the file: 4 stands first there. */
	check(block && block->line == 11 && block->arc_count == 2 &&
		  gcno.functions->arcs[block->first_arc].count == 2 &&
		  gcno.functions->arcs[block->first_arc + 1].count == 1 &&
		  !gcno_branching(gcno.functions, 1) && totals.branches == 2 &&
		  totals.taken == 2 && totals.calls == 1 &&
		  totals.calls_executed == 1 && totals.lines == 2 &&
		  totals.lines_executed == 2 && !strcmp(gcno.functions->name, "f") &&
		  gcno.gcc == gcc,
	      name, "other counts");
	gcno_done(&gcno);
}

/* Cut anywhere, and with any byte changed: an error or a graph, never a crash. */
static void test_damage(void)
{
	struct bytes_target notes, data, bad;
	int taken = 0;

	put_notes(&notes, 12);
	put_data(&data, 12);
	for (size_t i = 0; i < notes.size; i++) {
		struct gcno gcno;
		unsigned char *cut = malloc(i ? i : 1);

		memcpy(cut, notes.data, i);
		taken += gcno_parse(&gcno, cut, i) == GCNO_OK;
		gcno_done(&gcno);
		free(cut);
		for (int bit = 0; bit < 8; bit += 7) {
			bad = notes;
			bad.data[i] ^= (unsigned char)(1 << bit);
			if (gcno_parse(&gcno, bad.data, bad.size) == GCNO_OK)
				gcno_parse_counts(&gcno, data.data, data.size);
			gcno_done(&gcno);
		}
	}
	/* Behind the header and behind each of the 9 records nothing need follow. */
	check(taken == 10, "gcno_cut", "a file cut inside a record was taken");
}

/* A line is one whatever its blocks are, and executed with any of them. */
static void test_lines(void)
{
	struct gcno_block blocks[] = {{.count = 1}, {.count = 1}, {.count = 2}, {0}};
	struct gcno_line lines[] = {{5, 3}, {6, 2}, {6, 3}, {7, 3}, {7, 3}, {7, 2}};
	const struct gcno_function function = {
	    .blocks = blocks, .block_count = 4, .lines = lines, .line_count = 6};
	struct gcno_totals totals;

	gcno_count(&function, &totals);
	check(totals.lines == 3 && totals.lines_executed == 2, "gcno_lines",
	      "other lines");
}

static void test_mismatch(void)
{
	struct bytes_target notes, data;
	struct gcno gcno;

	put_notes(&notes, 12);
	put_data(&data, 12);
	data.data[8] ^= 1; /* the stamp */
	check(gcno_parse(&gcno, notes.data, notes.size) == GCNO_OK &&
		  gcno_parse_counts(&gcno, data.data, data.size) == GCNO_EMISMATCH,
	      "gcno_other_build", "taken");
	gcno_done(&gcno);
	put_notes(&notes, 8);
	check(gcno_parse(&gcno, notes.data, notes.size) == GCNO_EVERSION,
	      "gcno_old_version", "taken");
	gcno_done(&gcno);
}

int main(void)
{
	test_solve();
	test_left();
	test_unsolvable();
	test_file(11, "gcno_file_11");
	test_file(12, "gcno_file_12");
	test_damage();
	test_lines();
	test_mismatch();
	return me_check_failures != 0;
}
