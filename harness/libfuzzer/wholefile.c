/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wholefile.c - makes libFuzzer write files completely or not at all. libFuzzer writes
 * an input with fopen, fwrite and fclose and checks no error: if it is killed, half of
 * the file remains; if the disk is full, an empty file. tools/runtime.sh redirects its
 * fopen and fclose to here; a file that it writes is collected in memory and appears on
 * disk when it is closed. It also deletes an input before it writes the shorter one that
 * takes its place: its unlink leads to here too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/libfuzzer/statistics.h"
#include "harness/libfuzzer/wholefile.h"
#include "harness/program/own_process.h"

FILE *__me_whole_fopen(const char *path, const char *mode);
int __me_whole_fclose(FILE *file);
int __me_whole_unlink(const char *path);

static struct sink *remade, *ordered; /* null: those of no session */

void wholefile_remake_by(struct sink *sink)
{
	remade = sink;
}

void wholefile_orders(struct sink *sink)
{
	ordered = sink;
	statistics_hold();
}

/* Files being written: libFuzzer has one a thread at the most. */
enum { SLOTS = 4 };

/* To write a file whose directory may be removed at any moment. */
enum { TRIES = 3 };

static struct slot {
	FILE *file;
	char *path, *bytes;
	size_t size;
} slots[SLOTS];

static struct slot *find(const FILE *file)
{
	for (int i = 0; i < SLOTS; i++)
		if (slots[i].file == file)
			return &slots[i];
	return NULL;
}

/* A device or a pipe cannot be replaced as a whole. */
static int is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

FILE *__me_whole_fopen(const char *path, const char *mode)
{
	struct slot *s = find(NULL);

	if (mode[0] != 'w' || !s || !is_file(path))
		return fopen(path, mode);
	s->path = strdup(path);
	s->file = s->path ? open_memstream(&s->bytes, &s->size) : NULL;
	if (!s->file)
		free(s->path);
	return s->file;
}

/* ---- inputs that libFuzzer deletes */

/* They go when the next input is written: libFuzzer deletes an input before it writes the
 * one that has taken its features. */
static struct deleted {
	struct deleted *next;
	char path[];
} * deleted;

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

int __me_whole_unlink(const char *path)
{
	const size_t size = strlen(path) + 1;
	struct deleted *d =
	    ordered && sha1_is_hex(base_of(path)) ? malloc(sizeof *d + size) : NULL;

	if (!d)
		return unlink(path);
	memcpy(d->path, path, size);
	d->next = deleted;
	deleted = d;
	return 0;
}

/* What was written last is not among them. */
static void delete_now(const char *written)
{
	while (deleted) {
		struct deleted *d = deleted;
		deleted = d->next;
		if (strcmp(base_of(written), base_of(d->path)) != 0) {
			sink_drop(ordered, base_of(d->path));
			unlink(d->path);
		}
		free(d);
	}
}

/* ---- writing */

/* The name of an input in a corpus is its hash: no other contents have that name. */
static int put(const struct slot *s)
{
	char hex[SHA1_HEX_SIZE];
	const char *slash = strrchr(s->path, '/');
	const char *name = slash ? slash + 1 : s->path;

	sha1_hex((const unsigned char *)s->bytes, s->size, hex);
	if (slash && !strcmp(name, hex)) {
		s->path[slash - s->path] = 0;
		int err =
		    corpus_write(*s->path ? s->path : "/", s->bytes, s->size, NULL);
		s->path[slash - s->path] = '/';
		return err;
	}
	return corpus_write_file(s->path, s->bytes, s->size);
}

/* If the file cannot appear as a whole, it is written as libFuzzer would. */
static int put_plainly(const struct slot *s)
{
	FILE *f = fopen(s->path, "wb");

	if (!f)
		return CORPUS_EIO;
	size_t n = fwrite(s->bytes, 1, s->size, f);
	return fclose(f) || n != s->size ? CORPUS_EIO : CORPUS_OK;
}

int __me_whole_fclose(FILE *file)
{
	struct slot *s = find(file);

	if (!s || !file)
		return fclose(file);
	fclose(file);
	int err = put(s);
	for (int i = 0; err == CORPUS_ENOENT && remade && i < TRIES; i++) {
		sink_check(remade);
		err = put(s);
	}
	if (err == CORPUS_EXDEV)
		err = put_plainly(s);
	if (err) {
		fprintf(stderr, "ERROR: me: %s: %s\n", s->path, corpus_strerror(err));
		__me_exit_now(1);
	}
	if (ordered && sha1_is_hex(base_of(s->path))) {
		delete_now(s->path);
		statistics_release();
	}
	free(s->path);
	free(s->bytes);
	*s = (struct slot){NULL, NULL, NULL, 0};
	return 0;
}
