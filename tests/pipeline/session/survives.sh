# SPDX-License-Identifier: GPL-3.0-or-later
# A typed session goes on past runs that fail: each distinct fault has one artifact and
# one report, in the entry's terms, and a count of the runs; the exit code is libFuzzer's
# for the first. Runs that are long are no failures. What ends a process does not end the
# session.
. "$ME_ROOT/tests/check.sh"
ulimit -S -s 1024 # of an overflow each frame is unwound

artifacts() { # directory
	(cd "$1" && ls | grep -E '^(crash|timeout|oom|leak)-')
}

# Runs that failed as the line says, by the summary.
runs_of() { # pattern log
	sed -En "s/^INFO: me: .*: ([0-9]+) runs: .*$1.*/\1/p" "$2"
}

# ---- one of each kind

target kinds f,y:4 -fno-builtin <<'E2'
#include <assert.h>
#include <stdlib.h>
static int deep(int n, volatile char *p)
{
	char b[200];
	b[0] = p[0] + n;
	return deep(n + 1, b) + b[0];
}
int f(int a, double x, double *y)
{
	char *p;
	if (a > 10)
		abort();
	assert(x != 7.5);
	if (a == 3 && x > 100)
		exit(3);
	if (a == 4)
		return y[a] > 2;
	if (a == 5) {
		p = malloc(3);
		free(p);
		free(p); /* in the C library, with its lock */
	}
	if (a == 6)
		return 7 / (a - 6);
	if (a == 7 && x < 3)
		y[-1] = 1;
	if (a == 8)
		return deep(0, (char *)&a);
	if (a == -1 && x == 3.25)
		return 1;
	return 0;
}
E2
search kinds
check_equal survive_status 77 $?
check_line survive_goes_on "stop: $closed; ([0-9]+) of \\1 goals covered" kinds/log
wanted=$((8 + ${sanitized:-0})) # the division by UBSan, and where it says it no more the signal
check_line survive_distinct "runs failed, with $wanted distinct faults" kinds/log
check_equal survive_reports $wanted "$(grep -c 'ERROR: libFuzzer: ' kinds/log)"
reported=$(sed -n 's/.*Test unit written to \.\/\(.*\)/\1/p' kinds/log | sort -u)
check_same survive_artifacts "$reported" "$(artifacts kinds)"
check_line survive_call '^INFO: me: f\((1[1-9]|[2-9][0-9]|[0-9]{3,}), .*\(double\[\]\)\{.*\): SIGABRT, in f ' kinds/log
check_line survive_read 'SIGSEGV: read of y\[4\], past the end of y \(4 elements of 8 bytes\), in f ' kinds/log
check_line survive_front 'write to y\[-1\], in front of y' kinds/log
check_line survive_division 'SIGFPE: integer division by zero, or overflow, in f ' kinds/log
check_line survive_exit 'SUMMARY: libFuzzer: fuzz target exited' kinds/log
check_line survive_again '^INFO: me: to run it again: \./fuzz_target \./crash-' kinds/log
check_no_line survive_no_bytes '^0x[0-9a-f]+,0x' kinds/log
check_equal survive_said_once 1 "$(grep -c 'Assertion .x != 7.5' kinds/log)"
[ "$(runs_of SIGABRT.*:13 kinds/log)" -gt 1 ] && ok survive_counts || not_ok survive_counts "$(tail kinds/log)"
# Each of them is a failure by itself.
failed=
for artifact in $(artifacts kinds); do
	case $(cd kinds && status_of again.log ./fuzz_target "$artifact") in 77 | 1) ;; *) failed="$failed $artifact" ;; esac
done
check_equal survive_artifacts_fail '' "$failed"
# The corpus has none of them: it runs to its end.
check_equal survive_corpus 0 "$(cd kinds && status_of corpus.log ./fuzz_target -runs=0 corpus)"
# Another session with the same seed is the same, deaths and all.
cp -r kinds again && rm -rf again/corpus again/crash-*
search again
check_same survive_determinism "$(ls kinds/corpus)" "$(ls again/corpus)"

