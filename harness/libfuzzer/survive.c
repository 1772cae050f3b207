/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * survive.c - reports of failing runs, and what a checkpoint learns from the end of a
 * worker.
 *
 * Reports are made in a handler, in the process that is about to end: nothing is
 * allocated there.
 */
#include "harness/libfuzzer/survive.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/database/learnt.h"
#include "harness/goals/fault.h"
#include "harness/libfuzzer/artifact.h"
#include "harness/libfuzzer/checkpoint.h"
#include "harness/libfuzzer/failure.h"
#include "harness/libfuzzer/failures.h"
#include "harness/program/quiet.h"
#include "harness/libfuzzer/restart.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/program/backtrace.h"
#include "harness/program/exit_now.h"
#include "harness/program/exits.h"
#include "harness/program/resident.h"
#include "harness/program/threads.h"
#include "harness/progress/progress.h"
#include "me/verdicts.h"
#include "system/signal_name.h"

void __sanitizer_print_stack_trace(void);
void __me_libfuzzer_exit(int code);

enum { RSS_LIMIT_MB = 2048 }; /* libFuzzer's default */
enum { CALL_TEXT = 4096 };

/* libFuzzer's exit codes, and the words of its reports. */
static struct kind {
	const char *error, *summary;
	int code;
} kinds[] = {
    [FAILURE_SIGNAL] = {"deadly signal", "deadly signal", 77},
    [FAILURE_EXIT] = {"fuzz target exited", "fuzz target exited", 77},
    [FAILURE_SANITIZER] = {"a sanitizer's report", NULL, 77},
    [FAILURE_LEAK] = {"a leak", NULL, 77},
    [FAILURE_TIMEOUT] = {"timeout", "timeout", 70},
    [FAILURE_OOM] = {"out-of-memory", "out-of-memory", 71},
};

/* What a dying process leaves: shared memory. */
struct notes {
	int left; /* there is something */
	int news; /* failures that no other process of the session had found */
	uint32_t met_count, met[]; /* goals that its run met first */
};

static struct {
	struct subject *subject;
	struct goals *goals;
	struct guard *guard;
	const char *program; /* argv[0] */
	const char *abort_on; /* that option, as it was given; or null */
	unsigned long long (*runs)(void);
	struct failures *failures;
	struct notes *notes;
	struct restart *restart; /* of a program with threads; or null */
	uint32_t notes_most; /* goals that there is room for */
	struct fatal_runs fatal;
	const struct fatal_run *newest; /* what it met is not closed yet; or null */
	int ends_alone; /* no other process waits for this one */
	enum failure_kind last; /* of the last failing run */
	int is_kept; /* its artifact is written */
	int is_reporting; /* it is being told */
	int is_closed; /* the program's standard error, by -close_fd_mask */
	size_t rss_limit_mb;
} session;

/* ---- words */

static void describe_call(char *text, size_t size)
{
	*text = '\0';
	if (session.subject->kind->describe)
		session.subject->kind->describe(session.subject, failure_input(), text,
						size);
}

/* ---- a failing run */

/* Of an input whose failure is known, and that closed goals; or of a new failure. */
static const char *keep_artifact(enum failure_kind kind)
{
	size_t size;

	session.is_kept = 1;
	const char *path = artifact_write(failures_prefix(kind), failure_input(), 0);
	/* Those that take long are not run again in each session. */
	if (kind != FAILURE_TIMEOUT && kind != FAILURE_OOM) {
		const uint8_t *bytes = artifact_bytes(failure_input(), &size);
		learnt_failing(path, bytes, size);
	}
	return path;
}

/* Where -close_fd_mask has closed the program's standard error nothing is kept of it.
 */
static void begin_quiet(void)
{
	if (!session.is_closed)
		quiet_begin();
}

/* The report of a new failure; its stack, if `has_stack`, is this one. */
static void report(struct failure_record *r, enum failure_kind kind, const char *detail,
		   int has_stack)
{
	static char call[CALL_TEXT];
	char place[FAILURE_TEXT / 2] = "";
	const struct kind *k = &kinds[kind];

	quiet_show();
	fprintf(stderr, "==%d== ERROR: libFuzzer: %s\n", (int)getpid(), k->error);
	if (has_stack) {
		backtrace_place(place, sizeof place);
		__sanitizer_print_stack_trace();
	}
	if (k->summary)
		fprintf(stderr, "SUMMARY: libFuzzer: %s\n", k->summary);
	describe_call(call, sizeof call);
	fprintf(stderr, "INFO: me: %s%s%s%s%s\n", call, *call && *detail ? ": " : "",
		detail, *place ? ", " : "", place);
	const char *path = keep_artifact(kind);
	fprintf(stderr, "INFO: me: to run it again: %s%s%s %s\n", session.program,
		session.abort_on ? " " : "", session.abort_on ? session.abort_on : "",
		path);
	snprintf(r->artifact, sizeof r->artifact, "%s", path);
	snprintf(r->what, sizeof r->what, "%s%s%.80s%s%s", k->error,
		 *detail ? ", " : "", detail, *place ? " " : "", place);
	begin_quiet();
}

