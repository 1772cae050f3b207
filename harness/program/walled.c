/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walled.c - see walled.h. */
#include "harness/program/walled.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/program/module.h"

enum {
	PAGE = 4096,
	ALIGNMENT = 16, /* of what malloc() returns */
	FRONT = 1 << 20, /* bytes without memory in front of the first block */
	BLOCKS_MOST = 1 << 14, /* each takes two of the 65,530 mappings of a process */
};

#define ROOM ((size_t)1 << 28) /* bytes of addresses; what is freed has no memory */

struct walled_block {
	char *start;
	size_t size;
	int is_freed;
};

static struct {
	char *room,
	    *next; /* room: null before the start; next: the page behind all walls */
	struct walled_block *list; /* BLOCKS_MOST; in the order of their addresses */
	size_t count, first; /* first: of this run */
	int is_busy;
	const char *why; /* the run was aborted here; or null */
	const char *text,
	    *text_end; /* code of the program whose blocks end with their last byte */
	const char *new[2]; /* operators of C++ */
} walled;

__attribute__((visibility("default"))) int __me_walled;
int walled_has_blocks;

extern const char __executable_start[] __attribute__((weak)),
    etext[] __attribute__((weak));

/* There, if the wrappers are linked. */
int __me_wraps_free(void) __attribute__((weak));

/* Code that the optimisers have seen may rely on the alignment that malloc() promises. */
static int is_optimised(void)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++) {
			const char *option = u->options;
			while ((option = strstr(option, "'-O")))
				if (*(option += 3) != '0')
					return 1;
		}
	return 0;
}

int walled_sees_free(void)
{
	return __me_wraps_free && __me_wraps_free();
}

void walled_start(void)
{
	if (walled.room || !walled_sees_free())
		return;
	walled.list =
	    mmap(NULL, BLOCKS_MOST * sizeof *walled.list, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	walled.room = mmap(NULL, ROOM, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (walled.list == MAP_FAILED || walled.room == MAP_FAILED) {
		walled.room = NULL;
		return;
	}
	walled.next = walled.room + FRONT;
	walled.new[0] = dlsym(RTLD_DEFAULT, "_Znwm");
	walled.new[1] = dlsym(RTLD_DEFAULT, "_Znam");
	if (__executable_start && etext && !is_optimised()) {
		walled.text = __executable_start;
		walled.text_end = etext;
	}
}

int walled_is_on(void)
{
	return walled.room != NULL;
}

int walled_is_spent(void)
{
	return walled.count == BLOCKS_MOST || walled.next >= walled.room + ROOM;
}

const char *walled_abort(void)
{
	return walled.why;
}

/* ---- for the wrappers */

static const char in_front[] = "write in front of a block";

static int is_in(const char *start, size_t size, const char *at)
{
	return start && (uintptr_t)at - (uintptr_t)start < size;
}

/* What is asked for with a size that is no multiple of 16 has no part that needs to lie so: its
 * end may be the page's. */
static size_t alignment_of(size_t size, const char *caller)
{
	enum { OPERATOR = 256 /* bytes of its code */ };

	if (!is_in(walled.text, (size_t)(walled.text_end - walled.text), caller) &&
	    !(walled.text && (is_in(walled.new[0], OPERATOR, caller) ||
			      is_in(walled.new[1], OPERATOR, caller))))
		return ALIGNMENT;
	const size_t natural = size & -size;
	return !size ? 1 : natural < ALIGNMENT ? natural : ALIGNMENT;
}

static void *make_block(size_t size, size_t alignment)
{
	const size_t pages = size ? (size + PAGE - 1) / PAGE * PAGE : PAGE;

	if (walled_is_spent() ||
	    pages + PAGE > (size_t)(walled.room + ROOM - walled.next) ||
	    mprotect(walled.next, pages, PROT_READ | PROT_WRITE))
		return NULL;
	char *end = walled.next + pages;
	char *start = end - (size + alignment - 1) / alignment * alignment;
	walled.list[walled.count++] = (struct walled_block){start, size, 0};
	walled.next = end + PAGE;
	return start;
}

__attribute__((visibility("default"))) void *__me_walled_block(size_t size,
							       const void *caller)
{
	walled_has_blocks = 1;
	if (!walled.room)
		__me_walled = 0; /* the rest of the run need not ask */
	if (!walled.room || size > ROOM)
		return NULL;
	/* By another thread, or by the code that a handler has interrupted. */
	if (__atomic_exchange_n(&walled.is_busy, 1, __ATOMIC_ACQUIRE))
		return NULL;
	void *block = make_block(size, alignment_of(size, caller));
	__atomic_store_n(&walled.is_busy, 0, __ATOMIC_RELEASE);
	return block;
}

/* The last block that begins at the address or in front of it, or null. */
static struct walled_block *find(const char *address)
{
	size_t low = 0, high = walled.count;

	if (!is_in(walled.room, ROOM, address))
		return NULL;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (walled.list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &walled.list[low - 1] : NULL;
}

__attribute__((visibility("default"))) int __me_walled_has(const void *block)
{
	return is_in(walled.room, ROOM, block);
}

__attribute__((visibility("default"))) size_t __me_walled_size(const void *block)
{
	const struct walled_block *b = find(block);

	return b ? b->size : 0;
}

void walled_open(const void *block)
{
	const struct walled_block *b = find(block);
	char *end = b ? b->start + b->size : NULL;

	if (b)
		mprotect(end + (PAGE - (uintptr_t)end % PAGE) % PAGE, PAGE,
			 PROT_READ | PROT_WRITE);
}

static void end_run(const char *why)
{
	walled.why = why;
	abort();
}

/* In front of a block its page is empty. */
static int is_front_empty(const struct walled_block *b)
{
	const char *at = b->start - (uintptr_t)b->start % PAGE;

	while (at < b->start && !*at)
		at++;
	return at == b->start;
}

__attribute__((visibility("default"))) void __me_walled_free(void *block)
{
	struct walled_block *b = find(block);

	if (!b || b->start != block)
		end_run("invalid free");
	else if (b->is_freed)
		end_run("double free");
	else if (!is_front_empty(b))
		end_run(in_front);
	b->is_freed = 1;
	char *page = b->start - (uintptr_t)b->start % PAGE;
	const size_t size =
	    (size_t)(b->start + b->size - page + PAGE - 1) / PAGE * PAGE;
	mmap(page, size ? size : PAGE, PROT_NONE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

/* ---- */

void walled_run(int on)
{
	__me_walled = on;
	if (!on)
		return;
	walled.why = NULL;
	walled.first = walled.count;
}

void walled_look(void)
{
	for (size_t i = walled.first; i < walled.count; i++)
		if (!walled.list[i].is_freed && !is_front_empty(&walled.list[i]))
			end_run(in_front);
}

int walled_describe(const void *address, int *is_freed, char *text, size_t size)
{
	const char *at = address;
	const struct walled_block *b = find(at), *next = b ? b + 1 : walled.list;

	if (!is_in(walled.room, ROOM, at) || !walled.count)
		return 0;
	if (next < walled.list + walled.count &&
	    (!b || next->start - at < at - (b->start + b->size)))
		b = next;
	const long byte = at - b->start;
	const int is_behind = byte >= (long)b->size;
	*is_freed = b->is_freed && byte >= 0 && !is_behind;
	snprintf(text, size, "byte %ld%s of a block of %zu byte%s%s", byte,
		 is_behind  ? ", past the end"
		 : byte < 0 ? ", in front"
			    : "",
		 b->size, b->size == 1 ? "" : "s", *is_freed ? " that was freed" : "");
	return 1;
}
