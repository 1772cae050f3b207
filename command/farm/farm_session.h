/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm_session.h - the sessions of a task, one after the other or some at once.
 *
 * A session writes to a corpus of its own, and reads the one that is merged of all. So it
 * may be killed at any moment, and begin again on another machine.
 */
#ifndef COMMAND_FARM_SESSION_H
#define COMMAND_FARM_SESSION_H

#include "command/farm/farm.h"

struct farm_search {
	struct command *command;
	const struct farm *farm;
	unsigned width; /* sessions at once */
	double deadline; /* of clock_now(): by then they end */
	size_t open; /* set: sessions that have still to be run */
	size_t failed; /* set: those that could not be run */
	double cpu; /* set: as of the pool (farm_pool.h) */
	bool is_interrupted; /* set: a signal has asked for the end */
};

/* Runs those of the sessions first, first + step, ... that are not done in this round,
 * and prints a line for each. 0, or -1 with the failure noted. */
int farm_search_run(struct farm_search *search, size_t first, size_t step);

/* How many seconds before its limit Slurm is to warn a task of that many seconds; twice as
 * long before it sessions end by themselves. */
double farm_search_margin(double seconds);

#endif
