/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus.c - inputs on disk.
 *
 * An input is written into a nameless file (O_TMPFILE) and linked under its name when
 * it is whole. Where the file system has no nameless files, it is written in CORPUS.me
 * and renamed.
 */
#include "corpus/files/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- errors */

static int corpus_error(int code)
{
	switch (code) {
	case ENOENT:
		return CORPUS_ENOENT;
	case EACCES:
	case EPERM:
		return CORPUS_EACCES;
	case ENOSPC:
	case EDQUOT:
		return CORPUS_ENOSPC;
	case EROFS:
		return CORPUS_EROFS;
	case ENOTDIR:
		return CORPUS_ENOTDIR;
	case EXDEV:
		return CORPUS_EXDEV;
	case ENOMEM:
		return CORPUS_ENOMEM;
	default:
		return CORPUS_EIO;
	}
}

const char *corpus_strerror(int err)
{
	static const char *const texts[] = {
	    "no error",
	    "no such file or directory",
	    "permission denied",
	    "no space left on the device",
	    "the file system is read-only",
	    "not a directory",
	    "this mount point cannot take whole files; use a directory below it",
	    "out of memory",
	    "neither a regular file nor a directory",
	    "input or output error",
	    "the directory beside the corpus is a symbolic link, which is not followed",
	};
	const int index = -err;

	if (index < 0 || index >= (int)(sizeof(texts) / sizeof(texts[0])))
		return "unknown error";
	return texts[index];
}

/* ---- paths */

/* a, then '/' and b unless b is NULL. */
static char *path_join(const char *a, const char *b)
{
	const size_t na = strlen(a), nb = b ? strlen(b) + 1 : 0;
	char *path = malloc(na + nb + 1);

	if (!path)
		return NULL;
	memcpy(path, a, na + 1);
	if (b) {
		path[na] = '/';
		memcpy(path + na + 1, b, nb);
	}
	return path;
}

/* Whether the last component names no file of its own: "", ".", "..", "/". */
static int path_is_nameless(const char *path, size_t n)
{
	size_t start = n;

	while (start > 0 && path[start - 1] != '/')
		start--;
	const size_t length = n - start;

	return length == 0 || (length == 1 && path[start] == '.') ||
	       (length == 2 && path[start] == '.' && path[start + 1] == '.');
}

int corpus_aside(const char *corpus, const char *part, char **path)
{
	size_t n = strlen(corpus);
	char *whole = NULL, *base;
	struct stat st;

	while (n > 1 && corpus[n - 1] == '/')
		n--;
	if (path_is_nameless(corpus, n)) {
		whole = realpath(corpus, NULL);
		if (!whole)
			return corpus_error(errno);
		corpus = whole;
		n = strlen(whole);
	}
	base = malloc(n + sizeof(".me"));
	if (base) {
		memcpy(base, corpus, n);
		memcpy(base + n, ".me", sizeof(".me"));
	}
	const int is_link = base && !lstat(base, &st) && S_ISLNK(st.st_mode);
	*path = base && !is_link ? path_join(base, part) : NULL;
	free(base);
	free(whole);
	return *path ? CORPUS_OK : is_link ? CORPUS_ELINK : CORPUS_ENOMEM;
}

/* ---- listing */

/* Takes over `path`. */
static int list_push(struct corpus_list *list, char *path)
{
	if (list->count == list->room) {
		const size_t room = list->room ? 2 * list->room : 64;
		char **paths = realloc(list->paths, room * sizeof(*paths));

		if (!paths) {
			free(path);
			return CORPUS_ENOMEM;
		}
		list->paths = paths;
		list->room = room;
	}
	list->paths[list->count++] = path;
	return CORPUS_OK;
}

static int path_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_add_directory(struct corpus_list *list, const char *path);

/* An entry of a directory: sockets, devices and links to directories are left out. */
static int list_add_entry(struct corpus_list *list, const char *dir, const char *name)
{
	struct stat st, link;
	char *path = path_join(dir, name);
	int err = CORPUS_OK;

	if (!path)
		return CORPUS_ENOMEM;
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		return list_push(list, path);
	if (lstat(path, &link) == 0 && S_ISDIR(link.st_mode))
		err = list_add_directory(list, path);
	free(path);
	return err;
}

static int list_add_directory(struct corpus_list *list, const char *path)
{
	DIR *dir = opendir(path);
	int err = CORPUS_OK;

	if (!dir)
		return corpus_error(errno);
	while (!err) {
		errno = 0;
		const struct dirent *entry = readdir(dir);

		if (!entry) {
			err = errno ? corpus_error(errno) : CORPUS_OK;
			break;
		}
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			err = list_add_entry(list, path, entry->d_name);
	}
	closedir(dir);
	return err;
}

