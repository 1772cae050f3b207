/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdicts.c - proofs that were made before. */
#include "gcov-tools/verdicts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "corpus/corpus.h"
#include "gcov-tools/text.h"
#include "me/ir.h"

/* Raised when the prover would decide something otherwise. */
#define PROVER_VERSION 1

static const char *const words[] = {[VERDICT_INFEASIBLE] = "infeasible",
				    [VERDICT_NEAREST] = "infeasible[round-to-nearest]"};

/* ---- keys */

static void mix(uint64_t *key, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		*key = (*key ^ ((const unsigned char *)bytes)[i]) * ME_IR_HASH_PRIME;
}

uint64_t verdicts_key(const struct program *program, const struct entry *entry)
{
	const unsigned version = PROVER_VERSION;
	uint64_t key = ME_IR_HASH_START;

	mix(&key, &version, sizeof version);
	mix(&key, entry->name, strlen(entry->name) + 1);
	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct entry_parameter *p = &entry->parameters[i];
		const uint64_t numbers[] = {p->by_pointer, p->nullable, p->is_string,
					    p->count,	   p->size,	p->length_of,
					    p->field_count};
		mix(&key, numbers, sizeof numbers);
		mix(&key, p->fields, p->field_count * sizeof *p->fields);
	}
	for (size_t i = 0; i < program->function_count; i++) {
		const struct function *f = &program->functions[i];
		mix(&key, f->name, strlen(f->name) + 1);
		mix(&key, &f->hash, sizeof f->hash);
	}
	return key;
}

uint64_t verdicts_unit_key(uint64_t key, const char *unit)
{
	mix(&key, unit, strlen(unit) + 1);
	return key;
}

/* ---- reading */

static void add_line(struct verdicts *v, const struct verdict_line *line)
{
	v->lines = array_grow(v->lines, v->count, &v->room, sizeof *v->lines);
	v->lines[v->count] = *line;
	v->lines[v->count].function = strdup(line->function);
	v->lines[v->count++].how = strdup(line->how);
}

static void line_read(struct verdicts *v, const char *text, size_t size)
{
	char function[512], word[40], how[128] = "";
	struct verdict_line line = {.function = function, .how = how};
	char *copy = strndup(text, size);
	const int n =
	    copy ? sscanf(copy, "%16" SCNx64 " %511s %u %u %39s %127[^\n]", &line.key,
			  function, &line.ordinal, &line.rank, word, how)
		 : 0;

	if (n >= 5 && strcmp(word, words[VERDICT_INFEASIBLE]) == 0)
		line.verdict = VERDICT_INFEASIBLE;
	else if (n >= 5 && strcmp(word, words[VERDICT_NEAREST]) == 0)
		line.verdict = VERDICT_NEAREST;
	if (line.verdict != VERDICT_OPEN)
		add_line(v, &line);
	free(copy);
}

int verdicts_read(struct command *command, const char *corpus, struct verdicts *v)
{
	unsigned char *bytes;
	size_t size;
	char *directory = NULL;
	int err = corpus_aside(corpus, NULL, &directory);

	memset(v, 0, sizeof *v);
	if (err || asprintf(&v->path, "%s/verdicts", directory) < 0) {
		free(directory);
		return command_no_memory(command);
	}
	mkdir(directory, 0777);
	free(directory);
	err = corpus_read(v->path, &bytes, &size);
	if (err == CORPUS_ENOENT)
		return 0;
	if (err)
		return command_fail(command, v->path, "%s", corpus_strerror(err));
	for (size_t at = 0; at < size;) {
		const char *line = (const char *)bytes + at;
		const char *end = memchr(line, '\n', size - at);
		const size_t n = end ? (size_t)(end - line) : size - at;
		line_read(v, line, n);
		at += n + 1;
	}
	free(bytes);
	return 0;
}

const struct verdict_line *verdicts_find(const struct verdicts *v, uint64_t key,
					 const struct prove_goal *goal)
{
	for (size_t i = 0; i < v->count; i++) {
		const struct verdict_line *line = &v->lines[i];
		if (line->key == key && line->ordinal == goal->ordinal &&
		    line->rank == goal->rank &&
		    strcmp(line->function, goal->function) == 0)
			return line;
	}
	return NULL;
}

/* ---- writing */

void verdicts_add(struct verdicts *v, uint64_t key, const struct prove_goal *goal)
{
	struct verdict_line line = {.key = key,
				    .function = (char *)goal->function,
				    .ordinal = goal->ordinal,
				    .rank = goal->rank,
				    .verdict = goal->verdict,
				    .how = (char *)goal->how};

	add_line(v, &line);
}

int verdicts_write(struct command *command, const struct verdicts *v)
{
	struct text text = {0};
	int err;

	for (size_t i = 0; i < v->count; i++) {
		const struct verdict_line *line = &v->lines[i];
		text_add(&text, "%016" PRIx64 " %s %u %u %s %s\n", line->key,
			 line->function, line->ordinal, line->rank,
			 words[line->verdict], line->how);
	}
	if (!text_string(&text)) {
		text_done(&text);
		return command_no_memory(command);
	}
	err = corpus_write_file(v->path, text_string(&text), text.size);
	if (err)
		err = command_fail(command, v->path, "%s", corpus_strerror(err));
	text_done(&text);
	return err;
}

void verdicts_done(struct verdicts *v)
{
	for (size_t i = 0; i < v->count; i++) {
		free(v->lines[i].function);
		free(v->lines[i].how);
	}
	free(v->lines);
	free(v->path);
	memset(v, 0, sizeof *v);
}
