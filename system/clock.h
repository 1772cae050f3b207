/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h - time that passes, and CPU time that processes have used, in seconds. */
#ifndef SYSTEM_CLOCK_H
#define SYSTEM_CLOCK_H

#include <stdint.h>
#include <time.h>

struct rusage;

/* Seconds since some time, by a clock that nobody sets, but for those that are left
 * out: they do not count for any limit. */
double clock_now(void);
void clock_leave_out(double seconds);
/* CPU time of the user and of the system. */
double clock_used(const struct rusage *usage);
/* Of this process and of all that it has waited for. */
double clock_used_by_all(void);
/* Milliseconds by a clock of the system; 0: it cannot be read. */
int64_t clock_ms(clockid_t clock);
/* The signal of one of setitimer()'s timers comes in so many seconds, once; 0: it does not. */
void clock_alarm(int timer, double seconds);
/* SIGALRM comes in so many milliseconds by the clock, 0: it does not. Not by alarm(), of which the
 * program under test would see that it is set. */
void clock_alarm_wall(unsigned ms);
/* About how many seconds a process that does not wait takes for one of CPU time, by the
 * processes of the last minute that share the processors: 1 to CLOCK_LOAD_MOST. */
#define CLOCK_LOAD_MOST 8
double clock_load(void);

#endif
