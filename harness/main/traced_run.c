/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/main/requests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/libfuzzer/ending.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/runtime/trace.h"

/* ---- decisions, in memory that the run's process shares */

static size_t record_size(uint64_t most)
{
	return sizeof(struct decision_record) + most * sizeof(uint32_t);
}

struct decision_record *decision_record_new(void)
{
	struct decision_record *r = shared_memory(record_size(RECORD_MOST));

	if (r)
		r->most = RECORD_MOST;
	return r;
}

void decision_record_done(struct decision_record *r)
{
	if (r)
		munmap(r, record_size(r->most));
}

/* ---- the run */

/* Of a run that does not tell how it ends, and has no limit that it could tell. */
static void set_limits(double cpu_seconds)
{
	const rlim_t seconds = (rlim_t)ceil(cpu_seconds);

	alarm(ENDING_WALL_S);
	if (cpu_seconds > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
}

static void begin(const struct traced_run *run)
{
	if (run->state)
		state_restore(run->state);
	struct run_request request = goals_request(run->goals);
	if (run->decisions) {
		decisions_record(run->decisions);
		request.listener = &decisions_listener;
	}
	if (run->tells)
		ending_begin();
	else
		set_limits(run->cpu_seconds);
	environment_restore(run->environment);
	if (run->listens) {
		trace_begin(&request);
		trace_listen(1);
	}
}

static void come_back(const struct traced_run *run)
{
	const char *error;

	trace_listen(0);
	environment_restore(run->environment);
	if (run->tells)
		ending_end();
	fflush(NULL);
	if (run->tells && !goals_grow(run->goals, run->program, &error))
		ending_tell();
	if (run->decisions)
		run->decisions->returned = 1;
}

static void make(void *context)
{
	const struct traced_run *run = context;
	const pid_t self = getpid();

	program_clear_counters(run->program);
	begin(run);
	const int result = run->subject->kind->call(run->subject);
	if (result == -1 && run->subject->type == SUBJECT_TYPED)
		program_clear_counters(run->program);
	if (getpid() != self) /* the program has forked, and this is not the run */
		__me_exit_now(0);
	come_back(run);
}

const char *traced_run_make(const struct traced_run *run, const char *file,
			    struct apart *end)
{
	struct traced_run here = *run;
	unsigned char *bytes;
	size_t size;
	int err = corpus_read(file, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	run->subject->kind->take(run->subject, bytes, size);
	if (run->tells)
		ending_prepare(file);
	if (run->is_here)
		make(&here);
	else
		err = apart_do(make, &here, 0, end);
	free(bytes);
	return err ? "no process can be made" : NULL;
}
