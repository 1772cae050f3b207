/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ends.h - how a run of the program under test ends: what the harness, which sees it, and
 * the commands, which read of it, have to agree on.
 */
#ifndef ME_ENDS_H
#define ME_ENDS_H

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>

/* ---- signals of faults, and what is said of them */

#define ME_FAULT_STACK "stack overflow"
#define ME_FAULT_ARITHMETIC "arithmetic trap"
#define ME_FAULT_ABORT "abort"

/* Signals by which a program fails, and the type of such a failure where no more is
 * known. */
#define ME_FAULTS(FAULT)                                                               \
	FAULT(SIGSEGV, "invalid access")                                               \
	FAULT(SIGBUS, "bus error")                                                     \
	FAULT(SIGFPE, ME_FAULT_ARITHMETIC)                                             \
	FAULT(SIGILL, "illegal instruction")                                           \
	FAULT(SIGABRT, ME_FAULT_ABORT)

/* Elements of an array of signals; others may follow. */
#define ME_FAULT_NUMBER(number, type) number,
#define ME_FAULT_SIGNALS ME_FAULTS(ME_FAULT_NUMBER)
#define ME_FAULT_ONE(number, type) +1
enum { ME_FAULT_COUNT = 0 ME_FAULTS(ME_FAULT_ONE) };

/* ---- ends */

/* Room for the type of an exception that a run ends with, as the source spells it. */
enum { ME_THROWN_TEXT = 200 };

/* What of the stack tells failures apart. Where a run that does not end is when it is left
 * depends on the clock, and which statement of a recursive function runs out of stack on
 * where the stack begins. */
enum me_stack { ME_STACK_NONE, ME_STACK_FUNCTIONS, ME_STACK_LINES };

struct me_end_facts {
	const char *name; /* "ended" in records (schema.h) */
	const char *which; /* of its input, "which exits"; a signal's name follows */
	const char *type; /* the type of all such failures; null: the run tells it */
	const char *report; /* in libFuzzer's report, "ERROR: libFuzzer: ..." */
	int has_summary; /* and in its last line; else a sanitizer writes it */
	const char *prefix; /* of the name of libFuzzer's artifact; "": there is none */
	int code; /* libFuzzer's exit code; 0: no failure */
	const char *code_flag; /* libFuzzer's flag for another one; or null */
	enum me_stack stack; /* where no signal says more */
	int shows_alone; /* a run of the input alone is to fail so, too */
	int is_cheap; /* to be run again in each later session */
};