int corpus_list_push(struct corpus_list *list, const char *path)
{
	char *copy = path_join(path, NULL);

	return copy ? list_push(list, copy) : CORPUS_ENOMEM;
}

int corpus_list_add(struct corpus_list *list, const char *path)
{
	const size_t before = list->count;
	struct stat st;
	int err;

	if (stat(path, &st) != 0)
		return corpus_error(errno);
	if (S_ISDIR(st.st_mode)) {
		err = list_add_directory(list, path);
		if (list->count > before)
			qsort(list->paths + before, list->count - before,
			      sizeof(*list->paths), path_compare);
		return err;
	}
	if (!S_ISREG(st.st_mode))
		return CORPUS_ETYPE;
	return corpus_list_push(list, path);
}

void corpus_list_done(struct corpus_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->paths[i]);
	free(list->paths);
	memset(list, 0, sizeof(*list));
}

/* ---- reading */

/* Reads to the end of the file, which may be longer or shorter than its size says. Before
 * each read there is room for one more byte. */
static int file_read_all(int fd, unsigned char **bytes, size_t *n, size_t room)
{
	unsigned char *buffer = malloc(room);
	size_t used = 0;

	while (buffer) {
		const ssize_t got = read(fd, buffer + used, room - used);

		if (got == 0) {
			buffer[used] = 0;
			*bytes = buffer;
			*n = used;
			return CORPUS_OK;
		}
		if (got < 0 && errno != EINTR) {
			free(buffer);
			return corpus_error(errno);
		}
		used += got > 0 ? (size_t)got : 0;
		if (used < room)
			continue;
		unsigned char *more = realloc(buffer, room *= 2);

		if (!more)
			free(buffer);
		buffer = more;
	}
	return CORPUS_ENOMEM;
}

/* Opens a file that is no directory, and says its size. `nonblock`: O_NONBLOCK, so that opening a
 * FIFO does not wait, for regular files only. */
static int open_file(const char *path, int nonblock, int *fd, off_t *size)
{
	struct stat st;
	int err = CORPUS_OK;

	*fd = open(path, O_RDONLY | O_CLOEXEC | nonblock);
	if (*fd < 0)
		return corpus_error(errno);
	if (fstat(*fd, &st) != 0)
		err = corpus_error(errno);
	else if (S_ISDIR(st.st_mode) || (nonblock && !S_ISREG(st.st_mode)))
		err = CORPUS_ETYPE;
	*size = st.st_size;
	if (err)
		close(*fd);
	return err;
}

static int read_file(const char *path, int nonblock, unsigned char **bytes, size_t *n)
{
	off_t size;
	int fd, err = open_file(path, nonblock, &fd, &size);

	if (err)
		return err;
	err = file_read_all(fd, bytes, n, size > 0 ? (size_t)size + 1 : 4096);
	close(fd);
	return err;
}

int corpus_read(const char *path, unsigned char **bytes, size_t *n)
{
	return read_file(path, 0, bytes, n);
}

int corpus_read_regular(const char *path, unsigned char **bytes, size_t *n)
{
	return read_file(path, O_NONBLOCK, bytes, n);
}

int corpus_hash_regular(const char *path, uint64_t *hash)
{
	uint64_t words[1 << 12];
	off_t size;
	ssize_t part;
	int fd, err = open_file(path, O_NONBLOCK, &fd, &size);

	if (err)
		return err;
	*hash = (uint64_t)size;
	while ((part = read(fd, words, sizeof words)) != 0) {
		if (part < 0 && errno == EINTR)
			continue;
		if (part < 0) {
			err = corpus_error(errno);
			break;
		}
		memset((char *)words + part, 0, sizeof words - (size_t)part);
		for (size_t i = 0; i < ((size_t)part + 7) / 8; i++) {
			*hash = (*hash ^ words[i]) * 0x9e3779b97f4a7c15u;
			*hash ^= *hash >> 29;
		}
	}
	close(fd);
	return err;
}

/* ---- writing */

int corpus_write_all(int fd, const void *of, size_t n)
{
	const unsigned char *bytes = of;

	while (n > 0) {
		const ssize_t put = write(fd, bytes, n);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return put < 0 ? corpus_error(errno) : CORPUS_EIO;
		bytes += put;
		n -= (size_t)put;
	}
	return CORPUS_OK;
}

static size_t put_digits(char *text, unsigned value)
{
	size_t n = 1;

	for (unsigned rest = value / 10; rest; rest /= 10)
		n++;
	for (size_t i = n; i-- > 0; value /= 10)
		text[i] = (char)('0' + value % 10);
	return n;
}

