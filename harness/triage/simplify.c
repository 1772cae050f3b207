/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/simplify.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus/corpus.h"
#include "harness/triage/json_writer.h"

static void print_line(const char *from, const char *to, size_t size,
		       const struct attempt *attempt)
{
	static struct json_writer line;
	const unsigned most = attempt->wanted.kind == FAILURE_TIMEOUT
				  ? ATTEMPTS_MOST_HANG
				  : ATTEMPTS_MOST;

	json_writer_begin(&line, failing_run_output());
	json_writer_text(&line, "kind", "simplified");
	json_writer_text(&line, "file", from);
	json_writer_text(&line, "to", to);
	json_writer_number(&line, "bytes", (long)size);
	json_writer_number(&line, "runs", (long)(most - attempt->left) + 1);
	json_writer_end(&line);
}

static const char *write_simplified(const char *directory, const uint8_t *bytes,
				    size_t size, const struct attempt *attempt,
				    char path[PATH_MAX])
{
	char hex[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, hex);
	snprintf(path, PATH_MAX, "%s/%s%s", directory,
		 failures_prefix(attempt->wanted.kind), hex);
	if (access(path, F_OK) == 0)
		return NULL;
	const int err = corpus_write_file(path, bytes, size);
	return err ? corpus_strerror(err) : NULL;
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

static const char *simplify(const struct layout *l, const char *path, uint8_t *bytes,
			    size_t size, const char *directory)
{
	struct attempt attempt;
	char to[PATH_MAX];

	if (!attempt_begin(&attempt, bytes, size))
		return attempt.error ? "no process can be made" : "does not fail";
	if (l)
		simplify_typed(l, &attempt, bytes);
	else
		size = simplify_bytes(&attempt, bytes, size);
	const char *error =
	    attempt.error ? "no process can be made"
			  : write_simplified(directory, bytes, size, &attempt, to);
	if (!error)
		print_line(path, to, size, &attempt);
	return error;
}

const char *simplify_file(const struct layout *l, const char *path,
			  const char *directory)
{
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	uint8_t *copy = copy_of(l, bytes, &size);
	const char *error =
	    copy ? simplify(l, path, copy, size, directory) : "out of memory";
	free(copy);
	free(bytes);
	return error;
}
