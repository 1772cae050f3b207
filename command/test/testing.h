/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * testing.h - `me test`: the functions of a source file, each built as a typed target,
 * searched, proven and reported. FILE.me keeps what was made:
 *
 *	FILE.me/test.json		says whose directory it is
 *	FILE.me/.refusals/SYMBOL.*	while it runs, why entry= would refuse a function
 *	FILE.me/FUNCTION/fuzz_target	the target
 *	FILE.me/FUNCTION/corpus		its inputs; corpus.me beside them: artifacts, proofs
 *	FILE.me/FUNCTION/report.json	what the last report says (struct test_function)
 *	FILE.me/FUNCTION/tests		of --emit
 *
 * command/test calls me-cc, `me resolve` and `me emit` for all that.
 */
#ifndef COMMAND_TESTING_H
#define COMMAND_TESTING_H

#include <jansson.h>

#include "command/base/command.h"
#include "command/base/text.h"
#include "command/base/words.h"
#include "command/target/build_record.h"
#include "corpus/files/corpus.h"

struct test_options {
	unsigned seconds; /* --time=: for all functions; 0: TEST_SECONDS for each */
	bool emit, json;
};

enum {
	TEST_SECONDS = 10, /* of a function, by default */
	TEST_NAME_MOST = 200, /* characters of a directory's name */
};

/* A function of the file, as the plugin lists it (plugin/entry/listing.h). */
struct test_function {
	char *kind, *symbol, *name, *text;
	unsigned line;
	const char *notes; /* of the command line, ",x:4"; or "" */
	const char *entry; /* what entry= finds it by: `name`, or `symbol` */
	const char *shown; /* `name`; of overloads `text` */
	char as[TEST_NAME_MOST + 1]; /* its directory in FILE.me */
	bool is_chosen;
	/* What runs have mended of the guesses (test_mend.c): by parameter, {"item", "why"}, an
	 * item of entry= and its reason. */
	json_t *mended;
	/* Of one that was tested, the line of `me test --json` (me/schema.h). */
	json_t *report;
};

struct testing {
	struct command *command;
	struct test_options options;
	const char *file;
	const char *driver; /* me-cc, me-c++, me-fortran */
	const char *header_of; /* FILE is a header of that language, "c"; or null */
	bool is_fortran;
	char *me, *compiler; /* our own program, and the driver's path */
	struct words given; /* behind --, without -O: the compiler's options */
	char *directory; /* FILE.me */
	int lock; /* -1: none */
	struct test_function *functions;
	size_t count, room;
	bool any_is_named; /* a function, on the command line */
	char *names; /* of these, in one text */
	size_t chosen, position; /* functions that are tested; which one is, from 1 */
	char *unit; /* SHA-1 of all that is compiled, and how, and by which ME */
	char *build; /* which ME this is */
	double compile_seconds; /* that the compiler took for the file alone */
	bool has_built; /* a function, and so others may be */
	bool lacks_symbols; /* the linker does not find what the file calls */
	bool is_unbuilt; /* the first was not, and so no other one would be */
	struct text_buffer path; /* for one path at a time */
};

/* ---- test_directory.c: FILE.me */

/* Takes it for this process, and makes it. Fails where it is another's. */
int test_directory_open(struct testing *t);
void test_directory_close(struct testing *t);
/* A path below it, until the next one is asked for. */
const char *test_path(struct testing *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A path below the function's own directory. */
const char *test_function_path(struct testing *t, const struct test_function *f,
			       const char *part);

/* ---- test_build.c: what the compiler does */

/* Finds the driver by the file's name, and reads the words behind --. Returns an exit code,
 * COMMAND_DONE to go on. */
int test_language(struct testing *t, char **words, int count);
/* Compiles the file, as the compiler shows it, and lists its functions. Leaves files in
 * FILE.me, until test_list_done(). */
int test_list(struct testing *t);
void test_list_done(struct testing *t);

enum test_build { TEST_BUILT, TEST_REFUSED, TEST_FAILED };

/* Builds the function's target. Adds to the report "assumed", what the plugin has decided of
 * its parameters, or "why" it cannot be driven, or not in time. TEST_FAILED after a message, which
 * a build that is only tried does without. */
enum test_build test_build(struct testing *t, struct test_function *f, bool is_tried);

/* The SHA-1 of a file; null where there is none. The caller frees. */
char *file_hash(const char *path);

/* ---- test_lack.c */

/* Of a compilation that failed: "; " and what would be given behind -- for what the compiler does
 * not find, or "". The caller frees. */
char *test_lack(struct testing *t, const struct words *compile);
/* The same of a file that is not linked, by the linker's messages. */
char *test_link_lack(const struct testing *t, const char *errors);

/* ---- test_choice.c */

/* Which functions the operands name, or without any the external ones. Returns an exit
 * code, COMMAND_DONE to go on. */
int test_choose(struct testing *t, char **names, int count);
/* Whether number i was left out since only its class calls it. */
bool test_is_private(const struct testing *t, size_t i);

/* ---- test_digest.c */

/* A hash of what the report of the target's entry depends on: of two builds with the same, all
 * inputs and proofs hold. The caller frees; null when out of memory. */
char *test_digest(const struct testing *t, const struct build_record *record);

/* ---- test_mend.c */

/* Looks for runs that leave an array whose size was guessed, and adds better guesses to
 * f->mended; *is_changed: the target is to be built with them. 0, or -1 after a message. */
int test_mend(struct testing *t, struct test_function *f,
	      const struct build_record *record, bool *is_changed);

/* ---- test_longer.c */

/* Better guesses for f->mended: arrays with a guessed length that have fewer elements than a constant
 * by which a goal is decided that was not met, of `goals` of a report; null: of all. 0, or -1 after a message. */
int test_longer(struct testing *t, struct test_function *f,
		const struct build_record *record, const json_t *goals, json_t **items);

/* ---- test_session.c: the test of one function, which becomes its report */

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

/* Why functions are not tested when the time of all is over. */
#define TEST_TIME_IS_UP "the time is up"

/* Tests the function in so many seconds, unless nothing has changed since it had as many; 0: it
 * is not tested. Sets f->report. 0, or -1 after a message. */
int test_function_run(struct testing *t, struct test_function *f, unsigned seconds);

/* ---- test_reason.c */

/* `me test OPTION FILE FUNCTION`, as one would type it, between back quotes. */
void test_command_print(FILE *out, const json_t *report, const char *option);
/* Why the goal is open. */
void test_reason_print(FILE *out, const json_t *report, const json_t *goal);

/* ---- test_faults.c */

/* A call in a line of its own; a long one is cut in its middle. `file`, where it is kept, or
 * null. */
void test_call_print(const char *call, const json_t *report, const char *file);
/* How many distinct faults the report has. */
size_t test_faults_count(const json_t *report);
/* How many those of all functions are; printed, too, where that is asked for. */
size_t test_faults_visit(const struct testing *t, bool prints);

/* ---- test_report.c */

/* Prints what the chosen functions' reports say. */
void test_report(const struct testing *t);
/* The exit code. */
int test_code(const struct testing *t);

#endif
