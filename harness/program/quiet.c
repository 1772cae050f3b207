/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/quiet.h"
#include "harness/program/shared_memory.h"
#include "corpus/files/corpus.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	FILE_MOST = 1 << 20, /* bytes in memory of what has been passed on, or is not */
	HIGH_FILE = 400, /* a program that closes all of its files rarely comes to it */
};

enum { OUTPUT, ERRORS, STREAMS };

static const char *const names[STREAMS] = {"standard output", "standard error"};

/* Of all processes of the session. */
struct counts {
	atomic_llong messages, dropped, failures; /* bytes */
	atomic_int ends; /* the session does */
	atomic_int is_lost; /* a message could not be written */
	atomic_int keeps; /* standard error is shown for new failures only */
	struct {
		atomic_llong passed; /* the file's bytes before here were looked at */
		atomic_llong printed;
		atomic_int is_cut;
	} streams[STREAMS];
};

static struct {
	int (*repeats)(void);
	struct counts *counts;
	int terminal[STREAMS]; /* the real streams; 0: not known yet */
	int file[STREAMS]; /* in memory; -1: the program has the real one */
	int is_passing;
	int is_last; /* this process ends the session: what it says is new */
	volatile sig_atomic_t is_due;
	off_t begin; /* of the run's text in the file of standard error */
} quiet = {.file = {-1, -1}};

/* ---- the real streams */

static void say(const char *text)
{
	corpus_write_all(quiet.terminal[ERRORS], text, strlen(text));
}

/* That much of the file from `at` on. */
static void copy(int k, off_t at, off_t size)
{
	char text[4096];

	while (size > 0) {
		const size_t most =
		    size < (off_t)sizeof text ? (size_t)size : sizeof text;
		const ssize_t n = pread(quiet.file[k], text, most, at);
		if (n <= 0)
			return;
		corpus_write_all(quiet.terminal[k], text, (size_t)n);
		at += n;
		size -= n;
	}
}

/* ---- what the program prints */

static off_t end_of(int k)
{
	return lseek(quiet.file[k], 0, SEEK_CUR);
}

static void discard(int k)
{
	const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null < 0)
		return;
	dup2(null, k + 1);
	close(null);
	quiet.file[k] = -1;
}

/* As in libFuzzer nothing of a stream is lost before the bound is reached. */
static void cut(int k)
{
	char text[200];

	if (atomic_exchange(&quiet.counts->streams[k].is_cut, 1))
		return;
	snprintf(
	    text, sizeof text,
	    "\nINFO: me: the program has printed %d bytes to %s: what follows is not "
	    "shown\n",
	    QUIET_STREAM_MOST, names[k]);
	say(text);
}

static void pass_on(int k, off_t from, off_t to)
{
	const long long room = QUIET_STREAM_MOST - quiet.counts->streams[k].printed;
	const off_t size = to - from < room ? to - from : room;

	if (quiet.repeats && quiet.repeats())
		return;
	copy(k, from, size);
	quiet.counts->streams[k].printed += size;
	if (size < to - from)
		cut(k);
}

/* Memory for what nobody sees any more is given back. */
static void forget(int k, off_t end)
{
	if (end < FILE_MOST || ftruncate(quiet.file[k], 0))
		return;
	lseek(quiet.file[k], 0, SEEK_SET);
	quiet.counts->streams[k].passed = 0;
	if (k == ERRORS)
		quiet.begin = 0;
}

static void drain(int k)
{
	if (quiet.file[k] < 0)
		return;
	const off_t end = end_of(k), from = quiet.counts->streams[k].passed;
	quiet.counts->streams[k].passed = end;
	if (k == ERRORS && quiet.counts->keeps)
		return;
	if (end > from)
		pass_on(k, from, end);
	forget(k, end);
	/* Nobody looks at this file again. */
	if (quiet.counts->streams[k].is_cut && k == OUTPUT)
		discard(k);
}

static void drain_all(void)
{
	if (quiet.is_passing)
		return;
	quiet.is_passing = 1;
	drain(OUTPUT);
	drain(ERRORS);
	quiet.is_passing = 0;
}

/* ---- messages */

static int has_room(size_t size)
{
	const long long most = quiet.counts->ends ? QUIET_MESSAGES_MOST + QUIET_END_MOST
						  : QUIET_MESSAGES_MOST;

	if (quiet.counts->messages + (long long)size <= most) {
		quiet.counts->messages += (long long)size;
		return 1;
	}
	if (!atomic_fetch_add(&quiet.counts->dropped, (long long)size))
		say("INFO: me: the session has printed much: messages that follow are "
		    "not "
		    "shown until it ends\n");
	return 0;
}

