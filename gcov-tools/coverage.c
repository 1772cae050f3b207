/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * coverage.c - from .gcno and .gcda to numbers.
 *
 * gcov's summary is correct only for a whole file: before gcc 13 it has no branches and
 * calls of a function, and the lines that gcc 9 to 15 print for a function are wrong if
 * functions share a line or if lines of another file were inlined. So everything is
 * counted here, branches and calls by gcov's rules, and the sums must equal gcov's.
 */
#include "gcov-tools/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/driver/gcc_options.h"
#include "gcov-tools/gcno.h"
#include "system/allocation.h"
#include "system/demangled.h"
#include "system/fortran_name.h"
#include "system/path.h"

/* ---- names of functions */

/* The name of an assembler name, of a function of that file; the caller frees. */
static char *function_name(const char *symbol, const char *file)
{
	char room[FORTRAN_NAME_MOST], *name = demangled(symbol);

	return name ? name : string_copy(fortran_name(symbol, file, room));
}

/*
 * The summary that `gcov -b` prints. An empty line ends a file's section.
 *
 *	File 'acos.c'
 *	Lines executed:73.53% of 34
 *	Branches executed:83.33% of 12
 *	Taken at least once:58.33% of 12
 *	Calls executed:50.00% of 2
 */

/* Adds "Label:73.53% of 34". With two decimals the count is exact up to 10000. */
static void summary_ratio_read(struct gcov_ratio *sum, const char *line,
			       const char *label)
{
	const size_t n = strlen(label);
	double percent;
	unsigned total;

	if (strncmp(line, label, n) != 0 ||
	    sscanf(line + n, ":%lf%% of %u", &percent, &total) != 2)
		return;
	sum->total += total;
	sum->covered += (unsigned)(percent * total / 100 + 0.5);
}

static void summary_line_read(struct gcov_summary *summary, const char *line)
{
	summary_ratio_read(&summary->conditions, line, "Branches executed");
	summary_ratio_read(&summary->branches, line, "Taken at least once");
	summary_ratio_read(&summary->calls, line, "Calls executed");
}

bool gcov_summary_parse(struct gcov_summary *summary, const char *text)
{
	bool file = false, any = false;

	memset(summary, 0, sizeof(*summary));
	for (const char *line = text; *line;) {
		const size_t n = strcspn(line, "\n");

		if (n == 0)
			file = false; /* the text after the last section has no name */
		else if (strncmp(line, "File '", 6) == 0)
			any = file = true;
		else if (file)
			summary_line_read(summary, line);
		line += n + (line[n] == '\n');
	}
	return any;
}

/* ---- counting */

/* ---- gcov */

/* The first line of what `compiler -dumpversion` prints, up to a dot: "12". */
static int compiler_major(struct command *command, const char *compiler, char major[16])
{
	struct process run = {0};

	words_add_each(&run.words, compiler, "-dumpversion");
	const int err = process_check(command, &run);
	if (!err)
		snprintf(major, 16, "%.*s",
			 (int)strcspn(text_string(&run.output), ".\n"),
			 text_string(&run.output));
	process_done(&run);
	return err;
}

/* The gcov of the compiler's version: gcov-12, beside the compiler or in PATH, or gcov.
 */
static int gcov_find(struct command *command, const char *compiler, char **gcov)
{
	const char *slash = strrchr(compiler, '/');
	const int n = slash ? (int)(slash + 1 - compiler) : 0;
	char major[16];

	*gcov = NULL;
	if (compiler_major(command, compiler, major) != 0)
		return -1;
	for (int i = 0; i < 4; i++) {
		const char *version = i % 2 ? "" : major;

		free(*gcov);
		*gcov = string_format("%.*sgcov%s%s", i < 2 ? n : 0, compiler,
				      *version ? "-" : "", version);
		if (path_has(*gcov))
			return 0;
	}
	return command_fail(command, compiler, "no gcov-%s and no gcov in PATH", major);
}

/* gcov runs in the compiler's directory, so that it finds the sources. */
static int gcov_run(struct command *command, const struct build_unit *unit,
		    const char *stem, struct gcov_summary *summary)
{
	struct process run = {.directory = unit->directory};
	char *gcov = NULL;
	int err = gcov_find(command, unit->compiler, &gcov);

	memset(summary, 0, sizeof(*summary));
	if (err)
		goto out;
	words_add_each(&run.words, "env", "LC_ALL=C", gcov, "-n", "-b");
	words_add_format(&run.words, "%s.gcda", stem);
	err = process_check(command, &run);
	if (err)
		goto out;
	if (!gcov_summary_parse(summary, text_string(&run.output)))
		err = command_fail(command, gcov, "prints no numbers of %s",
				   unit->source);
out:
	process_done(&run);
	free(gcov);
	return err;
}

/* ---- one unit */

