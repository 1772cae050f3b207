/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_faults.c - the table of the distinct faults of all functions. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/test/testing.h"
#include "system/path.h"

static size_t fault_line(const json_t *fault)
{
	return (size_t)json_integer_value(json_object_get(fault, "line"));
}

/* ---- calls */

enum { CALL_MOST = 400, CALL_BEGIN = 250, CALL_END = 100 };

void test_call_print(const char *call, const json_t *report, const char *file)
{
	const size_t n = strlen(call);

	if (n <= CALL_MOST)
		printf("   %s\n", call);
	else
		printf("   %.*s ... %s\n", CALL_BEGIN, call, call + n - CALL_END);
	if (n > CALL_MOST && file)
		printf("      whole: me show %s %s\n",
		       json_member_text(report, "target"), file);
}

/* ---- faults */

static void fault_print(size_t number, const json_t *report, const json_t *fault)
{
	const char *function = json_member_text(fault, "function"),
		   *message = json_member_text(fault, "message"),
		   *simpler = json_member_text(fault, "simpler"),
		   *call = json_member_text(fault, *simpler ? "simpler_call" : "call"),
		   *detail =
		       json_member_text(fault, *simpler ? "simpler_detail" : "detail");

	printf("%zu. %s", number, json_member_text(fault, "type"));
	if (*function)
		printf(" in %s", function);
	if (fault_line(fault))
		printf(" %s:%zu", path_base(json_member_text(fault, "file")),
		       fault_line(fault));
	printf("\n");
	if (*message)
		printf("   %s\n", message);
	else if (*detail)
		printf("   %s\n", detail);
	if (*call)
		test_call_print(call, report,
				*simpler ? simpler
					 : json_member_text(fault, "artifact"));
	printf("   to run it again: %s\n", json_member_text(fault, "again"));
}

/* Whether it is the same fault, told by another function that comes to it, or by another way. */
static bool is_same_fault(const json_t *a, const json_t *b)
{
	static const char *const members[] = {"type", "function", "message"};
	const char *of_a = json_member_text(a, "detail"),
		   *of_b = json_member_text(b, "detail");
	const size_t n =
	    strcspn(of_a, "[0123456789"); /* which access, not of which element */
	bool is_same = fault_line(a) && fault_line(a) == fault_line(b) &&
		       n == strcspn(of_b, "[0123456789") && !strncmp(of_a, of_b, n) &&
		       !strcmp(path_base(json_member_text(a, "file")),
			       path_base(json_member_text(b, "file")));

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		is_same &= !strcmp(json_member_text(a, members[i]),
				   json_member_text(b, members[i]));
	return is_same;
}

/* Whether one of the first `count` faults of the report is the same. */
static bool is_among(const json_t *report, size_t count, const json_t *fault)
{
	const json_t *list = json_object_get(report, "faults");

	for (size_t k = 0; k < count && k < json_array_size(list); k++)
		if (is_same_fault(json_array_get(list, k), fault))
			return true;
	return false;
}

size_t test_faults_count(const json_t *report)
{
	const json_t *fault;
	size_t index, count = 0;

	json_array_foreach(json_object_get(report, "faults"), index, fault) count +=
	    !is_among(report, index, fault);
	return count;
}

/* Whether a function before this one has it. */
static bool is_told(const struct testing *t, size_t end, const json_t *fault)
{
	for (size_t i = 0; i < end; i++)
		if (is_among(t->functions[i].report, SIZE_MAX, fault))
			return true;
	return false;
}

/* The functions behind `first` that come to the same fault. */
static void others_print(const struct testing *t, size_t first, const json_t *fault)
{
	bool any = false;

	for (size_t i = first + 1; i < t->count; i++) {
		const json_t *report = t->functions[i].report;
		if (!is_among(report, SIZE_MAX, fault))
			continue;
		printf("%s%s", any ? ", " : "   also by ",
		       json_member_text(report, "function"));
		any = true;
	}
	if (any)
		printf("\n");
}

size_t test_faults_visit(const struct testing *t, bool prints)
{
	size_t number = 0;

	for (size_t i = 0; i < t->count; i++) {
		const json_t *report = t->functions[i].report, *fault;
		size_t index;
		json_array_foreach(json_object_get(report, "faults"), index, fault)
		{
			if (is_among(report, index, fault) || is_told(t, i, fault))
				continue;
			number++;
			if (!prints)
				continue;
			fault_print(number, report, fault);
			others_print(t, i, fault);
		}
	}
	return number;
}
