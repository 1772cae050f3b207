/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict_report.h - the proofs that stand beside a corpus, for reports.
 */
#ifndef COMMAND_VERDICT_REPORT_H
#define COMMAND_VERDICT_REPORT_H

#include "command/target/build_record.h"

/* Sets `proof` of each goal that was proven infeasible for this very program. */
int proofs_note(struct command *command, struct build_record *record,
		const char *corpus);

#endif
