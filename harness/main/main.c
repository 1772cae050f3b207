/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * main.c - main() of a fuzz target: determines the kind of target, reads the command
 * line and starts libFuzzer.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/bytes/bytes.h"
#include "harness/database/learnt.h"
#include "harness/goals/fault.h"
#include "harness/goals/describe.h"
#include "harness/goals/goal_names.h"
#include "harness/libfuzzer/ending.h"
#include "harness/libfuzzer/fork.h"
#include "harness/libfuzzer/fuzzer.h"
#include "harness/pristine/leftovers.h"
#include "harness/program/quiet.h"
#include "harness/program/module.h"
#include "harness/goals/known_verdicts.h"
#include "harness/goals/decision_path.h"
#include "harness/main/requests.h"
#include "harness/main/traced_run.h"
#include "harness/program/run_goal.h"
#include "harness/rungoal/custom_goal.h"
#include "harness/runtime/environment.h"
#include "harness/search/typed.h"
#include "harness/libfuzzer/user.h"
#include "harness/triage/failing_run.h"
#include "harness/triage/attempt.h"
#include "harness/triage/simplify.h"
#include "me/schema.h"

int __me_main(int argc, char **argv);
int LLVMFuzzerRunDriver(int *argc, char ***argv, user_test_fn *test);
void __sanitizer_cov_8bit_counters_init(uint8_t *start, const uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t (*start)[2], const uintptr_t (*stop)[2]);

/* Defined in include/me/nondet.c. */
extern const char __me_nondet_program __attribute__((weak));

/* An ELF note of type 1 without content: `me` runs only programs that have it
 * (ME_TARGET_NOTE). A linker that removes unused sections keeps notes. */
__asm__(".pushsection " ME_TARGET_NOTE ",\"a\",%note\n\t"
	".balign 4\n\t"
	".long 3, 0, 1\n\t"
	".asciz \"ME\"\n\t"
	".balign 4\n\t"
	".popsection");

/* Everything that main allocates; it is never freed. */
struct target {
	struct harness_options options;
	struct program program;
	struct goals goals;
	struct layout layout;
	struct typed typed;
	struct bytes_target bytes;
	struct subject *subject; /* of one of these */
	struct environment environment; /* of each traced run */
	struct state state;
	int restores; /* the state, before each run */
	int fuzzes; /* libFuzzer has the counters */
	struct sink sink;
	struct path path; /* of --goal=path */
	char path_name[20];
	const struct me_entry *entry; /* null: a bytes target */
	user_test_fn *test; /* of a bytes target */
};

static struct target target;

static int fail_start(const char *what, const char *why)
{
	fprintf(stderr, "ERROR: me: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return 1;
}

/* Each call adds one module to libFuzzer. */
static void register_counters(const struct me_module *m)
{
	if (!m->counters || !m->pcs)
		return;
	__sanitizer_cov_8bit_counters_init(m->counters, m->counters_end);
	__sanitizer_cov_pcs_init(m->pcs, m->pcs_end);
}

/* For a library that the program loads itself: its first constructor calls this. */
static void take_library(void *context, const struct me_module *m)
{
	struct target *t = context;

	if (t->fuzzes)
		register_counters(m);
	if (t->restores && state_add(&t->state, m))
		fail_start("out of memory",
			   "the variables of a library are not restored");
}

static int find_target_entry(struct target *t)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_entry *e = m->entries; e < m->entries_end; e++) {
			if (t->entry)
				return fail_start(
				    e->source_name,
				    "another unit has an entry too; a target has "
				    "one");
			t->entry = e;
		}
	if (!t->entry && !t->test)
		return fail_start("there is nothing to test",
				  "build with -fplugin-arg-me-entry=FUNCTION or define "
				  "LLVMFuzzerTestOneInput");
	if (t->entry && t->entry->abi != ME_ABI)
		return fail_start("the entry was built by another version of me", NULL);
	return 0;
}

