/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c - coverage for people, and goals in their source, as other reports show them too. */
#include "gcov-tools/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/text.h"
#include "command/target/build_record.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"

/* ---- lines of source files */

static void source_open(struct source_text *source, const char *path)
{
	unsigned char *bytes;
	size_t n;

	if (source->path && strcmp(source->path, path) == 0)
		return;
	source_text_done(source);
	source->path = string_copy(path);
	if (corpus_read(path, &bytes, &n) != CORPUS_OK)
		return;
	source->bytes = string_copy_part((const char *)bytes, n);
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

/* Line `line` (from 1) of the file, without blanks at its ends; "" if there is none. The
 * caller frees; NULL when memory runs out. */
static char *source_text_line(struct source_text *source, const char *path,
			      unsigned line)
{
	const char *p, *end;

	source_open(source, path);
	p = source_find_line(source, line);
	end = p + strcspn(p, "\n");
	while (p < end && isspace((unsigned char)*p))
		p++;
	while (p < end && isspace((unsigned char)end[-1]))
		end--;
	return string_copy_part(p, (size_t)(end - p));
}

void source_text_done(struct source_text *source)
{
	free(source->path);
	free(source->bytes);
	memset(source, 0, sizeof(*source));
}

#define LINE_SHOWN 72 /* bytes of a source line in the text */

/* ---- what is not covered */

/* The unit directory from which the goal's file is found. */
static const char *goal_directory(const struct build_record *record,
				  const struct build_goal *goal)
{
	for (size_t i = 0; i < record->unit_count; i++)
		if (strcmp(record->units[i].source, goal->file) == 0)
			return record->units[i].directory;
	return record->units[0].directory;
}

static bool is_at_place(const struct build_goal *a, const struct build_goal *b)
{
	return b->is_branch && a->line == b->line && a->column == b->column &&
	       strcmp(a->function, b->function) == 0 && strcmp(a->file, b->file) == 0;
}

/* gfortran makes several tests of MAXVAL(e) < x, all at one place: the number of this one; 0: it
 * is the last, of the whole condition. */
static unsigned test_before(const struct build_record *record,
			    const struct build_goal *goal)
{
	const char *compiler = record->units[goal->unit].compiler;
	unsigned before = 1;
	bool is_last = true;

	if (!goal->is_branch || !goal->column || !strstr(compiler, "gfortran"))
		return 0;
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *other = &record->goals[i];
		if (!is_at_place(goal, other) || other->side != 0)
			continue;
		before += other->ordinal < goal->ordinal;
		is_last &= other->ordinal <= goal->ordinal;
	}
	return is_last ? 0 : before;
}

/* Takes the line. */
static char *line_numbered(char *line, unsigned test)
{
	if (!test)
		return line;
	char *whole = string_format("test %u in: %s", test, line);
	free(line);
	return whole;
}

char *report_goal_text(const struct build_record *record, const struct build_goal *goal,
		       struct source_text *source)
{
	struct text_buffer path = {0};

	if (*goal->file != '/')
		text_add(&path, "%s/", goal_directory(record, goal));
	text_add(&path, "%s", goal->file);
	char *line = source_text_line(source, text_string(&path), goal->line);
	text_done(&path);
	return line_numbered(line, test_before(record, goal));
}

/*
 * What the compiler made in a function that is searched is shown too: gcov counts it.
 */
static bool goal_is_of_interest(const struct build_goal *goal)
{
	return goal->scope || (goal->compiler && goal->searched);
}

static bool goal_is_missing(const struct build_goal *goal)
{
	return goal->counted && !goal->taken && goal_is_of_interest(goal);
}

/* Taken, but not by an input as one has it. */
static bool goal_is_marked(const struct build_goal *goal)
{
	return (goal->only_failing || (goal->only_special && goal->taken)) &&
	       goal_is_of_interest(goal);
}

/* ---- text */

