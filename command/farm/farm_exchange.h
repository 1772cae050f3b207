/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm_exchange.h - what the other sessions of a target have found is given to one of them
 * while it runs: their inputs appear in its corpus, which libFuzzer reads again each second
 * (-reload=1). So many short sessions find what a long one would.
 */
#ifndef COMMAND_FARM_EXCHANGE_H
#define COMMAND_FARM_EXCHANGE_H

#include "command/farm/farm_unit.h"

/* Start with all zeros. */
struct farm_exchange {
	double next; /* of clock_now() */
	double wait; /* seconds */
};

/*
 * When it is time, which is ever more rarely, up to once a minute: links the inputs of the
 * others into the session's corpus, or copies them where the file system has no links. What
 * cannot be read is passed over.
 */
void farm_exchange(struct farm_exchange *exchange, const struct unit *unit);

#endif
