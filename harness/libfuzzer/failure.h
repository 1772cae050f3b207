/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failure.h - artifacts of runs that fail inside a minimisation and cannot be left: an
 * exit, a sanitizer's report, exhausted memory, a signal or a hang in a library.
 *
 * libFuzzer makes its own reports, word for word and with its exit codes. All of them
 * call one function of libFuzzer to write the artifact; tools/runtime.sh redirects that
 * call to here, and if an inner run has failed, the input of that run is written.
 */
#ifndef HARNESS_FAILURE_H
#define HARNESS_FAILURE_H

#include "harness/libfuzzer/failures.h"
#include "harness/runtime/guard.h"
#include "harness/runtime/trace.h"
#include "harness/goals/subject.h"

/* Reads libFuzzer's flags (those of artifact.h, -timeout) and sets the guard's
 * callbacks, and how long runs may be by the clock. Before this call the other functions do nothing. The subject
 * and the arguments outlive the process's runs. 0, or -1 when out of memory. */
int failure_init(const struct subject *subject, struct guard *g,
		 struct run_limit *limit, int argc, char **argv);

/* Once libFuzzer is there: all sanitizers report to it, which by itself tells one, and
 * its alarm interrupts no system call of a run. */
void failure_watch(void);

/* libFuzzer runs what the subject holds. */
void failure_note(void);

/* From now on the end of the process in a run is told to `ends`, in place of
 * libFuzzer's report: in a handler, or in its thread. It does not return. The inputs
 * are all of one size. With `exits` a run is left where the program itself calls exit(), if
 * it can be and exits() returns 1: what was given to atexit() is not called then. 0, or -1
 * when out of memory. */
typedef void failure_ends_fn(enum me_end kind);
int failure_survive(failure_ends_fn *ends, int (*exits)(void));

/* CPU time that runs may use, by -timeout; 0: it does not say. */
unsigned failure_limit_ms(int argc, char **argv);

/* From now on what a run has damaged of its process is looked for after it, and ends the
 * process as ME_END_DAMAGE. */
void failure_be_careful(void);

/* A run that nothing guards has returned. What it has damaged is a crash, if it is the only
 * one or one of a few given, and damage_begin() was called before. It does not come back in a
 * child that the program has forked. */
void failure_run_returns(void);

/* This process is a fork of the one that has called these. */
void failure_new_process(void);

/* The input of the last run that began, in this process or in one that was forked from
 * it. */
struct input failure_input(void);

/* Whether this process is in a run of its own. */
int failure_is_run(void);

/* Prints a failure of the last run as libFuzzer does, and a line with its call. `has_stack`:
 * the stack is that of the failure; place: where that is, or "". */
void failure_print(enum me_end kind, const char *detail, int has_stack,
		   const char *place);

/* What tells failures of one kind apart, in the handler: the signal, 0 for none, and
 * the stack. */
uint64_t failure_key(int number, enum me_stack stack);

/* Whether the last input fails so when it is run alone (confirm.h). */
int failure_is_confirmed(enum me_end kind, uint64_t key, enum me_stack stack);

/* Where a failing run ends the session: the last one has returned, and its subject's `clear`
 * was not 0. */
void failure_raise(int number);

/* A file is run by itself, or a failing run ends the session: a run that only leaves what was
 * assumed of the parameters ends the process without a report and as a success. */
void failure_watch_outside(void);

#endif
