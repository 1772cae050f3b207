/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.c - the search for programs, as execvp() does it, and directories of files. */
#include "system/path.h"

#include <dirent.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char default_path[] = "/bin:/usr/bin"; /* glibc's, where PATH is not set */

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void path_remove_directory(const char *path)
{
	DIR *directory = opendir(path);

	for (const struct dirent *e; directory && (e = readdir(directory));)
		unlinkat(dirfd(directory), e->d_name, 0);
	if (directory)
		closedir(directory);
	rmdir(path);
}

static int tree_remove(const char *path, const struct stat *what, int flag,
		       struct FTW *at)
{
	(void)what;
	(void)flag;
	(void)at;
	return remove(path);
}

void path_remove_tree(const char *path)
{
	enum { OPEN_MOST = 16 };

	nftw(path, tree_remove, OPEN_MOST, FTW_DEPTH | FTW_PHYS);
}

/* A directory can be executed, too. */
static bool is_program(const char *file)
{
	struct stat s;

	return access(file, X_OK) == 0 && stat(file, &s) == 0 && S_ISREG(s.st_mode);
}

bool path_has(const char *name)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];

	if (!*name)
		return false;
	if (strchr(name, '/'))
		return is_program(name);
	path = path ? path : default_path;
	for (;;) {
		/* An empty element is the working directory. */
		const size_t n = strcspn(path, ":");
		const int length = snprintf(file, sizeof(file), "%.*s%s%s", (int)n,
					    path, n ? "/" : "", name);

		if (length < (int)sizeof(file) && is_program(file))
			return true;
		if (!path[n])
			return false;
		path += n + 1;
	}
}
