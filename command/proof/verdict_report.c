/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_report.c - matches stored verdicts with the goals of a target. */
#include "command/proof/verdict_report.h"

#include <string.h>

#include "command/proof/linked.h"
#include "command/proof/verdicts.h"
#include "prover/verify/defaults.h"

int proofs_note(struct command *command, struct build_record *record,
		const char *corpus)
{
	struct verdicts verdicts = {0};
	struct program program = {0};
	int err = verdicts_read(command, corpus, &verdicts);

	if (!err && verdicts.count)
		err = linked_read(command, record, &program);

	for (size_t i = 0; !err && i < record->goal_count; i++) {
		struct build_goal *g = &record->goals[i];
		const struct verdict_line *line = verdicts_find(
		    &verdicts,
		    verdicts_unit_key(record->entry.key, record->units[g->unit].source),
		    g->id, false);
		if (!line)
			continue;
		g->proof = line->verdict == VERDICT_NEAREST
			       ? "infeasible [round-to-nearest]"
			       : "infeasible";
		const char *mark = strstr(line->how, DEFAULTS_MARK);
		if (mark)
			g->defaults = strdup(mark + strlen(DEFAULTS_MARK));
	}
	gimple_done(&program);
	verdicts_done(&verdicts);
	return err;
}
