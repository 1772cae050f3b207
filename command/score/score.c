/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score.c - runs the inputs of corpora and counts what they cover. */
#include "command/score/score.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/text.h"
#include "command/cover/verdict_report.h"
#include "command/target/corpora.h"
#include "command/target/target_trace.h"
#include "me/labels.h"

/* ---- criteria */

/* The kinds of goals of one criterion: "dc,cc" of DCC, "ncc" of NCC2. */
static void kinds_add(struct text *kinds, const char *name, size_t length)
{
	if (kinds->size)
		text_add_char(kinds, ',');
	if (length == 3 && strncmp(name, "DCC", 3) == 0) {
		text_add(kinds, "dc,cc");
		return;
	}
	if (length > 3 && strncmp(name, "NCC", 3) == 0)
		length = 3;
	for (size_t i = 0; i < length; i++)
		text_add_char(kinds, (char)tolower((unsigned char)name[i]));
}

static void kinds_read(struct text *kinds, const char *criteria)
{
	for (const char *at = criteria; at;) {
		const size_t n = strcspn(at, ",");
		kinds_add(kinds, at, n);
		at = at[n] ? at + n + 1 : NULL;
	}
}

/* ---- runs */

bool score_counts(const struct build_goal *goal)
{
	return goal->scope && !goal->compiler;
}

static void run_note(void *context, const char *path, const struct trace_run *run)
{
	struct score *s = context;
	const size_t goals = s->record.goal_count;
	size_t input = s->next;

	while (input < s->inputs.count && strcmp(s->inputs.paths[input], path) != 0)
		input++;
	if (input == s->inputs.count)
		return;
	s->next = input + 1;
	memcpy(s->met + input * goals, run->met, goals);
	for (size_t i = 0; i < goals; i++)
		if (run->met[i] && s->first[i] == SCORE_NONE)
			s->first[i] = input;
}

static int inputs_run(struct command *command, struct score *s)
{
	const size_t goals = s->record.goal_count;

	s->first = malloc((goals + 1) * sizeof *s->first);
	s->met = calloc(s->inputs.count * goals + 1, sizeof *s->met);
	if (!s->first || !s->met)
		return command_no_memory(command);
	for (size_t i = 0; i < goals; i++)
		s->first[i] = SCORE_NONE;
	return trace_inputs(command, &s->record, &s->inputs, run_note, s);
}

/* Proofs stand beside a corpus, and beside no single file. */
static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int score_make(struct command *command, const struct score_options *options,
	       const char *target, char **corpora, int corpus_count, struct score *s)
{
	struct text kinds = {0};
	struct goal_choice choice = {options->functions, NULL};
	int err = 0;

	for (int i = 0; i < corpus_count && !err; i++)
		err = corpora_add(command, &s->inputs, target, corpora[i]);
	if (!err)
		err = corpora_check_any(command, &s->inputs, target, corpora[0]);
	kinds_read(&kinds, options->labels);
	if (options->kinds)
		text_add(&kinds, "%s%s", kinds.size ? "," : "", options->kinds);
	if (options->labels || options->kinds)
		choice.kinds = text_string(&kinds);
	if (!err)
		err = build_record_read(command, target, choice, &s->record);
	if (!err)
		err = inputs_run(command, s);
	if (!err && is_directory(corpora[0]))
		err = proofs_note(command, &s->record, corpora[0]);
	s->record.choice = (struct goal_choice){NULL, NULL};
	text_done(&kinds);
	return err;
}

void score_done(struct score *s)
{
	free(s->first);
	free(s->met);
	build_record_done(&s->record);
	corpus_list_done(&s->inputs);
}

/* ---- counts */

const char *score_predicate(const struct build_goal *goal)
{
	const size_t n = strlen(ME_LABEL_NEVER);

	return strncmp(goal->never, ME_LABEL_NEVER, n) == 0 ? goal->never + n : NULL;
}

static bool same_row(const struct build_goal *a, const struct build_goal *b)
{
	return a->unit == b->unit && strcmp(a->function, b->function) == 0 &&
	       strcmp(a->type, b->type) == 0;
}

int score_rows(struct command *command, const struct score *s, struct score_row **rows,
	       size_t *count)
{
	const struct build_record *record = &s->record;

	*count = 0;
	*rows = calloc(record->goal_count + 1, sizeof **rows);
	if (!*rows)
		return command_no_memory(command);
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *goal = &record->goals[i];
		size_t row = 0;

		if (!score_counts(goal))
			continue;
		while (row < *count && !same_row((*rows)[row].goal, goal))
			row++;
		if (row == *count)
			(*rows)[(*count)++].goal = goal;
		(*rows)[row].all++;
		(*rows)[row].covered += s->first[i] != SCORE_NONE;
	}
	return 0;
}

/* ---- pairs */

/* A label's id up to the number of its condition, and the two truths behind that:
 * f:mcdc.0.1. true . false */
static bool half_read(const char *id, size_t *prefix, int *value, int *decision)
{
	const char *name = strstr(id, ":mcdc."), *at = name ? name + 6 : NULL;

	for (int dots = 0; at && dots < 2; dots++) {
		at = strchr(at, '.');
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return false;
	*prefix = (size_t)(at - id);
	*value = *at == 't';
	at = strchr(at, '.');
	*decision = at && at[1] == 't';
	return at != NULL;
}

static bool is_whole(int met[2][2])
{
	return (met[1][1] && met[0][0]) || (met[1][0] && met[0][1]);
}

void score_pairs(const struct score *s, const struct build_goal *of,
		 struct score_row *row)
{
	const struct build_record *record = &s->record;
	const char *last = NULL;
	size_t last_prefix = 0;
	int met[2][2] = {{0}};

	row->goal = of;
	row->covered = row->all = 0;
	row->is_pairs = true;
	for (size_t i = 0; i < record->goal_count; i++) {
		const size_t number = record->by_id[i];
		const struct build_goal *goal = &record->goals[number];
		size_t prefix;
		int value, decision;

		if (!score_counts(goal) || !same_row(goal, of) ||
		    !half_read(goal->id, &prefix, &value, &decision))
			continue;
		if (!last || prefix != last_prefix ||
		    strncmp(last, goal->id, prefix) != 0) {
			row->covered += is_whole(met);
			row->all++;
			memset(met, 0, sizeof met);
			last = goal->id;
			last_prefix = prefix;
		}
		met[value][decision] |= s->first[number] != SCORE_NONE;
	}
	row->covered += is_whole(met);
}
