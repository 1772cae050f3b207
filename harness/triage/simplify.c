/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simplify.c - typed inputs, inputs of bytes, and files. */
#include "harness/triage/simplify.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "harness/input/simple_vector.h"
#include "harness/records/json_writer.h"
#include "harness/records/records.h"
#include "system/clock.h"

/* ---- inputs of typed targets */

struct typed_trial {
	const struct layout *layout;
	struct input_attempt *attempt;
	uint8_t *bytes; /* of what is tried */
};

static int is_alike(void *context, const coord *x)
{
	struct typed_trial *in = context;

	layout_encode(in->layout, x, in->bytes);
	if (attempt_is_alike(in->attempt, in->bytes, in->layout->file_size))
		return 1;
	return in->attempt->left ? 0 : -1;
}

static void simplify_typed(const struct layout *l, struct input_attempt *attempt,
			   uint8_t *bytes)
{
	coord *x = calloc(l->n + 1, sizeof *x);
	struct typed_trial in = {l, attempt, malloc(l->file_size + 1)};

	if (x && in.bytes) {
		layout_decode(l, bytes, l->file_size, x);
		simple_vector_find(l, x, is_alike, &in);
		layout_encode(l, x, bytes);
	}
	free(x);
	free(in.bytes);
}

/* ---- inputs of bytes targets */

struct bytes_trial {
	struct input_attempt *attempt;
	uint8_t *bytes, *tried;
	size_t size;
	const char *simple; /* values of bytes, the simplest first */
	size_t simple_count;
};

/* Whether the first `size` bytes of `tried` are like the input; then they are the
 * input. */
static int take_tried_bytes(struct bytes_trial *in, size_t size)
{
	if (!attempt_is_alike(in->attempt, in->tried, size))
		return 0;
	memcpy(in->bytes, in->tried, size);
	in->size = size;
	return 1;
}

static int delete_block(struct bytes_trial *in, size_t at, size_t count)
{
	memcpy(in->tried, in->bytes, at);
	memcpy(in->tried + at, in->bytes + at + count, in->size - at - count);
	return take_tried_bytes(in, in->size - count);
}

/* From the end to the start: what is left keeps its place that way. */
static int delete_blocks(struct bytes_trial *in, size_t count)
{
	int changed = 0;

	for (size_t end = in->size; end >= count; end -= count)
		changed |= delete_block(in, end - count, count);
	return changed;
}

static void delete_bytes(struct bytes_trial *in)
{
	int changed = 1;

	for (size_t count = in->size; count; count /= 2)
		delete_blocks(in, count);
	while (changed && in->size)
		changed = delete_blocks(in, 1);
}

static size_t rank_of_byte(const struct bytes_trial *in, uint8_t byte)
{
	const char *found = memchr(in->simple, byte, in->simple_count);

	return found ? (size_t)(found - in->simple) : in->simple_count;
}

static int simplify_bytes_at(struct bytes_trial *in, size_t at, size_t count,
			     size_t rank)
{
	int any = 0;

	memcpy(in->tried, in->bytes, in->size);
	for (size_t i = at; i < at + count; i++)
		if (rank_of_byte(in, in->tried[i]) > rank) {
			in->tried[i] = (uint8_t)in->simple[rank];
			any = 1;
		}
	return any && take_tried_bytes(in, in->size);
}

/* Large blocks become the simplest bytes together, then one byte after the other the
 * simplest that it can. */
static void simplify_all_bytes(struct bytes_trial *in)
{
	for (size_t count = in->size; count > 1; count /= 2)
		for (size_t i = 0; i + count <= in->size; i += count)
			simplify_bytes_at(in, i, count, 0);
	for (size_t i = 0; i < in->size; i++)
		for (size_t rank = 0; rank < rank_of_byte(in, in->bytes[i]); rank++)
			if (simplify_bytes_at(in, i, 1, rank))
				break;
}

static int are_text(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return 0;
	return size > 0;
}

/* The new size. */
static size_t simplify_bytes(struct input_attempt *attempt, uint8_t *bytes, size_t size)
{
	static const char of_text[] = {'0', '1', '2', ' ', 'a', 'A'};
	static const char of_any[] = {0, 1, 2, '0', ' ', (char)0xff};
	const int text = are_text(bytes, size);
	struct bytes_trial in = {.attempt = attempt,
				 .bytes = bytes,
				 .tried = malloc(size + 1),
				 .size = size,
				 .simple = text ? of_text : of_any,
				 .simple_count = text ? sizeof of_text : sizeof of_any};

	if (in.tried) {
		delete_bytes(&in);
		simplify_all_bytes(&in);
		delete_bytes(&in);
	}
	free(in.tried);
	return in.size;
}

/* ---- files */

static void print_simplified(const char *from, const char *to, size_t size,
			     const struct input_attempt *attempt)
{
	static struct json_writer line;

	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "simplified");
	json_writer_text(&line, "file", from);
	json_writer_text(&line, "to", to);
	json_writer_number(&line, "bytes", (long)size);
	json_writer_number(&line, "runs", (long)(attempt->most - attempt->left) + 1);
	json_writer_end(&line);
}

/* The bytes in a buffer that holds at least a whole typed input. */
static uint8_t *copy_of(const struct layout *l, const unsigned char *bytes,
			size_t *size)
{
	const size_t room = l && l->file_size > *size ? l->file_size : *size;
	uint8_t *copy = calloc(room + 1, 1);

	if (!copy)
		return NULL;
	memcpy(copy, bytes, *size);
	if (l)
		*size = l->file_size;
	return copy;
}

/* What is read, and where the result goes. */
struct simplify_request {
	const struct attempt_kind *kind;
	const struct layout *layout;
	const char *path, *directory;
	double seconds; /* 0: no limit */
};

static const char *simplify_input(const struct simplify_request *s, uint8_t *bytes,
				  size_t size)
{
	struct input_attempt attempt;
	char to[PATH_MAX];

	if (!attempt_begin(&attempt, s->kind, bytes, size))
		return attempt.error ? "no process can be made" : s->kind->unfit;
	attempt.end = s->seconds > 0 ? clock_now() + s->seconds : 0;
	if (s->layout)
		simplify_typed(s->layout, &attempt, bytes);
	else
		size = simplify_bytes(&attempt, bytes, size);
	if (attempt.error)
		return "no process can be made";
	const int err =
	    s->kind->write(&attempt, s->directory, bytes, size, to, sizeof to);
	if (!err)
		print_simplified(s->path, to, size, &attempt);
	return err ? corpus_strerror(err) : NULL;
}

const char *simplify_file(const struct attempt_kind *kind, const struct layout *l,
			  const char *path, const char *directory, double seconds)
{
	const struct simplify_request s = {kind, l, path, directory, seconds};
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	uint8_t *copy = copy_of(l, bytes, &size);
	const char *error = copy ? simplify_input(&s, copy, size) : "out of memory";
	free(copy);
	free(bytes);
	return error;
}
