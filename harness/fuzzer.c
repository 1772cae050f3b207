/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzzer.c - libFuzzer's side: the callback that runs one input, and the custom mutator
 * in which its mutations and minimisation alternate.
 *
 * A call of the mutator either lets libFuzzer mutate or minimises for one slice. How many
 * mutations come between two slices follows what they bring. When the search is finished
 * libFuzzer is made to end as it does on request, with its final statistics.
 */
#include "harness/fuzzer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/describe.h"
#include "harness/failure.h"
#include "harness/fork.h"

typedef int test_fn(const uint8_t *data, size_t size);
int LLVMFuzzerRunDriver(int *argc, char ***argv, test_fn *callback);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned seed);

enum { MUTATIONS_LEAST = 4, MUTATIONS_MOST = 1024 };

static struct {
	struct fuzzer f;
	struct search search;
	coord *x; /* the input of the callback */
	unsigned char *bytes; /* its canonical form */
	int searching; /* the mutator has been called: seeds are behind us */
	int finishing; /* the end has been asked for */
	unsigned left; /* libFuzzer's mutations until the next slice */
	unsigned share; /* of them between two slices */
	unsigned brought; /* goals that they closed since the last slice */
	unsigned long long executions; /* by libFuzzer */
} session;

static unsigned long long evaluations(void)
{
	return session.search.evaluations + session.executions;
}

/* With the other processes of -fork. */
static int share(void)
{
	return fork_share(session.f.goals, evaluations(), session.search.starts_made);
}

/* ---- the callback */

/* An input of a seed directory is there already. Without seeds libFuzzer begins with an
 * empty input and a short one of its own and never writes them. */
static void keep(unsigned closed)
{
	session.brought += closed;
	search_add(&session.search, session.x);
	int is_seed = !session.searching && session.f.options->seeded;
	if (session.f.options->passive)
		return;
	layout_encode(session.f.layout, session.x, session.bytes);
	if (is_seed)
		sink_know(session.f.sink, session.bytes, session.f.layout->file_size);
	else
		sink_put(session.f.sink, session.bytes, session.f.layout->file_size,
			 closed);
}

static int run_input(const uint8_t *data, size_t size)
{
	struct layout *l = session.f.layout;

	/* libFuzzer's handlers are there when the first input comes. */
	if (!session.executions++) {
		guard_stack();
		failure_watch();
	}
	layout_decode(l, data, size, session.x);
	failure_note(session.x);
	if (session.f.options->replay) {
		describe_call(l, session.x, 0);
		fflush(stdout);
	}
	if (session.f.state)
		state_restore(session.f.state);
	layout_store(l, session.x);
	trace_begin();
	guard_environment(&session.search.guard);
	trace.on = trace.feed = 1;
	layout_call(l);
	trace.on = trace.feed = 0;
	guard_environment(&session.search.guard);
	if (session.f.options->replay)
		return 0;
	/* With seeds the empty input that libFuzzer runs before them is none of them. */
	if (!size && session.f.options->seeded && !session.searching)
		return 0;
	unsigned closed = goals_note_run(session.f.goals, session.x);
	/* Without a branch to take the first input is all there is to keep. */
	if (closed || (!session.f.goals->scope_count && session.executions == 1))
		keep(closed);
	share();
	return 0;
}

/* ---- the mutator */

static void announce_end(const char *why)
{
	const struct goals *g = session.f.goals;

	sink_check(session.f.sink);
	fprintf(stderr,
		"INFO: me: stop: %s; %u of %u goals covered, %llu evaluations, %u starts, "
		"%zu bytes of state\n",
		why, g->scope_count - g->open_count - goals_given_up(g), g->scope_count,
		evaluations(), session.search.starts_made,
		session.f.state ? session.f.state->bytes : 0);
	if (goals_given_up(g))
		fprintf(stderr, "INFO: me: %u goals given up\n", goals_given_up(g));
}

/* libFuzzer ends by itself at -runs and -max_total_time. */
static void at_exit(void)
{
	if (!session.searching || session.finishing || session.f.options->passive)
		return;
	announce_end("libFuzzer has ended");
	share();
}

static void finish(const char *why)
{
	if (session.finishing)
		return;
	session.finishing = 1;
	announce_end(why);
	share();
	fork_note_end(why);
	fork_end_fuzzer();
}

static const char *why_closed(void)
{
	return goals_given_up(session.f.goals) ? "all goals are closed or given up"
					       : "all goals are closed";
}

static void after_slice(enum search_outcome outcome)
{
	int own_stop = !session.f.options->time_given;

	if (outcome == SEARCH_SPENT)
		finish("-runs is reached");
	else if (outcome == SEARCH_FINISHED && own_stop)
		finish(session.f.goals->open_count ? "no start brings a new goal"
						   : why_closed());
	session.share = session.brought ? 2 * session.share : session.share / 2;
	if (session.share < MUTATIONS_LEAST)
		session.share = MUTATIONS_LEAST;
	if (session.share > MUTATIONS_MOST)
		session.share = MUTATIONS_MOST;
	session.brought = 0;
	session.left = session.f.options->method == METHOD_COVERME ? 0 : session.share;
}

