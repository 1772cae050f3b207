/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recovered.c - reports of UBSan as failures of runs. */
#include "harness/libfuzzer/recovered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "harness/libfuzzer/failure.h"
#include "harness/libfuzzer/failures.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/program/backtrace.h"
#include "harness/program/hash.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"

enum { PLACES_MOST = 256, DETAIL_SIZE = 300 };

static struct {
	recovered_fn *note;
	struct failures *failures;
	unsigned reports; /* of the run */
	uint64_t newest; /* of these */
	uint64_t stack; /* where the last one of the run was made */
	/* By report: its stack, which takes long to read. */
	struct known_report {
		uint64_t key, stack;
	} known[PLACES_MOST];
	unsigned known_count;
	/* Alone: */
	pid_t process; /* 0: it is not */
	int keeps;
} recovered;

/* ---- a report */

static uint64_t report_key(const struct sanitizer_report *r)
{
	const uint64_t key = hash_text(hash_text(1, r->kind), r->file);

	/* `a[i]++` reads and writes it: one error. */
	return hash_mix(hash_mix(key, r->line), r->end == ME_END_ERROR ? 0 : r->column);
}

static uint64_t report_stack(uint64_t key)
{
	for (unsigned i = 0; i < recovered.known_count; i++)
		if (recovered.known[i].key == key)
			return recovered.known[i].stack;
	const uint64_t stack = failure_key(0, ME_STACK_LINES);
	if (recovered.known_count < PLACES_MOST)
		recovered.known[recovered.known_count++] =
		    (struct known_report){key, stack};
	return stack;
}

/* Named for the stack trace, which begins below it. */
static void __me_failure_reported(const struct sanitizer_report *r)
{
	const char *slash = r->file ? strrchr(r->file, '/') : NULL;
	char detail[DETAIL_SIZE];

	if (!failure_is_run())
		return;
	const uint64_t key = report_key(r);
	if (recovered.reports && recovered.newest == key)
		return;
	recovered.newest = key;
	recovered.stack = report_stack(key);
	snprintf(detail, sizeof detail, "%s:%u:%u: %s%s",
		 slash	   ? slash + 1
		 : r->file ? r->file
			   : "?",
		 r->line, r->column,
		 r->end == ME_END_SANITIZER ? "runtime error: " : "",
		 r->message ? r->message : "");
	const unsigned long long runs = recovered.failures->runs;
	recovered.note(r->end, key, detail);
	if (recovered.reports++ && recovered.failures->runs != runs)
		recovered.failures->runs--;
}

void recovered_start(recovered_fn *note, struct failures *failures)
{
	recovered.failures = failures;
	recovered.note = note;
	sanitizer_call_at_report(__me_failure_reported);
}

void recovered_begin_run(void)
{
	recovered.reports = 0;
	recovered.stack = 0;
}

int recovered_is_told(void)
{
	return recovered.reports && recovered.stack == failure_key(0, ME_STACK_LINES);
}

/* ---- without a session that survives failures */

static void note_alone(enum me_end end, uint64_t key, const char *detail)
{
	char place[FAILURE_TEXT / 2];
	int is_new;
	struct failure_record *f = failures_note(recovered.failures, end, key, &is_new);

	if (!is_new)
		return;
	backtrace_place(place, sizeof place, NULL);
	failures_say(f, detail, place);
	failures_describe(f, failure_input());
	snprintf(f->artifact, sizeof f->artifact, "%s",
		 recovered.keeps ? artifact_write(end, failure_input(), 1)
				 : "this input");
}

int recovered_code(int code)
{
	if (code || getpid() != recovered.process || !recovered.failures->count)
		return code;
	failures_print(recovered.failures);
	return failures_first_code(recovered.failures);
}

static void end_alone(int status, void *context)
{
	(void)context;
	const int code = recovered_code(status);
	if (code == status)
		return;
	fflush(NULL);
	__me_exit_now(code);
}

int recovered_start_alone(int keeps)
{
	struct failures *failures = shared_memory(sizeof *failures);

	if (!failures)
		return -1;
	recovered.keeps = keeps;
	recovered.process = getpid();
	recovered_start(note_alone, failures);
	on_exit(end_alone, NULL);
	return 0;
}
