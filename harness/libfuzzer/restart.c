/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restart.c - the memory that outlives a process's program, and the next command line. */
#include "harness/libfuzzer/restart.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "harness/program/fuzzer_flags.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "system/clock.h"

extern char **environ;

/* Its value is the descriptor of the file in memory. */
static const char variable[] = THREADS_RESTART;

/* Flags of which the next process gets other values. */
enum { FLAG_RUNS, FLAG_TIME, FLAG_SEED, FLAGS };

static const char *const names[FLAGS] = {"runs", "max_total_time", "seed"};

static struct {
	char **argv, **environment; /* of the next process */
	char flags[FLAGS][48];
	long long values[FLAGS]; /* what is left here; below 0: no limit, or seed */
	char set[32]; /* the variable with its value */
	sigset_t mask; /* of signals, as the program was started */
	double begun;
} next;

/* ---- memory */

/* The file stays open across execve(). */
static struct restart *make(size_t size, int *file)
{
	*file = memfd_create("me-restart", 0);
	if (*file < 0)
		return NULL;
	struct restart *r =
	    ftruncate(*file, (off_t)size) ? NULL : shared_memory_file(size, *file);
	if (!r)
		close(*file);
	return r;
}

/* ---- the command line */

static int make_argv(int argc, char **argv)
{
	static struct flag_default flags[FLAGS + 1];

	for (int i = 0; i < FLAGS; i++) {
		next.values[i] = options_number(argc, argv, names[i], -1);
		flags[i] = (struct flag_default){names[i], next.flags[i], 1};
	}
	next.argv = default_flags(flags, &argc, argv);
	return next.argv != argv;
}

static int make_environment(int file)
{
	size_t count = 0;

	while (environ[count])
		count++;
	next.environment = calloc(count + 2, sizeof *next.environment);
	if (!next.environment)
		return 0;
	memcpy(next.environment, environ, count * sizeof *environ);
	snprintf(next.set, sizeof next.set, "%s=%d", variable, file);
	next.environment[count] = next.set;
	return 1;
}

struct restart *restart_init(uint32_t goals, int argc, char **argv)
{
	const size_t size = sizeof(struct restart) + goals;
	const char *value = getenv(variable);
	int file = value ? atoi(value) : -1;
	struct restart *r = value ? shared_memory_file(size, file) : make(size, &file);

	unsetenv(variable);
	next.begun = clock_now();
	sigprocmask(SIG_SETMASK, NULL, &next.mask);
	return r && make_argv(argc, argv) && make_environment(file) ? r : NULL;
}

/* ---- the next process */

/* What is left of a limit; less than 1 where nothing is. */
static long long left_of(int flag, double used)
{
	return next.values[flag] - (long long)used;
}

static void set_flags(unsigned long long runs)
{
	long long values[FLAGS] = {-1, 0, 0};

	if (next.values[FLAG_RUNS] >= 0)
		values[FLAG_RUNS] = left_of(FLAG_RUNS, (double)runs);
	if (next.values[FLAG_TIME] > 0) {
		values[FLAG_TIME] = left_of(FLAG_TIME, clock_now() - next.begun);
		if (values[FLAG_TIME] < 1)
			values[FLAG_TIME] = 1;
	}
	/* 0: libFuzzer takes one from the clock. */
	if (next.values[FLAG_SEED] > 0)
		values[FLAG_SEED] = next.values[FLAG_SEED] % 2147483647 + 1;
	for (int i = 0; i < FLAGS; i++)
		snprintf(next.flags[i], sizeof next.flags[i], "-%s=%lld", names[i],
			 values[i]);
}

/* They would go on in the next program, which ends by them before it is ready. */
static void stop_timers(void)
{
	clock_alarm(ITIMER_REAL, 0);
	clock_alarm(ITIMER_VIRTUAL, 0);
	clock_alarm(ITIMER_PROF, 0);
}

static void restart_now(struct restart *r, unsigned long long runs)
{
	if (next.values[FLAG_RUNS] >= 0 && left_of(FLAG_RUNS, (double)runs) < 1)
		return;
	set_flags(runs);
	r->runs += runs;
	r->restarts++;
	stop_timers();
	sigprocmask(SIG_SETMASK, &next.mask, NULL);
	execve("/proc/self/exe", next.argv, next.environment);
}

void restart_go_on(struct restart *r, unsigned long long runs)
{
	if (r->tries >= RESTART_TRIES) {
		fprintf(
		    stderr,
		    "INFO: me: the session ends: %d processes in turn ended in a run "
		    "and found nothing new\n",
		    RESTART_TRIES);
		return;
	}
	if (!r->restarts)
		fprintf(stderr,
			"INFO: me: the program has threads of its own: where a run "
			"ends the process, another one goes on\n");
	restart_now(r, runs);
}
