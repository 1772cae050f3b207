# SPDX-License-Identifier: GPL-3.0-or-later
# libFuzzer's -fork=N and -jobs=N with typed targets: the children know of each other's
# goals, the parent ends when nothing is left to do, and nothing that was found is lost.
. "$ME_ROOT/tests/check.sh"

# The statistics of the parent's end.
ended() { # name log
	check_line "fork_ends_$1" '^INFO: me: stop: ' "$2"
	check_line "fork_ends_on_request_$1" 'exiting as requested' "$2"
	check_no_line "fork_wraps_up_by_time_$1" 'wrapping up' "$2"
	check_equal "fork_leaves_no_directory_$1" '' "$(ls -d tmp/* 2> /dev/null)"
}
mkdir -p tmp
export TMPDIR="$PWD/tmp"

target four f <<'E2'
int f(double x, double y, int n)
{
	if (x * y == 6 && x > y * y)
		return 1;
	if (n == 87654321 && x == 42.5 && y == x)
		return 2;
	if (y == 43.5 && n == x)
		return 3;
	return 0;
}
E2
for n in 1 2; do
	rm -rf four/corpus
	search four -fork=$n
	check_equal fork_exit_$n 0 $?
	ended $n four/log
	check_line fork_says_$n 'stop: all goals are closed; 14 of 14 goals covered' four/log
	check_equal fork_covers_$n 0 "$(branches_left four)"
	check_equal fork_names_$n '' "$(printf '%s\n' four/corpus/* | misnamed)"
done
kept=$(ls four/corpus)
search four -fork=2
check_equal fork_again_exit 0 $?
check_line fork_again_says 'stop: all goals are closed; 14 of 14 goals covered' four/log
check_equal fork_again_adds_nothing "$kept" "$(ls four/corpus)"
(cd four && status_of log ./fuzz_target -fork=2) > four/status
check_equal fork_no_corpus_exit 0 "$(cat four/status)"
ended no_corpus four/log

# What no start reaches ends the parent too.
target never f <<'E2'
int f(double x)
{
	double square = x * x;

	if (square < -1)
		return 1;
	return 0;
}
E2
search never -fork=2 --starts=20
check_equal fork_never_exit 0 $?
check_line fork_never_says 'stop: no start brings a new goal; 1 of 2 goals covered' never/log
check_equal fork_never_covers 1 "$(branches_left never)"

# -max_total_time and -runs rule when they are given.
search never -fork=1 -max_total_time=1 --starts=20
check_equal fork_time_exit 0 $?
check_line fork_time 'fuzzed for [0-9]+ seconds, wrapping up' never/log
check_equal fork_time_covers 1 "$(branches_left never)"
# Time that is given is not spent where nothing is left to do.
rm -rf four/corpus
search four -fork=1 -max_total_time=600
check_equal fork_time_closed_exit 0 $?
check_line fork_time_closed 'stop: all goals are closed; 14 of 14 goals covered' four/log
rm -rf four/corpus
search four -fork=1 -runs=1000
check_equal fork_runs_exit 0 $?
check_line fork_runs 'fuzzed for [0-9]* iterations, wrapping up' four/log
check_equal fork_runs_covers 0 "$(branches_left four)"

# ---- failures: each distinct one is kept, or the first one ends the parent

target fails f -fno-builtin <<'E2'
#include <stdlib.h>
int f(double x, int n)
{
	if (x == 42.5)
		abort();
	if (n == 87654321)
		exit(3);
	if (n == 123)
		return 3;
	if (x == 1234.5 && n == 77777)
		return 4;
	return 0;
}
E2
artifacts() {
	(cd fails && ls | grep -c '^crash-')
}
search fails -fork=2 -ignore_crashes=0
check_equal fork_failure_exit 77 $?
check_line fork_failure_log 'INFO: log from the inner process' fails/log
check_line fork_failure_said 'Test unit written to \./crash-|another run has failed in this way: ' fails/log
[ "$(artifacts)" -ge 1 ] && ok fork_failure_kept || not_ok fork_failure_kept "$(ls fails)"
rm -rf fails/corpus fails/crash-*
search fails -fork=2
check_equal fork_ignored_exit 77 $?
ended ignored fails/log
check_line fork_ignored_says 'all goals are closed; 10 of 10 goals covered' fails/log
check_line fork_ignored_failures 'runs failed, with 2 distinct faults' fails/log
check_line fork_ignored_place 'crash-.*: deadly signal, SIGABRT in f .*fails.c:5' fails/log
# What only failing inputs take counts.
check_equal fork_ignored_covers 0 "$(branches_left fails)"
for line in 'deadly signal|ABRT' 'target exited'; do
	check_line "fork_ignored_error_${line%%[ |]*}" "ERROR: .*($line)" fails/log
	found=
	for artifact in fails/crash-*; do
		fails/fuzz_target "$artifact" > again.log 2>&1 < /dev/null
		! grep -Eq "ERROR: .*($line)" again.log || found=$artifact
	done
	[ "$found" ] && ok "fork_ignored_kept_${line%%[ |]*}" ||
		not_ok "fork_ignored_kept_${line%%[ |]*}" "$(ls fails)"
