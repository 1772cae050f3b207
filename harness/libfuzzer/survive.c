/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * survive.c - reports of failing runs, and what a checkpoint learns from a worker's end.
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
#include <sys/wait.h>

#include "harness/database/learnt.h"
#include "harness/goals/fault.h"
#include "harness/input/exception.h"
#include "harness/libfuzzer/failure.h"
#include "harness/libfuzzer/failures.h"
#include "harness/libfuzzer/recovered.h"
#include "harness/libfuzzer/restart.h"
#include "harness/libfuzzer/run_processes.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/pristine/checkpoint.h"
#include "harness/pristine/forked.h"
#include "harness/pristine/leftovers.h"
#include "harness/pristine/session_end.h"
#include "harness/program/backtrace.h"
#include "harness/program/damage.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/program/own_process.h"
#include "harness/program/quiet.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"
#include "harness/progress/progress.h"
#include "harness/search/fault_search.h"
#include "system/signal_name.h"

void __me_libfuzzer_exit(int code);

static struct {
	struct subject *subject;
	struct goals *goals;
	struct guard *guard;
	unsigned long long (*runs)(void);
	struct failures *failures;
	struct last_notes *notes;
	struct restart *restart; /* of a program with threads; or null */
	const struct fatal_run *newest; /* what it met is not closed yet; or null */
	int ends_alone; /* no other process waits for this one */
	enum me_end last; /* of the last failing run */
	int is_kept; /* its artifact is written */
	int is_reporting; /* it is being told */
	int strays; /* processes that have died between two runs */
	size_t rss_limit_mb;
} session;

/* ---- a failing run */

/* Of an input whose failure is known, and that closed goals; or of a new failure. */
static const char *keep_artifact(enum me_end kind)
{
	size_t size;

	session.is_kept = 1;
	const char *path = artifact_write(kind, failure_input(), 0);
	/* Those that take long are not run again in each session. */
	if (me_ends[kind].is_cheap) {
		const uint8_t *bytes = artifact_bytes(failure_input(), &size);
		learnt_failing(path, bytes, size);
	}
	return path;
}

/* The report of a new failure; its stack, if `has_stack`, is this one. What only leaves what
 * was assumed is told at the end. */
static void report(struct failure_record *r, enum me_end kind, const char *detail,
		   int has_stack)
{
	char place[FAILURE_TEXT / 2] = "";

	if (kind == ME_END_OUTSIDE)
		quiet_end();
	else
		quiet_show();
	if (has_stack)
		backtrace_place(place, sizeof place, &r->top);
	if (kind != ME_END_OUTSIDE)
		failure_print(kind, detail, has_stack, place);
	/* The disk may be full, which ends the process. */
	snprintf(r->artifact, sizeof r->artifact, "(not written)");
	failures_say(r, detail, place);
	failures_describe(r, failure_input());
	r->has_special = !fault_search_is_finite(session.subject, failure_input());
	const char *path = keep_artifact(kind);
	if (kind != ME_END_OUTSIDE)
		failures_print_again("", path);
	snprintf(r->artifact, sizeof r->artifact, "%s", path);
	quiet_begin();
}

static void note_key(enum me_end kind, uint64_t key, uint32_t goal, const char *detail,
		     enum me_stack stack)
{
	int is_new;

	session_end_report();
	leftovers_end_stray();
	leftovers_return_home();
	session.last = kind;
	trace.forced_faults += trace.record.forced != 0;
	if (trace.record.forced)
		return;
	if (pristine_is_run()) {
		pristine_note_failure(kind, key);
		return;
	}
	trace.record.is_refuted = !failures_know(session.failures, kind, key) &&
				  !failure_is_confirmed(kind, key, stack);
	if (trace.record.is_refuted)
		return;
	struct failure_record *r = failures_note(session.failures, kind, key, &is_new);

	session.notes->news |= is_new;
	session.is_reporting = 1;
	if (is_new) {
		report(r, kind, detail, stack != ME_STACK_NONE);
		r->top.count *= stack == ME_STACK_LINES;
		r->goal = goal;
	} else if (r && r->has_special && kind != ME_END_OUTSIDE &&
		   fault_search_is_finite(session.subject, failure_input()))
		failures_replace(r, keep_artifact(kind), failure_input());
	session.is_reporting = 0;
	if (r && session.subject->type == SUBJECT_TYPED)
		failures_tell_many(session.failures, r, session.runs());
}

