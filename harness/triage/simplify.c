/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/simplify.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "harness/triage/json_writer.h"

static void print_line(int output, const char *from, const char *to, size_t size,
		       const struct attempt *attempt)
{
	static struct json_writer line;

	json_writer_begin(&line, output);
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
struct simplifying {
	const struct attempt_kind *kind;
	const struct layout *layout;
	const char *path, *directory;
	int output;
};

static const char *simplify(const struct simplifying *s, uint8_t *bytes, size_t size)
{
	struct attempt attempt;
	char to[PATH_MAX];

	if (!attempt_begin(&attempt, s->kind, bytes, size))
		return attempt.error ? "no process can be made" : s->kind->unfit;
	if (s->layout)
		simplify_typed(s->layout, &attempt, bytes);
	else
		size = simplify_bytes(&attempt, bytes, size);
	if (attempt.error)
		return "no process can be made";
	const int err =
	    s->kind->write(&attempt, s->directory, bytes, size, to, sizeof to);
	if (!err)
		print_line(s->output, s->path, to, size, &attempt);
	return err ? corpus_strerror(err) : NULL;
}

const char *simplify_file(const struct attempt_kind *kind, const struct layout *l,
			  const char *path, const char *directory, int output)
{
	const struct simplifying s = {kind, l, path, directory, output};
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	uint8_t *copy = copy_of(l, bytes, &size);
	const char *error = copy ? simplify(&s, copy, size) : "out of memory";
	free(copy);
	free(bytes);
	return error;
}
