/* SPDX-License-Identifier: GPL-3.0-or-later */
/* known_verdicts.c - reads CORPUS.me/verdicts. */
#include "harness/goals/known_verdicts.h"

#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

#include "corpus/files/corpus.h"
#include "harness/goals/goal_names.h"
#include "me/verdicts.h"

/* ---- keys */

/* Bits of MXCSR. */
enum { FLUSH_RESULTS = 0x8000, FLUSH_OPERANDS = 0x40 };

/* Bits of x87's control word: both are set where all 64 bits count. */
enum { PRECISION = 0x300 };

static uint64_t mix(uint64_t key, const uint64_t *numbers, size_t count)
{
	return me_verdicts_hash(key, numbers, count * sizeof *numbers);
}

static uint64_t mix_parameter(uint64_t key, const struct me_parameter *p)
{
	const uint64_t numbers[] = {p->passing,	   p->flags,	 p->count,
				    p->size,	   p->length_of, p->field_count,
				    p->counted_by, p->placed,	 p->inside};

	key = mix(key, numbers, sizeof numbers / sizeof *numbers);
	for (uint32_t i = 0; i < p->field_count; i++) {
		const struct me_field *f = &p->fields[i];
		const uint64_t field[] = {f->offset, f->count,	f->type,    f->flags,
					  f->low[0], f->low[1], f->high[0], f->high[1]};
		key = mix(key, field, sizeof field / sizeof *field);
	}
	return key;
}

int known_verdicts_flushes(void)
{
	return (_mm_getcsr() & (FLUSH_RESULTS | FLUSH_OPERANDS)) != 0;
}

int known_verdicts_shortens(void)
{
	uint16_t control;

	__asm__("fnstcw %0" : "=m"(control));
	return (control & PRECISION) != PRECISION;
}

uint64_t known_verdicts_key(const struct program *program, const struct me_entry *entry)
{
	uint64_t key = me_verdicts_hash_text(ME_IR_HASH_START, entry->name);
	const uint64_t flushes = 1, shortens = 2;

	for (uint32_t i = 0; i < entry->parameter_count; i++)
		key = mix_parameter(key, &entry->parameters[i]);
	for (uint32_t u = 0; u < program->unit_count; u++)
		if (program->run_goal == PROGRAM_NONE ||
		    program->goal_unit[program->run_goal] != u)
			key = mix(key, &program->units[u].record->exported, 1);
	if (known_verdicts_flushes())
		key = mix(key, &flushes, 1);
	if (known_verdicts_shortens())
		key = mix(key, &shortens, 1);
	return key;
}

/* ---- the file */

/* Lines of the file that have not been read. */
struct lines {
	const char *text;
	size_t size;
};

enum { LINE_SIZE = PROGRAM_ID_SIZE + 512 };

/* The next line, as a string; a longer one is none of ours, and empty. Returns whether
 * there was one. */
static int next_line(struct lines *l, char line[LINE_SIZE])
{
	if (!l->size)
		return 0;
	const char *stop = memchr(l->text, '\n', l->size);
	const size_t size = stop ? (size_t)(stop - l->text) + 1 : l->size;
	const size_t kept = size < LINE_SIZE ? size : 0;

	memcpy(line, l->text, kept);
	line[kept] = '\0';
	l->text += size;
	l->size -= size;
	return 1;
}

/* The key that `me` found for this executable. Returns whether there is one. */
static int find_link(struct lines lines, uint64_t *key)
{
	uint64_t executable = 0, of, found;
	char line[LINE_SIZE];
	int known = 0;

	while (next_line(&lines, line)) {
		if (sscanf(line, ME_VERDICTS_LINK, &of, &found) != 2)
			continue;
		if (!executable)
			corpus_hash_regular("/proc/self/exe", &executable);
		if (of == executable) {
			*key = found;
			known = 1;
		}
	}
	return known;
}

/* Closes the goal when the key is that of its unit. */
static void close_proven(struct goals *g, uint64_t key, const struct goal_names *names,
			 uint64_t proof, const char *id)
{
	const uint32_t goal = goal_names_find(names, id);

	if (goal == PROGRAM_NONE)
		return;
	const struct me_unit *unit =
	    g->program->units[g->program->goal_unit[goal]].record;
	if (me_verdicts_hash_text(key, unit->source) == proof)
		goals_prove(g, goal);
}

static void read_verdict(struct goals *g, uint64_t key, const struct goal_names *names,
			 const char *line)
{
	char id[PROGRAM_ID_SIZE], verdict[40];
	uint64_t proof;

	_Static_assert(PROGRAM_ID_SIZE == 2048, "the width below");
	if (sscanf(line, "%16" SCNx64 " %2047s %39s", &proof, id, verdict) != 3)
		return;
	if (strcmp(verdict, ME_VERDICT_INFEASIBLE) == 0 ||
	    (strcmp(verdict, ME_VERDICT_NEAREST) == 0 && fegetround() == FE_TONEAREST))
		close_proven(g, key, names, proof, id);
}

void known_verdicts_read(struct goals *g, const char *corpus)
{
	uint64_t key = 0;
	unsigned char *bytes = NULL;
	const char *why = "";
	char line[LINE_SIZE];
	struct lines lines = {NULL, 0};
	struct goal_names names = {NULL, 0};
	char *path = NULL;

	if (corpus_aside(corpus, "verdicts", &path) == 0 &&
	    corpus_read_regular(path, &bytes, &lines.size) == 0) {
		lines.text = me_verdicts_lines((const char *)bytes, &lines.size, &why);
		if (!lines.text)
			fprintf(stderr, "WARNING: me: %s %s: ignored\n", path, why);
	}
	if (lines.text && find_link(lines, &key)) {
		goal_names_init(&names, g->program);
		while (next_line(&lines, line))
			read_verdict(g, key, &names, line);
	}
	if (goals_proven(g))
		fprintf(stderr, "INFO: me: %u goals are proven infeasible, see %s\n",
			goals_proven(g), path);
	goal_names_done(&names);
	free(bytes);
	free(path);
}

void known_verdicts_say(const struct goals *g, char *text, size_t size)
{
	*text = '\0';
	if (goals_proven(g))
		snprintf(text, size, ", %u proven infeasible", goals_proven(g));
}
