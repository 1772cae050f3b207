/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/failures.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "corpus/files/sha1.h"
#include "harness/goals/describe.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/progress/progress.h"
#include "harness/runtime/trace.h"
#include "me/verdicts.h"

static struct {
	int is_read, codes[ME_END_COUNT];
} flags;

static struct {
	const struct subject *subject;
	const char *prefix, *exact;
	uint8_t *bytes; /* room for a file of the subject's size */
	char *list,
	    *directory; /* CORPUS.me/artifacts, and the one it lies in; or null */
	char cwd[PATH_MAX]; /* when the session began */
} artifact;

static struct {
	const char *program;
	char options[120]; /* each with a blank in front */
} again;

int failures_code(enum me_end kind)
{
	return flags.is_read ? flags.codes[kind] : me_ends[kind].code;
}

void failures_read_codes(int argc, char **argv, int none)
{
	for (int k = 0; k < ME_END_COUNT && !none; k++) {
		const struct me_end_facts *e = &me_ends[k];
		flags.codes[k] =
		    e->code_flag
			? (int)options_number(argc, argv, e->code_flag, e->code)
			: e->code;
	}
	flags.is_read = 1;
}

static struct failure_record *find(struct failures *f, enum me_end kind, uint64_t key)
{
	for (unsigned i = 0; i < f->count && i < FAILURES_MOST; i++)
		if (f->list[i].key == key && f->list[i].kind == kind)
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
	f->list[i].kind = kind;
	f->list[i].key = key;
	return &f->list[i];
}