static void ratio_print(FILE *out, const struct gcov_ratio *ratio)
{
	char counts[32];

	snprintf(counts, sizeof(counts), "%u/%u", ratio->covered, ratio->total);
	if (ratio->total)
		fprintf(out, "  %9s %5.1f%%", counts,
			100.0 * ratio->covered / ratio->total);
	else
		fprintf(out, "  %9s %6s", counts, "-");
}

static void metrics_print(FILE *out, int width, const char *name,
			  const struct coverage_metrics *metrics)
{
	fprintf(out, "%-*s", width, name);
	ratio_print(out, &metrics->lines);
	ratio_print(out, &metrics->conditions);
	ratio_print(out, &metrics->branches);
	ratio_print(out, &metrics->calls);
	fputc('\n', out);
}

static bool is_searched(const struct report *report,
			const struct coverage_function *function)
{
	for (size_t i = 0; i < report->record->goal_count; i++) {
		const struct build_goal *goal = report->record->goals + i;
		if (goal->scope && strcmp(goal->function, function->name) == 0)
			return true;
	}
	return false;
}

/* Functions of headers are many and somebody else's: they are summed up only, except those that are
 * searched, as what a driver includes. */
static bool function_is_shown(const struct command *command,
			      const struct report *report,
			      const struct coverage_function *function)
{
	if (function->entry || command->verbose)
		return true;
	for (size_t i = 0; i < report->record->unit_count; i++)
		if (strcmp(report->record->units[i].source, function->file) == 0)
			return true;
	return is_searched(report, function);
}

static void table_print(const struct command *command, const struct report *report,
			FILE *out)
{
	const struct coverage *coverage = report->coverage;
	const char *sum = coverage->entry ? "the rest" : "all functions";
	int width = (int)strlen(sum);
	size_t hidden = 0;

	for (size_t i = 0; i < coverage->count; i++) {
		const int n = (int)strlen(coverage->functions[i].source_name);

		if (!function_is_shown(command, report, coverage->functions + i))
			hidden++;
		else if (n > width)
			width = n;
	}
	fprintf(out, "%-*s  %16s  %16s  %16s  %16s\n", width, "function", "lines",
		"conditions", "branches", "calls");
	for (size_t i = 0; i < coverage->count; i++)
		if (function_is_shown(command, report, coverage->functions + i))
			metrics_print(out, width, coverage->functions[i].source_name,
				      &coverage->functions[i].metrics);
	if (coverage->count > 1)
		metrics_print(out, width, sum, &coverage->rest);
	if (hidden)
		fprintf(out, "(with %zu function%s of other files; -v shows %s)\n",
			hidden, text_plural(hidden), hidden == 1 ? "it" : "them");
}

static const struct coverage_function *function_find(const struct coverage *coverage,
						     const struct build_goal *goal)
{
	for (size_t i = 0; i < coverage->count; i++)
		if (strcmp(coverage->functions[i].name, goal->function) == 0)
			return coverage->functions + i;
	return NULL;
}

static void part_print(FILE *out, const char **between, size_t count, const char *text)
{
	if (count)
		fprintf(out, "%s%zu %s", *between, count, text);
	if (count)
		*between = ", ";
}

/* Where gcov counts other branches than the search has goals: which, and why. */
static void sums_print(const struct report *report, FILE *out)
{
	const struct coverage *coverage = report->coverage;
	size_t branches = 0, goals = 0, compiler = 0, outside = 0, unlisted = 0,
	       rest = 0, differing = 0;
	const char *between = "; ";

	for (size_t i = 0; i < report->record->goal_count; i++) {
		const struct build_goal *goal = report->record->goals + i;
		const bool listed =
		    goal->is_branch && goal->counted && function_find(coverage, goal);

		goals += goal->is_branch && goal->scope;
		unlisted += goal->is_branch && goal->scope && !listed;
		compiler += listed && !goal->scope && goal->compiler;
		outside += listed && !goal->scope && !goal->compiler;
	}
	for (size_t i = 0; i < coverage->count; i++) {
		branches += coverage->functions[i].metrics.branches.total;
		differing += coverage->functions[i].differs;
	}
	if (branches == goals + outside)
		return;
	if (branches + unlisted > goals + compiler + outside)
		rest = branches + unlisted - goals - compiler - outside;
	fprintf(out, "gcov counts %zu branches, the search has %zu goals", branches,
		goals);
	part_print(out, &between, compiler, "of gcov's are made by the compiler");
	part_print(out, &between, outside, "are of functions that are not searched");
	part_print(out, &between, rest,
		   differing ? "are of conditions that the target's build has not"
			     : "are ways to handlers of exceptions");
	part_print(out, &between, unlisted,
		   "of the goals are in what the compiler made, which gcov leaves out");
	fputc('\n', out);
}