static void note(enum failure_kind kind, int number, const char *detail,
		 enum failure_stack stack)
{
	const uint32_t goal = number == SIGFPE ? abort_on_take() : 0;
	int is_new;

	session.last = kind;
	trace.forced_faults += trace.forced != 0;
	if (trace.forced)
		return;
	const uint64_t key = failure_key(number, stack) ^ (uint64_t)goal << 24;
	struct failure_record *r = failures_note(session.failures, kind, key, &is_new);

	session.notes->news |= is_new;
	session.is_reporting = 1;
	if (is_new)
		report(r, kind, detail, stack != STACK_NONE);
	session.is_reporting = 0;
}

static void fail(int number, const siginfo_t *info, const void *context)
{
	char detail[400];

	fault_describe(session.subject, number, info, context, detail, sizeof detail);
	if (number == SIGVTALRM)
		note(FAILURE_TIMEOUT, number, detail, STACK_FUNCTIONS);
	else
		note(FAILURE_SIGNAL, number, detail,
		     fault_is_stack(number, info, context) ? STACK_FUNCTIONS
							   : STACK_LINES);
}

/* ---- a run that ends its process */

/* Whether the run has met a goal that was open. */
static int leave_notes(void)
{
	const struct goals *g = session.goals;
	struct notes *n = session.notes;
	uint32_t count = 0;

	/* What a forced run seems to have met says nothing. */
	const uint32_t most = trace.was_forced ? 0 : session.notes_most;
	for (uint32_t i = 0; i < g->program->goal_count && count < most; i++)
		if (g->list[i].in_scope && g->list[i].verdict != GOAL_COVERED &&
		    goals_is_met(g, i))
			n->met[count++] = i;
	n->met_count = count;
	n->left = 1;
	return count > 0;
}

/* What the next process is to know of this one's last run. */
static void pass_on(struct restart *r)
{
	const struct notes *n = session.notes;
	const uint32_t covered = goals_covered(session.goals) + n->met_count;

	for (uint32_t i = 0; i < session.notes_most; i++)
		r->met[i] |= session.goals->list[i].verdict == GOAL_COVERED;
	for (const uint32_t *m = n->met; m < n->met + n->met_count; m++)
		r->met[*m] = 1;
	r->fatal[r->fatal_count++ % RESTART_FATAL] = fatal_runs_hash(failure_input());
	r->tries = n->news || covered > r->covered ? 0 : r->tries + 1;
	r->covered = covered;
}

/* Returns where the session ends with this process. */
static void go_on(struct restart *r)
{
	pass_on(r);
	quiet_end();
	if (r->tries >= RESTART_TRIES) {
		fprintf(
		    stderr,
		    "INFO: me: the session ends: %d processes in turn ended in a run "
		    "and found nothing new\n",
		    RESTART_TRIES);
		return;
	}
	if (!r->restarts)
		fprintf(stderr,
			"INFO: me: the program has threads of its own: where a run "
			"ends the process, another one goes on\n");
	restart_now(r, session.runs());
}

static void end_process(enum failure_kind kind)
{
	if (leave_notes() && !session.is_kept)
		keep_artifact(kind);
	if (session.restart) {
		go_on(session.restart);
		failures_print(session.failures);
	}
	__me_exit_now(session.restart ? kinds[session.failures->list[0].kind].code
				      : kinds[kind].code);
}

static void fatal(int number, const siginfo_t *info, const void *context)
{
	guard_abandon();
	fail(number, info, context);
	end_process(session.last);
}

static void __me_failure_ends(enum failure_kind kind)
{
	guard_abandon();
	note(kind, 0, "", failure_stack_of(kind));
	end_process(kind);
}

static int __me_failure_exits(void)
{
	if (!exits_can_be_left(session.goals->program))
		return 0;
	note(FAILURE_EXIT, 0, "", STACK_LINES);
	return 1;
}

static int hangs_again(void)
{
	return failures_know(session.failures, FAILURE_TIMEOUT,
			     failure_key(SIGVTALRM, STACK_FUNCTIONS));
}

/* libFuzzer prints the stack of each allocation above -malloc_limit_mb before it tells
 * us; one is enough. */
