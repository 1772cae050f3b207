# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing that a run does reaches the session: where indices of 32 bits lead lies
# inaccessible room, so that each access outside of an array is a fault of its own run; and
# what a session prints has a bound.
. "$ME_ROOT/tests/check.sh"

# Each artifact of a directory fails again in a process of its own.
artifacts_fail() { # name directory
	passed=
	for artifact in $(cd "$2" && ls | grep -E '^(crash|timeout|oom|leak)-'); do
		[ "$(cd "$2" && status_of again.log ./fuzz_target "$artifact")" != 0 ] || passed="$passed $artifact"
	done
	check_equal "$1" '' "$passed"
}

# ---- far outside of an array

target far far <<'E2'
int far(const double *x, int i)
{
	if (i < 100 || i > 100000)
		return 0;
	return x[i] > 0 ? 1 : 2;
}
E2
search far
check_equal reach_far_status 77 $?
check_line reach_far_read 'SIGSEGV: read of x\[[0-9]+\], past the end of x \(1 element of 8 bytes\), in far' far/log
check_line reach_far_open 'stop: .*; 4 of 6 goals covered' far/log
artifacts_fail reach_far_artifacts far
check_equal reach_far_corpus 0 "$(cd far && status_of corpus.log ./fuzz_target -runs=0 corpus)"

# An index that a product made: it led into the session's own memory, which then reported
# without end.
target factor factor <<'E2'
#include <math.h>
int factor(int n, double *a, int lda)
{
	if (n <= 0 || lda < n)
		return -1;
	for (int j = 0; j < n; j++) {
		double d = a[j * lda + j];
		for (int k = 0; k < j; k++)
			d -= a[j * lda + k] * a[j * lda + k];
		if (!(d > 0))
			return j + 1;
		a[j * lda + j] = d = sqrt(d);
		for (int i = j + 1; i < n; i++) {
			double s = a[i * lda + j];
			for (int k = 0; k < j; k++)
				s -= a[i * lda + k] * a[j * lda + k];
			a[i * lda + j] = s / d;
		}
	}
	return 0;
}
E2
search factor -runs=50000
check_equal reach_factor_status 77 $?
check_equal reach_factor_reports 1 "$(grep -c 'ERROR: libFuzzer: ' factor/log)"
check_line reach_factor_read 'read of a\[[0-9]+\], past the end of a .*, in factor' factor/log
artifacts_fail reach_factor_artifacts factor

# Where address space is limited there is less room, and a word about it.
if [ "$sanitized" ]; then
	skip reach_limited 'sanitizers need address space'
else
	rm -rf far/corpus
	(ulimit -v 2000000 && search far -runs=2000)
	check_equal reach_limited_status 77 $?
	check_equal reach_limited 1 "$(grep -c "address space is limited (ulimit -v): indices far outside of 'x'" far/log)"
fi

# ---- what a session prints

target prints prints <<'E2'
#include <stdio.h>
int prints(int i)
{
	static int run;
	printf("%0200d\n", i);
	fprintf(stderr, "the program says much in run %d: %0100d\n", ++run, i);
	if (i == 123456)
		for (;;)
			fprintf(stderr, "%01000d\n", i);
	return i > 5;
}
E2
mkdir -p prints/corpus
printf '\100\342\001\000' > prints/corpus/endless
(cd prints && ./fuzz_target -seed=1 -runs=20000 corpus) > prints/out 2> prints/log < /dev/null
check_equal reach_prints_status 70 $?
[ "$(stat -c %s prints/log)" -lt 500000 ] && ok reach_prints_bound || not_ok reach_prints_bound "$(stat -c %s prints/log)"
[ "$(stat -c %s prints/out)" -lt 150000 ] && ok reach_prints_out_bound || not_ok reach_prints_out_bound "$(stat -c %s prints/out)"
check_line reach_prints_first 'the program says much in run 1: ' prints/log
check_line reach_prints_output_cut '^INFO: me: the program has printed 131072 bytes to standard output: what follows is not shown' prints/log
check_line reach_prints_errors_cut '^INFO: me: the program has printed 131072 bytes to standard error: what follows is not shown' prints/log
check_line reach_prints_timeout 'runs failed, with 1 distinct failure' prints/log

