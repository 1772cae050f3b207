/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report.c - what `me test` says at the end, for people. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/test/testing.h"
#include "system/allocation.h"
#include "system/path.h"

struct test_numbers {
	size_t goals, covered, infeasible, open, faults;
};

static size_t number_of(const json_t *object, const char *member)
{
	return (size_t)json_integer_value(json_object_get(object, member));
}

static struct test_numbers count(const json_t *report)
{
	struct test_numbers n = {.faults = test_faults_count(report)};
	const json_t *goal;
	size_t index;

	/* Of one that was interrupted. */
	if (!json_object_get(report, "branches")) {
		n.goals = number_of(report, "goals");
		n.covered = number_of(report, "covered");
		n.infeasible = number_of(report, "infeasible");
	}
	json_array_foreach(json_object_get(report, "branches"), index, goal)
	{
		const char *verdict = json_member_text(goal, "verdict");
		n.goals++;
		n.covered += strcmp(verdict, "covered") == 0;
		n.infeasible += strcmp(verdict, "infeasible") == 0;
	}
	n.open = n.goals - n.covered - n.infeasible;
	return n;
}

static size_t line_of(const json_t *object)
{
	return number_of(object, "line");
}

/* Whether anything is known of its branches. */
static bool was_tested(const json_t *report)
{
	return json_object_get(report, "branches") || json_object_get(report, "goals");
}

/* ---- goals */

enum { TEXT_MOST = 72 }; /* of a line of the source */

static void goal_print(const json_t *goal)
{
	const char *text = json_member_text(goal, "text");
	const bool is_long = strlen(text) > TEXT_MOST;

	printf("   %s:%zu:%zu: `%.*s%s` %s", path_base(json_member_text(goal, "file")),
	       line_of(goal), number_of(goal, "column"),
	       is_long ? TEXT_MOST - 3 : TEXT_MOST, text, is_long ? "..." : "",
	       json_member_text(goal, "met"));
}

/* Of an open goal; null of others. The caller frees. */
static char *reason_text(const json_t *report, const json_t *goal)
{
	char *text = NULL;
	size_t size;

	if (strcmp(json_member_text(goal, "verdict"), "open") != 0)
		return NULL;
	FILE *out = text_open(&text, &size);
	test_reason_print(out, report, goal);
	fclose(out);
	return text;
}

/* Those open by one reason, at most so many. Their reasons are taken. */
static void open_print_alike(const json_t *goals, char **reasons, size_t first,
			     size_t most)
{
	char *reason = reasons[first];
	size_t told = 0;

	for (size_t i = first; i < json_array_size(goals); i++) {
		if (!reasons[i] || strcmp(reasons[i], reason) != 0)
			continue;
		if (told++ < most) {
			goal_print(json_array_get(goals, i));
			printf("\n");
		}
		if (i > first)
			free(reasons[i]);
		reasons[i] = NULL;
	}
	if (told > most)
		printf("   and %zu more\n", told - most);
	free(reason);
}

enum { OPEN_MOST = 5 }; /* in the report of several functions */

/* The open goals, by reason. */
static void open_print(const json_t *report, bool whole)
{
	const json_t *goals = json_object_get(report, "branches");
	const size_t n = json_array_size(goals);
	char **reasons = array_new(n, sizeof *reasons);

	for (size_t i = 0; i < n; i++)
		reasons[i] = reason_text(report, json_array_get(goals, i));
	for (size_t i = 0; i < n; i++) {
		if (!reasons[i])
			continue;
		printf("\nopen in %s, %s:\n", json_member_text(report, "function"),
		       reasons[i]);
		open_print_alike(goals, reasons, i, whole ? n : OPEN_MOST);
	}
	free(reasons);
}

/* What lets two of "if a, b and c do not overlap" overlap. */
static void overlap_print(const char *how)
{
	char x[100], y[100], z[100];
	const char *clause = strstr(how, "; if ");

	if (clause &&
	    sscanf(clause, "; if %99[^, ]%*[, ]%99[^, ] %99[^, ]", x, y, z) == 3)
		printf("   with the note %2$s:alias(%1$s) %2$s may lie in %1$s\n", x,
		       strcmp(y, "and") == 0 ? z : y);
}

