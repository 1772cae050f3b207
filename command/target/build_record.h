/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * build_record.h - what a target tells of its own build, as JSON lines: --units prints
 * how each unit was compiled, the link and the typed entry; --goals each goal.
 *
 * command/target holds what asks a built target what it says of itself, and shows it. It
 * changes nothing of the target.
 */
#ifndef COMMAND_BUILD_RECORD_H
#define COMMAND_BUILD_RECORD_H

#include <jansson.h>
#include <stdint.h>
#include <time.h>

#include "command/base/command.h"
#include "command/base/words.h"
#include "value/layout.h"

/* Strings belong to the record. */
struct build_unit {
	const char *source; /* as given to the compiler */
	const char *directory; /* where the compiler ran */
	const char *compiler;
	struct words options; /* COLLECT_GCC_OPTIONS */
	struct words command; /* the driver's command line; empty if not known */
};

struct build_link {
	const char *directory;
	struct words command; /* empty if no link was recorded */
};

/* The function that a typed target drives; name is NULL for a bytes target. */
struct build_entry {
	const char *name; /* assembler name */
	const char *source_name;
	const char *file;
	uint64_t key; /* of proofs about the target (me/verdicts.h) */
	const char *ranges; /* lengths and ranges of its parameters: "x:16,t:0..1" */
	const char *reasons; /* lines, what of it was guessed and why; or "" */
	unsigned line;
	unsigned bytes; /* of an input; 0: not told */
};

struct build_goal {
	const char *id; /* me/goal.h */
	const char *type; /* "branch", "label", ... */
	const char *name; /* its part of the id that tells it apart in its function */
	const char *never; /* what no input does: "is never true" */
	const char *function; /* assembler name */
	const char *source_name;
	const char *file;
	const char *op; /* "switch" for a switch */
	const char *never_null; /* the pointer that is never null, or "" */
	const char *label; /* of a switch: "case 5", "default"; "" if not told */
	bool is_branch; /* what follows up to `sides` is a branch's */
	unsigned ordinal, rank; /* name the branch; see gcno.h */
	unsigned ordinals; /* how many blocks of its function are counted so */
	unsigned side; /* 0 true, 1 false; of a switch the destination's index */
	unsigned sides; /* of the condition or switch; 0 if not told */
	unsigned line, column;
	unsigned unit; /* index of its unit */
	bool local; /* of a static function, which other units may have another of */
	bool compiler; /* made by the compiler */
	bool scope; /* sought by the target's search */
	bool searched; /* its function is, whoever wrote its condition */
	bool beyond; /* not sought, and reachable from the entry */
	bool is_decision; /* a branch of those that make up paths */
	const json_t *path; /* that goal's decisions, as strings; or null */
	bool counted; /* found in the twin or in traces; `taken` is valid */
	bool taken; /* met */
	bool
	    told; /* runs in the target say whether it is taken, where gcov's counts may err */
	bool only_failing; /* taken, but only by inputs that fail */
	bool only_special; /* taken, but only with a NaN or an infinity */
	const char *proof; /* "infeasible", or NULL; see verdicts_note() */
	char *assumes; /* the proof: "by default x has 1 element"; or NULL */
};

/* Which goals a command is about: values of options, null where they are not given. */
struct goal_choice {
	const char *functions; /* --functions= */
	const char *kinds; /* --kinds= */
	const char *path; /* --path=, with --kinds=path: a file */
	const char *custom; /* --custom=, with --kinds=custom: a shared object */
};

/* Rows of tables of options (system/option.h) for a path, and for a custom goal, which is
 * never proven; `AT` is the table's. */
/* clang-format off */
#define GOAL_CHOICE_PATH_ROW(AT, choice)                                               \
	{"path", "FILE", "with --kinds=path: the path, a goal's id a line",             \
	 OPTION_TEXT, AT(choice path)}
#define GOAL_CHOICE_CUSTOM_ROW(AT, choice)                                             \
	{"custom", "LIB.so", "with --kinds=custom: the shared object of the goal",      \
	 OPTION_TEXT, AT(choice custom)}
/* clang-format on */

struct build_record {
	char *target; /* absolute path */
	struct goal_choice choice; /* as it was asked for */
	struct timespec built; /* when the target was last written */
	struct build_unit *units;
	size_t unit_count;
	struct build_link link;
	struct build_entry entry;
	struct build_goal *goals;
	size_t goal_count;
	size_t *by_id; /* numbers of the goals, sorted by id */
	json_t *units_lines, *goals_lines; /* arrays; they own the strings */
};

/* Asks the target. build_record_done() also after an error. */
int build_record_read(struct command *command, const char *target,
		      struct goal_choice choice, struct build_record *record);

/* Adds the options that are given. */
void goal_choice_add(const struct goal_choice *choice, struct words *words);

void build_record_done(struct build_record *record);

/* The number of the goal of that id; goal_count: there is none. */
size_t build_record_goal(const struct build_record *record, const char *id);

/* Fails, and names the file, if `path` (from `directory`) is newer than the target. */
int build_record_check_age(struct command *command, const struct build_record *record,
			   const char *directory, const char *path);

/* ---- goals that the entry can reach and that are out of scope */

/* "3 goals in g() of other.c are reachable and out of scope; --functions=all takes them
 * in", cut at `size` bytes; "" if there are none. */
void beyond_text(const struct build_record *record, char *text, size_t size);

/* ---- whether a file is a target, found without running it */

/* Fails, and says what to give instead, unless the file is a program that was linked
 * with libme.a. */
int target_check(struct command *command, const char *path);

/* ---- the parameters of the entry */

/* Fails when the target is not typed. The strings are the record's. Call
 * entry_json_done() in any case. */
int entry_json_read(struct command *command, const struct build_record *record,
		    struct entry *entry);
void entry_json_done(struct entry *entry);

#endif
