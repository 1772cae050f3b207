/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - lines, the status file, and what a session says at its end. */
#include "harness/progress/progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/database/learnt.h"
#include "harness/goals/describe.h"
#include "harness/goals/known_verdicts.h"
#include "harness/program/quiet.h"
#include "harness/rungoal/custom_goal.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/trace.h"
#include "harness/search/fault_search.h"
#include "harness/search/thrown.h"
#include "system/clock.h"

/* ---- the clock */

/* What is to be done now and then, by the clock, while runs are made: reading the clock
 * before each run would cost more than a short run does. */
struct pulse {
	unsigned left, every; /* calls until the clock is read; between two readings */
	int64_t read_ms;
};

enum { PULSE_EVERY_MOST = 1 << 12 };
enum { PULSE_MS = 20 }; /* about so often the clock is read, or before each run */

/* Before a run. Whether the clock was read; then *now_ms is set. */
static int pulse_beat(struct pulse *p, int64_t *now_ms)
{
	if (p->left) {
		p->left--;
		return 0;
	}
	const int64_t now = clock_ms(CLOCK_MONOTONIC_COARSE);
	if (now - p->read_ms > PULSE_MS)
		p->every /= 2;
	else if (p->every < PULSE_EVERY_MOST)
		p->every = 2 * p->every + 1;
	p->left = p->every;
	p->read_ms = *now_ms = now;
	return 1;
}

enum {
	SECOND_MS = 1000,
	STATUS_MOST_MS = 30 * SECOND_MS,
	KEEP_FIRST_MS = 500, /* until the database is kept first; twice as long then */
	KEEP_MOST_MS = 4000,
	LINES_MOST_MS = 64000, /* between two lines while nothing is found */
	LINE_SIZE = 1024,
};

static struct {
	struct search *search; /* null: no session of ours */
	progress_fill_fn *fill;
	const char *program;
	char *status; /* a file, or null */
	int lines;
	struct pulse pulse;
	int64_t start_ms, second_ms, line_ms, keep_ms, status_ms; /* when each is due */
	int64_t line_wait_ms, keep_wait_ms;
	unsigned news; /* goals and failures, when the last line was printed */
	int64_t news_ms; /* when they were the last ones */
	int has_advised; /* what comes next was said */
	long process; /* that the user started */
	int has_begun; /* the first status was written */
	int is_over;
	int is_unwritable; /* it was said that the status cannot be written */
} session;

/* ---- what there is to say */

static struct progress progress_facts(void)
{
	const struct goals *g = session.search->goals;
	struct progress r = {.goals = g->scope_count,
			     .covered = goals_covered(g),
			     .proven = goals_proven(g),
			     .given_up = goals_given_up(g),
			     .process = session.process};

	session.fill(&r);
	return r;
}

static unsigned open_goals(const struct progress *r)
{
	const unsigned closed = r->covered + r->proven + r->given_up;

	return r->goals > closed ? r->goals - closed : 0;
}

/* Files in the corpus directory. */
static size_t count_inputs(void)
{
	DIR *directory = opendir(session.search->sink->corpus);
	const struct dirent *entry;
	size_t n = 0;

	while (directory && (entry = readdir(directory)))
		n += entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN;
	if (directory)
		closedir(directory);
	return n;
}

static double seconds(void)
{
	return (double)(clock_ms(CLOCK_MONOTONIC_COARSE) - session.start_ms) /
	       SECOND_MS;
}

/* ---- for a person */

static void append_text(char line[LINE_SIZE], const char *text)
{
	const size_t n = strlen(line);

	snprintf(line + n, LINE_SIZE - n, "%s", text);
}

static void append_number(char line[LINE_SIZE], const char *format,
			  unsigned long long number)
{
	char text[120];

	snprintf(text, sizeof text, format, number);
	append_text(line, text);
}

