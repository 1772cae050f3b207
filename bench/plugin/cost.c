/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cost.c - what the hooks cost: times calls of one function, built in several ways and
 * linked into this one process, over the same inputs.
 *
 *	cost NAME CORPUS
 *
 * Half of the inputs are files of CORPUS, drawn with replacement, half random bits, in
 * random order; the seed is fixed. All of them stand in memory before a pass begins: a
 * pass calls a build on each of them once, through the thunk of call.awk. The builds
 * take turns, ROUNDS times; a ratio is the median over the rounds of that of two passes
 * of one round. Times are CPU times of the thread.
 *
 * The output is one row of build/bench/cost.tsv: see cost.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/base/random.h"
#include "bench/subjects/plain.h"
#include "corpus/files/corpus.h"
#include "harness/input/arguments.h"
#include "harness/program/state.h"
#include "harness/runtime/trace.h"

enum { INPUTS = 10000, ROUNDS = 41, WARM_UP = 2 };

extern const struct me_entry __start_me_entries[];

/* Beside main(), as in libme. */
const uint32_t ME_ABI_ENTRY = ME_ABI;

typedef void call_fn(void *const *slot);
call_fn call_plain, call_hooked, call_clang, call_fuzzer;

/* ---- inputs */

struct inputs {
	size_t size; /* bytes of one input's parameters in memory */
	char *values, *pristine; /* INPUTS of them; what a call writes is put back */
	void **slots; /* parameter_count for each input */
	coord *vectors; /* layout.n for each */
};

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
	return random_draw(&random_state);
}

static void draw_random(const struct layout *l, coord *x)
{
	unsigned char bytes[256];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)random_bits();
	layout_decode(l, bytes, sizeof bytes, x);
}

static int draw_file(const struct layout *l, const struct corpus_list *files, coord *x)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read(files->paths[random_bits() % files->count], &bytes, &size))
		return -1;
	layout_decode(l, bytes, size, x);
	free(bytes);
	return 0;
}

static size_t parameter_room(const struct layout *l, size_t i)
{
	return (l->parameters[i].memory_size + 7) / 8 * 8;
}

/* The vector as the entry finds it, copied out of the layout's own memory. */
static void place(const struct layout *l, struct inputs *in, size_t number)
{
	char *to = in->values + number * in->size;
	void **slot = in->slots + number * l->parameter_count;

	arguments_store(l, in->vectors + number * l->n);
	for (size_t i = 0; i < l->parameter_count; i++) {
		memcpy(to, l->parameters[i].memory, l->parameters[i].memory_size);
		slot[i] = to;
		to += parameter_room(l, i);
	}
}

static int inputs_init(struct inputs *in, const struct layout *l, const char *corpus)
{
	struct corpus_list files = {0, NULL, 0};
	unsigned left[2] = {INPUTS / 2, INPUTS / 2}; /* of the corpus, random */

	for (size_t i = 0; i < l->parameter_count; i++)
		in->size += parameter_room(l, i);
	in->values = calloc(INPUTS, in->size);
	in->pristine = calloc(INPUTS, in->size);
	in->slots = calloc(INPUTS * l->parameter_count, sizeof *in->slots);
	in->vectors = calloc(INPUTS * l->n, sizeof *in->vectors);
	if (!in->values || !in->pristine || !in->slots || !in->vectors ||
	    corpus_list_add(&files, corpus) || !files.count)
		return -1;
	for (size_t i = 0; i < INPUTS; i++) {
		coord *x = in->vectors + i * l->n;
		int random = random_bits() % (left[0] + left[1]) >= left[0];
		left[random]--;
		if (random)
			draw_random(l, x);
		else if (draw_file(l, &files, x))
			return -1;
		place(l, in, i);
	}
	memcpy(in->pristine, in->values, INPUTS * in->size);
	return 0;
}

/* ---- passes: nanoseconds of CPU for a call */

