/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failing_run.c - a guarded run (guard.h) that is never left: each way in which it may
 * end is reported where it is found, in a handler, and ends the process. Nothing is
 * allocated there. The parent has read the symbols, and reports what has not reported.
 */
#include "harness/triage/failing_run.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "corpus/files/corpus.h"
#include "harness/goals/fault.h"
#include "harness/libfuzzer/failure.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/program/backtrace.h"
#include "harness/program/hash.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"
#include "harness/records/json_writer.h"
#include "harness/records/records.h"
#include "harness/runtime/guard.h"
#include "harness/runtime/trace.h"
#include "harness/triage/apart.h"
#include "system/signal_name.h"

/* ---- where a run does not end */

/* The function whose loop does not end calls others, and the clock decides in which of them
 * the run is found. So the stack is looked at several times: what was called again between
 * two looks has come back, and is not the one; what is on the stack each time, seen from the
 * entry, may be. */
enum { HANG_LOOKS = 4, HANG_DEPTH = 64 };

/* Start with all zeros. */
struct hang {
	unsigned looks;
	size_t count; /* frames that may not have come back, from the entry */
	int is_looking;
	const char *outer[HANG_DEPTH]; /* their functions, that of the entry first */
};

static int is_same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void note_first(struct hang *h, const struct backtrace_frame *frames,
		       size_t count)
{
	h->count = count;
	for (size_t i = 0; i < count; i++)
		h->outer[i] = frames[count - 1 - i].function;
}

/* Up to the first that the stack has not had before. */
static size_t common_frames(const struct hang *h, const struct backtrace_frame *frames,
			    size_t count)
{
	size_t n = 0;

	while (n < h->count && n < count &&
	       is_same(h->outer[n], frames[count - 1 - n].function))
		n++;
	return n;
}

/* Without those that have been called since the last look, and what they call. */
static size_t staying_frames(const struct backtrace_frame *frames, size_t count,
			     size_t n)
{
	while (n > 1) {
		const struct backtrace_frame *f = &frames[count - n];
		if (f->is_program && !(f->entries && *f->entries))
			break;
		n--;
	}
	return n;
}

/* In the handler of the clock: looks at the stack it has interrupted. Whether that was
 * the last look. */
static int hang_look(struct hang *h)
{
	static struct backtrace_frame frames[HANG_DEPTH];

	h->is_looking = 1;
	const size_t count = backtrace_frames(frames, HANG_DEPTH);
	h->is_looking = 0;
	if (!h->looks)
		note_first(h, frames, count);
	else
		h->count =
		    staying_frames(frames, count, common_frames(h, frames, count));
	for (size_t i = 0; i < count; i++)
		if (frames[i].entries)
			*frames[i].entries = 0;
	return ++h->looks == HANG_LOOKS;
}

/* Index of the innermost of the `count` frames that may not have come back; 0 when there
 * is none. */
static size_t hang_inner(const struct hang *h, const struct backtrace_frame *frames,
			 size_t count)
{
	const size_t n = common_frames(h, frames, count);

	return n ? count - n : 0;
}

/* ---- the run */

int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

enum { FRAMES_MOST = 64, TEXT_SIZE = 8192 };
enum { GRACE_S = 15 }; /* for the report itself */

struct told_failure {
	int leaks; /* LeakSanitizer has printed where: the parent tells the rest */
	int is_told; /* how the run has ended, */
	struct failing_identity identity; /* which is this, or printed */
};

static struct {
	struct failing_run run;
	struct guard guard;
	struct hang hang;
	size_t rss_limit_mb;
	const char *file;
	int prints; /* else its identity is noted */
	uint64_t
	    report_stack; /* the key of that of UBSan's last report in this run; or 0 */
	struct told_failure *told; /* shared with the child */
} failing;

/* What is known of a failure. */
struct failed {
	enum me_end kind;
	const char *type, *detail; /* null: no more than the kind says */
	const char *report; /* UBSan's line, where the run goes on; or null */
	int number; /* of the signal, or 0 */
	enum me_stack stack;
	struct leak_stack leak; /* the stack; count 0: it is that of this process */
};

/* ---- the line */

