/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proofs.c - matches kept verdicts with the goals of a target. */
#include "gcov-tools/proofs.h"

#include <stdlib.h>

#include "gcov-tools/entry_json.h"
#include "gcov-tools/verdicts.h"
#include "me/ir.h"

static void goals_note(struct build_record *record, const struct verdicts *verdicts,
		       uint64_t key)
{
	for (size_t i = 0; i < record->goal_count; i++) {
		struct build_goal *g = &record->goals[i];
		const struct prove_goal goal = {
		    .function = g->function, .ordinal = g->ordinal, .rank = g->rank};
		const struct verdict_line *line = verdicts_find(
		    verdicts, verdicts_unit_key(key, record->units[g->unit].source),
		    &goal);
		if (line)
			g->proof = line->verdict == VERDICT_NEAREST
				       ? "infeasible [round-to-nearest]"
				       : "infeasible";
	}
}

int proofs_note(struct command *command, struct build_record *record,
		const char *corpus)
{
	char why[256];
	char *text = NULL;
	size_t size = 0;
	struct program program = {0};
	struct entry entry = {0};
	struct verdicts verdicts = {0};
	int err = verdicts_read(command, corpus, &verdicts);

	if (!err && verdicts.count && record->entry.name &&
	    section_read(record->target, ME_IR_SECTION, &text, &size, why) == 0 &&
	    graph_read(&program, text, size, why) == 0) {
		err = entry_json_read(command, record, &entry);
		if (!err)
			goals_note(record, &verdicts, verdicts_key(&program, &entry));
	}
	entry_json_done(&entry);
	graph_done(&program);
	verdicts_done(&verdicts);
	free(text);
	return err;
}
