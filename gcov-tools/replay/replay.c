/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replay.c - the gcov twin: runs the files named on standard input (paths ended
 * by NUL) through the typed entry, or the user's LLVMFuzzerTestOneInput. Without hooks,
 * without libFuzzer.
 *
 * Each file is run in a child process, so that it sees nothing of the others and a crash
 * costs no coverage: the child writes its counts when it ends, also on a signal.
 *
 * A run may take LOOK_CPU_MS. Those that take longer are run again when all others have
 * been, and share SHARED_MS; where that is less for each than it has had, it has had
 * its time. What such a run counts until it is ended is counted.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/input/arguments.h"
#include "harness/input/exception.h"
#include "harness/program/limits.h"
#include "harness/program/positions.h"
#include "harness/program/state.h"
#include "harness/program/shared_memory.h"
#include "harness/runtime/environment.h"
#include "harness/runtime/regions.h"
#include "me/ends.h"
#include "harness/libfuzzer/user.h"
#include "system/clock.h"

extern const struct me_entry __start_me_entries[] __attribute__((weak));
extern const struct me_entry __stop_me_entries[] __attribute__((weak));
void __gcov_dump(void) __attribute__((weak));
void __gcov_reset(void) __attribute__((weak));
int __me_main(int argc, char **argv);
int LLVMFuzzerRunDriver(int *argc, char ***argv, user_test_fn *test);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Time for a first look at a run, of the CPU and by the clock; CPU time for all second
 * ones, each of which takes at most twice its share by the clock. */
enum { LOOK_CPU_MS = 200, LOOK_WALL_MS = 1000, SHARED_MS = 10000 };

/* Time by the clock for what the program does at its end. In a fork of a process with
 * threads it may wait for ever: for a lock of the sanitizers' allocator, say. */
enum { END_WALL_MS = 5000 };

struct replay {
	user_test_fn *test; /* null: a typed target */
	struct environment environment;
	struct layout layout;
	struct state state;
	coord *x;
	char **paths;
	size_t count;
	volatile size_t *next; /* shared with the children: the file after this one */
	unsigned cpu_ms, wall_ms; /* limits of a run */
	char **late; /* of paths: those over a limit; room for all */
	size_t late_count;
};

static int replay_fail(const char *what, const char *why)
{
	fprintf(stderr, "replay: %s: %s\n", what, why);
	return 1;
}

/* Reads all of standard input and splits it at NULs. */
static int read_paths(struct replay *r)
{
	unsigned char *bytes;
	size_t length;

	if (corpus_read("/dev/stdin", &bytes, &length))
		return -1;
	char *text = (char *)bytes;
	for (size_t i = 0; i < length; i++)
		r->count += !text[i];
	r->paths = calloc(r->count + 1, sizeof *r->paths);
	r->late = calloc(r->count + 1, sizeof *r->late);
	if (!r->paths || !r->late)
		return -1;
	for (size_t i = 0, k = 0; i < length && k < r->count; i += strlen(text + i) + 1)
		r->paths[k++] = text + i;
	return 0;
}

/* The exit code of a child that has run all files; before that, -1. */
static volatile sig_atomic_t end_code = -1;

/* A run may have left none for the file of counts. */
static struct limits limits;

static void on_signal(int number)
{
	signal(number, SIG_DFL);
	limits_restore(&limits);
	if (__gcov_dump)
		__gcov_dump();
	/* Before _exit(), which does not return, code under ASan allocates; that lock may be
	 * of a thread that the fork has left out. */
	syscall(SYS_exit_group, end_code < 0 ? 128 + number : end_code);
}

static void catch_signals(void)
{
	static const int signals[] = {ME_FAULT_SIGNALS SIGALRM, SIGPROF};
	static char stack[1 << 16];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action;

	sigaltstack(&alternate, NULL);
	memset(&action, 0, sizeof action);
	action.sa_handler = on_signal;
	action.sa_flags = SA_ONSTACK;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}

static void set_timers(unsigned cpu_ms, unsigned wall_ms)
{
	clock_alarm(ITIMER_PROF, cpu_ms / 1e3);
	clock_alarm_wall(wall_ms);
}

static void run_vector(struct replay *r, const unsigned char *bytes, size_t size)
{
	layout_decode(&r->layout, bytes, size, r->x);
	state_restore(&r->state);
	arguments_store(&r->layout, r->x);
	arguments_call(&r->layout);
	if (r->layout.is_rejected && __gcov_reset)
		__gcov_reset();
}

