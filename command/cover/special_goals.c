/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/cover/special_goals.h"

#include <stdlib.h>
#include <string.h>

#include "command/target/target_trace.h"
#include "corpus/tools/named_scalars.h"

static int read_all(struct command *command, const struct build_record *record,
		    const struct corpus_list *inputs, bool *special)
{
	struct named_scalars s;
	int err = named_scalars_read(command, record, &s);
	uint8_t *bytes = err ? NULL : malloc(s.size + 1);

	if (!err && !bytes)
		err = command_no_memory(command);
	for (size_t i = 0; i < inputs->count && !err; i++) {
		unsigned char *file;
		size_t size;
		if (corpus_read_regular(inputs->paths[i], &file, &size) != CORPUS_OK)
			continue;
		named_scalars_canonical(&s, file, size, bytes);
		special[i] = !layout_is_finite(&s.layout, s.x);
		free(file);
	}
	free(bytes);
	named_scalars_done(&s);
	return err;
}

int special_inputs(struct command *command, const struct build_record *record,
		   const struct corpus_list *inputs, bool **special)
{
	*special = calloc(inputs->count + 1, sizeof **special);
	if (!*special)
		return command_no_memory(command);
	return record->entry.name ? read_all(command, record, inputs, *special) : 0;
}

struct special_noting {
	struct build_record *record;
	const struct corpus_list *inputs;
	const bool *special;
	bool *by_special, *by_finite; /* goals */
};

static void run_note(void *context, const char *path, const struct trace_run *run)
{
	const struct special_noting *n = context;

	for (size_t i = 0; i < n->inputs->count; i++) {
		if (strcmp(n->inputs->paths[i], path) != 0)
			continue;
		bool *met = n->special[i] ? n->by_special : n->by_finite;
		for (size_t g = 0; g < n->record->goal_count; g++)
			met[g] |= run->met[g];
		return;
	}
}

int special_goals_note(struct command *command, struct build_record *record,
		       const struct corpus_list *inputs)
{
	struct special_noting n = {.record = record, .inputs = inputs};
	bool *special = NULL, any = false;
	int err = special_inputs(command, record, inputs, &special);

	n.special = special;
	for (size_t i = 0; i < inputs->count && !err; i++)
		any |= special[i];
	if (any && !err) {
		n.by_special = calloc(record->goal_count + 1, sizeof *n.by_special);
		n.by_finite = calloc(record->goal_count + 1, sizeof *n.by_finite);
		err = n.by_special && n.by_finite
			  ? trace_inputs(command, record, inputs, run_note, &n)
			  : command_no_memory(command);
	}
	for (size_t g = 0; g < record->goal_count && any && !err; g++)
		record->goals[g].only_special = n.by_special[g] && !n.by_finite[g];
	free(n.by_special);
	free(n.by_finite);
	free(special);
	return err;
}
