/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * served_calls.c - a child process calls in a loop. When a function ends it, or takes too
 * long, the parent answers that call in its place, and goes on with another child.
 */
#include "harness/main/requests.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "harness/program/shared_memory.h"
#include "harness/records/records.h"
#include "harness/triage/apart.h"
#include "me/calls.h"
#include "system/clock.h"

struct call_server {
	const struct environment *environment;
	volatile int *calls; /* shared: a function has been called, and not come back */
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
	struct me_call_result result = {0, 0};
	void *function = function_of(s, call);

	if (!function || call->count > ME_CALL_ARGUMENTS)
		return result;
	clock_alarm(ITIMER_PROF, ME_CALL_CPU_MS / 1e3);
	environment_restore(s->environment);
	*s->calls = 1;
	result.value = call_at(function, call);
	*s->calls = 0;
	environment_restore(s->environment);
	result.returned = 1;
	return result;
}

/* ---- the child */

static void serve_loop(void *server)
{
	static const struct rlimit none = {0, 0};
	const struct call_server *s = server;
	struct me_call call;

	setrlimit(RLIMIT_CORE, &none);
	signal(SIGPROF, SIG_DFL);
	while (read(s->in, &call, sizeof call) == sizeof call) {
		const struct me_call_result result = answer(s, &call);
		if (write(s->out, &result, sizeof result) != sizeof result)
			break;
	}
}

/* ---- the parent */

static int note_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr; /* the program comes first */
	return 1;
}

int served_calls(const struct environment *environment)
{
	static const struct me_call_result nothing = {0, 0};
	struct call_server s = {.environment = environment};
	struct apart apart;

	s.in = records_input();
	s.out = records_file();
	s.calls = shared_memory(sizeof *s.calls);
	if (!s.calls)
		return 1;
	dl_iterate_phdr(note_base, &s.base);
	do {
		*s.calls = 0;
		if (apart_do(serve_loop, &s, 0, &apart))
			return 1;
	} while (!apart.returned && *s.calls &&
		 write(s.out, &nothing, sizeof nothing) == sizeof nothing);
	return !apart.returned;
}