done

# Of bytes targets too the jobs keep one input of each distinct fault.
target folds '' -fno-builtin <<'E2'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
static void one(void) { abort(); }
int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)
{
	if (n > 3 && d[0] == 'a')
		one();
	if (n > 4 && d[1] == 'b')
		__builtin_trap();
	return 0;
}
E2
search folds -fork=2 -ignore_crashes=1 -runs=100000
check_line fork_folds_says 'runs failed, with [12] distinct faults?' folds/log
distinct=$(sed -n 's/.*runs failed, with \([0-9]*\) distinct.*/\1/p' folds/log)
check_equal fork_folds "$distinct" "$(ls folds | grep -c '^crash-')"

# ---- -jobs

rm -rf four/corpus
search four -jobs=2 -workers=2
check_equal jobs_exit 0 $?
for job in 0 1; do
	check_line "jobs_log_$job" 'stop: all goals are closed; 14 of 14' four/fuzz-$job.log
	check_line "jobs_parent_shows_$job" "Job $job exited with exit code 0" four/log
done
check_equal jobs_cover 0 "$(branches_left four)"
rm -rf fails/corpus fails/crash-*
search fails -jobs=2 -workers=1
check_equal jobs_failure_exit 1 $?
check_line jobs_failure_log 'SUMMARY: ' fails/fuzz-1.log
[ "$(artifacts)" -ge 1 ] && ok jobs_failure_kept || not_ok jobs_failure_kept "$(ls fails)"

# ---- a bytes target: libFuzzer's rules alone

mkdir -p bytes/corpus
cat > bytes/bytes.c <<'E2'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 1 && data[0] == 'A' && data[1] == 'B')
		abort();
	return 0;
}
E2
check fork_bytes_built "$me_cc" -g -O0 bytes/bytes.c -o bytes/fuzz_target
search bytes -fork=2 -ignore_crashes=1 -max_total_time=2
check_line fork_bytes_time 'fuzzed for [0-9]* seconds, wrapping up' bytes/log
[ "$(ls bytes | grep -c '^crash-')" -ge 1 ] && ok fork_bytes_kept ||
	not_ok fork_bytes_kept "$(ls bytes)"
[ -n "$(ls bytes/corpus)" ] && ok fork_bytes_corpus || not_ok fork_bytes_corpus none
rm -f bytes/crash-*
search bytes -fork=2
check_equal fork_bytes_exit 77 $?

# A loop that does not end is one failure, wherever the clock finds each run.
mkdir -p endless/corpus
cat > endless/endless.c <<'E2'
#include <stddef.h>
#include <stdint.h>
static volatile int x;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 2 && data[0] > 100)
		for (;;) {
			x += data[0];
			x ^= 5;
			if (x == 77777)
				x++;
			x -= (int)size;
		}
	return 0;
}
E2
check fork_endless_built "$me_cc" -g -O0 endless/endless.c -o endless/fuzz_target
search endless -fork=1 -ignore_timeouts=1 -timeout=1 -runs=40
check_line fork_endless_folded '^INFO: me: [2-9] runs failed, with 1 distinct fault:' endless/log
check_line fork_endless_told ': [2-9] runs: timeout in LLVMFuzzerTestOneInput endless\.c:' endless/log

# The summary folds failures as `me triage` does, with processes and without. In front of the
# buffer it is ASan that ends a run, behind it a signal: two kinds.
faults=$((2 + ${sanitized:-0}))
cat > folded.c <<'E2'
#include <stdlib.h>
static int at(const int *a, int i) { return a[i]; }
static int next(const int *a, int i) { return at(a, i) + 1; }
int folded(const int *a, int i, int j)
{
	int s = 0;

	if (i > 100)
		s += next(a, i);
	if (i < -100)
		s += next(a, i);
	if (j == -77)
		abort();
	return s;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=folded,a:8 folded.c -o folded > folded.build 2>&1
for jobs in 0 2; do
	mkdir folded$jobs
	./folded -fork=$jobs -ignore_crashes=1 -runs=8000 -seed=1 -artifact_prefix=folded$jobs.me- folded$jobs > folded$jobs.log 2>&1
	check_line folded_count$jobs "runs failed, with $faults distinct faults:\$" folded$jobs.log
	"$me" triage ./folded folded$jobs.me-crash-* > folded$jobs.triage 2>&1
	check_line folded_triage$jobs ": $faults distinct faults\$" folded$jobs.triage
done
