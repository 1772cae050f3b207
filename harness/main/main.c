/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * main.c - main() of a fuzz target: determines the kind of target, reads the command
 * line and starts libFuzzer.
 */
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/bytes/bytes.h"
#include "harness/database/learnt.h"
#include "harness/database/store.h"
#include "harness/goals/describe.h"
#include "harness/goals/goal_names.h"
#include "harness/goals/known_verdicts.h"
#include "harness/goals/scope.h"
#include "harness/libfuzzer/fork.h"
#include "harness/libfuzzer/fuzzer.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/main/answers.h"
#include "harness/pristine/leftovers.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/program/module.h"
#include "harness/program/positions.h"
#include "harness/program/program.h"
#include "harness/program/quiet.h"
#include "harness/program/walled.h"
#include "harness/records/records.h"
#include "harness/rungoal/custom_goal.h"
#include "me/schema.h"

int __me_main(int argc, char **argv);
int LLVMFuzzerRunDriver(int *argc, char ***argv, user_test_fn *test);
void __sanitizer_cov_8bit_counters_init(uint8_t *start, const uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t (*start)[2], const uintptr_t (*stop)[2]);

/* An ELF note of type 1 without content: `me` runs only programs that have it
 * (ME_TARGET_NOTE). A linker that removes unused sections keeps notes. */
__asm__(".pushsection " ME_TARGET_NOTE ",\"a\",%note\n\t"
	".balign 4\n\t"
	".long 3, 0, 1\n\t"
	".asciz \"ME\"\n\t"
	".balign 4\n\t"
	".popsection");

static struct target target;

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
		records_fail("out of memory",
			     "the variables of a library are not restored");
}

static int find_target_entry(struct target *t)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_entry *e = m->entries; e < m->entries_end; e++) {
			if (t->entry)
				return records_fail(
				    e->source_name,
				    "another unit has an entry too; a target has "
				    "one");
			t->entry = e;
		}
	if (!t->entry && !t->test)
		return records_fail(
		    "there is nothing to test",
		    "build with -fplugin-arg-me-entry=FUNCTION or define "
		    "LLVMFuzzerTestOneInput");
	if (t->entry && t->entry->abi != ME_ABI)
		return records_fail("the entry was built by another version of me",
				    NULL);
	return 0;
}

static int set_up_subject(struct target *t)
{
	int err;

	if (t->entry) {
		err = arguments_init(&t->layout, t->entry) ||
		      typed_init(&t->typed, &t->layout);
		t->layout.unset_stack = arguments_unset_stack(&t->program);
		t->typed.shows_hex = t->options.shows_hex;
		t->subject = &t->typed.subject;
	} else {
		err = bytes_init(&t->bytes, t->test,
				 kinds_seek_run(&t->program, t->options.kinds));
		t->subject = &t->bytes.subject;
	}
	return err ? records_fail("out of memory", NULL) : 0;
}

static int set_up_path(struct target *t)
{
	const char *error;

	if (path_read(&t->path, &t->goals, t->options.path, &error))
		return records_fail("--path", error);
	if (decisions_follow(t->path.decisions, t->path.count, t->goals.seeks_run))
		return records_fail("out of memory", NULL);
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
		return records_fail(o->custom, error);
	if (o->run_goal == RUN_GOAL_CUSTOM)
		t->goals.listener = &custom_listener;
	return 0;
}

/* The function whose arguments a driver makes; else the entry. */
static const char *name_under_test(const struct target *t)
{
	const char *driven = t->entry ? t->entry->driven : NULL;

	return !t->entry ? NULL
	       : driven && program_function(&t->program, driven) != PROGRAM_NONE
		   ? driven
		   : t->entry->name;
}

static const char *source_name_of(const struct target *t, const char *name)
{
	const uint32_t f = program_function(&t->program, name);

	return f == PROGRAM_NONE ? NULL : t->program.functions[f]->source_name;
}

