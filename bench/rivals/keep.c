/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * keep.c - keeps those inputs of a typed entry that take a branch which no input before
 * has taken. Linked with the entry's instrumented object, whose counters say so:
 *
 *	keep DIR --random SEED   draws inputs, until it is killed
 *	keep DIR --bits SEED     draws inputs of random bits alone, and keeps those that
 *	                         meet a predicate (kinds=) which none before has met
 *	keep DIR PATH...         runs the files, and those of directories
 *
 * Inputs that are kept are written to the directory DIR. Runs are made in a child
 * process; a run that fails or takes too long ends the child, and its branches count
 * until then. A drawn run has 0.2 s of CPU. A file has 0.1 s; those that take longer
 * are run again behind all others, each with 1 s, so that a slow one is only kept for
 * what no fast one takes.
 *
 * A draw gives every value random bits or, every second time, one of its type's special
 * values.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/base/random.h"
#include "bench/base/special.h"
#include "corpus/files/corpus.h"
#include "harness/input/arguments.h"
#include "harness/program/state.h"
#include "harness/runtime/trace.h"
#include "value/type.h"

extern const struct me_entry __start_me_entries[], __stop_me_entries[];
extern struct me_unit __start_me_units[], __stop_me_units[];

/* What an instrumented object wants. Hooks are called for predicates alone, in the mode
 * that counts these: all other sites are closed. */
const uint32_t ME_ABI_NAME = ME_ABI, ME_ABI_ENTRY = ME_ABI;

enum { FAST_US = 100000, DRAWN_US = 200000, BITS_US = 20000, SLOW_US = 1000000 };

/* What the children leave to each other. */
struct shared {
	uint64_t random; /* state of the generator */
	size_t next; /* the file after this one; from list.count on, the slow ones */
	unsigned long long runs;
	unsigned char marks[]; /* goals that were taken, then files that are slow */
};

enum mode { FILES, RANDOM, BITS };

static struct {
	enum mode mode;
	const char *dir;
	struct layout layout;
	struct state state;
	coord *x;
	unsigned char *bytes; /* of the run */
	size_t size;
	struct corpus_list list;
	struct shared *shared;
	unsigned char *taken, *slow;
	struct program program; /* of BITS */
	int has_met; /* the run has met a predicate first */
	volatile sig_atomic_t running, defers; /* defers: a slow run is made again */
	volatile unsigned long long run_at_tick;
} keeper;

/* ---- what a run has taken */

/* The first predicate of a site was met: its hook is not called again, unless another
 * one of its operation asks for it. */
static void close_site(uint32_t site)
{
	const struct program *p = &keeper.program;
	uint32_t first = site, open = 0;

	trace.exceptions[site].is_open = 0;
	while (p->sites[first]->flags & ME_SITE_OPERATION && !p->sites[first]->group)
		first--;
	for (uint32_t i = first; i < first + p->sites[first]->group; i++)
		open |= trace.exceptions[i].is_open;
	*p->site_state[first] = open ? TRACE_OPEN : TRACE_CLOSED;
}

static void note_met(uint32_t goal)
{
	keeper.has_met |= !keeper.taken[goal];
	keeper.taken[goal] = 1;
	close_site(program_goal_site(&keeper.program, goal));
}

/* 0, or -1 when there is no memory. */
static int open_predicates(void)
{
	static const struct trace_session session = {DISTANCE_ULP, .met = note_met};
	struct program *p = &keeper.program;

	if (program_init(p, NULL) || trace_init(p, &session))
		return -1;
	for (uint32_t i = 0; i < p->site_count; i++) {
		const struct me_site *site = p->sites[i];
		if (site->kind == ME_SITE_PREDICATE)
			trace_open(i, 1);
	}
	return 0;
}

/* Marks the goals met by the run; whether one is new. */
static int mark_taken(void)
{
	size_t goal = 0;
	int is_new = 0;

	if (keeper.mode == BITS)
		return keeper.has_met;
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->goal_count; i++, goal++)
			if (*u->goals[i].counter && !keeper.taken[goal])
				is_new = keeper.taken[goal] = 1;
	return is_new;
}

