/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded_run.c - the process of a recorded run: it may end in any way. */
#include "harness/main/recorded_run.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/goals/describe.h"
#include "harness/libfuzzer/ending.h"
#include "harness/program/exit_now.h"
#include "harness/runtime/trace.h"

static size_t size_of(uint64_t most)
{
	return sizeof(struct decision_record) + most * sizeof(uint32_t);
}

static struct decision_record *new_record(void)
{
	struct decision_record *r =
	    mmap(NULL, size_of(RECORD_MOST), PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (r == MAP_FAILED)
		return NULL;
	r->most = RECORD_MOST;
	return r;
}

void record_done(struct decision_record *r)
{
	if (r)
		munmap(r, size_of(r->most));
}

/* In the child. Who wrote the names of files to standard input meant it for us. */
static void set_apart(void)
{
	const int nothing = open("/dev/null", O_RDONLY);

	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (nothing >= 0 && nothing != STDIN_FILENO) {
		dup2(nothing, STDIN_FILENO);
		close(nothing);
	}
}

/* A run that tells how it ends has its own limit, which is reached before: this one is for a
 * program that blocks signals. */
static void set_limits(const struct recorded_run *run)
{
	const rlim_t seconds = (rlim_t)ceil(run->cpu_seconds) + (run->tells != 0);

	alarm(ENDING_WALL_S);
	if (run->cpu_seconds > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
}

static void tell_begin(const struct recorded_run *run, const char *file, int output)
{
	program_clear_counters(run->program);
	ending_watch(run->goals, run->cpu_seconds, output);
	ending_begin(file);
}

static void tell_met(const struct recorded_run *run, const char *file, int output)
{
	const char *error;

	ending_end();
	fflush(NULL);
	dup2(output, STDOUT_FILENO);
	if (!goals_grow(run->goals, run->program, &error))
		describe_met(run->goals, file);
}

static void run_child(const struct recorded_run *run, const char *file,
		      struct decision_record *r)
{
	const int output = run->tells ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100) : -1;
	const pid_t self = getpid();

	set_apart();
	set_limits(run);
	if (output >= 0)
		tell_begin(run, file, output);
	if (run->state)
		state_restore(run->state);
	decisions_record(run->goals->decision_sites, r);
	environment_restore(run->environment);
	trace_begin();
	trace_listen(1);
	run->subject->kind->call(run->subject);
	trace_listen(0);
	if (getpid() != self) /* the program has forked, and this is not the run */
		__me_exit_now(0);
	if (output >= 0)
		tell_met(run, file, output);
	fflush(NULL);
	r->returned = 1;
	__me_exit_now(0);
}

static void tell_end(const char *file, int status)
{
	fprintf(stderr, "WARNING: me: %s: its run does not return: it ", file);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		fprintf(stderr, "takes too long\n");
	else if (WIFSIGNALED(status))
		fprintf(stderr, "ends with signal %d\n", WTERMSIG(status));
	else
		fprintf(stderr, "exits\n");
}

struct decision_record *record_file(const struct recorded_run *run, const char *file,
				    const char **error)
{
	unsigned char *bytes;
	size_t size;
	int status, err = corpus_read(file, &bytes, &size);

	*error = err ? corpus_strerror(err) : "no process can be made";
	if (err)
		return NULL;
	struct decision_record *r = new_record();
	run->subject->kind->take(run->subject, bytes, size);
	fflush(NULL);
	const pid_t child = r ? fork() : -1;
	if (!child)
		run_child(run, file, r);
	if (child < 0 || waitpid(child, &status, 0) < 0) {
		record_done(r);
		r = NULL;
	} else if (!r->returned) {
		tell_end(file, status);
	}
	free(bytes);
	return r;
}
