/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - writes and announces inputs. */
#include "harness/sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "corpus/corpus.h"
#include "harness/failure.h"

static double cpu_seconds(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t))
		return 0;
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void sink_put(struct sink *s, const unsigned char *bytes, size_t size, unsigned closed)
{
	char name[SHA1_HEX_SIZE];

	if (!s->corpus)
		return;
	if (s->limit && size > s->limit)
		size = s->limit;
	int err = corpus_write(s->corpus, bytes, size, name);
	if (err) {
		fprintf(stderr, "ERROR: me: %s/%s: %s\n", s->corpus, name,
			corpus_strerror(err));
		__me_exit_now(1);
	}
	fprintf(stderr, "INFO: me: new %s/%s cpu=%.6f goals=%u\n", s->corpus, name,
		cpu_seconds(), closed);
}
