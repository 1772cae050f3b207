/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simpler.c - simpler inputs that fail as the groups do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/target/corpora.h"
#include "command/triage/fold.h"
#include "system/stop.h"

enum { GROUP_SECONDS = 600 }; /* by the clock, for one group */

/* ---- numbers */

/* The shortest decimal that is read as that very number, of that suffix. */
static void decimal_print(char *out, size_t size, long double v, char suffix)
{
	if (v == floorl(v) && fabsl(v) < 1e6L) {
		snprintf(out, size, "%.1Lf", v);
		return;
	}
	for (int digits = 1; digits < 36; digits++) {
		snprintf(out, size, "%.*Lg", digits, v);
		const long double again = suffix == 'f'	  ? strtof(out, NULL)
					  : suffix == 'L' ? strtold(out, NULL)
							  : strtod(out, NULL);
		if (again == v)
			break;
	}
	if (!strpbrk(out, ".e"))
		strncat(out, ".0", size - strlen(out) - 1);
}

/* The length of the hexadecimal floating constant there, or 0. */
static size_t constant_length(const char *text, long double *v)
{
	char *end;

	if (text[0] != '0' || text[1] != 'x')
		return 0;
	*v = strtold(text, &end);
	return memchr(text, 'p', (size_t)(end - text)) ? (size_t)(end - text) : 0;
}

char *simpler_decimal(const char *call)
{
	struct text_buffer out = {0};
	long double v;

	while (*call) {
		char number[80];
		const size_t length = constant_length(call, &v);
		if (!length) {
			text_add_char(&out, *call++);
			continue;
		}
		call += length;
		decimal_print(number, sizeof(number), v, *call);
		text_add(&out, "%s", number);
	}
	char *result = text_string(&out) ? strdup(text_string(&out)) : NULL;
	text_done(&out);
	return result;
}

/* ---- one group */

static void simpler_take(void *context, size_t input, const struct target_record *r)
{
	char **path = context;

	(void)input;
	if (strcmp(r->kind, "simplified") == 0 && !*path)
		*path = strdup(json_member_text(r->json, "to"));
}

/* *path is what the target has written, or null. */
static int target_run(struct triage *t, const char *directory, char *artifact,
		      unsigned seconds, char **path)
{
	struct target_server server;

	triage_server_init(&server, t, seconds);
	words_add_format(&server.words, "--simplify=%s", directory);
	const int err = target_ask(&server, &(struct corpus_list){1, &artifact, 1},
				   NULL, GROUP_SECONDS, simpler_take, path);
	target_server_done(&server);
	return err;
}

/* Whether the file fails as the run did; then the group has what its run tells. */
static bool is_alike(struct triage *t, const char *path, const struct triage_run *run,
		     unsigned seconds, struct triage_group *g)
{
	struct triage one = {
	    .command = t->command, .target = t->target, .arguments = t->arguments};
	const struct triage_artifacts_limits limits = {.seconds = seconds, .runs = 1};
	bool alike = triage_artifacts_add(&one, path) == 0 &&
		     triage_artifacts_run(&one, &limits) == 0 && one.count == 1 &&
		     triage_failed(&one.artifacts[0].run) &&
		     fold_is_same(&one.artifacts[0].run, run);

	if (alike && one.artifacts[0].run.call)
		g->simpler_call = simpler_decimal(one.artifacts[0].run.call);
	if (alike && one.artifacts[0].run.detail)
		g->simpler_detail = strdup(one.artifacts[0].run.detail);
	one.arguments = (struct words){0}; /* they are the other's */
	triage_done(&one);
	return alike;
}

static int group_simplify(struct triage *t, struct triage_group *g,
			  const char *directory, unsigned seconds)
{
	const struct triage_artifact *a = &t->artifacts[g->shown];
	char *path = NULL;
	const int err = target_run(t, directory, a->path, seconds, &path);

	if (err)
		return err;
	if (!path)
		command_note(t->command, "%s: not simplified", a->path);
	else if (is_alike(t, path, &a->run, seconds, g))
		g->simpler = path;
	else
		command_note(t->command,
			     "%s: its simplified input %s fails in another way",
			     a->path, path);
	if (g->simpler != path)
		free(path);
	return 0;
}

int simpler_find(struct triage *t, const char *directory, unsigned seconds)
{
	int err = corpus_directory_make(t->command, directory);

	for (size_t g = 0; g < t->group_count && !err && !stop_asked(); g++)
		err = group_simplify(t, &t->groups[g], directory, seconds);
	return err;
}
