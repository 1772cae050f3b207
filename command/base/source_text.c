/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_text.c - lines of source files. */
#include "command/base/source_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"

static void source_open(struct source_text *source, const char *path)
{
	unsigned char *bytes;
	size_t n;

	if (source->path && strcmp(source->path, path) == 0)
		return;
	source_text_done(source);
	source->path = strdup(path);
	if (corpus_read(path, &bytes, &n) != CORPUS_OK)
		return;
	source->bytes = strndup((const char *)bytes, n);
	free(bytes);
	source->at = source->bytes;
	source->line = 1;
}

/* Where a line begins; from the last one on, since many are asked for in their order.
 */
static const char *source_find_line(struct source_text *source, unsigned line)
{
	if (!source->bytes)
		return "";
	if (line < source->line) {
		source->at = source->bytes;
		source->line = 1;
	}
	for (; source->line < line && *source->at; source->line++) {
		source->at += strcspn(source->at, "\n");
		source->at += *source->at == '\n';
	}
	return source->at;
}

char *source_text_line(struct source_text *source, const char *path, unsigned line)
{
	const char *p, *end;

	source_open(source, path);
	p = source_find_line(source, line);
	end = p + strcspn(p, "\n");
	while (p < end && isspace((unsigned char)*p))
		p++;
	while (p < end && isspace((unsigned char)end[-1]))
		end--;
	return strndup(p, (size_t)(end - p));
}

void source_text_done(struct source_text *source)
{
	free(source->path);
	free(source->bytes);
	memset(source, 0, sizeof(*source));
}