static void put_input(struct json_writer *line)
{
	static char text[TEXT_SIZE];
	const struct subject *s = failing.run.subject;

	if (s->file_size)
		json_writer_number(line, "bytes", (long)s->file_size);
	if (!s->kind->describe)
		return;
	s->kind->describe(s, s->kind->held(s), text, sizeof text);
	json_writer_text(line, "call", text);
}

static void put_frame(struct json_writer *line, const struct backtrace_frame *f)
{
	json_writer_open(line);
	json_writer_text(line, "function", f->function);
	json_writer_text(line, "file", f->file);
	if (f->line)
		json_writer_number(line, "line", f->line);
	if (f->times > 1)
		json_writer_number(line, "times", (long)f->times);
	if (f->is_inlined)
		json_writer_number(line, "inlined", 1);
	if (f->is_program)
		json_writer_number(line, "program", 1);
	json_writer_close(line);
}

static size_t stack_of(const struct failed *f, struct backtrace_frame *frames)
{
	return f->leak.count ? backtrace_frames_at(f->leak.pcs, f->leak.count, frames,
						   FRAMES_MOST)
			     : backtrace_frames(frames, FRAMES_MOST);
}

static void put_stack(struct json_writer *line, const struct failed *f)
{
	static struct backtrace_frame frames[FRAMES_MOST];
	const size_t count = stack_of(f, frames);

	json_writer_open_array(line, "stack");
	for (size_t i = hang_inner(&failing.hang, frames, count); i < count; i++)
		put_frame(line, &frames[i]);
	json_writer_close_array(line);
}

static void print_failure(const struct failed *f)
{
	static struct json_writer line;

	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "failure");
	json_writer_text(&line, "file", failing.file);
	json_writer_text(&line, "ended", me_ends[f->kind].name);
	if (f->number)
		json_writer_text(&line, "signal", signal_name(f->number));
	json_writer_text(&line, "type", f->type);
	json_writer_text(&line, "detail", f->detail);
	json_writer_text(&line, "report", f->report);
	json_writer_number(&line, "lines", f->stack == ME_STACK_LINES);
	put_input(&line);
	if (f->stack != ME_STACK_NONE)
		put_stack(&line, f);
	json_writer_end(&line);
}

static void print_return(void)
{
	static struct json_writer line;

	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "failure");
	json_writer_text(&line, "file", failing.file);
	json_writer_text(&line, "ended", me_ends[ME_END_RETURNS].name);
	put_input(&line);
	json_writer_end(&line);
}

/* ---- what tells it from others */

/* Of the program's innermost functions; addresses are those of all its processes. */
static uint64_t leak_key(const struct failed *f)
{
	static struct backtrace_frame frames[FRAMES_MOST];
	const size_t count = stack_of(f, frames);
	uint64_t key = 1;
	unsigned n = 0;

	for (size_t i = 0; i < count && n < BACKTRACE_TOP; i++)
		if (frames[i].is_program) {
			key = hash_mix(key, frames[i].pc);
			n++;
		}
	return key;
}

static struct failing_identity identity_of(const struct failed *f)
{
	return (struct failing_identity){
	    1, f->kind,
	    hash_mix(hash_text(1, f->type),
		     f->leak.count ? leak_key(f) : failure_key(f->number, f->stack))};
}

/* ---- the ends of a run */

static void note_failure(const struct failed *f)
{
	if (failing.prints)
		print_failure(f);
	else
		failing.told->identity = identity_of(f);
	failing.told->is_told = 1;
}

static void tell_failure(const struct failed *f)
{
	guard_abandon();
	note_failure(f);
	__me_exit_now(0);
}

/* Named for the stack trace, which begins below it. A hang is looked at several times. */
static void __me_failure_fatal(int number, const siginfo_t *info, const void *context)
{
	char detail[400];
	const struct subject *s = failing.run.subject;
	const int is_hang = number == SIGVTALRM;

	if (is_hang && !hang_look(&failing.hang))
		return;
	if (!is_hang && failing.hang.is_looking)
		tell_failure(&(struct failed){.kind = ME_END_TIMEOUT});
	fault_describe(s, number, info, context, detail, sizeof detail);
	tell_failure(
	    &(struct failed){.kind = fault_end(s, number, info, context),
			     .type = fault_type(s, number, info, context),
			     .detail = detail,
			     .number = is_hang ? 0 : number,
			     .leak = leak_stack_of_walls(),
			     .stack = is_hang || fault_is_stack(number, info, context)
					  ? ME_STACK_FUNCTIONS
					  : ME_STACK_LINES});
}

