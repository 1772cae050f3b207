/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failure.c - the artifact of an inner run, at libFuzzer's name and place.
 *
 * All of it may be called in a signal handler or in libFuzzer's memory watching thread,
 * in a program whose heap is damaged or locked: nothing is allocated.
 */
#include "harness/failure.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "corpus/sha1.h"
#include "harness/backtrace.h"
#include "harness/fork.h"
#include "harness/trace.h"

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
	const struct layout *layout;
	const char *prefix, *exact;
	coord *x; /* the input of the last run, inner or libFuzzer's */
	unsigned char *bytes; /* room for it */
	pid_t process;
	volatile sig_atomic_t inner; /* x is being run by the minimisation */
	volatile sig_atomic_t dumping; /* x is being written: no further run */
	int noted; /* there was a run */
} failure;

/* ---- the artifact */

static void print_bytes(size_t n)
{
	if (n > HEX_MOST)
		return;
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "0x%x,", failure.bytes[i]);
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
static void write_artifact(const char *path, size_t n)
{
	struct stat st;
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int bad = file < 0 || fstat(file, &st) || write_all(file, failure.bytes, n);

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
	size_t n = failure.layout->file_size;

	layout_encode(failure.layout, failure.x, failure.bytes);
	print_bytes(n);
	sha1_hex(failure.bytes, n, hex);
	if (failure.exact)
		snprintf(path, sizeof path, "%s", failure.exact);
	else
		snprintf(path, sizeof path, "%s%s%s", failure.prefix, kind, hex);
	write_artifact(path, n);
}

/* Memory is watched by a thread of its own, which may also find it used up between two
 * runs: then the last one is named. */
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

static void take(const coord *x)
{
	while (failure.dumping)
		pause();
	memcpy(failure.x, x, failure.layout->n * sizeof *x);
	failure.noted = 1;
}

void failure_begin(const coord *x)
{
	if (!failure.layout)
		return;
	take(x);
	failure.inner = 1;
}

void failure_end(void)
{
	failure.inner = 0;
}

void failure_note(const coord *x)
{
	if (failure.layout)
		take(x);
}

/* ---- the ends that a program can make */

/* libFuzzer tells one sanitizer of its callback. Beside libasan, libubsan is a library
 * of its own that ends the process by itself. */
void failure_watch(void)
{
	void *library = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void (*set)(void (*)(void)) = NULL;

	if (library)
		*(void **)&set = dlsym(library, "__sanitizer_set_death_callback");
	if (set)
		set(death_callback);
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
	return failure.layout && trace.on && getpid() == failure.process;
}

static void __me_failure_exit(void)
{
	if (is_run())
		__me_failure_report(exit_callback);
}

static void __me_failure_overdue(void)
{
	sigset_t alarm;

	/* libFuzzer's own alarm would come in between. */
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm, NULL);
	__me_failure_report(alarm_callback);
}

void __me_exit_now(int code)
{
	for (;;)
		syscall(SYS_exit_group, code);
}

/* _exit and _Exit call no exit handler: those of the program under test come here. */
__attribute__((weak, visibility("default"), noreturn)) void _exit(int code)
{
	__me_failure_exit();
	__me_exit_now(code);
}

__attribute__((weak, visibility("default"), noreturn)) void _Exit(int code)
{
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

int failure_init(const struct layout *layout, struct guard *g, int argc, char **argv)
{
	const char *timeout = flag_value(argc, argv, "-timeout");
	const char *prefix = flag_value(argc, argv, "-artifact_prefix");

	failure.prefix = prefix ? prefix : "./";
	failure.exact = flag_value(argc, argv, "-exact_artifact_path");
	failure.x = calloc(layout->n + 1, sizeof *failure.x);
	failure.bytes = calloc(layout->file_size + 1, 1);
	failure.process = getpid();
	if (!failure.x || !failure.bytes || atexit(__me_failure_exit))
		return -1;
	failure.layout = layout;
	g->in_program = backtrace_in_program;
	g->overdue = __me_failure_overdue;
	g->timeout_s = timeout && atoi(timeout) > 0 ? (unsigned)atoi(timeout) : 0;
	return 0;
}