struct bench {
	struct program program;
	struct layout layout;
	struct state state;
	struct inputs inputs;
};

static double nanoseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_calls(struct bench *b, call_fn *call)
{
	size_t step = b->layout.parameter_count;

	memcpy(b->inputs.values, b->inputs.pristine, INPUTS * b->inputs.size);
	double start = nanoseconds();
	for (size_t i = 0; i < INPUTS; i++)
		call(b->inputs.slots + i * step);
	return (nanoseconds() - start) / INPUTS;
}

/* A run's trace begins with each call: it is the hooks' own. */
static double time_traced(struct bench *b, call_fn *call)
{
	const struct run_request request = run_request_plain();
	size_t step = b->layout.parameter_count;

	memcpy(b->inputs.values, b->inputs.pristine, INPUTS * b->inputs.size);
	trace_listen(1);
	double start = nanoseconds();
	for (size_t i = 0; i < INPUTS; i++) {
		trace_begin(&request);
		call(b->inputs.slots + i * step);
	}
	double time = nanoseconds() - start;
	trace_listen(0);
	return time / INPUTS;
}

static double time_preparing(struct bench *b)
{
	double start = nanoseconds();

	for (size_t i = 0; i < INPUTS; i++) {
		state_restore(&b->state);
		arguments_store(&b->layout, b->inputs.vectors + i * b->layout.n);
	}
	return (nanoseconds() - start) / INPUTS;
}

static void open_all(const struct bench *b, int open)
{
	for (uint32_t site = 0; site < b->program.site_count; site++)
		trace_open(site, open);
}

/* ---- */

enum pass { PLAIN, CLOSED, OPEN, CLANG, FUZZER, PREPARING, PASSES };

static void run_round(struct bench *b, double ns[PASSES])
{
	ns[PLAIN] = time_calls(b, call_plain);
	open_all(b, 0);
	ns[CLOSED] = time_calls(b, call_hooked);
	open_all(b, 1);
	ns[OPEN] = time_traced(b, call_hooked);
	ns[CLANG] = time_calls(b, call_clang);
	ns[FUZZER] = time_calls(b, call_fuzzer);
	ns[PREPARING] = time_preparing(b);
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double rounds[ROUNDS][PASSES];

/* Of the pass, or with a base of the ratio to it. */
static double median(enum pass pass, enum pass base)
{
	double values[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		values[i] = rounds[i][pass] / (base == PASSES ? 1 : rounds[i][base]);
	qsort(values, ROUNDS, sizeof *values, ascending);
	return values[ROUNDS / 2];
}

static int fail(const char *name, const char *why)
{
	fprintf(stderr, "cost: %s: %s\n", name, why);
	return 1;
}

int main(int argc, char **argv)
{
	static struct bench b;
	double unused[PASSES];

	if (argc != 3)
		return fail("usage", "cost NAME CORPUS");
	if (program_init(&b.program, NULL) ||
	    trace_init(&b.program, &(struct trace_session){DISTANCE_ULP}) ||
	    arguments_init(&b.layout, __start_me_entries) || state_init(&b.state))
		return fail(argv[1], "out of memory");
	if (inputs_init(&b.inputs, &b.layout, argv[2]))
		return fail(argv[2], "no inputs");
	for (int i = 0; i < WARM_UP; i++)
		run_round(&b, unused);
	for (int i = 0; i < ROUNDS; i++)
		run_round(&b, rounds[i]);
	printf("%s\t%.2f\t%.2f\t%.3f\t%.2f\t%.3f\t%.2f\t%.2f\t%.3f\t%.2f\n", argv[1],
	       median(PLAIN, PASSES), median(CLOSED, PASSES), median(CLOSED, PLAIN),
	       median(OPEN, PASSES), median(OPEN, PLAIN), median(CLANG, PASSES),
	       median(FUZZER, PASSES), median(FUZZER, CLANG),
	       median(PREPARING, PASSES));
	return 0;
}
