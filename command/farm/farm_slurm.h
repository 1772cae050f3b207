/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_slurm.h - the cluster, through Slurm's own commands. */
#ifndef COMMAND_FARM_SLURM_H
#define COMMAND_FARM_SLURM_H

#include "command/farm/farm.h"

/* Fails when there is no sbatch here. */
int farm_slurm_check(struct command *command);

/* How many tasks an array may have here; 0 when that is not told. */
unsigned farm_slurm_array_limit(struct command *command);

/* Fails when a job of the round before is still in the queue. */
int farm_slurm_check_ended(struct command *command, const struct farm *farm);

/*
 * Submits the scripts, each after the one before, from DIR/jobs, and puts the numbers of
 * the jobs into farm->jobs. When one is refused, those before it are cancelled.
 */
int farm_slurm_submit(struct command *command, struct farm *farm);

#endif