static void add_methods(char line[LINE_SIZE])
{
	const struct search *s = session.search;
	const char *before = "; covered by";

	for (unsigned i = 0; i < s->yield_count; i++) {
		const struct search_yield *y = &s->yields[i];
		if (!y->closed)
			continue;
		append_text(line, before);
		append_text(line, " ");
		append_text(line, y->name);
		append_number(line, " %llu", y->closed);
		before = ",";
	}
}

static void print_line(const struct progress *r)
{
	char line[LINE_SIZE] = "";

	append_number(line, "%llu s: ", (unsigned long long)seconds());
	append_number(line, "goals: %llu covered, ", r->covered);
	if (r->proven)
		append_number(line, "%llu infeasible, ", r->proven);
	if (r->given_up)
		append_number(line, "%llu given up, ", r->given_up);
	append_number(line, "%llu open; ", open_goals(r));
	append_number(line, "%llu evaluations", r->executions);
	if (session.search->sink->corpus)
		append_number(line, ", %llu inputs", count_inputs());
	if (r->failures)
		append_number(line, ", %llu distinct faults", r->failures);
	add_methods(line);
	fprintf(stderr, "INFO: me: %s\n", line);
}

/* News come at once, but one line a second; without any the lines get rare. */
static void line_when_due(const struct progress *r, int64_t now)
{
	const unsigned news = r->covered + r->proven + r->given_up + r->failures;

	if (!session.lines || (now < session.line_ms && news == session.news))
		return;
	session.line_wait_ms = news != session.news ? SECOND_MS
			       : session.line_wait_ms < LINES_MOST_MS
				   ? 4 * session.line_wait_ms
				   : session.line_wait_ms;
	session.news = news;
	session.line_ms = now + session.line_wait_ms;
	print_line(r);
}

/* What to do about open goals, once. */
static void advise(const struct progress *r, const char *before)
{
	const unsigned open = open_goals(r);

	if (session.has_advised || !open || !session.lines ||
	    !search_is_typed(session.search) || session.search->goals->seeks_run)
		return;
	session.has_advised = 1;
	fprintf(stderr, "INFO: me: %s%u %s open; `me prove` decides %s\n", before, open,
		open == 1 ? "goal is" : "goals are", open == 1 ? "it" : "them");
}

/* Whether nothing was met for half of the starts, or of the time, that the session has. */
static int is_stalled(int64_t now)
{
	const struct search *s = session.search;
	const struct harness_options *o = s->options;

	if (!o->time_given)
		return s->starts_without_progress >= o->n_start / 2;
	return o->max_total_time &&
	       2 * (now - session.news_ms) >= (int64_t)o->max_total_time * SECOND_MS;
}

static void advise_when_stalled(const struct progress *r, int64_t now)
{
	const unsigned news = r->covered + r->proven + r->given_up + r->failures;
	char before[120];

	if (news != session.news)
		session.news_ms = now;
	if (session.has_advised || !is_stalled(now))
		return;
	snprintf(before, sizeof before,
		 "nothing new in %u starts: descents from other starts go on; ",
		 session.search->starts_without_progress);
	advise(r, before);
}

/* ---- for programs */

static void write_methods(FILE *out)
{
	const struct search *s = session.search;

	fprintf(out, ",\"methods\":[");
	for (unsigned i = 0; i < s->yield_count; i++)
		fprintf(out, "%s{\"name\":\"%s\",\"goals\":%llu,\"executions\":%llu}",
			i ? "," : "", s->yields[i].name, s->yields[i].closed,
			s->yields[i].evaluations);
	fprintf(out, "]");
}

/* What a file begins with, and what takes the place of a state of the same length. */
#define STATUS_HEAD "{\"kind\":\"status\",\"state\":"
#define STATUS_RUNNING "\"running\""
#define STATUS_ENDED "\"ended\"  "

