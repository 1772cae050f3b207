/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h - verdicts for what a corpus leaves open, shared by `me prove` and `me
 * resolve`: what they are asked for, what they tell at the end, and the session. */
#ifndef COMMAND_PROOF_H
#define COMMAND_PROOF_H

#include <stdio.h>

#include "command/proof/verdict_file.h"
#include "command/target/target_trace.h"
#include "command/triage/faults.h"
#include "corpus/files/corpus.h"
#include "gcov-tools/report.h"
#include "prover/explore/cover.h"
#include "prover/verify/goal_verdict.h"

enum prove_algorithm {
	PROVE_GOALS, /* one goal after the other, what it depends on alone */
	PROVE_COVERS, /* and, from here on, an enum cover_algorithm */
	PROVE_STATEMENTS = PROVE_COVERS + COVER_STATEMENTS,
	PROVE_PATHS = PROVE_COVERS + COVER_PATHS,
	PROVE_PREFIXES = PROVE_COVERS + COVER_PREFIXES,
};

struct prove_options {
	const char *target, *corpus;
	const char *solvers; /* --solvers=, or NULL */
	bool asks_none; /* no solver is asked, and none has to be installed */
	const char *dump; /* --dump=, or NULL */
	struct goal_choice choice;
	unsigned seconds, unwind;
	unsigned max_time; /* seconds by the clock for all; 0: no limit */
	bool explain;
	bool no_search; /* not even for goals that solvers are slow at, once */
	enum prove_algorithm algorithm;
	bool integers; /* of the algorithms but PROVE_GOALS */
	bool complete; /* asked is for runs that also return */
	bool asks_all; /* no inputs near models */
	unsigned paths; /* how many at the most */
	bool statistics; /* to be printed */
	bool json;
	/* Where verdicts are printed that a later round may change; null: with the others. */
	FILE *open_verdicts;
};

/* What the algorithms cost. */
struct prove_statistics {
	struct cover_statistics cover;
	size_t confirmed; /* models, and inputs near them, whose runs took just the
			   * branches that they should */
	double all_cpu; /* of the whole command, the target's runs included */
	double run_seconds; /* by the clock, of the runs of models */
};

struct prove_summary {
	size_t goals, resolved; /* in scope; with an input or a proof */
	size_t covered, proven; /* of the resolved */
	bool lacks_solvers; /* fewer than proofs need are installed */
	size_t open; /* goals that were so at the start */
	size_t inputs; /* that were made, met goals or not */
	size_t faults; /* distinct faults of the corpus's artifacts */
	int code; /* enum command_code, of the command when it has done its work */
	size_t queries;
	double solver_seconds; /* of CPU */
	double search_seconds; /* of CPU, of searches; negative: there was none */
	char ranges[256]; /* that were assumed */
	char beyond[512]; /* of goals out of scope: beyond_text */
	char needs[2048]; /* lines: what unknown goals need, and what holds them back */
	struct prove_statistics statistics;
};

/* What is known of a goal by runs. */
struct witness {
	bool met;
	bool returned; /* in a run that came back */
	/* The input that was made for it, or whose run does not come back; null: one of
	 * the corpus takes it. */
	char *path;
	struct trace_end end; /* of that run */
};

/* What holds goals back, in words, and how many of them. */
struct unknown_causes {
	struct unknown_cause {
		char text[256];
		size_t goals;
	} * list;
	size_t count, room;
};

struct verdict_format;

struct proof_session {
	struct command *command;
	const char *corpus;
	const struct prove_options *options;
	struct build_record record;
	struct gimple_program program;
	struct entry entry;
	struct verdicts verdicts;
	struct prover prover;
	double
	    share_end; /* by clock_now(), of the goal that is being decided; 0: none is */
	struct prove_path path; /* with --kinds=path; else without decisions */
	struct witness *witness; /* by goal of the record, and one more */
	char *seeds; /* directory */
	bool may_lack_solvers; /* where none has to be installed */
	bool *tested; /* by parameter: it is compared with null, and never is null */
	bool complete; /* asked is for runs that return */
	char *model; /* path of that input */
	unsigned hung_models; /* whose runs did not end in time */
	bool last_ended; /* the run of the last model did */
	size_t open, resolved, proven;
	size_t *needs; /* by parameter: unknown goals that need more elements of it */
	struct unknown_causes causes; /* of the others */
	size_t inputs; /* new files, of the corpus or seeds */
	struct prove_statistics statistics;
	const struct verdict_format *format; /* of what is printed */
	struct source_text source; /* lines of the sources, for that */
};

/* The command has so much time from now on, ends at SIGINT and SIGTERM, and says on the
 * terminal how far it is. */
void proof_begin(struct command *command, const struct prove_options *options,
		 struct status *status);
/* Runs the corpus's artifacts, where faults_of_corpus() has not before, and prints their distinct
 * faults; summary->faults. 0, or -1 after a message. */
int proof_tell_faults(struct command *command, const struct prove_options *options,
		      struct triage *faults, struct prove_summary *summary);
