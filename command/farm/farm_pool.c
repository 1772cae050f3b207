/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/farm/farm_pool.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "system/clock.h"

enum { MOST = 1024, POLL_MS = 20 };

static volatile sig_atomic_t is_asked;

static void pool_note_signal(int number)
{
	(void)number;
	is_asked = 1;
}

void farm_pool_watch(void)
{
	struct sigaction action = {.sa_handler = pool_note_signal};

	sigemptyset(&action.sa_mask);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
}

bool farm_pool_is_asked(void)
{
	return is_asked;
}

/* ---- processes */

struct workers {
	pid_t pid[MOST]; /* 0: free */
	double cpu[MOST]; /* of the pieces that have ended there */
	unsigned busy;
	bool is_told; /* to end */
};

static unsigned free_place(const struct workers *w)
{
	unsigned i = 0;

	while (w->pid[i])
		i++;
	return i;
}

/* A piece ends with us, however that is. */
static void piece_start(struct farm_pool *pool, struct workers *w, size_t piece,
			double seconds)
{
	const pid_t parent = getpid();

	fflush(NULL);
	const pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		const int result = pool->work(pool->context, piece, seconds);
		fflush(NULL);
		_exit(result);
	}
	if (pid < 0) {
		pool->failed++;
		return;
	}
	w->pid[free_place(w)] = pid;
	w->busy++;
}

static void tell_all(struct workers *w, unsigned width)
{
	for (unsigned i = 0; i < width; i++)
		if (w->pid[i])
			kill(w->pid[i], SIGTERM);
	w->is_told = true;
}

/* Takes one that has ended; whether there was one. */
static bool take_ended(struct farm_pool *pool, struct workers *w, unsigned width)
{
	struct rusage usage;
	int status;
	const pid_t pid = wait4(-1, &status, WNOHANG, &usage);

	if (pid <= 0)
		return false;
	for (unsigned i = 0; i < width; i++)
		if (w->pid[i] == pid) {
			w->pid[i] = 0;
			w->busy--;
			w->cpu[i] += clock_used(&usage);
			pool->failed += status != 0;
		}
	return true;
}

/* ---- the work */

/* A process of each width has so many pieces before it. */
static double share(const struct farm_pool *pool, size_t left, unsigned width)
{
	const double seconds = pool->deadline - clock_now();

	return pool->deadline ? seconds / (double)((left + width - 1) / width)
			      : INFINITY;
}

static bool may_start(const struct farm_pool *pool)
{
	return !is_asked && (!pool->deadline || clock_now() + 1 <= pool->deadline);
}

void farm_pool_run(struct farm_pool *pool, const size_t *pieces, size_t count)
{
	const unsigned width = pool->width < MOST ? pool->width : MOST;
	const struct timespec tick = {0, POLL_MS * 1000000L};
	struct workers w = {.busy = 0};
	size_t next = 0;

	while (next < count || w.busy) {
		while (next < count && w.busy < width && may_start(pool)) {
			piece_start(pool, &w, pieces[next],
				    share(pool, count - next, width));
			next++;
		}
		if (!w.busy)
			break; /* none may start any more */
		if (is_asked && !w.is_told)
			tell_all(&w, width);
		if (!take_ended(pool, &w, width))
			nanosleep(&tick, NULL);
	}
	for (unsigned i = 0; i < width; i++)
		if (w.cpu[i] > pool->cpu)
			pool->cpu = w.cpu[i];
	pool->is_interrupted = is_asked;
}