static int set_up_subject(struct target *t)
{
	int err;

	if (t->entry) {
		err = layout_init(&t->layout, t->entry) ||
		      typed_init(&t->typed, &t->layout);
		t->layout.catching = t->options.catching && t->entry->call_catching;
		t->subject = &t->typed.subject;
	} else {
		err = bytes_init(&t->bytes, t->test,
				 kinds_seek_run(&t->program, t->options.kinds));
		t->subject = &t->bytes.subject;
	}
	return err ? fail_start("out of memory", NULL) : 0;
}

/* A run that may take any time, and tells nothing of its goals. */
static struct recorded_run run_of(struct target *t)
{
	return (struct recorded_run){.subject = t->subject,
				     .environment = &t->environment,
				     .state = t->restores ? &t->state : NULL,
				     .goals = &t->goals,
				     .program = &t->program};
}

static struct decision_record *record(struct target *t, const char *file,
				      const char **error)
{
	struct recorded_run run = run_of(t);

	run.cpu_seconds = t->options.trace_limit;
	run.tells = t->options.from_stdin;
	return record_file(&run, file, error);
}

static int set_up_path(struct target *t)
{
	const struct harness_options *o = &t->options;
	const char *error, *what = o->path_of;
	int err = -1;

	if (o->path_of) {
		struct decision_record *r = record(t, o->path_of, &error);
		if (r)
			err = path_take(&t->path, &t->goals, r, o->turn, &error);
		record_done(r);
	} else {
		err = path_read(&t->path, &t->goals, o->path, &error);
		what = "--path";
	}
	if (err)
		return fail_start(what, error);
	if (decisions_follow(t->path.decisions, t->path.count, t->goals.seeks_run))
		return fail_start("out of memory", NULL);
	snprintf(t->path_name, sizeof t->path_name, "%016" PRIx64,
		 path_key(&t->path, &t->goals));
	run_goal_name(t->path_name);
	t->goals.listener = &decisions_listener;
	return 0;
}

static int set_up_run_goal(struct target *t)
{
	const struct harness_options *o = &t->options;
	const char *error;

	if (o->run_goal || o->request == REQUEST_PATH)
		goals_open_decisions(&t->goals);
	if (o->run_goal == RUN_GOAL_PATH)
		return set_up_path(t);
	if (o->run_goal == RUN_GOAL_CUSTOM && custom_load(o->custom, &error))
		return fail_start(o->custom, error);
	if (o->run_goal == RUN_GOAL_CUSTOM)
		t->goals.listener = &custom_listener;
	return 0;
}

static int set_up(struct target *t)
{
	const char *error = "out of memory";

	environment_note(&t->environment);
	if (t->options.run_goal == RUN_GOAL_PATH)
		run_goal_add("path", "is never taken");
	if (t->options.run_goal == RUN_GOAL_CUSTOM)
		run_goal_add("custom", "is never met");
	if (program_init(&t->program, &error))
		return fail_start(error, NULL);
	if (find_target_entry(t) || set_up_subject(t))
		return 1;
	if (!t->entry && t->options.method == METHOD_COVERME)
		return fail_start("--method=coverme",
				  "this method needs a typed target");
	if (kinds_check(&t->program, "--goal", t->options.kinds, &error) ||
	    kinds_check(&t->program, "--abort-on", t->options.fatal, &error))
		return fail_start(error, NULL);
	t->restores = t->options.state == STATE_RESTORE ||
		      t->options.state == STATE_FORK ||
		      (t->entry && t->options.state == STATE_DEFAULT);
	if (t->restores && state_init(&t->state))
		return fail_start("out of memory", NULL);
	leftovers_watch(t->restores);
	if (trace_init(&t->program,
		       &(struct trace_session){
			   .kind = t->options.distance,
			   .pen = t->options.method == METHOD_COVERME,
			   .counts = t->entry && t->options.request == REQUEST_RUN &&
				     !t->options.passive && !t->options.replay,
			   .met = abort_on(t->options.fatal)}))
		return fail_start("out of memory", NULL);
	if (!t->options.goals && &__me_nondet_program)
		t->options.goals = "all";
	t->layout.returns =
	    t->options.request == REQUEST_RUN || t->options.request == REQUEST_FAILURE;
	if (goals_init(&t->goals, &t->program, t->entry ? t->entry->name : NULL,
		       t->options.goals, t->options.kinds))
		return fail_start("out of memory", NULL);
	/* What a run of libFuzzer's, or a traced one, meets is to be seen in its
	 * counters; a bytes target's inputs are kept for what they show there. */
	goals_arm(&t->goals,
		  (!t->entry && !t->options.trace_new) || t->options.passive ||
		      (t->options.request == REQUEST_TRACE && !t->options.trace_new) ||
		      t->options.from_stdin || t->options.fatal);
	goals_delete_labels(&t->goals, t->options.deletion);
	module_watch(take_library, t);
	return set_up_run_goal(t);
}

