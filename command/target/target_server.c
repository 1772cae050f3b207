/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/target/target_server.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "system/clock.h"
#include "system/stop.h"

enum {
	START_SECONDS = 30, /* constructors of a large target may take a while */
	AHEAD = 16, /* questions that wait in the pipe while one is answered */
};

void target_server_init(struct target_server *s, struct command *command,
			const char *target, const char *request)
{
	*s = (struct target_server){.command = command,
				    .target = target,
				    .request = request,
				    .is_over = stop_now};
	words_add_format(&s->words, "%s%s", strchr(target, '/') ? "" : "./", target);
	words_add_each(&s->words, "--serve", request);
}

void target_server_end(struct target_server *s)
{
	int status;

	if (s->runs)
		child_end(&s->child, true, &status);
	free(s->child.output.bytes);
	free(s->child.errors.bytes);
	s->child = (struct child){0};
	s->runs = false;
}

void target_server_done(struct target_server *s)
{
	target_server_end(s);
	words_done(&s->words);
}

/* ---- records */

static void set_limit(struct target_server *s, double seconds)
{
	s->child.deadline = seconds ? clock_now() + seconds : 0;
}

/* The next whole line; null: there is none in time, or at all. */
static const char *next_line(struct target_server *s, size_t *size)
{
	struct child *c = &s->child;
	size_t seen = s->at;
	char *end = NULL;

	if (s->at) {
		memmove(c->output.bytes, c->output.bytes + s->at,
			c->output.size - s->at + 1);
		c->output.size -= s->at;
		s->at = seen = 0;
	}
	for (;;) {
		if (c->output.size > seen)
			end =
			    memchr(c->output.bytes + seen, '\n', c->output.size - seen);
		if (end || c->out < 0)
			break;
		seen = c->output.size;
		c->errors.size = 0; /* what the program prints is nobody's */
		if (!child_read(c))
			break;
	}
	if (!end)
		return NULL;
	*size = (size_t)(end - c->output.bytes);
	s->at = *size + 1;
	return c->output.bytes;
}

static bool next_record(struct target_server *s, struct target_record *r)
{
	*r = (struct target_record){0};
	while (!r->json && (r->line = next_line(s, &r->size)))
		r->json = json_line_read(r->line, r->size);
	r->kind = json_member_text(r->json, "kind");
	return r->json != NULL;
}

/* An error that is none of an input ends the command. */
static int error_check(struct target_server *s, const char *who,
		       const struct target_record *r)
{
	if (strcmp(r->kind, "error") != 0 || json_object_get(r->json, "file"))
		return 0;
	s->refuses = true;
	return command_fail(s->command, who, "%s", json_member_text(r->json, "text"));
}

/* ---- start and end */

/* Why it says no more. */
static int fail_mute(struct target_server *s)
{
	int status;

	if (s->child.is_late && stop_asked())
		return command_fail(s->command, s->target, "%s: %s", s->request,
				    stop_why());
	if (s->child.is_late)
		return command_fail(s->command, s->target,
				    "%s: no answer within %d seconds; does something "
				    "wait before main()?",
				    s->request, START_SECONDS);
	child_end(&s->child, false, &status);
	s->runs = false;
	if (status == 0)
		return 0;
	return command_fail(s->command, s->target,
			    "%s ended with status %d; was it built with ME?",
			    s->request, process_exit_code(status));
}

/* What comes before the record that it is ready is the program's. */
static int ready_wait(struct target_server *s)
{
	struct target_record r;
	bool ready = false;

	while (!ready && next_record(s, &r)) {
		ready = strcmp(r.kind, "ready") == 0 &&
			json_integer_value(json_object_get(r.json, "process")) ==
			    s->child.pid;
		json_decref(r.json);
	}
	if (ready)
		return 0;
	const int err = fail_mute(s);
	return err ? err
		   : command_fail(s->command, s->target,
				  "%s: no answer; build it again", s->request);
}

int target_server_start(struct target_server *s)
{
	const struct child_plan plan = {.words = (const char *const *)s->words.items,
					.streams = CHILD_APART,
					.is_tied = true};

	if (s->runs)
		return 0;
	process_show(s->command, &(struct process){.words = s->words});
	const int code = child_start(&s->child, &plan);
	if (code)
		return command_fail(s->command, s->target, "cannot run: %s",
				    strerror(code));
	s->runs = true;
	s->has_ended = false;
	s->at = 0;
	s->child.is_over = s->is_over;
	set_limit(s, START_SECONDS);
	const int err = ready_wait(s);
	if (err)
		target_server_end(s);
	return err;
}

int target_server_listen(struct target_server *s, record_fn *tell, void *context)
{
	struct target_record r;
	int err = target_server_start(s);

	while (!err && next_record(s, &r)) {
		err = error_check(s, s->target, &r);
		if (!err)
			tell(context, 0, &r);
		json_decref(r.json);
	}
	if (!err)
		err = fail_mute(s);
	target_server_end(s);
	return err;
}

/* ---- questions */

/* Those that have been asked and not been answered. */
struct asked {
	struct target_server *server;
	const char *begins;
	record_fn *tell;
	void *context;
	size_t input; /* the next one that is answered */
	size_t sent; /* inputs before this one have been asked for */
};

static void questions_send(struct asked *a, const struct corpus_list *files)
{
	while (a->sent < files->count && a->sent - a->input < AHEAD) {
		const char *path = files->paths[a->sent];
		if (!child_write(&a->server->child, path, strlen(path) + 1))
			return;
		a->sent++;
	}
}

/* 1: the input has been answered; 0: it will not be; -1 after a message. */
static int answer_read(struct asked *a)
{
	struct target_record r;
	bool is_last = false;

	while (!is_last && next_record(a->server, &r)) {
		const int err = error_check(a->server, NULL, &r);
		if (!err)
			a->tell(a->context, a->input, &r);
		is_last = !a->begins || strcmp(r.kind, a->begins) != 0;
		a->server->has_ended = json_object_get(r.json, "ended") != NULL;
		json_decref(r.json);
		if (err)
			return err;
	}
	return is_last;
}

int target_ask(struct target_server *s, const struct corpus_list *files,
	       const char *begins, double seconds, record_fn *tell, void *context)
{
	struct asked a = {s, begins, tell, context, 0, 0};

	while (a.input < files->count && !stop_now()) {
		if (target_server_start(s)) {
			if (!stop_now())
				return -1;
			*s->command->failure = '\0';
			break;
		}
		set_limit(s, seconds);
		questions_send(&a, files);
		const int answered = answer_read(&a);
		if (answered < 0)
			return -1;
		/* A run in the target's own process may have ended that. */
		a.input += answered || !s->has_ended;
		s->has_ended &= answered;
		if (!answered) {
			target_server_end(s);
			a.sent = a.input;
		}
	}
	return 0;
}