static void note(enum me_end kind, int number, const char *detail, enum me_stack stack)
{
	const uint32_t goal = number == SIGFPE ? abort_on_take() : 0;

	note_key(kind, failure_key(number, stack) ^ (uint64_t)goal << 24, goal, detail,
		 stack);
}

/* The run goes on, or a sanitizer ends it. */
static void note_report(enum me_end end, uint64_t key, const char *detail)
{
	note_key(end, key, 0, detail, ME_STACK_LINES);
}

static void fail(int number, const siginfo_t *info, const void *context)
{
	char detail[400];

	fault_note_outside(session.subject, number, info, context);
	fault_describe(session.subject, number, info, context, detail, sizeof detail);
	const enum me_end end = fault_end(session.subject, number, info, context);
	if (end == ME_END_LEAK) {
		note_key(end, walled_leak_key(), 0, detail, me_ends[end].stack);
		return;
	}
	note(end, number, detail,
	     number == SIGVTALRM || fault_is_stack(number, info, context)
		 ? ME_STACK_FUNCTIONS
		 : ME_STACK_LINES);
}

/* ---- a run that ends its process */

/* What the next process is to know of this one's last run. */
static void pass_on(struct restart *r)
{
	const struct last_notes *n = session.notes;
	const uint32_t covered = goals_covered(session.goals) + n->met_count;

	for (uint32_t i = 0; i < n->most; i++)
		r->met[i] |= session.goals->list[i].verdict == GOAL_COVERED;
	for (const uint32_t *m = n->met; m < n->met + n->met_count; m++)
		r->met[*m] = 1;
	r->fatal[r->fatal_count++ % RESTART_FATAL] = fatal_runs_hash(failure_input());
	r->tries = n->news || covered > r->covered ? 0 : r->tries + 1;
	r->covered = covered;
}

static void end_process(enum me_end kind)
{
	if (pristine_is_run())
		pristine_end_run();
	if (forked_is_run())
		forked_end(SIGABRT);
	if (last_notes_leave(session.notes, session.goals) && !session.is_kept)
		keep_artifact(kind);
	if (session.restart) {
		pass_on(session.restart);
		quiet_end();
		restart_go_on(session.restart, session.runs());
		failures_print(session.failures);
	}
	__me_exit_now(session.restart ? failures_first_code(session.failures)
				      : failures_code(kind));
}

static void fatal(int number, const siginfo_t *info, const void *context)
{
	guard_abandon();
	fail(number, info, context);
	end_process(session.last);
}

static void __me_failure_ends(enum me_end kind)
{
	char error[400] = "";
	const char *type;

	guard_abandon();
	if (kind == ME_END_SANITIZER)
		kind = sanitizer_describe(session.subject, error, sizeof error, &type);
	/* Whoever asks the run of a process of its own may mean this end of two. */
	if (kind != ME_END_SANITIZER || pristine_is_run() || !recovered_is_told())
		note(kind, 0, kind == ME_END_DAMAGE ? damage_end() : error,
		     me_ends[kind].stack);
	session.last = kind;
	end_process(kind);
}

static int __me_failure_exits(void)
{
	if (!program_may_leave_exits(session.goals->program))
		return 0;
	note(ME_END_EXIT, 0, "", ME_STACK_LINES);
	return 1;
}

static int hangs_again(void)
{
	return failures_know(session.failures, ME_END_TIMEOUT,
			     failure_key(SIGVTALRM, ME_STACK_FUNCTIONS));
}

/* libFuzzer prints the stack of each allocation above -malloc_limit_mb before it tells
 * us; one is enough. */
static int is_allocation_known(void)
{
	return !session.is_reporting && failures_know(session.failures, ME_END_OOM,
						      failure_key(0, ME_STACK_NONE));
}

/* In place of the thread by which libFuzzer watches the memory. */
static void watch_memory(void)
{
	quiet_tick();
	if (session.rss_limit_mb && resident_mb() > session.rss_limit_mb)
		__me_failure_ends(ME_END_OOM);
}

/* ---- the checkpoint, after a worker's end */

/* What it met is in the notes. 0 when out of memory. */
static int add_fatal(uint64_t hash)
{
	const struct last_notes *n = session.notes;
	const struct fatal_run *r = fatal_runs_add(hash, n->met, n->met_count);

	session.newest = r ? r : session.newest;
	return r != NULL;
}

/* Ended by what left no notes: the first process, since its run hung, the system, for want
 * of memory, a person, or what the run has come to, by _exit(). */