/* ---- requests that need no libFuzzer */

static int each_input(struct target *t, const char *path)
{
	struct traced_run run = {t->subject, &t->environment, goals_request(&t->goals),
				 path};
	unsigned char *bytes;
	size_t size;
	int err = corpus_read(path, &bytes, &size);

	run.request.listens = t->options.run_goal != RUN_GOAL_NONE;
	if (err)
		return fail_start(path, corpus_strerror(err));
	t->subject->kind->take(t->subject, bytes, size);
	if (t->options.request == REQUEST_SHOW) {
		t->subject->kind->show(t->subject);
	} else {
		program_clear_counters(&t->program);
		state_restore(&t->state);
		traced_run_make(&run);
		const char *error = "out of memory";
		if (goals_grow(&t->goals, &t->program, &error))
			return fail_start(error, NULL);
		describe_met(&t->goals, path);
		if (t->options.trace_new)
			goals_close_met(&t->goals);
	}
	free(bytes);
	return 0;
}

static int print_path(struct target *t, const char *file, int *returned)
{
	const char *error;
	struct decision_record *r = record(t, file, &error);

	*returned = r && r->returned;
	if (!r)
		return fail_start(file, error);
	path_print(&t->program, r);
	if (r->count > r->most)
		fprintf(stderr,
			"WARNING: me: %s: its run has %llu decisions; only the first "
			"%llu are printed\n",
			file, (unsigned long long)r->count,
			(unsigned long long)r->most);
	record_done(r);
	return 0;
}

/* For each line of standard input, at once; the run itself tells its goals before. */
static int paths_serve(struct target *t)
{
	char *file = NULL;
	size_t room = 0;
	ssize_t size;
	int returned, failed = 0;

	setvbuf(stdin, NULL, _IONBF, 0); /* runs are to see nothing of it */
	while ((size = getline(&file, &room, stdin)) > 0) {
		file[size - (file[size - 1] == '\n')] = 0;
		failed |= print_path(t, file, &returned);
		puts(returned ? "returned" : "ended");
		fflush(stdout);
	}
	free(file);
	return failed;
}

/* For each file: --show prints the call, --trace runs it and prints the goals. */
static int each_file(struct target *t)
{
	int returned, failed = 0;

	if (t->options.request == REQUEST_PATH && t->options.from_stdin)
		return paths_serve(t);
	if (t->options.request == REQUEST_PATH)
		path_print_build(&t->program);
	if (t->options.request == REQUEST_TRACE)
		traced_run_init(&t->goals, t->options.trace_limit,
				t->options.state != STATE_KEEP &&
				    t->options.file_count > 1);
	for (int i = 0; i < t->options.file_count; i++)
		failed |= t->options.request == REQUEST_PATH
			      ? print_path(t, t->options.files[i], &returned)
			      : each_input(t, t->options.files[i]);
	return failed;
}

