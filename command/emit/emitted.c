/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/emit/emitted.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/target/target_server.h"
#include "me/ir.h"
#include "system/allocation.h"
#include "system/path.h"

bool emitted_draws(const struct emitted *e)
{
	return e->record.entry.name &&
	       strcmp(e->record.entry.name, ME_NONDET_ENTRY) == 0;
}

const struct build_unit *emitted_program(const struct emitted *e)
{
	for (size_t i = 0; i < e->record.unit_count; i++)
		if (strcmp(path_base(e->record.units[i].source), "nondet.c") != 0)
			return &e->record.units[i];
	return &e->record.units[0];
}

/* ---- runs */

enum { DRAWS_SECONDS = 30 }; /* by the clock; a run that waits ends before */

static bool draws_are_known(const struct emitted *e, const json_t *draws)
{
	for (size_t i = 0; i < e->run_count; i++)
		if (json_equal(e->runs[i].draws, draws))
			return true;
	return false;
}

static struct emitted_run *run_new(struct emitted *e)
{
	e->runs = array_grow(e->runs, e->run_count, &e->room, sizeof *e->runs);
	return &e->runs[e->run_count++];
}

static void draws_take(void *context, size_t input, const struct target_record *r)
{
	struct emitted *e = context;
	json_t *draws = json_object_get(r->json, "draws");

	if (!json_is_array(draws))
		e->err = command_fail(e->command, e->inputs.paths[input], "%s",
				      json_member_text(r->json, "text"));
	e->is_cut |= json_is_true(json_object_get(r->json, "cut"));
	struct emitted_run *run =
	    json_is_array(draws) && !draws_are_known(e, draws) ? run_new(e) : NULL;
	if (!run)
		return;
	*run = (struct emitted_run){string_copy(e->inputs.paths[input]),
				    json_incref(draws), trace_end_read(r->json)};
}

int emitted_run_all(struct emitted *e)
{
	struct target_server server;

	target_server_init(&server, e->command, e->record.target, "--draws");
	int err = target_ask(&server, &e->inputs, NULL, DRAWS_SECONDS, draws_take, e);
	target_server_done(&server);
	return err ? err : e->err;
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
