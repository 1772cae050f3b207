/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * triage.h - artifacts, what their runs have shown, and the groups that they fold into.
 *
 * command/triage holds `me triage`: it runs the inputs by which a target failed, each in a
 * process of its own, and reports the distinct faults.
 */
#ifndef COMMAND_TRIAGE_H
#define COMMAND_TRIAGE_H

#include <jansson.h>

#include "command/base/command.h"
#include "command/base/words.h"
#include "command/target/target_server.h"
#include "me/ends.h"

enum { TRIAGE_TOP = 3 }; /* frames that tell failures apart */

/* A function on the stack. The texts are its failure's. */
struct triage_frame {
	const char *function; /* "??" if not known */
	const char *file; /* or null */
	unsigned line; /* 0: not known */
	unsigned times; /* in a recursion */
	bool is_inlined, is_program;
};

/* How one run has ended (me/schema.h, TARGET --failure). */
struct triage_run {
	json_t *line; /* owns the texts; null: nothing is known of it */
	enum me_end ended;
	const char *signal, *detail, *call; /* or null */
	char type[160]; /* "null pointer read": the same for all that fail so */
	bool by_lines; /* its lines tell failures apart, else its functions do */
	size_t wanted_size; /* of the target's inputs; 0: any */
	char *message; /* what the program or a sanitizer said; or null */
	const char *assertion; /* of the message, from "Assertion" on; or null */
	struct triage_frame *frames; /* innermost first */
	size_t frame_count;
	const struct triage_frame *top[TRIAGE_TOP];
	size_t top_count;
};

struct triage_artifact {
	char *path;
	size_t size;
	bool is_older; /* than the target */
	char *trouble; /* why it was not run; or null */
	struct triage_run run; /* the first one that failed; else the last one */
	unsigned runs, failed; /* so many, and so many of them */
	bool differs; /* some failed in another way */
	/* One more failure of the runs of an artifact in front of it, whose number is `of`. */
	bool is_further;
	size_t of;
	size_t group; /* number of its group; TRIAGE_NONE if it does not fail */
};

#define TRIAGE_NONE ((size_t)-1)

struct triage_group {
	size_t shown; /* the artifact that stands for it */
	size_t count; /* artifacts */
	bool is_outside; /* its runs only leave what was assumed: no failure */
	char *simpler; /* path of its simplified input; or null */
	char *simpler_call, *simpler_detail; /* of its run; or null */
};

struct triage {
	struct command *command;
	const char *target; /* as given */
	struct words arguments; /* of the target: --target-args= */
	struct triage_artifact *artifacts;
	size_t count, room;
	struct triage_group *groups;
	size_t group_count; /* distinct faults */
	size_t outside_count; /* groups behind them, which are none */
};

/* Whether the run is a failure, or leaves what was assumed of the parameters. */
bool triage_failed(const struct triage_run *run);
/* Whether an artifact does not fail the same way each time. */
bool triage_is_flaky(const struct triage_artifact *artifact);

/* Where the failure is: its innermost frame of the program; null: there is none. */
const struct triage_frame *triage_place(const struct triage_run *run);

/* The command that runs the file again, as one types it. The caller frees. */
char *triage_again(const struct triage *t, const char *path);

void triage_run_done(struct triage_run *run);
void triage_groups_drop(struct triage *t);
void triage_done(struct triage *t);

/* Takes a line of the target's, {"kind":"failure"}: the run owns it from now on. `output`
 * is what the run has printed. */
void triage_run_read(struct triage_run *run, json_t *line, const char *output);

/* ---- triage_artifacts.c: the artifacts that a command line names, and runs of them */

struct triage_artifacts_limits {
	unsigned seconds; /* of CPU for a run */
	unsigned runs; /* of each artifact */
};

/* "crash-" and 40 digits, behind what -artifact_prefix= may have put in front. */
bool triage_is_artifact_name(const char *path);

/* Larger files are not run. */
enum { ARTIFACT_MOST_MB = 100 };

/*
 * Adds the file `path`, or the artifacts of the directory `path` and of those below it:
 * files named as libFuzzer names them ("crash-" and 40 digits, after any prefix), or all
 * files where none is named so. What cannot be read is added too, with its trouble. Fails
 * when out of memory.
 */
int triage_artifacts_add(struct triage *t, const char *path);

/* Runs each some times, each run in a process of its own; at stop_now() the rest is left
 * out, which is their trouble. Fails when the target cannot be run. */
int triage_artifacts_run(struct triage *t,
			 const struct triage_artifacts_limits *limits);

/* The target that runs files and tells of them. */
void triage_server_init(struct target_server *server, const struct triage *t,
			unsigned seconds);

/* ---- simpler.c: simpler inputs that fail as the groups do */

struct simpler_limits {
	unsigned seconds; /* of CPU for a run */
	unsigned group_seconds; /* by the clock, for one group */
	unsigned groups; /* so many at most */
	bool
	    is_aside; /* beside other work: failures that take long are left, and nothing is noted */
};

/*
 * Has the target write a simpler input for each failure into the directory, which is made
 * if it is not there, and runs it once in a process of its own: it counts when it fails as
 * the group does. What could not be simplified is noted. Fails when the directory cannot
 * be made or the target not be run.
 */
int simpler_find(struct triage *t, const char *directory,
		 const struct simpler_limits *limits);

#endif