/* Goals that gcov does not count: of each type how many were met. */
static void types_print(const struct build_record *record, FILE *out)
{
	const char *last = "";

	for (size_t i = 0; i < record->goal_count; i++) {
		const char *type = record->goals[i].type;
		size_t all = 0, met = 0, first = 0;

		if (record->goals[i].is_branch || !record->goals[i].scope ||
		    strcmp(type, last) == 0)
			continue;
		while (strcmp(record->goals[first].type, type) != 0 ||
		       !record->goals[first].scope)
			first++;
		if (first != i)
			continue; /* printed before */
		for (size_t k = i; k < record->goal_count; k++) {
			const struct build_goal *g = &record->goals[k];
			const bool same = g->scope && strcmp(g->type, type) == 0;
			all += same;
			met += same && g->taken;
		}
		fprintf(out, "%s%s: %zu of %zu met\n", *last ? "" : "\n", type, met,
			all);
		last = type;
	}
}

/* How many bytes of the line are shown; a character is not cut in two. */
static int line_shown(const char *line)
{
	size_t n = strlen(line);

	if (n <= LINE_SHOWN)
		return (int)n;
	n = LINE_SHOWN;
	while (n > 0 && ((unsigned char)line[n] & 0xc0) == 0x80)
		n--;
	return (int)n;
}

/* The way that a comparison points: '<', '>', '=' for ==, '!' for !=; 0: it is none. *end:
 * what follows the operator, or other characters that begin like one. */
static char way_of(const char *text, const char **end)
{
	static const struct {
		const char *text;
		char way;
	} tokens[] = {{"->", 0},   {"<<", 0},	{">>", 0},  {"<=", '<'}, {">=", '>'},
		      {"==", '='}, {"!=", '!'}, {"<", '<'}, {">", '>'}};

	for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
		if (strncmp(text, tokens[i].text, strlen(tokens[i].text)) == 0) {
			*end = text + strlen(tokens[i].text);
			return tokens[i].way;
		}
	*end = text + 1;
	return 0;
}

/* Whether the branch may be of a condition the other way around: of `c ? 0 : x` the
 * compiler makes `!c ? x : 0`. */
static bool may_be_turned(const struct build_goal *goal, const char *line)
{
	static const char ways[] = "<>=!", opposite[] = "><!=";
	const char *end, *at = goal->op ? goal->op : "";
	const char way = way_of(at, &end);

	if (!goal->is_branch || !way || !strchr(line, '?'))
		return false;
	const char other = opposite[strchr(ways, way) - ways];
	for (at = line; *at; at = end)
		if (way_of(at, &end) == other)
			return true;
	return false;
}

void report_goal_place(const struct build_record *record, const struct build_goal *goal,
		       struct source_text *source, FILE *out)
{
	char *line = report_goal_text(record, goal, source);

	const int shown = line_shown(line);
	fprintf(out, "%s:%u:", goal->file, goal->line);
	if (goal->column)
		fprintf(out, "%u:", goal->column);
	fprintf(out, " %s: `%.*s%s` ",
		*goal->source_name ? goal->source_name : goal->function, shown, line,
		line[shown] ? "..." : "");
	if (may_be_turned(goal, line))
		fprintf(out, "(compiled as %s) ", goal->op);
	free(line);
}

