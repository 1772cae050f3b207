/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/triage/simplify.h"

struct bytes_input {
	struct attempt *attempt;
	uint8_t *bytes, *tried;
	size_t size;
	const char *simple; /* values of bytes, the simplest first */
	size_t simple_count;
};

/* Whether the first `size` bytes of `tried` are like the input; then they are the
 * input. */
static int take_tried(struct bytes_input *in, size_t size)
{
	if (!attempt_is_alike(in->attempt, in->tried, size))
		return 0;
	memcpy(in->bytes, in->tried, size);
	in->size = size;
	return 1;
}

static int delete_block(struct bytes_input *in, size_t at, size_t count)
{
	memcpy(in->tried, in->bytes, at);
	memcpy(in->tried + at, in->bytes + at + count, in->size - at - count);
	return take_tried(in, in->size - count);
}

/* From the end to the start: what is left keeps its place that way. */
static int delete_blocks(struct bytes_input *in, size_t count)
{
	int changed = 0;

	for (size_t end = in->size; end >= count; end -= count)
		changed |= delete_block(in, end - count, count);
	return changed;
}

static void delete_all(struct bytes_input *in)
{
	int changed = 1;

	for (size_t count = in->size; count; count /= 2)
		delete_blocks(in, count);
	while (changed && in->size)
		changed = delete_blocks(in, 1);
}

static size_t rank_of(const struct bytes_input *in, uint8_t byte)
{
	const char *found = memchr(in->simple, byte, in->simple_count);

	return found ? (size_t)(found - in->simple) : in->simple_count;
}

static int simplify_block(struct bytes_input *in, size_t at, size_t count, size_t rank)
{
	int any = 0;

	memcpy(in->tried, in->bytes, in->size);
	for (size_t i = at; i < at + count; i++)
		if (rank_of(in, in->tried[i]) > rank) {
			in->tried[i] = (uint8_t)in->simple[rank];
			any = 1;
		}
	return any && take_tried(in, in->size);
}

/* Large blocks become the simplest bytes together, then one byte after the other the
 * simplest that it can. */
static void simplify_values(struct bytes_input *in)
{
	for (size_t count = in->size; count > 1; count /= 2)
		for (size_t i = 0; i + count <= in->size; i += count)
			simplify_block(in, i, count, 0);
	for (size_t i = 0; i < in->size; i++)
		for (size_t rank = 0; rank < rank_of(in, in->bytes[i]); rank++)
			if (simplify_block(in, i, 1, rank))
				break;
}

static int is_text(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return 0;
	return size > 0;
}

size_t simplify_bytes(struct attempt *attempt, uint8_t *bytes, size_t size)
{
	static const char of_text[] = {'0', '1', '2', ' ', 'a', 'A'};
	static const char of_any[] = {0, 1, 2, '0', ' ', (char)0xff};
	const int text = is_text(bytes, size);
	struct bytes_input in = {.attempt = attempt,
				 .bytes = bytes,
				 .tried = malloc(size + 1),
				 .size = size,
				 .simple = text ? of_text : of_any,
				 .simple_count = text ? sizeof of_text : sizeof of_any};

	if (in.tried) {
		delete_all(&in);
		simplify_values(&in);
		delete_all(&in);
	}
	free(in.tried);
	return in.size;
}
