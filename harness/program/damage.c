/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damage.c - see damage.h. */
#include "harness/program/damage.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of glibc: where the program's arguments begin, above all frames. */
extern void *__libc_stack_end __attribute__((weak));

/* Of glibc too: `stderr` is our own stream (quiet.h). */
extern FILE program_stderr __asm__("_IO_2_1_stderr_");

enum { STACK_MOST = 1 << 16 };

static struct {
	const char *frame; /* the frames from here on, up to a limit */
	size_t size;
	char copy[STACK_MOST];
	const char *heap; /* where its blocks begin; null: not known */
	int is_searched;
	int is_sound; /* the heap was when the run began */
	struct links {
		void *chain, *lock, *operations;
		int file;
	} links[3]; /* of the standard streams */
} damage;

/* ---- the heap */

/* The line of /proc/self/maps for what brk() has grown. */
static const char *find_heap(void)
{
	char line[512];
	unsigned long begin = 0;
	FILE *maps = fopen("/proc/self/maps", "re");

	while (maps && fgets(line, sizeof line, maps))
		if (strstr(line, "[heap]")) {
			begin = strtoul(line, NULL, 16);
			break;
		}
	if (maps)
		fclose(maps);
	return (const char *)(uintptr_t)begin; /* NOLINT */
}

/* glibc's blocks follow each other, each with its size in the word before the bytes that it
 * was asked for; the lowest three bits are flags. */
static int is_heap_sound(void)
{
	enum { HEAD = 2 * sizeof(size_t), FLAGS = 7, ALIGNED = 15 };
	const char *at = damage.heap, *end = sbrk(0);

	while (at && at + HEAD <= end) {
		size_t size;
		memcpy(&size, at + sizeof size, sizeof size);
		size &= ~(size_t)FLAGS;
		if (size < HEAD || (size & ALIGNED) || size > (size_t)(end - at))
			return 0;
		at += size;
	}
	return at == end;
}

/* ---- the standard streams of the C library */

/* What ties them to the others stays as it is. The operations are behind the structure. */
static struct links links_of(FILE *of)
{
	FILE *volatile stream = of; /* the compiler knows of nothing behind it */
	struct links l = {
	    .chain = stream->_chain, .lock = stream->_lock, .file = stream->_fileno};

	memcpy(&l.operations, stream + 1, sizeof l.operations);
	return l;
}

static int are_equal(const struct links *a, const struct links *b)
{
	return a->chain == b->chain && a->lock == b->lock &&
	       a->operations == b->operations && a->file == b->file;
}

static void note_streams(struct links *links)
{
	links[0] = links_of(stdin);
	links[1] = links_of(stdout);
	links[2] = links_of(&program_stderr);
}

/* ---- */

void damage_init(void)
{
	if (damage.is_searched)
		return;
	damage.is_searched = 1;
	damage.heap = find_heap();
	if (!is_heap_sound())
		damage.heap = NULL;
}

int damage_is_none(void)
{
	return !damage.heap || is_heap_sound();
}

void damage_begin(const void *frame)
{
	const char *end = &__libc_stack_end ? __libc_stack_end : frame;

	damage_init();
	damage.frame = frame;
	damage.size = end > damage.frame ? (size_t)(end - damage.frame) : 0;
	if (damage.size > STACK_MOST)
		damage.size = STACK_MOST;
	memcpy(damage.copy, damage.frame, damage.size);
	note_streams(damage.links);
	damage.is_sound = damage.heap && is_heap_sound();
}

const char *damage_end(void)
{
	struct links now[3];

	if (!damage.frame)
		return NULL;
	if (memcmp(damage.copy, damage.frame, damage.size) != 0)
		return "it has damaged the stack of its callers";
	if (damage.is_sound && !is_heap_sound())
		return "it has damaged the heap";
	note_streams(now);
	for (int i = 0; i < 3; i++)
		if (!are_equal(&now[i], &damage.links[i]))
			return "it has damaged a stream of the C library";
	return NULL;
}