static void proven_print(const json_t *report)
{
	const json_t *goal;
	size_t index;
	const char *overlaps = NULL;

	if (count(report).infeasible)
		printf("\nno input takes, in %s:\n",
		       json_member_text(report, "function"));
	json_array_foreach(json_object_get(report, "branches"), index, goal)
	{
		const char *how = json_member_text(goal, "how");
		if (strcmp(json_member_text(goal, "verdict"), "infeasible") != 0)
			continue;
		const char *pointer = json_member_text(goal, "never_null");
		goal_print(goal);
		printf(": proven%s%s%s", *how ? " (" : "", how, *how ? ")" : "");
		if (*pointer)
			printf(", since %s is never null; the note %s:? allows it",
			       pointer, pointer);
		putchar('\n');
		if (strstr(how, " do not overlap"))
			overlaps = how;
	}
	if (overlaps)
		overlap_print(overlaps);
}

/* Runs that accessed more, which are no faults. */
static void outside_print(const json_t *report)
{
	const json_t *list = json_object_get(report, "outside"), *one;
	size_t index;

	if (json_array_size(list))
		printf("runs left this, which is no fault:\n");
	json_array_foreach(list, index, one)
	{
		/* A write in front of elements is noticed behind the run. */
		if (line_of(one))
			printf("   %s:%zu: ", path_base(json_member_text(one, "file")),
			       line_of(one));
		printf("%s%s\n", line_of(one) ? "" : "   ",
		       json_member_text(one, "detail"));
		test_call_print(json_member_text(one, "call"), report,
			   json_member_text(one, "artifact"));
	}
}

/* `whole`: also where the result is all that says how a call went. */
static void not_finite_print(const json_t *report, bool whole)
{
	const json_t *one;
	size_t index;
	bool any = false;

	json_array_foreach(json_object_get(report, "not_finite"), index, one)
	{
		const char *message = json_member_text(one, "message");
		if (!whole && !strstr(message, ", and 0 is returned"))
			continue;
		if (!any)
			printf("\nnot finite in %s, which may be meant:\n",
			       json_member_text(report, "function"));
		any = true;
		printf("   %s:\n", message);
		test_call_print(json_member_text(one, "call"), report, NULL);
	}
}

/* "runs write to files ..." with the names of the functions. */
static void writes_print_all(const struct testing *t)
{
	const char *message = NULL;

	for (size_t i = 0; i < t->count; i++) {
		const json_t *report = t->functions[i].report;
		const json_t *list = json_object_get(report, "writes");
		if (!json_array_size(list))
			continue;
		printf("%s%s", message ? ", " : "\nruns of ",
		       json_member_text(report, "function"));
		message = json_member_text(json_array_get(list, 0), "message");
	}
	if (message)
		printf("%s\n", message + strlen("runs"));
}

/* `whole`: with the reasons. */
static void assumed_print(const json_t *report, bool whole)
{
	const json_t *notes = json_object_get(report, "assumed"), *note;
	const char *ranges = json_member_text(report, "ranges");
	size_t index;

	if (!*ranges) {
		if (whole)
			outside_print(report);
		return;
	}
	if (whole)
		printf("\nassumed of the parameters:\n");
	if (whole)
		json_array_foreach(notes, index, note)
		    printf("   %s\n", json_string_value(note));
	printf("   %s'%s,%s'\n", whole ? "as notes, which can be changed: " : "",
	       json_member_text(report, "function"), ranges);
	if (whole)
		outside_print(report);
}

/* ---- inputs */

