/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that was open before the first run has its position and its size again; another one
 * that has got its number since is left alone. */
#include "harness/program/positions.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

enum { SMALL = 4, LARGE = 100 };

static int file_of(size_t size)
{
	char path[] = "/tmp/me-positions-XXXXXX";
	static const char bytes[LARGE];
	const int file = mkstemp(path);

	unlink(path);
	check(file >= 0 && write(file, bytes, size) == (ssize_t)size, "make",
	      "a file is made");
	return file;
}

int main(void)
{
	const int file = file_of(SMALL);

	lseek(file, 1, SEEK_SET);
	positions_note();
	lseek(file, 0, SEEK_END);
	check(write(file, "more", SMALL) == SMALL, "write", "a run writes");
	positions_restore();
	check(lseek(file, 0, SEEK_CUR) == 1, "position", "the position is as before");
	check(lseek(file, 0, SEEK_END) == SMALL, "size", "the size is as before");

	const int other = file_of(LARGE);
	dup2(other, file);
	positions_restore();
	check(lseek(file, 0, SEEK_CUR) == LARGE, "other_position",
	      "the other file's position stays");
	check(lseek(file, 0, SEEK_END) == LARGE, "other_size",
	      "the other file's size stays");
	return me_check_failures != 0;
}
