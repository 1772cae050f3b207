/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcov_stream.h - the form of .gcno and .gcda files: 32-bit words in the byte order of
 * the machine. A magic number, a version and a stamp that both files share come first,
 * then records of (tag, length, data) until a tag of 0. Since gcc 12 lengths count
 * bytes and strings are not padded; before, lengths count words and strings are padded
 * to words.
 */
#ifndef COMMAND_GCOV_STREAM_H
#define COMMAND_GCOV_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins as {.bytes, .end}. After `damaged` every word that is read is 0. */
struct gcov_stream {
	const unsigned char *bytes;
	size_t at, end;
	bool by_bytes; /* gcc 12 and later */
	bool damaged;
};

enum { GCOV_STREAM_GCC_LEAST = 9 };

/* Reads the beginning, up to the first record. False when it is no such file; *gcc is
 * the compiler's major version: below GCOV_STREAM_GCC_LEAST nothing more can be read.
 */
bool gcov_stream_header(struct gcov_stream *stream, uint32_t magic, int *gcc,
			uint32_t *stamp);

uint32_t gcov_stream_word(struct gcov_stream *stream);
uint64_t gcov_stream_counter(struct gcov_stream *stream);

/* A string inside the stream; "" for an absent one. */
const char *gcov_stream_string(struct gcov_stream *stream);

/* The data of a record, which starts here, as a stream of its own. `length` is that of
 * the record. */
struct gcov_stream gcov_stream_record(struct gcov_stream *stream, uint32_t length);

#endif