static void input_print(const json_t *report, const json_t *input)
{
	const char *file = json_member_text(input, "file"),
		   *call = json_member_text(input, "call");
	const char *separator = "      ";
	const json_t *goal;
	size_t index;

	test_call_print(*call ? call : file, report, file);
	json_array_foreach(json_object_get(report, "branches"), index, goal)
	{
		if (strcmp(json_member_text(goal, "input"), file) != 0)
			continue;
		const bool special =
		    json_is_true(json_object_get(goal, "only_special"));
		printf("%s%zu:%zu %s%s", separator, line_of(goal),
		       number_of(goal, "column"), json_member_text(goal, "met"),
		       special ? " (only with NaN or infinity)" : "");
		separator = ", ";
	}
	printf("\n");
}

static void inputs_print(const struct testing *t, const json_t *report)
{
	const json_t *inputs = json_object_get(report, "inputs"), *input;
	const char *tests = json_member_text(report, "tests");
	size_t index;

	if (!json_array_size(inputs))
		return;
	printf("\ninputs, one for each branch (line:column):\n");
	json_array_foreach(inputs, index, input) input_print(report, input);
	if (*tests) {
		printf("\ntests: %s\n", tests);
		return;
	}
	printf("\nall inputs: %s", json_member_text(report, "corpus"));
	if (!t->is_fortran) { /* tests are programs of C and C++ */
		printf("; ");
		test_command_print(stdout, report, "--emit");
		printf(" writes them as tests");
	}
	printf("\n");
}

/* ---- all */

/* Why it is not tested, unless the time is up; or "". */
static const char *why_not(const struct test_function *f)
{
	const char *why = json_member_text(f->report, "why");

	return strcmp(why, TEST_TIME_IS_UP) == 0 ? "" : why;
}

/* Those that are not tested for the reason of number i, unless one before it has had it. */
static void not_tested_print(const struct testing *t, size_t i)
{
	const char *why = why_not(&t->functions[i]);
	size_t others = 0;

	for (size_t j = 0; j < i; j++)
		if (strcmp(why, why_not(&t->functions[j])) == 0)
			return;
	printf("\n%s", t->functions[i].shown);
	for (size_t j = i + 1; j < t->count; j++) {
		if (strcmp(why, why_not(&t->functions[j])) != 0)
			continue;
		printf(", %s", t->functions[j].shown);
		others++;
	}
	printf(" %s not tested: %s\n", others ? "are" : "is", why);
}

/* Those that only the class itself calls, where no function was named. */
static void private_print(const struct testing *t)
{
	size_t count = 0;

	for (size_t i = 0; i < t->count; i++)
		count += test_is_private(t, i);
	if (!count)
		return;
	printf("\n%zu private or protected function%s %s not tested; `me test %s "
	       "NAME` tests one: ",
	       count, text_plural(count), count == 1 ? "is" : "are", t->file);
	for (size_t i = 0, told = 0; i < t->count; i++)
		if (test_is_private(t, i))
			printf("%s%s", told++ ? ", " : "", t->functions[i].shown);
	printf("\n");
}

/* Those that had no time, in one line. */
static void late_print(const struct testing *t)
{
	size_t late = 0;

	for (size_t i = 0; i < t->count; i++) {
		const char *why = json_member_text(t->functions[i].report, "why");
		late += strcmp(why, TEST_TIME_IS_UP) == 0;
	}
	if (late)
		printf(
		    "\n%zu function%s %s not tested: the time is up; a longer --time= "
		    "goes on there\n",
		    late, text_plural(late), late == 1 ? "is" : "are");
}

static void numbers_print(const char *name, int width, const json_t *report)
{
	const struct test_numbers n = count(report);

	if (!was_tested(report))
		printf("%-*s  not tested\n", width, name);
	else
		printf("%-*s %9zu %9zu %9zu %9zu %9zu\n", width, name, n.goals,
		       n.covered, n.infeasible, n.open, n.faults);
}

