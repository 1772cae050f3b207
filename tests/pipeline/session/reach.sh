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
