/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * served_calls.c - a child process calls in a loop. When a function ends it, or takes too
 * long, the parent answers that call in its place, and goes on with another child.
 */
#include "harness/main/requests.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/program/exit_now.h"
#include "me/calls.h"

/* In memory that parent and child share. */
struct call_progress {
	volatile int calls; /* a function has been called, and not come back */
	volatile int is_over; /* there are no more calls */
};

struct call_server {
	const struct environment *environment;
	struct call_progress *progress;
	uintptr_t base; /* what is added to addresses of the file */
	int in, out; /* which the program does not know */
};

/* ---- one call */

/* In the calling convention of x86-64 integers and floating-point numbers are counted
 * apart, so that one type serves all arguments. A float is in the low bits. */
typedef uint64_t integer_fn(uint64_t, uint64_t, uint64_t, double, double, double);
typedef double double_fn(uint64_t, uint64_t, uint64_t, double, double, double);

static uint64_t call_at(void *function, const struct me_call *call)
{
	uint64_t i[ME_CALL_ARGUMENTS] = {0}, value;
	double d[ME_CALL_ARGUMENTS] = {0};
	unsigned integers = 0, doubles = 0;

	for (unsigned k = 0; k < call->count; k++)
		if (call->is_float[k])
			memcpy(&d[doubles++], &call->arguments[k], sizeof *d);
		else
			i[integers++] = call->arguments[k];
	if (!call->returns_float)
		return ((integer_fn *)function)(i[0], i[1], i[2], d[0], d[1], d[2]);
	const double x = ((double_fn *)function)(i[0], i[1], i[2], d[0], d[1], d[2]);
	memcpy(&value, &x, sizeof value);
	return value;
}

static void *function_of(const struct call_server *s, const struct me_call *call)
{
	return call->address ? (void *)(s->base + call->address)
			     : dlsym(RTLD_DEFAULT, call->name);
}

static struct me_call_result answer(const struct call_server *s,
				    const struct me_call *call)
{
	static const struct itimerval limit = {.it_value.tv_usec =
						   ME_CALL_CPU_MS * 1000};
	struct me_call_result result = {0, 0};
	void *function = function_of(s, call);

	if (!function || call->count > ME_CALL_ARGUMENTS)
		return result;
	setitimer(ITIMER_PROF, &limit, NULL);
	environment_restore(s->environment);
	s->progress->calls = 1;
	result.value = call_at(function, call);
	s->progress->calls = 0;
	environment_restore(s->environment);
	result.returned = 1;
	return result;
}

/* ---- the child */

/* What the program reads and prints is nobody's. */
static void set_apart(void)
{
	const int nothing = open("/dev/null", O_RDWR);

	for (int i = STDIN_FILENO; i <= STDERR_FILENO && nothing >= 0; i++)
		dup2(nothing, i);
	if (nothing > STDERR_FILENO)
		close(nothing);
}

static void serve_loop(const struct call_server *s)
{
	static const struct rlimit none = {0, 0};
	struct me_call call;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	set_apart();
	setrlimit(RLIMIT_CORE, &none);
	signal(SIGPROF, SIG_DFL);
	while (read(s->in, &call, sizeof call) == sizeof call) {
		const struct me_call_result result = answer(s, &call);
		if (write(s->out, &result, sizeof result) != sizeof result)
			break;
	}
	s->progress->is_over = 1;
	__me_exit_now(0);
}

/* ---- the parent */

static int note_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr; /* the program comes first */
	return 1;
}

/* Returns 0 if there are more calls, or -1. */
static int serve_until_end(const struct call_server *s)
{
	static const struct me_call_result nothing = {0, 0};
	const pid_t child = fork();
	int status;

	if (!child)
		serve_loop(s);
	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (s->progress->is_over || !s->progress->calls)
		return -1;
	s->progress->calls = 0;
	return write(s->out, &nothing, sizeof nothing) == sizeof nothing ? 0 : -1;
}

int served_calls(const struct environment *environment)
{
	struct call_server s = {.environment = environment};

	s.in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100);
	s.out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
	s.progress = mmap(NULL, sizeof *s.progress, PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s.in < 0 || s.out < 0 || s.progress == MAP_FAILED)
		return 1;
	dl_iterate_phdr(note_base, &s.base);
	while (serve_until_end(&s) == 0)
		;
	return !s.progress->is_over;
}