static void table_print(const struct testing *t)
{
	struct test_numbers all = {0};
	int width = 8;

	for (size_t i = 0; i < t->count; i++) {
		const struct test_function *f = &t->functions[i];
		const int length = f->is_chosen ? (int)strlen(f->shown) : 0;
		width = length > width ? length : width;
	}
	printf("%-*s %9s %9s %9s %9s %9s\n", width, "function", "branches", "covered",
	       "proven", "open", "faults");
	for (size_t i = 0; i < t->count; i++) {
		const struct test_function *f = &t->functions[i];
		if (!f->report)
			continue;
		const struct test_numbers n = count(f->report);
		all.goals += n.goals;
		all.covered += n.covered;
		all.infeasible += n.infeasible;
		all.open += n.open;
		numbers_print(f->shown, width, f->report);
	}
	printf("%-*s %9zu %9zu %9zu %9zu %9zu\n", width, "all", all.goals, all.covered,
	       all.infeasible, all.open, test_faults_visit(t, false));
}

static void one_print(const struct test_function *f, size_t faults)
{
	const struct test_numbers n = count(f->report);

	if (!was_tested(f->report))
		return;
	printf("%s: %zu branch%s: %zu covered, %zu proven infeasible, %zu open; %zu "
	       "fault%s\n",
	       f->shown, n.goals, n.goals == 1 ? "" : "es", n.covered, n.infeasible,
	       n.open, faults, text_plural(faults));
}

/* Which file makes the arguments. */
static void driver_print(const json_t *report)
{
	const char *driver = json_member_text(report, "driver"),
		   *note = json_member_text(report, "driver_note");

	if (*driver)
		printf("\n%s is called by %s, which makes its arguments%s%s\n",
		       json_member_text(report, "function"), driver, *note ? "; " : "",
		       note);
}

/* One line for each, behind all that is told of the functions. */
static void drivers_print_all(const struct testing *t)
{
	bool any = false;

	for (size_t i = 0; i < t->count; i++) {
		const json_t *report = t->functions[i].report;
		const char *driver = json_member_text(report, "driver"),
			   *note = json_member_text(report, "driver_note");
		if (!*driver)
			continue;
		if (!any)
			printf("\ndrivers, which make arguments and can be changed:\n");
		any = true;
		printf("   %s%s%s\n", driver, *note ? "; " : "", note);
	}
}

static void assumed_print_all(const struct testing *t)
{
	bool any = false;

	for (size_t i = 0; i < t->count; i++) {
		const json_t *report = t->functions[i].report;
		if (!any && *json_member_text(report, "ranges"))
			printf("\nassumed (`me test %s FUNCTION` says why, and shows "
			       "the inputs):\n",
			       t->file);
		any |= *json_member_text(report, "ranges") != 0;
		assumed_print(report, false);
	}
}

void test_report(const struct testing *t)
{
	const size_t faults = test_faults_visit(t, true);
	size_t tested = 0;

	if (faults)
		printf("\n");
	for (size_t i = 0; i < t->count; i++)
		tested += t->functions[i].report != NULL;
	if (tested > 1)
		table_print(t);
	for (size_t i = 0; i < t->count; i++) {
		const struct test_function *f = &t->functions[i];
		if (!f->report)
			continue;
		if (tested == 1)
			one_print(f, faults);
		if (*why_not(f))
			not_tested_print(t, i);
		open_print(f->report, tested == 1);
		proven_print(f->report);
		not_finite_print(f->report, tested == 1);
		if (tested > 1)
			continue;
		driver_print(f->report);
		assumed_print(f->report, true);
		inputs_print(t, f->report);
	}
	writes_print_all(t);
	private_print(t);
	late_print(t);
	if (tested < 2)
		return;
	drivers_print_all(t);
	assumed_print_all(t);
}

int test_code(const struct testing *t)
{
	size_t faults = 0, open = 0;

	for (size_t i = 0; i < t->count; i++) {
		const struct test_function *f = &t->functions[i];
		const struct test_numbers n = count(f->report);
		faults += n.faults;
		open += n.open;
		open += f->is_chosen && !json_object_get(f->report, "branches");
	}
	return faults ? COMMAND_FAULTS : open ? COMMAND_BELOW : COMMAND_DONE;
}