static int set_up(struct target *t)
{
	const char *error = "out of memory";

	environment_note(&t->environment);
	exceptions_are(t->options.exceptions);
	if (t->options.run_goal == RUN_GOAL_PATH)
		run_goal_add("path", "is never taken");
	if (t->options.run_goal == RUN_GOAL_CUSTOM)
		run_goal_add("custom", "is never met");
	if (program_init(&t->program, &error))
		return records_fail(error, NULL);
	if (find_target_entry(t) || set_up_subject(t))
		return 1;
	if (!t->entry && t->options.method == METHOD_COVERME)
		return records_fail("--method=coverme",
				    "this method needs a typed target");
	if (kinds_check(&t->program, "--kinds", t->options.kinds, &error) ||
	    kinds_check(&t->program, "--abort-on", t->options.fatal, &error) ||
	    scope_check(&t->program, t->options.goals, &error))
		return records_fail(error, NULL);
	t->restores = t->options.state == STATE_RESTORE ||
		      t->options.state == STATE_FORK ||
		      (t->entry && t->options.state == STATE_DEFAULT);
	if (t->restores && state_init(&t->state))
		return records_fail("out of memory", NULL);
	leftovers_watch(t->restores);
	if (trace_init(
		&t->program,
		&(struct trace_session){
		    .kind = t->options.distance,
		    .pen = t->options.method == METHOD_COVERME,
		    .counts = t->entry && t->options.request == REQUEST_RUN &&
			      !t->options.passive && !t->options.replay,
		    .met = sanitizer_judge_goals(&t->program, t->options.fatal)}))
		return records_fail("out of memory", NULL);
	if (!t->options.goals && &__me_nondet_program)
		t->options.goals = "all";
	t->layout.returns =
	    t->options.request == REQUEST_RUN || t->options.request == REQUEST_FAILURE;
	const int is_wide = t->entry && t->entry->is_driver == ME_DRIVER_WIDE;
	if (goals_init(&t->goals, &t->program,
		       is_wide ? t->entry->name : name_under_test(t),
		       name_under_test(t), t->options.goals, t->options.kinds))
		return records_fail("out of memory", NULL);
	/* What a run of libFuzzer's, or a traced one, meets is to be seen in its
	 * counters; a bytes target's inputs are kept for what they show there. */
	goals_arm(&t->goals,
		  (!t->entry && !t->options.trace_new) || t->options.passive ||
		      (t->options.request == REQUEST_TRACE && !t->options.trace_new) ||
		      (t->options.request == REQUEST_PATH && t->options.serves) ||
		      t->options.fatal ||
		      (trace.session.met &&
		       (t->options.replay || t->options.request == REQUEST_FAILURE)));
	goals_delete_labels(&t->goals, t->options.deletion);
	if (t->entry && name_under_test(t) != t->entry->name)
		fault_set_driver(source_name_of(t, t->entry->name),
				 source_name_of(t, name_under_test(t)));
	if (t->entry && t->entry->keeps && t->options.faults & FAULTS_LEAK)
		walled_judge_leaks(trace.sites,
				   (t->program.site_count + 1) * sizeof *trace.sites);
	if (t->entry && (t->options.replay || t->options.request == REQUEST_FAILURE))
		walled_start();
	if (t->options.replay)
		walled_tell();
	module_watch(take_library, t);
	return set_up_run_goal(t);
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
	for (int i = 0; i < o->file_count; i++) {
		char *aside = NULL;
		if (!o->creates_dirs && access(o->files[i], F_OK) && errno == ENOENT)
			return records_fail(
			    o->files[i],
			    "does not exist; make the corpus directory with "
			    "mkdir, or let -create_missing_dirs=1 do so");
		const int err = corpus_aside(o->files[i], NULL, &aside);
		free(aside);
		if (err == CORPUS_ELINK)
			return records_fail(o->files[i], corpus_strerror(err));
	}
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
	const char *name = t->entry ? arguments_leave_room(&t->layout) : NULL;

	if (name)
		fprintf(
		    stderr,
		    "WARNING: me: address space is limited (ulimit -v): indices far "
		    "outside of '%s' may reach other memory\n",
		    name);
}

/* Inputs of a typed target have one form: what only says how bytes are mutated is said to
 * have no effect. */
