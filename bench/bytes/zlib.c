/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zlib.c - zlib's inflate; of a stream with zlib's or gzip's header */
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

enum { ANY_HEADER = 32 + MAX_WBITS, OUTPUT_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t output[OUTPUT_MAX];
	z_stream stream = {
	    .next_in = (Bytef *)(uintptr_t)data,
	    .avail_in = (uInt)size,
	    .next_out = output,
	    .avail_out = sizeof(output),
	};

	if (inflateInit2(&stream, ANY_HEADER) != Z_OK)
		return 0;
	inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	return 0;
}
