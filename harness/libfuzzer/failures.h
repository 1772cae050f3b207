/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failures.h - what a session keeps of runs that fail: the distinct faults, with how many
 * runs had each; their artifacts; and what runs that ended a process have met.
 *
 * Two failures are the same when their kinds are and the innermost functions of the
 * program on the stack with their lines (backtrace.h). The table lies in memory that
 * all processes of the session share, those of -fork too.
 */
#ifndef HARNESS_FAILURES_H
#define HARNESS_FAILURES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/goals/goals.h"
#include "harness/goals/subject.h"
#include "harness/program/backtrace.h"
#include "me/ends.h"

enum { FAILURES_MOST = 256, FAILURE_TEXT = 200 };

struct failure_record {
	uint64_t key;
	enum me_end kind;
	atomic_ullong runs;
	/* Where it fails; without functions where lines do not tell failures apart. */
	struct backtrace_top top;
	uint32_t goal; /* of --abort-on=: its condition ended the run; or 0 */
	int has_special; /* its input has a NaN or an infinity: a finite one replaces it */
	char artifact[FAILURE_TEXT]; /* its path, cut */
	char what[FAILURE_TEXT]; /* "deadly signal in bottom f.c:5" */
	char call[FAILURE_TEXT]; /* of a typed target: the input, cut */
};

struct failures {
	atomic_uint count; /* of the list */
	atomic_ullong runs; /* all that failed */
	atomic_int has_told_many; /* failures_tell_many() */
	/* Of runs that end the one that took longest: no failure. */
	struct {
		atomic_uint cpu_ms;
		char call[FAILURE_TEXT];
	} slowest;
	struct failure_record list[FAILURES_MOST];
};

/* The exit code for a kind of failure: libFuzzer's, or what failures_read_codes() has found
 * in its flags; with `none` each code is 0. */
int failures_code(enum me_end kind);
void failures_read_codes(int argc, char **argv, int none);

/* One more failing run; its record, and in *is_new whether it is the first of its kind.
 * Null, and not new, when the list is full. Allocates nothing. */
struct failure_record *failures_note(struct failures *f, enum me_end kind, uint64_t key,
				     int *is_new);

/* Whether it is listed. */
int failures_know(struct failures *f, enum me_end kind, uint64_t key);

/* The first record of record i's failure, of those that differ in no more than who calls; and the
 * runs of all its records. */
unsigned failures_first(const struct failures *f, unsigned i);
unsigned long long failures_runs(const struct failures *f, unsigned first);

/* The exit code of the first that is a failure; 0: there is none. */
int failures_first_code(const struct failures *f);

/* Sets what the record says: "deadly signal, SIGFPE in mean f.c:5"; of a long detail the first
 * words. UBSan's has its place in front, which is told behind. */
void failures_say(struct failure_record *r, const char *detail, const char *place);

/* Sets the record's call. */
void failures_describe(struct failure_record *r, struct input in);

/* A run of this input has ended, after so much CPU time. */
void failures_note_slow(struct failures *f, unsigned cpu_ms, struct input in);

/* A known failure with the first finite input, kept in `path`, too: it is what people look at. */
void failures_replace(struct failure_record *r, const char *path, struct input in);

/* Says once, of the failure that the last run had, that a great part of the session's `runs` has
 * it, and what declares more of the array whose end they pass. */
void failures_tell_many(struct failures *f, const struct failure_record *r,
			unsigned long long runs);

/* What runs an artifact again is argv[0] of artifact_init(), from now on with this option,
 * too. */
void failures_again(const char *option);
/* Prints that command. */
void failures_print_again(const char *indent, const char *path);

/* Prints the distinct faults to standard error: each with its call, where it has one, and
 * the command that runs it again, where its artifact is there; nothing without one. Behind
 * them some of the runs that only left what was assumed, with what would say more of it. */
void failures_print(const struct failures *f);

struct progress;
/* Sets what the session's status tells of them; null: there is no list. */
void failures_fill(const struct failures *f, struct progress *p);

/* ---- artifacts: the file of an input that fails, at libFuzzer's name and place. Nothing
 * is allocated. */

/* Reads libFuzzer's -artifact_prefix and -exact_artifact_path. The subject and the
 * arguments outlive the process's runs. 0, or -1 when out of memory. */
int artifact_init(const struct subject *subject, int argc, char **argv);

/*
 * Writes the input as PREFIX, the prefix of its kind, and SHA1, or at the exact path, and says so; with
 * `prints_bytes` libFuzzer's line of a short input's bytes is in front. Returns the
 * path, until the next call. Ends the process with an error where it cannot be written.
 */
const char *artifact_write(enum me_end kind, struct input in, int prints_bytes);

/* From now on each artifact is listed in CORPUS.me/artifacts: its absolute path and a NUL.
 * Without memory, or a directory to write to, it is not. */
void artifact_list_for(const char *corpus);

/* The file's bytes of an input, until one of these is called again. */
const uint8_t *artifact_bytes(struct input in, size_t *size);

/* ---- what flags say */

/* Megabytes of memory above which a run fails; 0: any number. */
size_t failures_rss_mb(int argc, char **argv);

/* Whether the flags do not ask for libFuzzer's rule, that the first failure is the end
 * and no run is left: -ignore_crashes=0, -ignore_timeouts=0, -ignore_ooms=0, or any
 * -report_slow_units. */
int failures_survived(int argc, char **argv);

/* ---- what the process of a run leaves when it dies, in shared memory */

struct last_notes {
	int left; /* there is something */
	int news; /* failures that no other process of the session had found */
	int is_cut; /* the session ended before its time */
	uint32_t most; /* goals that there is room for */
	uint32_t met_count, met[]; /* goals that its run met first */
};

/* Null when there is no room. */
struct last_notes *last_notes_map(uint32_t goals);
/* Leaves which open goals the current run has met; whether there is one. */
int last_notes_leave(struct last_notes *n, struct goals *g);

/* ---- inputs that have ended a process */

struct fatal_run {
	struct fatal_run *next;
	uint64_t hash;
	uint32_t met_count, met[]; /* goals that its run met first */
};

/* May be called in a signal handler. */
uint64_t fatal_runs_hash(struct input in);

/* The entry of the input; null when it has ended no process. */
const struct fatal_run *fatal_runs_find(struct input in);

/* Closes the goals that it met; how many were not yet. */
unsigned fatal_runs_close(const struct fatal_run *r, struct goals *g);

/* Adds an entry; null when out of memory. */
const struct fatal_run *fatal_runs_add(uint64_t hash, const uint32_t *met,
				       uint32_t met_count);

#endif