int failures_first_code(const struct failures *f)
{
	int code = 0;

	for (unsigned i = 0; i < f->count && i < FAILURES_MOST && !code; i++)
		code = failures_code(f->list[i].kind);
	return code;
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

void failures_say(struct failure_record *r, const char *detail, const char *place)
{
	static const char error[] = "runtime error: ";
	enum { LONGEST = 80 };
	const char *said = strstr(detail, error);

	if (said)
		detail = said + strlen(error);
	const int outside = r->kind == ME_END_OUTSIDE;
	size_t n = strcspn(detail, ";");
	const char *advice = outside ? detail + n : "";
	while (n > LONGEST)
		while (n && detail[--n] != ' ')
			;
	snprintf(r->what, sizeof r->what, "%s%s%.*s%s%s%s",
		 outside ? "" : me_ends[r->kind].report,
		 !outside && *detail ? ", " : "", (int)n, detail, *place ? " " : "",
		 place, advice);
}

static void describe_input(struct input in, char call[FAILURE_TEXT])
{
	const struct subject *s = artifact.subject;

	if (s->kind->describe)
		s->kind->describe(s, in, call, FAILURE_TEXT);
}

void failures_describe(struct failure_record *r, struct input in)
{
	describe_input(in, r->call);
}

void failures_note_slow(struct failures *f, unsigned cpu_ms, struct input in)
{
	if (cpu_ms <= f->slowest.cpu_ms)
		return;
	f->slowest.cpu_ms = cpu_ms;
	describe_input(in, f->slowest.call);
}

/* The item of entry= that declares the element "x[4], past the end of x (": 0 where the text has
 * none, or where no array is meant to have so many. */
static int allow_element(const char *what, char *out, size_t size)
{
	enum { DECLARED_MOST = 4096, NAME_MOST = 64, COUNT_LEAST = 8 };
	static const char past[] = ", past the end of ";
	const char *end = strstr(what, past), *at = end;
	char name[NAME_MOST];
	long element;

	while (at && at > what && *at != '[' && *at != ' ')
		at--;
	if (!at || *at != '[' || sscanf(at, "[%ld]", &element) != 1 || element < 0 ||
	    element >= DECLARED_MOST || sscanf(end + strlen(past), "%63s", name) != 1)
		return 0;
	long count = COUNT_LEAST;
	while (count <= element)
		count *= 2;
	snprintf(out, size, "the note %s:%ld allows more", name, count);
	return 1;
}

static int are_many(struct failures *f, const struct failure_record *r,
		    unsigned long long runs)
{
	enum { RUNS_LEAST = 256, PART = 4 };
	const unsigned long long failed = r->runs;

	return failed >= RUNS_LEAST && !(failed & (failed - 1)) && failed <= runs &&
	       failed * PART >= runs && r->kind != ME_END_OUTSIDE &&
	       !atomic_exchange(&f->has_told_many, 1);
}

void failures_tell_many(struct failures *f, const struct failure_record *r,
			unsigned long long runs)
{
	enum { PERCENT = 100 };
	char advice[FAILURE_TEXT];

	if (!are_many(f, r, runs))
		return;
	if (!allow_element(r->what, advice, sizeof advice))
		snprintf(advice, sizeof advice,
			 "notes of what is allowed, as n:1..9, keep runs from it");
	fprintf(stderr, "INFO: me: %llu %% of runs fail: %s; %s\n",
		r->runs * PERCENT / runs, r->what, advice);
}

void failures_replace(struct failure_record *r, const char *path, struct input in)
{
	snprintf(r->artifact, sizeof r->artifact, "%s", path);
	r->has_special = 0;
	failures_describe(r, in);
	fprintf(stderr, "INFO: me: it fails so with finite arguments, too: %s\n",
		r->call);
}

void failures_again(const char *option)
{
	const size_t n = strlen(again.options);

	snprintf(again.options + n, sizeof again.options - n, " %s", option);
}

void failures_print_again(const char *indent, const char *path)
{
	fprintf(stderr, "INFO: me: %sto run it again: %s%s %s\n", indent, again.program,
		again.options, path);
}

/* Runs and distinct records of both sorts, those that only left what was assumed and faults. */
struct failure_sum {
	unsigned long long runs;
	unsigned count;
};

static struct failure_sum sum_of(const struct failures *f, int outside)
{
	struct failure_sum all = {f->runs, 0}, sum = {0, 0};

	for (unsigned i = 0; i < f->count && i < FAILURES_MOST; i++)
		if (f->list[i].kind == ME_END_OUTSIDE) {
			sum.runs += f->list[i].runs;
			sum.count += failures_first(f, i) == i;
		} else {
			all.count += failures_first(f, i) == i;
		}
	all.runs -= sum.runs < all.runs ? sum.runs : all.runs;
	return outside ? sum : all;
}

static void print_one(const struct failures *f, unsigned i)
{
	const struct failure_record *r = &f->list[i];

	fprintf(stderr, "INFO: me:   %s: %llu runs: %s\n", r->artifact,
		failures_runs(f, i), r->what);
	if (*r->call)
		fprintf(stderr, "INFO: me:     %s\n", r->call);
	if (again.program && !access(r->artifact, F_OK))
		failures_print_again("    ", r->artifact);
}

/* Runs that access more than was guessed, as no fault. */
static void print_outside(const struct failures *f)
{
	enum { MOST = 3 };
	const struct failure_sum sum = sum_of(f, 1);
	unsigned told = 0;

	if (!sum.count)
		return;
	fprintf(stderr,
		"INFO: me: %llu runs left what was assumed of the parameters, which is "
		"no fault:\n",
		sum.runs);
	for (unsigned i = 0; i < f->count && i < FAILURES_MOST && told < MOST; i++)
		if (f->list[i].kind == ME_END_OUTSIDE && failures_first(f, i) == i) {
			fprintf(stderr, "INFO: me:   %s: %s\n", f->list[i].artifact,
				f->list[i].what);
			told++;
		}
	if (sum.count > told)
		fprintf(stderr, "INFO: me:   and %u others\n", sum.count - told);
}

static void print_slowest(const struct failures *f)
{
	enum { LEAST_MS = 500, TENTH_MS = 100, SECOND_MS = 1000 };
	const unsigned ms = f->slowest.cpu_ms;

	if (ms >= LEAST_MS && *f->slowest.call)
		fprintf(stderr, "INFO: me: slowest run: %u.%u s, %s\n", ms / SECOND_MS,
			ms % SECOND_MS / TENTH_MS, f->slowest.call);
}

void failures_print(const struct failures *f)
{
	const unsigned count = f->count < FAILURES_MOST ? f->count : FAILURES_MOST;

	const struct failure_sum sum = sum_of(f, 0);
	if (sum.count)
		fprintf(stderr,
			"INFO: me: %llu runs failed, with %u distinct fault%s:\n",
			sum.runs, sum.count, sum.count == 1 ? "" : "s");
	for (unsigned i = 0; i < count; i++)
		if (f->list[i].kind != ME_END_OUTSIDE && failures_first(f, i) == i)
			print_one(f, i);
	print_outside(f);
	print_slowest(f);
}

static void write_some(const struct failures *f, FILE *out, int outside)
{
	const unsigned count = f->count < FAILURES_MOST ? f->count : FAILURES_MOST;
	const char *separator = "";

	fprintf(out, ",\"%s\":[", outside ? "outside" : "faults");
	for (unsigned i = 0; i < count; i++) {
		const struct failure_record *r = &f->list[i];
		if ((r->kind == ME_END_OUTSIDE) != outside || failures_first(f, i) != i)
			continue;
		char path[sizeof artifact.cwd + FAILURE_TEXT];
		const int is_below = *r->artifact != '/' && *artifact.cwd;
		const size_t dot = strncmp(r->artifact, "./", 2) ? 0 : 2;
		snprintf(path, sizeof path, "%s%s%s", is_below ? artifact.cwd : "",
			 is_below ? "/" : "", r->artifact + dot);
		fprintf(out, "%s{\"runs\":%llu", separator, failures_runs(f, i));
		separator = ",";
		describe_member(out, "what", r->what);
		describe_member(out, "call", r->call);
		describe_member(out, "artifact", path);
		fprintf(out, "}");
	}
	fprintf(out, "]");
}

static void write_list(const struct failures *f, FILE *out)
{
	write_some(f, out, 0);
	write_some(f, out, 1);
}

void failures_fill(const struct failures *f, struct progress *p)
{
	const struct failure_sum sum = f ? sum_of(f, 0) : (struct failure_sum){0, 0};

	p->failures = sum.count;
	p->failing_runs = sum.runs;
	p->list = f;
	p->write_list = write_list;
}

/* ---- artifacts */

enum { HEX_MOST = 256 }; /* bytes that are printed, as by libFuzzer */

static void print_bytes(const uint8_t *bytes, size_t n)
{
	if (n > HEX_MOST)
		return;
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "0x%x,", bytes[i]);
	fprintf(stderr, "\n");
}

