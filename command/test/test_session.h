/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_session.h - the test of one function, which becomes its report. */
#ifndef COMMAND_TEST_SESSION_H
#define COMMAND_TEST_SESSION_H

#include "command/test/testing.h"
#include "corpus/files/corpus.h"

struct test_session {
	struct testing *t;
	struct test_function *f;
	char *target, *corpus;
	json_t *report;
	json_t *verdicts; /* by goal: the last line about it */
	struct build_record record;
	struct corpus_list
	    inputs; /* the corpus's, and artifacts that alone met a goal */
	bool *met; /* by input and goal */
	bool *special; /* by input: it has a NaN or an infinity */
	char **calls; /* by input; null: not told */
};

/* Adds to the report the goals, "branches", and one input for each, "inputs". 0, or -1 after a message. */
int test_goals_tell(struct test_session *s);

#endif
