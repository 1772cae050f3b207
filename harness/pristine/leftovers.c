/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leftovers.c - what a run leaves in its process, and how it is undone. */
#include "harness/pristine/leftovers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/pristine/process_state.h"
#include "harness/program/module.h"
#include "harness/program/own_process.h"
#include "harness/program/positions.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"

/*
 * ---- what a run registers for the end of its program: destructors of static
 * and thread-local objects, and functions given to atexit() and on_exit(). A program runs
 * once and calls them at its end; a session runs many times, and the objects are made
 * again in each run. So they are called when the run has returned, as a part of it, and
 * are forgotten where it was left.
 *
 * Threads that the program starts keep theirs. A program that is linked statically has
 * libc's own functions: there all handlers wait for the end of the process.
 */

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

/* What this thread registers from now on belongs to a run; what an earlier one has left is
 * forgotten. */
static void exit_handlers_begin(void)
{
	of_thread.count = of_process.count = 0;
	is_run = 1;
}

/* Calls the run's handlers, the last one first, and ends it. */
static void exit_handlers_call(void)
{
	while (of_thread.count || of_process.count) {
		call_all(&of_thread);
		call_all(&of_process);
	}
	is_run = 0;
}

/* Forgets the run's handlers, and ends it; may be called again. */
static void exit_handlers_drop(void)
{
	of_thread.count = of_process.count = 0;
	is_run = 0;
}

/* libc's list of streams, the newest first. */
extern FILE *_IO_list_all __attribute__((weak));

enum { FILES_MOST = 4096 }; /* descriptors that can be told apart */
enum {
	LOOK_EVERY = 128
}; /* runs between two looks for descriptors, while none is left */
enum { RANDOM_MOST = 256 }; /* bytes of libc's largest random state */

static struct {
	int is_on;
	int is_run; /* the program is at work */
	int is_stray; /* this process was forked by it meanwhile */
	int has_forked; /* the program, in this run */
	int is_begun; /* a run has begun and what it left is not undone */
	FILE *streams; /* the newest one, when the run began */
	int home; /* a descriptor of the working directory at the start, or -1 */
	int is_away; /* the program is elsewhere */
} leftovers = {.home = -1};

/* ---- what is said once, by any process of the session */

enum told { TOLD_FILES, TOLD_FORKS, TOLD_COUNT };

static char *told; /* shared by the processes; null: there was no memory */

static void tell_once(enum told what, const char *text)
{
	if (!told || told[what])
		return;
	told[what] = 1;
	fprintf(stderr, "INFO: me: %s\n", text);
}

/* ---- the working directory */

static long go(long result)
{
	if (!result)
		leftovers.is_away = 1;
	return result;
}

__attribute__((weak, visibility("default"))) int chdir(const char *path)
{
	return (int)go(syscall(SYS_chdir, path));
}

__attribute__((weak, visibility("default"))) int fchdir(int directory)
{
	return (int)go(syscall(SYS_fchdir, directory));
}

void leftovers_return_home(void)
{
	if (!leftovers.is_away || leftovers.home < 0)
		return;
	leftovers.is_away = 0;
	syscall(SYS_fchdir, leftovers.home);
}

/* ---- rand() and random() */

/* libc's state: words of which a call of random() changes one, the same one after each
 * time that the state was put back. */
static struct {
	char *state; /* null: not known */
	size_t size;
	int32_t copy[RANDOM_MOST / sizeof(int32_t)];
	size_t next; /* the word that the next call changes */
	char other[RANDOM_MOST]; /* in use while the state is read or written */
} random_numbers;

static size_t random_size(const char *state)
{
	static const size_t sizes[] = {8, 32, 64, 128, 256};
	int32_t type;

	memcpy(&type, state, sizeof type);
	return sizes[(uint32_t)type % (sizeof sizes / sizeof *sizes)];
}

/* setstate() writes into the state that it leaves where that is in its sequence. */
static void put_random_back(void)
{
	setstate(random_numbers.other);
	memcpy(random_numbers.state, random_numbers.copy, random_numbers.size);
	setstate(random_numbers.state);
}