static ssize_t write_message(void *cookie, const char *text, size_t size)
{
	(void)cookie;
	if (quiet.repeats && !quiet.is_last && quiet.repeats())
		return (ssize_t)size;
	drain_all();
	if (quiet.counts && !has_room(size))
		return (ssize_t)size;
	const ssize_t n = write(quiet.terminal[ERRORS], text, size);
	/* Who reads no further, as `head` does, misses nothing. */
	if (n < 0 && quiet.counts && errno != EAGAIN && errno != EINTR &&
	    errno != EPIPE)
		quiet.counts->is_lost = 1;
	return n;
}

int quiet_has_lost(void)
{
	return quiet.counts && quiet.counts->is_lost;
}

static int high_file(int file)
{
	const int high = fcntl(file, F_DUPFD_CLOEXEC, HIGH_FILE);

	return high < 0 ? fcntl(file, F_DUPFD_CLOEXEC, 3) : high;
}

int quiet_init(void)
{
	const cookie_io_functions_t functions = {.write = write_message};

	if (quiet.terminal[ERRORS])
		return 0;
	const int terminal = high_file(STDERR_FILENO);
	FILE *own = terminal < 0 ? NULL : fopencookie(NULL, "w", functions);
	if (!own)
		return -1;
	quiet.terminal[ERRORS] = terminal;
	setvbuf(own, NULL, _IONBF, 0);
	stderr = own;
	return 0;
}

void quiet_while(int (*repeats)(void))
{
	quiet.repeats = repeats;
}

/* ---- the program's streams */

static int file_in_memory(void)
{
	const int low = memfd_create("stream", MFD_CLOEXEC);
	const int high = low < 0 ? -1 : high_file(low);

	if (low >= 0 && high != low)
		close(low);
	return high;
}

static void watch(int k)
{
	if (!quiet.terminal[k])
		quiet.terminal[k] = high_file(k + 1);
	if (quiet.terminal[k] <= 0) {
		quiet.terminal[k] = 0;
		return;
	}
	quiet.file[k] = file_in_memory();
	if (quiet.file[k] >= 0)
		dup2(quiet.file[k], k + 1);
}

void quiet_watch(int with_errors)
{
	quiet.counts = shared_memory(sizeof *quiet.counts);
	if (!quiet.counts)
		return;
	fflush(stdout);
	watch(OUTPUT);
	if (with_errors)
		watch(ERRORS);
}

void quiet_begin(void)
{
	if (quiet.file[ERRORS] < 0)
		return;
	drain_all();
	if (!quiet.counts->keeps)
		quiet.begin = end_of(ERRORS);
	quiet.counts->keeps = 1;
	dup2(quiet.file[ERRORS], STDERR_FILENO);
}

void quiet_run(void)
{
	if (quiet.is_due) {
		quiet.is_due = 0;
		drain_all();
	}
	if (quiet.file[ERRORS] < 0 || !quiet.counts->keeps)
		return;
	quiet.begin = end_of(ERRORS);
	forget(ERRORS, quiet.begin);
}

/* A run that prints without end must not take all memory: of what it prints the beginning
 * is kept. */
void quiet_tick(void)
{
	quiet.is_due = 1;
	if (!quiet.counts || quiet.is_passing)
		return;
	if (quiet.file[OUTPUT] >= 0 && end_of(OUTPUT) > FILE_MOST)
		drain(OUTPUT);
	if (quiet.file[ERRORS] < 0 || end_of(ERRORS) < 2 * FILE_MOST)
		return;
	if (!quiet.counts->keeps)
		drain(ERRORS);
	else if (!ftruncate(quiet.file[ERRORS], quiet.begin + QUIET_FAILURE_MOST))
		lseek(quiet.file[ERRORS], 0, SEEK_END);
}

void quiet_show(void)
{
	if (quiet.file[ERRORS] < 0)
		return;
	drain_all();
	const long long room = QUIET_FAILURES_MOST - quiet.counts->failures;
	const off_t size = quiet.counts->keeps ? end_of(ERRORS) - quiet.begin : 0;
	off_t shown = size < QUIET_FAILURE_MOST ? size : QUIET_FAILURE_MOST;

	shown = shown < room ? shown : room;
	quiet.counts->failures += shown;
	copy(ERRORS, quiet.begin, shown);
	if (shown < size)
		say("\nINFO: me: the rest of what the run has printed is not shown\n");
	dup2(quiet.terminal[ERRORS], STDERR_FILENO);
}

void quiet_last(void)
{
	quiet.is_last = 1;
	if (!quiet.counts)
		return;
	drain_all();
	quiet.counts->ends = 1;
}

void quiet_end(void)
{
	drain_all();
	for (int k = 0; k < STREAMS; k++)
		if (quiet.file[k] >= 0)
			dup2(quiet.terminal[k], k + 1);
}
