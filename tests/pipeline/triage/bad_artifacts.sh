# SPDX-License-Identifier: GPL-3.0-or-later
# Artifacts and targets that are not as they should be: each has a clear message, and the
# others are reported all the same. Runs that do not fail each time are marked.
. "$ME_ROOT/tests/check.sh"

target fails f <<'E2C'
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int runs(void)
{
	char byte = 0;
	int file = open("runs", O_RDWR | O_CREAT | O_APPEND, 0600);
	long count = lseek(file, 0, SEEK_END);
	if (write(file, &byte, 1) != 1)
		exit(9);
	close(file);
	return (int)count;
}
static void note_pid(const char *name)
{
	FILE *file = fopen(name, "w");
	fprintf(file, "%d\n", (int)getpid());
	fclose(file);
}
static void wait_for_ever(void)
{
	note_pid("pid");
	if (!fork()) {
		note_pid("pid2");
		for (;;)
			pause();
	}
	for (;;)
		pause();
}
int f(int a)
{
	volatile int *null = 0;
	int n;
	switch (a) {
	case 1: abort();
	case 2: case 11: if (a == 11 || runs() % 2 == 0) abort(); return 1;
	case 3: n = runs(); if (n % 2) abort(); return *null;
	case 4: wait_for_ever(); return 1;
	case 5: kill(getppid(), SIGKILL); return 1;
	case 6: for (;;) puts("a long text, which does not end");
	case 7: raise(SIGKILL); return 1;
	case 8: close(0), close(1), close(2); abort();
	}
	return 0;
}
E2C
cd fails || exit
mkdir found
for a in 0 1 2 3 4 5 6 7 10; do printf "\\$a\0\0\0" > found/$a; done
triage() { # log ARGUMENT...
	out=$1
	shift
	"$me" triage "$@" > "$out" 2>&1
}

# ---- flaky

triage log --runs=4 ./fuzz_target found/2
check_line bad_flaky '^   flaky: fails in 2 of 4 runs$' log
rm runs
triage log --runs=4 ./fuzz_target found/3
check_line bad_differs '^   flaky: fails in different ways$' log
triage log --runs=4 ./fuzz_target found/1
check_no_line bad_steady 'flaky' log
rm runs
triage log --json --runs=3 ./fuzz_target found/2
check_line bad_flaky_json '"flaky":true' log
check_line bad_flaky_counts '"file":"found/2","bytes":4,"runs":3,"failed":2' log
# One that fails each time stands for its group.
mkdir same && printf '\2\0\0\0' > same/2 && printf '\13\0\0\0\0' > same/longer
rm runs
triage log --runs=3 ./fuzz_target same
check_line bad_flaky_other '^   to run it again: ./fuzz_target same/longer$' log
check_line bad_flaky_marked '^   also same/2 \(flaky\)$' log
rm runs

# ---- artifacts

triage log --runs=1 ./fuzz_target found/0
check_equal bad_returns 0 $?
check_line bad_returns_says '^found/0: does not fail$' log
touch -d '2001-01-01' found/0
triage log --runs=1 ./fuzz_target found/0
check_line bad_older '^found/0: does not fail; ./fuzz_target was built after it was found$' log
printf '\0\0\0\0\0' > odd
triage log --runs=1 ./fuzz_target odd
check_line bad_size '^odd: does not fail; it has 5 bytes and the inputs of this target 4: another build has found it$' log
: > empty
triage log --runs=1 ./fuzz_target empty
check_equal bad_empty 0 $?
check_line bad_empty_says '^empty: does not fail; it has 0 bytes' log
truncate -s 200M huge
mkfifo pipe
triage log --runs=1 ./fuzz_target found/1 huge pipe absent
check_equal bad_unread 1 $?
check_line bad_unread_others '^4 artifacts, 1 fail: 1 distinct fault$' log
check_line bad_huge '^huge: has 200 MB; files of more than 100 MB are not run$' log
check_line bad_pipe '^pipe: neither a regular file nor a directory$' log
check_line bad_absent '^absent: No such file or directory$' log
mkdir none
triage log ./fuzz_target none
check_equal bad_none 1 $?
check_line bad_none_says '^me: none: has no artifacts$' log

# ---- targets

triage log /bin/true found/1
check_equal bad_target 1 $?
check_line bad_target_says '^me: /bin/true: .* it was not run: give the target that me-cc linked$' log
triage log ./absent found/1
check_line bad_target_absent '^me: ./absent: No such file or directory$' log
triage log ./fails.c found/1
check_line bad_target_text '^me: ./fails.c: .*it was not run' log

# ---- what runs do

gone() { # file: the process that it names
	for _ in $(seq 100); do
		kill -0 "$(cat "$1")" 2> /dev/null || return 0
		sleep 0.1
	done
	return 1
}
triage log --runs=1 --timeout=1 ./fuzz_target found/1 found/4 found/5 found/6 found/7 found/10
check_equal bad_runs 1 $?
check_line bad_runs_waits 'timeout in wait_for_ever fails.c' log
check_line bad_runs_floods 'timeout in f fails.c' log
check_line bad_runs_killed ' SIGKILL \(1 artifact\)$' log
check_equal bad_runs_abort 2 "$(grep -c '^[0-9]. abort in f fails.c:.*1 artifact' log)"
check_line bad_runs_kills '^found/5: the target tells nothing of its run' log
gone pid && ok bad_runs_ends || not_ok bad_runs_ends "$(cat pid)"
gone pid2 && ok bad_runs_ends_all || not_ok bad_runs_ends_all "$(cat pid2)"

# By the clock all that was started ends; what was run is told.
rm -f pid pid2
start=$(date +%s)
triage log --runs=1 --timeout=1000 --time=4 ./fuzz_target found/1 found/4 found/10
check_equal bad_time 1 $?
[ $(($(date +%s) - start)) -lt 60 ] && ok bad_time_ends || not_ok bad_time_ends "late"
check_line bad_time_says '^found/4: the time is up$' log
check_line bad_time_others '^1. abort in f ' log
gone pid && ok bad_time_killed || not_ok bad_time_killed "$(cat pid)"
gone pid2 && ok bad_time_killed_all || not_ok bad_time_killed_all "$(cat pid2)"
