/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the functions of CORAL and FloPSy call: built without the plugin, so that the count holds
 * whoever calls. The session is interrupted where the goal is met. */
#include <signal.h>
#include <stdio.h>

void counted_call(void);
int counted_met(void);

static unsigned long calls;
static int met;

void counted_call(void)
{
	calls++;
}

int counted_met(void)
{
	if (!met++) {
		fprintf(stderr, "BENCH: met %lu\n", calls);
		raise(SIGINT);
	}
	return 1;
}
