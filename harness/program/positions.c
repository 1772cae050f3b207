/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * positions.c - which files the program's constructors have opened, and where they stood. What
 * this process has inherited is somebody else's, and what is the standard streams' is the
 * session's own output.
 */
#include "harness/program/positions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MOST = 64, FIRST = STDERR_FILENO + 1, FIRST_CONSTRUCTOR = 101 };

static unsigned char inherited[FILES_MOST];
static struct opened_file {
	int file, may_shrink;
	off_t at;
	struct stat is;
} opened[FILES_MOST];
static int count;

__attribute__((constructor(FIRST_CONSTRUCTOR))) static void note_inherited(void)
{
	for (int i = FIRST; i < FILES_MOST; i++)
		inherited[i] = fcntl(i, F_GETFD) >= 0;
}

static int is_standard(const struct stat *file)
{
	struct stat stream;

	for (int i = 0; i < FIRST; i++)
		if (fstat(i, &stream) == 0 && stream.st_dev == file->st_dev &&
		    stream.st_ino == file->st_ino)
			return 1;
	return 0;
}

static int may_shrink(int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY && !(flags & O_APPEND);
}

void positions_note(void)
{
	struct stat file;

	for (int i = FIRST; i < FILES_MOST; i++)
		if (!inherited[i] && fstat(i, &file) == 0 && S_ISREG(file.st_mode) &&
		    !is_standard(&file))
			opened[count++] =
			    (struct opened_file){i, may_shrink(fcntl(i, F_GETFL)),
						 lseek(i, 0, SEEK_CUR), file};
}

/* A run may have closed it, and its number may be another file's by now. */
static int is_open(const struct opened_file *p, struct stat *now)
{
	return fstat(p->file, now) == 0 && now->st_dev == p->is.st_dev &&
	       now->st_ino == p->is.st_ino;
}

void positions_restore(void)
{
	struct stat now;

	for (const struct opened_file *p = opened; p < opened + count; p++) {
		if (!is_open(p, &now))
			continue;
		if (p->at >= 0)
			lseek(p->file, p->at, SEEK_SET);
		if (p->may_shrink && now.st_size > p->is.st_size &&
		    ftruncate(p->file, p->is.st_size))
			continue; /* it stays longer */
	}
}
