/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcov-tools/gcov_stream.h"

#include <string.h>

static const unsigned char *take(struct gcov_stream *stream, size_t n)
{
	const unsigned char *p = stream->bytes + stream->at;

	if (stream->damaged || n > stream->end - stream->at) {
		stream->damaged = true;
		return NULL;
	}
	stream->at += n;
	return p;
}

uint32_t gcov_stream_word(struct gcov_stream *stream)
{
	const unsigned char *p = take(stream, 4);
	uint32_t word = 0;

	if (p)
		memcpy(&word, p, 4);
	return word;
}

uint64_t gcov_stream_counter(struct gcov_stream *stream)
{
	const uint64_t low = gcov_stream_word(stream);

	return low | (uint64_t)gcov_stream_word(stream) << 32;
}

const char *gcov_stream_string(struct gcov_stream *stream)
{
	const uint32_t length = gcov_stream_word(stream);
	const size_t n = stream->by_bytes ? length : (size_t)length * 4;
	const unsigned char *p = n ? take(stream, n) : NULL;

	if (!p)
		return "";
	if (!memchr(p, 0, n)) {
		stream->damaged = true;
		return "";
	}
	return (const char *)p;
}

struct gcov_stream gcov_stream_record(struct gcov_stream *stream, uint32_t length)
{
	const size_t n = stream->by_bytes ? length : (size_t)length * 4;
	struct gcov_stream record = *stream;

	record.end = record.at;
	if (take(stream, n))
		record.end = stream->at;
	record.damaged = stream->damaged;
	return record;
}

/* "B22*" is 12.2: a letter for the tens, a digit, the minor version. */
static int version_major(uint32_t version)
{
	const int tens = (int)(version >> 24) - 'A';
	const int ones = (int)(version >> 16 & 0xff) - '0';

	return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 0 : 10 * tens + ones;
}

bool gcov_stream_header(struct gcov_stream *stream, uint32_t magic, int *gcc,
			uint32_t *stamp)
{
	*gcc = 0;
	if (gcov_stream_word(stream) != magic)
		return false;
	*gcc = version_major(gcov_stream_word(stream));
	if (*gcc < GCOV_STREAM_GCC_LEAST)
		return !stream->damaged;
	stream->by_bytes = *gcc >= 12;
	*stamp = gcov_stream_word(stream);
	if (*gcc >= 12)
		gcov_stream_word(stream); /* a checksum of the options */
	return !stream->damaged;
}
