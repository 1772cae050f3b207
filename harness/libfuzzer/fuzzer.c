/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzzer.c - libFuzzer's side: the callback that runs one input, and the custom mutator
 * in which its mutations and minimisation alternate.
 *
 * A call of the mutator either lets libFuzzer mutate or minimises for one slice. How many
 * mutations come between follows what they bring. At its end libFuzzer prints its statistics.
 */
#include "harness/libfuzzer/fuzzer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/bytes/energy.h"
#include "harness/bytes/mutation.h"
#include "harness/database/learnt.h"
#include "harness/libfuzzer/failure.h"
#include "harness/libfuzzer/fork.h"
#include "harness/libfuzzer/recovered.h"
#include "harness/libfuzzer/run_processes.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/libfuzzer/statistics.h"
#include "harness/libfuzzer/survive.h"
#include "harness/libfuzzer/user.h"
#include "harness/libfuzzer/wholefile.h"
#include "harness/pristine/pristine.h"
#include "harness/program/damage.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/program/own_process.h"
#include "harness/progress/progress.h"
#include "harness/search/fault_search.h"
#include "harness/search/simplify_kept.h"
#include "harness/search/slice.h"
#include "harness/search/thrown.h"
#include "system/clock.h"

/* libFuzzer's LLVMFuzzerRunDriver, and what it calls in the place of the user's
 * LLVMFuzzerCustomMutator (tools/runtime.sh). */
int __me_libfuzzer_run(int *argc, char ***argv, user_test_fn *test);
size_t __me_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static struct {
	struct fuzzer f;
	struct search search;
	uint8_t *room; /* for a file of the subject's size */
	struct pristine_session before; /* by other processes of the session */
	int searching; /* the mutator was called: all seeds have been run */
	int finishing; /* the end was requested */
	unsigned left; /* libFuzzer's mutations until the next slice */
	unsigned budget; /* of them between two slices; spends_energy: at least */
	unsigned brought; /* goals that they closed since the last slice */
	struct energy credit; /* spends_energy: instead of budget and brought */
	unsigned long long hooks; /* trace.hooks when they were last charged */
	unsigned long long executions; /* by libFuzzer */
	struct sampling sampling; /* of these */
	struct abundant abundant; /* features */
	struct run_request request; /* of the last run */
	struct length length; /* of libFuzzer's mutations, where it varies */
} session;

static int is_typed(void)
{
	return session.f.subject->type == SUBJECT_TYPED;
}

static unsigned long long inner_evaluations(void)
{
	return session.search.evaluations;
}

static unsigned long long evaluations(void)
{
	return inner_evaluations() + session.executions;
}

/* The other processes of -fork. */
static int tell_others(void)
{
	return fork_share(session.f.goals, evaluations(), session.search.starts_made);
}

static void fill(struct progress *r)
{
	r->executions = evaluations();
	survive_fill(r);
	fork_fill(r);
}

/* ---- the callback */

/* Inputs of a seed directory are there already. Without seeds libFuzzer begins with an empty and
 * a short input, which it never writes. */
static void keep(struct input in, unsigned closed)
{
	const struct subject *s = session.f.subject;
	size_t size;
	const int written =
	    session.searching ? !is_typed()
			      : session.f.options->seeded || session.before.evaluations;

	session.brought += closed;
	search_add(&session.search, in, !written);
	if (session.f.options->passive)
		return;
	const uint8_t *bytes = s->kind->encode(s, in, session.room, &size);
	if (written)
		sink_know(session.f.sink, bytes, size);
	else
		sink_put(session.f.sink, bytes, size, closed);
}

/* libFuzzer's handlers are there. */
static void begin_first_run(void)
{
	guard_stack();
	failure_watch();
}

/* Until libFuzzer mutates, all that it runs was given. */
static int wants_hooks(void)
{
	return !session.searching || is_typed() || goals_need_hooks(session.f.goals) ||
	       sampling_takes(&session.sampling);
}

