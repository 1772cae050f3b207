/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Built without the plugin: the count holds whoever calls. */
#include <signal.h>
#include <stdio.h>

#include "bench/minimisers/flopsy/forms.h"

static unsigned long calls;
static int met;

void flopsy_call(void)
{
	calls++;
}

int flopsy_met(void)
{
	if (!met++) {
		fprintf(stderr, "BENCH: met %lu\n", calls);
		raise(SIGINT);
	}
	return 1;
}