/* Prints the summary (null: it has failed). Returns the exit code; at stop_asked() it
 * ends the process, by the signal that asked for it or with that code. */
int proof_end(struct command *command, const struct prove_options *options,
	      const struct prove_summary *summary);

/* Reads the target, its program, the earlier proofs, and finds the solvers. The rest of
 * *p is zero but for `command` and `may_lack_solvers`. Returns 0, or -1 after a message;
 * proof_close() in any case. */
int proof_open(struct proof_session *p, const struct prove_options *options);
void proof_close(struct proof_session *p);

/* Lets the target's own sessions know the proofs that stand beside the corpus and hold
 * for it, and those that need no solver. Returns 0, or -1 after a message. */
int proof_before_search(struct proof_session *p);

/* Proves what takes no more than so many seconds by the clock, goals that the corpus has
 * open: keeps these proofs, of which proof_run() tells, and the inputs that are found
 * instead, of which it tells here. Adds the queries to *summary. Returns 0, or -1 after a
 * message. */
int proof_early(struct proof_session *p, double seconds, struct prove_summary *summary);

/* Prints the verdict of each open goal, in the format that is asked for. */
int proof_run(struct proof_session *p, struct prove_summary *summary);

/* ---- what the files of the session share (proof_session.c) */

/* A round begins: of earlier ones only answers of solvers are known. Reads the proofs, as others
 * may have added to them, and runs the corpus. Returns 0, or -1 after a message. */
int proof_round_begin(struct proof_session *p);
/* The goal of that number, which is open. */
struct prove_goal proof_goal(const struct proof_session *p, size_t number);
/* Whether runs of the corpus leave it open. */
static inline bool proof_is_open(const struct proof_session *p, size_t number)
{
	const struct witness *w = &p->witness[number];

	return p->record.goals[number].scope &&
	       (!w->met || w->path || (p->complete && !w->returned));
}
/* All goals, by number of the record, as a cover is to begin with them: those that are not
 * wanted are COVERED; `recalls`: those that have an earlier proof have its verdict. */
void proof_open_goals(const struct proof_session *p, bool recalls,
		      struct prove_goal *goals);
/* Whether the verdict was kept from before. What no run takes returns from none. */
bool proof_recall(const struct proof_session *p, struct prove_goal *goal);
/* A new proof, which took so many seconds, names the defaults that it rests on. That of a goal
 * that only a null pointer meets does so in its own text. In no share of the time. */
void proof_find_defaults(struct proof_session *p, double spent, struct prove_goal *goal);
void proof_remember(struct proof_session *p, const struct prove_goal *goal);
/* Prints the verdict of a goal, what it rests on being on disk. 0, or -1 after a message. */
int proof_report(struct proof_session *p, size_t number, const struct prove_goal *goal);
void proof_note_text(void *context, const char *text);
void proof_note_wait(void *context, const char *what);
/* A goal has its verdict: names the defaults that a new proof rests on and keeps it, and
 * prints the verdict. Returns 0, or -1 after a message. */
int proof_settle(struct proof_session *p, struct prove_goal *goal);
/* A short session of the target (prover_client.search), in no goal's share of the time. */
bool proof_search(void *context, const struct prove_goal *goal);

/* ---- proof_covers.c */

/* Gives goals (proof_open_goals) a verdict, by one of the algorithms of
 * prover/explore/cover.h. Returns 0, or -1 after a message. */
int covering_run(struct proof_session *p, const struct prove_options *options,
		 struct prove_goal *goals);

/* ---- path_goal.c */

/* Reads the path, whose strings are the record's. A record without a path gives one without decisions.
 * Returns 0, or -1 when out of memory. path_goal_done() in any case. */
int path_goal_read(const struct build_record *record, struct prove_path *path);

/* All branches whose passes are decisions of paths, as sides (room for all goals of the
 * record); *number: by goal of the record, its side. *count is raised. */
void path_goal_sides(const struct build_record *record, struct prove_side *sides,
		     size_t *number, size_t *count);
void path_goal_done(struct prove_path *path);

/* ---- prove_command.c */

/* Reads the arguments behind the subcommand; returns an exit code, COMMAND_DONE to go
 * on. */
int proof_options_read(struct command *command, int argc, char **argv,
		       struct prove_options *options);

/* Whether --kinds= lists the kind. */
bool proof_asks_for(const struct prove_options *o, const char *kind);

/* ---- needs.c: what unknown goals need */

/* For each parameter of which needs[] goals read elements that it does not have, the line
 * "3 goals need x to have more than 1 element: x:8,n:len(x)". */
void needs_text(const struct entry *entry, const size_t *needs, char *text,
		size_t size);
/* Another goal is unknown for that reason, of which the first cause counts. */
void cause_note(struct unknown_causes *causes, const char *why);
/* Appends a line for each cause, the one of most goals first; sorts them so. */
void causes_text(struct unknown_causes *causes, char *text, size_t size);

#endif
