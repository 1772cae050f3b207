# SPDX-License-Identifier: GPL-3.0-or-later
# A session makes a checkpoint after each 0.2 s of its CPU, or 2 s by the clock: where a run
# waits, or many processes share a processor, they do not take the time of the runs.
. "$ME_ROOT/tests/check.sh"

# Each worker's number is the checkpoint's child: it is written once.
target waits f <<'E2'
#include <stdio.h>
#include <unistd.h>
int f(int x)
{
	FILE *list = fopen("workers", "a");
	if (list) {
		fprintf(list, "%d\n", (int)getpid());
		fclose(list);
	}
	usleep(10000);
	return x == 12345 && x == 54321;
}
E2
TIMEFORMAT='%R %U %S'
spent=$( { time search waits -runs=350; } 2>&1)
sort -u waits/workers > waits/different
made=$(grep -c . waits/different)
# One is there from the start, one is made before the first run, and one runs the first input
# again, which has met new goals.
most=$(echo "$spent" | awk '{print 3 + int($1 / 2 + ($2 + $3) / 0.2)}')
check checkpoints_made test "$made" -gt 1
check "checkpoints_few" test "$made" -le "$most"
check_line checkpoints_runs 'stop: .* 350 evaluations' waits/log