/* Whole or not at all, but for a kill in between. */
static void write_file(const char *path, const uint8_t *bytes, size_t n)
{
	struct stat st;
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int bad = file < 0 || fstat(file, &st) || corpus_write_all(file, bytes, n);

	if (file >= 0)
		bad |= close(file);
	if (bad) {
		fprintf(stderr, "ERROR: me: %s: %s\n", path, strerror(errno));
		if (file >= 0 && S_ISREG(st.st_mode))
			unlink(path);
		__me_exit_now(1);
	}
}

const uint8_t *artifact_bytes(struct input in, size_t *size)
{
	return artifact.subject->kind->encode(artifact.subject, in, artifact.bytes,
					      size);
}

void artifact_list_for(const char *corpus)
{
	char *list = NULL, *directory = NULL;

	if (!getcwd(artifact.cwd, sizeof artifact.cwd) ||
	    corpus_aside(corpus, "artifacts", &list) ||
	    corpus_aside(corpus, NULL, &directory) ||
	    !(artifact.list = realpath(corpus, NULL)))
		return;
	free(artifact.list);
	artifact.list = list;
	artifact.directory = directory;
}

/* A line that cannot be written is missing: the file is there all the same. */
static void list_artifact(const char *path)
{
	static char line[2 * PATH_MAX];

	if (!artifact.list)
		return;
	path += strncmp(path, "./", 2) == 0 ? 2 : 0;
	mkdir(artifact.directory, 0777);
	const int file =
	    open(artifact.list, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
		 0666);
	const int n =
	    snprintf(line, sizeof line, "%s%s%s", *path == '/' ? "" : artifact.cwd,
		     *path == '/' ? "" : "/", path);
	if (file < 0)
		return;
	corpus_write_all(file, line, (size_t)n + 1);
	close(file);
}

