/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_directory.c - FILE.me: whose it is, and its lock. */
#include "command/test/testing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "corpus/files/corpus.h"

static const char marker[] = "test.json", lock_file[] = ".lock";

const char *test_path(struct testing *t, const char *format, ...)
{
	char part[4096];
	va_list list;

	va_start(list, format);
	vsnprintf(part, sizeof part, format, list);
	va_end(list);
	t->path.size = 0;
	text_add(&t->path, "%s/%s", t->directory, part);
	return text_string(&t->path) ? text_string(&t->path) : "";
}

const char *test_function_path(struct testing *t, const struct test_function *f,
			       const char *part)
{
	return test_path(t, "%s/%s", f->as, part);
}

/* Whether it has nothing but what an interrupted beginning leaves. */
static bool is_empty(const char *path)
{
	DIR *directory = opendir(path);
	bool empty = directory != NULL;

	for (struct dirent *e; empty && (e = readdir(directory));)
		empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
			strcmp(e->d_name, lock_file) == 0;
	if (directory)
		closedir(directory);
	return empty;
}

static bool is_ours(struct testing *t)
{
	json_t *record = json_file_read(test_path(t, marker));
	const bool ours = strcmp(json_member_text(record, "kind"), "test") == 0;

	json_decref(record);
	return ours || is_empty(t->directory);
}

/* A file system without such locks has none. */
static int lock_take(struct testing *t)
{
	const char *path = test_path(t, lock_file);

	t->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (t->lock < 0)
		return command_fail(t->command, path, "%s", strerror(errno));
	if (flock(t->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return 0;
	return command_fail(t->command, t->directory,
			    "another `me test` is at work there");
}

int test_directory_open(struct testing *t)
{
	struct stat st;

	if (corpus_aside(t->file, NULL, &t->directory))
		return command_no_memory(t->command);
	if (mkdir(t->directory, 0777) != 0 && errno != EEXIST)
		return command_fail(t->command, t->directory, "%s", strerror(errno));
	if (lstat(t->directory, &st) != 0 || !S_ISDIR(st.st_mode) || !is_ours(t))
		return command_fail(t->command, t->directory,
				    "`me test` keeps its files there, and did not make "
				    "it: it was left as it is; move it away");
	if (lock_take(t))
		return -1;
	return json_file_write(t->command, test_path(t, marker),
			       json_pack("{s:s, s:i, s:o}", "kind", "test", "version",
					 1, "file", json_text(t->file)),
			       JSON_COMPACT);
}

void test_directory_close(struct testing *t)
{
	if (t->lock >= 0)
		close(t->lock);
	free(t->directory);
}
