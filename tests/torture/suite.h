/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h - the tests of GCC's own suite: which there are, and what each asks for. */
#ifndef TORTURE_SUITE_H
#define TORTURE_SUITE_H

#include <stddef.h>

enum suite_language { SUITE_C, SUITE_CXX, SUITE_FORTRAN };

struct suite_test {
	char *name; /* of the results: the path, and `:c++` where a C file is compiled
		       as C++ */
	char *path; /* absolute */
	char *options; /* words of dg-options and dg-additional-options, by blanks */
	enum suite_language language;
	int runs; /* it is to be linked and run, else only compiled */
};

struct suite {
	struct suite_test *tests; /* ordered by name */
	size_t count;
};

/* Lists the tests below `root`, the directory gcc/testsuite of GCC's sources. 0, or -1
 * when there are none or memory is out. */
int suite_read(struct suite *s, const char *root);
void suite_done(struct suite *s);

#endif
