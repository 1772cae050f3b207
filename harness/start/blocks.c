/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - malloc() and its family for the program: blocks that end at a wall
 * (harness/program/walled.h); of those that are freed some are kept, and others noted
 * (harness/pristine/leftovers.h). A member of libme.a of its own: where another library has
 * these functions, it is not linked. */
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/runtime/unset.h"

extern int __me_kept_run __attribute__((weak));
int __me_keep_block(const void *block);
extern unsigned __me_made_count __attribute__((weak));
void __me_made_is_freed(const void *block);
int __me_wraps_free(void);
extern int __me_walled __attribute__((weak));
void *__me_walled_block(size_t size, const void *caller) __attribute__((weak));
int __me_walled_has(const void *block) __attribute__((weak));
size_t __me_walled_size(const void *block) __attribute__((weak));
void __me_walled_free(void *block) __attribute__((weak));

/* Where the libraries cannot be asked. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);
size_t __malloc_usable_size(void *block) __attribute__((weak));

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);
static size_t (*next_usable_size)(void *);

/* What dlsym() itself asks for; never freed. */
static _Alignas(max_align_t) char early[4096];
static size_t early_used;

static int is_early(const void *block)
{
	return (uintptr_t)block - (uintptr_t)early < sizeof early;
}

static void *early_block(size_t size)
{
	const size_t room = (size + sizeof(max_align_t) - 1) & -sizeof(max_align_t);

	if (room < size || room > sizeof early - early_used)
		return NULL;
	early_used += room;
	return early + early_used - room;
}

/* A library that was loaded before the program may have others than libc. Also called by
 * libraries before the program's constructors, and by dlsym() itself. */
static int find_next(void)
{
	static volatile int is_busy; /* GCC takes it that dlsym() calls nothing here */

	if (next_free)
		return 1;
	if (is_busy)
		return 0;
	is_busy = 1;
	if (!(*(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc")))
		next_malloc = __libc_malloc;
	if (!(*(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc")))
		next_calloc = __libc_calloc;
	if (!(*(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc")))
		next_realloc = __libc_realloc;
	if (!(*(void **)&next_usable_size = dlsym(RTLD_NEXT, "malloc_usable_size")))
		next_usable_size = __malloc_usable_size;
	if (!(*(void **)&next_free = dlsym(RTLD_NEXT, "free")))
		next_free = __libc_free;
	is_busy = 0;
	return 1;
}

/* Null: it is the next one's to make. */
static void *walled(size_t size, const void *caller)
{
	return &__me_walled && __me_walled ? __me_walled_block(size, caller) : NULL;
}

static void *walled_unset(size_t size, const void *caller)
{
	void *block = walled(size, caller);

	if (block)
		unset_fill(block, size);
	return block;
}

static int is_walled(const void *block)
{
	return __me_walled_has && __me_walled_has(block);
}

__attribute__((weak, visibility("default"))) void *malloc(size_t size)
{
	void *block = walled_unset(size, __builtin_return_address(0));

	if (block)
		return block;
	return find_next() ? next_malloc(size) : early_block(size);
}

__attribute__((weak, visibility("default"))) void *calloc(size_t count, size_t size)
{
	size_t bytes;
	void *block = NULL;

	if (!__builtin_mul_overflow(count, size, &bytes))
		block = walled(bytes, __builtin_return_address(0));
	if (block)
		return block; /* of new pages */
	return find_next() ? next_calloc(count, size) : early_block(count * size);
}

static int is_kept(const void *block)
{
	if (&__me_made_count && __me_made_count)
		__me_made_is_freed(block);
	return &__me_kept_run && __me_kept_run && block && __me_keep_block(block);
}

static void wrapped_free(void *block)
{
	if (is_kept(block) || is_early(block))
		return;
	if (is_walled(block))
		__me_walled_free(block);
	else if (find_next())
		next_free(block);
}

void free(void *block)
    __attribute__((weak, alias("wrapped_free"), visibility("default")));

/* 0: the program's free() is another one, as libc's is in a static program, where the member that
 * has malloc() came first. */
int __me_wraps_free(void)
{
	return free == wrapped_free;
}

/* The other block is made by this one's maker where both can be. */
static void *moved(void *block, size_t before, size_t size, const void *caller)
{
	void *copy = walled_unset(size, caller);

	if (!copy && find_next())
		copy = next_malloc(size);
	if (copy)
		memcpy(copy, block, before < size ? before : size);
	return copy;
}

__attribute__((weak, visibility("default"))) void *realloc(void *block, size_t size)
{
	const void *caller = __builtin_return_address(0);
	const int stays = is_kept(block);
	void *copy;

	if (is_walled(block)) {
		copy =
		    !size ? NULL : moved(block, __me_walled_size(block), size, caller);
		if (copy || !size)
			__me_walled_free(block);
		return copy;
	}
	if (is_early(block))
		return moved(block, early + sizeof early - (char *)block, size, caller);
	if (stays)
		return moved(block, malloc_usable_size(block), size, caller);
	if (!block && (copy = walled_unset(size, caller)))
		return copy;
	return find_next() ? next_realloc(block, size) : __libc_realloc(block, size);
}

__attribute__((weak, visibility("default"))) size_t malloc_usable_size(void *block)
{
	if (is_walled(block))
		return __me_walled_size(block);
	return find_next() && next_usable_size ? next_usable_size(block) : 0;
}