/* What is asked of a run of libFuzzer's. */
static struct run_request *make_request(int listens)
{
	struct run_request *r = &session.request;

	*r = search_request(&session.search);
	r->account = session.searching ? RUN_OF_FUZZER : RUN_GIVEN;
	r->listens = listens;
	r->feed = 1;
	return r;
}

static void run_held(void)
{
	const struct run_request *r = make_request(wants_hooks());
	struct held_run run = session.search.runs;

	run.fails = is_typed() ? failure_raise : NULL;
	run.killed = survive_end_like;
	failure_watch_outside();
	failure_note();
	recovered_begin_run();
	if (!r->listens)
		sampling_close_sites(&session.sampling, session.f.goals->program);
	if (session.f.options->replay)
		damage_begin(__builtin_frame_address(0));
	held_run_plain(&run, r);
	failure_run_returns();
	if (!r->listens)
		sampling_open_sites(&session.sampling, session.f.goals->program);
}

/* Where the only goal is one over the whole run, libFuzzer keeps what meets it alone. */
static int is_wanted(void)
{
	const struct goals *g = session.f.goals;

	return !g->seeks_run || session.f.options->passive ||
	       goals_is_met(g, g->program->run_goal);
}

/* Where a failing run does not end the session. Whether it has returned. */
static int run_surviving(size_t size)
{
	struct search *s = &session.search;
	struct run_request *r = make_request(1);

	sanitizer_begin_run();
	s->guard.finds_leaks = 1;
	if (s->goals->open_count > GOALS_MANY)
		r->omits = OMIT_OPERATIONS;
	search_execute(s, r);
	s->omits = OMIT_NOTHING; /* from here on the descent measures all */
	s->guard.finds_leaks = 0;
	if (trace.record.end == RUN_RETURNED) {
		program_judge_input(session.f.goals->program, 1, size,
				    is_wanted() ? trace.record.result : -1);
		return 1;
	}
	sanitizer_excuse_run();
	if (trace.record.end == RUN_LONG && goals_has_news(session.f.goals))
		search_run_held(s);
	if (trace.record.end == RUN_FAILED) {
		const unsigned closed = search_note(s, r);
		session.brought += closed;
		if (closed)
			s->survival->keep();
	}
	program_judge_input(session.f.goals->program, 1, size, -1);
	tell_others();
	return 0;
}

/* Between two runs: the program may have loaded one. */
static void look_for_libraries(void)
{
	const char *error = "out of memory";

	if (!goals_grow(session.f.goals, session.f.program, &error))
		return;
	fprintf(stderr, "ERROR: me: %s\n", error);
	__me_exit_now(1);
}

/* The cost of that many runs, since the last call. */
static double charge(unsigned long long runs)
{
	double cost = energy_cost(runs, trace_cost() - session.hooks);

	session.hooks = trace_cost();
	return cost;
}

static void run_owed(void)
{
	struct subject *s = session.f.subject;
	size_t size;
	const uint8_t *bytes = sampling_owed(&session.sampling, &size);

	if (!bytes)
		return;
	s->kind->take(s, bytes, size);
	search_run_held(&session.search);
}