static void look(void)
{
	char path[4096];

	if (!mark_taken())
		return;
	snprintf(path, sizeof path, "%s/%08llu", keeper.dir, keeper.shared->runs);
	const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);

	if (file < 0 ||
	    write(file, keeper.bytes, keeper.size) != (ssize_t)keeper.size ||
	    close(file) != 0) {
		perror(path);
		kill(getppid(), SIGTERM);
	}
}

static void on_signal(int number)
{
	if (number == SIGPROF && keeper.run_at_tick != keeper.shared->runs) {
		keeper.run_at_tick = keeper.shared->runs;
		return;
	}
	if (number == SIGPROF && keeper.defers)
		keeper.slow[keeper.shared->next - 1] = 1;
	else if (keeper.running)
		look();
	_exit(0);
}

/* The program has called exit. */
static void on_exit_call(void)
{
	if (keeper.running)
		look();
}

static void catch_signals(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS,	SIGFPE,
				      SIGILL,  SIGABRT, SIGPROF};
	static char stack[1 << 16];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	const struct sigaction action = {.sa_handler = on_signal,
					 .sa_flags = SA_ONSTACK};

	sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
	atexit(on_exit_call);
}

/* A run is left at the second tick in it. */
static void limit_runs(long us)
{
	const struct timeval tick = {0, us / 2};

	setitimer(ITIMER_PROF, &(struct itimerval){tick, tick}, NULL);
}

/* ---- one run */

static void run(void)
{
	for (struct me_unit *u = __start_me_units;
	     keeper.mode != BITS && u < __stop_me_units; u++)
		memset(u->counters, 0, u->counter_count);
	state_restore(&keeper.state);
	layout_decode(&keeper.layout, keeper.bytes, keeper.size, keeper.x);
	arguments_store(&keeper.layout, keeper.x);
	keeper.shared->runs++;
	keeper.has_met = 0;
	struct run_request request = run_request_plain();
	request.omits = OMIT_DISTANCES;
	trace_begin(&request);
	trace_listen(keeper.mode == BITS);
	keeper.running = 1;
	arguments_call(&keeper.layout);
	keeper.running = 0;
	trace_listen(0);
	look();
}

/* ---- inputs at random */

static uint64_t draw(void)
{
	return random_draw(&keeper.shared->random);
}

static void draw_special(enum me_type type, void *to)
{
	const unsigned which = draw() % SPECIALS;
	const int sign = draw() % 2 ? -1 : 1;
	const float narrow = sign * special_floats[which];
	const double plain = sign * special_doubles[which];
	const long double wide = sign * special_longs[which];
	const int64_t integer = sign * (int64_t)special_ints[which];

	switch (type) {
	case ME_F32:
		memcpy(to, &narrow, sizeof narrow);
		break;
	case ME_F64:
		memcpy(to, &plain, sizeof plain);
		break;
	case ME_F80:
		memcpy(to, &wide, 10);
		break;
	case ME_F128: /* stays at random */
		break;
	default:
		memcpy(to, &integer, sizeof integer);
	}
}

static void draw_scalar(const struct me_field *field, unsigned char *to)
{
	const enum me_type type = field->type;
	uint64_t bits[2] = {draw(), draw()};

	if (keeper.mode == BITS) {
		memcpy(to, bits, type_file_size(type));
		return;
	}
	/* Integers of all magnitudes alike. */
	if (!type_is_float(type) && draw() % 2)
		bits[0] = (int64_t)bits[0] >> draw() % 64;
	if (draw() % 2)
		draw_special(type, bits);
	if (field->flags & ME_FIELD_RANGE && !type_is_float(type) &&
	    field->high[0] > field->low[0] && draw() % 4)
		bits[0] = field->low[0] + draw() % (field->high[0] - field->low[0] + 1);
	memcpy(to, bits, type_file_size(type));
}

