/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_summary_test.c - reading what gcov prints. */
#include "gcov-tools/coverage.h"

#include "tests/unit/me_check.h"

static const char text[] = "File 'a.c'\n"
			   "Lines executed:75.68% of 37\n"
			   "Branches executed:83.33% of 12\n"
			   "Taken at least once:58.33% of 12\n"
			   "Calls executed:50.00% of 2\n"
			   "\n"
			   "File 'it's'\n"
			   "Lines executed:0.00% of 1\n"
			   "No branches\n"
			   "No calls\n"
			   "\n"
			   "File 'b.h'\n"
			   "Lines executed:100.00% of 3\n"
			   "Branches executed:50.00% of 4\n"
			   "Taken at least once:25.00% of 4\n"
			   "Calls executed:0.00% of 1\n"
			   "\n"
			   "Calls executed:99.00% of 100\n";

static void test_files(void)
{
	struct gcov_summary sum;

	check(gcov_summary_parse(&sum, text), "summary_read", "no file");
	check(sum.conditions.covered == 12 && sum.conditions.total == 16 &&
		  sum.branches.covered == 8 && sum.branches.total == 16 &&
		  sum.calls.covered == 1 && sum.calls.total == 3,
	      "summary_files", "other sums");
}

/* A function's section is none of a file's. */
static void test_no_file(void)
{
	struct gcov_summary sum;

	check(!gcov_summary_parse(&sum, "") &&
		  !gcov_summary_parse(&sum, "gcov: no idea\n\nCalls executed:9%\n") &&
		  !gcov_summary_parse(&sum,
				      "Function 'f'\nCalls executed:50.00% of 2\n") &&
		  sum.calls.total == 0,
	      "summary_no_file", "found one");
}

/* Every count of every total up to 2000 comes back from two decimals. */
static void test_exact(void)
{
	int good = 1;

	for (unsigned total = 1; total <= 2000; total += 37)
		for (unsigned covered = 0; covered <= total; covered++) {
			struct gcov_summary sum;
			char line[128];

			snprintf(line, sizeof(line),
				 "File 'f.c'\nTaken at least once:%.2f%% of %u\n",
				 (double)(100.0f * (float)covered / (float)total),
				 total);
			good &= gcov_summary_parse(&sum, line) &&
				sum.branches.covered == covered;
		}
	check(good, "summary_exact", "a count was rounded away");
}

int main(void)
{
	test_files();
	test_no_file();
	test_exact();
	return me_check_failures != 0;
}
