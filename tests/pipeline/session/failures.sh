# SPDX-License-Identifier: GPL-3.0-or-later
# A program under test that exits, hangs, runs out of stack or memory, or meets a
# sanitizer, where only minimisation gets: one artifact, which holds the input and fails
# again; libFuzzer's words and exit code; a stack with functions and lines.
bytes=
. "$ME_ROOT/tests/failing.sh"

each '' ''
each _asan "$asan"
each _ubsan "$ubsan"

# Where a lock is held, and where no CPU time passes.
runs=30
build heap 4 && kept heap 70 timeout -timeout=1 && says heap "$timeout" bottom heap
build sleep 5 && kept sleep 70 timeout -timeout=1 && says sleep "$timeout" bottom sleep
inner sleep
runs=
build status_0 14 && kept status_0 77 crash && says status_0 "$exited" bottom exit0

# ---- sanitizers' reports

# ASan writes 19 MB of shadow memory for it, where pages are slow to come.
runs=30
build large 8 $asan && kept large 71 oom -malloc_limit_mb=100 -timeout=60 && says large "$oom" bottom large
inner large
report='SUMMARY: AddressSanitizer: heap-buffer-overflow'
build asan 9 $asan && kept asan '1 77' crash &&
	says asan "$report" bottom heap-buffer-overflow
inner asan
build both_asan 9 $asan $ubsan && kept both_asan '1 77' crash && says both_asan "$report"
inner both_asan
report='runtime error: signed integer overflow'
build ubsan 10 $ubsan && kept ubsan '1 77' crash && says ubsan "$report"
inner ubsan
build both_ubsan 10 $asan $ubsan && kept both_ubsan '1 77' crash && says both_ubsan "$report"
inner both_ubsan
runs=
# libFuzzer's own check misses a leak whose address is still on the stack by chance; then
# LeakSanitizer reports it at the end, with its own exit code.
build leak 11 $asan && kept leak '1 77' leak && says leak 'LeakSanitizer: detected memory leaks'

# ---- what is no failure

# A run of many passes is left before its end: what it has allocated is no leak of the
# program's, and libFuzzer runs the input to its end.
build slow 12 $asan && search slow -runs=30 -timeout=600
check_equal failure_slow_exit 0 $?
check_equal failure_slow_artifacts '' "$(artifacts slow)"
check_line failure_slow_run 'stop: -runs is reached; 3 of 4 goals covered' slow/log
# The exit of a child process is its own.
build child 13 && search child -runs=2000
check_equal failure_child_exit 0 $?
check_equal failure_child_artifacts '' "$(artifacts child)"

# ---- libFuzzer's flags

mkdir -p prefix.d
check_equal failure_prefix 99 "$(status_of prefix.log exit/fuzz_target -seed=1 \
	-error_exitcode=99 -artifact_prefix="$PWD/prefix.d/x-")"
check_equal failure_prefix_file 1 "$(ls prefix.d | grep -c '^x-crash-')"
check_equal failure_exact 77 "$(status_of prefix.log exit/fuzz_target -seed=1 \
	-exact_artifact_path="$PWD/prefix.d/exact")"
check_equal failure_exact_file 28 "$(wc -c < prefix.d/exact)"
