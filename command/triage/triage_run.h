/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_run.h - reads what a target tells of a run that may fail. */
#ifndef COMMAND_TRIAGE_RUN_H
#define COMMAND_TRIAGE_RUN_H

#include "command/triage/triage.h"

/* Takes a line of the target's, {"kind":"failure"}: the run owns it from now on. `output`
 * is what the run has printed. 0, or -1 when out of memory. */
int triage_run_read(struct triage_run *run, json_t *line, const char *output);

#endif