void report_goal_never(const struct build_goal *goal, FILE *out)
{
	fprintf(out, "%s%s", goal->never,
		goal->compiler ? " (made by the compiler)" : "");
}

/* Where a pointer is never null, what follows a colon in the goal's own text says so.
 */
static const char *null_reason(const struct build_goal *goal)
{
	return *goal->never_null ? strchr(goal->never, ':') : NULL;
}

void report_goal_met(const struct build_goal *goal, FILE *out)
{
	const char *text = goal->never, *word = strstr(text, "never ");
	const char *reason = null_reason(goal);
	const int shown = (int)(reason ? reason - text : (long)strlen(text));

	if (word)
		fprintf(out, "%.*s%.*s", (int)(word - text), text,
			shown - (int)(word + 6 - text), word + 6);
	else
		fprintf(out, "%.*s", shown, text);
}

/* What no input met and no proof closes: "is true: not taken" where the
 * goal's own text is "is never true". */
static void open_print(const struct build_goal *goal, FILE *out)
{
	const char *reason = null_reason(goal);

	report_goal_met(goal, out);
	fprintf(out, "%s: not %s%s%s", goal->compiler ? " (made by the compiler)" : "",
		goal->is_branch ? "taken" : "met", reason ? ";" : "",
		reason ? reason + 1 : "");
}

/* A goal that no input meets. */
static void missing_print(const struct build_record *record,
			  const struct build_goal *goal, struct source_text *source,
			  FILE *out)
{
	report_goal_place(record, goal, source, out);
	if (goal->proof) {
		report_goal_never(goal, out);
		fprintf(out, ": %s", goal->proof);
		if (goal->assumes)
			fprintf(out, " (%s)", goal->assumes);
	} else {
		open_print(goal, out);
	}
	fputc('\n', out);
}

static void marked_print(const struct build_record *record,
			 const struct build_goal *goal, struct source_text *source,
			 FILE *out)
{
	report_goal_place(record, goal, source, out);
	report_goal_met(goal, out);
	fputs(goal->only_failing ? ": only by inputs that fail\n"
				 : ": only with NaN or infinity\n",
	      out);
}

/* Covered and proven infeasible together; nothing while there are no proofs. */
static void resolved_print(const struct build_record *record, FILE *out)
{
	size_t goals = 0, open = 0, proofs = 0;

	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *goal = record->goals + i;

		if (!goal->counted || !goal_is_of_interest(goal))
			continue;
		goals++;
		open += !goal->taken && !goal->proof;
		proofs += !goal->taken && goal->proof;
	}
	if (proofs)
		fprintf(out,
			"\n%zu of %zu goals resolved: %zu covered, %zu infeasible\n",
			goals - open, goals, goals - open - proofs, proofs);
}

static void beyond_print(const struct build_record *record, FILE *out)
{
	char text[512];

	beyond_text(record, text, sizeof text);
	if (*text)
		fprintf(out, "\n%s\n", text);
}

/*
 * A table of functions, then one line for each branch in scope that no input takes:
 * `acos.c:61:5: acos: `if(ix>=0x3ff00000)' is never true`.
 */
static int text_print(struct command *command, const struct report *report, FILE *out)
{
	const struct build_record *record = report->record;
	struct source_text source = {0};
	bool any = false;

	fprintf(out, "%zu input%s of %s\n", report->input_count,
		text_plural(report->input_count), report->corpus);
	if (record->entry.name && *record->entry.ranges)
		fprintf(out, "only inputs of %s are run\n", record->entry.ranges);
	fputc('\n', out);
	table_print(command, report, out);
	sums_print(report, out);
	types_print(record, out);
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *goal = record->goals + i;
		const bool missing = goal_is_missing(goal);

		if (!missing && !goal_is_marked(goal))
			continue;
		if (!any)
			fputc('\n', out);
		any = true;
		(missing ? missing_print : marked_print)(record, goal, &source, out);
	}
	resolved_print(record, out);
	beyond_print(record, out);
	source_text_done(&source);
	return 0;
}

const struct report_format report_text = {text_print};