static int run_input(const uint8_t *data, size_t size)
{
	struct subject *s = session.f.subject;

	if (!session.executions++)
		begin_first_run();
	progress_beat();
	s->kind->take(s, data, size);
	if (session.f.options->replay) {
		s->kind->show(s, stdout);
		putchar('\n');
		fflush(stdout);
	}
	if (!session.search.survival)
		run_held();
	else if (!run_surviving(size))
		return 0;
	const int result = trace.record.result;
	look_for_libraries();
	const int wanted = is_wanted();
	if (!session.search.survival && !wanted)
		program_judge_input(session.f.goals->program, 1, size, -1);
	else if (session.f.subject->type == SUBJECT_BYTES)
		program_judge_input(session.f.goals->program,
				    !session.f.options->passive, size, result);
	if (session.f.options->replay)
		thrown_tell();
	/* With seeds the empty input that libFuzzer runs first is none of them. */
	if (session.f.options->replay || result == -1 ||
	    (!size && session.f.options->seeded && !session.searching))
		return result;
	struct input in = s->kind->held(s);
	const unsigned closed = search_note(&session.search, &session.request);
	/* Of a run without hooks the distances are wanted, too. */
	if (closed && !session.request.listens &&
	    session.f.options->method != METHOD_OFF)
		sampling_owe(&session.sampling, in.data, in.size);
	const double cost = charge(1);
	search_yield_outer(&session.search, session.searching ? "mutations" : "given",
			   closed);
	sampling_note(&session.sampling, cost - 1);
	energy_fuzzed(&session.credit, cost, closed, session.f.goals->untried_count);
	/* Without a branch to take the first input is all there is to keep. */
	if (closed || (!session.f.goals->scope_count && session.executions == 1))
		keep(in, closed);
	tell_others();
	if (session.searching && !is_typed() && session.f.options->method != METHOD_OFF)
		abundant_hide(&session.abundant, session.f.program);
	return wanted ? result : -1;
}

/* ---- the mutator */

static void announce_end(const char *why)
{
	sink_repair(session.f.sink);
	announce_stop(&session.search, why, evaluations());
}

/* libFuzzer ends by itself at -runs and -max_total_time. */
static void at_exit(void)
{
	if (guard_is_child())
		return;
	if (session.search.survival)
		session.search.survival->end();
	pristine_stop();
	if (session.f.options->fork)
		progress_end("libFuzzer has ended");
	if (!session.searching || session.finishing || session.f.options->passive)
		return;
	announce_end("libFuzzer has ended");
	tell_others();
	progress_end("libFuzzer has ended");
}

static void finish(const char *why)
{
	if (session.finishing)
		return;
	session.finishing = 1;
	fault_search_walled(&session.search, 1);
	simplify_kept(&session.search, evaluations());
	if (session.search.survival)
		session.search.survival->end();
	announce_end(why);
	tell_others();
	fork_note_end(why);
	progress_end(why);
	fork_end_fuzzer();
}

/* libFuzzer does not see inner runs. Without any the end is its own matter; a search
 * that ends by itself says so after a slice, unless runs are left after simpler inputs. */
static void end_with_runs(void)
{
	const struct search *s = &session.search;
	const long long runs = s->options->runs;

	if ((!subject_ends_by_itself(s->subject) || s->simplified.is_due) &&
	    runs >= 0 && (s->evaluations || is_typed()) &&
	    evaluations() >= (unsigned long long)runs)
		finish("-runs is reached");
}

/* -max_total_time asks for more where goals are open, -runs in any case but where the
 * only goal is one over the whole run. */
static int ends_when(int open)
{
	const struct harness_options *o = session.f.options;

	return !o->time_given ||
	       (!open && (!o->runs_given || session.f.goals->seeks_run));
}

/* A slice has ended, which took so many runs and has closed so many goals. */
static void after_slice(enum slice_outcome outcome, unsigned long long runs,
			unsigned long long closed)
{
	const int open = session.f.goals->open_count > 0;

	if (outcome == SLICE_SPENT) {
		simplify_kept(&session.search, evaluations());
		end_with_runs();
	} else if (outcome == SLICE_FINISHED && ends_when(open))
		finish(goals_why_end(session.f.goals));
	else if (outcome == SLICE_FINISHED)
		search_begin_again(&session.search);
	if (!is_typed()) {
		session.left = session.budget;
		return;
	}
	const int many = session.f.goals->open_count > GOALS_MANY;
	const double slice = many ? (double)closed / ((double)runs + 1) : 0;
	session.budget = alternation_budget(session.budget, session.brought, slice);
	session.brought = 0;
	session.left = session.f.options->method == METHOD_COVERME ? 0 : session.budget;
}

/* A mutation of the bytes, the user's or libFuzzer's, brought into the one form of the
 * inputs where they have one; 0 when there is none. */
