/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared_memory.h - memory that a process shares with those that are forked from it. */
#ifndef HARNESS_SHARED_MEMORY_H
#define HARNESS_SHARED_MEMORY_H

#include <stddef.h>
#include <sys/mman.h>

/* Zeros, or what is in that file; null when there is no room. Nobody's leak. */
static inline void *shared_memory_file(size_t size, int file)
{
	void *memory =
	    mmap(NULL, size, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static inline void *shared_memory(size_t size)
{
	return shared_memory_file(size, -1);
}

#endif