static void note_killed(int status)
{
	const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	char detail[80];

	session.notes->met_count = 0;
	if (session_end_hung()) {
		note(ME_END_TIMEOUT, 0, "it did not end", ME_STACK_NONE);
		return;
	}
	if (!number) {
		note(ME_END_EXIT, 0, "", ME_STACK_NONE);
		return;
	}
	snprintf(detail, sizeof detail, "its process was ended by SIG%s",
		 signal_name(number));
	note(number == SIGKILL ? ME_END_OOM : ME_END_SIGNAL, number, detail,
	     ME_STACK_NONE);
}

/* The worker has died between two runs, by what one of them had done: none is blamed unless
 * the next worker, which makes the same runs, finds it to be the one. Where it does
 * not, the last run is left out, by which those that follow are other ones. */
static int died_between(void)
{
	enum { MOST = 10 };

	if (!session.strays++)
		fputs("WARNING: me: a run has damaged the memory of its process, which "
		      "died later: the session goes on from an earlier state; a build "
		      "with -fsanitize=address tells such runs\n",
		      stderr);
	if (session.strays > MOST) {
		run_processes_hand_over(session.runs(), PRISTINE_DAMAGE);
		fprintf(stderr,
			"ERROR: me: the session ends: %d processes have died "
			"between runs\n",
			session.strays);
		session.notes->is_cut = 1;
		return 0;
	}
	session.notes->left = 0;
	session.notes->met_count = 0;
	const int is_new = !fatal_runs_find(failure_input());
	const int passes = session.strays == 1 || !is_new ||
			   add_fatal(fatal_runs_hash(failure_input()));
	failure_be_careful();
	return passes;
}

static int died(int status, int by_harness)
{
	const int is_known = fatal_runs_find(failure_input()) != NULL;

	if (!session.notes->left && WIFEXITED(status) &&
	    (by_harness || !session_end_in_run()))
		return 0;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE && !session_end_in_run())
		return 0; /* nobody reads what the session says */
	if (is_known || (!session.notes->left && !session_end_in_run()))
		return died_between();
	if (!session.notes->left)
		note_killed(status);
	session.notes->left = 0;
	backtrace_prepare(); /* the next workers, which may die too, need not */
	return add_fatal(fatal_runs_hash(failure_input()));
}

/* A checkpoint of a damaged process is worth nothing: the one before goes on, with care. */
static void leave(void)
{
	guard_pause(session.guard);
	if (session.failures->runs && !damage_is_none())
		guard_die(SIGABRT);
}

static void begin(double cpu)
{
	failure_new_process();
	sink_new_process(cpu);
	if (session.failures->count)
		quiet_begin();
}

static void lose(int signal)
{
	fprintf(
	    stderr,
	    "ERROR: me: the session ends: a run has damaged the memory of its process, "
	    "which the checkpoint has inherited: it died of signal %d\n",
	    signal);
	if (session.notes)
		session.notes->is_cut = 1;
}

static int exit_code(int code)
{
	const int is_cut = session.notes && session.notes->is_cut;

	if (!code && !session.failures->count && (is_cut || quiet_has_lost()))
		return 1;
	if (code || !session.failures->count ||
	    (fork_is_child() && !session.notes->news))
		return code;
	return failures_first_code(session.failures);
}

/* Of the process that waited for the session. */
static int end_session(int code)
{
	quiet_last();
	fault_search_tell();
	if (!fork_is_child())
		failures_print(session.failures);
	progress_note_end();
	return exit_code(code);
}

static const struct checkpoint_events events = {died, leave, begin, lose, end_session};

/* ---- for the search */

/* Under -fork the runs of a new worker are not quite those of the last one, since other
 * processes cover goals meanwhile: what the last one's run met is closed there, whether
 * its input comes again or not. */
static void begin_run(void)
{
	if (!checkpoint_repeats())
		run_processes_look(session.runs(), session.rss_limit_mb / 2);
	if (forked_is_on() && session.failures->count)
		quiet_begin();
	checkpoint_tick(session.runs());
	quiet_run();
	recovered_begin_run();
	session.is_kept = 0;
	if (!session.newest || checkpoint_repeats())
		return;
	fatal_runs_close(session.newest, session.goals);
	session.newest = NULL;
}

static int is_fatal(struct input in, unsigned *closed)
{
	const struct fatal_run *r = fatal_runs_find(in);

	if (r)
		*closed = fatal_runs_close(r, session.goals);
	return r != NULL;
}

