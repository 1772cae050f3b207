/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - writes and announces inputs. */
#include "harness/search/sink.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/corpus.h"
#include "harness/program/exit_now.h"
#include "system/clock.h"

static double cpu_before; /* of processes whose session this one goes on with */

void sink_new_process(double cpu)
{
	cpu_before = cpu;
}

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return cpu_before + clock_used(&usage);
}

struct sink_input {
	struct sink_input *next;
	size_t size;
	unsigned char bytes[];
};

/* Without memory the input is not remembered: it is lost only if its directory is. */
void sink_know(struct sink *s, const unsigned char *bytes, size_t size)
{
	struct sink_input *i = s->corpus ? malloc(sizeof *i + size) : NULL;

	if (!i)
		return;
	i->next = s->known;
	i->size = size;
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

void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed)
{
	char *const name = s->newest;

	if (!s->corpus)
		return;
	if (s->limit && size > s->limit)
		size = s->limit;
	int err = CORPUS_ENOENT;
	for (int i = 0; err == CORPUS_ENOENT && i < TRIES; i++) {
		sink_check(s);
		err = corpus_write(s->corpus, bytes, size, name);
	}
	if (err)
		end_without(s, name, err);
	sink_know(s, bytes, size);
	fprintf(stderr, "INFO: me: new %s/%s cpu=%.6f goals=%u\n", s->corpus, name,
		cpu_seconds(), closed);
}
