/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - a fuzz target from the command line on: finds out what kind of target this is
 * and what is asked for, and hands over to libFuzzer. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus/corpus.h"
#include "harness/describe.h"
#include "harness/fuzzer.h"

extern const struct me_entry __start_me_entries[] __attribute__((weak));
extern const struct me_entry __stop_me_entries[] __attribute__((weak));
extern uint8_t __start___sancov_cntrs[] __attribute__((weak));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak));
extern uintptr_t __start___sancov_pcs[] __attribute__((weak));
extern uintptr_t __stop___sancov_pcs[] __attribute__((weak));

int __me_main(int argc, char **argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) __attribute__((weak));
int LLVMFuzzerRunDriver(int *argc, char ***argv,
			int (*callback)(const uint8_t *data, size_t size));
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

/* Everything that main makes; freed by nobody, the process ends with it. */
struct target {
	struct harness_options options;
	struct program program;
	struct goals goals;
	struct layout layout;
	struct state state;
	struct sink sink;
	const struct me_entry *entry; /* null: a bytes target */
};

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "ERROR: me: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return 1;
}

/* Once for the whole program: libFuzzer keeps one module a call. */
static void register_counters(void)
{
	if (!__start___sancov_cntrs || !__start___sancov_pcs)
		return;
	__sanitizer_cov_8bit_counters_init(__start___sancov_cntrs, __stop___sancov_cntrs);
	__sanitizer_cov_pcs_init(__start___sancov_pcs, __stop___sancov_pcs);
}

static int find_entry(struct target *t)
{
	size_t n = __start_me_entries ? (size_t)(__stop_me_entries - __start_me_entries)
				      : 0;

	if (n > 1)
		return fail(__start_me_entries[1].source_name,
			    "a second entry beside the one of another unit");
	t->entry = n ? __start_me_entries : NULL;
	if (!t->entry && !LLVMFuzzerTestOneInput)
		return fail("there is nothing to test",
			    "build with -fplugin-arg-me-entry=FUNCTION or define "
			    "LLVMFuzzerTestOneInput");
	if (t->entry && t->entry->abi != ME_ABI)
		return fail("the entry was built by another version of me", NULL);
	return 0;
}

static int set_up(struct target *t)
{
	const char *error = "out of memory";

	if (program_init(&t->program, &error))
		return fail(error, NULL);
	if (find_entry(t))
		return 1;
	if (t->entry && layout_init(&t->layout, t->entry))
		return fail("out of memory", NULL);
	t->layout.catching = t->options.catching && t->entry && t->entry->call_catching;
	if (t->entry && t->options.restore_state && state_init(&t->state))
		return fail("out of memory", NULL);
	if (trace_init(&t->program, t->options.distance))
		return fail("out of memory", NULL);
	trace.pen = t->options.method == METHOD_COVERME;
	if (goals_init(&t->goals, &t->program, t->entry ? t->entry->name : NULL,
		       t->options.goals, t->layout.n))
		return fail("out of memory", NULL);
	return 0;
}

/* ---- requests that need no libFuzzer */

static int read_input(struct target *t, const char *path, coord *x)
{
	unsigned char *bytes;
	size_t size;
	int err = corpus_read(path, &bytes, &size);

	if (err)
		return fail(path, corpus_strerror(err));
	layout_decode(&t->layout, bytes, size, x);
	free(bytes);
	return 0;
}

/* Each file for itself: --show prints the call, --trace runs it and tells the goals. */
static int each_file(struct target *t)
{
	coord *x = calloc(t->layout.n + 1, sizeof *x);
	int failed = 0;

	if (!x)
		return fail("out of memory", NULL);
	if (!t->entry) {
		free(x);
		return fail("only a typed target can do this", NULL);
	}
	for (int i = 0; i < t->options.file_count; i++) {
		if (read_input(t, t->options.files[i], x)) {
			failed = 1;
			continue;
		}
		if (t->options.request == REQUEST_SHOW) {
			describe_call(&t->layout, x, 0);
			continue;
		}
		program_clear_counters(&t->program);
		state_restore(&t->state);
		layout_store(&t->layout, x);
		layout_call(&t->layout);
		describe_met(&t->goals, t->options.files[i]);
	}
	free(x);
	return failed;
}

static int serve(struct target *t)
{
	switch (t->options.request) {
	case REQUEST_HELP:
		options_help();
		return 0;
	case REQUEST_UNITS:
		describe_units(&t->program, t->entry);
		return 0;
	case REQUEST_GOALS:
		describe_goals(&t->goals, t->entry);
		return 0;
	default:
		return each_file(t);
	}
}

/* ---- */

/* Whether there are inputs to begin with. An unreadable directory is libFuzzer's matter. */
static int has_seeds(const struct harness_options *o)
{
	struct corpus_list list = {0, NULL, 0};

	for (int i = 0; i < o->file_count; i++)
		corpus_list_add(&list, o->files[i]);
	int found = list.count > 0;
	corpus_list_done(&list);
	return found;
}

static int fuzz(struct target *t, int argc, char **argv)
{
	struct fuzzer f = {&t->options, &t->layout, &t->goals, &t->sink,
			   t->options.restore_state ? &t->state : NULL};

	register_counters();
	if (!t->entry)
		return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);
	t->options.seeded = has_seeds(&t->options);
	if (t->options.catching && !t->layout.catching)
		fprintf(stderr, "WARNING: me: --catch: the entry is not of C++, or was "
				"built without exceptions\n");
	describe_never_null(&t->goals, t->entry);
	t->sink.corpus = t->options.passive ? NULL : t->options.corpus;
	if (!t->options.corpus && !t->options.passive && !t->options.file_count)
		fprintf(stderr, "INFO: me: no corpus directory is given: inputs are not "
				"kept\n");
	return fuzzer_run(&f, argc, argv);
}

__attribute__((visibility("default"))) int __me_main(int argc, char **argv)
{
	static struct target t;
	const char *error, *warning;

	gsl_set_error_handler_off();
	if (options_read(&t.options, argc, argv, &error, &warning))
		return fail(error, NULL);
	if (warning)
		fprintf(stderr, "WARNING: me: %s\n", warning);
	if (t.options.request == REQUEST_HELP)
		return serve(&t);
	if (set_up(&t))
		return 1;
	return t.options.request == REQUEST_RUN ? fuzz(&t, argc, argv) : serve(&t);
}
