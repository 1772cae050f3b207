/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program is found where execvp() would find it, and nowhere else. */
#include "system/path.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

static void make_file(const char *path, mode_t mode)
{
	const int fd = open(path, O_WRONLY | O_CREAT, mode);

	if (fd >= 0)
		close(fd);
}

static bool finds(const char *path, const char *name)
{
	if (path)
		setenv("PATH", path, 1);
	else
		unsetenv("PATH");
	return path_has(name);
}

int main(void)
{
	mkdir("bin", 0777);
	mkdir("other", 0777);
	mkdir("other/program", 0777);
	make_file("bin/program", 0777);
	make_file("bin/text", 0666);
	make_file("here", 0777);

	check(finds("nowhere:bin", "program"), "path_second", "not found");
	check(!finds("nowhere", "program"), "path_absent", "found");
	check(!finds("bin", "text"), "path_text", "found, but it cannot be executed");
	check(!finds("other", "program"), "path_directory", "a directory was found");
	check(finds("other:bin", "program"), "path_behind", "not found");
	check(finds("bin:", "here") && finds(":bin", "here") && finds("", "here") &&
		  finds("bin::other", "here"),
	      "path_empty", "an empty element is the working directory");
	check(!finds("bin", "here"), "path_not_here", "found");
	check(!finds("bin", ""), "path_nameless", "found");
	check(finds("nowhere", "bin/program") && !finds("bin", "./program") &&
		  !finds("bin", "./other"),
	      "path_slash", "a name with a slash is not looked up");
	check(finds(NULL, "sh") && !finds(NULL, "here"), "path_unset",
	      "without PATH it is /bin and /usr/bin");
	check(strcmp(path_base("a/b/c.o"), "c.o") == 0 &&
		  strcmp(path_base("c.o"), "c.o") == 0 && *path_base("a/") == '\0',
	      "path_base", "another name");
	return me_check_failures != 0;
}
