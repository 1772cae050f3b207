/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/others.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int has(const struct corpus_list *list, char *path)
{
	return list->count &&
	       bsearch(&path, list->paths, list->count, sizeof *list->paths, compare);
}

/* A file may have gone meanwhile. */
static void run_file(struct search *s, const char *path)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read(path, &bytes, &size))
		return;
	s->subject->kind->take(s->subject, bytes, size);
	search_run_held(s);
	free(bytes);
}

void others_run(struct search *s, const char *corpus)
{
	static struct corpus_list known;
	struct corpus_list now = {0};

	if (corpus_list_add(&now, corpus)) {
		corpus_list_done(&now);
		return;
	}
	qsort(now.paths, now.count, sizeof *now.paths, compare);
	for (size_t i = 0; i < now.count && !search_interrupted(s); i++)
		if (!has(&known, now.paths[i]))
			run_file(s, now.paths[i]);
	corpus_list_done(&known);
	known = now;
}
