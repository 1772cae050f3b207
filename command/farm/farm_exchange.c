/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/farm/farm_exchange.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "system/clock.h"

/* Each wait is so many times as long as the one before: what is known is not read again. */
static const double wait_first = 1, wait_most = 60, wait_grows = 1.25;

/* Sessions name their inputs so; what somebody has put there stays where it is. */
static bool is_input(const char *name)
{
	return strspn(name, "0123456789abcdef") == SHA1_HEX_SIZE - 1 &&
	       !name[SHA1_HEX_SIZE - 1];
}

static void copy(const char *from, const char *corpus)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(from, &bytes, &size))
		return;
	corpus_write(corpus, bytes, size, NULL);
	free(bytes);
}

static void take(const char *from, const char *corpus, const char *name)
{
	char to[PATH_MAX];

	if (snprintf(to, sizeof to, "%s/%s", corpus, name) >= (int)sizeof to)
		return;
	if (link(from, to) != 0 && errno != EEXIST && errno != ENOENT)
		copy(from, corpus);
}

static void take_all(const char *others, const char *corpus)
{
	DIR *directory = opendir(others);
	const struct dirent *entry;
	char from[PATH_MAX];

	while (directory && (entry = readdir(directory)))
		if (is_input(entry->d_name) &&
		    snprintf(from, sizeof from, "%s/%s", others, entry->d_name) <
			(int)sizeof from)
			take(from, corpus, entry->d_name);
	if (directory)
		closedir(directory);
}

void farm_exchange(struct farm_exchange *exchange, const struct unit *unit)
{
	struct text path = {0}, others = {0};
	struct unit other = *unit;

	if (clock_now() < exchange->next || unit->farm->settings.seeds < 2)
		return;
	unit_path(unit, &path, "corpus");
	for (other.seed = 1; other.seed <= unit->farm->settings.seeds && !path.failed;
	     other.seed++)
		if (other.seed != unit->seed)
			take_all(unit_path(&other, &others, "corpus"),
				 text_string(&path));
	text_done(&path);
	text_done(&others);
	exchange->wait = exchange->wait ? wait_grows * exchange->wait : wait_first;
	if (exchange->wait > wait_most)
		exchange->wait = wait_most;
	exchange->next = clock_now() + exchange->wait;
}
