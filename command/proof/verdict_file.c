/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_file.c - proofs that were made before. */
#include "command/proof/verdict_file.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "command/target/corpora.h"
#include "corpus/files/corpus.h"
#include "me/verdicts.h"
#include "prover/verify/defaults.h"

static const struct {
	const char *word;
	enum verdict verdict;
	bool returning;
} kinds[] = {{ME_VERDICT_INFEASIBLE, VERDICT_INFEASIBLE, false},
	     {ME_VERDICT_NEAREST, VERDICT_NEAREST, false},
	     {ME_VERDICT_INCOMPLETE, VERDICT_INFEASIBLE, true},
	     {ME_VERDICT_INCOMPLETE_NEAREST, VERDICT_NEAREST, true}};

enum { KINDS = sizeof kinds / sizeof *kinds, LINKS = 64 };

uint64_t verdicts_unit_key(uint64_t key, const char *unit)
{
	return me_verdicts_hash(key, unit, strlen(unit) + 1);
}

/* ---- reading */

static void add_line(struct verdicts *v, const struct verdict_line *line)
{
	v->lines = array_grow(v->lines, v->count, &v->room, sizeof *v->lines);
	v->lines[v->count] = *line;
	v->lines[v->count].id = strdup(line->id);
	v->lines[v->count++].how = strdup(line->how);
}

/* The number of the executable's link; without one, the number of links. */
static size_t find_link(const struct verdicts *v, uint64_t executable)
{
	size_t i = 0;

	while (i < v->link_count && v->links[i].executable != executable)
		i++;
	return i;
}

/* It replaces an earlier one. Of many builds only the latest are kept. */
static void put_link(struct verdicts *v, uint64_t executable, uint64_t key)
{
	size_t i = find_link(v, executable);

	if (i == v->link_count && v->link_count == LINKS)
		i = 0;
	if (i < v->link_count)
		memmove(&v->links[i], &v->links[i + 1],
			(--v->link_count - i) * sizeof *v->links);
	ARRAY_ADD(v->links, v->link_count, v->link_room,
		  (struct verdict_link){executable, key});
}

static void verdict_line_read(struct verdicts *v, const char *text, size_t size)
{
	uint64_t executable, key;
	char *id = malloc(size + 1), *copy = strndup(text, size);
	char word[40], how[256] = "";
	struct verdict_line line = {.id = id, .how = how};
	int at = 0, n = 0;

	if (id && copy && sscanf(copy, "%16" SCNx64 " %s%n", &line.key, id, &at) == 2)
		n = sscanf(copy + at, "%39s %255[^\n]", word, how);
	if (copy && sscanf(copy, ME_VERDICTS_LINK, &executable, &key) == 2)
		put_link(v, executable, key);
	for (int i = 0; n >= 1 && i < KINDS; i++)
		if (strcmp(word, kinds[i].word) == 0) {
			line.verdict = kinds[i].verdict;
			line.returning = kinds[i].returning;
		}
	if (line.verdict != VERDICT_OPEN)
		add_line(v, &line);
	free(id);
	free(copy);
}

int verdicts_read(struct command *command, const char *corpus, struct verdicts *v)
{
	unsigned char *bytes;
	size_t size;
	const char *why;
	char *directory = NULL;

	memset(v, 0, sizeof *v);
	if (corpora_aside(command, corpus, NULL, &directory))
		return -1;
	if (asprintf(&v->path, "%s/verdicts", directory) < 0) {
		free(directory);
		return command_no_memory(command);
	}
	mkdir(directory, 0777);
	free(directory);
	const int err = corpus_read_regular(v->path, &bytes, &size);
	if (err == CORPUS_ENOENT)
		return 0;
	if (err)
		return command_fail(command, v->path, "%s", corpus_strerror(err));
	const char *line = me_verdicts_lines((const char *)bytes, &size, &why);
	if (!line)
		command_note(command, "%s %s: ignored", v->path, why);
	for (const char *end; line && size; size -= (size_t)(end - line), line = end) {
		end = memchr(line, '\n', size);
		end = end ? end + 1 : line + size;
		verdict_line_read(v, line, (size_t)(end - line));
	}
	free(bytes);
	return 0;
}

const struct verdict_line *verdicts_find(const struct verdicts *v, uint64_t key,
					 const char *id, bool returning)
{
	for (size_t i = 0; i < v->count; i++) {
		const struct verdict_line *line = &v->lines[i];
		if (line->key == key && line->returning == returning &&
		    strcmp(line->id, id) == 0)
			return line;
	}
	return NULL;
}