# ---- the end of a session
# Whatever its runs do to their process: they block, ignore or take over all signals and hang, or
# crash, in a library too, again and again. TRIES=200 for more moments.

target ends ends <<'E2'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int way;
static void ignore(int n) { (void)n; }
__attribute__((constructor)) static void choose(void)
{
	way = getenv("WAY") ? atoi(getenv("WAY")) : 0;
}
static void block(void)
{
	sigset_t s;
	sigfillset(&s);
	sigprocmask(SIG_BLOCK, &s, 0);
}
int ends(int i, int *a)
{
	if (i < 1000)
		return 0;
	switch (way) {
	case 0: block(); for (;;) ;
	case 1: block(); for (;;) pause();
	case 2: for (int k = 1; k < 65; k++) signal(k, ignore); for (;;) ;
	case 3: for (int k = 1; k < 65; k++) signal(k, SIG_IGN); return 1;
	case 4: *(volatile int *)8 = 1; return 1;
	case 5: free((char *)a + 1); return 1;
	case 6: raise(SIGKILL); return 1;
	case 7: for (;;) pause();
	case 8: if (i == 123456) { block(); for (;;) ; }
	}
	return i > 5;
}
E2
now_ms() {
	date +%s%3N
}

late= other=
for try in $(seq "${TRIES:-10}"); do
	way=$((try % 8)) signal=INT
	[ $((try % 3)) != 0 ] || signal=TERM
	rm -rf ends/corpus && mkdir ends/corpus
	(cd ends && WAY=$way exec ./fuzz_target -seed=$try -runs=1000000000 corpus) > ends/log 2>&1 < /dev/null &
	session=$!
	sleep "0.$((RANDOM % 90 + 10))"
	[ $((try % 5)) != 0 ] || sleep 1
	asked=$(now_ms)
	kill -$signal $session
	wait $session
	status=$? took=$(($(now_ms) - asked))
	[ $took -le 2000 ] || late="$late $way:$signal:$took"
	# Before the session has begun the signal itself ends the process.
	case $status in 72 | 130 | 143) ;; *) other="$other $way:$signal:$status" ;; esac
	[ "$(stat -c %s ends/log)" -lt 1000000 ] || other="$other $way:size"
done
check_equal reach_ends_in_time '' "$late"
check_equal reach_ends_status '' "$other"

# A run that cannot be interrupted is a timeout, and the session goes on.
mkdir -p hangs/corpus
(cd hangs && WAY=8 ../ends/fuzz_target -seed=1 -runs=20000 corpus) > hangs/log 2>&1 < /dev/null
check_equal reach_hangs_status 70 $?
check_line reach_hangs 'ERROR: libFuzzer: timeout' hangs/log

# ---- an endless recursion is a stack overflow, however many passes of loops it takes

target recurses recurses,x:4 <<'E2'
static int divide(const double *x, int left, int right, int most)
{
	int mid = left;
	if (right - left <= most)
		return 1;
	for (int i = left; i < right; i++)
		if (x[i] < x[left])
			mid++;
	return divide(x, left, mid, most) + divide(x, mid, right, most);
}
/* Deep, and it returns. */
static int sum(const double *x, int n)
{
	int s = 0;
	for (int i = 0; i < 4; i++)
		s += x[i] > n;
	return n <= 0 ? s : sum(x, n - 1) + s;
}
int recurses(const double *x, int n, int most)
{
	if (n == 3000)
		return sum(x, n) == 7;
	if (n < 1 || n > 4 || most < 1)
		return -1;
	return divide(x, 0, n, most);
}
E2
search recurses -runs=20000
check_equal reach_recurses_status 77 $?
check_line reach_recurses 'SIGSEGV: stack overflow, in divide ' recurses/log
check_line reach_recurses_once 'runs failed, with 1 distinct failure' recurses/log
artifacts_fail reach_recurses_artifacts recurses
