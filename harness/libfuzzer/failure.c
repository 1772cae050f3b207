/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failure.c - the artifact of an inner run, at libFuzzer's name and place.
 *
 * All of it may be called in a signal handler or in libFuzzer's memory watching thread,
 * in a program whose heap is damaged or locked: nothing is allocated.
 */
#include "harness/libfuzzer/failure.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/sha1.h"
#include "harness/libfuzzer/ending.h"
#include "harness/libfuzzer/fork.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/program/backtrace.h"
#include "harness/program/exit_now.h"
#include "harness/runtime/trace.h"

/* libFuzzer's: a run of its own is on; what it does at an exit, an alarm and a
 * sanitizer's report. */
extern char running_callback __asm__("_ZN6fuzzer19RunningUserCallbackE")
    __attribute__((weak));
void exit_callback(void) __asm__("_ZN6fuzzer6Fuzzer18StaticExitCallbackEv")
    __attribute__((weak));
void alarm_callback(void) __asm__("_ZN6fuzzer6Fuzzer19StaticAlarmCallbackEv")
    __attribute__((weak));
void death_callback(void) __asm__("_ZN6fuzzer6Fuzzer19StaticDeathCallbackEv")
    __attribute__((weak));

/* Fuzzer::DumpCurrentUnit: libFuzzer's, and ours which libFuzzer calls. */
void __me_libfuzzer_dump(void *fuzzer, const char *kind) __attribute__((weak));
void __me_failure_dump(void *fuzzer, const char *kind);

enum { HEX_MOST = 256 }; /* bytes that are printed, as by libFuzzer */

static struct {
	const struct subject *subject;
	const char *prefix, *exact;
	struct input
	    input; /* of the last run, inner or libFuzzer's: a copy in `copy` */
	void *copy;
	size_t copy_room;
	uint8_t *bytes; /* room for a file of the subject's size */
	pid_t process;
	volatile sig_atomic_t inner; /* it is being run by the minimisation */
	volatile sig_atomic_t
	    dumping; /* its artifact is being written: no further run */
	int noted; /* there was a run */
} failure;

/* ---- the artifact */

static void print_bytes(const uint8_t *bytes, size_t n)
{
	if (n > HEX_MOST)
		return;
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "0x%x,", bytes[i]);
	fprintf(stderr, "\n");
}

static int write_all(int file, const unsigned char *bytes, size_t n)
{
	while (n) {
		ssize_t k = write(file, bytes, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		bytes += k;
		n -= (size_t)k;
	}
	return 0;
}

/* Whole or not at all, but for a kill in between. */
static void write_artifact(const char *path, const uint8_t *bytes, size_t n)
{
	struct stat st;
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int bad = file < 0 || fstat(file, &st) || write_all(file, bytes, n);

	if (file >= 0)
		bad |= close(file);
	if (bad) {
		fprintf(stderr, "ERROR: me: %s: %s\n", path, strerror(errno));
		if (file >= 0 && S_ISREG(st.st_mode))
			unlink(path);
		__me_exit_now(1);
	}
	fprintf(stderr, "artifact_prefix='%s'; Test unit written to %s\n",
		failure.prefix, path);
}

static void dump(const char *kind)
{
	static char path[PATH_MAX];
	char hex[SHA1_HEX_SIZE];
	size_t n;
	const uint8_t *bytes = failure.subject->kind->encode(
	    failure.subject, failure.input, failure.bytes, &n);

	print_bytes(bytes, n);
	sha1_hex(bytes, n, hex);
	if (failure.exact)
		snprintf(path, sizeof path, "%s", failure.exact);
	else
		snprintf(path, sizeof path, "%s%s%s", failure.prefix, kind, hex);
	write_artifact(path, bytes, n);
}

/* A separate thread watches memory. If it finds the memory exhausted between two runs,
 * the artifact is the input of the last one. */
void __me_failure_dump(void *fuzzer, const char *kind)
{
	fork_note_failure();
	int between = failure.noted && !running_callback && !strcmp(kind, "oom-");

	if (!failure.inner && !between) {
		__me_libfuzzer_dump(fuzzer, kind);
		return;
	}
	failure.dumping = 1;
	if (!between)
		guard_abandon();
	dump(kind);
}

/* ---- runs */

/* The old copy is left as it is: the thread that watches memory may be reading it.
 * These pages are nobody's leak. 0 when out of memory. */
static int make_room(size_t size)
{
	size_t room = failure.copy_room ? failure.copy_room : 4096;

	while (room < size)
		room *= 2;
	if (room == failure.copy_room)
		return 1;
	void *copy = mmap(NULL, room, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return 0;
	failure.copy = copy;
	failure.copy_room = room;
	return 1;
}

static void take(void)
{
	struct input in = failure.subject->kind->held(failure.subject);

	while (failure.dumping)
		pause();
	if (!make_room(in.size))
		return;
	memcpy(failure.copy, in.data, in.size);
	failure.input = (struct input){failure.copy, in.size};
	failure.noted = 1;
}

/* An inner run of what the subject holds begins. */
static void begin(void)
{
	take();
	failure.inner = 1;
}

static void end(void)
{
	failure.inner = 0;
}

void failure_note(void)
{
	if (failure.subject)
		take();
}

/* ---- the ends that a program can make */

void failure_watch(void)
{
	sanitizer_call_at_death_of_libubsan(death_callback);
}

/* libFuzzer's report, which it makes only of its own runs otherwise. */
static void __me_failure_report(void (*callback)(void))
{
	char before = running_callback;

	guard_abandon();
	running_callback = 1;
	callback();
	running_callback = before;
}

static int is_run(void)
{
	return failure.subject && trace.on && getpid() == failure.process;
}

static void __me_failure_exit(void)
{
	if (is_run())
		__me_failure_report(exit_callback);
}

static void __me_failure_overdue(void)
{
	sigset_t alarm;

	/* libFuzzer's own alarm would interrupt. */
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm, NULL);
	__me_failure_report(alarm_callback);
}

/* _exit and _Exit call no exit handler: those of the program under test come here. */
__attribute__((weak, visibility("default"), noreturn)) void _exit(int code)
{
	ending_exit();
	__me_failure_exit();
	__me_exit_now(code);
}

__attribute__((weak, visibility("default"), noreturn)) void _Exit(int code)
{
	ending_exit();
	__me_failure_exit();
	__me_exit_now(code);
}

/* ---- */

static const char *flag_value(int argc, char **argv, const char *name)
{
	const char *value = NULL;
	size_t n = strlen(name);

	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, n) && argv[i][n] == '=')
			value = argv[i] + n + 1;
	return value;
}

int failure_init(const struct subject *subject, struct guard *g, int argc, char **argv)
{
	const char *timeout = flag_value(argc, argv, "-timeout");
	const char *prefix = flag_value(argc, argv, "-artifact_prefix");

	failure.prefix = prefix ? prefix : "./";
	failure.exact = flag_value(argc, argv, "-exact_artifact_path");
	failure.bytes = calloc(subject->file_size + 1, 1);
	failure.process = getpid();
	if (!failure.bytes || atexit(__me_failure_exit))
		return -1;
	failure.subject = subject;
	g->begins = begin;
	g->ends = end;
	g->in_program = backtrace_in_program;
	g->overdue = __me_failure_overdue;
	g->timeout_s = timeout && atoi(timeout) > 0 ? (unsigned)atoi(timeout) : 0;
	return 0;
}