/* CORPUS.me/new-PID-NAME: no other process and no other input writes there. */
static int scratch_path(const char *dir, const char *name, char **path)
{
	char part[64] = "new-";
	size_t n = 4;
	char *aside;
	int err = corpus_aside(dir, NULL, &aside);

	if (err)
		return err;
	n += put_digits(part + n, (unsigned)getpid());
	part[n++] = '-';
	memcpy(part + n, name, SHA1_HEX_SIZE);
	if (mkdir(aside, 0777) != 0 && errno != EEXIST) {
		err = corpus_error(errno);
	} else {
		*path = path_join(aside, part);
		err = *path ? CORPUS_OK : CORPUS_ENOMEM;
	}
	free(aside);
	return err;
}

/* The way of every file system: write beside the corpus, then rename. */
static int write_renamed(const char *dir, const char *name, const char *final,
			 const void *bytes, size_t n)
{
	char *scratch = NULL;
	int fd, err = scratch_path(dir, name, &scratch);

	if (err)
		return err;
	fd = open(scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		err = corpus_error(errno);
		goto out;
	}
	err = corpus_write_all(fd, bytes, n);
	if (close(fd) != 0 && !err)
		err = corpus_error(errno);
	if (!err && rename(scratch, final) != 0)
		err = corpus_error(errno);
	if (err)
		unlink(scratch);
out:
	free(scratch);
	return err;
}

/* Gives the nameless file its name. 1: cannot be done in this way. */
static int link_nameless(int fd, const char *final)
{
	char self[32] = "/proc/self/fd/";
	const size_t n = strlen(self);

	self[n + put_digits(self + n, (unsigned)fd)] = '\0';
	if (linkat(AT_FDCWD, self, AT_FDCWD, final, AT_SYMLINK_FOLLOW) == 0)
		return CORPUS_OK;
	if (errno == EEXIST || errno == ENOSPC || errno == EDQUOT || errno == EROFS)
		return errno == EEXIST ? CORPUS_OK : corpus_error(errno);
	return 1; /* no /proc, no hard links */
}

/* 1: the file system has no nameless files. */
static int write_nameless(const char *dir, const char *final, const void *bytes,
			  size_t n)
{
	const int fd = open(dir, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);

	if (fd < 0)
		return errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL
			   ? 1
			   : corpus_error(errno);
	int err = corpus_write_all(fd, bytes, n);
	if (!err)
		err = link_nameless(fd, final);
	close(fd);
	return err;
}

int corpus_write(const char *dir, const void *bytes, size_t n, char name[SHA1_HEX_SIZE])
{
	char hex[SHA1_HEX_SIZE];
	struct stat st;
	int err = CORPUS_OK;

	sha1_hex(bytes, n, hex);
	if (name)
		memcpy(name, hex, sizeof(hex));
	char *final = path_join(dir, hex);
	if (!final)
		return CORPUS_ENOMEM;
	if (stat(final, &st) != 0) {
		err = write_nameless(dir, final, bytes, n);
		if (err == 1)
			err = write_renamed(dir, hex, final, bytes, n);
	} else if ((size_t)st.st_size != n) { /* cut short by a full disk */
		err = write_renamed(dir, hex, final, bytes, n);
	}
	free(final);
	return err;
}

/* PATH.new-PID: no other process writes there. */
static char *path_beside(const char *path)
{
	static const char mark[] = ".new-";
	const size_t n = strlen(path);
	char *beside = malloc(n + sizeof(mark) + 16);

	if (!beside)
		return NULL;
	memcpy(beside, path, n);
	memcpy(beside + n, mark, sizeof(mark));
	const size_t end = n + sizeof(mark) - 1;
	beside[end + put_digits(beside + end, (unsigned)getpid())] = '\0';
	return beside;
}

static int write_named(const char *path, const void *bytes, size_t n)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return corpus_error(errno);
	int err = corpus_write_all(fd, bytes, n);
	if (close(fd) != 0 && !err)
		err = corpus_error(errno);
	return err;
}

/* A file that is there is there until the new one is. */
static int file_replace(const char *dir, const char *path, const char *beside,
			const void *bytes, size_t n)
{
	int err;

	if (access(path, F_OK) != 0) {
		err = write_nameless(dir, path, bytes, n);
		if (err != 1)
			return err;
	}
	unlink(beside);
	err = write_nameless(dir, beside, bytes, n);
	if (err == 1)
		err = write_named(beside, bytes, n);
	if (!err && rename(beside, path) != 0)
		err = corpus_error(errno);
	if (err)
		unlink(beside);
	return err;
}

int corpus_write_file(const char *path, const void *bytes, size_t n)
{
	const char *slash = strrchr(path, '/');
	char *dir, *beside;
	struct stat st;
	int err = CORPUS_ENOMEM;

	/* Devices stay what they are. */
	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return CORPUS_EXDEV;
	dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	beside = path_beside(path);
	if (dir && beside)
		err = file_replace(dir, path, beside, bytes, n);
	free(dir);
	free(beside);
	return err;
}