static size_t mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	const struct harness_options *o = session.f.options;
	struct subject *s = session.f.subject;

	if (!is_typed() && (o->method != METHOD_OFF || o->run_goal))
		size = nearest_base(session.f.goals, data, size, max_size, seed);
	const size_t most = length_allowed(&session.length, session.executions,
					   kept_count(), size, max_size);
	size = user_mutate(data, size, most, seed);
	if (!is_typed() || max_size < s->file_size || !size || size > max_size)
		return size;
	s->kind->take(s, data, size);
	s->kind->encode(s, s->kind->held(s), data, &size);
	return size;
}

/* A found input as libFuzzer's next one; 0 when there is none. */
static size_t hand_over(uint8_t *data, size_t max_size)
{
	size_t size;
	const uint8_t *bytes = search_hand_over(&session.search, max_size, &size);

	if (!bytes)
		return 0;
	memcpy(data, bytes, size);
	return size;
}

/* What has failed in a run of ours; 0 when it does not fit in. */
static size_t take_failed(uint8_t *data, size_t max_size)
{
	const struct search *s = &session.search;

	if (s->failed_size > max_size)
		return 0;
	memcpy(data, s->failed, s->failed_size);
	return s->failed_size;
}

/* One slice; then libFuzzer gets what crashed, what closed a goal, or a mutation. */
static size_t minimise(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	struct search *s = &session.search;
	if (max_size > s->subject->max_size)
		s->subject->max_size = max_size;
	fault_search_walled(s, 0);
	unsigned long long began = s->evaluations, closed = s->closed;
	enum slice_outcome outcome = session.f.options->method == METHOD_COVERME
					 ? coverme_slice(s)
					 : slice_run(s);

	if (outcome == SLICE_FINISHED ||
	    (outcome == SLICE_MORE && fault_search_is_due(s)))
		outcome = fault_search_turn(s, ends_when(s->goals->open_count > 0));
	look_for_libraries();
	energy_minimised(&session.credit, charge(s->evaluations - began),
			 s->closed - closed);
	after_slice(outcome, s->evaluations - began, s->closed - closed);
	if (outcome == SLICE_CRASH && s->failed_size <= max_size)
		return take_failed(data, max_size);
	size_t found = hand_over(data, max_size);
	if (found)
		return found;
	if (session.f.options->method == METHOD_COVERME)
		return size; /* the paper's algorithm has no mutations beside it */
	return mutate(data, size, max_size, seed);
}

static int minimises(size_t max_size)
{
	const struct harness_options *o = session.f.options;

	return o->method != METHOD_OFF && !o->passive && !session.finishing &&
	       max_size >= session.f.subject->file_size &&
	       (is_typed() ||
		(session.f.goals->open_count && energy_allows(&session.credit)));
}

/* -runs counts all executions; if all are libFuzzer's, it counts them itself. */
static void set_limit(void)
{
	struct search *s = &session.search;
	const unsigned long long used = session.executions + simplify_kept_reserve(s);
	const long long runs = s->options->runs;

	if (runs >= 0)
		s->limit = runs > (long long)used ? (unsigned long long)runs - used : 0;
}

/* All given inputs have been run. The size of one that failed in a run of ours, or 0. */
static size_t begin_search(uint8_t *data, size_t max_size, unsigned seed)
{
	struct search *s = &session.search;

	session.searching = 1;
	gsl_rng_set(s->rng, seed);
	set_limit();
	learnt_take_up(s);
	return s->crash ? take_failed(data, max_size) : 0;
}