# Standard error that is closed stays so.
rm -rf again/corpus again/crash-*
search again -close_fd_mask=2 -runs=5000
check_line survive_closed 'stop: .*; ([0-9]+) of \1 goals covered' again/log
check_no_line survive_closed_silent 'Assertion' again/log

# libFuzzer's rule is there for those who ask.
rm -rf again/corpus again/crash-*
search again -ignore_crashes=0
check_equal survive_not_status 77 $?
check_equal survive_not_artifacts 1 "$(artifacts again | wc -l)"
check_no_line survive_not 'INFO: me: stop:' again/log

# ---- exits: the run is left, and the process goes on

target exits g <<'E2'
#include <stdlib.h>
int g(int n, double x)
{
	if (n > 0) {
		if (x * x == 6.25)
			exit(1);
		if (n == 77777)
			exit(2);
		exit(3);
	}
	return x == 0.1;
}
E2
search exits
check_equal survive_exits_status 77 $?
check_line survive_exits_all 'stop: all goals are closed; 6 of 6 goals covered' exits/log
check_line survive_exits_distinct 'runs failed, with 3 distinct faults' exits/log
[ "$(runs_of 'fuzz target exited in g .*:9' exits/log)" -gt 20 ] && ok survive_exits_left ||
	not_ok survive_exits_left "$(tail exits/log)"
check_equal survive_exits_reports 3 "$(grep -c 'ERROR: libFuzzer: fuzz target exited' exits/log)"
# Those of libc's own functions end the process, also after others that do not.
target libc_exits g <<'E2'
#include <err.h>
#include <stdlib.h>
int g(int n, double x)
{
	if (n > 0) {
		if (x < 1e3)
			exit(1);
		errx(2, "bad");
	}
	return x == 0.1;
}
E2
search libc_exits -runs=3000
check_equal survive_libc_exits_status 77 $?
check_line survive_libc_exits 'runs failed, with 2 distinct faults' libc_exits/log
check_line survive_libc_exits_all '; 4 of 4 goals covered' libc_exits/log
# A static variable that is being initialised would stay so.
mkdir guards
cat > guards/guards.cc <<'E2'
#include <cstdlib>
static int load(double x)
{
	if (x < 1e3)
		exit(1);
	return 3;
}
extern "C" int guards(int n, double x)
{
	if (n > 5) {
		static const int c = load(x);
		return c + n;
	}
	return 0;
}
E2
(cd guards && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=guards guards.cc -o fuzz_target) > guards/build.log 2>&1
search guards -runs=1000
check_no_line survive_guards 'SIGABRT' guards/log
check_line survive_guards_exit 'runs failed, with 1 distinct fault' guards/log
# What the program gave to atexit() belongs to each run then.
target handlers g <<'E2'
#include <stdlib.h>
static int seen;
static double last;
static void at_end(void)
{
	if (seen > 4242)
		last = 1;
	else if (seen < -4242)
		last = 2;
}
int g(int n, double x)
{
	atexit(at_end);
	seen = n;
	if (x > 1)
		exit(3);
	return (int)last;
}
E2
search handlers -runs=3000
check_line survive_handlers '; 6 of 6 goals covered' handlers/log
# Statements of Fortran that end the program.
mkdir stops
cat > stops/stops.f90 <<'E2'
subroutine stops(x, n)
  real(8), intent(in) :: x
  integer, intent(in) :: n
  if (x*x*x == 3.375d0) then
    if (n == 123456) error stop 'bad'
    if (n > 1000) stop 3
    if (n == -98765) call exit(4)
  end if
