/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * driver.h - for drivers of C, which `me driver` writes: what they need of libc, declared behind a
 * source that may have made macros of other names of it. No header of the system is included, in C.
 * Those of functions of C++ whose arguments are structures and pointers of C use it, too.
 */
#ifndef ME_DRIVER_H
#define ME_DRIVER_H

#include "me/target.h"

#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef __cplusplus
#include <stdlib.h>
#include <string.h>
extern "C" {
#else
#ifndef NULL
#define NULL ((void *)0)
#endif

typedef __SIZE_TYPE__ size_t;

void *(malloc)(size_t);
void *(memcpy)(void *, const void *, size_t);
size_t(strlen)(const char *);
#endif

#ifdef __ME__
/* Of libme. */
void __me_made(void *block) __attribute__((__nothrow__, __leaf__, __weak__));
#endif
#ifdef __cplusplus
}
#endif

/* A block that the tested function may free or keep. What it leaves is freed behind the run. */
ME_DRIVER __attribute__((__unused__)) static void *me_block(size_t size)
{
	void *block = (malloc)(size);

#ifdef __ME__
	__me_made(block);
#endif
	return block;
}

#ifndef __cplusplus
#define me_allocated me_block

/* The elements in such a block. */
ME_DRIVER __attribute__((__unused__)) static void *me_copied(const void *from,
							     size_t size)
{
	void *block = me_block(size);

	return block ? (memcpy)(block, from, size) : NULL;
}
#else
/* In C++ a block becomes a pointer of any type. */
struct me_allocated {
	void *block;
	ME_DRIVER explicit me_allocated(size_t size) : block(me_block(size))
	{
	}
	template <class T> ME_DRIVER operator T *() const
	{
		return static_cast<T *>(block);
	}
};

template <class T> ME_DRIVER T *me_copied(const T *from, size_t size)
{
	void *block = me_block(size);

	return block ? static_cast<T *>((memcpy)(block, from, size)) : nullptr;
}
#endif

#endif