static void __me_failure_ends_run(enum me_end kind)
{
	struct failed failed = {.kind = kind, .stack = me_ends[kind].stack};
	char detail[400] = "";

	if (kind == ME_END_SANITIZER) {
		failed.kind = sanitizer_describe(failing.run.subject, detail,
						 sizeof detail, &failed.type);
		failed.detail = failed.type ? detail : NULL;
		/* Built with -fno-sanitize-recover: by the last report. */
		if (failing.report_stack == failure_key(0, ME_STACK_LINES) &&
		    !sanitizer_is_address())
			__me_exit_now(0);
	}
	tell_failure(&failed);
}

/* Of UBSan, after which the run goes on: each counts. Who simplifies an input asks for the
 * first. */
static void tell_report(const struct sanitizer_report *r)
{
	char text[400];
	const struct failed f = {
	    .kind = r->end, .type = r->kind, .report = text, .stack = ME_STACK_LINES};

	snprintf(text, sizeof text, "%s:%u:%u: runtime error: %s",
		 r->file ? r->file : "?", r->line, r->column, r->message);
	fprintf(stderr, "%s\n", text);
	if (!failing.prints)
		tell_failure(&f);
	note_failure(&f);
	failing.report_stack = failure_key(0, ME_STACK_LINES);
}

/* Of UBSan, or ME_ASSERT. */
static void __me_failure_reported_run(const struct sanitizer_report *r)
{
	if (!failure_is_run())
		return;
	if (r->end == ME_END_SANITIZER)
		tell_report(r);
	else
		tell_failure(&(struct failed){.kind = r->end,
					      .type = me_ends[r->end].type,
					      .detail = r->message,
					      .stack = ME_STACK_LINES});
}

/* The run has had its time by the clock. If it uses the processor, what others leave of it,
 * the ticks of its CPU time look at it from now on; if it waits, the next call comes first.
 */
static void __me_failure_overdue_run(void)
{
	const int was_looked_at = failing.hang.looks > 0;

	if (!hang_look(&failing.hang) && !was_looked_at) {
		trace_grant_cpu(1);
		return;
	}
	tell_failure(&(struct failed){.kind = ME_END_TIMEOUT,
				      .detail = "it did not end",
				      .stack = ME_STACK_FUNCTIONS});
}

static void watch_memory(void)
{
	if (failing.rss_limit_mb && resident_mb() > failing.rss_limit_mb)
		__me_failure_ends_run(ME_END_OOM);
}

/* What was wrong with a run that has come back. */
static void tell_wrong(int number)
{
	const struct subject *s = failing.run.subject;
	char detail[400] = "it wrote to its input", type[400];

	if (s->kind->describe_address)
		s->kind->describe_address(s, NULL, detail, sizeof detail);
	/* "write in front of x" of "write to x[-1], in front of x (8 elements of 8 bytes)" */
	const char *in = strstr(detail, " in front of ");
	if (in)
		snprintf(type, sizeof type, "write%.*s", (int)strcspn(in, "(") - 1, in);
	tell_failure(&(struct failed){.kind = fault_end_of_damage(s),
				      .type = in ? type : detail,
				      .detail = detail,
				      .number = number,
				      .stack = ME_STACK_NONE});
}

/* ---- the run */

static void call_failing(void *context)
{
	(void)context;
	failing.run.subject->kind->call(failing.run.subject);
}

static void run_held(void)
{
	struct subject *s = failing.run.subject;

	if (failing.run.state)
		state_restore(failing.run.state);
	s->kind->prepare(s);
	trace_begin(&failing.run.request);
	trace_listen(1);
	guard_run(&failing.guard, call_failing, NULL);
	trace_listen(0);
	const int wrong = s->kind->clear(s);
	if (wrong)
		tell_wrong(wrong);
	if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check()) {
		failing.told->leaks = 1;
		__me_exit_now(0);
	}
}

