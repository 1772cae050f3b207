/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit_handlers.c - libc's functions that register handlers, and the handlers of a run. */
#include "harness/pristine/exit_handlers.h"

#include <dlfcn.h>
#include <stddef.h>

enum {
	HANDLERS_MOST = 1024
}; /* of a run; further ones wait for the end of the process */

typedef void object_fn(void *object);
typedef void exit_fn(int status, void *context);

struct handler {
	object_fn *object; /* one of the two */
	exit_fn *exit;
	void *context;
};

/* At the end of a program those of thread-local objects come first. */
struct handlers {
	size_t count;
	struct handler list[HANDLERS_MOST];
};

static struct handlers of_thread, of_process;
static _Thread_local int is_run __attribute__((tls_model("initial-exec")));

int __cxa_atexit(object_fn *fn, void *object, void *library);
int __cxa_thread_atexit(object_fn *fn, void *object, void *library);
int on_exit(exit_fn *fn, void *context);

/* Whether it was the run's and has been taken. */
static int take(struct handlers *h, const struct handler *handler)
{
	if (!is_run || h->count == HANDLERS_MOST)
		return 0;
	h->list[h->count++] = *handler;
	return 1;
}

static int pass_on(const char *name, object_fn *fn, void *object, void *library)
{
	int (*next)(object_fn *, void *, void *) = NULL;

	*(void **)&next = dlsym(RTLD_NEXT, name);
	return next ? next(fn, object, library) : -1;
}

__attribute__((weak, visibility("default"))) int
__cxa_atexit(object_fn *fn, void *object, void *library)
{
	const struct handler handler = {fn, NULL, object};

	return take(&of_process, &handler)
		   ? 0
		   : pass_on("__cxa_atexit", fn, object, library);
}

__attribute__((weak, visibility("default"))) int
__cxa_thread_atexit(object_fn *fn, void *object, void *library)
{
	const struct handler handler = {fn, NULL, object};

	return take(&of_thread, &handler)
		   ? 0
		   : pass_on("__cxa_thread_atexit", fn, object, library);
}

__attribute__((weak, visibility("default"))) int on_exit(exit_fn *fn, void *context)
{
	const struct handler handler = {NULL, fn, context};
	int (*next)(exit_fn *, void *) = NULL;

	if (take(&of_process, &handler))
		return 0;
	*(void **)&next = dlsym(RTLD_NEXT, "on_exit");
	return next ? next(fn, context) : -1;
}

/* A handler may register others. */
static void call_all(struct handlers *h)
{
	while (h->count) {
		const struct handler handler = h->list[--h->count];
		if (handler.object)
			handler.object(handler.context);
		else
			handler.exit(0, handler.context);
	}
}

void exit_handlers_begin(void)
{
	of_thread.count = of_process.count = 0;
	is_run = 1;
}

void exit_handlers_call(void)
{
	while (of_thread.count || of_process.count) {
		call_all(&of_thread);
		call_all(&of_process);
	}
	is_run = 0;
}

void exit_handlers_drop(void)
{
	of_thread.count = of_process.count = 0;
	is_run = 0;
}