static void note_wrong(int number)
{
	char where[300], detail[320] = "";

	if (session.subject->kind->describe_address(session.subject, NULL, where,
						    sizeof where))
		snprintf(detail, sizeof detail, "%s", where);
	note(fault_end_of_damage(session.subject), number, detail, ME_STACK_NONE);
}

static void keep(void)
{
	if (!session.is_kept)
		keep_artifact(session.last);
}

static void session_over(void)
{
	quiet_last();
	checkpoint_over();
}

static void was_slow(unsigned cpu_ms)
{
	failures_note_slow(session.failures, cpu_ms, failure_input());
}

static const struct survival survival = {begin_run, is_fatal,	  keep,
					 was_slow,  session_over, failure_new_process};

/* ---- the end of a process that has no other one waiting for it */

/* In the place of libFuzzer's _Exit (tools/runtime.sh). */
void __me_libfuzzer_exit(int code)
{
	code = session.ends_alone ? end_session(code) : recovered_code(code);
	pristine_stop();
	session.ends_alone = 0;
	progress_note_end();
	__me_exit_now(code);
}

void survive_end_like(int status)
{
	__me_libfuzzer_exit(me_end_code(status));
}

static void end_alone(int status, void *context)
{
	(void)context;
	fflush(NULL);
	guard_end_child();
	__me_libfuzzer_exit(status);
}

static void watch_end(void)
{
	session.ends_alone = 1;
	on_exit(end_alone, NULL);
}

/* ---- */

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
		quiet_begin();
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

void survive_start(struct search *s, unsigned long long (*runs)(void), int argc,
		   char **argv)
{
	size_t size;

	if (!failures_survived(argc, argv))
		return;
	session.subject = s->subject;
	session.goals = s->goals;
	session.guard = &s->guard;
	session.runs = runs;
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], "--abort-on=", strlen("--abort-on=")) == 0 ||
		    strncmp(argv[i], "--exceptions=", strlen("--exceptions=")) == 0)
			failures_again(argv[i]);
	session.failures = fork_failures();
	if (is_threaded())
		session.restart =
		    restart_init(s->goals->program->goal_count, argc, argv);
	if (session.restart)
		session.failures = &session.restart->failures;
	if (!session.failures)
		session.failures = shared_memory(sizeof *session.failures);
	if (!session.failures ||
	    !(session.notes = last_notes_map(s->goals->program->goal_count)) ||
	    failure_survive(__me_failure_ends, __me_failure_exits) ||
	    session_end_init(argc, argv, failure_limit_ms(argc, argv)) ||
	    quiet_init()) {
		fprintf(stderr,
			"WARNING: me: the first run that fails ends the session: %s\n",
			strerror(errno));
		return;
	}
	quiet_while(is_told);
	forked_share(&session.last, sizeof session.last);
	forked_share(&session.is_kept, sizeof session.is_kept);
	void *const exception = exception_state(&size);
	forked_share(exception, size);
	quiet_watch(!(options_number(argc, argv, "close_fd_mask", 0) & 2));
	failures_read_codes(argc, argv, 0);
	session.rss_limit_mb = failures_rss_mb(argc, argv);
	sanitizer_watch_allocations();
	backtrace_omit(is_allocation_known);
	s->guard.fails = fail;
	s->guard.fatal = fatal;
	recovered_start(note_report, session.failures);
	damage_init();
	s->guard.ticks = watch_memory;
	s->guard.hangs_again = hangs_again;
	if (session.restart)
		take_up(session.restart);
	errno = 0;
	if (checkpoint_start(&events)) {
		if (!session.restart && errno)
			fprintf(stderr,
				"WARNING: me: a run that ends its process ends the "
				"session: no other process can be started: %s\n",
				strerror(errno));
		watch_end();
	} else
		failure_new_process();
	s->survival = &survival;
	s->runs.fails = note_wrong;
	s->runs.killed = note_killed;
	s->limits.each.steps = STEP_BUDGET_LEAST;
	s->limits.each.cpu_ms = failure_limit_ms(argc, argv);
}

void survive_fill(struct progress *p)
{
	failures_fill(session.failures, p);
}

void survive_end_children(int survives, int argc, char **argv)
{
	session.failures = fork_failures();
	failures_read_codes(argc, argv, !survives);
	if (session.failures)
		watch_end();
}
