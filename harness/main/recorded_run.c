/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * recorded_run.c - runs of inputs, each in a process of its own, which may end in any way:
 * their decisions, or the values that they draw, are noted in memory that the child shares.
 */
#include "harness/main/requests.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
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
#include "me/ends.h"
#include "system/signal_name.h"

/* ---- decisions */

static size_t record_size(uint64_t most)
{
	return sizeof(struct decision_record) + most * sizeof(uint32_t);
}

static struct decision_record *new_record(void)
{
	struct decision_record *r =
	    mmap(NULL, record_size(RECORD_MOST), PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (r == MAP_FAILED)
		return NULL;
	r->most = RECORD_MOST;
	return r;
}

void record_done(struct decision_record *r)
{
	if (r)
		munmap(r, record_size(r->most));
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

static void record_child(const struct recorded_run *run, const char *file,
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
	decisions_record(r);
	environment_restore(run->environment);
	struct run_request request = goals_request(run->goals);
	request.listener = &decisions_listener;
	trace_begin(&request);
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

/* Of a run that has not returned. */
static enum me_end end_of(int status)
{
	return WIFEXITED(status)	     ? ME_END_EXIT
	       : WTERMSIG(status) == SIGALRM ? ME_END_TIMEOUT
					     : ME_END_SIGNAL;
}

static void tell_end(const char *file, int status)
{
	const enum me_end end = end_of(status);

	fprintf(stderr, "WARNING: me: %s: its run does not return: it %s%s\n", file,
		me_ends[end].which,
		end == ME_END_SIGNAL ? signal_name(WTERMSIG(status)) : "");
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
		record_child(run, file, r);
	if (child < 0 || waitpid(child, &status, 0) < 0) {
		record_done(r);
		r = NULL;
	} else if (!r->returned) {
		tell_end(file, status);
	}
	free(bytes);
	return r;
}

/* ---- draws */

enum { DRAWS_RETURNED = 123 }; /* the exit code of a run that has come back */
enum { DRAWS_SIZE = 1 << 22 };

static struct drawn {
	size_t size;
	int is_cut; /* there was no room for all */
	char text[DRAWS_SIZE]; /* ["int","5"],["double","0.5"] */
} * drawn; /* null: nothing is recorded */

void __me_drawn(const char *name, const void *value, size_t size)
    __attribute__((visibility("default")));

/* ---- values as text */

static int is_unsigned(const char *name)
{
	return *name == 'u' || !strcmp(name, "bool") || !strcmp(name, "size_t") ||
	       !strcmp(name, "sector_t");
}

static void print_drawn_integer(const char *name, const void *value, size_t size,
				char *out)
{
	unsigned __int128 bits = 0;
	char digits[48];
	int n = 0;

	memcpy(&bits, value, size);
	const int negative = !is_unsigned(name) && bits >> (8 * size - 1) & 1;
	if (negative)
		bits = ((unsigned __int128)1 << (8 * size - 1) << 1) - bits;
	do
		digits[n++] = (char)('0' + (int)(bits % 10));
	while (bits /= 10);
	if (negative)
		*out++ = '-';
	while (n)
		*out++ = digits[--n];
	*out = 0;
}

/* As many digits as give the number back. */
static void print_draw(const char *name, const void *value, size_t size, char *out)
{
	float f;
	double d;

	if (!strcmp(name, "float")) {
		memcpy(&f, value, sizeof f);
		sprintf(out, "%.9g", (double)f);
	} else if (!strcmp(name, "double")) {
		memcpy(&d, value, sizeof d);
		sprintf(out, "%.17g", d);
	} else {
		print_drawn_integer(name, value, size, out);
	}
}

void __me_drawn(const char *name, const void *value, size_t size)
{
	char text[64];

	if (!drawn || size > sizeof(__int128))
		return;
	if (drawn->size + 128 > DRAWS_SIZE) {
		drawn->is_cut = 1;
		return;
	}
	print_draw(name, value, size, text);
	drawn->size +=
	    (size_t)sprintf(drawn->text + drawn->size, "%s[\"%.40s\",\"%s\"]",
			    drawn->size ? "," : "", name, text);
}

/* ---- the run */

static void draw_child(const struct recorded_run *run)
{
	alarm(ENDING_WALL_S);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (run->state)
		state_restore(run->state);
	environment_restore(run->environment);
	run->subject->kind->call(run->subject);
	fflush(NULL);
	__me_exit_now(DRAWS_RETURNED);
}

static void print_draws(const char *file, int status)
{
	const int has_returned =
	    WIFEXITED(status) && WEXITSTATUS(status) == DRAWS_RETURNED;
	const enum me_end end = has_returned ? ME_END_RETURNS : end_of(status);
	char *name = describe_string(file);

	printf("{\"kind\":\"draws\",\"file\":%s,\"ended\":\"", name ? name : "\"\"");
	fputs(me_ends[end].name, stdout);
	if (end == ME_END_SIGNAL)
		printf("\",\"signal\":\"%s", signal_name(WTERMSIG(status)));
	printf("\",\"cut\":%s,\"draws\":[%s]}\n", drawn->is_cut ? "true" : "false",
	       drawn->text);
	free(name);
}

const char *drawn_run_print(const struct recorded_run *run, const char *file)
{
	unsigned char *bytes;
	size_t size;
	int status, err = corpus_read_regular(file, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	if (!drawn)
		drawn = mmap(NULL, sizeof *drawn, PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (drawn == MAP_FAILED)
		return "out of memory";
	drawn->size = 0;
	drawn->is_cut = 0;
	*drawn->text = 0;
	run->subject->kind->take(run->subject, bytes, size);
	fflush(NULL);
	const pid_t child = fork();
	if (!child)
		draw_child(run);
	free(bytes);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return "no process can be made";
	print_draws(file, status);
	return NULL;
}