static int print_failures(struct target *t, int argc, char **argv)
{
	const struct failing_run run = {t->subject, t->restores ? &t->state : NULL,
					goals_request(&t->goals), argc, argv};
	const char *error;
	int failed = 0;

	if (failing_run_init(&run))
		return fail_start("out of memory", NULL);
	for (int i = 0; i < t->options.file_count; i++) {
		error =
		    t->options.simplified
			? simplify_file(&attempt_failing, t->entry ? &t->layout : NULL,
					t->options.files[i], t->options.simplified,
					failing_run_output())
			: failing_run_print(t->options.files[i]);
		if (error)
			failed = fail_start(t->options.files[i], error);
	}
	return failed;
}

/* Simpler inputs that meet the same goals. */
static int simplify_met(struct target *t)
{
	const double limit = t->options.trace_limit;
	const struct met_run run = {t->subject, &t->environment,
				    t->restores ? &t->state : NULL, &t->goals,
				    limit > 0 ? limit : ENDING_CPU_S};
	const int output = met_run_init(&run);
	int failed = 0;

	if (output < 0)
		return fail_start("out of memory", NULL);
	for (int i = 0; i < t->options.file_count; i++) {
		const char *error =
		    simplify_file(&attempt_meeting, t->entry ? &t->layout : NULL,
				  t->options.files[i], t->options.simplified, output);
		if (error)
			failed = fail_start(t->options.files[i], error);
	}
	return failed;
}

/* What each input lets the program draw. */
static int print_draws(struct target *t)
{
	const struct recorded_run run = run_of(t);
	int failed = 0;

	if (!&__me_nondet_program)
		return fail_start("--draws", "the target was built without --nondet");
	for (int i = 0; i < t->options.file_count; i++) {
		const char *error = drawn_run_print(&run, t->options.files[i]);
		if (error)
			failed = fail_start(t->options.files[i], error);
	}
	return failed;
}

static int serve_request(struct target *t, int argc, char **argv)
{
	switch (t->options.request) {
	case REQUEST_HELP:
		options_help();
		return 0;
	case REQUEST_UNITS:
		describe_units(&t->program, t->entry, t->layout.file_size);
		return 0;
	case REQUEST_GOALS:
		describe_goals(&t->goals, t->entry, &t->path);
		return 0;
	case REQUEST_FAILURE:
		return print_failures(t, argc, argv);
	case REQUEST_DRAWS:
		return print_draws(t);
	case REQUEST_CALLS:
		return served_calls(&t->environment);
	case REQUEST_TRACE:
		return t->options.simplified ? simplify_met(t) : each_file(t);
	default:
		return each_file(t);
	}
}

/* ---- */

/* libFuzzer silently skips files that it cannot read. */
static void warn_unreadable(const struct corpus_list *list)
{
	const char *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (!access(list->paths[i], R_OK))
			continue;
		if (!n++)
			first = list->paths[i];
	}
	if (n)
		fprintf(stderr,
			"WARNING: me: %s cannot be read; unreadable files: %zu\n",
			first, n);
}

/* libFuzzer's own message does not say what to do. */
static int check_corpora(const struct harness_options *o)
{
	for (int i = 0; i < o->file_count && !o->creates_dirs; i++)
		if (access(o->files[i], F_OK) && errno == ENOENT)
			return fail_start(
			    o->files[i],
			    "does not exist; make the corpus directory with "
			    "mkdir, or let -create_missing_dirs=1 do so");
	return 0;
}

/* Whether there are initial inputs. libFuzzer reports an unreadable directory. */
static int has_seeds(const struct harness_options *o)
{
	struct corpus_list list = {0, NULL, 0};

	for (int i = 0; i < o->file_count; i++)
		corpus_list_add(&list, o->files[i]);
	int found = list.count > 0;
	warn_unreadable(&list);
	corpus_list_done(&list);
	return found;
}

