# SPDX-License-Identifier: GPL-3.0-or-later
# A session makes a checkpoint after 0.2 s of its CPU, or 0.8 s by the clock, then after twice as
# long: where a run waits, or many processes share a processor, they do not take the time of the runs.
. "$ME_ROOT/tests/check.sh"

# Who runs, when, and the CPU of the process that has forked it: of a worker, of the checkpoint.
target waits f <<'E2'
#include <stdio.h>
#include <time.h>
#include <unistd.h>
__attribute__((constructor)) static void note(void)
{
	struct timespec now, used;
	clockid_t clock;
	FILE *list = fopen("workers", "a");

	clock_gettime(CLOCK_MONOTONIC, &now);
	clock_getcpuclockid(getppid(), &clock);
	clock_gettime(clock, &used);
	fprintf(list, "%d %ld.%09ld %ld.%09ld\n", (int)getpid(), (long)now.tv_sec, now.tv_nsec,
		(long)used.tv_sec, used.tv_nsec);
	fclose(list);
}
int f(int x)
{
	note();
	usleep(10000);
	return x == 12345 && x == 54321;
}
E2
rm -f waits/workers # of what has looked at the target
search waits -runs=350
# A worker begins behind the last run of the one before, and the next one runs first when it has
# ended. What runs an input again has its runs between those of a worker.
awk '{pid[NR] = $1; at[NR] = $2; cpu[NR] = $3; last[$1] = NR}
	END {
		for (i = last[pid[1]] + 1; i <= NR; i = last[pid[i]] + 1) {
			if (made++ && at[i] - begun < 4 * interval && cpu[i] < interval)
				soon = soon " " made ":" at[i] - begun "/" cpu[i]
			begun = at[i - 1]
			interval = made == 1 ? 0.2 : 2 * interval
		}
		print made + 0 soon
	}' waits/workers > workers
check checkpoints_made test "$(cut -d ' ' -f 1 workers)" -gt 1
check_line checkpoints_few '^[0-9]+$' workers
check_line checkpoints_runs 'stop: .* 350 evaluations' waits/log
