/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/emit/emitted.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/target/corpora.h"
#include "system/path.h"

bool emitted_draws(const struct emitted *e)
{
	return e->record.entry.name && strcmp(e->record.entry.name, "me_nondet") == 0;
}

const struct build_unit *emitted_program(const struct emitted *e)
{
	for (size_t i = 0; i < e->record.unit_count; i++)
		if (strcmp(path_base(e->record.units[i].source), "nondet.c") != 0)
			return &e->record.units[i];
	return &e->record.units[0];
}

/* ---- runs */

static bool draws_are_known(const struct emitted *e, const json_t *draws)
{
	for (size_t i = 0; i < e->run_count; i++)
		if (json_equal(e->runs[i].draws, draws))
			return true;
	return false;
}

static struct emitted_run *run_new(struct emitted *e)
{
	if (e->run_count == e->room) {
		const size_t room = 2 * e->room + 64;
		struct emitted_run *grown = realloc(e->runs, room * sizeof *grown);
		if (!grown)
			return NULL;
		e->runs = grown;
		e->room = room;
	}
	return &e->runs[e->run_count];
}

static void draws_line_read(void *context, const char *text, size_t size)
{
	struct emitted *e = context;
	json_t *line = json_line_read(text, size);

	if (!line)
		return;
	const char *file = json_string_value(json_object_get(line, "file"));
	json_t *draws = json_object_get(line, "draws");
	e->is_cut |= json_is_true(json_object_get(line, "cut"));
	struct emitted_run *run =
	    file && json_is_array(draws) && !draws_are_known(e, draws) ? run_new(e)
								       : NULL;
	if (run) {
		*run = (struct emitted_run){strdup(file), json_incref(draws),
					    trace_end_read(line)};
		e->run_count++;
	}
	json_decref(line);
}

/* The inputs from *first on that one run takes; *first is the next one. */
static int draws_batch_run(struct emitted *e, size_t *first)
{
	struct process run = {
	    .is_tied = true, .take_line = draws_line_read, .context = e};

	words_add_each(&run.words, e->record.target, "--draws");
	*first = corpora_add_batch(&e->inputs, *first, &run.words);
	const int err = process_check(e->command, &run);
	process_done(&run);
	return err;
}

int emitted_run_all(struct emitted *e)
{
	int err = 0;

	for (size_t next = 0; next < e->inputs.count && !err;)
		err = draws_batch_run(e, &next);
	for (size_t i = 0; i < e->run_count && !err; i++)
		if (!e->runs[i].file)
			err = command_no_memory(e->command);
	return err;
}

void emitted_done(struct emitted *e)
{
	for (size_t i = 0; i < e->run_count; i++) {
		free(e->runs[i].file);
		json_decref(e->runs[i].draws);
	}
	free(e->runs);
	build_record_done(&e->record);
	corpus_list_done(&e->inputs);
}