end subroutine
E2
(cd stops && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=stops stops.f90 -o fuzz_target) > stops/build.log 2>&1
search stops
check_line survive_stops 'stop: all goals are closed; 8 of 8 goals covered' stops/log
check_line survive_stops_distinct 'runs failed, with 3 distinct faults' stops/log

# ---- nothing but failures

target always f -fno-builtin <<'E2'
#include <stdlib.h>
int f(int a)
{
	if (a == 77)
		exit(1);
	abort();
}
E2
search always
check_equal survive_always_status 77 $?
check_line survive_always 'stop: all goals are closed; 2 of 2 goals covered' always/log

# All runs that come to the goal fail behind it, in a function of the C library that holds no lock:
# they are left there, and another one leads to it.
target tokens tokens <<'E2'
#include <stdlib.h>
#include <string.h>
int tokens(char *s)
{
	char *rest, *p = strtok_r(s, " :,", &rest);

	if (!p || !(p = strtok_r(NULL, " :,", &rest)))
		return -1;
	if (atoi(p) > 59)
		return -2;
	return strtok(NULL, " ") ? 1 : 0;
}
E2
search tokens
if [ "$sanitized" ]; then
	skip survive_tokens "strtok() is AddressSanitizer's own there"
else
	check_line survive_tokens 'stop: all goals are closed; 6 of 6 goals covered' tokens/log
fi
check_line survive_tokens_fault "runs: deadly signal, SIGSEGV: read of .* in tokens tokens.c:11" tokens/log

# ---- long runs

target long f <<'E2'
#include <math.h>
double f(int n, double x)
{
	double s = 0;
	int i;

	if (n < 0)
		return -1;
	for (i = 0; i < n; i++)
		s += x / (i + 1);
	if (s == 12.5)
		return 1;
	if (n == 3 && x > 1e10)
		return 2;
	while (x > 1)
		x = x * 0.99999999;
	return s < -1e100 ? 3 : x;
}
E2
search long
status=$?
check_line survive_long "stop: $closed; ([0-9]+) of \\1 goals covered" long/log
# With sanitizers a run of 2^31 passes is too long for the limit of time.
[ -n "$sanitized" ] || check_equal survive_long_status 0 $status
[ -n "$sanitized" ] || check_equal survive_long_artifacts '' "$(artifacts long)"
# The kept inputs end soon: gcov sees all that was claimed.
check_equal survive_long_covers 0 "$(branches_left long)"

# Only a long run meets the goal: the budget grows.
target far f <<'E2'
int f(unsigned n)
{
	unsigned i = 0, even = 0;

	for (i = 0; i < (n & 0xffffff); i++)
		even += !(i & 1);
	if (even > 100000)
		return 1;
	return 0;
}
E2
search far
check_equal survive_far_status 0 $?
check_line survive_far 'stop: all goals are closed; 4 of 4 goals covered' far/log

# It does not end, and no condition is passed meanwhile.
target endless f <<'E2'
int f(int a, double x)
{
	if (a == 77)
		for (;;)
			;
	if (x == 12.25)
		return 1;
	return 0;
}
E2
search endless
check_equal survive_endless_status 70 $?
check_line survive_endless 'stop: all goals are closed; 4 of 4 goals covered' endless/log
check_line survive_endless_once 'runs failed, with 1 distinct fault' endless/log
# The first one, and the first finite one.
check survive_endless_artifacts [ "$(artifacts endless | grep -c '^timeout-')" -le 2 ]

# Runs that do not end have one value in common: it is soon avoided.
target avoided f -fplugin-arg-me-skip=wait_for <<'E2'
static int wait_for(int n)
{
	volatile int i = 0;

	while (n == 2147483647)
		i++;
	return i;
}
int f(int n, double x)
{
	double square = x * x;

	if (x > 3)
		wait_for(n);
	if (square < -1)
		return 1;
	return 0;
}
E2
search avoided -runs=50000 --starts=100000
check_equal survive_avoided_status 70 $?
lost=$(sed -n 's/^INFO: me: \([0-9]*\) runs failed, with 1 distinct.*/\1/p' avoided/log)
[ "${lost:-99}" -lt 16 ] && ok survive_avoided || not_ok survive_avoided "$lost runs"

