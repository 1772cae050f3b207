/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leftovers.c - what a run leaves in its process, and how it is undone. */
#include "harness/pristine/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/program/shared_memory.h"
#include "harness/pristine/exit_handlers.h"
#include "harness/program/exit_now.h"
#include "harness/pristine/kept_blocks.h"
#include "harness/pristine/process_state.h"
#include "harness/program/module.h"

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
	leftovers.is_run = 1;
	if (!leftovers.is_on)
		return;
	leftovers.is_begun = 1;
	leftovers.streams = newest_stream();
	begin_descriptors();
	exit_handlers_begin();
	kept_blocks_run(1);
	process_state_begin();
}

void leftovers_end(void)
{
	leftovers_end_stray();
	if (leftovers.is_on)
		exit_handlers_call();
	leftovers.is_run = 0;
	kept_blocks_run(0);
}

void leftovers_undo(void)
{
	kept_blocks_run(0);
	leftovers.is_run = 0;
	if (!leftovers.is_begun)
		return;
	leftovers.is_begun = 0;
	exit_handlers_drop();
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
