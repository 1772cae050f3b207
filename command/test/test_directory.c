/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_directory.c - FILE.me: whose it is, and its lock. */
#include "command/test/testing.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
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
	return text_string(&t->path);
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

int test_directory_open(struct testing *t)
{
	struct stat st;
	bool is_free;

	if (corpus_aside(t->file, NULL, &t->directory))
		return command_no_memory(t->command);
	if (command_make_directory(t->command, t->directory))
		return -1;
	if (lstat(t->directory, &st) != 0 || !S_ISDIR(st.st_mode) || !is_ours(t))
		return command_fail(t->command, t->directory,
				    "`me test` keeps its files there, and did not make "
				    "it: it was left as it is; move it away");
	t->lock = command_lock(t->command, test_path(t, lock_file), &is_free);
	if (t->lock < 0)
		return -1;
	if (!is_free)
		return command_fail(t->command, t->directory,
				    "another `me test` is at work there");
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
