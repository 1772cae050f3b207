/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_summary_test.c - reading what gcov prints, of gcc 12 and of gcc 13. */
#include "gcov-tools/gcov_summary.h"

#include "tests/unit/me_check.h"

static const char text[] = "Function 'acos'\n"
			   "Lines executed:73.53% of 34\n"
			   "\n"
			   "Function 'it's'\n"
			   "Lines executed:100.00% of 3\n"
			   "Branches executed:50.00% of 4\n"
			   "Taken at least once:25.00% of 4\n"
			   "No calls\n"
			   "\n"
			   "File 'a.c'\n"
			   "Lines executed:75.68% of 37\n"
			   "Branches executed:83.33% of 12\n"
			   "Taken at least once:58.33% of 12\n"
			   "Calls executed:50.00% of 2\n"
			   "\n"
			   "File 'b.h'\n"
			   "Lines executed:0.00% of 1\n"
			   "No branches\n"
			   "No calls\n"
			   "\n"
			   "Lines executed:99.00% of 100\n";

static void test_sections(void)
{
	struct gcov_summary summary;
	const struct gcov_section *acos, *its;

	check(gcov_summary_parse(&summary, text) == 0 && summary.count == 4,
	      "summary_sections", "not 4 sections");
	acos = gcov_summary_function(&summary, "acos");
	its = gcov_summary_function(&summary, "it's");
	check(acos && acos->lines.covered == 25 && acos->lines.total == 34 &&
		  !acos->has_branches,
	      "summary_function", "other numbers");
	check(its && its->has_branches && its->conditions.covered == 2 &&
		  its->branches.covered == 1 && its->branches.total == 4,
	      "summary_function_branches", "other numbers");
	check(!gcov_summary_function(&summary, "a.c"), "summary_file_is_no_function",
	      "found");
	gcov_summary_done(&summary);
}

static void test_files(void)
{
	struct gcov_summary summary;
	struct gcov_section sum;

	gcov_summary_parse(&summary, text);
	gcov_summary_files(&summary, &sum);
	check(sum.lines.covered == 28 && sum.lines.total == 38 &&
		  sum.conditions.covered == 10 && sum.branches.covered == 7 &&
		  sum.branches.total == 12 && sum.calls.covered == 1 &&
		  sum.calls.total == 2,
	      "summary_files", "other sums");
	gcov_summary_done(&summary);
}

/* Every count of every total up to 2000 comes back from two decimals. */
static void test_exact(void)
{
	int good = 1;

	for (unsigned total = 1; total <= 2000; total += 37)
		for (unsigned covered = 0; covered <= total; covered++) {
			struct gcov_summary summary;
			char line[128];

			snprintf(line, sizeof(line),
				 "Function 'f'\nLines executed:%.2f%% of %u\n",
				 (double)(100.0f * (float)covered / (float)total),
				 total);
			gcov_summary_parse(&summary, line);
			good &= summary.count == 1 &&
				summary.sections[0].lines.covered == covered;
			gcov_summary_done(&summary);
		}
	check(good, "summary_exact", "a count was rounded away");
}

int main(void)
{
	test_sections();
	test_files();
	test_exact();
	return me_check_failures != 0;
}