# ---- a run that waits is not interrupted

target waits f <<'E2'
#include <poll.h>
#include <stdlib.h>
#include <time.h>
int f(int a)
{
	struct timespec time = {0, 300000000};
	if (nanosleep(&time, NULL) || poll(NULL, 0, 100))
		abort();
	return a > 7;
}
E2
search waits -runs=8 -timeout=600
check_equal survive_waits_status 0 $?
check_line survive_waits '; [1-4] of 4 goals covered, ([2-9]|[1-9][0-9]+) evaluations' waits/log
check_equal survive_waits_artifacts '' "$(artifacts waits)"
# One that waits for ever is a timeout: no clock ends its system call with EINTR, after
# which this one would divide by zero.
target blocked f -w <<'E2'
#include <unistd.h>
int f(int a)
{
	int ends[2];
	char byte;

	if (a == 8) {
		pipe(ends);
		a = 100 / (1 + (int)read(ends[0], &byte, 1));
	}
	return a > 7;
}
E2
search blocked -timeout=1
check_equal survive_blocked_status 70 $?
check_equal survive_blocked_artifacts 1 "$(artifacts blocked | grep -c '^timeout-')"
check_equal survive_blocked_alone 1 "$(artifacts blocked | wc -l)"

# ---- signals

target open f <<'E2'
int f(double x)
{
	double square = x * x;

	if (square < -1)
		return 1;
	return 0;
}
E2
mkdir -p open/corpus

# The session's processes: the one that was started, the one that waits, the worker.
processes() { # pid
	for child in $(pgrep -P "$1"); do echo "$child"; processes "$child"; done
}

begun() { # log: waits until the search is under way
	for _ in $(seq 600); do
		! grep -q INITED "$1" || return 0
		sleep 0.1
	done
}

gone() { # pid...: waits until none of them is there
	for _ in $(seq 300); do
		kill -0 "$@" 2> /dev/null || return 0
		sleep 0.1
	done
	return 1
}

begin() {
	: > open/log
	(cd open && exec ./fuzz_target -seed=1 -max_total_time=600 corpus) > open/log 2>&1 < /dev/null &
	first=$!
	begun open/log
	sleep 0.5
	all=$(processes $first)
}
begin
kill -INT $first
wait $first
check_equal survive_interrupt 72 $?
check_line survive_interrupted 'libFuzzer: run interrupted; exiting' open/log
gone $all && ok survive_interrupt_ends || not_ok survive_interrupt_ends "$all"
begin
kill -KILL $first
wait $first 2> /dev/null
gone $all && ok survive_killed_ends || not_ok survive_killed_ends "$all"
# Killed while the worker is about to become the checkpoint: what it then finds as its
# parent, here a process that takes orphans as `systemd --user` does, is not killed.
cat > late_fork.c <<'E2'
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>
pid_t fork(void)
{
	static int forks; /* the first process forks once; the second one is a worker's */
	pid_t (*next)(void) = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");

	if (forks++ == 2) {
		close(open("forking", O_CREAT | O_WRONLY, 0600));
		sleep(3);
	}
	return next();
}
E2
cat > takes_orphans.c <<'E2'
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	const pid_t child = fork();

	if (!child) {
		setenv("LD_PRELOAD", argv[1], 1);
		execv(argv[2], argv + 2);
		_exit(127);
	}
	while (access("forking", F_OK) && !waitpid(child, NULL, WNOHANG))
		usleep(1000);
	kill(child, SIGKILL);
	while (wait(NULL) > 0)
		;
	return 0;
}
E2
if [ $sanitized ]; then # its runtime is to be loaded first
	skip survive_orphans "a sanitizer's runtime is to be loaded first"
