/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_script.h - the scripts that sbatch gets, as a person could write them. */
#ifndef COMMAND_FARM_SCRIPT_H
#define COMMAND_FARM_SCRIPT_H

#include "command/farm/farm.h"

enum farm_script { FARM_SEARCH, FARM_MERGE, FARM_REPORT, FARM_SCRIPTS };

/* "search", "merge", "report" */
extern const char *const farm_script_names[FARM_SCRIPTS];

/* Adds the text of the script. Fails when a name cannot stand in one. */
int farm_script(struct command *command, const struct farm *farm,
		enum farm_script which, struct text *out);

#endif
