/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin.c - the twin's directory, and its runs. */
#include "gcov-tools/twin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/process.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- its directory */

/* mkdir -p of the directory and of the one above it. */
static int directory_make(struct command *command, const char *directory)
{
	char *parent = strdup(directory);
	char *slash = parent ? strrchr(parent, '/') : NULL;

	if (slash && slash != parent) {
		*slash = '\0';
		mkdir(parent, 0777); /* if it fails, so does the next one */
	}
	free(parent);
	if (mkdir(directory, 0777) != 0 && errno != EEXIST)
		return command_fail(command, directory, "%s", strerror(errno));
	return 0;
}

/* Whether an earlier twin left this file. */
static bool file_is_old(const char *name)
{
	static const char *const suffixes[] = {".o", ".gcno", ".gcda"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (strcmp(dot, suffixes[i]) == 0)
			return true;
	return strcmp(name, "twin") == 0;
}

static int directory_clear(struct command *command, const char *directory)
{
	DIR *dir = opendir(directory);
	const struct dirent *entry;

	if (!dir)
		return command_fail(command, directory, "%s", strerror(errno));
	while ((entry = readdir(dir)))
		if (file_is_old(entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
	return 0;
}

/* Until twin_done(), or until the process ends, the directory is this one's alone. */
static int directory_lock(struct command *command, const char *directory,
			  struct twin *twin)
{
	char *path = NULL;

	if (asprintf(&path, "%s/lock", directory) < 0)
		return command_no_memory(command);
	const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	int locked = fd < 0 ? -1 : flock(fd, LOCK_EX | LOCK_NB);
	if (fd >= 0 && locked && errno == EWOULDBLOCK) {
		command_note(command, "%s: waiting for another process", path);
		while ((locked = flock(fd, LOCK_EX)) && errno == EINTR && !stop_asked())
			;
	}
	twin->lock = fd < 0 ? 0 : fd;
	const int err = locked ? command_fail(command, path, "%s", strerror(errno)) : 0;
	free(path);
	return err;
}

/* NUMBER-NAME: two units may have sources of one name. */
static char *stem_make(const struct twin *twin, const struct build_unit *unit, size_t i)
{
	const char *base = path_base(unit->source);
	const char *dot = strrchr(base, '.');
	char *stem;

	if (asprintf(&stem, "%s/%zu-%.*s", twin->directory, i,
		     dot ? (int)(dot - base) : (int)strlen(base), base) < 0)
		return NULL;
	return stem;
}

int twin_init(struct command *command, const struct build_record *record,
	      const char *directory, struct twin *twin)
{
	if (directory_make(command, directory) != 0 ||
	    directory_lock(command, directory, twin) != 0 ||
	    directory_clear(command, directory) != 0)
		return -1;
	twin->directory = realpath(directory, NULL);
	twin->stems = calloc(record->unit_count, sizeof(*twin->stems));
	if (!twin->directory || !twin->stems ||
	    asprintf(&twin->program, "%s/twin", twin->directory) < 0)
		return command_no_memory(command);
	twin->unit_count = record->unit_count;
	for (size_t i = 0; i < record->unit_count; i++) {
		twin->stems[i] = stem_make(twin, record->units + i, i);
		if (!twin->stems[i])
			return command_no_memory(command);
	}
	return 0;
}

void twin_done(struct twin *twin)
{
	for (size_t i = 0; i < twin->unit_count; i++)
		free(twin->stems[i]);
	free(twin->stems);
	free(twin->directory);
	free(twin->program);
	if (twin->lock)
		close(twin->lock);
	memset(twin, 0, sizeof(*twin));
}

/* ---- running */

int twin_replay(struct command *command, const struct twin *twin,
		const struct corpus_list *inputs)
{
	struct text names = {0};
	struct words words = {0};
	struct process process = {.words = &words};
	struct process_result result = {0};
	int err;

	/* These would move the .gcda files elsewhere. */
	unsetenv("GCOV_PREFIX");
	unsetenv("GCOV_PREFIX_STRIP");
	words_add(&words, twin->program);
	for (size_t i = 0; i < inputs->count; i++)
		text_add_bytes(&names, inputs->paths[i], strlen(inputs->paths[i]) + 1);
	process.input = text_string(&names);
	process.input_size = names.size;
	err = names.failed ? command_no_memory(command)
			   : process_check(command, &process, &result);
	process_result_done(&result);
	words_done(&words);
	text_done(&names);
	return err;
}