else
	$CC -shared -fPIC -D_GNU_SOURCE late_fork.c -ldl -o late_fork.so &&
		$CC takes_orphans.c -o takes_orphans
	check_equal survive_orphans 0 "$(status_of orphans.log timeout 60 ./takes_orphans \
		"$PWD/late_fork.so" open/fuzz_target -seed=1 -max_total_time=30)"
	check_equal survive_orphans_tried 0 "$(status_of orphans.log test -e forking)"
fi
# The worker dies for no reason of the program's.
begin
for _ in $(seq 50); do # which one is the worker changes
	kill -KILL $(processes $first | tail -n 1) 2> /dev/null
	for _ in $(seq 20); do # not so often that each worker dies before its first run
		sleep 0.1
		! grep -q 'was ended by SIGKILL' open/log || break 2
	done
done
kill -0 $first && ok survive_worker_killed || not_ok survive_worker_killed "$(tail -n 5 open/log)"
kill -TERM $first
wait $first
check_equal survive_terminated 72 $?
check_line survive_worker_said 'its process was ended by SIGKILL' open/log

# ---- too large an allocation in many runs: its stack is printed once

target vast f -fsanitize=address << 'E2'
#include <stdlib.h>
int f(int n, double x)
{
	if (n > 100)
		free(malloc(300000000u));
	return x == 12345.25;
}
E2
# ASan writes an eighth of it to its shadow, which takes its time before the limit is seen.
vast/fuzz_target -seed=1 -runs=500 -malloc_limit_mb=200 -artifact_prefix=vast/ > vast/log 2>&1
check_line survive_vast '^INFO: me: +vast/oom-.*: [0-9]{2,} runs: out-of-memory' vast/log
check_equal survive_vast_stack 1 "$(grep -c ' in f .*vast.c:5$' vast/log)"

# ---- reports of UBSan, after which the program goes on

cat > ubsan.c << 'E2'
int f(int x, int y)
{
	int sum = x + y;
	int other = x * 3 + (1 << (y & 63));
	if (x > 0)
		return sum ^ other;
	return 7 - sum;
}
E2
target ubsan f -fsanitize=undefined < ubsan.c
search ubsan -runs=2000
check_equal ubsan_status 77 $?
check_line ubsan_goes_on 'Done 2000 runs|, 2000 evaluations' ubsan/log
for place in '3:[0-9]+: runtime error: signed integer overflow: ' '4:[0-9]+: runtime error: shift exponent ' \
	'7:[0-9]+: runtime error: signed integer overflow: 7 - '; do
	check_line "ubsan_${place%%:*}" "^INFO: me: f\(.*\.c:$place.*, in f " ubsan/log
done
check_line ubsan_folded '[0-9]+ runs failed, with 5 distinct faults' ubsan/log
failed=
for artifact in $(artifacts ubsan); do
	[ "$(cd ubsan && status_of again.log ./fuzz_target "$artifact")" = 77 ] || failed="$failed $artifact"
done
check_equal ubsan_artifacts_fail '' "$failed"
check_line ubsan_list_call '^INFO: me:     f\(.*\)$' ubsan/log
check_line ubsan_list_again '^INFO: me:     to run it again: .*fuzz_target \./crash-' ubsan/log
(cd ubsan && "$me" triage fuzz_target . > triage.log 2>&1)
check_line ubsan_triage '^[0-9]\. signed integer overflow in f .*\.c:3 ' ubsan/triage.log
check_line ubsan_triage_shift '^[0-9]\. shift exponent N is too large' ubsan/triage.log
{ cat ubsan.c; cat << 'E2'; } > ubsan_bytes.c
#include <stddef.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	int v[2];
	if (size < sizeof v)
		return 0;
	memcpy(v, data, sizeof v);
	f(v[0], v[1]);
	return 0;
}
E2
"$me_cc" -g -fsanitize=undefined ubsan_bytes.c -o ubsan_bytes > build.log 2>&1
mkdir -p bytes.d/corpus
check_equal ubsan_bytes_status 77 "$(cd bytes.d && status_of log ../ubsan_bytes -seed=1 -runs=20000 corpus)"
check_line ubsan_bytes_goes_on ', 20000 evaluations' bytes.d/log
check_line ubsan_bytes_told "^INFO: me:   \./crash-.*: a sanitizer's report, signed integer overflow: .* in f ubsan_bytes\.c:3$" bytes.d/log

