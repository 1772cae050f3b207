/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orphans.c - the children of this process, as /proc lists them. */
#include "system/child.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	pid_t *own; /* children that are no orphans */
	size_t count, room;
	bool is_parent; /* of orphans */
} orphans;

/* Without memory none is killed. */
void orphans_except(pid_t child)
{
	if (orphans.count == orphans.room) {
		const size_t room = 2 * orphans.room + 16;
		pid_t *grown = realloc(orphans.own, room * sizeof(*grown));

		if (!grown) {
			orphans.is_parent = false;
			return;
		}
		orphans.own = grown;
		orphans.room = room;
	}
	orphans.own[orphans.count++] = child;
}

void orphans_forget(pid_t child)
{
	for (size_t i = 0; i < orphans.count; i++)
		if (orphans.own[i] == child) {
			orphans.own[i] = orphans.own[--orphans.count];
			return;
		}
}

static bool is_own(pid_t child)
{
	for (size_t i = 0; i < orphans.count; i++)
		if (orphans.own[i] == child)
			return true;
	return false;
}

/* The process's parent; 0: it has ended. In the file that follows the program's name,
 * which is in parentheses and may have some itself, and a letter. */
static pid_t parent_of(const char *process)
{
	char path[64], text[512];
	size_t size = 0;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", process);
	FILE *file = fopen(path, "re");
	if (file) {
		size = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[size] = '\0';
	const char *name_end = strrchr(text, ')');
	return name_end && strlen(name_end) > 4 ? (pid_t)atol(name_end + 4) : 0;
}

/* Calls `found` with each child that is no orphan so far; returns how many there are. */
static size_t each_other(void (*found)(pid_t child))
{
	DIR *all = opendir("/proc");
	const struct dirent *entry;
	size_t count = 0;

	while (all && (entry = readdir(all)) != NULL) {
		const pid_t child = (pid_t)atol(entry->d_name);

		if (child > 0 && parent_of(entry->d_name) == getpid() &&
		    !is_own(child)) {
			found(child);
			count++;
		}
	}
	if (all)
		closedir(all);
	return count;
}

void orphans_adopt(void)
{
	if (orphans.is_parent || prctl(PR_SET_CHILD_SUBREAPER, 1))
		return;
	orphans.is_parent = true;
	each_other(orphans_except);
}

static void orphan_end(pid_t child)
{
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Cheap where there is no child at all. */
static bool has_children(void)
{
	siginfo_t ended;

	return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void orphans_kill(void)
{
	while (orphans.is_parent && has_children() && each_other(orphan_end))
		;
}
