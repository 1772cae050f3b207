/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proofs.h - the proofs that stand beside a corpus, for reports. */
#ifndef GCOV_TOOLS_PROOFS_H
#define GCOV_TOOLS_PROOFS_H

#include "gcov-tools/build_record.h"

/* Sets `proof` of each goal that was proven infeasible for this very program. */
int proofs_note(struct command *command, struct build_record *record,
		const char *corpus);

#endif