static int run_file(struct replay *r, const char *path)
{
	unsigned char *bytes;
	size_t size;
	int err = corpus_read(path, &bytes, &size);

	if (err)
		return replay_fail(path, corpus_strerror(err));
	positions_restore();
	set_timers(r->cpu_ms, r->wall_ms);
	environment_restore(&r->environment);
	if (r->test)
		r->test(bytes, size);
	else
		run_vector(r, bytes, size);
	environment_restore(&r->environment);
	limits_restore(&limits);
	set_timers(0, 0);
	free(bytes);
	return 0;
}

/* The child: runs the next file. */
static void run_next(struct replay *r)
{
	int failed;

	catch_signals();
	const char *path = r->paths[*r->next];
	++*r->next;
	failed = run_file(r, path);
	end_code = failed;
	set_timers(0, END_WALL_MS);
	exit(failed);
}

static int is_late(int status)
{
	return WIFEXITED(status) && (WEXITSTATUS(status) == 128 + SIGALRM ||
				     WEXITSTATUS(status) == 128 + SIGPROF);
}

static int run_all(struct replay *r)
{
	int failed = 0, status;

	*r->next = 0;
	while (*r->next < r->count) {
		size_t before = *r->next;
		fflush(NULL);
		pid_t child = fork();
		if (child < 0)
			return replay_fail("fork", "no process");
		if (!child && regions_have_one_thread())
			regions_set_one_thread();
		if (!child)
			run_next(r);
		if (waitpid(child, &status, 0) < 0)
			return replay_fail("waitpid", "no status");
		failed |= WIFEXITED(status) && WEXITSTATUS(status) == 1;
		if (*r->next == before) /* died before its first file */
			return replay_fail("a child", "it could not start");
		if (is_late(status))
			r->late[r->late_count++] = r->paths[*r->next - 1];
	}
	return failed;
}

static int replay(struct replay *r)
{
	r->cpu_ms = LOOK_CPU_MS;
	r->wall_ms = LOOK_WALL_MS;
	const int failed = run_all(r);
	r->cpu_ms = r->late_count ? (unsigned)(SHARED_MS / r->late_count) : 0;
	r->wall_ms = 2 * r->cpu_ms;
	if (r->cpu_ms <= LOOK_CPU_MS)
		return failed;
	char **all = r->paths;
	r->paths = r->late;
	r->count = r->late_count;
	r->late = all;
	r->late_count = 0;
	return run_all(r) | failed;
}

static int set_up_typed(struct replay *r)
{
	if (__stop_me_entries - __start_me_entries != 1)
		return replay_fail("entry", "this program has more than one");
	if (arguments_init(&r->layout, __start_me_entries) || state_init(&r->state))
		return replay_fail("set-up", "out of memory");
	r->x = calloc(r->layout.n + 1, sizeof *r->x);
	return r->x ? 0 : replay_fail("set-up", "out of memory");
}

/* test: of a bytes target, else null. */
static int replay_with(user_test_fn *test)
{
	static struct replay r;

	r.test = test;
	environment_note(&r.environment);
	limits_note(&limits);
	exceptions_are(EXCEPTIONS_RESULTS);
	r.next = shared_memory(sizeof *r.next);
	if (!r.next || read_paths(&r))
		return replay_fail("set-up", "out of memory");
	if (!test && set_up_typed(&r))
		return 1;
	return replay(&r);
}

int __me_main(int argc, char **argv)
{
	positions_note();
	user_initialize(&argc, &argv);
	if (!__start_me_entries && !user_test())
		return replay_fail("entry", "this program has none");
	return replay_with(__start_me_entries ? NULL : user_test());
}

/* For the main() of a user. */
__attribute__((visibility("default"))) int LLVMFuzzerRunDriver(int *argc, char ***argv,
							       user_test_fn *test)
{
	user_initialize(argc, argv);
	return replay_with(test);
}

/* A user's mutator may refer to it; the twin does not mutate. */
__attribute__((visibility("default"))) size_t
LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
	(void)data;
	(void)max_size;
	return size;
}

/* ---- the subroutines of me/target.f90, whose calls the plugin leaves as they are here; a
 * program's own come first */

void me_reach_(void);
void me_assert_(const int *condition);
void me_label_(const int *id, const int *condition);
void me_reject_(void);
void __me_reject(void);

#define FOR_THE_TWIN __attribute__((weak, visibility("default")))

FOR_THE_TWIN void me_reach_(void)
{
}

FOR_THE_TWIN void me_assert_(const int *condition)
{
	(void)condition;
}

FOR_THE_TWIN void me_label_(const int *id, const int *condition)
{
	(void)id, (void)condition;
}

FOR_THE_TWIN void me_reject_(void)
{
	__me_reject();
}
