/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fork.c - the shared board of -fork, and how the parent ends. */
#include "harness/libfuzzer/fork.h"

#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/program/shared_memory.h"
#include "harness/goals/known_verdicts.h"

#define FORK_VARIABLE "ME_FORK"

enum { POLL_MS = 10 };

/* libFuzzer's action for SIGUSR1. */
void graceful_callback(void) __asm__("_ZN6fuzzer6Fuzzer26StaticGracefulExitCallbackEv")
    __attribute__((weak));

/* libFuzzer's system(), see tools/runtime.sh. */
int __me_fork_system(const char *command);

/* Whether a child has ended because nothing is left to do. */
enum ended { GOING_ON, ENDING, ENDED };

struct board {
	uint32_t goal_count;
	int time_given, runs_given; /* as in the parent's options */
	pid_t parent;
	char corpus[PATH_MAX]; /* as the parent was given it; "": none */
	atomic_uint news; /* changes of goals */
	atomic_int ended; /* enum ended */
	char why[80]; /* ENDED: what a child has said */
	atomic_ullong evaluations, starts;
	struct failures failures; /* of all typed children */
	struct shared_goal {
		atomic_uchar covered;
		atomic_uchar failures; /* runs that took it and failed */
	} goals[];
};

static struct {
	struct board *board; /* null: no -fork */
	const struct goals *goals;
	unsigned news; /* of the board, as far as they are known here */
	uint32_t open_count; /* of the goals, when they were last shared */
	unsigned long long evaluations; /* as they were then */
	unsigned starts;
	unsigned learnt; /* goals that others have covered, since fork_learnt() */
	/* The parent's: */
	unsigned workers; /* N of -fork=N; 0 in a child */
	atomic_uint idle; /* workers that have no more to do */
	atomic_flag is_telling; /* one of them prints */
} session = {.is_telling = ATOMIC_FLAG_INIT};

/* ---- beginning */

static size_t board_size(const struct goals *g)
{
	return sizeof(struct board) +
	       g->program->goal_count * sizeof(struct shared_goal);
}

/* The file lives as long as the parent: its descriptor is never closed. */
static int make_board(const struct harness_options *o, const struct goals *g)
{
	char path[64];
	int file = memfd_create("me", MFD_CLOEXEC);

	snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), file);
	if (file < 0 || ftruncate(file, (off_t)board_size(g)))
		return -1;
	session.board = shared_memory_file(board_size(g), file);
	if (!session.board || setenv(FORK_VARIABLE, path, 1))
		return -1;
	session.board->goal_count = g->program->goal_count;
	session.board->time_given = o->time_given;
	session.board->runs_given = o->runs_given;
	session.board->parent = getpid();
	snprintf(session.board->corpus, PATH_MAX, "%s", o->corpus ? o->corpus : "");
	session.workers = o->fork;
	return 0;
}

/* The variable may be that of another program's session: then its board has another
 * size, or none is found. */
static void join_board(const char *path, const struct goals *g)
{
	int file = open(path, O_RDWR | O_CLOEXEC);
	struct stat st;

	if (file < 0)
		return;
	if (!fstat(file, &st) && (size_t)st.st_size == board_size(g))
		session.board = shared_memory_file(board_size(g), file);
	close(file);
	if (session.board && session.board->goal_count != g->program->goal_count)
		session.board = NULL;
}

int fork_init(struct harness_options *o, struct sink *sink, const struct goals *g)
{
	const char *path = getenv(FORK_VARIABLE);

	session.goals = g;
	session.open_count = g->open_count;
	if (o->fork)
		return make_board(o, g);
	if (path)
		join_board(path, g);
	if (!session.board)
		return 0;
	o->time_given = session.board->time_given;
	o->runs_given = session.board->runs_given;
	o->is_job = 1;
	if (sink->corpus && *session.board->corpus)
		sink->corpus = session.board->corpus;
	return 0;
}

struct failures *fork_failures(void)
{
	return session.board ? &session.board->failures : NULL;
}

int fork_is_child(void)
{
	return session.board && !session.workers;
}

/* ---- in a child */

/* Those of libraries that were loaded later are not on the board. */
static void share_goal(struct goals *g, uint32_t goal)
{
	struct shared_goal *shared = &session.board->goals[goal];
	int covered = g->list[goal].verdict == GOAL_COVERED;

	if (!g->list[goal].in_scope)
		return;
	if (covered && !atomic_exchange(&shared->covered, 1))
		atomic_fetch_add(&session.board->news, 1);
	if (!covered && atomic_load(&shared->covered)) {
		goals_learn(g, goal);
		session.learnt++;
	} else if (!covered && atomic_load(&shared->failures) >= FORK_FAILURES) {
		goals_give_up(g, goal);
	}
}

int fork_share(struct goals *g, unsigned long long evaluations, unsigned starts)
{
	if (!session.board || session.workers)
		return 0;
	atomic_fetch_add(&session.board->evaluations,
			 evaluations - session.evaluations);
	atomic_fetch_add(&session.board->starts, starts - session.starts);
	session.evaluations = evaluations;
	session.starts = starts;
	unsigned news = atomic_load(&session.board->news);
	int ended = atomic_load(&session.board->ended) == ENDED;
	if (news == session.news && g->open_count == session.open_count)
		return ended;
	for (uint32_t i = 0; i < session.board->goal_count; i++)
		share_goal(g, i);
	session.news = news;
	session.open_count = g->open_count;
	return ended;
}