/* ---- writing */

int verdicts_link(struct command *command, struct verdicts *v, const char *target,
		  uint64_t key)
{
	uint64_t executable;
	const int err = corpus_hash_regular(target, &executable);

	if (err)
		return command_fail(command, target, "%s", corpus_strerror(err));
	const size_t known = find_link(v, executable);
	if (known < v->link_count && v->links[known].key == key)
		return 0;
	put_link(v, executable, key);
	v->is_new = v->count > 0;
	return 0;
}

void verdicts_add(struct verdicts *v, uint64_t key, const char *id,
		  const struct prove_goal *goal)
{
	struct verdict_line line = {.key = key,
				    .id = (char *)id,
				    .verdict = goal->verdict,
				    .returning = goal->returning,
				    .how = (char *)goal->how};

	add_line(v, &line);
	v->is_new = true;
}

bool verdicts_drop(struct verdicts *v, uint64_t key, const char *id, bool returning)
{
	const struct verdict_line *found = verdicts_find(v, key, id, returning);

	if (!found)
		return false;
	struct verdict_line *line = &v->lines[found - v->lines];
	free(line->id);
	free(line->how);
	*line = v->lines[--v->count];
	v->text.size = v->in_text = v->links_in_text = 0;
	v->is_new = true;
	return true;
}

static const char *stored_word(const struct verdict_line *line)
{
	int i = 0;

	while (kinds[i].verdict != line->verdict ||
	       kinds[i].returning != line->returning)
		i++;
	return kinds[i].word;
}

/* Brings the text up to date: it is written again for each new line. */
static void text_continue(struct verdicts *v)
{
	const size_t before = v->text.size;

	if (!before)
		text_add(&v->text, "me-verdicts %d\n", ME_VERDICTS_VERSION);
	for (; v->links_in_text < v->link_count; v->links_in_text++) {
		const struct verdict_link *link = &v->links[v->links_in_text];
		text_add(&v->text, "link %016" PRIx64 " %016" PRIx64 "\n",
			 link->executable, link->key);
	}
	for (; v->in_text < v->count; v->in_text++) {
		const struct verdict_line *line = &v->lines[v->in_text];
		text_add(&v->text, "%016" PRIx64 " %s %s %s\n", line->key, line->id,
			 stored_word(line), line->how);
	}
	if (text_string(&v->text))
		v->sum = me_verdicts_hash(before ? v->sum : ME_IR_HASH_START,
					  text_string(&v->text) + before,
					  v->text.size - before);
}

int verdicts_write(struct command *command, struct verdicts *v)
{
	text_continue(v);
	const size_t size = v->text.size;
	text_add(&v->text, "end %016" PRIx64 "\n", v->sum);
	if (!text_string(&v->text))
		return command_no_memory(command);
	const int err = corpus_write_file(v->path, text_string(&v->text), v->text.size);
	v->text.size = size;
	v->is_new = false;
	return err ? command_fail(command, v->path, "%s", corpus_strerror(err)) : 0;
}

void verdicts_done(struct verdicts *v)
{
	for (size_t i = 0; i < v->count; i++) {
		free(v->lines[i].id);
		free(v->lines[i].how);
	}
	text_done(&v->text);
	free(v->lines);
	free(v->links);
	free(v->path);
	memset(v, 0, sizeof *v);
}

int verdicts_note(struct command *command, struct build_record *record,
		  const char *corpus)
{
	struct verdicts verdicts = {0};
	struct gimple_program program = {0};
	int err = verdicts_read(command, corpus, &verdicts);

	if (!err && verdicts.count)
		err = linked_read(command, record, &program);

	for (size_t i = 0; !err && i < record->goal_count; i++) {
		struct build_goal *g = &record->goals[i];
		const struct verdict_line *line = verdicts_find(
		    &verdicts,
		    verdicts_unit_key(record->entry.key, record->units[g->unit].source),
		    g->id, false);
		if (!line)
			continue;
		g->proof = line->verdict == VERDICT_NEAREST
			       ? "infeasible [round-to-nearest]"
			       : "infeasible";
		const char *assumed = defaults_text(line->how);
		if (assumed)
			g->assumes = strdup(assumed);
	}
	gimple_done(&program);
	verdicts_done(&verdicts);
	return err;
}
