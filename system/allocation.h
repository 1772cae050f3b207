/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * allocation.h - memory of commands and proofs, which the caller frees.
 *
 * Running out of memory ends the process with a message: an incomplete proof is no
 * proof, half a report is no report, and no caller could do better.
 */
#ifndef SYSTEM_ALLOCATION_H
#define SYSTEM_ALLOCATION_H

#include <stddef.h>
#include <stdio.h>

/* What an allocation has returned, unless it is null: then the process ends. */
void *memory_checked(void *memory);

/* A zeroed array. */
void *array_new(size_t count, size_t size);
/* Makes room in an array for one more element after `count`; returns the array. */
void *array_grow(void *array, size_t count, size_t *room, size_t size);
/* Adds an element to an array of `count`, which has `room`. */
#define ARRAY_ADD(array, count, room, ...)                                             \
	((array) = array_grow(array, count, &(room), sizeof *(array)),                 \
	 (array)[(count)++] = (__VA_ARGS__))

char *string_copy(const char *string);
char *string_copy_part(const char *string, size_t length);
char *string_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A stream that writes to *text, which the caller frees after closing the stream. */
FILE *text_open(char **text, size_t *size);

#endif
