/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop.c - a timer of some ticks a second, and what signals ask. */
#include "system/stop.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "system/clock.h"

enum {
	TICK_US = 100000,
	TELL_TICKS = (int)(STOP_TELL_SECONDS * 1000000 / TICK_US),
	LAST_TICKS = (int)(STOP_LAST_SECONDS * 1000000 / TICK_US),
};

volatile sig_atomic_t stop_stage, stop_is_tick, stop_is_share_over;

static struct {
	volatile sig_atomic_t number; /* the signal that asks; 0: none */
	volatile sig_atomic_t ticks; /* since the end was asked for */
	double end, share_end; /* of clock_now() */
	bool by_time; /* the limit of time was the first to ask */
	stop_tick_fn *tick;
	void *context;
} stop = {.end = INFINITY, .share_end = INFINITY};

/* ---- in signal handlers */

static void stop_print(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return;
}

/* Whatever it is doing, nothing of it is locked or lost: all that was printed is on
 * disk. */
static void end_at_once(void)
{
	stop_print("me: ");
	stop_print(stop_why());
	stop_print(", and no summary can be told in time\n");
	stop_end();
	_exit(1);
}

static void stop_ask(bool by_time)
{
	stop.by_time = by_time;
	stop_stage = STOP_ASKED;
}

/* Ticks are counted and not read from the clock: of a process that was suspended they
 * do not pass. */
static void note_tick(int number)
{
	(void)number;
	stop_is_tick = 1;
	if (stop_stage == STOP_NO && clock_now() >= stop.end)
		stop_ask(true);
	if (clock_now() >= stop.share_end)
		stop_is_share_over = 1;
	if (stop_stage == STOP_NO)
		return;
	stop.ticks = stop.ticks + 1;
	if (stop.ticks == TELL_TICKS)
		stop_stage = STOP_NOW;
	if (stop.ticks >= LAST_TICKS)
		end_at_once();
}

static void stop_note_signal(int number)
{
	stop.number = number;
	if (stop_stage == STOP_NO)
		stop_ask(false);
}

/* ---- beginning and end */

static void watch(int number, void (*handler)(int), int flags)
{
	struct sigaction action = {.sa_handler = handler,
				   .sa_flags = flags | SA_RESTART};
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	sigaction(number, NULL, &before);
	if (before.sa_handler != SIG_IGN || number == SIGALRM)
		sigaction(number, &action, NULL);
}

void stop_begin(double seconds)
{
	const struct timeval tick = {0, TICK_US};
	const struct itimerval timer = {tick, tick};
	sigset_t alarms;

	stop.end = seconds > 0 ? clock_now() + seconds : INFINITY;
	watch(SIGINT, stop_note_signal, (int)SA_RESETHAND);
	watch(SIGTERM, stop_note_signal, (int)SA_RESETHAND);
	watch(SIGALRM, note_tick, 0);
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &alarms, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

void stop_end(void)
{
	const int number = stop.number;
	sigset_t signals;

	if (!number)
		return;
	signal(number, SIG_DFL);
	sigemptyset(&signals);
	sigaddset(&signals, number);
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
	raise(number);
}

/* ---- while it works */

void stop_tick_by(stop_tick_fn *tick, void *context)
{
	stop.tick = tick;
	stop.context = context;
}

void stop_tick(void)
{
	stop_is_tick = 0;
	if (stop.tick)
		stop.tick(stop.context);
}

void stop_share_begin(double seconds)
{
	stop.share_end = clock_now() + seconds;
}

void stop_share_end(void)
{
	stop.share_end = INFINITY; /* first: a tick may come between the two */
	stop_is_share_over = 0;
}

static bool is_by_time(void)
{
	return stop.by_time || stop_stage == STOP_NO;
}

const char *stop_why(void)
{
	return is_by_time() ? "the time is up" : "interrupted";
}

const char *stop_word(void)
{
	return is_by_time() ? "time-is-up" : "interrupted";
}

double stop_left(void)
{
	const double left = stop.end - clock_now();

	return left > 0 ? left : 0;
}