static void write_members(FILE *out, const struct progress *r, const char *why)
{
	char host[65] = "";
	const char *corpus = session.search->sink->corpus;

	gethostname(host, sizeof host - 1);
	fprintf(out, "%s%s", STATUS_HEAD, why ? "\"ended\"" : STATUS_RUNNING);
	if (why && *why)
		describe_member(out, "why", why);
	describe_member(out, "target", session.program);
	if (corpus)
		describe_member(out, "corpus", corpus);
	describe_member(out, "host", host);
	fprintf(out, ",\"process\":%ld,\"time\":%lld,\"seconds\":%.1f,\"cpu\":%.2f",
		r->process, (long long)time(NULL), seconds(), sink_cpu());
	fprintf(out,
		",\"goals\":%u,\"covered\":%u,\"infeasible\":%u,\"given_up\":%u,"
		"\"open\":%u,\"executions\":%llu",
		r->goals, r->covered, r->proven, r->given_up, open_goals(r),
		r->executions);
	if (corpus)
		fprintf(out, ",\"inputs\":%zu", count_inputs());
	fprintf(out, ",\"failures\":%u,\"failing_runs\":%llu", r->failures,
		r->failing_runs);
	if (r->list && r->write_list)
		r->write_list(r->list, out);
	write_methods(out);
	fprintf(out, "}\n");
}

/* A null `why`: the session goes on. */
static void write_status(const struct progress *r, const char *why)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = session.status ? open_memstream(&text, &size) : NULL;

	if (!out)
		return;
	write_members(out, r, why);
	const int bad = fclose(out);
	const int err =
	    bad ? CORPUS_ENOMEM : corpus_write_file(session.status, text, size);
	free(text);
	if (err && !session.is_unwritable)
		fprintf(stderr, "WARNING: me: %s: %s\n", session.status,
			corpus_strerror(err));
	session.is_unwritable = err != 0;
}

/* ---- when */

/* %p in the name of a file is this process's number, where several have one command
 * line. Null when there is none. */
static char *status_name(const char *option)
{
	const char *mark = option ? strstr(option, "%p") : NULL;
	char *name;

	if (!mark)
		return option ? strdup(option) : NULL;
	if (asprintf(&name, "%.*s%ld%s", (int)(mark - option), option, (long)getpid(),
		     mark + 2) < 0)
		return NULL;
	return name;
}

void progress_start(struct search *s, const char *program, progress_fill_fn *fill,
		    int lines)
{
	const int64_t now = clock_ms(CLOCK_MONOTONIC_COARSE);

	fault_search_begin();
	session.search = s;
	session.program = program;
	session.process = (long)getpid();
	session.fill = fill;
	session.lines = lines;
	session.status = status_name(s->options->status);
	session.start_ms = session.news_ms = now;
	session.second_ms = now + SECOND_MS;
	session.line_wait_ms = 2 * SECOND_MS;
	session.line_ms = now + session.line_wait_ms;
	session.keep_wait_ms = KEEP_FIRST_MS;
	session.keep_ms = now + session.keep_wait_ms;
}

/* The session has begun, and this is no process that starts others (-jobs=N). */
static void first_status(void)
{
	const struct progress r = progress_facts();

	session.has_begun = 1;
	write_status(&r, NULL);
}

/* Until the status is written again: a sixtieth of the session so far, since a thousand
 * sessions may write to one file system. */
static int64_t status_wait(int64_t now)
{
	const int64_t wait = (now - session.start_ms) / 60;

	return wait < SECOND_MS	       ? SECOND_MS
	       : wait < STATUS_MOST_MS ? wait
				       : STATUS_MOST_MS;
}

static void each_second(int64_t now)
{
	const struct progress r = progress_facts();

	session.second_ms = now + SECOND_MS;
	advise_when_stalled(&r, now);
	line_when_due(&r, now);
	if (now < session.status_ms)
		return;
	session.status_ms = now + status_wait(now);
	write_status(&r, NULL);
}

static void keep_learnt(int64_t now)
{
	if (session.keep_wait_ms < KEEP_MOST_MS)
		session.keep_wait_ms *= 2;
	session.keep_ms = now + session.keep_wait_ms;
	sink_repair(session.search->sink);
	learnt_keep(session.search, 0);
}