size_t __me_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	const struct harness_options *o = session.f.options;

	if (!session.f.subject) /* no session of ours */
		return user_mutate(data, size, max_size, seed);
	const size_t failed =
	    session.searching ? 0 : begin_search(data, max_size, seed);
	if (failed)
		return failed;
	if (max_size < session.f.subject->file_size)
		return mutate(data, size, max_size, seed);
	if (tell_others())
		finish("another process has ended the search");
	if (fork_learnt() && session.f.sink->corpus &&
	    subject_ends_by_itself(session.f.subject))
		fork_run_others(&session.search, session.f.sink->corpus);
	run_owed();
	simplify_kept_when_late(&session.search, evaluations());
	end_with_runs();
	if (subject_ends_by_itself(session.f.subject) &&
	    (o->method == METHOD_OFF || !is_typed()) && !session.f.goals->open_count &&
	    ends_when(0))
		finish(goals_why_end(session.f.goals));
	size_t found = hand_over(data, max_size);
	if (found)
		return found;
	if (!minimises(max_size) || session.left) {
		if (session.left)
			session.left--;
		return mutate(data, size, max_size, seed);
	}
	set_limit();
	return minimise(data, size, max_size, seed);
}

/* ---- libFuzzer's command line */

/* The command line for libFuzzer; it tells ours how inputs grow. */
static char **complete(const struct fuzzer *f, int *argc, char **argv)
{
	if (is_typed()) {
		argv = default_flags_one_form(f->subject->file_size, argc, argv);
		return f->options->fork && failures_survived(*argc, argv)
			   ? default_flags_survivor(argc, argv)
			   : argv;
	}
	if (user_has_mutator())
		return argv;
	if (f->options->method == METHOD_OFF)
		return default_flags_fuzzed(argc, argv);
	if (!options_flag(*argc, argv, "len_control"))
		length_init(&session.length);
	return argv;
}

/* From here on failing runs do not end the session of a typed target; in the parent of
 * -fork they are its children's. */
static void survive(int argc, char **argv)
{
	if (session.f.options->fork)
		survive_end_children(is_typed(), argc, argv);
	else if (is_typed())
		survive_start(&session.search, evaluations, argc, argv);
}

static void report(int argc, char **argv)
{
	if (session.f.options->passive || session.f.options->replay)
		return;
	progress_start(&session.search, argv[0], fill,
		       !fork_is_child() && options_number(argc, argv, "verbosity", 1));
	session.search.between_runs = progress_beat;
	if (session.f.sink->corpus)
		artifact_list_for(session.f.sink->corpus);
}

static int out_of_memory(void)
{
	fprintf(stderr, "ERROR: me: out of memory\n");
	return 1;
}

int fuzzer_run(const struct fuzzer *f, int argc, char **argv)
{
	const int user_argc = argc;
	char **const user_argv = argv;

	session.f = *f;
	session.budget = ALTERNATION_FIRST;
	session.left = f->options->method == METHOD_COVERME ? 0 : session.budget;
	session.room = calloc(f->subject->file_size + 1, 1);
	if (!session.room || search_init(&session.search, f->options, f->subject,
					 f->goals, f->sink, f->state, 0))
		return out_of_memory();
	argv = complete(f, &argc, argv);
	energy_init(&session.credit, f->goals->scope_count);
	if (!is_typed())
		learnt_also("energy", &session.credit, sizeof session.credit);
	atexit(at_exit);
	statistics_begin(inner_evaluations,
			 is_typed() && f->options->method != METHOD_OFF, user_argc,
			 user_argv);
	if (failure_init(f->subject, &session.search.guard, &session.search.limits.each,
			 argc, argv))
		return out_of_memory();
	if (is_typed())
		wholefile_remake_by(f->sink);
	else if (f->sink->corpus && !f->options->fork)
		wholefile_orders(f->sink);
	report(argc, argv);
	const int searches = !f->options->passive && !f->options->replay;
	if (searches)
		survive(user_argc, user_argv);
	if (!f->options->passive && !session.search.survival && !f->options->fork &&
	    recovered_start_alone(!f->options->replay))
		return out_of_memory();
	if (session.search.survival)
		argv = default_flags_watched(failures_rss_mb(argc, argv), &argc, argv);
	if (searches)
		run_processes_start(&session.search, &session.before);
	if (f->options->max_total_time)
		session.search.deadline =
		    clock_now() + f->options->max_total_time - session.before.wall;
	return __me_libfuzzer_run(&argc, &argv, run_input);
}