static void warn_room(const struct target *t)
{
	const char *name = t->entry ? layout_leaves_room(&t->layout) : NULL;

	if (name)
		fprintf(
		    stderr,
		    "WARNING: me: address space is limited (ulimit -v): indices far "
		    "outside of '%s' may reach other memory\n",
		    name);
}

static int fuzz(struct target *t, int argc, char **argv)
{
	struct fuzzer f = {&t->options, t->subject, &t->program,
			   &t->goals,	&t->sink,   t->restores ? &t->state : NULL};

	/* With -close_fd_mask=2 libFuzzer closes the program's stderr and uses a copy
	 * of it. So do we. */
	if (t->options.closes_stderr)
		quiet_init();
	if (check_corpora(&t->options))
		return 1;
	for (const struct me_module *m = module_first(); m; m = m->next)
		register_counters(m);
	t->fuzzes = 1;
	if (t->entry && *t->entry->ranges)
		fprintf(stderr, "INFO: me: only inputs of %s are run\n",
			t->entry->ranges);
	warn_room(t);
	t->options.seeded = has_seeds(&t->options);
	if (t->options.catching && !t->layout.catching)
		fprintf(stderr, "WARNING: me: --catch: the entry is not of C++, or was "
				"built without exceptions\n");
	describe_never_null(&t->goals, t->entry);
	describe_beyond(&t->goals);
	t->sink.limit = t->options.max_len;
	t->sink.corpus = t->options.passive ? NULL : t->options.corpus;
	if (t->entry && !t->options.corpus && !t->options.passive &&
	    !t->options.file_count)
		fprintf(stderr,
			"INFO: me: no corpus directory is given: inputs are not "
			"saved\n");
	if (fork_init(&t->options, &t->sink, &t->goals))
		return fail_start("out of memory", NULL);
	if (t->entry && t->sink.corpus)
		known_verdicts_read(&t->goals, t->sink.corpus);
	learnt_start(t->options.database, t->sink.corpus, &t->options);
	return fuzzer_run(&f, argc, argv);
}

/* The user's LLVMFuzzerInitialize may change the command line and runs before anything
 * reads the program's variables. */
static int read_options(struct target *t, int *argc, char ***argv)
{
	const char *error, *warning;

	if (options_read(&t->options, *argc, *argv, &error, &warning))
		return fail_start(error, NULL);
	if (t->options.request == REQUEST_RUN || t->options.request == REQUEST_TRACE ||
	    t->options.request == REQUEST_FAILURE ||
	    t->options.request == REQUEST_DRAWS) {
		user_initialize(argc, argv);
		free(t->options.files);
		if (options_read(&t->options, *argc, *argv, &error, &warning))
			return fail_start(error, NULL);
	}
	if (warning)
		fprintf(stderr, "WARNING: me: %s\n", warning);
	return 0;
}

/* Of a standard stream that is closed another file would take the place. */
static void open_streams(void)
{
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		if (fcntl(i, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", O_RDWR);
}

/* With libFuzzer's name and meaning: for the main() of a user. */
__attribute__((visibility("default"))) int LLVMFuzzerRunDriver(int *argc, char ***argv,
							       user_test_fn *test)
{
	struct target *t = &target;

	t->test = test;
	open_streams();
	gsl_set_error_handler_off();
	if (read_options(t, argc, argv))
		return 1;
	if (t->options.request == REQUEST_HELP)
		return serve_request(t, *argc, *argv);
	if (set_up(t))
		return 1;
	return t->options.request == REQUEST_RUN ? fuzz(t, *argc, *argv)
						 : serve_request(t, *argc, *argv);
}

__attribute__((visibility("default"))) int __me_main(int argc, char **argv)
{
	return LLVMFuzzerRunDriver(&argc, &argv, user_test());
}