static void note_random(void)
{
	int32_t now[RANDOM_MOST / sizeof(int32_t)];

	random_numbers.state = initstate(1, random_numbers.other, 8);
	if (!random_numbers.state)
		return;
	random_numbers.size = random_size(random_numbers.state);
	memcpy(random_numbers.copy, random_numbers.state, random_numbers.size);
	setstate(random_numbers.state);
	random();
	memcpy(now, random_numbers.state, random_numbers.size);
	for (size_t i = 1; i < random_numbers.size / sizeof(int32_t); i++)
		if (now[i] != random_numbers.copy[i])
			random_numbers.next = i;
	put_random_back();
}

static void restore_random(void)
{
	const int32_t *now = (const int32_t *)(const void *)random_numbers.state;

	if (now && now[random_numbers.next] != random_numbers.copy[random_numbers.next])
		put_random_back();
}

/* ---- open files */

static void tell_files(void)
{
	tell_once(TOLD_FILES, "runs leave files open: they are closed after each run");
}

static FILE *newest_stream(void)
{
	return &_IO_list_all ? _IO_list_all : NULL;
}

/* A stream that was there before may have been closed: then all are new, and none is
 * touched. */
static int is_listed(const FILE *stream)
{
	const FILE *at = newest_stream();

	while (at && at != stream)
		at = at->_chain;
	return at == stream;
}

static void close_streams(void)
{
	FILE *newest;

	if (newest_stream() == leftovers.streams || !is_listed(leftovers.streams))
		return;
	tell_files();
	while ((newest = newest_stream()) != leftovers.streams) {
		fclose(newest);
		if (newest_stream() == newest)
			return;
	}
}

static struct {
	int is_watched; /* runs leave descriptors: each one is looked at */
	int stays_watched;
	unsigned runs; /* since the last look, or the last one that left any */
	int lowest; /* the first number that is free, at the last look; 0: none yet */
	unsigned char known[FILES_MOST]; /* open at that look; while is_watched */
} descriptors;

static int lowest_free(void)
{
	const int file = dup(leftovers.home);

	if (file >= 0)
		close(file);
	return file;
}

static void note_open(void)
{
	DIR *list = opendir("/proc/self/fd");
	const struct dirent *entry;

	if (!list)
		return;
	const int own = dirfd(list);
	while ((entry = readdir(list))) {
		const int file = atoi(entry->d_name);
		if (*entry->d_name != '.' && file != own && file < FILES_MOST)
			descriptors.known[file] = 1;
	}
	closedir(list);
}

/* A new descriptor gets the lowest number that is free: those of a run lie close
 * together. */
static void close_unknown(void)
{
	enum { GAP_MOST = 32 };

	for (int file = descriptors.lowest, gap = 0;
	     file < FILES_MOST && gap < GAP_MOST; file++)
		if (!descriptors.known[file])
			gap = close(file) ? gap + 1 : 0;
}

/* Before a run of those that are watched: the harness may have opened some. */
static void note_descriptors(void)
{
	const int lowest = lowest_free();

	if (lowest == descriptors.lowest)
		return;
	descriptors.lowest = lowest;
	memset(descriptors.known, 0, sizeof descriptors.known);
	note_open();
}

/* Whether instrumented code calls a function of libc that opens descriptors. */
static int program_opens(void)
{
	static const char *const openers[] = {
	    "open",	 "open64",	  "openat",	    "openat64",	    "creat",
	    "creat64",	 "dup",		  "dup2",	    "dup3",	    "pipe",
	    "pipe2",	 "socket",	  "socketpair",	    "accept",	    "opendir",
	    "fdopendir", "eventfd",	  "memfd_create",   "mkstemp",	    "mkstemp64",
	    "shm_open",	 "epoll_create1", "timerfd_create", "inotify_init", "signalfd",
	    NULL};

	return module_calls(openers);
}

static void begin_descriptors(void)
{
	if (descriptors.is_watched)
		note_descriptors();
	else if (!descriptors.lowest)
		descriptors.lowest = lowest_free();
}

/* Whether there are more than at the last look. */
static int has_more(void)
{
	const int lowest = lowest_free();

	return lowest < 0 || lowest > descriptors.lowest;
}

static void close_descriptors(void)
{
	if (descriptors.is_watched && has_more()) {
		tell_files();
		close_unknown();
		descriptors.runs = 0;
	}
	if (++descriptors.runs < LOOK_EVERY)
		return;
	descriptors.runs = 0;
	descriptors.is_watched =
	    descriptors.stays_watched || (!descriptors.is_watched && has_more());
	descriptors.lowest = 0;
}

