/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - time in seconds. */
#include "system/clock.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static volatile double left_out;

double clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9 - left_out;
}

void clock_leave_out(double seconds)
{
	left_out = left_out + seconds;
}

double clock_used(const struct rusage *usage)
{
	return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
	       (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

double clock_used_by_all(void)
{
	struct rusage own, children;

	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &children);
	return clock_used(&own) + clock_used(&children);
}

int64_t clock_ms(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t))
		return 0;
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- alarms */

void clock_alarm(int timer, double seconds)
{
	const time_t whole = (time_t)seconds;
	const struct itimerval limit = {
	    .it_value = {whole, (suseconds_t)((seconds - (double)whole) * 1e6)}};

	setitimer((__itimer_which_t)timer, &limit, NULL);
}

void clock_alarm_wall(unsigned ms)
{
	static timer_t timer;
	static pid_t owner; /* a child does not have its parent's timers */
	const struct itimerspec limit = {
	    .it_value = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};

	if (owner != getpid() && timer_create(CLOCK_MONOTONIC, &event, &timer))
		return;
	owner = getpid();
	timer_settime(timer, 0, &limit, NULL);
}

double clock_load(void)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	double load;

	if (processors < 1 || getloadavg(&load, 1) != 1)
		return 1;
	return fmin(fmax(load / (double)processors, 1), CLOCK_LOAD_MOST);
}
