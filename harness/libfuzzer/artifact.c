/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/artifact.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/files/sha1.h"
#include "harness/program/exit_now.h"
#include "harness/program/fuzzer_flags.h"

enum { HEX_MOST = 256 }; /* bytes that are printed, as by libFuzzer */

static struct {
	const struct subject *subject;
	const char *prefix, *exact;
	uint8_t *bytes; /* room for a file of the subject's size */
} artifact;

static void print_bytes(const uint8_t *bytes, size_t n)
{
	if (n > HEX_MOST)
		return;
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "0x%x,", bytes[i]);
	fprintf(stderr, "\n");
}

static int write_all(int file, const unsigned char *bytes, size_t n)
{
	while (n) {
		ssize_t k = write(file, bytes, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		bytes += k;
		n -= (size_t)k;
	}
	return 0;
}

/* Whole or not at all, but for a kill in between. */
static void write_file(const char *path, const uint8_t *bytes, size_t n)
{
	struct stat st;
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int bad = file < 0 || fstat(file, &st) || write_all(file, bytes, n);

	if (file >= 0)
		bad |= close(file);
	if (bad) {
		fprintf(stderr, "ERROR: me: %s: %s\n", path, strerror(errno));
		if (file >= 0 && S_ISREG(st.st_mode))
			unlink(path);
		__me_exit_now(1);
	}
	fprintf(stderr, "artifact_prefix='%s'; Test unit written to %s\n",
		artifact.prefix, path);
}

const uint8_t *artifact_bytes(struct input in, size_t *size)
{
	return artifact.subject->kind->encode(artifact.subject, in, artifact.bytes,
					      size);
}

const char *artifact_write(const char *kind, struct input in, int prints_bytes)
{
	static char path[PATH_MAX];
	char hex[SHA1_HEX_SIZE];
	size_t n;
	const uint8_t *bytes = artifact_bytes(in, &n);

	if (prints_bytes)
		print_bytes(bytes, n);
	sha1_hex(bytes, n, hex);
	if (artifact.exact)
		snprintf(path, sizeof path, "%s", artifact.exact);
	else
		snprintf(path, sizeof path, "%s%s%s", artifact.prefix, kind, hex);
	write_file(path, bytes, n);
	return path;
}

int artifact_init(const struct subject *subject, int argc, char **argv)
{
	const char *prefix = options_flag(argc, argv, "artifact_prefix");

	artifact.prefix = prefix ? prefix : "./";
	artifact.exact = options_flag(argc, argv, "exact_artifact_path");
	artifact.bytes = calloc(subject->file_size + 1, 1);
	if (!artifact.bytes)
		return -1;
	artifact.subject = subject;
	return 0;
}
