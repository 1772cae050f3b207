/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_report.h - what a farm has found, in a table, and how far its round is. */
#ifndef COMMAND_FARM_REPORT_H
#define COMMAND_FARM_REPORT_H

#include <stdio.h>

#include "command/farm/farm.h"

/* How many sessions of the round are in each state (enum unit_state). */
void farm_report_states(const struct farm *farm, size_t states[4]);

/* One line: the round, its sessions, the jobs. */
void farm_report_head(const struct farm *farm, FILE *out);

/* Prints the table of merged targets, their failures, and what could not be run; the same
 * goes into DIR/report.txt. */
int farm_report(struct command *command, const struct farm *farm);

#endif