static int is_allocation_known(void)
{
	return !session.is_reporting &&
	       failures_know(session.failures, FAILURE_OOM, failure_key(0, STACK_NONE));
}

/* In place of the thread by which libFuzzer watches the memory. */
static void watch_memory(void)
{
	if (session.rss_limit_mb && resident_mb() > session.rss_limit_mb)
		__me_failure_ends(FAILURE_OOM);
}

/* ---- the checkpoint, after a worker's end */

/* What it met is in the notes. 0 when out of memory. */
static int add_fatal(uint64_t hash)
{
	const struct notes *n = session.notes;
	const struct fatal_run *r =
	    fatal_runs_add(&session.fatal, hash, n->met, n->met_count);

	session.newest = r ? r : session.newest;
	return r != NULL;
}

/* Ended by what left no notes: the system, for want of memory, or a person. */
static void note_killed(int number)
{
	char detail[80];

	snprintf(detail, sizeof detail, "its process was ended by SIG%s",
		 signal_name(number));
	session.notes->met_count = 0;
	note(number == SIGKILL ? FAILURE_OOM : FAILURE_SIGNAL, number, detail,
	     STACK_NONE);
}

static int died(int status)
{
	const int is_known = fatal_runs_find(&session.fatal, failure_input()) != NULL;

	if (!session.notes->left && WIFEXITED(status))
		return 0; /* by libFuzzer */
	if (is_known) {
		fprintf(stderr,
			"ERROR: me: the session ends: processes die between runs\n");
		return 0;
	}
	if (!session.notes->left)
		note_killed(WTERMSIG(status));
	session.notes->left = 0;
	backtrace_prepare(); /* the next workers, which may die too, need not */
	return add_fatal(fatal_runs_hash(failure_input()));
}

static void leave(void)
{
	guard_leave(session.guard);
}

static void begin(double cpu)
{
	failure_new_process();
	sink_new_process(cpu);
	if (session.failures->count)
		begin_quiet();
}

static int exit_code(int code)
{
	if (code || !session.failures->count ||
	    (fork_is_child() && !session.notes->news))
		return code;
	return kinds[session.failures->list[0].kind].code;
}

/* Of the process that waited for the session. */
static int end_session(int code)
{
	if (!fork_is_child())
		failures_print(session.failures);
	progress_note_end();
	return exit_code(code);
}

static const struct checkpoint_events events = {died, leave, begin, end_session};

/* ---- for the search */

static unsigned close_met(const struct fatal_run *r)
{
	unsigned closed = 0;

	for (uint32_t i = 0; i < r->met_count; i++)
		if (session.goals->list[r->met[i]].verdict != GOAL_COVERED) {
			goals_learn(session.goals, r->met[i]);
			closed++;
		}
	return closed;
}

/* Under -fork the runs of a new worker are not quite those of the last one, since other
 * processes cover goals meanwhile: what the last one's run met is closed there, whether
 * its input comes again or not. */
static void begin_run(void)
{
	checkpoint_tick(session.runs());
	quiet_run();
	session.is_kept = 0;
	if (!session.newest || checkpoint_repeats())
		return;
	close_met(session.newest);
	session.newest = NULL;
}

static int is_fatal(struct input in, unsigned *closed)
{
	const struct fatal_run *r = fatal_runs_find(&session.fatal, in);

	if (r)
		*closed = close_met(r);
	return r != NULL;
}

static void note_wrong(int number)
{
	char where[300], detail[320] = "";

	if (session.subject->kind->describe_address(session.subject, NULL, where,
						    sizeof where))
		snprintf(detail, sizeof detail, "%s", where);
	note(FAILURE_SIGNAL, number, detail, STACK_NONE);
}

static void keep(void)
{
	if (!session.is_kept)
		keep_artifact(session.last);
}

static const struct survival survival = {begin_run, is_fatal, note_wrong, keep,
					 checkpoint_over};

/* ---- the end of a process that has no other one waiting for it */

/* In the place of libFuzzer's _Exit (tools/runtime.sh). */
void __me_libfuzzer_exit(int code)
{
	if (session.ends_alone)
		code = end_session(code);
	session.ends_alone = 0;
	progress_note_end();
	__me_exit_now(code);
}

static void end_alone(int status, void *context)
{
	(void)context;
	fflush(NULL);
	__me_libfuzzer_exit(status);
}

static void watch_end(void)
{
	session.ends_alone = 1;
	on_exit(end_alone, NULL);
}

/* ---- */

static int is_zero(int argc, char **argv, const char *flag)
{
	const char *value = options_flag(argc, argv, flag);

	return value && !atoi(value);
}

