/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/announce.h"

#include <stdio.h>

#include "harness/rungoal/custom.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/trace.h"

static void announce_covered(const char *what, const struct sink *sink)
{
	if (*sink->newest)
		fprintf(stderr, "INFO: me: %s: covered by %s/%s\n", what, sink->corpus,
			sink->newest);
	else
		fprintf(stderr, "INFO: me: %s: covered\n", what);
}

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
	else
		announce_covered("path", sink);
}

void announce_custom(const struct goals *g, const struct sink *sink)
{
	if (goals_covered(g))
		announce_covered(custom_name(), sink);
	else
		fprintf(stderr, "INFO: me: %s: not found; the least r is %g\n",
			custom_name(), custom_least());
}
