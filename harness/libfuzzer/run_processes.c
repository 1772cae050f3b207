/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/run_processes.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "harness/libfuzzer/failure.h"
#include "harness/pristine/checkpoint.h"
#include "harness/pristine/confirm.h"
#include "harness/pristine/forked.h"
#include "harness/pristine/leftovers.h"
#include "harness/program/backtrace.h"
#include "harness/program/own_process.h"
#include "harness/program/quiet.h"
#include "harness/program/walled.h"
#include "harness/search/sink.h"
#include "system/clock.h"

enum {
	REFUTED_MOST =
	    3, /* runs whose claims were not confirmed, before each has a process */
	RUNS_A_LOOK = 1024 /* at the memory that is in use */
};

/* operator new, of libstdc++ or the program, and libFuzzer's calls of it and of memset()
 * (tools/runtime.sh). */
void *_Znwm(size_t size);
void *__me_fuzzer_new(size_t size);
void *__me_fuzzer_memset(void *to, int value, size_t size);

static double began; /* the session, by the clock */

/* libFuzzer has 23 MB of tables, which each fork shares. In huge pages they are few page faults and
 * little to copy. Of those that it fills at its start, the smaller ones, the rest comes in one go; in
 * the others, which it clears, few pages are ever written. */
enum { PAGE = 1 << 12, HUGE_PAGE = 1 << 21, FILLED = 1 << 23 };

static size_t whole_pages(char *block, size_t size, char **begin)
{
	*begin = block + -(uintptr_t)block % PAGE;
	return (size_t)(block + size - *begin) / PAGE * PAGE;
}

void *__me_fuzzer_new(size_t size)
{
	enum { POPULATE_WRITE = 23 };
	char *block = _Znwm(size), *begin;

	if (size < HUGE_PAGE)
		return block;
	const size_t whole = whole_pages(block, size, &begin);
	madvise(begin, whole, MADV_HUGEPAGE);
	if (size < FILLED)
		madvise(begin, whole, POPULATE_WRITE);
	return block;
}

/* Pages that are given back are zero when they are next used. */
void *__me_fuzzer_memset(void *to, int value, size_t size)
{
	char *begin, *const block = to;

	if (value || size < HUGE_PAGE)
		return memset(to, value, size);
	const size_t whole = whole_pages(block, size, &begin);
	if (madvise(begin, whole, MADV_DONTNEED) != 0)
		return memset(to, value, size);
	memset(block, 0, (size_t)(begin - block));
	memset(begin + whole, 0, (size_t)(block + size - (begin + whole)));
	return to;
}

/* The session goes on as without where there is no memory. */
static void begin_forks(struct search *s)
{
	forked_share(&s->limits.steps, sizeof s->limits.steps);
	s->runs.begins = failure_new_process;
	forked_start();
	backtrace_prepare(); /* so that a process that fails need not */
}

/* In the process that is as before the first run: the session goes on here, and the search
 * begins anew. */
static void take_over(struct search *s, struct pristine_session *before)
{
	static const char *const reasons[] = {
	    [PRISTINE_DEPENDS] = "depend on earlier runs",
	    [PRISTINE_GROWS] = "leave memory behind",
	    [PRISTINE_DAMAGE] = "damage the memory of the session"};

	fprintf(stderr,
		"INFO: me: runs %s: the search begins anew, with each input in a "
		"process of "
		"its own (--state=fork)\n",
		reasons[before->reason]);
	before->wall = clock_now() - began;
	checkpoint_take_over(before->cpu);
	if (before->reason == PRISTINE_DAMAGE)
		walled_start(); /* for the runs' processes: which one it is */
	s->evaluations = before->evaluations;
	begin_forks(s);
}

/* In the process of a run alone, where its failures are told of (survive.h). */
static void begin_alone(void)
{
	failure_new_process();
	failure_watch();
}

void run_processes_start(struct search *s, struct pristine_session *before)
{
	const struct harness_options *o = s->options;
	struct pristine_runs runs = {s->runs, s->goals, s->limits.each};

	runs.run.begins = s->survival ? begin_alone : NULL;
	began = clock_now();
	if (o->fork || o->state == STATE_KEEP)
		return;
	if (o->state == STATE_FORK) {
		begin_forks(s);
		fprintf(stderr,
			"INFO: me: each input is run in a process of its own\n");
	} else if (confirm_start(&runs, s->goals, before)) {
		take_over(s, before);
	}
}

/* What runs leave behind adds up, and none of them alone is out of memory. */
static int memory_grows(unsigned long long runs, size_t most_mb)
{
	return most_mb && runs % RUNS_A_LOOK == 0 && resident_mb() > most_mb;
}

void run_processes_hand_over(unsigned long long runs, enum pristine_reason reason)
{
	const struct pristine_session here = {runs, sink_cpu(), 0, reason};

	if (pristine_hand_over(&here))
		return;
	quiet_end();
	checkpoint_hand_over();
}

void run_processes_look(unsigned long long runs, size_t most_mb)
{
	if (!checkpoint_is_on())
		return;
	const int depends = confirm_refuted() >= REFUTED_MOST || kept_blocks_freed();
	const int grows = !depends && memory_grows(runs, most_mb);
	if (!depends && !grows)
		return;
	run_processes_hand_over(runs, grows ? PRISTINE_GROWS : PRISTINE_DEPENDS);
}