/* ---- */

static void note_blocks(void)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++)
			for (uint32_t i = 0; i < u->variable_count; i++)
				kept_blocks_note(u->variables[i].address,
						 u->variables[i].size);
}

static void note_fork(void)
{
	leftovers.is_stray = leftovers.is_run;
}

static void note_process(void)
{
	leftovers.has_forked |= leftovers.is_run;
}

void leftovers_end_stray(void)
{
	if (leftovers.is_stray)
		__me_exit_now(0);
}

void leftovers_watch(int undoes)
{
	pthread_atfork(NULL, note_process, note_fork);
	leftovers.is_on = undoes;
	if (!undoes)
		return;
	leftovers.home = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	descriptors.is_watched = descriptors.stays_watched = program_opens();
	told = shared_memory(TOLD_COUNT);
	note_blocks();
	note_random();
	process_state_note();
}

void leftovers_begin(void)
{
	leftovers_undo();
	made_blocks_begin();
	leftovers.is_run = 1;
	walled_run(__builtin_frame_address(0));
	if (!leftovers.is_on)
		return;
	leftovers.is_begun = 1;
	leftovers.streams = newest_stream();
	begin_descriptors();
	exit_handlers_begin();
	kept_blocks_run(1);
	process_state_begin();
	positions_restore();
}

void leftovers_end(void)
{
	leftovers_end_stray();
	if (leftovers.is_on) {
		exit_handlers_call();
		made_blocks_end();
	}
	walled_look();
	leftovers.is_run = 0;
	walled_run(NULL);
	kept_blocks_run(0);
}

void leftovers_undo(void)
{
	walled_run(NULL);
	kept_blocks_run(0);
	leftovers.is_run = 0;
	if (!leftovers.is_begun)
		return;
	leftovers.is_begun = 0;
	exit_handlers_drop();
	process_limits_restore();
	leftovers_return_home();
	if (newest_stream() != leftovers.streams)
		close_streams();
	close_descriptors();
	restore_random();
	process_state_restore();
	if (leftovers.has_forked)
		tell_once(TOLD_FORKS,
			  "runs start processes: what these do is not undone");
	leftovers.has_forked = 0;
}

/* ---- blocks that a run keeps */

enum { ALIGNMENT = 16, LEAST = 1 << 16 }; /* of blocks; no block is below */
enum { MOST = 1 << 20 }; /* of a larger state only the first ones are known */

static struct {
	uintptr_t *list;
	size_t count, room;
	int is_sorted, has_freed;
} kept;

__attribute__((visibility("default"))) int __me_kept_run;

static void add(uintptr_t word)
{
	if (kept.count == kept.room) {
		const size_t room = kept.room ? 2 * kept.room : 64;
		uintptr_t *grown = realloc(kept.list, room * sizeof *grown);
		if (!grown)
			return;
		kept.list = grown;
		kept.room = room;
	}
	kept.list[kept.count++] = word;
	kept.is_sorted = 0;
}

void kept_blocks_note(const void *bytes, size_t size)
{
	uintptr_t word;

	for (size_t i = 0; i + sizeof word <= size && kept.count < MOST;
	     i += sizeof word) {
		memcpy(&word, (const char *)bytes + i, sizeof word);
		if (word % ALIGNMENT == 0 && word >= LEAST && word < UINTPTR_MAX / 2)
			add(word);
	}
}

static int compare(const void *a, const void *b)
{
	const uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return (x > y) - (x < y);
}

void kept_blocks_run(int on)
{
	if (!kept.is_sorted && kept.count)
		qsort(kept.list, kept.count, sizeof *kept.list, compare);
	kept.is_sorted = 1;
	__me_kept_run = on && kept.count;
}

int kept_blocks_freed(void)
{
	return kept.has_freed;
}

__attribute__((visibility("default"))) int __me_keep_block(const void *block)
{
	const uintptr_t word = (uintptr_t)block;
	size_t low = 0, high = kept.count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (kept.list[middle] == word)
			return kept.has_freed = 1;
		if (kept.list[middle] < word)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}
