/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - writes and announces inputs. */
#include "harness/search/sink.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/program/own_process.h"
#include "system/clock.h"

static double cpu_before; /* of processes whose session this one goes on with */

void sink_new_process(double cpu)
{
	cpu_before = cpu;
}

double sink_cpu(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return cpu_before + clock_used(&usage);
}

struct sink_input {
	struct sink_input *next;
	char name[SHA1_HEX_SIZE];
	int was_there; /* its file was in the corpus, and is to be there */
	size_t size;
	unsigned char bytes[];
};

/* Whether its file is there, as long as it was. */
static int is_whole_file(const struct sink *s, const struct sink_input *i)
{
	char path[PATH_MAX];
	struct stat st;

	snprintf(path, sizeof path, "%s/%s", s->corpus, i->name);
	return !stat(path, &st) && (size_t)st.st_size == i->size;
}

/* Without memory the input is not remembered: it is lost only if its directory is. */
void sink_know(struct sink *s, const unsigned char *bytes, size_t size)
{
	struct sink_input *i = s->corpus ? malloc(sizeof *i + size) : NULL;

	if (!i)
		return;
	i->next = s->known;
	i->size = size;
	sha1_hex(bytes, size, i->name);
	i->was_there = is_whole_file(s, i);
	memcpy(i->bytes, bytes, size);
	s->known = i;
}

static void end_without(const struct sink *s, const char *name, int err)
{
	fprintf(stderr, "ERROR: me: %s/%s: %s\n", s->corpus, name,
		corpus_strerror(err));
	__me_exit_now(1);
}

/* To write a file whose directory may be removed at any moment. */
enum { TRIES = 3 };

void sink_check(struct sink *s)
{
	char name[SHA1_HEX_SIZE];
	unsigned n = 0;

	if (!s->corpus || !access(s->corpus, F_OK) || errno != ENOENT ||
	    mkdir(s->corpus, 0777))
		return;
	for (const struct sink_input *i = s->known; i; i = i->next, n++) {
		const int err = corpus_write(s->corpus, i->bytes, i->size, name);
		if (err && err != CORPUS_ENOENT) /* gone again */
			end_without(s, name, err);
	}
	fprintf(stderr, "WARNING: me: %s had disappeared: made again, with %u inputs\n",
		s->corpus, n);
}

/* An input of another directory, or one that libFuzzer has not written yet, is not lost. */
static int is_lost(const struct sink *s, struct sink_input *i)
{
	const int is_there = is_whole_file(s, i);

	i->was_there |= is_there;
	return i->was_there && !is_there;
}

void sink_repair(struct sink *s)
{
	unsigned n = 0;

	sink_check(s);
	for (struct sink_input *i = s->corpus ? s->known : NULL; i; i = i->next)
		n += is_lost(s, i) && !corpus_write(s->corpus, i->bytes, i->size, NULL);
	if (n)
		fprintf(
		    stderr,
		    "WARNING: me: %s: %u inputs had disappeared or were cut: written "
		    "again\n",
		    s->corpus, n);
}

void sink_drop(struct sink *s, const char *name)
{
	for (struct sink_input *i = s->known; i; i = i->next)
		if (!strcmp(i->name, name))
			i->was_there = 0;
}

/* Writes the file s->newest, and remembers it. */
static void put_file(struct sink *s, const unsigned char *bytes, size_t size)
{
	int err = CORPUS_ENOENT;

	for (int i = 0; err == CORPUS_ENOENT && i < TRIES; i++) {
		sink_check(s);
		err = corpus_write(s->corpus, bytes, size, s->newest);
	}
	if (err)
		end_without(s, s->newest, err);
	sink_know(s, bytes, size);
}

void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed)
{
	if (!s->corpus)
		return;
	if (s->limit && size > s->limit)
		size = s->limit;
	put_file(s, bytes, size);
	if (s->is_quiet)
		return;
	fprintf(stderr, "INFO: me: new %s/%s cpu=%.6f goals=%u\n", s->corpus, s->newest,
		sink_cpu(), closed);
}

/* One of the inputs of that name. Whether another one has it, too. */
static int forget(struct sink *s, const char *name)
{
	struct sink_input **at = &s->known;
	unsigned n = 0;

	for (const struct sink_input *i = s->known; i; i = i->next)
		n += !strcmp(i->name, name);
	while (*at && strcmp((*at)->name, name) != 0)
		at = &(*at)->next;
	struct sink_input *forgotten = *at;
	if (forgotten)
		*at = forgotten->next;
	free(forgotten);
	return n > 1;
}

void sink_replace(struct sink *s, const unsigned char *old, size_t old_size,
		  const unsigned char *bytes, size_t size)
{
	char name[SHA1_HEX_SIZE], path[PATH_MAX];

	if (!s->corpus)
		return;
	sha1_hex(old, old_size, name);
	put_file(s, bytes, size);
	snprintf(path, sizeof path, "%s/%s", s->corpus, name);
	if (!forget(s, name))
		unlink(path);
}