static void warn_of_form(const struct target *t)
{
	const size_t size = t->entry ? t->layout.file_size : 0;

	if (size && t->options.max_len && t->options.max_len < size)
		fprintf(stderr,
			"WARNING: me: -max_len=%zu: inputs of this target have %zu "
			"bytes and "
			"are cut; leave -max_len out\n",
			t->options.max_len, size);
	if (t->entry && t->options.only_ascii)
		fprintf(stderr, "WARNING: me: -only_ascii=1 switches the search off: "
				"the input of a "
				"typed target is numbers, and no text\n");
}

/* Sessions of -jobs share a corpus: its files are not theirs alone. */
static void note_jobs(struct target *t, int argc, char **argv)
{
	static const char variable[] = "ME_JOBS";

	t->options.is_job |= getenv(variable) != NULL;
	if (options_number(argc, argv, "jobs", 0) > 0)
		setenv(variable, "1", 1);
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
	note_jobs(t, argc, argv);
	if (t->options.database && store_is_foreign(t->options.database))
		return records_fail(t->options.database,
				    "no database of me: it is left alone; give "
				    "--database= another name");
	for (const struct me_module *m = module_first(); m; m = m->next)
		register_counters(m);
	t->fuzzes = 1;
	if (t->entry)
		describe_assumed(t->entry);
	warn_room(t);
	warn_of_form(t);
	t->options.seeded = has_seeds(&t->options);
	if (t->options.exceptions && !(t->entry && t->entry->call_catching))
		fprintf(stderr,
			"WARNING: me: --exceptions: the entry is not of C++, or was "
			"built without exceptions\n");
	describe_never_null(&t->goals, t->entry);
	describe_beyond(&t->goals);
	t->sink.limit = t->options.max_len;
	t->sink.is_quiet = t->entry && t->options.method != METHOD_OFF &&
			   options_number(argc, argv, "verbosity", 1) < 2;
	t->sink.corpus = t->options.passive ? NULL : t->options.corpus;
	if (t->entry && !t->options.corpus && !t->options.passive &&
	    !t->options.file_count)
		fprintf(stderr,
			"INFO: me: no corpus directory is given: inputs are not "
			"saved\n");
	if (fork_init(&t->options, &t->sink, &t->goals))
		return records_fail("out of memory", NULL);
	if (t->entry && t->sink.corpus)
		known_verdicts_read(&t->goals, t->sink.corpus);
	learnt_start(t->options.database, t->sink.corpus, &t->options);
	return fuzzer_run(&f, argc, argv);
}

/* The user's LLVMFuzzerInitialize may change the command line and runs before anything
 * reads the program's variables. */
static int read_options(struct target *t, int *argc, char ***argv)
{
	const char *error;

	const int err = options_read(&t->options, *argc, *argv, &error);
	t->options.serves |= t->options.request == REQUEST_CALLS;
	if ((t->options.serves || t->options.request > REQUEST_HELP) &&
	    records_open(t->options.serves))
		return records_fail("standard output", "cannot be written");
	if (err)
		return records_fail(error, NULL);
	if (t->options.request == REQUEST_RUN || t->options.request == REQUEST_TRACE ||
	    t->options.request == REQUEST_FAILURE ||
	    t->options.request == REQUEST_DRAWS) {
		user_initialize(argc, argv);
		free(t->options.files);
		if (options_read(&t->options, *argc, *argv, &error))
			return records_fail(error, NULL);
	}
	if (!options_number(*argc, *argv, "detect_leaks", 1))
		t->options.faults &= ~(unsigned)FAULTS_LEAK;
	return options_check(*argc, *argv);
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
	if (t->options.request == REQUEST_HELP) {
		options_help(t->options.help_for);
		return records_close()
			   ? records_fail("standard output", "cannot be written")
			   : 0;
	}
	if (set_up(t))
		return 1;
	const int code = t->options.request == REQUEST_RUN
			     ? fuzz(t, *argc, *argv)
			     : target_answer(t, *argc, *argv);
	return records_close() ? records_fail("standard output", "cannot be written")
			       : code;
}

__attribute__((visibility("default"))) int __me_main(int argc, char **argv)
{
	positions_note();
	return LLVMFuzzerRunDriver(&argc, &argv, user_test());
}