int survive_wanted(int argc, char **argv)
{
	return !is_zero(argc, argv, "ignore_crashes") &&
	       !is_zero(argc, argv, "ignore_timeouts") &&
	       !is_zero(argc, argv, "ignore_ooms") &&
	       !options_flag(argc, argv, "report_slow_units");
}

static void set_codes(int argc, char **argv)
{
	const char *error = options_flag(argc, argv, "error_exitcode");
	const char *timeout = options_flag(argc, argv, "timeout_exitcode");
	const char *rss = options_flag(argc, argv, "rss_limit_mb");

	for (int k = FAILURE_SIGNAL; error && k <= FAILURE_LEAK; k++)
		kinds[k].code = atoi(error);
	if (timeout)
		kinds[FAILURE_TIMEOUT].code = atoi(timeout);
	session.rss_limit_mb = rss ? (size_t)strtoull(rss, NULL, 10) : RSS_LIMIT_MB;
}

/* 0 when there is no room. */
static int make_notes(void)
{
	const uint32_t most = session.goals->program->goal_count;
	void *notes = mmap(NULL, sizeof(struct notes) + most * sizeof(uint32_t),
			   PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (notes == MAP_FAILED)
		return 0;
	session.notes = notes;
	session.notes_most = most;
	return 1;
}

/* What processes before this one have left: what their runs met is closed at the first
 * run. */
static void take_up(const struct restart *r)
{
	const uint32_t goals = session.goals->program->goal_count;
	const uint32_t count =
	    r->fatal_count < RESTART_FATAL ? r->fatal_count : RESTART_FATAL;

	for (uint32_t i = 0; i + 1 < count; i++)
		add_fatal(r->fatal[i]);
	for (uint32_t i = 0; i < goals; i++)
		if (r->met[i])
			session.notes->met[session.notes->met_count++] = i;
	if (count)
		add_fatal(r->fatal[count - 1]);
	session.notes->met_count = 0;
	if (r->failures.count)
		begin_quiet();
}

/* Whether the program already has threads; where a job of -fork ends, its parent starts
 * another one. */
static int is_threaded(void)
{
	return threads_count() > 1 && !fork_is_child();
}

/* Whether an earlier process has said what this one says now: in runs that come again,
 * and at the start of a process that goes on with another one's session. */
static int is_told(void)
{
	return checkpoint_repeats() ||
	       (session.restart && session.restart->restarts && !session.runs());
}

const struct survival *survive_start(struct subject *subject, struct goals *goals,
				     struct guard *guard,
				     unsigned long long (*runs)(void), int argc,
				     char **argv)
{
	if (!survive_wanted(argc, argv))
		return NULL;
	session.subject = subject;
	session.goals = goals;
	session.guard = guard;
	session.runs = runs;
	session.program = argv[0];
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], "--abort-on=", strlen("--abort-on=")) == 0)
			session.abort_on = argv[i];
	session.failures = fork_failures();
	if (is_threaded())
		session.restart = restart_init(goals->program->goal_count, argc, argv);
	if (session.restart)
		session.failures = &session.restart->failures;
	if (!session.failures)
		session.failures = failures_map();
	if (!session.failures || !make_notes() || failure_survive(__me_failure_ends) ||
	    quiet_init()) {
		fprintf(stderr,
			"WARNING: me: the first run that fails ends the session: %s\n",
			strerror(errno));
		return NULL;
	}
	quiet_while(is_told);
	const char *mask = options_flag(argc, argv, "close_fd_mask");
	session.is_closed = mask && (atoi(mask) & 2);
	set_codes(argc, argv);
	failure_leave_exits(__me_failure_exits);
	sanitizer_watch_allocations();
	backtrace_omit(is_allocation_known);
	guard->fails = fail;
	guard->fatal = fatal;
	guard->ticks = watch_memory;
	guard->hangs_again = hangs_again;
	const char *timeout = options_flag(argc, argv, "timeout");
	if (timeout && atoi(timeout) > 0)
		guard->limit_ms = (unsigned)atoi(timeout) * 1000;
	if (session.restart)
		take_up(session.restart);
	if (checkpoint_start(&events))
		watch_end();
	else
		failure_new_process();
	return &survival;
}

unsigned survive_failures(unsigned long long *runs)
{
	*runs = session.failures ? session.failures->runs : 0;
	return session.failures ? session.failures->count : 0;
}

size_t survive_memory_mb(void)
{
	return session.rss_limit_mb;
}

void survive_end_children(int survives, int argc, char **argv)
{
	session.failures = fork_failures();
	set_codes(argc, argv);
	for (size_t k = 0; !survives && k < sizeof kinds / sizeof *kinds; k++)
		kinds[k].code = 0;
	if (session.failures)
		watch_end();
}