/* In-program or not: no run is left. */
static int never(uintptr_t pc)
{
	(void)pc;
	return 0;
}

static void set_guard(struct guard *g)
{
	struct run_limit *limit = &failing.run.request.limit;

	failing.rss_limit_mb = failures_rss_mb(failing.run.argc, failing.run.argv);
	if (!limit->wall_s)
		limit->wall_s = FAILING_RUN_TIMEOUT_S;
	limit->cpu_ms = limit->wall_s * 1000;
	limit->wall_s *= FAILING_RUN_WALL;
	g->may_leave = never;
	g->aborts = NULL;
	g->fatal = __me_failure_fatal;
	g->overdue = __me_failure_overdue_run;
	g->ticks = watch_memory;
	g->finds_leaks = 1;
}

/* Nothing is looked for but, with --abort-on, goals that are failures: no hook need be
 * called, and none is found on the stack of a hang. */
static void close_sites(void)
{
	for (uint32_t s = 0; s < trace.program->site_count && !trace.session.met; s++)
		trace_open(s, 0);
}

int failing_run_init(const struct failing_run *run)
{
	failing.run = *run;
	failing.told = shared_memory(sizeof *failing.told);
	guard_init(&failing.guard);
	if (!failing.told ||
	    failure_init(run->subject, &failing.guard, &failing.run.request.limit,
			 run->argc, run->argv) ||
	    failure_survive(__me_failure_ends_run, NULL))
		return -1;
	set_guard(&failing.guard);
	close_sites();
	backtrace_prepare();
	return 0;
}

/* ---- the child, and what its parent knows of it */

static void run_child(void *context)
{
	(void)context;
	failure_new_process();
	failure_watch();
	sanitizer_call_at_report(__me_failure_reported_run);
	run_held();
	if (failing.prints && !failing.report_stack)
		print_return();
	failing.told->is_told = 1;
}

static struct failed leak_of(const struct apart *a)
{
	static char text[2 * APART_KEPT + 8];
	struct failed f = {.kind = ME_END_LEAK};

	apart_text(a, text);
	f.leak = leak_stack_read(text);
	if (f.leak.count)
		f.stack = ME_STACK_LINES;
	return f;
}

/* How the child has ended that has not told it itself. */
static struct failed silent_end(const struct apart *a)
{
	struct failed f = {.kind = apart_end(a)};

	if (failing.told->leaks)
		return leak_of(a);

	if (f.kind == ME_END_SIGNAL) {
		f.number = WTERMSIG(a->status);
		f.type = fault_type(failing.run.subject, f.number, NULL, NULL);
	}
	return f;
}

static void print_output(const struct apart *a)
{
	static struct json_writer line;
	static char text[2 * APART_KEPT + 8];

	apart_text(a, text);
	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "output");
	json_writer_text(&line, "file", failing.file);
	json_writer_text(&line, "text", text);
	json_writer_end(&line);
}

/* Runs the input, by the clock no longer than what ends a run by itself. */
static int run_input(const uint8_t *bytes, size_t size, struct apart *apart)
{
	*failing.told = (struct told_failure){0};
	failing.run.subject->kind->take(failing.run.subject, bytes, size);
	if (apart_do(run_child, NULL, 2.0 * failing.run.request.limit.wall_s + GRACE_S,
		     apart))
		return -1;
	if (!failing.told->is_told) {
		const struct failed f = silent_end(apart);
		note_failure(&f);
	}
	return 0;
}

const char *failing_run_print(const char *path)
{
	static struct apart apart;
	unsigned char *bytes;
	size_t size;
	int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	failing.file = path;
	failing.prints = 1;
	err = run_input(bytes, size, &apart);
	free(bytes);
	if (err)
		return "no process can be made";
	print_output(&apart);
	return NULL;
}

int failing_run_identify(const uint8_t *bytes, size_t size,
			 struct failing_identity *identity)
{
	static struct apart apart;

	failing.prints = 0;
	const int err = run_input(bytes, size, &apart);
	*identity = failing.told->identity;
	return err;
}
