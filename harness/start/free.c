/* SPDX-License-Identifier: GPL-3.0-or-later */
/* free.c - free() and realloc() of the program, which keep some blocks and note others
 * (harness/pristine/leftovers.h). A member of libme.a of its own: where another library has
 * these functions, it is not linked. */
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

extern int __me_kept_run __attribute__((weak));
int __me_keep_block(const void *block);
extern unsigned __me_made_count __attribute__((weak));
void __me_made_is_freed(const void *block);
const char __me_wraps_free = 1;
/* Where the libraries cannot be asked. */
void __libc_free(void *block);
void *__libc_realloc(void *block, size_t size);

static void (*next_free)(void *);
static void *(*next_realloc)(void *, size_t);

/* A library that was loaded before the program may have others than libc. Also called by
 * libraries before the program's constructors, and by dlsym() itself. */
static int find_next(void)
{
	static volatile int is_busy; /* GCC takes it that dlsym() calls nothing here */

	if (next_realloc)
		return 1;
	if (is_busy)
		return 0;
	is_busy = 1;
	*(void **)&next_free = dlsym(RTLD_NEXT, "free");
	if (!next_free)
		next_free = __libc_free;
	*(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
	if (!next_realloc)
		next_realloc = __libc_realloc;
	is_busy = 0;
	return 1;
}

static int is_kept(const void *block)
{
	if (&__me_made_count && __me_made_count)
		__me_made_is_freed(block);
	return &__me_kept_run && __me_kept_run && block && __me_keep_block(block);
}

__attribute__((weak, visibility("default"))) void free(void *block)
{
	if (!is_kept(block) && find_next())
		next_free(block);
}

__attribute__((weak, visibility("default"))) void *realloc(void *block, size_t size)
{
	if (!is_kept(block))
		return find_next() ? next_realloc(block, size)
				   : __libc_realloc(block, size);
	const size_t before = malloc_usable_size(block);
	void *copy = malloc(size);

	if (copy)
		memcpy(copy, block, before < size ? before : size);
	return copy;
}
