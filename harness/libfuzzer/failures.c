/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/failures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/program/backtrace.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/runtime/trace.h"

void __sanitizer_print_stack_trace(void);

static struct {
	int is_read, codes[ME_END_COUNT];
} flags;

int failures_code(enum me_end kind)
{
	return flags.is_read ? flags.codes[kind] : me_ends[kind].code;
}

void failures_read_codes(int argc, char **argv, int none)
{
	for (int k = 0; k < ME_END_COUNT && !none; k++) {
		const char *flag = me_ends[k].code_flag;
		const char *value = flag ? options_flag(argc, argv, flag) : NULL;
		flags.codes[k] = value ? atoi(value) : me_ends[k].code;
	}
	flags.is_read = 1;
}

struct failures *failures_map(void)
{
	void *f = mmap(NULL, sizeof(struct failures), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return f == MAP_FAILED ? NULL : f;
}

static struct failure_record *find(struct failures *f, enum me_end kind, uint64_t key)
{
	for (unsigned i = 0; i < f->count && i < FAILURES_MOST; i++)
		if (f->list[i].key == key && f->list[i].kind == (int)kind)
			return &f->list[i];
	return NULL;
}

/* Two processes may find the same failure at one time: then it is listed twice. */
static struct failure_record *add(struct failures *f, enum me_end kind, uint64_t key)
{
	unsigned i = atomic_load(&f->count);

	do {
		if (i >= FAILURES_MOST)
			return NULL;
	} while (!atomic_compare_exchange_weak(&f->count, &i, i + 1));
	f->list[i].kind = (int)kind;
	f->list[i].key = key;
	return &f->list[i];
}

struct failure_record *failures_note(struct failures *f, enum me_end kind, uint64_t key,
				     int *is_new)
{
	struct failure_record *r = find(f, kind, key);

	atomic_fetch_add(&f->runs, 1);
	*is_new = 0;
	if (!r) {
		r = add(f, kind, key);
		*is_new = r != NULL;
	}
	if (r)
		atomic_fetch_add(&r->runs, 1);
	return r;
}

int failures_know(struct failures *f, enum me_end kind, uint64_t key)
{
	return find(f, kind, key) != NULL;
}

void failures_report(struct failure_record *r, const char *call, const char *detail,
		     int has_stack)
{
	const struct me_end_facts *k = &me_ends[r->kind];
	char place[FAILURE_TEXT / 2] = "";

	fprintf(stderr, "==%d== ERROR: libFuzzer: %s\n", (int)getpid(), k->report);
	if (has_stack) {
		backtrace_place(place, sizeof place);
		__sanitizer_print_stack_trace();
	}
	if (k->summary)
		fprintf(stderr, "SUMMARY: libFuzzer: %s\n", k->summary);
	fprintf(stderr, "INFO: me: %s%s%s%s%s\n", call, *call && *detail ? ": " : "",
		detail, *place ? ", " : "", place);
	/* The disk may be full, which ends the process. */
	snprintf(r->artifact, sizeof r->artifact, "(not written)");
	snprintf(r->what, sizeof r->what, "%s%s%.80s%s%s", k->report,
		 *detail ? ", " : "", detail, *place ? " " : "", place);
}

void failures_print(const struct failures *f)
{
	const unsigned count = f->count < FAILURES_MOST ? f->count : FAILURES_MOST;

	if (!count)
		return;
	fprintf(stderr, "INFO: me: %llu runs failed, with %u distinct failure%s:\n",
		(unsigned long long)f->runs, count, count == 1 ? "" : "s");
	for (unsigned i = 0; i < count; i++)
		fprintf(stderr, "INFO: me:   %s: %llu runs: %s\n", f->list[i].artifact,
			(unsigned long long)f->list[i].runs, f->list[i].what);
}

/* ---- what flags say */

enum { RSS_LIMIT_MB = 2048 }; /* libFuzzer's default */

size_t failures_rss_mb(int argc, char **argv)
{
	const char *rss = options_flag(argc, argv, "rss_limit_mb");

	return rss ? (size_t)strtoull(rss, NULL, 10) : RSS_LIMIT_MB;
}

static int is_zero(int argc, char **argv, const char *flag)
{
	const char *value = options_flag(argc, argv, flag);

	return value && !atoi(value);
}

int failures_survived(int argc, char **argv)
{
	return !is_zero(argc, argv, "ignore_crashes") &&
	       !is_zero(argc, argv, "ignore_timeouts") &&
	       !is_zero(argc, argv, "ignore_ooms") &&
	       !options_flag(argc, argv, "report_slow_units");
}

/* ---- what a dying process leaves */

struct last_notes *last_notes_map(uint32_t goals)
{
	struct last_notes *n =
	    mmap(NULL, sizeof *n + goals * sizeof *n->met, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (n == MAP_FAILED)
		return NULL;
	n->most = goals;
	return n;
}

int last_notes_leave(struct last_notes *n, struct goals *g)
{
	uint32_t count = 0;

	goals_confirm_last(g);
	/* What a forced run seems to have met says nothing. */
	const uint32_t most = trace.was_forced ? 0 : n->most;
	for (uint32_t i = 0; i < g->program->goal_count && count < most; i++)
		if (g->list[i].in_scope && g->list[i].verdict != GOAL_COVERED &&
		    goals_is_met(g, i))
			n->met[count++] = i;
	n->met_count = count;
	n->left = 1;
	return count > 0;
}