/* gcov prints nothing for a unit without functions. */
static bool has_functions(const struct gcno *gcno)
{
	for (size_t i = 0; i < gcno->function_count; i++)
		if (!gcno->functions[i].artificial)
			return true;
	return false;
}

/* Before gcc 13 gcov leaves functions that share their first line out of a file's
 * branches. */
static bool left_out(const struct gcno *gcno, const struct gcno_function *function)
{
	if (gcno->gcc >= 13)
		return false;
	for (size_t i = 0; i < gcno->function_count; i++) {
		const struct gcno_function *other = gcno->functions + i;

		if (other != function && !other->artificial &&
		    other->line == function->line &&
		    strcmp(other->source, function->source) == 0)
			return true;
	}
	return false;
}

/* Whether runs in the target say which branches are taken. */
static bool is_told(const struct build_record *record)
{
	for (size_t i = 0; i < record->goal_count; i++)
		if (record->goals[i].told)
			return true;
	return false;
}

/* Compares the sum of our numbers with gcov's. */
static void unit_compare(const struct command *command, const struct build_unit *unit,
			 const struct gcno *gcno, const struct gcov_summary *gcov)
{
	struct gcno_totals totals, sum = {0};

	for (size_t i = 0; i < gcno->function_count; i++) {
		if (gcno->functions[i].artificial ||
		    left_out(gcno, gcno->functions + i))
			continue;
		gcno_count(gcno->functions + i, &totals);
		sum.branches += totals.branches;
		sum.executed += totals.executed;
		sum.taken += totals.taken;
		sum.calls += totals.calls;
		sum.calls_executed += totals.calls_executed;
	}
	if (sum.branches != gcov->branches.total ||
	    sum.taken != gcov->branches.covered ||
	    sum.executed != gcov->conditions.covered ||
	    sum.calls != gcov->calls.total || sum.calls_executed != gcov->calls.covered)
		command_note(command,
			     "%s: gcov counts %u of %u branches and %u of %u calls, "
			     "the functions below add up to %u of %u and %u of %u",
			     unit->source, gcov->branches.covered, gcov->branches.total,
			     gcov->calls.covered, gcov->calls.total, sum.taken,
			     sum.branches, sum.calls_executed, sum.calls);
}

/* Only files of units and of goals are reported, not headers of libraries. */
static bool file_is_ours(const struct build_record *record, const char *file)
{
	for (size_t i = 0; i < record->unit_count; i++)
		if (strcmp(record->units[i].source, file) == 0)
			return true;
	for (size_t i = 0; i < record->goal_count; i++)
		if (strcmp(record->goals[i].file, file) == 0)
			return true;
	return false;
}

static void coverage_function_add(const struct build_record *record,
				  const struct gcno_function *function, bool differs,
				  struct coverage *coverage)
{
	const struct build_entry *entry = &record->entry;
	struct gcno_totals totals;

	coverage->functions = array_grow(coverage->functions, coverage->count,
					 &coverage->room, sizeof *coverage->functions);
	struct coverage_function *added = &coverage->functions[coverage->count++];
	memset(added, 0, sizeof(*added));
	added->name = string_copy(function->name);
	added->file = string_copy(function->source);
	added->source_name = function_name(function->name, function->source);
	added->line = function->line;
	added->differs = differs;
	added->entry = entry->name && strcmp(entry->name, function->name) == 0 &&
		       (!*entry->file || strcmp(entry->file, function->source) == 0);
	gcno_count(function, &totals);
	added->metrics.lines = (struct gcov_ratio){totals.lines_executed, totals.lines};
	added->metrics.conditions =
	    (struct gcov_ratio){totals.executed, totals.branches};
	added->metrics.branches = (struct gcov_ratio){totals.taken, totals.branches};
	added->metrics.calls = (struct gcov_ratio){totals.calls_executed, totals.calls};
}

static void goal_mark(struct build_goal *goal, struct gcno_function *function)
{
	const struct gcno_block *block = gcno_branching(function, goal->ordinal);

	if (!block || goal->rank >= block->arc_count)
		return;
	struct gcno_arc *arc = &function->arcs[block->first_arc + goal->rank];
	goal->counted = true;
	if (!goal->told)
		goal->taken |= arc->count > 0;
	else if (!goal->taken)
		arc->count = 0;
	else if (!arc->count && function->blocks->count)
		arc->count = 1;
}

/* Marks the goals of a unit's function, and compares how many conditions the plugin and
 * gcov have: whether these differ. A function that is not static is the same one in all its units. */
static bool goals_mark(const struct command *command, struct build_record *record,
		       size_t unit, struct gcno_function *function)
{
	const size_t count = gcno_branching_count(function);
	size_t conditions = 0;

	for (size_t i = 0; i < record->goal_count; i++) {
		struct build_goal *goal = record->goals + i;

		if (!goal->is_branch || strcmp(goal->function, function->name) != 0 ||
		    (goal->local && goal->unit != unit))
			continue;
		goal_mark(goal, function);
		conditions = goal->ordinals;
	}
	if (!conditions || conditions == count)
		return false;
	command_note(command,
		     "%s: %zu conditions in the target, %zu for gcov; its "
		     "branches below may be named wrongly",
		     function->name, conditions, count);
	return true;
}