void progress_beat(void)
{
	int64_t now;

	if (!session.search || session.is_over || !pulse_beat(&session.pulse, &now))
		return;
	if (!session.has_begun)
		first_status();
	if (now >= session.keep_ms)
		keep_learnt(now);
	if (now >= session.second_ms)
		each_second(now);
}

void progress_line(void)
{
	const int64_t now = clock_ms(CLOCK_MONOTONIC_COARSE);

	if (session.search && !session.is_over && now >= session.second_ms)
		each_second(now);
}

void progress_end(const char *why)
{
	if (!session.search || session.is_over)
		return;
	session.is_over = 1;
	learnt_keep(session.search, 1);
	const struct progress r = progress_facts();
	write_status(&r, why);
}

void progress_note_end(void)
{
	static const char running[] = STATUS_HEAD STATUS_RUNNING;
	char head[sizeof running - 1];

	if (!session.status || session.is_over || getpid() != (pid_t)session.process)
		return;
	const int file =
	    open(session.status, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (file < 0)
		return;
	if (pread(file, head, sizeof head, 0) == (ssize_t)sizeof head &&
	    memcmp(head, running, sizeof head) == 0 &&
	    pwrite(file, STATUS_ENDED, sizeof STATUS_ENDED - 1,
		   sizeof STATUS_HEAD - 1) < 0)
		session.is_unwritable = 1;
	close(file);
}

/* ---- the end */

static void announce_covered(const char *what, const struct sink *sink)
{
	if (*sink->newest)
		fprintf(stderr, "INFO: me: %s: covered by %s/%s\n", what, sink->corpus,
			sink->newest);
	else
		fprintf(stderr, "INFO: me: %s: covered\n", what);
}

/* The verdict of --kinds=path: the file that covers it, or how many of its decisions the
 * nearest run takes. */
static void announce_path(const struct goals *g, const struct sink *sink)
{
	uint32_t followed, length;

	decisions_nearest(&followed, &length);
	if (trace.forced_runs)
		fprintf(stderr,
			"INFO: me: path: %llu runs were forced along it, %llu of them "
			"failed by that\n",
			trace.forced_runs, trace.forced_faults);
	if (goals_proven(g))
		fprintf(stderr, "INFO: me: path: proven infeasible\n");
	else if (!goals_covered(g))
		fprintf(stderr,
			"INFO: me: path: not found; the nearest run takes the first %u "
			"of its %u decisions\n",
			followed, length);
	else
		announce_covered("path", sink);
}

/* The verdict of --kinds=custom: the file, or the least r of a run. */
static void announce_custom(const struct goals *g, const struct sink *sink)
{
	if (goals_covered(g))
		announce_covered(custom_name(), sink);
	else
		fprintf(stderr, "INFO: me: %s: not found; the least r is %g\n",
			custom_name(), custom_least());
}

void announce_stop(const struct search *s, const char *why,
		   unsigned long long evaluations)
{
	const struct goals *g = s->goals;
	char proven[40], predicates[60] = "";

	quiet_last();
	known_verdicts_say(g, proven, sizeof proven);
	if (trace.predicates)
		snprintf(predicates, sizeof predicates,
			 ", %llu evaluations of predicates",
			 (unsigned long long)trace.predicates);
	fprintf(stderr,
		"INFO: me: stop: %s; %u of %u goals covered%s, %llu evaluations, "
		"%u starts, %zu bytes of state%s\n",
		why, goals_covered(g), g->scope_count, proven, evaluations,
		s->starts_made, s->runs.state ? s->runs.state->bytes : 0, predicates);
	if (goals_given_up(g))
		fprintf(stderr, "INFO: me: %u goals given up\n", goals_given_up(g));
	thrown_print();
	fault_search_tell();
	if (session.search) {
		const struct progress r = progress_facts();
		advise(&r, "");
	}
	if (s->options->run_goal == RUN_GOAL_PATH)
		announce_path(g, s->sink);
	if (s->options->run_goal == RUN_GOAL_CUSTOM)
		announce_custom(g, s->sink);
}