unsigned fork_learnt(void)
{
	const unsigned learnt = session.learnt;

	session.learnt = 0;
	return learnt;
}

void fork_note_failure(void)
{
	const struct goals *g = session.goals;

	if (!session.board || session.workers)
		return;
	for (uint32_t i = 0; i < session.board->goal_count; i++) {
		atomic_uchar *failures = &session.board->goals[i].failures;
		if (g->list[i].verdict == GOAL_OPEN && goals_is_met(g, i) &&
		    atomic_load(failures) < FORK_FAILURES)
			atomic_fetch_add(failures, 1);
	}
	atomic_fetch_add(&session.board->news, 1);
}

void fork_note_end(const char *why)
{
	struct board *b = session.board;
	int before = GOING_ON;

	if (!b || !atomic_compare_exchange_strong(&b->ended, &before, ENDING))
		return;
	snprintf(b->why, sizeof b->why, "%s", why);
	atomic_store(&b->ended, ENDED);
}

static void count_goals(const struct board *b, uint32_t *covered, uint32_t *given_up)
{
	*covered = *given_up = 0;
	for (uint32_t i = 0; i < b->goal_count; i++) {
		if (!session.goals->list[i].asked)
			continue;
		*covered += b->goals[i].covered;
		*given_up +=
		    !b->goals[i].covered && b->goals[i].failures >= FORK_FAILURES;
	}
}

void fork_fill(struct progress *p)
{
	const struct board *b = session.board;
	uint32_t covered, given_up;

	if (!b)
		return;
	count_goals(b, &covered, &given_up);
	p->covered = covered;
	p->given_up = given_up;
	p->executions = b->evaluations;
	failures_fill(&b->failures, p);
	p->process = (long)b->parent;
}

void fork_end_fuzzer(void)
{
	if (graceful_callback)
		graceful_callback();
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int has(const struct corpus_list *list, char *path)
{
	return list->count &&
	       bsearch(&path, list->paths, list->count, sizeof *list->paths, compare);
}

/* A file may have gone meanwhile. */
static void run_file(struct search *s, const char *path)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read(path, &bytes, &size))
		return;
	s->subject->kind->take(s->subject, bytes, size);
	search_run_held(s);
	free(bytes);
}

void fork_run_others(struct search *s, const char *corpus)
{
	static struct corpus_list known;
	struct corpus_list now = {0};

	if (corpus_list_add(&now, corpus)) {
		corpus_list_done(&now);
		return;
	}
	qsort(now.paths, now.count, sizeof *now.paths, compare);
	for (size_t i = 0; i < now.count && !search_interrupted(s); i++)
		if (!has(&known, now.paths[i]))
			run_file(s, now.paths[i]);
	corpus_list_done(&known);
	known = now;
}

/* ---- in the parent: workers, which are threads, run the jobs */

static void announce(void)
{
	const struct board *b = session.board;
	uint32_t covered, given_up;
	char proven[40];

	count_goals(b, &covered, &given_up);
	known_verdicts_say(session.goals, proven, sizeof proven);
	fprintf(stderr,
		"INFO: me: stop: %s; %u of %u goals covered%s, %llu evaluations, "
		"%llu starts\n",
		b->why, covered, session.goals->scope_count, proven,
		(unsigned long long)b->evaluations, (unsigned long long)b->starts);
	if (given_up)
		fprintf(stderr, "INFO: me: %u goals given up\n", given_up);
}

/* libFuzzer makes this file when it ends for a reason of its own. */
static int has_stop_file(const char *command)
{
	static const char flag[] = "-stop_file=";
	char path[PATH_MAX];
	const char *at = NULL;

	for (const char *next = command; (next = strstr(next, flag)); at = next)
		next += sizeof flag - 1;
	if (!at)
		return 0;
	snprintf(path, sizeof path, "%.*s", (int)strcspn(at, " "), at);
	return !access(path, F_OK);
}

/* A worker that comes for its next job has had the one before merged. */
static int await_others(const char *command)
{
	const struct timespec tick = {0, POLL_MS * 1000000L};

	if (atomic_fetch_add(&session.idle, 1) + 1 == session.workers) {
		announce();
		progress_end(session.board->why);
		fork_end_fuzzer();
		return 0;
	}
	while (atomic_load(&session.idle) < session.workers && !has_stop_file(command))
		nanosleep(&tick, NULL);
	return 0;
}

int __me_fork_system(const char *command)
{
	int is_job = session.workers && gettid() != getpid();

	if (is_job && atomic_load(&session.board->ended) == ENDED)
		return await_others(command);
	const int status = system(command);
	if (is_job && !atomic_flag_test_and_set(&session.is_telling)) {
		progress_line();
		atomic_flag_clear(&session.is_telling);
	}
	return status;
}