static void unit_measure(struct command *command, struct build_record *record,
			 const struct build_unit *unit, const struct gcno *gcno,
			 const struct gcov_summary *summary, struct coverage *coverage)
{
	if (!is_told(record))
		unit_compare(command, unit, gcno, summary);
	for (size_t i = 0; i < gcno->function_count; i++) {
		struct gcno_function *function = gcno->functions + i;

		const bool differs = goals_mark(
		    command, record, (size_t)(unit - record->units), function);
		if (!function->artificial && file_is_ours(record, function->source))
			coverage_function_add(record, function, differs, coverage);
	}
}

/* Reads NAME.gcno and NAME.gcda. */
static int coverage_unit_read(struct command *command, const char *stem,
			      struct gcno *gcno)
{
	char *path = NULL;
	int err = 0;

	memset(gcno, 0, sizeof(*gcno));
	for (int i = 0; i < 2 && !err; i++) {
		free(path);
		path = string_format("%s%s", stem, i ? ".gcda" : ".gcno");
		err = i ? gcno_read_counts(gcno, path) : gcno_read(gcno, path);
	}
	if (err)
		err = command_fail(command, path, "%s", gcno_strerror(err));
	free(path);
	return err;
}

/* ---- all units */

static int function_compare(const void *a, const void *b)
{
	const struct coverage_function *x = a, *y = b;
	const int files = strcmp(x->file, y->file);

	if (x->entry != y->entry)
		return x->entry ? -1 : 1;
	if (files)
		return files;
	return (x->line > y->line) - (x->line < y->line);
}

static void ratio_add(struct gcov_ratio *sum, const struct gcov_ratio *more)
{
	sum->covered += more->covered;
	sum->total += more->total;
}

static int coverage_finish(struct command *command, const struct build_record *record,
			   struct coverage *coverage)
{
	if (coverage->count == 0)
		return command_fail(command, record->target, "gcov sees no function");
	qsort(coverage->functions, coverage->count, sizeof(*coverage->functions),
	      function_compare);
	if (coverage->functions[0].entry)
		coverage->entry = coverage->functions;
	else if (record->entry.name)
		return command_fail(command, record->entry.name,
				    "the entry is not among the functions of gcov");
	for (size_t i = coverage->entry != NULL; i < coverage->count; i++) {
		const struct coverage_metrics *metrics =
		    &coverage->functions[i].metrics;

		ratio_add(&coverage->rest.lines, &metrics->lines);
		ratio_add(&coverage->rest.conditions, &metrics->conditions);
		ratio_add(&coverage->rest.branches, &metrics->branches);
		ratio_add(&coverage->rest.calls, &metrics->calls);
	}
	return 0;
}

/* Notes how many goals were not found among gcov's branches. */
static void goals_note(const struct command *command, const struct build_record *record)
{
	size_t lost = 0;

	for (size_t i = 0; i < record->goal_count; i++)
		lost += record->goals[i].is_branch && record->goals[i].scope &&
			!record->goals[i].counted;
	if (lost)
		command_note(command,
			     "%zu branches of the target are not found in the twin "
			     "and not listed below",
			     lost);
	for (size_t i = 0; i < record->unit_count; i++)
		if (options_optimise(&record->units[i].options)) {
			command_note(command,
				     "%s was built above -O0: its goals may differ "
				     "from the branches that gcov counts",
				     record->units[i].source);
			return;
		}
}

int coverage_measure(struct command *command, struct build_record *record,
		     const struct twin *twin, struct coverage *coverage)
{
	int err = 0;

	memset(coverage, 0, sizeof(*coverage));
	for (size_t i = 0; i < record->unit_count && !err; i++) {
		const struct build_unit *unit = record->units + i;
		struct gcov_summary summary = {0};
		struct gcno gcno;

		err = coverage_unit_read(command, twin->stems[i], &gcno);
		if (!err && has_functions(&gcno))
			err = gcov_run(command, unit, twin->stems[i], &summary);
		if (!err)
			unit_measure(command, record, unit, &gcno, &summary, coverage);
		gcno_done(&gcno);
	}
	if (!err)
		goals_note(command, record);
	return err ? err : coverage_finish(command, record, coverage);
}

void coverage_done(struct coverage *coverage)
{
	for (size_t i = 0; i < coverage->count; i++) {
		free(coverage->functions[i].name);
		free(coverage->functions[i].source_name);
		free(coverage->functions[i].file);
	}
	free(coverage->functions);
	memset(coverage, 0, sizeof(*coverage));
}
