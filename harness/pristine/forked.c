/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forked.c - runs in forks of this process, and the memory that comes back from them. */
#include "harness/pristine/forked.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/program/module.h"
#include "harness/program/own_process.h"
#include "harness/program/program.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"
#include "harness/rungoal/conjunction.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/comparison_log.h"
#include "harness/runtime/trace.h"
#include "me/ends.h"

#ifndef MADV_COLLAPSE /* glibc before 2.37 */
#define MADV_COLLAPSE 25
#endif

enum { REGIONS_MOST = 64 };

struct region {
	void *address;
	size_t size;
};

struct outcome {
	int is_told; /* by the run's process */
	int ended;
};

static struct {
	int is_on, is_run, is_aside;
	const struct program *program; /* as the regions were made for it */
	uint32_t modules;
	struct region regions[REGIONS_MOST];
	size_t count, own; /* own: those that forked_share was given */
	struct outcome
	    *outcome; /* shared, as `memory` is: of all regions, in their order */
	unsigned char *memory;
	size_t size;
} forked;

static void add(void *address, size_t size)
{
	if (forked.count < REGIONS_MOST && size)
		forked.regions[forked.count++] = (struct region){address, size};
}

void forked_share(void *address, size_t size)
{
	add(address, size);
	forked.own = forked.count;
}

#define ADD(array, n) add((array), (size_t)(n) * sizeof *(array))

static void add_trace(const struct program *p)
{
	add(&trace, sizeof trace);
	add(&comparison_log, sizeof comparison_log);
	add(&walled_has_blocks, sizeof walled_has_blocks);
	ADD(trace.goals, p->goal_count);
	ADD(trace.sites, p->site_count);
	ADD(trace.exceptions, p->site_count);
	ADD(trace.operations, p->site_count);
	ADD(trace.flags, p->flag_count);
	ADD(trace.touched, p->site_count);
	ADD(trace.data, p->site_count);
	ADD(trace.kept.changed, p->site_count);
	if (trace.kept.relation)
		ADD(trace.kept.relation,
		    (size_t)trace.kept.row_count * trace.kept.data_count);
}

/* Of a module of ours (program.h), whose counters are in no section. */
static void add_units(const struct me_module *m)
{
	for (const struct me_unit *u = m->units; u < m->units_end; u++)
		add(u->counters, u->counter_count);
}

static void add_counters(void)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		if (m->counters)
			add(m->counters, (size_t)(m->counters_end - m->counters));
		else
			add_units(m);
}

int forked_start(void)
{
	forked.program = trace.program;
	forked.modules = module_count();
	add_trace(trace.program);
	add_counters();
	conjunction_share(add);
	decisions_share(add);
	for (size_t i = 0; i < forked.count; i++)
		forked.size += forked.regions[i].size;
	forked.outcome = shared_memory(sizeof *forked.outcome);
	forked.memory = shared_memory(forked.size + 1);
	forked.is_on = forked.outcome && forked.memory;
	return forked.is_on ? 0 : -1;
}

int forked_is_on(void)
{
	return forked.is_on;
}

int forked_is_run(void)
{
	return forked.is_run || forked.is_aside;
}

/* ---- the process of a run */

static void copy_out(void)
{
	unsigned char *to = forked.memory;

	for (size_t i = 0; i < forked.count; i++) {
		memcpy(to, forked.regions[i].address, forked.regions[i].size);
		to += forked.regions[i].size;
	}
}

_Noreturn void forked_end(int ended)
{
	trace_listen(0);
	if (forked.is_run) {
		copy_out();
		*forked.outcome = (struct outcome){1, ended};
	}
	for (;;)
		__me_exit_now(0);
}

static void ignore(int number)
{
	(void)number;
}

/* What ends a session goes to all of its processes from a terminal: only libFuzzer's handler
 * in the parent, whose end ends this one, is to answer. */
static void leave_signals(void)
{
	static const int ends[] = {ME_ASKING_SIGNALS};
	struct sigaction action;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		sigaction(ends[i], NULL, &action);
		if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
			continue;
		action.sa_handler = ignore;
		action.sa_flags = SA_RESTART;
		sigaction(ends[i], &action, NULL);
	}
}

/* The new process ends with its parent. */
static void begin_process(pid_t parent)
{
	leave_signals();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		__me_exit_now(1);
}

static void make_run(const struct forked_run *run, pid_t parent)
{
	forked.is_run = 1;
	begin_process(parent);
	if (run->begins)
		run->begins();
	forked_end(run->run(run->context));
}

/* ---- the process that all of them begin as */

/* 0: the run has damaged its record, of which nothing is kept. */
static int copy_in(void)
{
	const struct trace before = trace;
	const unsigned char *from = forked.memory;

	for (size_t i = 0; i < forked.count; i++) {
		const struct region r = forked.regions[i];
		/* The pages of what is the same stay shared. */
		if (memcmp(r.address, from, r.size) != 0)
			memcpy(r.address, from, r.size);
		from += r.size;
	}
	if (trace_is_sound(&before))
		return 1;
	trace_forget_run(&before);
	return 0;
}

/*
 * A fork copies the entries of all pages that a process has written, and most of these are
 * libFuzzer's and libbacktrace's, which no run touches: as large pages they are one entry
 * for 512. Where the system has none (Linux before 6.1) runs take longer, and nothing else
 * changes.
 */
static void join_pages(uintptr_t start, uintptr_t end)
{
	const uintptr_t large = 1 << 21, first = (start + large - 1) & -large;

	if (first + large <= end)
		madvise((void *)first, (end & -large) - first,
			MADV_COLLAPSE); /* NOLINT */
}

/* When libFuzzer has begun, once. */
static void join_memory(void)
{
	enum { RUNS = 16, WIDTH = 512 };
	static unsigned runs;
	unsigned long start, end, inode;
	char line[WIDTH], access[5];

	if (runs > RUNS || runs++ < RUNS)
		return;
	FILE *maps = fopen("/proc/self/maps", "re");
	while (maps && fgets(line, sizeof line, maps))
		if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &start, &end, access,
			   &inode) == 4 && /* NOLINT */
		    !strcmp(access, "rw-p") &&
		    !inode)
			join_pages(start, end);
	if (maps)
		fclose(maps);
}

enum forked_end forked_call(const struct forked_run *run, int *how)
{
	const pid_t parent = getpid();

	join_memory();
	*forked.outcome = (struct outcome){0};
	const pid_t child = fork();
	if (!child)
		make_run(run, parent);
	*how = 0;
	if (child < 0)
		return FORKED_NOT_MADE;
	while (waitpid(child, how, 0) < 0 && errno == EINTR)
		;
	if (!forked.outcome->is_told)
		return FORKED_DIED;
	if (!copy_in()) {
		*how = SIGABRT; /* the status of a process that has noticed it */
		return FORKED_DIED;
	}
	*how = forked.outcome->ended;
	return FORKED_TOLD;
}

void forked_aside(void (*work)(void *context), void *context)
{
	const pid_t parent = getpid(), child = fork();

	if (!child) {
		forked.is_aside = 1;
		begin_process(parent);
		work(context);
		forked_end(0);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}
