/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_format.h - how verdicts are printed: for people, and with --json. */
#ifndef COMMAND_VERDICT_FORMAT_H
#define COMMAND_VERDICT_FORMAT_H

#include "command/base/usage.h"
#include "command/proof/proof.h"
#include "command/triage/faults.h"

struct verdict_format {
	/* One goal of the record: what the corpus left open, or what only runs that do
	 * not return have met when it was asked for others (`goal` is then returning).
	 * Returns 0, or -1 when that is said. */
	int (*verdict)(struct proof_session *p, size_t number,
		       const struct prove_goal *goal, FILE *out);
	/* The distinct faults of the corpus's artifacts. 0, or -1 when out of memory. */
	int (*faults)(const struct triage *faults);
	/* The end of the command. */
	void (*summary)(const struct prove_options *options,
			const struct prove_summary *summary);
};

extern const struct verdict_format verdict_text, verdict_json;

#endif