/* Of ends with one prefix the first is what an artifact's name stands for. */
/* clang-format off */
#define ME_ENDS(END) \
	END(RETURNS, "returns", "returns", NULL, NULL, 0, "", 0, NULL, \
	    ME_STACK_NONE, 1, 1) \
	END(SIGNAL, "signal", "ends with SIG", NULL, "deadly signal", \
	    1, "crash-", 77, "error_exitcode", ME_STACK_LINES, 1, 1) \
	END(EXIT, "exit", "exits", "exit", "fuzz target exited", \
	    1, "crash-", 77, "error_exitcode", ME_STACK_LINES, 1, 1) \
	END(SANITIZER, "sanitizer", "a sanitizer stops", NULL, "a sanitizer's report", \
	    0, "crash-", 77, "error_exitcode", ME_STACK_LINES, 1, 1) \
	/* Of ME_ASSERT: the run goes on. */ \
	END(ASSERTION, "assertion", "fails an assertion", "assertion failure", \
	    "assertion failed", 1, "crash-", 77, "error_exitcode", ME_STACK_LINES, 1, 1) \
	/* Of a goal that is a fault: the run goes on, too. */ \
	END(ERROR, "error", "makes a run-time error", "run-time error", \
	    "run-time error", 1, "crash-", 77, "error_exitcode", ME_STACK_LINES, 1, 1) \
	END(LEAK, "leak", "leaks memory", "memory leak", "a leak", \
	    0, "leak-", 77, "error_exitcode", ME_STACK_NONE, 0, 1) \
	END(TIMEOUT, "timeout", "hangs", "timeout", "timeout", \
	    1, "timeout-", 70, "timeout_exitcode", ME_STACK_FUNCTIONS, 1, 0) \
	END(OOM, "oom", "uses up memory", "out of memory", "out-of-memory", \
	    1, "oom-", 71, NULL, ME_STACK_NONE, 0, 0) \
	/* What a run has damaged of memory that is not its own. */ \
	END(DAMAGE, "damage", "damages memory", "damaged memory", "damaged memory", \
	    1, "crash-", 77, "error_exitcode", ME_STACK_NONE, 1, 1) \
	/* Behind __builtin_unreachable: only proofs make this of a run. */ \
	END(UNDEFINED, "undefined", "reaches __builtin_unreachable", NULL, NULL, \
	    0, "crash-", 77, NULL, ME_STACK_NONE, 1, 1) \
	/* Accesses more elements than an array was guessed to have: no fault. */ \
	END(OUTSIDE, "outside", "leaves what was assumed", "outside what was assumed", \
	    "outside what was assumed", 0, "outside-", 0, NULL, ME_STACK_LINES, 1, 1) \
	/* An assumption of the source does not hold (ME_ASSUME). */ \
	END(REJECTED, "rejected", "is rejected", NULL, NULL, 0, "", 0, NULL, \
	    ME_STACK_NONE, 1, 1) \
	/* It returns, and libFuzzer writes it with -report_slow_units. */ \
	END(SLOW, "slow", "is slow", NULL, NULL, 0, "slow-unit-", 0, NULL, \
	    ME_STACK_NONE, 1, 0) \
	/* Its process was killed from outside: nothing is known of it. */ \
	END(KILLED, "killed", "is killed", NULL, NULL, 0, "", 0, NULL, \
	    ME_STACK_NONE, 0, 0)
/* clang-format on */

#define ME_END_NUMBER(id, ...) ME_END_##id,
enum me_end { ME_ENDS(ME_END_NUMBER) ME_END_COUNT };

#define ME_END_FACTS(id, ...) {__VA_ARGS__},
static const struct me_end_facts me_ends[] = {ME_ENDS(ME_END_FACTS)};

/* Templates of the standard library are instrumented where they are used: a failure in one is
 * told at the innermost function outside of them. */
static inline int me_is_standard_header(const char *file)
{
	return file && (strstr(file, "/include/c++/") || strstr(file, "/include/g++-"));
}

/* Signals by which a session is asked to end, or to say how far it is. */
#define ME_ASKING_SIGNALS SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2

/* The status of waitpid() as a shell's exit code. */
enum { ME_CODE_SIGNALED = 128 };
static inline int me_end_code(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : ME_CODE_SIGNALED + WTERMSIG(status);
}

/* The exit code of libFuzzer when it is interrupted. */
enum { ME_CODE_INTERRUPTED = 72 };

/* Of a record; a name that is not known, or null, is that of a run that returns. */
static inline enum me_end me_end_named(const char *name)
{
	for (int e = 0; name && e < ME_END_COUNT; e++)
		if (strcmp(name, me_ends[e].name) == 0)
			return (enum me_end)e;
	return ME_END_RETURNS;
}

/* What a file whose name begins so is an artifact of; else RETURNS. */
static inline enum me_end me_end_of_artifact(const char *name)
{
	for (int e = 0; e < ME_END_COUNT; e++)
		if (*me_ends[e].prefix &&
		    strncmp(name, me_ends[e].prefix, strlen(me_ends[e].prefix)) == 0)
			return (enum me_end)e;
	return ME_END_RETURNS;
}

/* Whether libFuzzer ends with this code when a run has failed. */
static inline int me_end_is_code(int code)
{
	for (int e = 0; e < ME_END_COUNT; e++)
		if (code && code == me_ends[e].code)
			return 1;
	return 0;
}

#endif
