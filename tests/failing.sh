# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of failures share (pipeline/session/failures.sh, of typed targets, and
# bytes_failures.sh, which sets bytes=1): a subject that fails in one of many ways where
# only minimisation gets, and what is asked of each artifact.
. "$ME_ROOT/tests/check.sh"
ulimit -S -s 1024 # of an overflow each frame is unwound

cat > subject.c <<'E2'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int sink;
static char *kept;
static int recurse(int n, volatile char *p)
{
	char b[200];
	b[0] = p[0] + n;
	return recurse(n + 1, b) + b[0]; /* stack */
}
static void spend(int passes)
{
	while (passes-- > 0)
		sink = passes;
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
	case 7: for (;; usleep(1000)) memset(malloc(1 << 17), 1, 1 << 17);
	case 8: kept = malloc(150u << 20); return kept ? kept[0] = 1 : 0; /* large */
	case 9: p = malloc(3); p[3] = 1; free(p); return 1; /* heap-buffer-overflow */
	case 10: sink = big + (x > 0); return 1; /* overflow */
	case 11: kept = malloc(77); kept = 0; return 1; /* leak */
	case 12: p = malloc(77); sink = p[0]; spend(20000000); free(p); return 1;
	case 13: if (!fork()) _exit(3); return 1;
	case 14: exit(0); /* exit0 */
	}
	return 1;
}
#ifdef BYTES
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	double x;
	if (size < 12)
		return 0;
	memcpy(&x, data, sizeof x);
	bottom(x);
	return 0;
}
#else
int f(double x, int n, double *v) { return bottom(x + v[1] * 0) ^ n; }
#endif
E2

build() { # name kind [FLAG...]
	kind=$2 built=$1
	shift 2
	if [ $bytes ]; then
		target "$built" '' -fno-builtin "-DKIND=$kind" -DBYTES "$@" < subject.c
	else
		target "$built" f,v:2 -fno-builtin "-DKIND=$kind" "$@" < subject.c
	fi
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
	# A typed session goes on, and ends by itself, or after $runs where a failing run is dear: the
	# first one is among 20.
	if [ $bytes ]; then search "$dir" -runs=200000 "$@"; else search "$dir" ${runs:+-runs=$runs} "$@"; fi
	among "failure_exit_$dir" "$codes" $?
	count=$(artifacts "$dir" | wc -l)
	# A second one covers more, or has another stack.
	[ $bytes ] || [ "$count" != 2 ] || count=1
	check_equal "failure_artifacts_$dir" 1 "$count"
	artifact=$(artifacts "$dir" | head -n 1)
	[ -n "$artifact" ] || return
	check_equal "failure_name_$dir" "$wanted-$(sha1sum < "$dir/$artifact" | cut -c1-40)" "$artifact"
	check_equal "failure_input_$dir" 123456.75 "$(od -A n -t f8 -N 8 "$dir/$artifact" | tr -d ' ')"
	[ $bytes ] || check_equal "failure_size_$dir" 28 "$(wc -c < "$dir/$artifact")"
	check_line "failure_said_$dir" "Test unit written to \./$artifact" "$dir/log"
	again=$(cd "$dir" && status_of again.log ./fuzz_target "$@" "$artifact")
	among "failure_again_$dir" "$codes" "$again"
	[ $bytes ] || check_line "failure_again_call_$dir" '^f\(123456.75' "$dir/again.log"
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

runs=
each() { # name flags: with or without a sanitizer
	build "exit$1" 1 $2 && kept "exit$1" 77 crash && says "exit$1" "$exited" bottom exit
	inner "exit$1"
	build "now$1" 2 $2 && kept "now$1" 77 crash && says "now$1" "$exited" bottom _exit
	inner "now$1"
	runs=30
	build "hang$1" 3 $2 && kept "hang$1" 70 timeout -timeout=1 &&
		says "hang$1" "$timeout" bottom hang
	build "stack$1" 6 $2 && kept "stack$1" '77 1' crash &&
		says "stack$1" 'SUMMARY: ' recurse stack
	among "failure_frames_$1" "0 1" $(($(grep -c 'in recurse' "stack$1/log") > 300))
	# It sleeps most of the time: libFuzzer looks at the memory once a second, and a run may
	# take a second of CPU, also where pages are slow to come.
	build "memory$1" 7 $2 && kept "memory$1" 71 oom -rss_limit_mb=100 -timeout=60 &&
		says "memory$1" "$oom"
	inner "memory$1"
	runs=
}