static size_t hand_over(uint8_t *data, const coord *x)
{
	layout_encode(session.f.layout, x, data);
	return session.f.layout->file_size;
}

/* libFuzzer's mutation of the bytes, brought into canonical form. */
static size_t mutate(uint8_t *data, size_t size, size_t max_size)
{
	const struct layout *l = session.f.layout;

	size = LLVMFuzzerMutate(data, size, max_size);
	layout_decode(l, data, size, session.x);
	layout_encode(l, session.x, data);
	return l->file_size;
}

/* One slice; then libFuzzer gets what crashed, or the first input that closed a goal, or
 * one of its own mutations. */
static size_t minimise(uint8_t *data, size_t size, size_t max_size)
{
	struct search *s = &session.search;
	enum search_outcome outcome = session.f.options->method == METHOD_COVERME
					      ? coverme_slice(s)
					      : search_slice(s);

	after_slice(outcome);
	if (outcome == SEARCH_CRASH)
		return hand_over(data, s->x);
	const coord *x = search_hand_over(s);
	if (x)
		return hand_over(data, x);
	/* The paper's algorithm has no mutations beside it. */
	return session.f.options->method == METHOD_COVERME ? size
							   : mutate(data, size, max_size);
}

static int minimises(size_t max_size)
{
	const struct harness_options *o = session.f.options;

	return o->method != METHOD_OFF && !o->passive && !session.finishing &&
	       max_size >= session.f.layout->file_size;
}

/* -runs counts all executions, and -runs of nothing but libFuzzer's own is its matter. */
static void set_limit(void)
{
	const struct harness_options *o = session.f.options;

	if (o->runs >= 0) {
		unsigned long long runs = (unsigned long long)o->runs;
		session.search.limit =
			runs > session.executions ? runs - session.executions : 0;
	}
}

__attribute__((visibility("default"))) size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	if (!session.f.layout) /* a bytes target */
		return LLVMFuzzerMutate(data, size, max_size);
	if (!session.searching) {
		session.searching = 1;
		gsl_rng_set(session.search.rng, seed);
	}
	if (max_size < session.f.layout->file_size)
		return LLVMFuzzerMutate(data, size, max_size);
	if (share())
		finish("another process has nothing left to do");
	if (session.f.options->method == METHOD_OFF && !session.f.goals->open_count &&
	    !session.f.options->time_given)
		finish("all goals are closed");
	const coord *x = search_hand_over(&session.search);
	if (x)
		return hand_over(data, x);
	if (!minimises(max_size) || session.left) {
		if (session.left)
			session.left--;
		return mutate(data, size, max_size);
	}
	set_limit();
	return minimise(data, size, max_size);
}

/* ---- libFuzzer's command line with our defaults */

static int given(int argc, char **argv, const char *flag)
{
	size_t n = strlen(flag);

	for (int i = 1; i < argc; i++)
		if (argv[i][0] == '-' && !strncmp(argv[i] + 1, flag, n) &&
		    argv[i][n + 1] == '=')
			return 1;
	return 0;
}

/* Defaults of a typed target, right behind the program's name:
 * - an input is as long as the layout;
 * - a feature is a side of a branch, however often it was taken: one file a feature at
 *   the most;
 * - nothing depends on when the directory was read again. */
static char **add_defaults(const struct fuzzer *f, int *argc, char **argv)
{
	static char max_len[40];
	static char **out; /* in use until the process ends */
	static const struct {
		const char *flag, *argument;
	} defaults[] = {{"max_len", max_len},	    {"use_counters", "-use_counters=0"},
			{"reload", "-reload=0"},    {"timeout", "-timeout=10"},
			{"print_final_stats", "-print_final_stats=1"}};
	int n = 0;

	out = calloc((size_t)*argc + 8, sizeof *out);
	if (!out)
		return argv;
	snprintf(max_len, sizeof max_len, "-max_len=%zu", f->layout->file_size);
	out[n++] = argv[0];
	for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
		if (!given(*argc, argv, defaults[i].flag))
			out[n++] = (char *)(uintptr_t)defaults[i].argument;
	for (int i = 1; i < *argc; i++)
		out[n++] = argv[i];
	*argc = n;
	return out;
}

int fuzzer_run(const struct fuzzer *f, int argc, char **argv)
{
	session.f = *f;
	session.share = MUTATIONS_LEAST * 4;
	session.left = f->options->method == METHOD_COVERME ? 0 : session.share;
	session.x = calloc(f->layout->n + 1, sizeof *session.x);
	session.bytes = calloc(f->layout->file_size + 1, 1);
	if (!session.x || !session.bytes ||
	    search_init(&session.search, f->options, f->layout, f->goals, f->sink,
			f->state, 0)) {
		fprintf(stderr, "ERROR: me: out of memory\n");
		return 1;
	}
	if (*f->layout->entry->ranges)
		fprintf(stderr, "INFO: me: only inputs of %s are run\n",
			f->layout->entry->ranges);
	argv = add_defaults(f, &argc, argv);
	atexit(at_exit);
	if (failure_init(f->layout, &session.search.guard, argc, argv)) {
		fprintf(stderr, "ERROR: me: out of memory\n");
		return 1;
	}
	return LLVMFuzzerRunDriver(&argc, &argv, run_input);
}
