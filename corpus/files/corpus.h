/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus.h - inputs on disk, as libFuzzer keeps them: one file an input, its bytes and
 * nothing else, named by their SHA-1.
 *
 * libFuzzer reads every file of a corpus directory. So nothing but whole inputs ever
 * lies there; all else is kept in CORPUS.me beside it.
 */
#ifndef CORPUS_CORPUS_H
#define CORPUS_CORPUS_H

#include <stdint.h>

#include "corpus/files/sha1.h"

enum corpus_err {
	CORPUS_OK = 0,
	CORPUS_ENOENT = -1, /* no such file or directory */
	CORPUS_EACCES = -2,
	CORPUS_ENOSPC = -3, /* disk or quota is full */
	CORPUS_EROFS = -4,
	CORPUS_ENOTDIR = -5, /* a directory is wanted */
	CORPUS_EXDEV = -6, /* neither nameless files nor a rename from CORPUS.me */
	CORPUS_ENOMEM = -7,
	CORPUS_ETYPE = -8, /* neither a regular file nor a directory */
	CORPUS_EIO = -9, /* anything else */
	CORPUS_ELINK = -10, /* CORPUS.me is a symbolic link, which is not followed */
};

/* What went wrong, in words, without file name and full stop. */
const char *corpus_strerror(int err);

/* Paths in the order in which they were added. Start with all zeros. */
struct corpus_list {
	size_t count;
	char **paths;
	size_t room;
};

/*
 * Adds the regular files of the directory `path` and of those below it, sorted by
 * name; a regular file is added as it is. The list stays valid after an error.
 */
int corpus_list_add(struct corpus_list *list, const char *path);
/* Adds the path as it is, whatever is there. */
int corpus_list_push(struct corpus_list *list, const char *path);
void corpus_list_done(struct corpus_list *list);

/* Reads a whole file, which a zero byte follows that *n does not count. The caller frees
 * *bytes, which is never NULL on success. */
int corpus_read(const char *path, unsigned char **bytes, size_t *n);
/* Reads a regular file; another one, which might never end, is CORPUS_ETYPE. */
int corpus_read_regular(const char *path, unsigned char **bytes, size_t *n);
/* A hash of a regular file's bytes, such as an executable's, of which few are in memory at a time. */
int corpus_hash_regular(const char *path, uint64_t *hash);

/*
 * Writes an input under its SHA-1 into the directory, whole or not at all. An input
 * that is there already is left as it is. `name` gets the file's name, may be NULL.
 */
int corpus_write(const char *dir, const void *bytes, size_t n,
		 char name[SHA1_HEX_SIZE]);

/*
 * Writes or replaces a file of any name, whole or not at all: at each moment the old
 * one is there or the new one. CORPUS_EXDEV when the path names something that is no
 * regular file, which is left alone.
 */
int corpus_write_file(const char *path, const void *bytes, size_t n);
/* Writes to an open file. May be called in a signal handler. */
int corpus_write_all(int fd, const void *bytes, size_t n);

/*
 * The directory of what is not an input: CORPUS.me, or CORPUS.me/part if `part` is not
 * NULL. Creates nothing. CORPUS_ELINK where CORPUS.me leads elsewhere. The caller frees *path.
 */
int corpus_aside(const char *corpus, const char *part, char **path);

#endif
