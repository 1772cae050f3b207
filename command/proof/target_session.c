/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/proof/target_session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/target/corpora.h"
#include "system/clock.h"

/* What the status says of a session's executions. */
struct hearing {
	struct status *status; /* or null */
	unsigned long long before; /* executions */
};

/* The executions of a session as libFuzzer's last line counts them: `#4096	...`. */
static void read_errors(void *context, const char *text, size_t size)
{
	struct hearing *h = context;

	if (!h->status)
		return;
	while (size && (text[size - 1] != '#' || (size > 1 && text[size - 2] != '\n')))
		size--;
	if (size)
		h->status->executions = h->before + strtoull(text + size, NULL, 10);
}

static void add_words(const struct prove_options *o,
		      const struct session_limits *limits, const char *seeds,
		      const char *aside, struct words *words)
{
	words_add_format(words, "%s%s", strchr(o->target, '/') ? "" : "./", o->target);
	words_add_format(words, "-seed=%u", limits->seed);
	if (limits->starts)
		words_add_format(words, "--starts=%u", limits->starts);
	/* So it ends in time to simplify its inputs; the deadline is for what hangs. */
	else if (limits->seconds >= 1 && isfinite(limits->seconds))
		words_add_format(words, "-max_total_time=%u",
				 (unsigned)limits->seconds);
	goal_choice_add(&o->choice, words);
	words_add_format(words, "-artifact_prefix=%s/", aside);
	words_add(words, o->corpus);
	if (corpora_count(seeds))
		words_add(words, seeds);
}

int target_session_run(struct command *command, const struct prove_options *options,
		       const struct session_limits *limits, struct process *run)
{
	struct status *status = command->status;
	struct hearing hearing = {status, status ? status->executions : 0};
	const bool ends = isfinite(limits->seconds);
	char *seeds = NULL, *aside = NULL;

	*run =
	    (struct process){.is_session = true,
			     .deadline = ends ? clock_now() + limits->seconds + 1 : 0,
			     .reads = read_errors,
			     .context = &hearing};
	int err = corpora_aside(command, options->corpus, "seeds", &seeds) ||
			  corpora_aside(command, options->corpus, NULL, &aside)
		      ? -1
		      : 0;
	if (!err) {
		mkdir(options->corpus, 0777);
		mkdir(aside, 0777);
		add_words(options, limits, seeds, aside, &run->words);
		err = process_run(command, run);
	}
	free(seeds);
	free(aside);
	return err;
}