const char *artifact_write(enum me_end kind, struct input in, int prints_bytes)
{
	static char path[PATH_MAX];
	char hex[SHA1_HEX_SIZE];
	size_t n;
	const uint8_t *bytes = artifact_bytes(in, &n);

	if (prints_bytes)
		print_bytes(bytes, n);
	sha1_hex(bytes, n, hex);
	if (artifact.exact)
		snprintf(path, sizeof path, "%s", artifact.exact);
	else
		snprintf(path, sizeof path, "%s%s%s", artifact.prefix,
			 me_ends[kind].prefix, hex);
	write_file(path, bytes, n);
	if (kind != ME_END_OUTSIDE)
		fprintf(stderr, "artifact_prefix='%s'; Test unit written to %s\n",
			artifact.prefix, path);
	list_artifact(path);
	return path;
}

int artifact_init(const struct subject *subject, int argc, char **argv)
{
	const char *prefix = options_flag(argc, argv, "artifact_prefix");

	artifact.prefix = prefix ? prefix : "./";
	artifact.exact = options_flag(argc, argv, "exact_artifact_path");
	artifact.bytes = calloc(subject->file_size + 1, 1);
	if (!artifact.bytes)
		return -1;
	artifact.subject = subject;
	again.program = argv[0];
	return 0;
}

/* ---- what flags say */

size_t failures_rss_mb(int argc, char **argv)
{
	enum { RSS_LIMIT_MB = 2048 }; /* libFuzzer's default */

	return (size_t)options_number(argc, argv, "rss_limit_mb", RSS_LIMIT_MB);
}

int failures_survived(int argc, char **argv)
{
	return options_number(argc, argv, "ignore_crashes", 1) &&
	       options_number(argc, argv, "ignore_timeouts", 1) &&
	       options_number(argc, argv, "ignore_ooms", 1) &&
	       !options_flag(argc, argv, "report_slow_units");
}

/* ---- what a dying process leaves */

struct last_notes *last_notes_map(uint32_t goals)
{
	struct last_notes *n = shared_memory(sizeof *n + goals * sizeof *n->met);

	if (n)
		n->most = goals;
	return n;
}

int last_notes_leave(struct last_notes *n, struct goals *g)
{
	uint32_t count = 0;

	goals_confirm_last(g);
	/* What a forced run seems to have met says nothing. */
	const uint32_t most = trace.record.was_forced ? 0 : n->most;
	for (uint32_t i = 0; i < g->program->goal_count && count < most; i++)
		if (g->list[i].in_scope && !g->list[i].is_fault &&
		    g->list[i].verdict != GOAL_COVERED && goals_is_met(g, i))
			n->met[count++] = i;
	n->met_count = count;
	n->left = 1;
	return count > 0;
}

/* ---- inputs that have ended a process */

enum { FATAL_BUCKETS = 1024 };

static struct {
	size_t count;
	struct fatal_run *buckets[FATAL_BUCKETS];
} fatal;

uint64_t fatal_runs_hash(struct input in)
{
	return me_verdicts_hash(ME_IR_HASH_START, in.data, in.size);
}

const struct fatal_run *fatal_runs_find(struct input in)
{
	if (!fatal.count)
		return NULL;
	const uint64_t hash = fatal_runs_hash(in);
	const struct fatal_run *r = fatal.buckets[hash % FATAL_BUCKETS];

	while (r && r->hash != hash)
		r = r->next;
	return r;
}

const struct fatal_run *fatal_runs_add(uint64_t hash, const uint32_t *met,
				       uint32_t met_count)
{
	const size_t size = met_count * sizeof *met;
	struct fatal_run *r = malloc(sizeof *r + size);

	if (!r)
		return NULL;
	r->hash = hash;
	r->met_count = met_count;
	memcpy(r->met, met, size);
	r->next = fatal.buckets[hash % FATAL_BUCKETS];
	fatal.buckets[hash % FATAL_BUCKETS] = r;
	fatal.count++;
	return r;
}

unsigned fatal_runs_close(const struct fatal_run *r, struct goals *g)
{
	unsigned closed = 0;

	for (uint32_t i = 0; i < r->met_count; i++)
		if (g->list[r->met[i]].verdict != GOAL_COVERED) {
			goals_learn(g, r->met[i]);
			closed++;
		}
	return closed;
}
