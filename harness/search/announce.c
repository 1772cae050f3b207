/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/announce.h"

#include <stdio.h>

#include "harness/rungoal/decisions.h"
#include "harness/runtime/trace.h"

void announce_path(const struct goals *g, const struct sink *sink)
{
	uint32_t followed, length;

	decisions_nearest(&followed, &length);
	if (trace.forced_runs)
		fprintf(stderr,
			"INFO: me: path: %llu runs were forced along it, %llu of them "
			"failed by that\n",
			trace.forced_runs, trace.forced_faults);
	if (!goals_covered(g))
		fprintf(stderr,
			"INFO: me: path: not found; the nearest run takes the first %u "
			"of its %u decisions\n",
			followed, length);
	else if (*sink->newest)
		fprintf(stderr, "INFO: me: path: covered by %s/%s\n", sink->corpus,
			sink->newest);
	else
		fprintf(stderr, "INFO: me: path: covered\n");
}
