/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt.c - runs of inputs, each in a child process, compared with that of another. */
#include "harness/triage/attempt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/program/shared_memory.h"
#include "harness/triage/apart.h"
#include "system/clock.h"

int attempt_begin(struct input_attempt *t, const struct attempt_kind *kind,
		  const uint8_t *bytes, size_t size)
{
	*t = (struct input_attempt){.kind = kind};
	t->most = t->left = kind->begin(t, bytes, size);
	return !t->error && t->left;
}

int attempt_is_alike(struct input_attempt *t, const uint8_t *bytes, size_t size)
{
	if (t->end > 0 && clock_now() > t->end) {
		t->most -= t->left;
		t->left = 0;
	}
	if (!t->left || t->error)
		return 0;
	t->left--;
	return t->kind->is_alike(t, bytes, size);
}

/* ---- failures */

static unsigned failing_begin(struct input_attempt *t, const uint8_t *bytes,
			      size_t size)
{
	t->error = failing_run_identify(bytes, size, &t->wanted);
	if (!t->wanted.fails)
		return 0;
	return t->wanted.kind == ME_END_TIMEOUT ? ATTEMPTS_MOST_HANG : ATTEMPTS_MOST;
}

static int fails_alike(struct input_attempt *t, const uint8_t *bytes, size_t size)
{
	struct failing_identity found;

	t->error = failing_run_identify(bytes, size, &found);
	return !t->error && found.fails && found.kind == t->wanted.kind &&
	       found.key == t->wanted.key;
}

/* Named as libFuzzer would name it, unless there is such a file. */
static int simplified_write(const struct input_attempt *t, const char *directory,
			    const uint8_t *bytes, size_t size, char *path, size_t room)
{
	char hex[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, hex);
	snprintf(path, room, "%s/%s%s", directory, me_ends[t->wanted.kind].prefix, hex);
	return access(path, F_OK) == 0 ? 0 : corpus_write_file(path, bytes, size);
}

const struct attempt_kind attempt_failing = {failing_begin, fails_alike,
					     "does not fail", simplified_write};

/* ---- goals met */

enum { MET_WALL = 10 }; /* so many times its CPU seconds may a run wait */
enum { LATE_RUNS = 100 }; /* a run that has no end counts as so many */

static struct {
	struct met_run run;
	unsigned char *met; /* by goal; shared with the children */
	unsigned char *wanted;
} meeting;

static uint32_t goal_count(void)
{
	return meeting.run.goals->program->goal_count;
}

int met_run_init(const struct met_run *run)
{
	meeting.run = *run;
	meeting.met = shared_memory(goal_count() + 1);
	meeting.wanted = calloc(goal_count() + 1, 1);
	return meeting.met && meeting.wanted ? 0 : -1;
}

static void meet_in_child(void *context)
{
	const struct goals *g = meeting.run.goals;
	struct subject *s = meeting.run.subject;

	(void)context;
	signal(SIGVTALRM, SIG_DFL);
	clock_alarm(ITIMER_VIRTUAL, meeting.run.cpu_seconds);
	program_clear_counters(g->program);
	if (meeting.run.state)
		state_restore(meeting.run.state);
	environment_restore(meeting.run.environment);
	s->kind->call(s);
	environment_restore(meeting.run.environment);
	for (uint32_t i = 0; i < goal_count(); i++)
		meeting.met[i] = g->list[i].asked && *g->program->goals[i]->counter;
}

/* Whether the run comes back; meeting.met is what it meets. */
static int met_run(struct input_attempt *t, const uint8_t *bytes, size_t size)
{
	static struct apart apart;
	struct subject *s = meeting.run.subject;

	memset(meeting.met, 0, goal_count());
	s->kind->take(s, bytes, size);
	t->error =
	    apart_do(meet_in_child, NULL, MET_WALL * meeting.run.cpu_seconds, &apart);
	if (t->error)
		return 0;
	if (apart.returned)
		return 1;
	if (apart.is_late ||
	    (WIFSIGNALED(apart.status) && WTERMSIG(apart.status) == SIGVTALRM))
		t->left -= t->left < LATE_RUNS ? t->left : LATE_RUNS;
	return 0;
}

static unsigned meeting_begin(struct input_attempt *t, const uint8_t *bytes,
			      size_t size)
{
	if (!met_run(t, bytes, size))
		return 0;
	memcpy(meeting.wanted, meeting.met, goal_count());
	return ATTEMPTS_MOST;
}

static int meets_alike(struct input_attempt *t, const uint8_t *bytes, size_t size)
{
	if (!met_run(t, bytes, size))
		return 0;
	for (uint32_t i = 0; i < goal_count(); i++)
		if (meeting.wanted[i] && !meeting.met[i])
			return 0;
	return 1;
}

static int input_write(const struct input_attempt *t, const char *directory,
		       const uint8_t *bytes, size_t size, char *path, size_t room)
{
	char name[SHA1_HEX_SIZE];
	const int err = corpus_write(directory, bytes, size, name);

	(void)t;
	snprintf(path, room, "%s/%s", directory, name);
	return err;
}

const struct attempt_kind attempt_meeting = {
    meeting_begin, meets_alike, "its run does not return; it was left as it is",
    input_write};