static void draw_input(void)
{
	unsigned char *to = keeper.bytes;

	for (size_t i = 0; i < keeper.layout.parameter_count; i++) {
		const struct me_parameter *p = keeper.layout.parameters[i].record;

		if (p->flags & ME_PARAMETER_NULLABLE)
			*to++ = draw() % 2;
		for (uint32_t k = 0; k < p->count * p->field_count; k++) {
			const struct me_field *field = &p->fields[k % p->field_count];

			for (uint32_t n = 0; n < field->count; n++) {
				draw_scalar(field, to);
				to += type_file_size(field->type);
			}
		}
	}
}

static void run_drawn(void)
{
	keeper.size = keeper.layout.file_size;
	limit_runs(keeper.mode == BITS ? BITS_US : DRAWN_US);
	for (;;) {
		draw_input();
		run();
	}
}

/* ---- inputs from files */

static void run_file(const char *path)
{
	if (corpus_read(path, &keeper.bytes, &keeper.size) != 0) {
		perror(path);
		return;
	}
	run();
	free(keeper.bytes);
}

static void run_files(void)
{
	const size_t count = keeper.list.count;
	size_t *next = &keeper.shared->next;

	keeper.defers = 1;
	limit_runs(FAST_US);
	while (*next < count) {
		const char *path = keeper.list.paths[(*next)++];

		run_file(path);
	}
	keeper.defers = 0;
	limit_runs(SLOW_US);
	while (*next < 2 * count) {
		const size_t file = (*next)++ - count;

		if (keeper.slow[file])
			run_file(keeper.list.paths[file]);
	}
}

/* ---- */

/* 0, or -1 when there is no memory. */
static int set_up(void)
{
	size_t goals = 0, size;

	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		goals += u->goal_count;
	size = sizeof *keeper.shared + goals + keeper.list.count;
	keeper.shared =
	    mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (keeper.shared == MAP_FAILED || (keeper.mode == BITS && open_predicates()) ||
	    arguments_init(&keeper.layout, __start_me_entries) ||
	    state_init(&keeper.state))
		return -1;
	keeper.taken = keeper.shared->marks;
	keeper.slow = keeper.taken + goals;
	keeper.x = calloc(keeper.layout.n + 1, sizeof *keeper.x);
	keeper.bytes = calloc(keeper.layout.file_size + 1, 1);
	return keeper.x && keeper.bytes ? 0 : -1;
}

/* Children one after the other, until all is done. Returns an exit code. */
static int run_in_children(void)
{
	for (;;) {
		const unsigned long long runs = keeper.shared->runs;
		const size_t next = keeper.shared->next;
		const pid_t child = fork();

		if (child == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			catch_signals();
			if (!keeper.list.count)
				run_drawn();
			run_files();
			_exit(0);
		}
		if (child < 0 || waitpid(child, NULL, 0) != child)
			return 1;
		if (keeper.list.count && keeper.shared->next == 2 * keeper.list.count)
			return 0;
		if (keeper.shared->runs == runs && keeper.shared->next == next)
			return 1; /* it died before its first run */
	}
}

int main(int argc, char **argv)
{
	const int draws =
	    argc == 4 && (!strcmp(argv[2], "--random") || !strcmp(argv[2], "--bits"));

	if (argc < 3 || __stop_me_entries - __start_me_entries != 1) {
		fprintf(stderr, "usage: keep DIR --random SEED|--bits SEED|PATH...\n");
		return 2;
	}
	keeper.dir = argv[1];
	if (draws)
		keeper.mode = strcmp(argv[2], "--bits") ? RANDOM : BITS;
	for (int i = 2; !draws && i < argc; i++)
		if (corpus_list_add(&keeper.list, argv[i]) != 0) {
			perror(argv[i]);
			return 1;
		}
	if (set_up() != 0 || (!draws && keeper.list.count == 0)) {
		fprintf(stderr, "keep: no memory, or no inputs\n");
		return 1;
	}
	keeper.shared->random = draws ? strtoull(argv[3], NULL, 10) : 0;
	return run_in_children();
}
