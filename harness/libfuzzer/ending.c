/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending.c - prints the record of a traced run.
 *
 * This may happen in a signal handler, in a program whose heap and stdio may be damaged
 * or locked: nothing is allocated, and no stream is used.
 */
#include "harness/libfuzzer/ending.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "harness/goals/describe.h"
#include "harness/goals/fault.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/input/exception.h"
#include "harness/program/shared_memory.h"
#include "harness/records/json_writer.h"
#include "harness/records/records.h"
#include "harness/rungoal/custom_goal.h"
#include "harness/runtime/guard.h"
#include "me/ends.h"
#include "system/clock.h"
#include "system/signal_name.h"

static const int signals[] = {ME_FAULT_SIGNALS SIGTRAP, SIGVTALRM, SIGALRM};

enum { SIGNALS = sizeof signals / sizeof *signals };

/* Shared with the processes of runs. */
struct told_run {
	int is_told;
	unsigned char met[]; /* by goal */
};

static struct {
	const struct goals *goals;
	const struct subject *subject;
	uint32_t goal_count; /* without those of libraries that a run loads */
	const char *file;
	pid_t process;
	double cpu_seconds;
	int is_watched;
	struct told_run *told;
	volatile sig_atomic_t running;
	unsigned long long custom_call; /* at work when the run's time was over; or 0 */
	struct sigaction before[SIGNALS];
} ending;

/* ---- the record */

static int is_run(void)
{
	return ending.running && getpid() == ending.process;
}

/* `end`: RETURNS where the run has come back; `number` is of the signal, or 0. */
static void put_record(enum me_end end, int number)
{
	static struct json_writer line;
	char id[PROGRAM_ID_SIZE], type[ME_THROWN_TEXT];
	uint32_t next = 0;

	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "run");
	json_writer_text(&line, "file", ending.file);
	if (end != ME_END_RETURNS)
		json_writer_text(&line, "ended", me_ends[end].name);
	if (number)
		json_writer_text(&line, "signal", signal_name(number));
	if (end == ME_END_RETURNS && exception_left(type, sizeof type))
		json_writer_text(&line, "thrown", type);
	json_writer_open_array(&line, "met");
	while (describe_met_next(ending.goals, &next, id, sizeof id)) {
		json_writer_item(&line, id);
		if (next <= ending.goal_count)
			ending.told->met[next - 1] = 1;
	}
	json_writer_close_array(&line);
	json_writer_end(&line);
	ending.told->is_told = 1;
}

static void tell(enum me_end end, int number)
{
	if (!is_run())
		return;
	ending.running = 0;
	custom_check();
	put_record(end, number);
}

static void tell_signal(int number, const siginfo_t *info, const void *context)
{
	const enum me_end end = fault_end(ending.subject, number, info, context);

	tell(end, end == ME_END_SIGNAL ? number : 0);
}

/* ---- clocks */

/* More time for the code of a custom goal that is at work when the run's time is over. */
static const double custom_cpu_s = 0.5;
enum { CUSTOM_WALL_S = 5 };

static void set_clocks(double cpu_s, unsigned wall_s)
{
	clock_alarm(ITIMER_VIRTUAL, cpu_s);
	clock_alarm_wall(wall_s * 1000);
}

/* ---- the ends that a run can make */

static int is_hang(int number)
{
	return number == SIGVTALRM || number == SIGALRM;
}

/* The time is over while a custom goal's own code is at work. It may be one of many short
 * calls in a program that hangs: only where the same call is still at work a while later,
 * the object hangs. Returns whether to wait for that. */
static int waits_for_custom(void)
{
	const unsigned long long call = custom_call();

	if (!call)
		return 0;
	if (ending.custom_call == call)
		custom_judge(SIGVTALRM);
	if (ending.custom_call)
		return 0;
	ending.custom_call = call;
	set_clocks(custom_cpu_s, CUSTOM_WALL_S);
	return 1;
}

static void __me_ending_signal(int number, siginfo_t *info, void *context)
{
	if (is_run() && is_hang(number) && waits_for_custom())
		return;
	if (is_run() && !is_hang(number) && !fault_is_stack(number, info, context))
		custom_judge(number);
	if (is_hang(number))
		tell(ME_END_TIMEOUT, 0);
	else
		tell_signal(number, info, context);
	for (int i = 0; i < SIGNALS; i++)
		if (signals[i] == number)
			sigaction(number, &ending.before[i], NULL);
	raise(number);
}

static void __me_ending_report(void)
{
	if (is_run())
		custom_judge(-1);
	tell(ME_END_SANITIZER, 0);
}

void ending_exit(void)
{
	tell(ME_END_EXIT, 0);
}

/* ---- */

static void watch(void)
{
	struct sigaction action = {.sa_sigaction = __me_ending_signal,
				   .sa_flags = SA_ONSTACK | SA_SIGINFO};

	sigfillset(&action.sa_mask);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &action, &ending.before[i]);
	guard_stack();
	atexit(ending_exit);
	at_quick_exit(ending_exit);
	sanitizer_call_at_death(__me_ending_report);
	ending.is_watched = 1;
}

int ending_init(const struct goals *goals, const struct subject *subject,
		double cpu_seconds)
{
	ending.subject = subject;
	ending.goals = goals;
	ending.goal_count = goals->program->goal_count;
	ending.cpu_seconds = cpu_seconds > 0 ? cpu_seconds : ENDING_CPU_S;
	ending.told = shared_memory(sizeof *ending.told + ending.goal_count);
	return ending.told ? 0 : -1;
}

void ending_prepare(const char *file)
{
	ending.file = file;
	memset(ending.told, 0, sizeof *ending.told + ending.goal_count);
}

void ending_begin(void)
{
	if (!ending.is_watched)
		watch();
	ending.custom_call = 0;
	ending.process = getpid();
	set_clocks(ending.cpu_seconds, ENDING_WALL_S);
	ending.running = 1;
}

void ending_end(void)
{
	ending.running = 0;
	set_clocks(0, 0);
}

void ending_tell(void)
{
	put_record(ME_END_RETURNS, 0);
}

const unsigned char *ending_met(void)
{
	if (!ending.told->is_told)
		put_record(ME_END_KILLED, 0);
	return ending.told->met;
}
