# SPDX-License-Identifier: GPL-3.0-or-later
# A program under test that exits, hangs, runs out of stack or memory, or meets a
# sanitizer, where only minimisation gets: one artifact, which holds the input and fails
# again; libFuzzer's words and exit code; a stack with functions and lines.
. "$ME_ROOT/tests/check.sh"

cat > subject.c <<'E2'
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static volatile int sink;
static char *kept;
static int recurse(int n, volatile char *p)
{
	char b[200];
	b[0] = p[0] + n;
	return recurse(n + 1, b) + b[0]; /* stack */
}
static void spend(double seconds)
{
	clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
	while (clock() < end)
		;
}
static int bottom(double x)
{
	char *p = 0, c = 0;
	int big = 2147483647;
	if (x != 123456.75)
		return 0;
	switch (KIND) {
	case 1: exit(3); /* exit */
	case 2: _exit(3); /* _exit */
	case 3: while (1); /* hang */
	case 4: while (1) free(malloc(100)); /* heap */
	case 5: while (1) sleep(100); /* sleep */
	case 6: return recurse(0, &c);
	case 7: for (;; usleep(1000)) memset(malloc(1 << 20), 1, 1 << 20);
	case 8: kept = malloc(1500u << 20); return kept ? kept[0] = 1 : 0; /* large */
	case 9: p = malloc(3); p[3] = 1; free(p); return 1; /* heap-buffer-overflow */
	case 10: sink = big + (x > 0); return 1; /* overflow */
	case 11: kept = malloc(77); kept = 0; return 1; /* leak */
	case 12: p = malloc(77); sink = p[0]; spend(1.6); free(p); return 1;
	case 13: if (!fork()) _exit(3); return 1;
	case 14: exit(0); /* exit0 */
	}
	return 1;
}
int f(double x, int n, double *v) { return bottom(x + v[1] * 0) + n; }
E2

build() { # name kind [FLAG...]
	kind=$2 built=$1
	shift 2
	target "$built" f,v:2 -fno-builtin "-DKIND=$kind" "$@" < subject.c
}

among() { # name "STATUS..." status
	case " $2 " in *" $3 "*) ok "$1" ;; *) not_ok "$1" "exit status $3, not $2" ;; esac
}

artifacts() { # directory
	(cd "$1" && ls | grep -E '^(crash|timeout|oom|leak|slow-unit)-')
}

# The artifact of a session of DIRECTORY: exit codes, kind, and the arguments of both runs.
kept() { # directory "STATUS..." kind ARGUMENT...
	dir=$1 codes=$2 wanted=$3
	shift 3
	search "$dir" -runs=200000 "$@"
	among "failure_exit_$dir" "$codes" $?
	check_equal "failure_artifacts_$dir" 1 "$(artifacts "$dir" | wc -l)"
	artifact=$(artifacts "$dir" | head -n 1)
	[ -n "$artifact" ] || return
	check_equal "failure_name_$dir" "$wanted-$(sha1sum < "$dir/$artifact" | cut -c1-40)" "$artifact"
	check_equal "failure_size_$dir" 28 "$(wc -c < "$dir/$artifact")"
	check_line "failure_said_$dir" "Test unit written to \./$artifact" "$dir/log"
	again=$(cd "$dir" && status_of again.log ./fuzz_target "$@" "$artifact")
	among "failure_again_$dir" "$codes" "$again"
	check_line "failure_again_call_$dir" '^f\(0x1\.e240cp\+16' "$dir/again.log"
	[ $wanted = leak ] || # its run ends, and covers
		check_no_line "failure_no_file_$dir" "new corpus/${artifact#*-}" "$dir/log"
}

says() { # directory "error or summary" [FUNCTION MARK]
	check_line "failure_text_$1" "$2" "$1/log"
	check_line "failure_again_text_$1" "$2" "$1/again.log"
	[ $# = 2 ] && return
	line=$(grep -n "/\* $4 \*/" subject.c | cut -d: -f1)
	check_line "failure_stack_$1" "#[0-9]+ 0x[0-9a-f]+ in $3 .*$1\.c:$line" "$1/log"
	check_line "failure_again_stack_$1" "in $3 .*$1\.c:$line" "$1/again.log"
}

# libFuzzer's name for its last mutations: what a minimisation met has none.
inner() { # directory
	check_no_line "failure_inner_$1" 'base unit' "$1/log"
}

asan=-fsanitize=address
ubsan='-fsanitize=undefined -fno-sanitize-recover=undefined'
exited='SUMMARY: libFuzzer: fuzz target exited'
timeout='SUMMARY: libFuzzer: timeout'
oom='SUMMARY: libFuzzer: out-of-memory'

each() { # name flags timeout: with or without a sanitizer
	build "exit$1" 1 $2 && kept "exit$1" 77 crash && says "exit$1" "$exited" bottom exit
	inner "exit$1"
	build "now$1" 2 $2 && kept "now$1" 77 crash && says "now$1" "$exited" bottom _exit
	inner "now$1"
	# The run is left after 1 s, and libFuzzer reports its own run of it.
	build "hang$1" 3 $2 && kept "hang$1" 70 timeout -timeout=$3 &&
		says "hang$1" "$timeout" bottom hang
	[ $3 = 1 ] || check_line "failure_own_run_hang$1" 'base unit' "hang$1/log"
	build "stack$1" 6 $2 && kept "stack$1" '77 1' crash &&
		says "stack$1" 'SUMMARY: ' recurse stack
	among "failure_frames_$1" "0 1" $(($(grep -c 'in recurse' "stack$1/log") > 300))
	build "memory$1" 7 $2 && kept "memory$1" 71 oom -rss_limit_mb=400 && says "memory$1" "$oom"
	inner "memory$1"
}

each '' '' 2
each _asan "$asan" 1
each _ubsan "$ubsan" 1

# Where a lock is held, and where no CPU time passes.
build heap 4 && kept heap 70 timeout -timeout=1 && says heap "$timeout" bottom heap
build sleep 5 && kept sleep 70 timeout -timeout=1 && says sleep "$timeout" bottom sleep
inner sleep
build status_0 14 && kept status_0 77 crash && says status_0 "$exited" bottom exit0

# ---- sanitizers' reports

build large 8 $asan && kept large 71 oom -malloc_limit_mb=1000 && says large "$oom" bottom large
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
build leak 11 $asan && kept leak 77 leak && says leak 'LeakSanitizer: detected memory leaks'

# ---- what is no failure

# A run of 1.6 s is left after 1 s: what it has allocated is no leak of the program's, and
# libFuzzer runs the input to its end.
build slow 12 $asan && search slow -max_total_time=3
check_equal failure_slow_exit 0 $?
check_equal failure_slow_artifacts '' "$(artifacts slow)"
check_line failure_slow_run '^#[0-9]+.NEW' slow/log
# The exit of a child process is its own.
build child 13 && search child -runs=20000
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
