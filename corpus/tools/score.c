/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score.c - runs the inputs of corpora and counts what they cover. */
#include "corpus/tools/score.h"

#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "command/proof/verdict_file.h"
#include "command/target/corpora.h"
#include "command/target/target_trace.h"
#include "me/kind_advice.h"
#include "me/labels.h"
#include "system/allocation.h"

/* ---- criteria */

struct joined {
	const char *name, *kinds, *advice;
};

/* Criteria that are not called as one kind is. */
static const struct joined joined[] = {
    {"DCC", "dc,cc", "compile with -fplugin-arg-me-labels=DCC"},
    {"FC", "function", "compile with -fplugin-arg-me-labels=FC"},
    {"CB", "boundary", "compile with -fplugin-arg-me-labels=CB"},
    {"WM", "ror,aor,cor,abs,uoi,sor,lor", "compile with -fplugin-arg-me-labels=WM"},
    {"WM-paper", "ror,aor,cor,uoi", "compile with -fplugin-arg-me-labels=WM-paper"}};

static const struct joined *find_joined(const char *criterion, size_t length)
{
	for (size_t i = 0; i < sizeof(joined) / sizeof(joined[0]); i++)
		if (strlen(joined[i].name) == length &&
		    strncmp(criterion, joined[i].name, length) == 0)
			return &joined[i];
	return NULL;
}

static bool is_in(const char *list, const char *word)
{
	const size_t length = strlen(word);

	for (size_t n; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		if (n == length && strncmp(list, word, n) == 0)
			return true;
	}
	return false;
}

enum { KIND_SIZE = 16 };

/* The kind of a criterion's goals, which is its name, but that of NCC2 is "ncc"; empty
 * where the name is too long for one. */
static void name_kind(const char *criterion, size_t length, char kind[KIND_SIZE])
{
	if (length > 3 && strncmp(criterion, "NCC", 3) == 0)
		length = 3;
	if (length >= KIND_SIZE)
		length = 0;
	for (size_t i = 0; i < length; i++)
		kind[i] = (char)tolower((unsigned char)criterion[i]);
	kind[length] = '\0';
}

/* Whether goals of the type are of the criterion. */
static bool criterion_has_type(const char *criterion, size_t length, const char *type)
{
	const struct joined *several = find_joined(criterion, length);
	char kind[KIND_SIZE];

	if (several)
		return is_in(several->kinds, type);
	name_kind(criterion, length, kind);
	return strcmp(kind, type) == 0;
}

/* How goals of the criterion come into a program. */
static const char *advice_for(const char *criterion, size_t length)
{
	const struct joined *several = find_joined(criterion, length);
	const char *advice;
	char kind[KIND_SIZE];

	if (several)
		return several->advice;
	name_kind(criterion, length, kind);
	advice = me_kind_advice(kind, strlen(kind));
	return advice ? advice : ME_KIND_UNKNOWN;
}

/* Marks the goals of one criterion, or kind. */
static int criterion_choose(struct command *command, const struct build_record *record,
			    const char *criterion, size_t length, bool *chosen)
{
	bool any = false;

	for (size_t i = 0; i < record->goal_count; i++)
		if (criterion_has_type(criterion, length, record->goals[i].type))
			any = chosen[i] = true;
	return any ? 0
		   : command_fail(command, record->target, "it has no goal of %.*s; %s",
				  (int)length, criterion,
				  advice_for(criterion, length));
}

static int list_choose(struct command *command, const struct build_record *record,
		       const char *list, bool *chosen)
{
	int err = 0;

	while (list && !err) {
		const size_t n = strcspn(list, ",");
		err = criterion_choose(command, record, list, n, chosen);
		list = list[n] ? list + n + 1 : NULL;
	}
	return err;
}

/* Takes the goals that were not asked for out of the scope. */
static int goals_choose(struct command *command, const struct score_options *options,
			struct build_record *record)
{
	bool *chosen = array_new(record->goal_count, sizeof *chosen);
	int err = list_choose(command, record, options->labels, chosen);

	if (!err)
		err = list_choose(command, record, options->kinds, chosen);
	for (size_t i = 0; i < record->goal_count && !err; i++)
		if (options->labels || options->kinds)
			record->goals[i].scope &= chosen[i];
	free(chosen);
	return err;
}

/* ---- runs */

bool score_counts(const struct build_goal *goal)
{
	return goal->scope && !goal->compiler;
}