# ---- accesses in front of an array, and failures in templates of the standard library

# Where one value fails, that it is drawn again and again costs nothing.
target twice f <<'E2'
#include <stdlib.h>
int f(int n)
{
	char *p = malloc(10);
	if (n == 123)
		free(p);
	free(p);
	return 0;
}
E2
search twice
check_line twice_share 'stop: all goals are closed; 2 of 2 goals covered, [3-9][0-9]{4} evaluations' twice/log

if [ "$sanitized" ]; then
	skip survive_front 'ASan is in the harness too'
	exit 0
fi

# What is written into freed memory kills the session's process, and the checkpoint with it.
target freed f <<'E2'
#include <stdlib.h>
int f(int n)
{
	int *p = malloc(4 * sizeof *p);
	if (!p)
		return 0;
	p[0] = n;
	free(p);
	if (n > 70)
		p[1] = 4;
	return n;
}
E2
search freed -runs=1000
check_equal freed_status 77 $?
check_line freed_told 'SIGSEGV: write to byte 4 of a block of 16 bytes that was freed' freed/log
check_line freed_goes_on 'INFO: me: runs damage the memory of the session: the search begins anew' freed/log
check_line freed_ends 'stop: .*3 of 4 goals covered, 1000 evaluations' freed/log

# Blocks lie as malloc() promises where the program asks, and at a page's end elsewhere.
target placed f << 'E2'
#include <stdint.h>
#include <stdlib.h>
int f(int n)
{
	double *p = malloc(3 * sizeof *p);
	if (!p)
		return 0;
	if ((uintptr_t)p % 16)
		abort();
	p[0] = n;
	n = p[0] > 70;
	free(p);
	return n;
}
E2
search placed -runs=100
check_equal placed_status 0 $?

cat > front.cc << 'E2'
#include <vector>
int f(const short *x, int n)
{
	int place = -1;
	if (n < 1)
		return 0;
	for (int i = 0; i < n; i++)
		if (x[i] == 7)
			place = i;
	if (x[place] == 12345) /* in front of x where there is no 7 */
		return 2;
	std::vector<int> v(1);
	v[place] = 1; /* behind v */
	return v[0];
}
E2
mkdir -p front
"$ME_BUILD/me-c++" -g -fsanitize=address -fplugin-arg-me-entry=f,x:4,n:0..4 front.cc -o front/fuzz_target > build.log 2>&1
search front --starts=500 -runs=3000
check_equal front_status 77 $?
check_line front_read "a sanitizer's report, read of x\[-1\], in front of x \([0-9]+ elements of 2 bytes\) in f front.cc:10\$" front/log
check_line front_behind "a sanitizer's report, heap-buffer-overflow in f front.cc:13\$" front/log
(cd front && "$me" triage fuzz_target . > triage.log 2>&1)
check_line front_triage '^[0-9]\. out-of-bounds read in f front.cc:10 ' front/triage.log

# What a process says at its end, of which it dies when a run has damaged its memory, is said once.
target tables tables <<'E2'
static int tab[4];
static int (*op)(int);
static int next(int x) { return x + 1; }
int tables(int k, int v)
{
	op = next;
	tab[k] = v;
	return op(k);
}
E2
search tables
check_equal tables_status 77 $?
check_equal tables_stops 1 "$(grep -c 'INFO: me: stop: ' tables/log)"