static void score_note_run(void *context, const char *path, const struct trace_run *run)
{
	struct score *s = context;
	const size_t goals = s->record.goal_count;
	size_t input = s->next;

	while (input < s->inputs.count && strcmp(s->inputs.paths[input], path) != 0)
		input++;
	if (input == s->inputs.count)
		return;
	s->next = input + 1;
	s->told[input] = true;
	memcpy(s->met + input * goals, run->met, goals);
	for (size_t i = 0; i < goals; i++)
		if (run->met[i] && s->first[i] == SCORE_NONE)
			s->first[i] = input;
}

static int score_inputs_run(struct command *command, struct score *s, bool whole)
{
	const size_t goals = s->record.goal_count;

	s->first = array_new(goals, sizeof *s->first);
	s->met = array_new(s->inputs.count * goals, sizeof *s->met);
	s->told = array_new(s->inputs.count, sizeof *s->told);
	for (size_t i = 0; i < goals; i++)
		s->first[i] = SCORE_NONE;
	return whole ? trace_inputs(command, &s->record, &s->inputs, score_note_run, s)
		     : trace_new_goals(command, &s->record, &s->inputs, score_note_run,
				       s);
}

/* Proofs stand beside a corpus, and beside no single file. */
static bool is_corpus_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int score_make(struct command *command, const struct score_options *options,
	       const char *target, char **corpora, int corpus_count, struct score *s)
{
	const struct goal_choice choice = {.functions = options->functions};
	int err = corpora_read(command, &s->inputs, target, corpora, corpus_count);

	if (!err)
		err = build_record_read(command, target, choice, &s->record);
	if (!err)
		err = goals_choose(command, options, &s->record);
	if (!err)
		err = score_inputs_run(command, s, options->whole);
	if (!err)
		corpora_check_sizes(command, &s->inputs, target, s->record.entry.bytes);
	if (!err && is_corpus_directory(corpora[0]))
		err = verdicts_note(command, &s->record, corpora[0]);
	return err;
}

void score_done(struct score *s)
{
	free(s->first);
	free(s->met);
	free(s->told);
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

struct score_row *score_rows(const struct score *s, size_t *count)
{
	const struct build_record *record = &s->record;

	struct score_row *rows = array_new(record->goal_count, sizeof *rows);

	*count = 0;
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *goal = &record->goals[i];
		size_t row = 0;

		if (!score_counts(goal))
			continue;
		while (row < *count && !same_row(rows[row].goal, goal))
			row++;
		if (row == *count)
			rows[(*count)++].goal = goal;
		rows[row].all++;
		rows[row].covered += s->first[i] != SCORE_NONE;
	}
	return rows;
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

static bool pair_is_whole(int met[2][2])
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
			row->covered += pair_is_whole(met);
			row->all++;
			memset(met, 0, sizeof met);
			last = goal->id;
			last_prefix = prefix;
		}
		met[value][decision] |= s->first[number] != SCORE_NONE;
	}
	row->covered += pair_is_whole(met);
}

/* ---- few inputs that cover what all of them cover */

void selection_init(struct selection *c, const struct score *score)
{
	*c = (struct selection){score,
				array_new(score->record.goal_count, sizeof(size_t)),
				array_new(score->inputs.count, sizeof(bool))};
}

void selection_done(struct selection *c)
{
	free(c->times);
	free(c->chosen);
}

static bool selection_covers(const struct selection *c, size_t input, size_t goal)
{
	const struct score *s = c->score;

	return s->met[input * s->record.goal_count + goal] &&
	       score_counts(&s->record.goals[goal]);
}

/* How many goals it selection_covers that the chosen ones do not. */
static size_t selection_gain(const struct selection *c, size_t input)
{
	size_t gained = 0;

	for (size_t i = 0; i < c->score->record.goal_count; i++)
		gained += selection_covers(c, input, i) && !c->times[i];
	return gained;
}

void selection_set(struct selection *c, size_t input, bool chosen)
{
	c->chosen[input] = chosen;
	for (size_t i = 0; i < c->score->record.goal_count; i++)
		if (selection_covers(c, input, i))
			c->times[i] += chosen ? 1 : (size_t)-1;
}

static bool selection_extend(struct selection *c)
{
	size_t best = 0, most = 0;

	for (size_t i = 0; i < c->score->inputs.count; i++) {
		const size_t gained = c->chosen[i] ? 0 : selection_gain(c, i);
		if (gained > most) {
			most = gained;
			best = i;
		}
	}
	if (most)
		selection_set(c, best, true);
	return most != 0;
}

void selection_complete(struct selection *c)
{
	while (selection_extend(c))
		;
}

void selection_reduce(struct selection *c)
{
	for (size_t i = 0; i < c->score->inputs.count; i++) {
		if (!c->chosen[i])
			continue;
		selection_set(c, i, false);
		if (selection_gain(c, i))
			selection_set(c, i, true);
	}
}
